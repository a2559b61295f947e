import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customerGroups, floorPrice, hasOwnPrices, priceForGroup, type VariationPrices } from './pricing.ts';

const prices = (overrides: Partial<VariationPrices> = {}): VariationPrices => ({
  retail_price: 100_000,
  member_price: 97_000,
  wholesale_price: 93_000,
  minimum_price: 80_000,
  ...overrides,
});

describe('the price for a customer’s group', () => {
  it.each([
    [null, {}, 100_000],
    ['regular', {}, 100_000],
    ['somebody’s new group', {}, 100_000],
    ['member', {}, 97_000],
    ['member', { member_price: null }, 100_000],
    ['wholesale', {}, 93_000],
    ['wholesale', { wholesale_price: null }, 100_000],
    ['vip', {}, 87_300],
    ['vip', { member_price: null }, 90_000],
    ['vip', { minimum_price: 95_000 }, 95_000],
    ['vip', { minimum_price: null }, 87_300],
    ['vip', { member_price: 5, minimum_price: null }, 5],
  ])('%s with %j is %i centavos', (group, overrides, expected) => {
    expect(priceForGroup(prices(overrides), group)).toBe(expected);
  });

  it('never falls below the minimum price for a VIP', () => {
    const amount = fc.integer({ min: 0, max: 100_000_000 });
    const any = fc.record({
      retail_price: amount,
      member_price: fc.option(amount),
      wholesale_price: fc.option(amount),
      minimum_price: fc.option(amount),
    });
    fc.assert(
      fc.property(any, fc.constantFrom(...customerGroups), (given, group) => {
        const price = priceForGroup(given, group);
        expect(Number.isInteger(price)).toBe(true);
        if (group === 'vip') expect(price).toBeGreaterThanOrEqual(given.minimum_price ?? 0);
      }),
    );
  });
});

it('groups with prices of their own are those whose customers may pay less than retail', () => {
  const groups = [...customerGroups, 'staff'];
  expect(groups.filter(hasOwnPrices)).toEqual(
    groups.filter((group) => priceForGroup(prices(), group) < prices().retail_price),
  );
});

describe('the floor of a line', () => {
  it.each([
    [null, {}, 80_000],
    [null, { wholesale_price: 75_000 }, 80_000],
    [null, { retail_price: 70_000 }, 70_000],
    ['wholesale', {}, 80_000],
    ['wholesale', { wholesale_price: 75_000 }, 75_000],
    ['member', { member_price: 79_999 }, 79_999],
    ['vip', { minimum_price: 95_000 }, 95_000],
    ['wholesale', { minimum_price: null }, 0],
    [null, { minimum_price: null }, 0],
  ])('where the prices of %s were agreed to, with %j, is %i centavos', (group, overrides, expected) => {
    expect(floorPrice(prices(overrides), group)).toBe(expected);
  });
});
