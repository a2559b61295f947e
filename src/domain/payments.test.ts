import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeByPayment,
  changeDue,
  changeAfter,
  coveredAmount,
  defaultStatus,
  dueOn,
  excessWithoutCash,
  isCovered,
  needsReference,
  paidSums,
  paidText,
  paymentMethods,
  tenders,
  paymentPermission,
  paymentProblem,
  paymentStatuses,
  referenceKey,
  remainingAmount,
  roundUpToHundred,
  type CountedPayment,
  type PaymentEntry,
} from './payments.ts';

const paid = (overrides: Partial<CountedPayment> = {}): CountedPayment => ({
  method: 'cash',
  amount: 10_000,
  status: 'completed',
  deleted_at: null,
  ...overrides,
});

const payment = fc.record({
  method: fc.constantFrom(...paymentMethods),
  amount: fc.integer({ min: 1, max: 10_000_000 }),
  status: fc.constantFrom(...paymentStatuses),
  deleted_at: fc.constantFrom(null, 1),
});
const total = fc.integer({ min: 1, max: 20_000_000 });

describe('what payments cover', () => {
  it.each([
    ['₱100.00 paid, ₱200.00 pending', [paid(), paid({ method: 'gcash', status: 'pending', amount: 20_000 })]],
    ['₱200.00 pending', [paid({ method: 'maya', status: 'pending', amount: 20_000 })]],
    ['₱100.00 paid', [paid(), paid({ deleted_at: 1 }), paid({ status: 'failed' })]],
    ['', []],
  ])('is told as %j', (text, payments) => {
    expect(paidText(paidSums(payments))).toBe(text);
  });

  it('is what was completed or is pending, and never what failed or was deleted', () => {
    const payments = [
      paid({ amount: 1 }),
      paid({ amount: 20, status: 'pending', method: 'gcash' }),
      paid({ amount: 300, status: 'failed' }),
      paid({ amount: 4000, deleted_at: 7 }),
    ];
    expect(coveredAmount(payments)).toBe(21);
    expect(remainingAmount(100, payments)).toBe(79);
  });

  it('may be one centavo short of the total', () => {
    expect(isCovered(10_001, [paid()])).toBe(true);
    expect(isCovered(10_002, [paid()])).toBe(false);
  });

  it('leaves nothing remaining exactly when it reaches the total', () => {
    fc.assert(
      fc.property(total, fc.array(payment), (sum, payments) => {
        const remaining = remainingAmount(sum, payments);
        expect(remaining).toBeGreaterThanOrEqual(0);
        expect(remaining === 0).toBe(coveredAmount(payments) >= sum);
        expect(isCovered(sum, payments)).toBe(remaining <= 1);
      }),
    );
  });
});

describe('change', () => {
  it('is the cash above the total minus the other methods', () => {
    const card = paid({ method: 'card', amount: 3000 });
    expect(changeDue(10_000, [paid(), card])).toBe(3000);
    expect(changeDue(10_000, [paid({ amount: 5000 }), card])).toBe(0);
    expect(changeDue(2000, [paid({ amount: 5000 }), card])).toBe(5000);
    expect(changeDue(10_000, [paid({ method: 'card', amount: 12_000 })])).toBe(0);
  });

  it('is never more than the cash, and what is kept is the total wherever nothing was overpaid without cash', () => {
    fc.assert(
      fc.property(total, fc.array(payment), (sum, some) => {
        const payments = some.map((one) =>
          one.method === 'cash' ? { ...one, status: 'completed' as const } : one,
        );
        const change = changeDue(sum, payments);
        const cash = coveredAmount(payments.filter(({ method }) => method === 'cash'));
        expect(change).toBeGreaterThanOrEqual(0);
        expect(change).toBeLessThanOrEqual(cash);
        const covered = coveredAmount(payments);
        if (covered >= sum) expect(covered - change - excessWithoutCash(sum, payments)).toBe(sum);
        else expect(change).toBe(0);
      }),
    );
  });

  it('is given of cash that has come in, and of late cash when that comes', () => {
    const late = paid({ amount: 50_000, status: 'pending' });
    expect(changeDue(90_000, [late])).toBe(0);
    expect(changeDue(90_000, [paid({ amount: 100_000, status: 'pending' })])).toBe(0);
    expect(changeDue(90_000, [paid({ amount: 50_000 }), late])).toBe(10_000);
    expect(changeAfter(0, 90_000, [paid({ amount: 100_000 })])).toBe(10_000);
    expect(changeAfter(10_000, 90_000, [paid({ amount: 50_000 }), { ...late, status: 'failed' }])).toBe(
      10_000,
    );
  });

  it('is not given for another method than cash', () => {
    expect(excessWithoutCash(10_000, [paid({ method: 'gcash', amount: 12_000 })])).toBe(2000);
    expect(excessWithoutCash(10_000, [paid({ amount: 12_000 })])).toBe(0);
    expect(excessWithoutCash(10_000, [paid({ method: 'gcash', amount: 12_000, deleted_at: 1 })])).toBe(0);
  });
});

