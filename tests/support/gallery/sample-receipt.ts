import type { ReceiptDocument } from '#domain/receipt.ts';

/** The sale of the reference pictures. */
export const receipt: ReceiptDocument = {
  shop_name: 'Tindahan',
  store: {
    name: 'Makati – Ayala',
    address: 'G/F Glorietta 3, Ayala Center, Makati City 1224',
    phone: '+63 2 8812 4410',
  },
  invoice_number: 'MKT-01-004218',
  transaction_number: 'MKT-01-D004391',
  completed_at: Date.UTC(2026, 10, 21, 6, 36),
  time_zone: 'Asia/Manila',
  staff_name: 'Ana Reyes',
  customer: { name: 'Maria Santos', group: 'Member' },
  lines: [
    {
      name: 'iPhone 15 128 GB Black',
      serial_number: null,
      imei: '356789104523417',
      price: 4_599_000,
      discounts: [],
    },
    {
      name: 'Galaxy Buds FE White',
      serial_number: 'R5CX90K2LTN',
      imei: null,
      price: 379_000,
      discounts: [{ label: 'Open box -10%', amount: 37_900 }],
    },
  ],
  subtotal: 8_312_500,
  cart_discounts: [],
  discount_amount: 37_900,
  taxable_amount: 8_274_600,
  tax_amount: 992_952,
  tax_rate: 1200,
  prices_include_tax: false,
  total_amount: 9_267_552,
  payments: [{ method: 'cash', amount: 5_300_000, status: 'completed', reference_number: null }],
  change_due: 32_448,
  points_earned: 827,
  footer: 'Thank you. Warranty claims need this receipt.',
  qr: 'TXN:4391',
  copy_no: 0,
};
