import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { payments } from '#contract/payments.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { HOUR, makeClock, MINUTE, onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import {
  addPayment,
  complete,
  expectDone,
  openDraft,
  pay,
  refundSale,
  sell,
  voidSale,
  type WirePayment,
  type WireSale,
} from '#tests/support/selling.ts';
import { atDevice, close, count, makeTill, openShift, piecesOf } from '#tests/support/shifts.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type WireReport = z.input<typeof payments.dailyReport.response>;

const HALF_HOUR = HOUR / 2;

/** The report without its identifying fields. */
const figuresOf = ({ date: _, store: __, generated_at: ___, ...figures }: WireReport) => figures;

/** The cash of a day without shifts: nothing lies in the drawer but what sales left there. */
const cashOf = (cash: { taken: number; change: number; refunded: number; voided: number; net: number }) => ({
  ...cash,
  ...{ float: 0, pay_in: 0, pay_out: 0, drop: 0, trade_ins: 0, correction: 0, in_drawer: cash.net },
});

const NOTHING = {
  sales: { count: 0, total: 0 },
  discounts: { count: 0, total: 0 },
  tax: 0,
  voids: { count: 0, total: 0 },
  refunds: { count: 0, total: 0 },
  written_off: 0,
  rounding_back: 0,
  cash_rounding: 0,
  trade_in_rounding: 0,
  net_sales: 0,
  first_invoice: null,
  last_invoice: null,
  payments: [],
  payouts: [],
  ...{ deposits: 0, deposits_used: 0, verified_in_office: 0 },
  cash: cashOf({ taken: 0, change: 0, refunded: 0, voided: 0, net: 0 }),
};

const byHour = (sales: Record<number, number>) =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, sales: sales[hour] ?? 0 }));

