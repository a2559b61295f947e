import { expect, it } from 'vitest';
import { dailyReportSlip, hasFigures, type DailyFigures } from './daily-report.ts';
import { refundSlip, voidSlip, type PrintedRefund } from './money-back-slip.ts';
import type { ReceiptRow } from './receipt.ts';
import { documentRows, documentTitle, slipOf, slipRows, type SlipDocument, type SlipFrame } from './slip.ts';

const frame: SlipFrame = {
  shop_name: 'Tindahan',
  store: { name: 'Makati – Ayala', address: 'G/F Ayala Avenue', phone: '+63 2 8812 4410' },
  printed_at: Date.parse('2026-11-21T13:05:00Z'),
  time_zone: 'Asia/Manila',
  staff_name: 'Ana Reyes',
};

const refunded: PrintedRefund = {
  approved_by: null,
  transaction: {
    transaction_number: 'MKT-01-004218',
    customer: null,
    transaction_items: [
      { id: 1, inventory_item: { serial_number: 'R5CX90K2LTN', imei: '356789104523417' } },
      { id: 2, inventory_item: { serial_number: null, imei: null } },
    ],
  },
  refund: {
    amount: 426_720,
    reason: 'Left bud is silent',
    items: [
      { transaction_item_id: 1, product_name: 'Galaxy Buds FE', disposition: 'defective', amount: 382_032 },
      { transaction_item_id: 2, product_name: 'USB-C cable', disposition: 'available', amount: 44_688 },
    ],
    payouts: [
      { method: 'cash', amount: 326_720, reference_number: null },
      { method: 'gcash', amount: 100_000, reference_number: '9021 4471' },
    ],
    refunded_by: { name: 'Ana Reyes' },
    created_at: Date.parse('2026-11-21T07:00:00Z'),
  },
};

const none = { count: 0, total: 0 };
const day: DailyFigures = {
  date: '2026-11-21',
  store: { code: 'MKT-01', name: 'Makati – Ayala' },
  sales: { count: 3, total: 319_000 },
  discounts: { count: 1, total: 10_000 },
  tax: 29_000,
  voids: { count: 1, total: 110_000 },
  refunds: none,
  written_off: 0,
  net_sales: 209_000,
  first_invoice: 'MKT-01-000001',
  last_invoice: 'MKT-01-000003',
  payments: [
    { method: 'cash', status: 'completed', count: 2, total: 205_000 },
    { method: 'gcash', status: 'pending', count: 1, total: 110_000 },
    { method: 'card', status: 'failed', count: 1, total: 3000 },
  ],
  cash: {
    ...{ taken: 205_000, change: 90_000, refunded: 0, voided: 120_000, net: -5000 },
    ...{ float: 0, pay_in: 0, pay_out: 0, drop: 0, trade_ins: 0, correction: 0, in_drawer: -5000 },
  },
  by_hour: [
    { hour: 0, sales: 0 },
    { hour: 10, sales: 209_000 },
    { hour: 12, sales: 110_000 },
  ],
};

function drawn(row: ReceiptRow): string {
  if (row.kind === 'rule') return ' ----';
  if (row.kind !== 'text') return row.kind;
  return `${row.bold ? '*' : ' '}${row.text}`;
}

it('lays the slip of a refund out, row by row', () => {
  expect(slipRows(refundSlip(refunded, frame), 32).map(drawn)).toEqual([
    '*            TINDAHAN',
    '          Makati – Ayala',
    '         G/F Ayala Avenue',
    '       Tel. +63 2 8812 4410',
    ' ----',
    '*             REFUND',
    ' ----',
    ' Sale               MKT-01-004218',
    ' Date        Nov 21, 2026 3:00 PM',
    ' Staff                  Ana Reyes',
    ' Customer        Walk-in Customer',
    ' ----',
    ' Galaxy Buds FE',
    ' IMEI 356789104523417',
    ' SN R5CX90K2LTN',
    ' Defective           PHP 3,820.32',
    ' USB-C cable',
    ' Back to stock         PHP 446.88',
    ' ----',
    '*REFUNDED            PHP 4,267.20',
    ' Cash                PHP 3,267.20',
    ' GCash               PHP 1,000.00',
    ' Ref. 9021 4471',
    ' ----',
    ' Reason: Left bud is silent',
    ' ',
    ' ',
    ' ----',
    ' Customer’s signature',
    ' ----',
    ' Printed     Nov 21, 2026 9:05 PM',
    ' By                     Ana Reyes',
  ]);
});

