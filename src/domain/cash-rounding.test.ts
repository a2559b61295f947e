import { describe, expect, it } from 'vitest';
import { cashBack, cashDue, smallestCoins } from './cash-rounding.ts';
import {
  cashRounding,
  changeDue,
  isCovered,
  remainingAmount,
  remainingCash,
  roundingAfter,
  type CountedPayment,
} from './payments.ts';
import {
  balanceDue,
  beforeRefund,
  defaultPayouts,
  keptRounding,
  paidAmount,
  payoutsOfVoid,
  roundedPayouts,
} from './refunds.ts';

const pay = (amount: number, overrides: Partial<CountedPayment> = {}): CountedPayment => ({
  method: 'cash',
  amount,
  status: 'completed',
  deleted_at: null,
  ...overrides,
});
const gcash = (amount: number, overrides: Partial<CountedPayment> = {}) =>
  pay(amount, { method: 'gcash', status: 'pending', ...overrides });

/** The change that is handed out for what is due exactly, from the first to the last centavo of each row. */
const CHANGE: Record<number, [from: number, to: number, given: number][]> = {
  1: Array.from({ length: 99 }, (_, index) => [index + 1, index + 1, index + 1]),
  5: [
    [1, 5, 5],
    [6, 10, 10],
    [11, 15, 15],
    [16, 20, 20],
    [21, 25, 25],
    [26, 30, 30],
    [31, 35, 35],
    [36, 40, 40],
    [41, 45, 45],
    [46, 50, 50],
    [51, 55, 55],
    [56, 60, 60],
    [61, 65, 65],
    [66, 70, 70],
    [71, 75, 75],
    [76, 80, 80],
    [81, 85, 85],
    [86, 90, 90],
    [91, 95, 95],
    [96, 99, 100],
  ],
  25: [
    [1, 25, 25],
    [26, 50, 50],
    [51, 75, 75],
    [76, 99, 100],
  ],
  100: [[1, 99, 100]],
};

describe.each(smallestCoins)('with %d centavos as the smallest coin', (coin) => {
  const rows = (CHANGE[coin] ?? []).flatMap(([from, to, given]) =>
    Array.from({ length: to - from + 1 }, (_, index) => [from + index, given] as const),
  );

  it('each of ₱0.01 to ₱0.99 of change has its row', () => {
    expect(rows.map(([exact]) => exact)).toEqual(Array.from({ length: 99 }, (_, index) => index + 1));
  });

  it.each(rows)('change of %d centavos is given as %d', (exact, given) => {
    const total = 100_000 - exact;
    const payments = [pay(100_000)];
    const change = changeDue(total, payments, coin);
    expect(change).toBe(given);
    const rounding = cashRounding(total, payments, { change, coin });
    expect(rounding).toBe(given - exact);
    expect(100_000 - change + rounding).toBe(total);
    // The exact cash that is asked for comes to the same.
    const due = remainingCash(total, [], coin);
    expect(due).toBe(100_000 - given);
    expect(changeDue(total, [pay(due)], coin)).toBe(0);
    expect(isCovered(total, [pay(due)], coin)).toBe(true);
    expect(isCovered(total, [pay(due - coin - 1)], coin)).toBe(false);
    expect(cashBack(exact, coin)).toBe(given);
  });
});

