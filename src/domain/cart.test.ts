import { describe, expect, it } from 'vitest';
import { unitKey } from './sale-line.ts';
import {
  addLine,
  applyHolds,
  cartTotals,
  checkoutBlock,
  discountLine,
  EMPTY_CART,
  giveTo,
  linesBelowFloor,
  removeLine,
  savedOffRetail,
  takeBackDiscounts,
  type Cart,
  type CartLine,
} from './cart.ts';
import { LOCK_CHECK_INTERVAL, LOCK_LIFETIME, LOCK_REFRESH_BELOW, nextLockRefresh } from './locks.ts';
import { DEFAULT_TAX_RULE } from './totals.ts';

const line = (id: number, overrides: Partial<CartLine> = {}): CartLine => ({
  inventory_item_id: id,
  product_name: 'Phone',
  variation_name: '128 GB',
  serial_number: `SN-${id}`,
  imei: null,
  price: 100_000,
  prices: { retail_price: 100_000, member_price: null, wholesale_price: null, minimum_price: null },
  discounts: [],
  lock_expires_at: 1000,
  lost: null,
  ...overrides,
});
const cartOf = (...lines: CartLine[]): Cart => lines.reduce(addLine, EMPTY_CART);
const blockOf = (cart: Cart) => checkoutBlock(cart, cartTotals(cart, DEFAULT_TAX_RULE));

describe('the cart', () => {
  it('holds each unit once, in the order they were scanned', () => {
    const cart = cartOf(line(2), line(1), line(2, { price: 1 }));
    expect(cart.lines.map((each) => [each.inventory_item_id, each.price])).toEqual([
      [2, 100_000],
      [1, 100_000],
    ]);
    expect(EMPTY_CART.lines).toEqual([]);
  });

  it('lets a unit go', () => {
    expect(
      removeLine(cartOf(line(1), line(2)), unitKey(1)).lines.map((each) => each.inventory_item_id),
    ).toEqual([2]);
    expect(removeLine(cartOf(line(1)), unitKey(9)).lines).toHaveLength(1);
  });

  it('marks lost units, renews held ones and leaves the others', () => {
    const cart = applyHolds(
      cartOf(line(1), line(2, { lost: 'Gone' }), line(3)),
      new Map([[2, 5000]]),
      new Map([[1, 'Sold meanwhile']]),
    );
    expect(cart.lines.map((each) => [each.lost, each.lock_expires_at])).toEqual([
      ['Sold meanwhile', null],
      [null, 5000],
      [null, 1000],
    ]);
  });

  it('adds up with tax', () => {
    const discount = { type: 'percentage', value: 1000, reason: null } as const;
    const cart = { ...cartOf(line(1), line(2, { discounts: [discount] })), discounts: [] };
    expect(cartTotals(cart, DEFAULT_TAX_RULE)).toMatchObject({
      subtotal: 200_000,
      discount_amount: 10_000,
      tax_amount: 19_000,
      total_amount: 209_000,
    });
  });

  it('adds up what can be sold, without its lost lines', () => {
    const totals = cartTotals(cartOf(line(1), line(2, { lost: 'Sold meanwhile' })), DEFAULT_TAX_RULE);
    expect([totals.subtotal, totals.tax_amount, totals.total_amount]).toEqual([100_000, 10_000, 110_000]);
  });

  it('goes to payment with lines, none of them lost, and a total above zero', () => {
    expect(blockOf(EMPTY_CART)).toBe('empty');
    expect(blockOf(cartOf(line(1, { price: 0 })))).toBe('zero-total');
    expect(blockOf(cartOf(line(1), line(2, { lost: 'Sold meanwhile' })))).toBe('lost-lines');
    expect(blockOf(cartOf(line(1)))).toBeNull();
  });
});

describe('the next refresh of the locks', () => {
  const now = 1_000_000;

  it('comes after 4 minutes, or when the soonest lock has 1 minute left', () => {
    expect(nextLockRefresh(now, [])).toBe(now + LOCK_CHECK_INTERVAL);
    expect(nextLockRefresh(now, [now + LOCK_LIFETIME])).toBe(now + 240_000);
    expect(nextLockRefresh(now, [now + LOCK_LIFETIME, now + 100_000])).toBe(now + 40_000);
  });

  it('comes at once for a lock that is about to lapse or has', () => {
    expect(nextLockRefresh(now, [now + LOCK_REFRESH_BELOW])).toBe(now);
    expect(nextLockRefresh(now, [now - 5])).toBe(now);
  });
});

describe('discounts and the lowest price', () => {
  const prices = {
    retail_price: 100_000,
    member_price: 95_000,
    wholesale_price: 85_000,
    minimum_price: 90_000,
  };
  const tenth = { type: 'percentage', value: 1000, reason: 'Open box' } as const;
  const more = { type: 'fixed', value: 100, reason: 'Rounding' } as const;
  const floored = (discounts: CartLine['discounts']) => line(1, { prices, discounts });

  it('names the lines that their discounts take below it, with their share of the cart’s', () => {
    expect(linesBelowFloor(cartOf(floored([tenth]), line(2)))).toEqual([]);
    const cart = { ...cartOf(floored([tenth]), line(2)), discounts: [more] };
    expect(linesBelowFloor(cart)).toEqual([
      { key: unitKey(1), product_name: 'Phone', net: 89_953, floor: 90_000 },
    ]);
    expect(linesBelowFloor(cartOf(line(3, { prices, lost: 'Gone', discounts: [tenth, more] })))).toEqual([]);
  });

  it('goes back to the discounts that were saved, and takes these too when they are the same', () => {
    const saved = cartOf(floored([tenth]), line(2));
    const changed = discountLine(saved, unitKey(1), [tenth, more]);
    expect(takeBackDiscounts(changed, [1], saved)?.lines[0]?.discounts).toEqual([tenth]);
    expect(takeBackDiscounts(saved, [1], saved)?.lines[0]?.discounts).toEqual([]);
    expect(takeBackDiscounts(cartOf(line(1)), [], saved)?.lines[0]?.discounts).toEqual([tenth]);
    expect(takeBackDiscounts(cartOf(line(1)), [], cartOf(line(1)))).toBeNull();
  });

  it('gives a sale to a customer’s group, line by line, and says what changed', () => {
    const group = { name: 'Member', slug: 'member', discount_percentage: 500 };
    const member = { id: 7, name: 'Ana', phone: '1', email: null, group, loyalty_points: 0 };
    const given = giveTo(cartOf(floored([]), line(2)), member);
    expect(given.cart.lines.map((each) => each.price)).toEqual([95_000, 100_000]);
    expect(given.repriced).toEqual([{ key: unitKey(1), product_name: 'Phone', from: 100_000, to: 95_000 }]);
    expect(savedOffRetail(given.cart)?.share).toBe(250);
    expect(savedOffRetail(removeLine(given.cart, unitKey(1)))).toBeNull();
    expect(savedOffRetail(cartOf(line(1, { lost: 'Gone' })))).toBeNull();
  });
});
