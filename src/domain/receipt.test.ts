import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentMethods } from './payments.ts';
import { receiptRows, receiptWidths, wrap, type ReceiptDocument } from './receipt.ts';

const receipt = (overrides: Partial<ReceiptDocument> = {}): ReceiptDocument => ({
  shop_name: 'Tindahan',
  store: {
    name: 'Makati – Ayala',
    address: 'G/F Glorietta 3, Ayala Center, Makati City',
    phone: '+63 2 8812 4410',
  },
  invoice_number: 'MNL-01-000123',
  transaction_number: 'MNL-01-D000456',
  completed_at: Date.parse('2026-11-21T06:36:00Z'),
  time_zone: 'Asia/Manila',
  staff_name: 'Joel Cruz',
  customer: null,
  lines: [
    {
      name: 'iPhone 15 128 GB Black',
      serial_number: 'SN-1',
      imei: '490154203237518',
      price: 5_399_000,
      discounts: [],
    },
    { name: 'USB-C Cable 1 m', serial_number: null, imei: null, price: 49_900, discounts: [] },
  ],
  subtotal: 5_448_900,
  cart_discounts: [],
  discount_amount: 0,
  taxable_amount: 5_448_900,
  tax_amount: 653_868,
  tax_rate: 1200,
  prices_include_tax: false,
  total_amount: 6_102_768,
  payments: [{ method: 'cash', amount: 6_200_000, status: 'completed', reference_number: null }],
  change_due: 97_232,
  points_earned: null,
  footer: 'Thank you.',
  qr: 'tindahan:sale:MNL-01-D000456',
  copy_no: 0,
  ...overrides,
});

const textOf = (document: ReceiptDocument, width: 32 | 42 | 48 = 32) =>
  receiptRows(document, width).flatMap((row) => ('text' in row ? [row.text] : []));
const dense = (rows: string[]) => rows.join('').replace(/\s+/g, '');

const text = fc.string({ maxLength: 120, size: 'max' });
const optional = fc.option(text);
const amount = fc.integer({ min: 0, max: 100_000_000_000 });
const anyReceipt: fc.Arbitrary<ReceiptDocument> = fc.record({
  shop_name: text,
  store: fc.record({ name: text, address: optional, phone: optional }),
  invoice_number: text,
  transaction_number: text,
  completed_at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  time_zone: fc.constant('Asia/Manila'),
  staff_name: text,
  customer: fc.option(fc.record({ name: text, group: optional })),
  lines: fc.array(
    fc.record({
      name: text,
      serial_number: optional,
      imei: optional,
      price: amount,
      discounts: fc.array(fc.record({ label: text, amount }), { maxLength: 3 }),
      refunded: fc.option(amount, { nil: undefined }),
      exchanged_for: fc.option(text, { nil: undefined }),
      traded_in: fc.constantFrom(undefined, '2026-12-01'),
    }),
    { maxLength: 5 },
  ),
  subtotal: amount,
  cart_discounts: fc.array(fc.record({ label: text, amount }), { maxLength: 3 }),
  discount_amount: amount,
  taxable_amount: amount,
  tax_amount: amount,
  tax_rate: fc.integer({ min: 0, max: 10_000 }),
  prices_include_tax: fc.boolean(),
  total_amount: amount,
  payments: fc.array(
    fc.record({
      method: fc.constantFrom(...paymentMethods),
      amount,
      status: fc.constantFrom('completed' as const, 'pending' as const),
      reference_number: optional,
    }),
    { maxLength: 4 },
  ),
  change_due: amount,
  points_earned: fc.option(fc.nat()),
  footer: optional,
  qr: text,
  copy_no: fc.nat({ max: 99 }),
  exchange_of: fc.option(
    fc.record({
      invoice_number: text,
      items: fc.array(
        fc.record({
          product_name: text,
          serial_number: optional,
          imei: optional,
          imei2: optional,
          amount,
        }),
        { maxLength: 3 },
      ),
      amount,
      payouts: fc.array(fc.record({ method: fc.constantFrom(...paymentMethods), amount }), { maxLength: 3 }),
      cash_rounding: amount,
    }),
    { nil: undefined },
  ),
  taken_back: fc.option(
    fc.record({
      status: fc.constantFrom('completed' as const, 'void' as const, 'refunded' as const),
      at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      payouts: fc.array(fc.record({ method: fc.constantFrom(...paymentMethods), amount }), { maxLength: 4 }),
    }),
    { nil: undefined },
  ),
});

