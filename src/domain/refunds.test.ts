import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BALANCE_TOLERANCE, changeDue, paymentMethods, tenders, type CountedPayment } from './payments.ts';
import {
  balanceDue,
  beforeRefund,
  cashForUnits,
  defaultPayouts,
  owedBack,
  paidAmount,
  payoutsOfVoid,
  proposedRefund,
  refundShares,
  taxTakenBack,
  writtenOff,
  type Payout,
  type RefundablePayment,
} from './refunds.ts';
import { saleTotals, sharesOfTotal } from './totals.ts';

const payment = (overrides: Partial<CountedPayment>): CountedPayment => ({
  method: 'cash',
  amount: 100_000,
  status: 'completed',
  deleted_at: null,
  ...overrides,
});
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

const aSale = fc
  .record({
    prices: fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 8 }),
    rate: fc.integer({ min: 0, max: 3000 }),
    pricesIncludeTax: fc.boolean(),
    discount: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ prices, discount, ...tax }) =>
    saleTotals(
      prices.map((price) => ({ price, discounts: [] })),
      [{ type: 'percentage', value: discount, reason: null }],
      tax,
    ),
  );
const somePayments = fc.array(
  fc.record({
    method: fc.constantFrom(...paymentMethods),
    amount: fc.integer({ min: 1, max: 20_000_000 }),
    status: fc.constantFrom('completed' as const, 'pending' as const, 'failed' as const),
    deleted_at: fc.constantFrom(null, 1),
  }),
  { maxLength: 6 },
);
/** A sale and a later change of its payments; the change is that of its completion. */
const aPaidSale = fc
  .record({ totals: aSale, payments: somePayments, later: fc.constantFrom('nothing', 'failed', 'deleted') })
  .map(({ totals, payments, later }) => {
    const change = changeDue(totals.total_amount, payments);
    const [first, ...others] = payments;
    const changed: CountedPayment[] =
      !first || later === 'nothing'
        ? payments
        : [{ ...first, ...(later === 'failed' ? { status: 'failed' } : { deleted_at: 2 }) }, ...others];
    return { totals, payments: changed, change };
  });

/** Returns the money received and kept by a method: cash without the change, while the cash is in the books. */
function cameBy(payments: readonly CountedPayment[], method: string, change: number): number {
  const counted = payments.filter(
    (p) => p.method === method && p.status === 'completed' && p.deleted_at === null,
  );
  const came = sum(counted.map((p) => p.amount));
  return method === 'cash' ? Math.max(0, came - change) : came;
}

describe('the shares of a refund', () => {
  it('always add up to what was paid, whatever was paid', () => {
    fc.assert(
      fc.property(aSale, fc.integer({ min: 0, max: 100_000_000 }), (totals, paid) => {
        expect(sum(refundShares(totals, paid))).toBe(paid);
      }),
    );
  });

  it('give back exactly what was paid when the units come one by one, in any order', () => {
    const inSomeOrder = aSale.chain((totals) =>
      fc.record({
        totals: fc.constant(totals),
        order: fc.shuffledSubarray([...totals.lines.keys()], { minLength: totals.lines.length }),
        paid: fc.integer({ min: 0, max: totals.total_amount }),
      }),
    );
    fc.assert(
      fc.property(inSomeOrder, ({ totals, order, paid }) => {
        let refunded = 0;
        for (const index of order) {
          refunded += Math.min(refundShares(totals, paid)[index] ?? 0, paid - refunded);
        }
        expect(refunded).toBe(paid);
      }),
    );
  });

  it('are the lines’ shares of the total once all of it is paid', () => {
    fc.assert(
      fc.property(aSale, (totals) => {
        expect(refundShares(totals, totals.total_amount)).toEqual(sharesOfTotal(totals));
      }),
    );
  });

  it('hold the tax and the discount of the whole cart', () => {
    const totals = saleTotals(
      [
        { price: 100_000, discounts: [] },
        { price: 50_000, discounts: [] },
      ],
      [{ type: 'percentage', value: 1000, reason: 'Opening' }],
      { rate: 1200, pricesIncludeTax: false },
    );
    expect(refundShares(totals, totals.total_amount)).toEqual([100_800, 50_400]);
  });
});

