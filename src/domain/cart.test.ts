import { describe, expect, it } from 'vitest';
import {
  addLine,
  applyHolds,
  cartTotals,
  checkoutBlock,
  EMPTY_CART,
  removeLine,
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
    expect(removeLine(cartOf(line(1), line(2)), 1).lines.map((each) => each.inventory_item_id)).toEqual([2]);
    expect(removeLine(cartOf(line(1)), 9).lines).toHaveLength(1);
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