describe('a receipt', () => {
  it('is never wider than the paper, whatever it says', () => {
    fc.assert(
      fc.property(anyReceipt, fc.constantFrom(...receiptWidths), (document, width) => {
        const rows = receiptRows(document, width).flatMap((row) => ('text' in row ? [row.text] : []));
        expect(rows.filter((row) => row.length > width || /[\n\r]/.test(row))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('loses no character of a name, serial number, IMEI or reference, whatever its length', () => {
    fc.assert(
      fc.property(anyReceipt, fc.constantFrom(...receiptWidths), (document, width) => {
        const printed = dense(textOf(document, width));
        for (const line of document.lines) {
          for (const part of [
            line.name,
            line.serial_number,
            line.imei,
            ...line.discounts.map((d) => d.label),
          ]) {
            expect(printed).toContain((part ?? '').replace(/\s+/g, ''));
          }
        }
        for (const payment of document.payments) {
          expect(printed).toContain((payment.reference_number ?? '').replace(/\s+/g, ''));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(receiptWidths)('shows serial number, IMEI, total and change on %i columns', (width) => {
    const rows = textOf(receipt(), width);
    const printed = rows.join('\n');
    for (const part of [
      'SN SN-1',
      'IMEI 490154203237518',
      'PHP 61,027.68',
      'PHP 972.32',
      'MNL-01-000123',
      '53,990.00',
    ]) {
      expect(printed).toContain(part);
    }
    expect(printed).toContain('Nov 21, 2026 2:36 PM');
    expect(printed).toContain('Walk-in Customer');
    expect(printed).not.toContain('₱');
  });

  it('lists what came back in an exchange, and what was given back of it in money', () => {
    const came = receipt({
      payments: [
        { method: 'exchange', amount: 6_102_768, status: 'completed', reference_number: 'MNL-01-000101' },
      ],
      change_due: 0,
      exchange_of: {
        invoice_number: 'MNL-01-000101',
        items: [
          {
            product_name: 'iPhone 15 Pro 256 GB Blue',
            serial_number: null,
            imei: '490154203237518',
            imei2: null,
            amount: 6_200_000,
          },
        ],
        amount: 6_200_000,
        payouts: [
          { method: 'exchange', amount: 6_102_768 },
          { method: 'cash', amount: 97_250 },
        ],
        cash_rounding: 18,
      },
    });
    const rows = textOf(came);
    expect(rows.slice(rows.indexOf('CAME BACK of MNL-01-000101'))).toEqual([
      'CAME BACK of MNL-01-000101',
      'iPhone 15 Pro 256 GB Blue',
      '                      -62,000.00',
      ' IMEI 490154203237518',
      'GIVEN BACK            PHP 972.50',
      'Cash                      972.50',
      'Cash rounding               0.18',
      '           Thank you.',
      '         MNL-01-D000456',
    ]);
  });

  it('puts amounts at the right edge', () => {
    const tax = textOf(receipt()).find((row) => row.startsWith('Tax 12%'));
    expect(tax).toHaveLength(32);
    expect(tax?.endsWith(' 6,538.68')).toBe(true);
  });

  it('names the customer and the group, the discount and the points where there are some', () => {
    const printed = textOf(
      receipt({
        customer: { name: 'Maria Santos', group: 'VIP' },
        discount_amount: 100,
        points_earned: 54_489,
      }),
    ).join('\n');
    expect(printed).toContain('Maria Santos (VIP)');
    expect(printed).toMatch(/Discount +-1\.00/);
    expect(printed).toMatch(/Loyalty points earned +54,489/);
    expect(textOf(receipt()).join('\n')).not.toMatch(/Discount|Loyalty/);
  });

  it.each(receiptWidths)(
    'names the discounts of the whole cart beside those of the items on %i columns',
    (width) => {
      const cart_discounts = [
        { label: 'Opening day −2.5%', amount: 4_686 },
        { label: 'A reason that is far too long for one row of any printer there is', amount: 100_000 },
      ];
      const rows = textOf(receipt({ cart_discounts, discount_amount: 105_086 }), width);
      const first = rows.findIndex((row) => row.startsWith('Subtotal'));
      expect(rows[first + 1]).toMatch(/^Item discounts +-4\.00$/);
      expect(rows[first + 2]).toMatch(/^Opening day -2.5% +-46\.86$/);
      expect(rows[first + 2]).toHaveLength(width);
      const taxable = rows.findIndex((row) => row.startsWith('Taxable'));
      expect(dense(rows.slice(first + 3, taxable))).toBe(
        dense([cart_discounts[1]?.label ?? '', '-1,000.00']),
      );
    },
  );

  it('says when it is a repeat, when tax is inside, and when money is still expected', () => {
    expect(textOf(receipt()).join()).not.toContain('REPRINT');
    expect(textOf(receipt({ copy_no: 2 })).join()).toContain('*** REPRINT 2 ***');
    expect(textOf(receipt({ prices_include_tax: true })).join()).toMatch(/VATable amount.*VAT 12%/);
    const pending = { method: 'gcash', amount: 100, status: 'pending', reference_number: 'G-9' } as const;
    const printed = textOf(receipt({ payments: [pending] })).join('\n');
    expect(printed).toContain('GCash (pending)');
    expect(printed).toContain('Ref. G-9');
  });

  it('holds its QR code once', () => {
    const codes = receiptRows(receipt(), 42).filter((row) => row.kind === 'qr');
    expect(codes).toEqual([{ kind: 'qr', data: 'tindahan:sale:MNL-01-D000456' }]);
  });
});

describe('wrap', () => {
  it('breaks at spaces, and cuts what is longer than a row', () => {
    expect(wrap('one two  three', 7)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
    expect(wrap('   ', 4)).toEqual([]);
  });
});