describe('a payment row', () => {
  const entry = (overrides: Partial<PaymentEntry> = {}): PaymentEntry => ({
    method: 'gcash',
    amount: 5000,
    status: 'pending',
    reference_number: 'G-1',
    expected_date: null,
    ...overrides,
  });
  const at = { remaining: 10_000, today: '2026-11-21' };

  it('starts completed for cash and card, pending for the rest, and needs a reference for all but cash', () => {
    expect(tenders.map(defaultStatus)).toEqual(['completed', 'completed', 'pending', 'pending', 'pending']);
    expect(tenders.map(needsReference)).toEqual([false, true, true, true, true]);
    expect((['trade_in', 'exchange'] as const).map(defaultStatus)).toEqual(['completed', 'completed']);
    expect((['trade_in', 'exchange'] as const).map(needsReference)).toEqual([false, false]);
  });

  it.each([
    [{}, null],
    [{ amount: 0 }, 'amount'],
    [{ amount: 10_000 }, null],
    [{ amount: 10_001 }, 'amount'],
    [{ amount: 10_001, method: 'cash' }, null],
    [{ reference_number: '  ' }, 'reference_number'],
    [{ reference_number: '', method: 'cash' }, null],
    [{ reference_number: '4111 1111 1111 1111', method: 'card' }, 'reference_number'],
    [{ reference_number: '４１１１ １１１１ １１１１ １１１１', method: 'card' }, 'reference_number'],
    [{ reference_number: '4111 1111 1111 1112', method: 'card' }, null],
    [{ reference_number: 'BPI 12, 4111 1111 1111 1111 approved', method: 'card' }, 'reference_number'],
    [{ reference_number: 'no.4111111111111111/ok', method: 'card' }, 'reference_number'],
    [{ reference_number: '4222222222222', method: 'card' }, 'reference_number'],
    [{ reference_number: 'card 6304000000000000000', method: 'card' }, 'reference_number'],
    [{ reference_number: '41111111 AUTH 11111111', method: 'card' }, null],
    [{ reference_number: 'TID 12345678, 004511', method: 'card' }, null],
    [{ reference_number: '411111111111', method: 'card' }, null],
    [{ reference_number: '4111111111111111' }, null],
    [{ expected_date: '2026-11-21' }, null],
    [{ expected_date: '2026-11-20' }, 'expected_date'],
    [{ expected_date: '2026-11-20', status: 'completed' }, null],
  ] satisfies [Partial<PaymentEntry>, string | null][])('of %j has its problem on %s', (overrides, field) => {
    expect(paymentProblem(entry(overrides), at)?.field ?? null).toBe(field);
  });

  it('rounds up to the next hundred pesos', () => {
    expect([1, 10_000, 10_001, 0].map(roundUpToHundred)).toEqual([10_000, 10_000, 20_000, 0]);
  });

  it('once failed or deleted takes along the change that no cash is left for', () => {
    const gone = { amount: 200_000, deleted_at: 1 };
    expect(changeAfter(90_000, 110_000, [paid({ amount: 200_000 })])).toBe(90_000);
    expect(changeAfter(90_000, 110_000, [paid(gone)])).toBe(0);
    expect(changeAfter(90_000, 110_000, [paid(gone), paid({ amount: 50_000 })])).toBe(50_000);
    expect(changeAfter(90_000, 110_000, [paid(gone), paid({ method: 'card', amount: 50_000 })])).toBe(0);
    expect(changeAfter(90_000, 110_000, [paid({ amount: 200_000, status: 'failed' })])).toBe(0);
  });

  it('is for whoever sells on a draft, and for whoever reviews payments afterwards', () => {
    expect((['draft', 'completed', 'void', 'refunded'] as const).map(paymentPermission)).toEqual([
      'transactions.create',
      'payments.review',
      'payments.review',
      'payments.review',
    ]);
  });

  it('has the same reference however it is spelt', () => {
    expect(['ab-12 3', 'AB123', ' A b1-2-3 '].map(referenceKey)).toEqual(['AB123', 'AB123', 'AB123']);
  });

  it.each([
    [null, 'undated'],
    ['2026-11-20', 'overdue'],
    ['2025-11-21', 'overdue'],
    ['2026-11-21', 'today'],
    ['2026-11-22', 'later'],
  ] as const)('expected on %s is %s on 21 November 2026', (expected, due) => {
    expect(dueOn(expected, '2026-11-21')).toBe(due);
  });
});

describe('the change of each payment', () => {
  it('comes out of the cash that was tendered last, and out of nothing that does not count', () => {
    const payments = [
      paid({ amount: 5000 }),
      paid({ amount: 9000, method: 'gcash' }),
      paid({ amount: 2000 }),
      paid({ amount: 7000, status: 'failed' }),
    ].map((each, id) => ({ ...each, id }));
    expect([...changeByPayment(0, payments)]).toEqual([]);
    expect([...changeByPayment(1500, payments)]).toEqual([[2, 1500]]);
    expect([...changeByPayment(2500, payments)]).toEqual([
      [2, 2000],
      [0, 500],
    ]);
  });
});
