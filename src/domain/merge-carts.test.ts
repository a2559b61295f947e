import { describe, expect, it } from 'vitest';
import { EMPTY_CART, type Cart, type CartLine } from './cart.ts';
import { mergeCarts } from './merge-carts.ts';
import type { Discount } from './totals.ts';

const prices = {
  retail_price: 1000,
  member_price: 900,
  wholesale_price: null,
  minimum_price: 500,
  cost: 400,
};
const lineOf = (unitId: number, discounts: readonly Discount[] = []): CartLine => ({
  inventory_item_id: unitId,
  product_name: 'Phone',
  variation_name: 'Black',
  serial_number: null,
  imei: String(unitId),
  price: 1000,
  prices,
  discounts,
  lock_expires_at: 1,
  lost: null,
});
const off = (value: number): Discount => ({ type: 'percentage', value, reason: 'Haggled' });
const ana = {
  id: 7,
  name: 'Ana',
  group: { name: 'Member', slug: 'member', discount_percentage: 500 },
  loyalty_points: 0,
};
const joel = { ...ana, id: 8, name: 'Joel', group: null };
const draft = (version: number) => ({ id: 1, number: 'MNL-01-D000001', version, saved_at: 1 });
const base: Cart = { ...EMPTY_CART, lines: [lineOf(1), lineOf(2)], draft: draft(1) };
const unitsOf = ({ lines }: Cart) => lines.map((line) => line.inventory_item_id);

describe('two versions of one cart', () => {
  it('have the units that either of them added, and none that either removed', () => {
    const mine = { ...base, lines: [lineOf(2), lineOf(3)] };
    const theirs = { ...base, lines: [lineOf(1), lineOf(4)], draft: draft(2) };
    const { cart, isConflict } = mergeCarts({ base, mine, theirs });
    expect([unitsOf(cart), cart.draft?.version, isConflict]).toEqual([[4, 3], 2, false]);
  });

  it('leave out a unit that was lost here', () => {
    const mine = { ...base, lines: [...base.lines, { ...lineOf(3), lost: 'Sold meanwhile' }] };
    expect(unitsOf(mergeCarts({ base, mine, theirs: base }).cart)).toEqual([1, 2]);
  });

  it('have the customer who was chosen here, at their prices', () => {
    const theirs = { ...base, lines: [...base.lines, lineOf(4)] };
    const { cart } = mergeCarts({ base, mine: { ...base, customer: ana }, theirs });
    expect(cart.customer).toBe(ana);
    expect(cart.lines.map((line) => line.price)).toEqual([900, 900, 900]);
  });

  it('give what was added here the prices of the customer who was chosen there', () => {
    const theirs = { ...base, customer: ana, lines: base.lines.map((line) => ({ ...line, price: 900 })) };
    const { cart, isConflict } = mergeCarts({
      base,
      mine: { ...base, lines: [...base.lines, lineOf(3)] },
      theirs,
    });
    expect([cart.customer?.id, cart.lines.map((line) => line.price), isConflict]).toEqual([
      7,
      [900, 900, 900],
      false,
    ]);
  });

  it('have the discounts of a line and of the cart that one of them gave', () => {
    const mine = { ...base, discounts: [off(100)] };
    const theirs = { ...base, lines: [lineOf(1, [off(200)]), lineOf(2)] };
    const { cart, isConflict } = mergeCarts({ base, mine, theirs });
    expect([cart.discounts, cart.lines.map((line) => line.discounts), isConflict]).toEqual([
      [off(100)],
      [[off(200)], []],
      false,
    ]);
  });

  it.each([
    ['customer', { customer: joel }, { customer: ana }],
    ['discounts', { discounts: [off(100)] }, { discounts: [off(200)] }],
    [
      'discounts of a line',
      { lines: [lineOf(1, [off(1)]), lineOf(2)] },
      { lines: [lineOf(1, [off(2)]), lineOf(2)] },
    ],
  ])('keep what was saved where both changed the %s', (_, here, there) => {
    const theirs = { ...base, ...there };
    const { cart, isConflict } = mergeCarts({ base, mine: { ...base, ...here }, theirs });
    expect(isConflict).toBe(true);
    expect(cart).toMatchObject(there);
    expect(mergeCarts({ base, mine: theirs, theirs }).isConflict).toBe(false);
  });
});
