import { expect, it } from 'vitest';
import { xReadingSlip, zReadingSlip, type PrintedFigures } from './shift-slips.ts';
import { slipRows } from './slip.ts';

const figures: PrintedFigures = {
  sales: { count: 3, total: 319_000 },
  discounts: 10_000,
  tax: 29_000,
  voids: { count: 1, total: 110_000 },
  refunds: { count: 1, total: 20_000 },
  written_off: 1500,
  net: 187_500,
  first_invoice: 'MKT-01-000001',
  last_invoice: 'MKT-01-000003',
  methods: [],
  cash: null,
  trade_ins: { count: 0, total: 0 },
  no_sales: 0,
};
const frame = {
  shop_name: 'Tindahan',
  store: { name: 'Makati', address: null, phone: null },
  printed_at: 0,
  time_zone: 'Asia/Manila',
  staff_name: 'Ana Reyes',
};

/** Returns the amounts of a Z reading by their labels, to be checked by hand. */
function amounts(more: Partial<PrintedFigures> = {}): Map<string, number> {
  const reading = {
    no: 7,
    till: { name: 'Counter 1' },
    business_date: '2026-11-21',
    figures: { ...figures, ...more },
    grand_total_before: 0,
    grand_total: 319_000,
    shifts: [],
  };
  return new Map(
    zReadingSlip(reading, frame).rows.flatMap((row) =>
      row.kind === 'pair' ? [[row.label, Number(row.value.replace(/[^-\d.]/g, ''))] as const] : [],
    ),
  );
}

it('adds a Z reading up: gross less voids and refunds is net, which is what it was before tax and the tax', () => {
  const of = (label: string) => amounts().get(label) ?? NaN;
  expect(of('Gross sales (3)')).toBe(3190);
  const less = ['Voids (1)', 'Refunds (1)', 'Owed no more'].map(of);
  expect(less).toEqual([-1100, -200, -15]);
  expect(less.reduce((sum, amount) => sum + amount, of('Gross sales (3)'))).toBe(of('NET SALES'));
  expect(of('Net before tax') + of('Tax')).toBe(of('NET SALES'));
});

it('tells what was owed apart from what cash was rounded by, and adds up all the same', () => {
  const of = (label: string) => amounts({ rounding_back: 24 }).get(label) ?? NaN;
  const less = ['Voids (1)', 'Refunds (1)', 'Owed no more', 'Rounding taken back'].map(of);
  expect(less).toEqual([-1100, -200, -14.76, -0.24]);
  expect(less.reduce((sum, amount) => sum + amount, of('Gross sales (3)'))).toBe(of('NET SALES'));
  expect(amounts({ rounding_back: 1500 }).has('Owed no more')).toBe(false);
});

it('tells what cash was rounded by, and nothing where it was not', () => {
  expect(amounts({ cash_rounding: 24 }).get('Cash rounding')).toBe(0.24);
  expect(amounts().has('Cash rounding')).toBe(false);
});

it('tells what was paid for trade-ins apart from what its cash was rounded up by, and the drawer adds up', () => {
  const none = { taken: 0, change: 0, refunded: 0, voided: 0, pay_in: 0, pay_out: 0, drop: 0, correction: 0 };
  // 1,000.10 in cash, rounded up by 0.15, and 500 by a wallet.
  const printed = (trade_in_rounding?: number) =>
    amounts({
      cash: { ...none, float: 500_000, trade_ins: 100_025 },
      trade_ins: { count: 2, total: 150_025 },
      ...(trade_in_rounding !== undefined && { trade_in_rounding }),
    });
  const told = printed(15);
  expect(['Paid for trade-ins (2)', 'Rounding of trade-ins'].map((label) => told.get(label))).toEqual([
    -1500.1, -0.15,
  ]);
  const drawer = ['Float', 'Paid for trade-ins', 'Rounding of trade-ins'].map((label) => told.get(label));
  expect(drawer).toEqual([5000, -1000.1, -0.15]);
  expect(told.get('CASH IN DRAWER')).toBe(3999.75);
  // A reading of an older server has it in what was paid.
  const older = printed();
  expect([older.get('Paid for trade-ins'), older.has('Rounding of trade-ins')]).toEqual([-1000.25, false]);
  expect(older.get('CASH IN DRAWER')).toBe(3999.75);
});

it('prints a shift in the zones of its times, after the store changed to another one, too', () => {
  const [opened_at, since, printed_at] = ['01:00', '05:00', '06:00'].map((time) =>
    Date.parse(`2026-11-21T${time}:00Z`),
  ) as [number, number, number];
  const by = { name: 'Ana Reyes' };
  const shift = { number: 'S-1', till: { name: 'Counter 1' }, opened_at, opened_by: by };
  const slip = xReadingSlip(
    { shift: { ...shift, closed_at: null, closed_by: null, reason: null }, figures },
    {
      ...frame,
      printed_at,
      time_zone: [
        { since: 0, timezone: 'Asia/Manila' },
        { since, timezone: 'Asia/Tokyo' },
      ],
    },
  );
  const rows = slipRows(slip, 42).map((row) => ('text' in row ? row.text : ''));
  expect(rows.filter((row) => /^(Opened|Printed) .*M$/.test(row))).toEqual([
    expect.stringContaining('Nov 21, 2026 9:00 AM'),
    expect.stringContaining('Nov 21, 2026 3:00 PM'),
  ]);
});

it('tells of a wallet what came in, what went out of it and the rest', () => {
  const rows = amounts({
    methods: [
      { method: 'cash', count: 2, taken: 300_000, net: 250_000 },
      { method: 'gcash', count: 1, taken: 500_000, net: 400_000 },
      { method: 'maya', count: 1, taken: 70_000, net: 70_000 },
    ],
  });
  const labels = ['Cash (2)', 'GCash (1)', 'GCash paid out', 'GCash net', 'Maya (1)'];
  expect(labels.map((label) => rows.get(label))).toEqual([2500, 5000, -1000, 4000, 700]);
  expect(rows.has('Cash paid out')).toBe(false);
});

it('names the sales that came after their shift, and says of another till’s that they are in no total of it', () => {
  const late = { number: 'MKT-01-000004', total: 110_000, till: { name: 'Counter 2' } };
  const reading = {
    no: 7,
    till: { name: 'Counter 1' },
    business_date: '2026-11-21',
    figures,
    grand_total_before: 0,
    grand_total: 319_000,
    shifts: [],
    late_sales: [
      { ...late, is_in_figures: true },
      { ...late, number: 'MKT-01-000005', is_in_figures: false },
    ],
  };
  const texts = slipRows(zReadingSlip(reading, frame), 42).map((row) =>
    'text' in row ? row.text.trim() : '',
  );
  const first = texts.indexOf('Sent after their shift');
  expect(texts.slice(first, first + 4).map((text) => text.replace(/ +/g, ' '))).toEqual([
    'Sent after their shift',
    'MKT-01-000004 PHP 1,100.00',
    'MKT-01-000005 PHP 1,100.00',
    'Sold at Counter 2, not in this reading’s',
  ]);
});
