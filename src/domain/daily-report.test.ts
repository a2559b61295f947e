import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyReportSlip, hasFigures, hourName, type DailyFigures } from './daily-report.ts';
import { paymentMethods, paymentStatuses } from './payments.ts';
import { receiptWidths } from './receipt.ts';
import { slipRows, type SlipFrame } from './slip.ts';

const frame: SlipFrame = {
  shop_name: 'Tindahan',
  store: { name: 'Makati – Ayala', address: null, phone: null },
  printed_at: Date.parse('2026-11-21T13:05:00Z'),
  time_zone: 'Asia/Manila',
  staff_name: 'Ana Reyes',
};

const none = { count: 0, total: 0 };
const aDay = (overrides: Partial<DailyFigures> = {}): DailyFigures => ({
  date: '2026-11-21',
  store: { code: 'MNL-01', name: 'Makati – Ayala' },
  sales: { count: 38, total: 27_011_600 },
  discounts: { count: 4, total: 120_000 },
  tax: 2_894_100,
  voids: { count: 1, total: 95_200 },
  refunds: { count: 2, total: 1_500_000 },
  written_off: 0,
  net_sales: 25_416_400,
  first_invoice: 'MNL-01-004180',
  last_invoice: 'MNL-01-004218',
  payments: [
    { method: 'cash', status: 'completed', count: 21, total: 9_000_000 },
    { method: 'gcash', status: 'completed', count: 9, total: 11_500_000 },
    { method: 'gcash', status: 'pending', count: 2, total: 4_500_000 },
    { method: 'card', status: 'failed', count: 1, total: 10_000 },
  ],
  cash: {
    ...{ taken: 9_000_000, change: 65_000, refunded: 1_500_000, voided: 95_200, net: 7_339_800 },
    ...{ float: 0, pay_in: 0, pay_out: 0, drop: 0, trade_ins: 0, correction: 0, in_drawer: 7_339_800 },
  },
  by_hour: [
    { hour: 9, sales: 850_000 },
    { hour: 10, sales: 0 },
    { hour: 12, sales: 6_100_000 },
  ],
  ...overrides,
});
const textOf = (report: DailyFigures, width: 32 | 42 | 48 = 42) =>
  slipRows(dailyReportSlip(report, frame), width).flatMap((row) => ('text' in row ? [row.text] : []));

const amount = fc.integer({ min: 0, max: 100_000_000_000 });
const tally = fc.record({ count: fc.nat({ max: 99_999 }), total: amount });

describe('the daily report on paper', () => {
  it('fits every paper, whatever the day brought', () => {
    const anyDay = fc.record({
      sales: tally,
      discounts: tally,
      tax: amount,
      voids: tally,
      refunds: tally,
      written_off: fc.integer({ min: -1_000_000, max: 100_000_000 }),
      net_sales: fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }),
      payments: fc.array(
        fc.record({
          method: fc.constantFrom(...paymentMethods),
          status: fc.constantFrom(...paymentStatuses),
          count: fc.nat({ max: 99_999 }),
          total: amount,
        }),
        { maxLength: 15 },
      ),
      by_hour: fc.array(fc.record({ hour: fc.nat({ max: 23 }), sales: amount }), { maxLength: 24 }),
    });
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...receiptWidths), (day, width) => {
        expect(textOf(aDay(day), width).filter((row) => row.length > width)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('tells the day, its numbers, its sums and what lies in the drawer', () => {
    const printed = textOf(aDay()).join('\n');
    for (const part of [
      /DAILY REPORT/,
      /Store +Makati – Ayala \(MNL-01\)/,
      /Day +November 21, 2026/,
      /First invoice +MNL-01-004180/,
      /Last invoice +MNL-01-004218/,
      /Sales \(38\) +PHP 270,116\.00/,
      /Voids \(1\) +-PHP 952\.00/,
      /Refunds \(2\) +-PHP 15,000\.00/,
      /NET SALES +PHP 254,164\.00/,
      /Discounts given \(4\) +PHP 1,200\.00/,
      /Tax in net sales +PHP 28,941\.00/,
      /Cash \(21\) +PHP 90,000\.00/,
      /GCash pending \(2\) +PHP 45,000\.00/,
      /Credit\/Debit Card failed \(1\) +PHP 100\.00/,
      /Change given +-PHP 650\.00/,
      /NET CASH +PHP 73,398\.00/,
      /9 AM +PHP 8,500\.00\n12 PM +PHP 61,000\.00/,
      /By +Ana Reyes/,
    ]) {
      expect(printed).toMatch(part);
    }
    expect(printed).not.toMatch(/10 AM/);
  });

  it('tells what was owed apart from what cash was rounded by', () => {
    const printed = textOf(aDay({ written_off: 40_024, rounding_back: 24 })).join('\n');
    expect(printed).toMatch(/Owed no more +-PHP 400\.00\nRounding taken back +-PHP 0\.24\n/);
    expect(textOf(aDay({ written_off: 24, rounding_back: 24 })).join('\n')).not.toMatch(/Owed no more/);
  });

  it('marks a day that gave back more than it took, and says so where nothing was sold', () => {
    const printed = textOf(
      aDay({
        sales: none,
        net_sales: -500,
        payments: [],
        first_invoice: null,
        last_invoice: null,
        by_hour: [],
      }),
    ).join('\n');
    expect(printed).toMatch(/NET SALES +-PHP 5\.00/);
    expect(printed).toMatch(/First invoice +none/);
    expect(printed).toMatch(/Payments\nNone/);
    expect(printed).not.toMatch(/Sales by hour/);
  });
});

it('tells on paper what was put into the drawer and taken out besides, and what is in it', () => {
  const { cash } = aDay();
  const moved = { ...cash, float: 500_000, pay_out: 20_000, drop: 7_000_000, in_drawer: 819_800 };
  const printed = textOf(aDay({ cash: moved })).join('\n');
  expect(printed).toMatch(
    /NET CASH +PHP 73,398\.00\nFloats +PHP 5,000\.00\nPay-outs +-PHP 200\.00\nDrops to the safe +-PHP 70,000\.00\nCASH IN DRAWER +PHP 8,198\.00/,
  );
  expect(textOf(aDay()).join('\n')).not.toMatch(/Floats|IN DRAWER/);
});

it('tells on paper what was paid for trade-ins apart from what its cash was rounded up by', () => {
  const { cash } = aDay();
  const moved = { ...cash, trade_ins: 100_025, in_drawer: 7_239_775 };
  expect(textOf(aDay({ cash: moved, trade_in_rounding: 15 })).join('\n')).toMatch(
    /NET CASH +PHP 73,398\.00\nPaid for trade-ins +-PHP 1,000\.10\nRounding of trade-ins +-PHP 0\.15\nCASH IN DRAWER +PHP 72,397\.75/,
  );
});

it('a day has figures when anything at all happened on it', () => {
  const empty = aDay({ sales: none, voids: none, refunds: none, payments: [] });
  expect(hasFigures(empty)).toBe(false);
  expect(hasFigures({ ...empty, refunds: { count: 1, total: 100 } })).toBe(true);
  expect(hasFigures({ ...empty, cash: { ...empty.cash, float: 500_000 } })).toBe(true);
  expect(hasFigures(aDay())).toBe(true);
});

it('names hours as people say them', () => {
  expect([0, 9, 12, 20].map(hourName)).toEqual(['12 AM', '9 AM', '12 PM', '8 PM']);
});
