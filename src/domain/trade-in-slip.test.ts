import { expect, it } from 'vitest';
import { slipRows } from './slip.ts';
import { tradeInSlip, type PrintedTradeIn } from './trade-in-slip.ts';

const frame = {
  shop_name: 'Tindahan',
  store: { name: 'Makati', address: null, phone: null },
  printed_at: Date.parse('2026-11-28T10:00:00+08:00'),
  time_zone: 'Asia/Manila',
  staff_name: 'Ana Reyes',
};
const traded: PrintedTradeIn = {
  number: 'TI-MKT-01-000001',
  at: Date.parse('2026-11-28T10:00:00+08:00'),
  staff: { name: 'Ana Reyes' },
  unit: {
    product_name: 'iPhone 11',
    variation_name: '128 GB, Black',
    serial_number: null,
    imei: '356789104523417',
    imei2: null,
    category: 'used',
    condition_rating: 4,
  },
  amount: 4_000_010,
  payment: { number: 'MKT-01-D000007', amount: 3_800_000 },
  payout: { method: 'gcash', amount: 200_010, reference_number: 'G-1' },
  seller: { name: 'Ben Cruz', address: '12 Mabini St', id_type: 'passport', id_number: 'P1234567A' },
};

it('prints what was sold, by whom, how it was paid, and the declaration to sign', () => {
  const rows = slipRows(tradeInSlip(traded, frame), 42).flatMap((row) =>
    row.kind === 'text' ? [row.text.replaceAll(/\s+/g, ' ').trim()] : [],
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      'Number TI-MKT-01-000001',
      'iPhone 11 128 GB, Black',
      'IMEI 356789104523417',
      'Condition Used, 4 of 5',
      'Pays for MKT-01-D000007 PHP 38,000.00',
      'Paid out, GCash PHP 2,000.10',
      'Ref. G-1',
      'Seller Ben Cruz',
      '12 Mabini St',
      'Passport P1234567A',
      'Seller’s signature',
    ]),
  );
  expect(rows.join(' ')).toContain('neither stolen nor lost');
});

it('adds up: the agreed amount and its rounding are what pays for the sale and what is paid out', () => {
  const payout = { method: 'cash', amount: 200_025, cash_rounding: 15, reference_number: null } as const;
  const rows = slipRows(tradeInSlip({ ...traded, payout }, frame), 32).flatMap((row) =>
    row.kind === 'text' ? [row.text.replaceAll(/\s+/g, ' ')] : [],
  );
  expect(rows.slice(rows.indexOf('AGREED PHP 40,000.10')).slice(0, 4)).toEqual([
    'AGREED PHP 40,000.10',
    'Pays for MKT-01-D000007',
    ' PHP 38,000.00',
    'Cash rounding PHP 0.15',
  ]);
  expect(rows).toContain('Paid out, Cash PHP 2,000.25');
});

it('leaves out what the reader may not see, and what there is not', () => {
  const bare = { ...traded, number: null, payment: null, payout: null, seller: { name: 'Ben Cruz' } };
  const text = slipRows(tradeInSlip(bare, frame), 32)
    .flatMap((row) => (row.kind === 'text' ? [row.text] : []))
    .join('\n');
  expect(text).not.toMatch(/Passport|Pays for|Cash rounding|Paid out|Number/);
});