it('lays the slip of a void out: every unit, and what is handed back by which method', () => {
  const slip = voidSlip(
    {
      transaction: refunded.transaction,
      units: [{ product_name: 'Galaxy Buds FE White', serial_number: 'R5CX90K2LTN', imei: null }],
      payouts: [
        { method: 'cash', amount: 326_720 },
        { method: 'gcash', amount: 100_000 },
      ],
      reason: 'Wrong customer',
      voided_by: 'Ana Reyes',
      approved_by: 'Joel Cruz',
      voided_at: Date.parse('2026-11-21T07:00:00Z'),
    },
    frame,
  );
  expect(slipRows(slip, 32).map(drawn).slice(5, -3)).toEqual([
    '*              VOID',
    ' ----',
    ' Sale               MKT-01-004218',
    ' Date        Nov 21, 2026 3:00 PM',
    ' Staff                  Ana Reyes',
    ' Approved by            Joel Cruz',
    ' Customer        Walk-in Customer',
    ' ----',
    ' Galaxy Buds FE White',
    ' SN R5CX90K2LTN',
    ' ----',
    '*HANDED BACK         PHP 4,267.20',
    ' Cash                PHP 3,267.20',
    ' GCash               PHP 1,000.00',
    ' ----',
    ' Reason: Wrong customer',
    ' ',
    ' ',
    ' ----',
    ' Customer’s signature',
  ]);
});

it('lays a day’s report out, row by row', () => {
  expect(slipRows(dailyReportSlip(day, frame), 32).map(drawn)).toEqual([
    '*            TINDAHAN',
    '          Makati – Ayala',
    '         G/F Ayala Avenue',
    '       Tel. +63 2 8812 4410',
    ' ----',
    '*          DAILY REPORT',
    ' ----',
    ' Store    Makati – Ayala (MKT-01)',
    ' Day            November 21, 2026',
    ' First invoice      MKT-01-000001',
    ' Last invoice       MKT-01-000003',
    ' ----',
    ' Sales (3)           PHP 3,190.00',
    ' Voids (1)          -PHP 1,100.00',
    ' Refunds (0)             PHP 0.00',
    '*NET SALES           PHP 2,090.00',
    ' Discounts given (1)   PHP 100.00',
    ' Tax in net sales      PHP 290.00',
    ' ----',
    '*Payments',
    ' Cash (2)            PHP 2,050.00',
    ' GCash pending (1)   PHP 1,100.00',
    ' Credit/Debit Card failed (1)',
    '                        PHP 30.00',
    ' ----',
    '*Cash',
    ' Taken               PHP 2,050.00',
    ' Change given         -PHP 900.00',
    ' Refunded                PHP 0.00',
    ' Voided             -PHP 1,200.00',
    '*NET CASH              -PHP 50.00',
    ' ----',
    '*Sales by hour',
    ' 10 AM               PHP 2,090.00',
    ' 12 PM               PHP 1,100.00',
    ' ----',
    ' Counted',
    ' ',
    ' ',
    ' ----',
    ' Signature',
    ' ----',
    ' Printed     Nov 21, 2026 9:05 PM',
    ' By                     Ana Reyes',
  ]);
});

it('tells of a day on which nothing happened', () => {
  const quiet = {
    ...day,
    sales: none,
    voids: none,
    payments: [],
    by_hour: [],
    first_invoice: null,
    last_invoice: null,
  };
  const rows = slipRows(dailyReportSlip(quiet, frame), 32).map(drawn);
  expect(rows).toContain(' First invoice               none');
  expect(rows).toContain(' Last invoice                none');
  expect(rows.slice(rows.indexOf('*Payments'), rows.indexOf('*Payments') + 2)).toEqual([
    '*Payments',
    ' None',
  ]);
  expect(rows.join('\n')).not.toContain('Sales by hour');
  expect(hasFigures(quiet)).toBe(false);
});

