import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  expectDone,
  findUnitRow,
  openDraft,
  pay,
  saveDraft,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

onEveryEngine('a draft', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let other: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    const colleague = await makeStaff(server.database, { store_id: shop.store.id });
    till = await signIn(server.url, shop.seller.email);
    other = await signIn(server.url, colleague.email);
  });

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  const statusOf = async (index: number) => (await findUnitRow(server.database, unitId(index))).status;

  it('follows the cart: lines join, leave and unlock, and its version grows', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    const two = expectDone(await saveDraft<WireTransaction>(till, draft.id, [unitId(1), unitId(0)]));
    expect(two).toMatchObject({ version: 2, items_count: 2, subtotal: 2000, total_amount: 2200 });
    expect(two.transaction_items.map((line) => line.inventory_item_id)).toEqual([unitId(1), unitId(0)]);
    const one = expectDone(await saveDraft<WireTransaction>(till, draft.id, [unitId(1)], { notes: 'Gift' }));
    expect(one).toMatchObject({ version: 3, items_count: 1, total_amount: 1100, notes: 'Gift' });
    expect([await statusOf(0), await statusOf(1)]).toEqual(['available', 'locked']);
    const none = expectDone(await saveDraft<WireTransaction>(till, draft.id, []));
    expect(none).toMatchObject({ items_count: 0, total_amount: 0, notes: 'Gift' });
    expect(await statusOf(1)).toBe('available');
    expect((await saveDraft<WireTransaction>(till, draft.id, [], { notes: null })).body.notes).toBeNull();
  });

  it('is refused with 409 when it was changed at another till', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    expectDone(await saveDraft(till, draft.id, [unitId(0)], { version: 1 }));
    expect(await saveDraft(till, draft.id, [unitId(0)], { version: 1 })).toMatchObject({
      status: 409,
      body: {
        code: 'draft_changed',
        message: 'This draft was changed at another till',
        held_by: { name: shop.seller.name },
      },
    });
    expectDone(await saveDraft(till, draft.id, [unitId(0)], { version: 2 }));
  });

  it('is not completed in another state than its customer was told: an item went at another till', async () => {
    const told = await openDraft(till, [unitId(0), unitId(1)]);
    const changed = expectDone(await saveDraft<WireTransaction>(till, told.id, [unitId(0)]));
    const complete = <T = Refusal>({ version, total_amount: amount }: WireTransaction) =>
      till.post<T>(`/transactions/${told.id}/complete`, { version, payments: [{ method: 'cash', amount }] });
    expect(await complete(told)).toMatchObject({
      status: 409,
      body: {
        code: 'draft_changed',
        message: 'This sale was changed meanwhile. Look at its items and its total, then press again',
        held_by: { name: shop.seller.name },
      },
    });
    const found = expectDone(await till.get<WireTransaction>(`/transactions/${told.id}`));
    expect([found.status, found.payments]).toEqual(['draft', []]);
    const { transaction } = expectDone(await complete<WireSale>(changed));
    expect(transaction).toMatchObject({ items_count: 1, change_due: 0 });
    // Repeated after a lost answer, it is the same sale.
    expect((await complete(changed)).status).toBe(200);
  });

  it('keeps its version when payments and locks change', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    await pay(till, draft.id, { method: 'cash', amount: 1 });
    await till.post(`/transactions/${draft.id}/refresh-locks`, {});
    const found = expectDone(await till.get<WireTransaction>(`/transactions/${draft.id}`));
    expect(found.version).toBe(1);
  });

  it.each([
    ['total', { total_amount: 1099.99 }],
    ['subtotal', { subtotal: 900 }],
    ['tax', { tax_amount: 120 }],
    ['discount', { discount_amount: 5 }],
  ])('is refused, naming the right total, when the screen showed another %s', async (_, figures) => {
    const answer = await till.post('/transactions', {
      items: [{ inventory_item_id: unitId(0) }],
      ...figures,
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'total_changed', total_amount: 1100 } });
    expect(answer.body.message).toContain('₱1,100.00');
    expect(await statusOf(0)).toBe('available');
  });

  it('is refused when the screen showed another price, even if the totals agree', async () => {
    const line = (index: number, price: number) => ({ inventory_item_id: unitId(index), price });
    const answer = await till.post('/transactions', {
      items: [line(0, 900), line(1, 1100)],
      total_amount: 2200,
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'total_changed']);
  });

  it('holds a unit once, however often it is named, and says so by its total', async () => {
    const items = [{ inventory_item_id: unitId(0) }, { inventory_item_id: unitId(0) }];
    expect((await till.post('/transactions', { items, total_amount: 2200 })).body.total_amount).toBe(1100);
    const draft = expectDone(await till.post<WireTransaction>('/transactions', { items }));
    expect(draft).toMatchObject({ items_count: 1, total_amount: 1100 });
  });

  it('is made of all its units or not at all', async () => {
    await other.post(`/pos/inventory/${unitId(1)}/lock`);
    const items = [unitId(0), unitId(1)].map((inventory_item_id) => ({ inventory_item_id }));
    const refused = await till.post('/transactions', { items });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'item_unavailable', inventory_item_ids: [unitId(1)] },
    });
    expect(refused.body.locked_by).toMatch(/^Person/);
    expect(await statusOf(0)).toBe('available');
  });

  it('takes no unit of another store', async () => {
    const elsewhere = await makeShop(server.database);
    const items = [{ inventory_item_id: elsewhere.units[0]?.id ?? 0 }];
    expect((await till.post('/transactions', { items })).body.code).toBe('item_unavailable');
  });

  it('needs a line when it is made', async () => {
    const answer = await till.post('/transactions', { items: [] });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe('Add items to the cart before saving as draft');
  });

  it('gives its units back when it is cancelled, and is gone', async () => {
    const draft = await openDraft(till, [unitId(0), unitId(1)]);
    const cancelled = await till.delete(`/transactions/${draft.id}`, { reason: 'Changed their mind' });
    expect(cancelled).toMatchObject({ status: 200, body: { message: 'Transaction cancelled' } });
    expect([await statusOf(0), await statusOf(1)]).toEqual(['available', 'available']);
    expect((await till.get(`/transactions/${draft.id}`)).status).toBe(404);
    expect((await till.delete(`/transactions/${draft.id}`, {})).status).toBe(404);
    const row = await server.database.reader
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'transactions.delete')
      .where('subject_id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ store_id: shop.store.id, staff_id: shop.seller.id });
    expect(row.details_json).toContain('Changed their mind');
  });

  it('takes the reason of its cancellation from the query, too', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    expect((await till.delete(`/transactions/${draft.id}?reason=too+long`)).status).toBe(200);
  });

  it('leaves a unit to the till that took it after the lock expired, when it is cancelled', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    server.clock.advance(6 * 60_000);
    await other.post(`/pos/inventory/${unitId(0)}/lock`);
    expect((await till.delete(`/transactions/${draft.id}`, {})).status).toBe(200);
    expect(await statusOf(0)).toBe('locked');
  });

  it('cannot be cancelled while a completed payment stands; its pending ones fail with it', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    const gcash = await pay(till, draft.id, { method: 'gcash', amount: 10, reference_number: 'G1' });
    const cash = await pay(till, draft.id, { method: 'cash', amount: 10 });
    expect(await till.delete(`/transactions/${draft.id}`, {})).toMatchObject({
      status: 409,
      body: {
        code: 'has_payments',
        message: 'Delete its completed payments first, and hand the money back: Cash ₱10.00 · Completed',
      },
    });
    const pending = async () =>
      expectDone(await till.get<{ payments: { id: number }[] }>('/payments/pending')).payments;
    expect((await pending()).map(({ id }) => id)).toEqual([gcash.id]);
    expectDone(await till.delete(`/payments/${cash.id}`, { reason: 'Given back' }));
    expect((await till.delete(`/transactions/${draft.id}`, {})).status).toBe(200);
    expect(await pending()).toEqual([]);
    const row = await server.database.reader
      .selectFrom('payments')
      .select(['status', 'failure_reason', 'failed_by_id'])
      .where('id', '=', gcash.id)
      .executeTakeFirst();
    expect(row).toEqual({
      status: 'failed',
      failure_reason: 'Draft cancelled',
      failed_by_id: shop.seller.id,
    });
  });
});
