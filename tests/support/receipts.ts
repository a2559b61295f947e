import type { LabelDocument } from '#domain/label.ts';
import { refundSlip } from '#domain/money-back-slip.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { SlipDocument } from '#domain/slip.ts';

export const SERIAL = 'R5CX90K2LTN';
export const IMEI = '490154203237518';

/** A sale of two units with accents, a typographic dash and a discount. */
export const aReceipt = (overrides: Partial<ReceiptDocument> = {}): ReceiptDocument => ({
  shop_name: 'Tindahan',
  store: { name: 'Parañaque – Café', address: 'G/F Aguirre Avenue, BF Homes', phone: '+63 2 8812 4410' },
  invoice_number: 'MNL-01-000123',
  transaction_number: 'MNL-01-D000456',
  completed_at: Date.parse('2026-11-21T06:36:00Z'),
  time_zone: 'Asia/Manila',
  staff_name: 'José Peña',
  customer: { name: 'Maria Santos', group: 'Member' },
  lines: [
    { name: 'iPhone 15 128 GB Black', serial_number: null, imei: IMEI, price: 5_399_000, discounts: [] },
    {
      name: 'Galaxy Buds FE White with a rather long name of its own',
      serial_number: SERIAL,
      imei: null,
      price: 379_000,
      discounts: [{ label: 'Open box -10%', amount: 37_900 }],
    },
  ],
  subtotal: 5_778_000,
  cart_discounts: [],
  discount_amount: 37_900,
  taxable_amount: 5_740_100,
  tax_amount: 688_812,
  tax_rate: 1200,
  prices_include_tax: false,
  total_amount: 6_428_912,
  payments: [
    { method: 'cash', amount: 6_000_000, status: 'completed', reference_number: null },
    { method: 'gcash', amount: 500_000, status: 'pending', reference_number: '0917-555-123' },
  ],
  change_due: 71_088,
  points_earned: null,
  footer: 'Thank you.',
  qr: 'TXN:456',
  copy_no: 0,
  ...overrides,
});

/** The slip of a refund that went back by GCash. */
export const aSlip = (overrides: Partial<SlipDocument> = {}): SlipDocument => ({
  ...refundSlip(
    {
      approved_by: null,
      transaction: {
        transaction_number: 'MNL-01-000123',
        customer: { name: 'Maria Santos' },
        transaction_items: [{ id: 1, inventory_item: { serial_number: SERIAL, imei: IMEI } }],
      },
      refund: {
        amount: 3_790_000,
        reason: 'The screen stays dark – exchanged for another model',
        items: [
          {
            transaction_item_id: 1,
            product_name: 'Galaxy A55 128 GB Awesome Navy',
            disposition: 'defective',
            amount: 3_790_000,
          },
        ],
        payouts: [{ method: 'gcash', amount: 3_790_000, reference_number: '0917-555-123' }],
        refunded_by: { name: 'Ana Reyes' },
        created_at: Date.parse('2026-11-21T07:00:00Z'),
      },
    },
    {
      shop_name: 'Tindahan',
      store: { name: 'Parañaque – Café', address: 'G/F Aguirre Avenue, BF Homes', phone: '+63 2 8812 4410' },
      printed_at: Date.parse('2026-11-21T07:01:00Z'),
      time_zone: 'Asia/Manila',
      staff_name: 'José Peña',
    },
  ),
  ...overrides,
});

/** The label of a phone that is for sale. */
export const aLabel = (overrides: Partial<LabelDocument> = {}): LabelDocument => ({
  shop_name: 'Tindahan',
  product: 'Galaxy A55',
  variation: '128 GB Awesome Navy',
  price: 2_399_000,
  numbers: [`IMEI ${IMEI}`],
  code: IMEI,
  ...overrides,
});
