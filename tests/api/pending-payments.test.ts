import type { z } from 'zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { payments } from '#contract/payments.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { HOUR, makeClock, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  type WirePayment,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type WirePending = z.input<typeof payments.pending.response>;

const form = (overrides: object) => ({ method: 'gcash', amount: 100, reference_number: 'P-1', ...overrides });
const pendingOf = async (by: Caller, storeId?: number) =>
  expectDone(await by.get<WirePending>('/payments/pending', { storeId }));

async function openShop(server: TestServer, timezone = 'Asia/Manila') {
  const shop = await makeShop(server.database, { store: { timezone }, units: 4 });
  const till = await signIn(server.url, shop.seller.email);
  return { shop, till };
}

onEveryEngine('the pending payments', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let draft: WireTransaction;
  const taken: WirePayment[] = [];
  beforeAll(async () => {
    server = await start();
    ({ shop, till } = await openShop(server));
    draft = await openDraft(till, [shop.units[0]?.id ?? 0, shop.units[1]?.id ?? 0]);
    for (const expected_date of [null, '2026-11-23', '2026-11-21']) {
      taken.push(await pay(till, draft.id, form({ expected_date })));
    }
    taken.push(await pay(till, draft.id, form({ method: 'maya', amount: 50.25 })));
    await server.database.write((writer) =>
      writer
        .updateTable('payments')
        .set({ expected_date: '2026-11-18' })
        .where('id', '=', taken[3]?.id ?? 0)
        .execute(),
    );
  });
  afterAll(() => server.close());

  it('come with the one expected first at the top, and those without a date at the end', async () => {
    const { payments: listed } = await pendingOf(till);
    expect(listed.map(({ id, due, age_days }) => [id, due, age_days])).toEqual([
      [taken[3]?.id, 'overdue', 3],
      [taken[2]?.id, 'today', 0],
      [taken[1]?.id, 'later', 0],
      [taken[0]?.id, 'undated', 0],
    ]);
  });

  it('are counted and added up by due date and by method', async () => {
    const { payments: listed, ...figures } = await pendingOf(till);
    expect(listed).toHaveLength(4);
    expect(figures).toEqual({
      count: 4,
      total_pending: 350.25,
      expected_today: { count: 1, total: 100 },
      overdue: { count: 1, total: 50.25 },
      by_method: { gcash: { count: 3, total: 300 }, maya: { count: 1, total: 50.25 } },
    });
  });

  it('name their sale, its customer, and another sale with the same reference', async () => {
    const { shop: other, till: there } = await openShop(server);
    const customer = await makeCustomer(server.database, { name: 'Ana Cruz' });
    const sale = await openDraft(there, [other.units[0]?.id ?? 0]);
    await server.database.write((writer) =>
      writer
        .updateTable('transactions')
        .set({ customer_id: customer.id })
        .where('id', '=', sale.id)
        .execute(),
    );
    await pay(there, sale.id, form({ amount: 1100 }));
    const before = await pendingOf(there);
    expect(before.payments[0]?.transaction).toEqual({
      id: sale.id,
      transaction_number: sale.draft_number,
      invoice_number: null,
      status: 'draft',
      customer_name: 'Ana Cruz',
    });
    expect(before.payments[0]?.reference_used_in).toEqual({
      transaction_id: draft.id,
      transaction_number: draft.draft_number,
      invoice_number: null,
    });
    expectDone(await complete<object>(there, sale.id));
    expect((await pendingOf(there)).payments[0]?.transaction).toMatchObject({
      transaction_number: sale.draft_number,
      invoice_number: `${other.store.code}-000001`,
      status: 'completed',
    });
  });

  it('hold no verified, failed or deleted one, and none of a deleted draft', async () => {
    const { shop: other, till: there } = await openShop(server);
    const sale = await openDraft(there, [other.units[0]?.id ?? 0]);
    const [verified, failed, deleted, kept] = [
      await pay(there, sale.id, form({})),
      await pay(there, sale.id, form({})),
      await pay(there, sale.id, form({})),
      await pay(there, sale.id, form({})),
    ];
    await pay(there, sale.id, { method: 'cash', amount: 10 });
    const idsOf = async () => (await pendingOf(there)).payments.map(({ id }) => id);
    expect(await idsOf()).toEqual([verified.id, failed.id, deleted.id, kept.id]);
    expectDone(await there.post<object>(`/payments/${verified.id}/verify`, {}));
    expectDone(await there.post<object>(`/payments/${failed.id}/mark-failed`, { reason: 'No' }));
    expectDone(await there.delete<object>(`/payments/${deleted.id}`, { reason: 'No' }));
    expect(await idsOf()).toEqual([kept.id]);
    const second = await openDraft(there, [other.units[1]?.id ?? 0]);
    await pay(there, second.id, form({}));
    expectDone(await there.delete<object>(`/transactions/${second.id}`, {}));
    expect(await idsOf()).toEqual([kept.id]);
  });

  it('are those of the header’s store', async () => {
    const { shop: other } = await openShop(server);
    const admin = await makeStaff(server.database, { store_id: other.store.id, role: 'admin' });
    const caller = await signIn(server.url, admin.email);
    expect((await pendingOf(caller)).count).toBe(0);
    expect((await pendingOf(caller, shop.store.id)).count).toBe(4);
    expect((await till.get('/payments/pending', { storeId: other.store.id })).body.code).toBe(
      'foreign_store',
    );
  });

  it('of an empty store are none', async () => {
    const { till: there } = await openShop(server);
    expect(await pendingOf(there)).toEqual({
      payments: [],
      count: 0,
      total_pending: 0,
      expected_today: { count: 0, total: 0 },
      overdue: { count: 0, total: 0 },
      by_method: {},
    });
  });

  // Half an hour before midnight in the store's zone: on the same day in UTC, on the same one, on the next one.
  it.each([
    ['Asia/Manila', '2026-11-21T15:30:00Z'],
    ['Europe/London', '2026-11-21T23:30:00Z'],
    ['America/New_York', '2026-11-22T04:30:00Z'],
  ])('grow a day older at midnight in the store’s zone, %s', async (timezone, evening) => {
    const clock = makeClock(Date.parse(evening));
    const own = await start({ clock });
    try {
      const { shop: there, till: by } = await openShop(own, timezone);
      const sale = await openDraft(by, [there.units[0]?.id ?? 0]);
      for (const expected_date of ['2026-11-21', '2026-11-22', null]) {
        await pay(by, sale.id, form({ expected_date }));
      }
      const stand = async () => {
        const { payments: listed, expected_today, overdue } = await pendingOf(by);
        const days = listed.map(({ due, age_days }) => `${due} ${age_days}`);
        return [...days, expected_today.count, overdue.count];
      };
      expect(await stand()).toEqual(['today 0', 'later 0', 'undated 0', 1, 0]);
      clock.advance(HOUR);
      expect(await stand()).toEqual(['overdue 1', 'today 0', 'undated 1', 1, 1]);
    } finally {
      await own.close();
    }
  });
});