describe('what was paid', () => {
  it('is what was taken and stayed: neither change, nor what is pending, failed or deleted', () => {
    const payments = [
      payment({ amount: 150_000 }),
      payment({ method: 'gcash', amount: 20_000, status: 'pending' }),
      payment({ method: 'maya', amount: 30_000, status: 'failed' }),
      payment({ method: 'card', amount: 40_000, deleted_at: 1 }),
    ];
    expect(paidAmount(payments, 10_000)).toBe(140_000);
  });

  it('is never less than nothing, also when the cash that gave the change was deleted', () => {
    expect(paidAmount([payment({ amount: 150_000, deleted_at: 1 })], 10_000)).toBe(0);
    fc.assert(
      fc.property(aPaidSale, ({ payments, change }) => {
        expect(paidAmount(payments, change)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the way the money goes back', () => {
  it('is the way it came, cash first and without the change', () => {
    const payments = [
      payment({ method: 'card', amount: 60_000 }),
      payment({ amount: 100_000 }),
      payment({ method: 'gcash', amount: 5_000, status: 'pending' }),
    ];
    expect(defaultPayouts(110_000, payments, { change: 40_000, earlier: [] })).toEqual([
      { method: 'cash', amount: 60_000 },
      { method: 'card', amount: 50_000 },
    ]);
  });

  it('goes on where earlier refunds stopped', () => {
    const payments = [payment({ amount: 60_000 }), payment({ method: 'card', amount: 40_000 })];
    const earlier: Payout[] = [{ method: 'cash', amount: 50_000 }];
    expect(defaultPayouts(30_000, payments, { change: 0, earlier })).toEqual([
      { method: 'cash', amount: 10_000 },
      { method: 'card', amount: 20_000 },
    ]);
  });

  it('never brings more by a method than came by it, and brings it all, over any number of refunds', () => {
    const refunds = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(aPaidSale, refunds, ({ payments, change }, fractions) => {
        const earlier: Payout[] = [];
        for (const fraction of [...fractions, 1]) {
          const left = paidAmount(payments, change) - sum(earlier.map((payout) => payout.amount));
          const amount = Math.floor(left * fraction);
          const payouts = defaultPayouts(amount, payments, { change, earlier });
          expect(sum(payouts.map((payout) => payout.amount))).toBe(amount);
          earlier.push(...payouts);
        }
        const [cash, ...others] = tenders.map((method) => ({
          gone: sum(earlier.filter((p) => p.method === method).map((p) => p.amount)),
          came: cameBy(payments, method, change),
        }));
        const inKind = cameBy(payments, 'trade_in', change) + cameBy(payments, 'exchange', change);
        expect(cash?.gone).toBe((cash?.came ?? 0) + inKind);
        for (const { gone, came } of others) expect(gone).toBe(came);
      }),
    );
  });

  it('gives a traded-in unit back whole, and cash for one that is gone or only a part of it', () => {
    const traded = (amount: number, goes_back: boolean) => ({
      ...payment({ method: 'trade_in', amount }),
      trade_in: { goes_back },
    });
    const paid = [
      payment({ method: 'cash', amount: 2_000_000 }),
      payment({ method: 'gcash', amount: 400_000 }),
      traded(1_400_000, true),
    ];
    const of = (amount: number, payments: readonly RefundablePayment[] = paid) =>
      defaultPayouts(amount, payments, { change: 0, earlier: [] }).map((payout) => [
        payout.method,
        payout.amount,
      ]);
    expect(of(3_800_000)).toEqual([
      ['cash', 2_000_000],
      ['gcash', 400_000],
      ['trade_in', 1_400_000],
    ]);
    expect(of(3_799_999)).toEqual([
      ['cash', 3_399_999],
      ['gcash', 400_000],
    ]);
    expect(of(3_800_000, [...paid.slice(0, 2), traded(1_400_000, false)])).toEqual([
      ['cash', 3_400_000],
      ['gcash', 400_000],
    ]);
    expect(of(1_000_000, [traded(700_000, true), traded(900_000, true)])).toEqual([
      ['cash', 300_000],
      ['trade_in', 700_000],
    ]);
  });

  it('keeps a traded-in unit once cash went back for a part of it', () => {
    const paid = [
      { ...payment({ method: 'trade_in', amount: 30_000 }), trade_in: { goes_back: true } },
      payment({ method: 'gcash', amount: 46_000 }),
    ];
    const earlier = [{ method: 'cash', amount: 20_000 }] as const;
    expect(defaultPayouts(56_000, paid, { change: 0, earlier })).toEqual([
      { method: 'cash', amount: 10_000 },
      { method: 'gcash', amount: 46_000 },
    ]);
  });

  it('tells how much cash of a void stands for traded-in units', () => {
    const of = (goes_back: boolean) => {
      const payments = [
        payment({ method: 'cash', amount: 339_975 }),
        { ...payment({ method: 'trade_in', amount: 900_010 }), trade_in: { goes_back } },
        payment({ method: 'trade_in', amount: 5000, status: 'failed' }),
      ];
      return cashForUnits(payments, payoutsOfVoid(payments, 0), { change: 0, earlier: [] });
    };
    expect([of(true), of(false)]).toEqual([0, 900_010]);
  });

  it('tells how much cash of a refund stands for traded-in units and for an exchanged value, which is no cash that came', () => {
    const paid = [
      payment({ method: 'exchange', amount: 50_000 }),
      payment({ method: 'cash', amount: 11_000 }),
      { ...payment({ method: 'trade_in', amount: 30_000 }), trade_in: { goes_back: false } },
    ];
    const of = (cash: number, back: number) =>
      cashForUnits(paid, [{ method: 'cash', amount: cash }], {
        change: 1000,
        earlier: [{ method: 'cash', amount: back }],
      });
    expect([of(10_000, 0), of(60_000, 0), of(8000, 4000), of(5000, 70_000)]).toEqual([0, 50_000, 2000, 5000]);
    const exchanged = [payment({ method: 'exchange', amount: 50_000 })];
    const back = [{ method: 'cash' as const, amount: 50_000 }];
    expect(cashForUnits(exchanged, back, { change: 0, earlier: [] })).toBe(50_000);
  });

  it('gives cash for an exchanged value', () => {
    const paid = [
      payment({ method: 'exchange', amount: 90_000 }),
      payment({ method: 'cash', amount: 10_000 }),
    ];
    expect(defaultPayouts(100_000, paid, { change: 0, earlier: [] })).toEqual([
      { method: 'cash', amount: 100_000 },
    ]);
  });

  it('gives cash for it once, and then what came besides', () => {
    const paid = [
      payment({ method: 'exchange', amount: 90_000 }),
      payment({ method: 'card', amount: 60_000 }),
    ];
    const earlier: Payout[] = [{ method: 'cash', amount: 50_000 }];
    expect(defaultPayouts(100_000, paid, { change: 0, earlier })).toEqual([
      { method: 'cash', amount: 40_000 },
      { method: 'card', amount: 60_000 },
    ]);
    // A part of it went into another exchange.
    const again: Payout[] = [...earlier, { method: 'exchange', amount: 40_000 }];
    expect(defaultPayouts(60_000, paid, { change: 0, earlier: again })).toEqual([
      { method: 'card', amount: 60_000 },
    ]);
  });

  it('still adds up after a refund in cash of what had come by card', () => {
    const payments = [payment({ method: 'card', amount: 100_000 })];
    const earlier: Payout[] = [{ method: 'cash', amount: 30_000 }];
    expect(defaultPayouts(70_000, payments, { change: 0, earlier })).toEqual([
      { method: 'card', amount: 70_000 },
    ]);
  });
});

describe('the balance of a sale', () => {
  const totals = saleTotals(
    [
      { price: 100_000, discounts: [] },
      { price: 50_000, discounts: [] },
    ],
    [],
    { rate: 1000, pricesIncludeTax: false },
  );
  const none = new Set<number>();

  it('is what failed or was deleted since, and nothing while the payments are only pending', () => {
    const card = payment({ method: 'card', amount: 65_000 });
    const mobile = payment({ method: 'gcash', amount: 100_000, status: 'pending' });
    const due = (payments: CountedPayment[]) =>
      balanceDue(totals, payments, { change: 0, returned: none, refunded: 0 });
    expect(due([card, mobile])).toBe(0);
    expect(due([card, { ...mobile, status: 'failed' }])).toBe(100_000);
    expect(due([{ ...card, deleted_at: 1 }, mobile])).toBe(65_000);
  });

  it('counts the whole price when the cash was deleted that gave change', () => {
    const cash = payment({ amount: 200_000, deleted_at: 1 });
    expect(balanceDue(totals, [cash], { change: 35_000, returned: none, refunded: 0 })).toBe(165_000);
  });

  it('asks nothing for what came back, and asks again for what was refunded beyond its share', () => {
    const cash = payment({ amount: 165_000 });
    const returned = new Set([0]);
    expect(balanceDue(totals, [cash], { change: 0, returned, refunded: 110_000 })).toBe(0);
    expect(balanceDue(totals, [cash], { change: 0, returned, refunded: 120_000 })).toBe(10_000);
  });

  it('is never negative, and nothing for a sale that came back whole', () => {
    fc.assert(
      fc.property(aPaidSale, fc.double({ min: 0, max: 1, noNaN: true }), (sale, fraction) => {
        const { payments, change } = sale;
        const count = Math.floor(sale.totals.lines.length * fraction);
        const returned = new Set([...sale.totals.lines.keys()].slice(0, count));
        const paid = paidAmount(payments, change);
        const refunded = sum(refundShares(sale.totals, paid).slice(0, count));
        const due = balanceDue(sale.totals, payments, { change, returned, refunded });
        expect(due === 0 || due > BALANCE_TOLERANCE).toBe(true);
        const all = new Set(sale.totals.lines.keys());
        expect(balanceDue(sale.totals, payments, { change, returned: all, refunded: paid })).toBe(0);
      }),
    );
  });
});

describe('what a refund writes off', () => {
  it('makes, with what is given back, the returned lines’ whole price, whatever of it was paid', () => {
    fc.assert(
      fc.property(aPaidSale, fc.double({ min: 0, max: 1, noNaN: true }), ({ totals }, fraction) => {
        const paid = Math.floor(totals.total_amount * fraction);
        const shares = refundShares(totals, paid);
        const returned = new Set<number>();
        let [refunded, earlier] = [0, 0];
        for (const [index, share] of shares.entries()) {
          returned.add(index);
          refunded += share;
          earlier += writtenOff(totals, paid, { returned, refunded, earlier });
        }
        expect(refunded + earlier).toBe(totals.total_amount);
      }),
    );
  });

  it('takes back the whole tax of a sale with the whole of its total, in however many parts', () => {
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 });
    fc.assert(
      fc.property(aPaidSale, cuts, ({ totals }, fractions) => {
        const total = totals.total_amount;
        const ends = [
          ...fractions.map((fraction) => Math.floor(total * fraction)).sort((a, b) => a - b),
          total,
        ];
        const taxes = ends.map((end, index) => {
          const before = ends[index - 1] ?? 0;
          return taxTakenBack(totals, { before, off: end - before });
        });
        expect(sum(taxes)).toBe(totals.tax_amount);
        expect(taxes.every((tax) => tax >= 0)).toBe(true);
      }),
    );
  });

  it('is never the money that pays for what is kept', () => {
    const totals = saleTotals(
      [1, 2, 3].map(() => ({ price: 100_000, discounts: [] })),
      [],
      { rate: 0, pricesIncludeTax: false },
    );
    const earlier = { back: new Set([0]), refunded: 0, withheld: 0, change: 0, rounding: 0 };
    const of = (payments: CountedPayment[], returning: number[]) => {
      const before = beforeRefund(totals, payments, earlier);
      const shares = refundShares(totals, paidAmount(payments, 0));
      return [owedBack(shares, before), proposedRefund(shares, new Set(returning), before)];
    };
    // Nothing was paid when the first one came back; then the other two were.
    expect(of([payment({ amount: 200_000 })], [1])).toEqual([0, 100_000]);
    expect(of([payment({ amount: 150_000 })], [1])).toEqual([0, 50_000]);
    // All three had been paid for, though it came later.
    expect(of([payment({ amount: 300_000 })], [1])).toEqual([100_000, 200_000]);
    const waiting = payment({ method: 'gcash', amount: 200_000, status: 'pending' });
    expect(of([payment({ amount: 100_000 }), waiting], [])[0]).toBe(33_334);
  });

  it('leaves nothing when all came back and all money went back, whenever that was paid', () => {
    const paidAt = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(aPaidSale, paidAt, ({ totals }, fractions) => {
        const paidThen = fractions
          .map((fraction) => Math.floor(totals.total_amount * fraction))
          .sort((a, b) => a - b);
        const returned = new Set<number>();
        let [refunded, earlier] = [0, 0];
        for (const index of totals.lines.keys()) {
          const paid = paidThen[index] ?? 0;
          const shares = refundShares(totals, paid);
          const before = beforeRefund(totals, [payment({ method: 'card', amount: paid })], {
            back: returned,
            refunded,
            withheld: 0,
            change: 0,
            rounding: 0,
          });
          const amount = proposedRefund(shares, new Set([index]), before);
          expect(amount).toBeLessThanOrEqual(Math.max(0, paid - refunded));
          returned.add(index);
          refunded += amount;
          earlier += writtenOff(totals, paid, { returned, refunded, earlier });
          expect(totals.total_amount - refunded - earlier).toBeGreaterThanOrEqual(paid - refunded);
        }
        expect(refunded).toBe(paidThen[totals.lines.length - 1]);
        expect(refunded + earlier).toBe(totals.total_amount);
      }),
    );
  });
});