describe('the rounding of cash', () => {
  it('asks for no less than a coin by nothing: a rest below it stays as it is', () => {
    expect(cashDue(20, 25)).toBe(20);
    expect(cashDue(25, 25)).toBe(25);
    expect(cashDue(0, 25)).toBe(0);
  });

  it('leaves cash that was given to the centavo as it is, as older tills take it', () => {
    expect(changeDue(9999, [pay(9999)], 25)).toBe(0);
    expect(cashRounding(9999, [pay(9999)], { change: 0, coin: 25 })).toBe(0);
    expect(isCovered(9999, [pay(9999)], 25)).toBe(true);
  });

  it('is of the cash part alone: what other methods pay is paid to the centavo', () => {
    expect(isCovered(9999, [gcash(9975)], 25)).toBe(false);
    expect(remainingAmount(9999, [gcash(9975)], 25)).toBe(24);
    expect(cashRounding(9999, [gcash(9998)], { change: 0, coin: 25 })).toBe(0);
    // ₱49.99 are left to cash: ₱49.75 are asked for, and ₱50 give ₱0.25 back.
    expect(remainingCash(9999, [gcash(5000)], 25)).toBe(4975);
    expect(changeDue(9999, [gcash(5000), pay(5000)], 25)).toBe(25);
  });

  it('is done once for all cash of a sale', () => {
    // ₱33.33 and ₱66.66: each alone would lose up to a coin.
    expect(remainingCash(9999, [pay(3333)], 25)).toBe(9975 - 3333);
    const payments = [pay(3333), pay(6642)];
    expect(isCovered(9999, payments, 25)).toBe(true);
    expect(remainingAmount(9999, payments, 25)).toBe(0);
    expect(cashRounding(9999, payments, { change: 0, coin: 25 })).toBe(24);
  });

  it('counts pending cash, whose change is given when it comes', () => {
    const pending = pay(10_000, { status: 'pending' });
    expect(changeDue(9999, [pending], 25)).toBe(0);
    expect(cashRounding(9999, [pending], { change: 0, coin: 25 })).toBe(0);
    const came = [pay(10_000)];
    const change = changeDue(9999, came, 25);
    expect(change).toBe(25);
    const taken = { amount: 10_000, change, coin: 25 };
    expect(roundingAfter(0, came, { missing: 9999 - 10_000 + change, back: 0, taken })).toBe(24);
  });

  it('stays while cash stays, goes with the last of it, and rounds late cash', () => {
    const failed = gcash(4000, { status: 'failed' });
    const after = (rounding: number, payments: CountedPayment[], missing: number, taken = 0) =>
      roundingAfter(rounding, payments, {
        missing,
        back: 0,
        taken: taken ? { amount: taken, change: 0, coin: 25 } : null,
      });
    expect(after(24, [pay(5975), failed], 4000)).toBe(24);
    expect(after(24, [pay(9975, { deleted_at: 1 })], 9975)).toBe(0);
    expect(after(0, [pay(9975)], 24, 9975)).toBe(24);
    expect(after(0, [pay(5000)], 4999, 5000)).toBe(0);
    // A wallet that failed by less than a coin is still owed.
    expect(after(0, [pay(5000)], 20)).toBe(0);
    // ₱99.75 are due of ₱99.80 in cash, and ₱0.20 of ₱0.20.
    expect(after(0, [pay(9960)], 20, 9960)).toBe(0);
    expect(after(0, [pay(9780), pay(10)], 10, 10)).toBe(0);
  });

  it('leaves with its last cash what went back with returned lines before', () => {
    const failed = [pay(9975, { status: 'failed' })];
    expect(roundingAfter(24, failed, { missing: 4988, back: 12, taken: null })).toBe(12);
  });
});

describe('cash that goes back', () => {
  const totals = {
    subtotal: 9999,
    discount_amount: 0,
    total_amount: 9999,
    lines: [{ final_price: 5000 }, { final_price: 4999 }],
  };

  it('is rounded up once for all payouts of one act', () => {
    const payouts = [
      { method: 'cash', amount: 3333 },
      { method: 'card', amount: 1001 },
    ] as const;
    expect(roundedPayouts(payouts, 25)).toEqual({
      payouts: [
        { method: 'cash', amount: 3350 },
        { method: 'card', amount: 1001 },
      ],
      rounding: 17,
    });
    expect(roundedPayouts(payouts, 1).rounding).toBe(0);
    expect(roundedPayouts([{ method: 'card', amount: 1001 }], 25).rounding).toBe(0);
  });

  it('is what was paid where all of a rounded sale comes back', () => {
    const payments = [pay(10_000)];
    expect(paidAmount(payments, 25)).toBe(9975);
    expect(roundedPayouts(defaultPayouts(9975, payments, { change: 25, earlier: [] }), 25)).toEqual({
      payouts: [{ method: 'cash', amount: 9975 }],
      rounding: 0,
    });
    expect(payoutsOfVoid(payments, 25)).toEqual([{ method: 'cash', amount: 9975 }]);
    expect(payoutsOfVoid([pay(9999)], 0, 1)).toEqual([{ method: 'cash', amount: 10_000 }]);
  });

  it('leaves no balance', () => {
    const none = { returned: new Set<number>(), refunded: 0 };
    expect(balanceDue(totals, [pay(9975)], { change: 0, rounding: 24, ...none })).toBe(0);
    expect(balanceDue(totals, [pay(9975)], { change: 0, ...none })).toBe(24);
    expect(
      balanceDue(totals, [pay(9975)], { change: 0, rounding: 12, returned: new Set([0]), refunded: 4988 }),
    ).toBe(0);
  });

  it('takes with each line its part of the rounding, also of a sale that is not paid yet', () => {
    const before = (payments: CountedPayment[]) =>
      beforeRefund(totals, payments, {
        back: new Set(),
        refunded: 0,
        withheld: 0,
        change: 0,
        rounding: 24,
      });
    const kept = (returned: number[], unpaid: number, payments = [pay(9975)]) =>
      keptRounding(totals, before(payments), { returned: new Set(returned), unpaid });
    // ₱49.99 less ₱49.87, and ₱50.00 less ₱49.88.
    expect(kept([0], 12)).toBe(12);
    expect(kept([1], 5000)).toBe(12);
    expect(kept([0, 1], 0)).toBe(0);
    // The shop keeps more than the line costs: nothing of it was let off.
    expect(kept([0], 0)).toBe(0);
    expect(kept([0], 7)).toBe(7);
    // No cash counts any more.
    expect(kept([0], 4999, [pay(9975, { status: 'failed' })])).toBe(0);
  });
});
