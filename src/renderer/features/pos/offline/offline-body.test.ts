import { describe, expect, it } from 'vitest';
import { offlineCart } from '#contract/offline-sales.ts';
import type { ChainSettings } from '#contract/settings.ts';
import type { Store } from '#contract/stores.ts';
import { z } from '#contract/zod.ts';
import { EMPTY_CART, type Cart, type CartLine } from '#domain/cart.ts';
import { saleOfCart } from '#domain/sale.ts';
import { FIRST_STORE_SETTINGS, taxRuleOf } from '#domain/store-rules.ts';
import { offlineCartOf, offlinePaperOf } from './offline-body.ts';

const store: Store = {
  id: 1,
  code: 'MNL-01',
  name: 'Makati',
  address: null,
  phone: null,
  email: null,
  timezone: 'Asia/Manila',
  is_active: true,
  is_warehouse: false,
  settings: { ...FIRST_STORE_SETTINGS, prices_include_tax: false },
  shifts: { enabled: false, difference_limit: 0 },
};
const seller = { store, staff: { id: 7, name: 'Joel Cruz' } };
const phone: CartLine = {
  inventory_item_id: 70,
  product_variation_id: 3,
  product_name: 'iPhone 17',
  variation_name: '256 GB',
  serial_number: null,
  imei: '356789104523417',
  price: 100_00,
  prices: { retail_price: 100_00, member_price: null, wholesale_price: null, minimum_price: null },
  discounts: [{ type: 'percentage', value: 1000, reason: null }],
  category: 'new',
  lock_expires_at: 1,
  lost: null,
};
const cable: CartLine = {
  ...phone,
  inventory_item_id: 71,
  product_name: 'Cable',
  imei: null,
  price: 1_05,
  discounts: [],
  lock_expires_at: null,
  scanned_code: '4800000000011',
};
const cart: Cart = {
  ...EMPTY_CART,
  lines: [phone, cable, { ...phone, inventory_item_id: 72, lost: 'Sold' }],
};

const closing = {
  ...seller,
  shiftId: 5,
  completionKey: null,
  saveKey: null,
  email: null,
  buyer: null,
  coin: 25,
};

describe('a cart as a sale', () => {
  const sale = saleOfCart(cart, taxRuleOf(store.settings));

  it('has the cart’s own totals, without lost lines, and no draft where the server has none', () => {
    expect(sale).toMatchObject({ draft: null, subtotal: 101_05, discount_amount: 10_00 });
    expect(sale.tax_amount).toBe(10_93);
    expect(sale.total_amount).toBe(101_98);
    expect(sale.lines.map(({ final_price }) => final_price)).toEqual([90_00, 1_05]);
  });

  it('names units, and any piece for one without numbers, with change down to the smallest coin', () => {
    const closed = offlineCartOf(sale, {
      ...closing,
      payments: [{ method: 'cash', amount: 110_00, status: 'completed', reference_number: ' ' }],
    });
    expect(closed.lines.map((line) => [line.inventory_item_id, line.scanned_code])).toEqual([
      [70, null],
      [null, '4800000000011'],
    ]);
    // What is due in cash is rounded down to ₱101.75.
    expect(closed).toMatchObject({ change_due: 8_25, cash_rounding: 23, draft: null, shift_id: 5 });
    expect(closed.payments).toMatchObject([{ reference_number: null, expected_date: null, notes: null }]);
    // It is what the contract takes.
    expect(z.decode(offlineCart, z.encode(offlineCart, closed))).toEqual(closed);
  });

  it('promises each line’s warranty, from the store’s day on', () => {
    const closed = offlineCartOf(sale, { ...closing, payments: [] });
    const chain = { shop_name: 'Gadgets' } as ChainSettings;
    const paper = (warranties: (number | null)[]) =>
      offlinePaperOf(sale, closed, { ...seller, chain, now: Date.parse('2026-11-30T17:00:00Z'), warranties });
    expect(paper([12, 0]).lines?.map(({ warranty }) => warranty)).toEqual([
      { months: 12, until: '2027-12-01' },
      null,
    ]);
    expect(paper([null, 3]).lines?.map(({ warranty }) => warranty?.months)).toEqual([undefined, 3]);
  });

  it('keeps pending what only the server’s people can see arrive', () => {
    const paid = { amount: 50_00, status: 'completed', reference_number: 'R-1' } as const;
    const closed = offlineCartOf(sale, {
      ...closing,
      payments: [
        { method: 'card', ...paid },
        { method: 'cash', amount: 60_00, status: 'completed' },
      ],
    });
    expect(closed.payments.map(({ status }) => status)).toEqual(['pending', 'completed']);
  });
});
