import { describe, expect, it } from 'vitest';
import {
  cartTotals,
  checkoutBlock,
  dueOf,
  EMPTY_CART,
  shownTotals,
  type Cart,
  type CartLine,
} from './cart.ts';
import { exchangeBalance, isReplacement, type Exchange } from './exchanges.ts';

const tax = { rate: 1200, pricesIncludeTax: false };
const exchange = (overrides: Partial<Exchange> = {}): Exchange => ({
  transaction_id: 7,
  number: 'MNL-01-000007',
  items: [
    {
      id: 70,
      product_variation_id: 5,
      product_name: 'iPhone 15',
      identifier: '128 GB · IMEI 1',
      disposition: 'defective',
      amount: 1_000_00,
    },
  ],
  reason: 'Does not charge',
  is_warranty: false,
  amount: 1_000_00,
  tax,
  ...overrides,
});

const line = (id: number, price: number, product_variation_id?: number): CartLine => ({
  inventory_item_id: id,
  product_variation_id,
  product_name: 'Phone',
  variation_name: '128 GB',
  serial_number: null,
  imei: null,
  price,
  prices: { retail_price: price, member_price: null, wholesale_price: null, minimum_price: null },
  discounts: [],
  lock_expires_at: null,
  lost: null,
});
const cart = (lines: CartLine[], of: Exchange | null): Cart => ({ ...EMPTY_CART, lines, exchange: of });
const dueOfCart = (of: Cart) => dueOf(of, shownTotals(of, tax));

describe('an exchange at the till', () => {
  it.each([
    ['dearer goods', 150_000, { carried: 100_000, to_pay: 50_000, goes_back: 0 }],
    ['cheaper goods', 60_000, { carried: 60_000, to_pay: 0, goes_back: 40_000 }],
    ['goods of the same price', 100_000, { carried: 100_000, to_pay: 0, goes_back: 0 }],
    ['goods that are paid already', -5000, { carried: 0, to_pay: 0, goes_back: 100_000 }],
  ])('carries over what %s take', (_, due, balance) => {
    expect(exchangeBalance(100_000, due)).toEqual(balance);
  });

  it('says what is still to be paid, what goes back, or that it is even', () => {
    expect(dueOfCart(cart([line(1, 100_000)], null))).toEqual({ label: 'Total', amount: 112_000 });
    expect(dueOfCart(cart([line(1, 100_000)], exchange()))).toEqual({ label: 'To pay', amount: 12_000 });
    expect(dueOfCart(cart([line(1, 50_000)], exchange()))).toEqual({ label: 'Goes back', amount: 44_000 });
    expect(dueOfCart(cart([line(1, 100_000)], exchange({ amount: 112_000 })))).toEqual({
      label: 'To pay',
      amount: 0,
    });
  });

  it('counts what is saved on the draft', () => {
    const draft = { id: 1, number: 'D', version: 1, saved_at: 0, tax, paid: 10_000 };
    const paid = { ...cart([line(1, 100_000)], exchange()), draft };
    expect(dueOfCart(paid)).toEqual({ label: 'To pay', amount: 2000 });
  });

  describe('under the warranty', () => {
    const warranty = exchange({ is_warranty: true });

    it('costs what was paid for the first one, with its tax; the draft keeps its own figures', () => {
      const one = cart([line(1, 150_000, 5)], warranty);
      expect(shownTotals(one, tax)).toMatchObject({
        subtotal: 89_286,
        tax_amount: 10_714,
        total_amount: 100_000,
        lines: [{ final_price: 89_286, discount_amount: 0 }],
      });
      expect(cartTotals(one, tax).total_amount).toBe(168_000);
      expect(dueOfCart(one)).toEqual({ label: 'To pay', amount: 0 });
    });

    it('takes one other unit of the same variation', () => {
      expect(isReplacement(warranty, [line(1, 1, 5)])).toBe(true);
      expect(isReplacement(warranty, [line(1, 1)])).toBe(true);
      expect(isReplacement(warranty, [line(1, 1, 6)])).toBe(false);
      expect(isReplacement(warranty, [line(1, 1, 5), line(2, 1, 5)])).toBe(false);
      expect(isReplacement(warranty, [])).toBe(false);
    });

    it('does not go to payment with anything else', () => {
      const blockOf = (of: Cart) => checkoutBlock(of, cartTotals(of, tax));
      expect(blockOf(cart([line(1, 1, 5)], warranty))).toBeNull();
      expect(blockOf(cart([line(1, 1, 6)], warranty))).toBe('no-replacement');
      expect(blockOf(cart([], warranty))).toBe('empty');
    });
  });

  it('may come to nothing', () => {
    const free = cart([{ ...line(1, 0) }], exchange());
    expect(checkoutBlock(free, cartTotals(free, tax))).toBeNull();
    expect(checkoutBlock({ ...free, exchange: null }, cartTotals(free, tax))).toBe('zero-total');
  });
});
