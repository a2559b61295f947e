import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { endOfDay } from '#domain/store-time.ts';
import type { heldDraft } from '#contract/transactions.ts';
import { call, signIn, type Caller, type Send } from '#tests/support/http.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  saveDraft,
  sell,
  type WireTransaction,
  type WireTransactions,
} from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

onEveryEngine('the drafts of a store', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let other: Caller;
  let colleague: Awaited<ReturnType<typeof makeStaff>>;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 5 });
    colleague = await makeStaff(server.database, { store_id: shop.store.id });
    till = await signIn(server.url, shop.seller.email);
    other = await signIn(server.url, colleague.email);
  });

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  const list = async (caller = till) =>
    expectDone(await caller.get<{ data: z.input<typeof heldDraft>[] }>('/transactions/drafts')).data;
  const at = (instant: number) => new Date(instant).toISOString();

  it('say what they hold, for whom, and who works on them until when', async () => {
    const customer = await makeCustomer(server.database);
    const made = server.clock.now();
    const draft = await openDraft(till, [unitId(0), unitId(1)], { customer_id: customer.id });
    expect(await list(other)).toEqual([
      {
        id: draft.id,
        transaction_number: draft.transaction_number,
        staff: { id: shop.seller.id, name: shop.seller.name },
        customer: { id: customer.id, name: customer.name },
        items_count: 2,
        total_amount: 2200,
        created_at: at(made),
        updated_at: at(made),
        held_by: { id: shop.seller.id, name: shop.seller.name },
        held_until: at(made + LOCK_LIFETIME),
        paid: 0,
        payments: [],
        reserved_until: null,
        reserved_count: 0,
      },
    ]);
  });

  it('come newest saved first', async () => {
    const first = await openDraft(till, [unitId(0)]);
    server.clock.advance(MINUTE);
    const second = await openDraft(other, [unitId(1)]);
    server.clock.advance(MINUTE);
    const third = await openDraft(till, [unitId(2)]);
    const ids = async () => (await list()).map((draft) => draft.id);
    expect(await ids()).toEqual([third.id, second.id, first.id]);
    server.clock.advance(MINUTE);
    expectDone(await saveDraft(till, first.id, []));
    expect(await ids()).toEqual([first.id, third.id, second.id]);
    expect((await list())[0]).toMatchObject({ items_count: 0, total_amount: 0, held_by: null });
  });

  it('are held by nobody once the holds have lapsed, and by whoever resumes them', async () => {
    const draft = await openDraft(till, [unitId()]);
    server.clock.advance(LOCK_LIFETIME);
    expect(await list()).toMatchObject([{ id: draft.id, held_by: null, held_until: null }]);
    expectDone(await other.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    const person = { id: colleague.id, name: colleague.name };
    const held_until = at(server.clock.now() + LOCK_LIFETIME);
    expect(await list()).toMatchObject([{ staff: person, held_by: person, held_until }]);
  });

  it('are held by nobody as soon as their till leaves them, and by whoever took them over all the same', async () => {
    const draft = await openDraft(till, [unitId(0), unitId(1)]);
    const leave = (caller: Caller) => caller.post(`/transactions/${draft.id}/refresh-locks`, { leave: true });
    expect(expectDone(await leave(till))).toEqual({ locked: [], lost: [] });
    expect(await list(other)).toMatchObject([{ id: draft.id, held_by: null, held_until: null }]);
    expectDone(await other.post(`/pos/inventory/${unitId(0)}/lock`));
    expectDone(await other.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    expectDone(await leave(till));
    expect(await list()).toMatchObject([{ id: draft.id, held_by: { id: colleague.id } }]);
  });

  it('that another till has open are taken over by whoever says so, and tell who has them and where', async () => {
    const draft = await openDraft(till, [unitId()]);
    const path = `/transactions/${draft.id}/refresh-locks`;
    const asked = { resume: true, take_over: false };
    const version = async () =>
      expectDone(await till.get<{ version: number; status: string }>(`/transactions/${draft.id}/version`));
    const before = await version();
    const open = (held_by: object) => ({
      status: 409,
      body: { code: 'draft_open', held_by, draft: { id: draft.id, transaction_number: draft.draft_number } },
    });
    expect(await other.post(path, asked)).toMatchObject(open({ name: shop.seller.name, device: null }));
    expect(await version()).toEqual(before);
    expectDone(await till.post(path, asked));
    expectDone(await other.post(path, { resume: true }));
    expect(await version()).toEqual({ version: before.version + 2, status: 'draft' });
    expect(await till.post(path, asked)).toMatchObject(open({ name: colleague.name, device: null }));

    // A deposit keeps the units of a draft that no till has open.
    await pay(other, draft.id, { method: 'cash', amount: 100 });
    expect(await till.post(path, asked)).toMatchObject(open({ name: colleague.name, device: null }));
    expectDone(await other.post(path, { leave: true }));
    expectDone(await till.post(path, asked));
    // A till that is switched off has it open until its holds lapse.
    expect(await other.post(path, asked)).toMatchObject(open({ name: shop.seller.name }));
    server.clock.advance(LOCK_LIFETIME);
    expectDone(await other.post(path, asked));
  });

  it('are open elsewhere for the same person at another till as well', async () => {
    const named: Send = (url, method, path, body, options) =>
      call(
        url,
        method,
        path,
        path === '/staff/login' ? { ...(body as object), device_name: 'Counter 2' } : body,
        options,
      );
    const counter = await signIn(server.url, shop.seller.email, undefined, named);
    const draft = await openDraft(counter, [unitId()]);
    const path = `/transactions/${draft.id}/refresh-locks`;
    expect(await till.post(path, { resume: true, take_over: false })).toMatchObject({
      body: { code: 'draft_open', held_by: { name: shop.seller.name, device: 'Counter 2' } },
    });
  });

  it('are not held by somebody who took one of their units for another sale', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    server.clock.advance(LOCK_LIFETIME);
    const theirs = await openDraft(other, [unitId(0)]);
    const holders = new Map((await list()).map((one) => [one.id, one.held_by?.id ?? null]));
    expect(holders).toEqual(
      new Map([
        [theirs.id, colleague.id],
        [draft.id, null],
      ]),
    );
  });

  it('are those of the store that are neither cancelled nor sold', async () => {
    const kept = await openDraft(till, [unitId(0)]);
    const cancelled = await openDraft(till, [unitId(1)]);
    expectDone(await till.delete(`/transactions/${cancelled.id}`, {}));
    await sell(till, [unitId(2)]);
    const elsewhere = await makeShop(server.database);
    const stranger = await signIn(server.url, elsewhere.seller.email);
    await openDraft(stranger, [elsewhere.units[0]?.id ?? 0]);
    expect((await list()).map((draft) => draft.id)).toEqual([kept.id]);
    expect(await list(stranger)).toHaveLength(1);
    const foreign = await till.get('/transactions/drafts', { storeId: elsewhere.store.id });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'foreign_store']);
  });

  describe('with saved payments', () => {
    const refresh = (caller: Caller, draftId: number, body: object) =>
      caller.post<{ locked: { inventory_item_id: number }[] }>(
        `/transactions/${draftId}/refresh-locks`,
        body,
      );
    const leave = (caller: Caller, draftId: number) => refresh(caller, draftId, { leave: true });
    const lock = (caller: Caller, index = 0) => caller.post(`/pos/inventory/${unitId(index)}/lock`);
    const dayEnds = () => endOfDay(server.clock.now(), 'Asia/Manila');
    const reserved = async (units = [unitId(0), unitId(1)]) => {
      const draft = await openDraft(till, units);
      const payment = await pay(till, draft.id, { method: 'cash', amount: 500 });
      expectDone(await leave(till, draft.id));
      return { ...draft, paymentId: payment.id };
    };

    it('are told to a till of before 1.1.0 as it knows them: it reads no answer with another state', async () => {
      const draft = await reserved();
      const stateFor = async (version: string) => {
        const headers = { 'X-Tindahan-Client': version };
        const read = await till.get<WireTransaction>(`/transactions/${draft.id}`, { headers });
        return expectDone(read).transaction_items.map(({ inventory_item }) => inventory_item.status);
      };
      expect(await stateFor('1.0.0')).toEqual(['locked', 'locked']);
      expect(await stateFor('1.1.0')).toEqual(['reserved', 'reserved']);
    });

    it('reserve their units to the end of the day, and say for whom, and what was paid', async () => {
      const draft = await reserved();
      const reserved_until = at(dayEnds());
      const payments = [{ method: 'cash', amount: 500, status: 'completed' }];
      const held = { reserved_until, reserved_count: 2 };
      const listed = { id: draft.id, held_by: null, held_until: null, paid: 500, payments, ...held };
      expect(await list(other)).toMatchObject([listed]);
      server.clock.advance(60 * MINUTE);
      const { id, transaction_number } = draft;
      const refusal = {
        status: 409,
        body: {
          code: 'item_unavailable',
          locked_by: shop.seller.name,
          locked_until: reserved_until,
          draft: { id, transaction_number },
        },
      };
      expect(await lock(other)).toMatchObject(refusal);
      // Not into another cart of their own, either.
      expect(await lock(till)).toMatchObject(refusal);
      const code = expectDone(
        await till.get<{ serial_number: string }>(`/inventory/${unitId()}`),
      ).serial_number;
      expect(await other.post('/pos/scan', { code })).toMatchObject(refusal);
      expect(expectDone(await till.get('/inventory?status=reserved'))).toMatchObject({
        total: 2,
        data: [{ status: 'reserved', locked_until: reserved_until }, { status: 'reserved' }],
      });
      expect(expectDone(await till.get('/inventory?status=locked'))).toMatchObject({ total: 0 });
      expect(expectDone(await till.get('/inventory?status=available'))).toMatchObject({ total: 3 });
      expect(expectDone(await till.get('/inventory/summary'))).toMatchObject({
        available: 3,
        locked: 0,
        reserved: 2,
      });
    });

    it('are sold by whoever resumes them, and by no other cart', async () => {
      const draft = await reserved();
      server.clock.advance(60 * MINUTE);
      const theirs = await openDraft(other, [unitId(2)]);
      expect((await saveDraft(other, theirs.id, [unitId(2), unitId(0)])).status).toBe(409);
      const { locked } = expectDone(await refresh(other, draft.id, { resume: true }));
      expect(locked.map((each) => each.inventory_item_id)).toEqual([unitId(0), unitId(1)]);
      expect((await list(till)).find(({ id }) => id === draft.id)).toMatchObject({
        staff: { id: colleague.id },
        held_by: { id: colleague.id },
        held_until: at(server.clock.now() + LOCK_LIFETIME),
        reserved_until: at(dayEnds()),
      });
      // Scanned once more into the cart that has it, it stays reserved.
      expect((await lock(other)).status).toBe(200);
      server.clock.advance(60 * MINUTE);
      expect((await lock(till)).status).toBe(409);
      await pay(other, draft.id, { method: 'cash', amount: 1700 });
      expectDone(await complete(other, draft.id));
      expect(expectDone(await till.get('/inventory/summary'))).toMatchObject({ available: 3, reserved: 0 });
    });

    it('are free again with the next day, without their last payment, and cancelled', async () => {
      const first = await reserved();
      server.clock.advance(dayEnds() - server.clock.now());
      expect(await list()).toMatchObject([{ id: first.id, paid: 500, reserved_until: null }]);
      // The hold has ended, and nobody else gets what was paid for without a word: see deposits.test.ts.
      expect(expectDone(await other.get<WireTransactions>('/transactions?status=draft')).data).toMatchObject([
        { id: first.id, items_not_held: 2 },
      ]);
      expect(await lock(other)).toMatchObject({ status: 409, body: { deposit: { amount: 500 } } });
      // Resumed on another day, it reserves what it still gets.
      expectDone(await refresh(till, first.id, { resume: true }));
      expectDone(await leave(till, first.id));
      expect(await list()).toMatchObject([{ id: first.id, reserved_until: at(dayEnds()) }]);
      expect((await lock(other)).status).toBe(409);
      expectDone(await till.delete(`/payments/${first.paymentId}`, { reason: 'Handed back' }));
      expect(await list()).toMatchObject([{ id: first.id, paid: 0, reserved_until: null }]);
      expect((await lock(other)).status).toBe(200);

      const second = await reserved([unitId(2), unitId(3)]);
      // A line that is removed is free at once.
      expectDone(await saveDraft(till, second.id, [unitId(2)]));
      expect((await lock(other, 3)).status).toBe(200);
      expectDone(await till.delete(`/payments/${second.paymentId}`, { reason: 'Handed back' }));
      expect((await lock(other, 2)).status).toBe(409);
      expectDone(await till.delete(`/transactions/${second.id}`, {}));
      expect((await lock(other, 2)).status).toBe(200);
    });

    it('keep what is reserved when their person is deactivated, and take back what the till had left before', async () => {
      const draft = await openDraft(till, [unitId(0), unitId(1)]);
      expectDone(await leave(till, draft.id));
      expectDone(await other.post(`/pos/inventory/${unitId(1)}/lock`));
      await pay(till, draft.id, { method: 'gcash', amount: 500, reference_number: 'G-1' });
      expect((await lock(other, 0)).status).toBe(409);
      expect((await lock(other, 1)).status).toBe(200);
      expect(await list()).toMatchObject([{ items_count: 2, reserved_count: 1 }]);
      expectDone(await refresh(till, draft.id, { resume: true }));
      const chief = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
      const admin = await signIn(server.url, chief.email);
      expectDone(await admin.put(`/staff/${shop.seller.id}`, { is_active: false }));
      expect(await list(other)).toMatchObject([{ held_by: null, paid: 500, reserved_until: at(dayEnds()) }]);
      expect((await lock(other, 0)).status).toBe(409);
    });
  });

  it('are at most 200', async () => {
    const draft = await openDraft(till, [unitId()]);
    const row = await server.database.reader
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    await server.database.write((writer) =>
      writer
        .insertInto('transactions')
        .values(
          Array.from({ length: 200 }, (_, index) => ({
            ...row,
            id: writer.nextId(),
            draft_number: `${row.draft_number}-${index}`,
            dated_at: row.dated_at + 1 + index,
          })),
        )
        .execute(),
    );
    const drafts = await list();
    expect(drafts).toHaveLength(200);
    expect(drafts[0]?.transaction_number).toBe(`${row.draft_number}-199`);
    expect(drafts.map((one) => one.id)).not.toContain(draft.id);
  });
});