onEveryEngine('the daily report', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let manager: Caller;
  let unitNo = 0;

  const report = async (by: Caller, query = '') =>
    expectDone(await by.get<WireReport>(`/payments/daily-report${query}`));
  const nextUnit = () => shop.units[(unitNo += 1) - 1]?.id ?? 0;
  const other = (method: string, amount: number) => ({ method, amount, reference_number: `${method}-1` });

  /** Sells one unit, ₱1,100.00 unless it is discounted, with these payments. */
  async function sellFor(forms: readonly object[], extra: object = {}) {
    const draft = await openDraft(till, [nextUnit()], extra);
    const paid: WirePayment[] = [];
    for (const form of forms) paid.push(await pay(till, draft.id, form));
    const { transaction } = expectDone(await complete<WireSale>(till, draft.id));
    return { id: transaction.id, payment: paid[0]?.id ?? 0 };
  }

  async function signInBoth() {
    till = await signIn(server.url, shop.seller.email);
    const people = server.database.reader
      .selectFrom('staff')
      .select('email')
      .where('role', '=', 'store_manager');
    manager = await signIn(server.url, (await people.executeTakeFirstOrThrow()).email);
  }

  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 12 });
    await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    await signInBoth();
  });
  afterAll(() => server.close());

  const invoice = (no: number) => `${shop.store.code}-00000${no}`;
  let voided: number;
  let pending: number;
  let discounted: number;

  it('of a day without anything is all zeros', async () => {
    const empty = await report(manager);
    expect(empty).toMatchObject({
      date: '2026-11-21',
      store: { id: shop.store.id, code: shop.store.code, name: shop.store.name, timezone: 'Asia/Manila' },
      generated_at: new Date(server.clock.now()).toISOString(),
    });
    expect(figuresOf(empty)).toEqual({ ...NOTHING, by_hour: byHour({}) });
  });

  it('adds up the sales, their discounts and taxes, and what was paid by which method', async () => {
    ({ id: voided } = await sellFor([{ method: 'cash', amount: 2000 }]));
    const discounts = [{ type: 'fixed', value: 100, reason: 'Scratched' }];
    ({ id: discounted } = await sellFor([other('card', 990)], { discounts }));
    server.clock.advance(HOUR);
    ({ payment: pending } = await sellFor([other('gcash', 1100)]));
    const deposit = await openDraft(till, [nextUnit()]);
    await pay(till, deposit.id, { method: 'cash', amount: 50 });
    await pay(till, deposit.id, other('maya', 100));
    const failed = await pay(till, deposit.id, other('bank_transfer', 30));
    expectDone(await till.post<object>(`/payments/${failed.id}/mark-failed`, { reason: 'No' }));
    const deleted = await pay(till, deposit.id, { method: 'cash', amount: 5 });
    expectDone(await till.delete<object>(`/payments/${deleted.id}`, { reason: 'No' }));
    const dropped = await openDraft(till, [nextUnit()]);
    await pay(till, dropped.id, other('gcash', 70));
    expectDone(await till.delete<object>(`/transactions/${dropped.id}`, {}));

    expect(figuresOf(await report(manager))).toEqual({
      ...NOTHING,
      sales: { count: 3, total: 3190 },
      discounts: { count: 1, total: 100 },
      tax: 290,
      net_sales: 3190,
      first_invoice: invoice(1),
      last_invoice: invoice(3),
      payments: [
        { method: 'cash', status: 'completed', count: 2, total: 2050 },
        { method: 'card', status: 'completed', count: 1, total: 990 },
        { method: 'gcash', status: 'pending', count: 1, total: 1100 },
        { method: 'maya', status: 'pending', count: 1, total: 100 },
        { method: 'bank_transfer', status: 'failed', count: 1, total: 30 },
      ],
      deposits: 50,
      cash: cashOf({ taken: 2050, change: 900, refunded: 0, voided: 0, net: 1150 }),
      by_hour: byHour({ 10: 2090, 11: 1100 }),
    });
  });

  it('of the next day has what was voided, refunded and verified then', async () => {
    server.clock.advance(22 * HOUR);
    await signInBoth();
    expectDone(await voidSale<object>(manager, voided, 'Wrong customer'));
    expectDone(await manager.post<object>(`/payments/${pending}/verify`, {}));
    const { transaction } = await sell(till, [nextUnit(), nextUnit()]);
    const items = [{ id: transaction.transaction_items[0]?.id }];
    expectDone(await refundSale<object>(manager, transaction.id, { items }));

    expect(figuresOf(await report(manager, '?date=2026-11-22'))).toEqual({
      ...NOTHING,
      sales: { count: 1, total: 2200 },
      tax: 0,
      voids: { count: 1, total: 1100 },
      refunds: { count: 1, total: 1100 },
      net_sales: 0,
      first_invoice: invoice(4),
      last_invoice: invoice(4),
      payments: [
        { method: 'cash', status: 'completed', count: 1, total: 2200 },
        { method: 'gcash', status: 'completed', count: 1, total: 1100 },
      ],
      verified_in_office: 1100,
      cash: cashOf({ taken: 2200, change: 0, refunded: 1100, voided: 1100, net: 0 }),
      // Two units at 9, one of them returned, and yesterday's sale voided.
      by_hour: byHour({ 9: 0 }),
    });
  });

  it('of the first day still has the sale that was voided since', async () => {
    const { sales, voids, net_sales, cash, payments: paid } = await report(manager, '?date=2026-11-21');
    expect({ sales, voids, net_sales, cash }).toEqual({
      sales: { count: 3, total: 3190 },
      voids: { count: 0, total: 0 },
      net_sales: 3190,
      cash: cashOf({ taken: 2050, change: 900, refunded: 0, voided: 0, net: 1150 }),
    });
    expect(paid.map(({ method, status }) => `${method} ${status}`)).not.toContain('gcash pending');
  });

  it('counts a refund by card as no cash, and a late payment on the day it is taken', async () => {
    server.clock.advance(24 * HOUR);
    await signInBoth();
    expectDone(await refundSale<object>(manager, discounted));
    const { id, payment } = await sellFor([other('gcash', 1100)]);
    expectDone(await manager.post<object>(`/payments/${payment}/mark-failed`, { reason: 'No' }));
    server.clock.advance(24 * HOUR);
    await signInBoth();
    expectDone(await addPayment<object>(manager, id, { method: 'cash', amount: 1100 }));
    expect(await report(manager)).toMatchObject({
      date: '2026-11-24',
      sales: { count: 0, total: 0 },
      payments: [{ method: 'cash', status: 'completed', count: 1, total: 1100 }],
      cash: { taken: 1100, net: 1100 },
    });
    expect(await report(manager, '?date=2026-11-23')).toMatchObject({
      sales: { count: 1, total: 1100 },
      refunds: { count: 1, total: 990 },
      net_sales: 110,
      payments: [{ method: 'gcash', status: 'failed', count: 1, total: 1100 }],
      cash: { taken: 0, refunded: 0, net: 0 },
    });
  });

  it('of a sale whose cash was deleted holds neither the cash nor its change', async () => {
    server.clock.advance(24 * HOUR);
    await signInBoth();
    const { payment } = await sellFor([{ method: 'cash', amount: 5000 }]);
    expect((await report(manager)).cash).toMatchObject({ taken: 5000, change: 3900, net: 1100 });
    expectDone(await manager.delete<object>(`/payments/${payment}`, { reason: 'Never taken' }));
    expect((await report(manager)).cash).toMatchObject({ taken: 0, change: 0, net: 0 });
  });

  it.each([
    ['date=2026-02-30', 'date'],
    ['date=yesterday', 'date'],
    ['date=9999-12-31', 'date'],
    ['date=0001-01-01', 'date'],
    ['day=2026-11-21', 'day'],
    ['store_id=x', 'store_id'],
  ])('of %s is refused on its field', async (query, field) => {
    const refused = await manager.get(`/payments/daily-report?${query}`);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
  });

  it('is given for the caller’s own stores only, whichever the header names', async () => {
    const elsewhere = await makeShop(server.database);
    const foreign = await manager.get(`/payments/daily-report?store_id=${elsewhere.store.id}`);
    expect([foreign.status, foreign.body.code]).toEqual([403, 'foreign_store']);
    expect((await manager.get('/payments/daily-report?store_id=99999999')).body.code).toBe('foreign_store');
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'regional_manager' });
    const regional = await signIn(server.url, boss.email);
    const theirs = await report(regional, `?store_id=${elsewhere.store.id}&date=2026-11-21`);
    expect([theirs.store.code, theirs.sales.count]).toEqual([elsewhere.store.code, 0]);
    expect((await report(regional, '?date=2026-11-21')).sales.count).toBe(3);
    expect((await till.get('/payments/daily-report')).body.code).toBe('forbidden');
  });

  describe('begins and ends at midnight', () => {
    // Half an hour before midnight in the store's zone; 10:00 in Manila is 02:00 in UTC.
    it.each([
      ['Asia/Manila', OPENING + 13.5 * HOUR],
      ['Europe/London', OPENING + 21.5 * HOUR],
      ['America/Los_Angeles', OPENING + 29.5 * HOUR],
    ])('in %s, wherever the server is', async (timezone, evening) => {
      const clock = makeClock(evening);
      const own = await start({ clock });
      try {
        const there = await makeShop(own.database, { store: { timezone }, units: 2 });
        const boss = await makeStaff(own.database, { store_id: there.store.id, role: 'store_manager' });
        const by = await signIn(own.url, boss.email);
        await sell(by, [there.units[0]?.id ?? 0]);
        expect(await report(by)).toMatchObject({ date: '2026-11-21', sales: { count: 1 } });
        clock.advance(HALF_HOUR - 1);
        expect((await report(by)).date).toBe('2026-11-21');
        clock.advance(1);
        await sell(by, [there.units[1]?.id ?? 0]);
        const evenings = await report(by, '?date=2026-11-21');
        expect([evenings.last_invoice, evenings.by_hour.at(-1)?.sales]).toEqual([
          `${there.store.code}-000001`,
          1100,
        ]);
        const mornings = await report(by);
        expect([mornings.date, mornings.first_invoice, mornings.by_hour[0]?.sales]).toEqual([
          '2026-11-22',
          `${there.store.code}-000002`,
          1100,
        ]);
        expect(mornings.cash.taken).toBe(1100);
      } finally {
        await own.close();
      }
    });
  });

  it('finds nothing in the drawer where cash is only promised and the rest came by card', async () => {
    const other = await makeShop(server.database, { units: 1 });
    const seller = await signIn(server.url, other.seller.email);
    const boss = await makeStaff(server.database, { store_id: other.store.id, role: 'store_manager' });
    const draft = await openDraft(seller, [other.units[0]?.id ?? 0]);
    await pay(seller, draft.id, { method: 'cash', amount: 100, status: 'pending' });
    await pay(seller, draft.id, { method: 'card', amount: 1000, reference_number: 'slip 1' });
    expectDone(await complete<WireSale>(seller, draft.id));
    const { cash, payments: paid } = await report(await signIn(server.url, boss.email));
    expect(cash).toEqual(cashOf({ taken: 0, change: 0, refunded: 0, voided: 0, net: 0 }));
    expect(paid).toEqual([
      { method: 'cash', status: 'pending', count: 1, total: 100 },
      { method: 'card', status: 'completed', count: 1, total: 1000 },
    ]);
  });

  describe('takes a unit that came back off the sales, also what was never paid for it:', () => {
    const waiting = (amount: number) => ({ ...other('gcash', amount), status: 'pending' });
    it.each([
      ['all of it only waited for', [waiting(1100)], 0],
      ['half of it waited for', [{ method: 'cash', amount: 550 }, waiting(550)], 550],
      ['all of it paid, with change', [{ method: 'cash', amount: 1200 }], 1100],
    ])('%s', async (_, forms, back) => {
      const own = await makeShop(server.database, { units: 2 });
      const seller = await signIn(server.url, own.seller.email);
      const boss = await makeStaff(server.database, { store_id: own.store.id, role: 'store_manager' });
      const by = await signIn(server.url, boss.email);
      const customer = await makeCustomer(server.database);
      const draft = await openDraft(seller, [own.units[0]?.id ?? 0], { customer_id: customer.id });
      for (const form of forms) await pay(seller, draft.id, form);
      expectDone(await complete<WireSale>(seller, draft.id));
      expectDone(await refundSale<object>(by, draft.id));
      expect(await report(by)).toMatchObject({
        sales: { count: 1, total: 1100 },
        refunds: { count: 1, total: back },
        written_off: 1100 - back,
        net_sales: 0,
      });
      const stats = expectDone(await by.get<{ total_spent: number }>(`/customers/${customer.id}/stats`));
      expect(stats.total_spent).toBe(0);
    });
  });

  it('leaves among the sales what a refund kept back, and what is owed still', async () => {
    const own = await makeShop(server.database, { units: 3 });
    const seller = await signIn(server.url, own.seller.email);
    const boss = await makeStaff(server.database, { store_id: own.store.id, role: 'store_manager' });
    const by = await signIn(server.url, boss.email);
    const { transaction: paid } = await sell(seller, [own.units[0]?.id ?? 0]);
    expectDone(await refundSale<object>(by, paid.id, { amount: 1000 }));
    expect(await report(by)).toMatchObject({ written_off: 0, net_sales: 100 });
    const draft = await openDraft(
      seller,
      own.units.slice(1).map(({ id }) => id),
    );
    const trusted = await pay(seller, draft.id, { ...other('gcash', 2200), status: 'pending' });
    const { transaction: sale } = expectDone(await complete<WireSale>(seller, draft.id));
    expectDone(await by.post<object>(`/payments/${trusted.id}/mark-failed`, { reason: 'No' }));
    expectDone(await refundSale<object>(by, sale.id, { items: [{ id: sale.transaction_items[0]?.id }] }));
    expect(await report(by)).toMatchObject({ written_off: 1100, net_sales: 1200 });
  });

  it('counts the float of a till that is opened twice once, as does its Z reading', async () => {
    const { store } = await makeShop(server.database, { store: { keeps_shifts: 1 } });
    const { email } = await makeStaff(server.database, { store_id: store.id, role: 'store_manager' });
    const counters = [1, 2].map(async (no) => {
      const at = atDevice(server.url, await signIn(server.url, email));
      return { at, till: await makeTill(at, `Counter ${no}`) };
    });
    const [first, second] = [await counters[0], await counters[1]];
    if (!first || !second) throw new Error('No till was made');
    const closeAt = async (by: Caller, pesos: number) => {
      const { id } = await openShift(by, pesos);
      expectDone(await count(by, id, piecesOf(pesos)));
      expectDone(await close(by, id));
      server.clock.advance(MINUTE);
    };
    await closeAt(first.at, 5000);
    await closeAt(first.at, 5000);
    await closeAt(second.at, 1000);
    const { cash } = expectDone(await first.at.get<WireReport>('/payments/daily-report'));
    expect([cash.float, cash.in_drawer]).toEqual([6000, 6000]);
    const { data } = expectDone(
      await first.at.post<{ data: { figures: { cash: { float: number } } }[] }>('/z-readings', {}),
    );
    expect(data[0]?.figures.cash.float).toBe(5000);
  });
});
