import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CategoryPrices,
  categoryPriceNames,
  customerGroups,
  floorPrice,
  hasOwnPrices,
  type PricedUnit,
  priceForGroup,
  pricesOfUnit,
  type VariationPrices,
} from './pricing.ts';

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

describe('the prices of one unit', () => {
  const NONE = Object.fromEntries(categoryPriceNames.map((name) => [name, null])) as CategoryPrices;
  const unit = (given: Partial<PricedUnit>): PricedUnit => ({
    ...prices(),
    ...NONE,
    category: 'used',
    own_price: null,
    own_minimum_price: null,
    ...given,
  });
  const used = { used_retail_price: 60_000 };
  const withGroups = { ...used, used_member_price: 58_000, used_wholesale_price: 55_000 };

  it('are none for a used or refurbished one without its own price and its category’s', () => {
    expect(pricesOfUnit(unit({}))).toBeNull();
    expect(pricesOfUnit(unit({ category: 'refurbished', ...used }))).toBeNull();
    expect(pricesOfUnit(unit({ own_minimum_price: 10_000 }))).toBeNull();
  });

  it.each([
    // The group’s price and the floor, in centavos.
    [
      'a new one',
      { category: 'new' },
      { null: 100_000, member: 97_000, wholesale: 93_000, vip: 87_300 },
      80_000,
    ],
    ['a used one', used, { null: 60_000, member: 60_000, wholesale: 60_000, vip: 60_000 }, 60_000],
    [
      'a category with group prices',
      withGroups,
      { null: 60_000, member: 58_000, wholesale: 55_000, vip: 55_000 },
      55_000,
    ],
    [
      'a category’s minimum',
      { ...withGroups, used_minimum_price: 50_000 },
      { null: 60_000, vip: 52_200 },
      50_000,
    ],
    [
      'its own price',
      { ...withGroups, own_price: 42_000 },
      { null: 42_000, member: 42_000, vip: 42_000 },
      42_000,
    ],
    ['its own minimum', { ...used, own_minimum_price: 41_000 }, { null: 60_000 }, 41_000],
    ['both its own', { own_price: 42_000, own_minimum_price: 40_000 }, { null: 42_000, vip: 42_000 }, 40_000],
    [
      'a new one at its own price',
      { category: 'new', own_price: 95_000 },
      { null: 95_000, member: 95_000 },
      80_000,
    ],
    [
      'a new one below its floor',
      { category: 'new', own_price: 70_000 },
      { null: 70_000, vip: 70_000 },
      70_000,
    ],
  ] as const)('%s', (_, given, ofGroups, floor) => {
    const found = pricesOfUnit(unit(given as Partial<PricedUnit>));
    if (!found) throw new Error('It has a price');
    for (const [group, price] of Object.entries(ofGroups)) {
      expect(priceForGroup(found, group === 'null' ? null : group)).toBe(price);
    }
    expect(floorPrice(found, null)).toBe(floor);
  });
});