it.each([
  ['a sale', { sales: { count: 1, total: 1 } }],
  ['a void', { voids: { count: 1, total: 1 } }],
  ['a refund', { refunds: { count: 1, total: 1 } }],
  ['a payment', { payments: [{ method: 'cash', status: 'completed', count: 1, total: 1 }] }],
] as const)('has figures for a day with %s', (_, happened) => {
  expect(hasFigures({ ...day, sales: none, voids: none, refunds: none, payments: [], ...happened })).toBe(
    true,
  );
});

it('leaves out what a refund has not: units, a customer without a name, a number of the shop', () => {
  const rows = slipRows(
    refundSlip(
      {
        ...refunded,
        transaction: { ...refunded.transaction, customer: { name: 'Maria Santos' } },
        refund: { ...refunded.refund, items: [] },
      },
      { ...frame, store: { name: 'Makati', address: null, phone: null } },
    ),
    48,
  ).map(drawn);
  expect(rows.slice(0, 3)).toEqual([
    '*                    TINDAHAN',
    '                      Makati',
    ' ----',
  ]);
  expect(rows).toContain(` Customer${'Maria Santos'.padStart(40)}`);
  const [end, sum] = [
    rows.findIndex((row) => row.includes('Maria Santos')),
    rows.findIndex((row) => row.startsWith('*REFUNDED')),
  ];
  expect(rows.slice(end + 1, sum)).toEqual([' ----']);
});

it('gives a value that is wider than the paper rows of its own', () => {
  const [label, value] = ['Reason', 'x'.repeat(33)];
  const wide = slipRows(slipOf(frame, 'T', [{ kind: 'pair', label, value }]), 32).map(drawn);
  expect(wide.slice(6, 9)).toEqual([' Reason', `  ${'x'.repeat(31)}`, `  ${'x'.repeat(2)}`]);
  const whole = slipRows(slipOf(frame, 'T', [{ kind: 'pair', label, value: 'x'.repeat(32) }]), 32);
  expect(whole.map(drawn).slice(6, 8)).toEqual([' Reason', ` ${'x'.repeat(32)}`]);
});

it('names a document and draws it by its kind', () => {
  const slip = dailyReportSlip(day, frame);
  expect(documentTitle({ kind: 'slip', slip })).toBe('Daily report');
  expect(documentRows({ kind: 'slip', slip }, 32)).toEqual(slipRows(slip, 32));
});

it('gives the rounding of cash a line of its own on the slips of a refund, a void and a day', () => {
  const rowsOf = (slip: SlipDocument) => slipRows(slip, 32).map(drawn);
  const payouts = [{ method: 'cash', amount: 426_725 }] as const;
  const refund = { ...refunded.refund, cash_rounding: 5, payouts };
  expect(rowsOf(refundSlip({ ...refunded, refund }, frame)).slice(18, 22)).toEqual([
    ' ----',
    '*REFUNDED            PHP 4,267.20',
    ' Cash rounding           PHP 0.05',
    ' Cash                PHP 4,267.25',
  ]);
  const { transaction } = refunded;
  const voided = { transaction, units: [], payouts, rounding: 5, reason: 'Wrong customer', voided_by: 'Ana' };
  expect(rowsOf(voidSlip({ ...voided, approved_by: null, voided_at: 0 }, frame))).toEqual(
    expect.arrayContaining([
      '*HANDED BACK         PHP 4,267.20',
      ' Cash rounding           PHP 0.05',
      ' Cash                PHP 4,267.25',
    ]),
  );
  expect(rowsOf(dailyReportSlip({ ...day, cash_rounding: 24 }, frame))).toContain(
    ' Cash rounding           PHP 0.24',
  );
  // A day on which more came back than was rounded.
  expect(rowsOf(dailyReportSlip({ ...day, cash_rounding: -24 }, frame))).toContain(
    ' Cash rounding          -PHP 0.24',
  );
});
