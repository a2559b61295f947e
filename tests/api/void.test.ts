import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signIn, type Caller, type SignedIn } from '#tests/support/http.ts';
import { HOUR, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  expectDone,
  findUnitRow,
  openDraft,
  pay,
  refundSale,
  sell,
  voidSale,
  type WireRefunded,
  type WireSale,
  type WireScan,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';
import { openShop, pointsOf } from '#tests/support/staffed-shop.ts';

onEveryEngine('voiding a sale', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let manager: SignedIn;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ shop, till, manager } = await openShop(server));
  });

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  const row = (id: number) =>
    server.database.reader
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  it('brings every unit back, and keeps the invoice number and who did it when and why', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    server.clock.advance(HOUR);
    const voided = expectDone(await voidSale<WireTransaction>(manager, sale.id, 'Wrong customer'));
    expect(voided).toMatchObject({
      status: 'void',
      invoice_number: sale.invoice_number,
      void_reason: 'Wrong customer',
      voided_at: new Date(server.clock.now()).toISOString(),
      points_earned: 0,
      balance_due: 0,
      refunds: [],
    });
    expect(voided.timeline?.[0]).toMatchObject({
      kind: 'voided',
      by: manager.staff.name,
      detail: 'Wrong customer',
    });
    for (const id of [unitId(0), unitId(1)]) {
      expect(await findUnitRow(server.database, id)).toMatchObject({ status: 'available', lock_token: null });
    }
    expect((await row(sale.id)).voided_by_id).toBe(manager.staff.id);
    expect(expectDone(await manager.get<WireTransaction>(`/transactions/${sale.id}`))).toEqual(voided);
  });

  it('lets the units be sold again, and finds the new sale by them', async () => {
    const { transaction: first } = await sell(till, [unitId()]);
    expectDone(await voidSale(manager, first.id, 'Mistake'));
    const { transaction: second } = await sell(till, [unitId()]);
    const { serial_number: code } = await findUnitRow(server.database, unitId());
    const scanned = expectDone(await till.post<WireScan>('/pos/scan', { code }));
    expect(scanned).toMatchObject({ type: 'transaction', data: { transaction_id: second.id } });
  });

  it('fails the payments that were still pending, and no others', async () => {
    const draft = await openDraft(till, [unitId()]);
    await pay(till, draft.id, { method: 'gcash', amount: 600, reference_number: 'G-1' });
    await pay(till, draft.id, { method: 'cash', amount: 500 });
    expectDone(await complete<WireSale>(till, draft.id));
    const voided = expectDone(await voidSale<WireTransaction>(manager, draft.id, 'Mistake'));
    expect(voided.payments).toMatchObject([
      {
        method: 'gcash',
        status: 'failed',
        failure_reason: 'Sale voided',
        failed_by: { id: manager.staff.id },
      },
      { method: 'cash', status: 'completed', failed_at: null },
    ]);
    expect(voided.balance_due).toBe(0);
  });

  it('takes the points back that the sale gave, but never more than there are', async () => {
    const customer = await makeCustomer(server.database, { loyalty_points: 50 });
    const buy = (index: number) => sell(till, [unitId(index)], { customer_id: customer.id });
    const { transaction: first } = await buy(0);
    expect([first.points_earned, await pointsOf(server, customer.id)]).toEqual([1000, 1050]);
    expectDone(await voidSale(manager, first.id, 'Mistake'));
    expect(await pointsOf(server, customer.id)).toBe(50);
    const { transaction: second } = await buy(0);
    await server.database.write((writer) =>
      writer.updateTable('customers').set({ loyalty_points: 400 }).where('id', '=', customer.id).execute(),
    );
    expectDone(await voidSale(manager, second.id, 'Mistake'));
    expect(await pointsOf(server, customer.id)).toBe(0);
    const entries = await server.database.reader
      .selectFrom('loyalty_entries')
      .select(['points', 'balance', 'transaction_id', 'staff_id'])
      .where('customer_id', '=', customer.id)
      .where('points', '<', 0)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { points: -1000, balance: 50, transaction_id: first.id, staff_id: manager.staff.id },
      { points: -400, balance: 0, transaction_id: second.id, staff_id: manager.staff.id },
    ]);
  });

  it('is done once: the second is told so, and the same request gets its answer again', async () => {
    const { transaction: sale } = await sell(till, [unitId()]);
    const first = await voidSale<WireTransaction>(manager, sale.id, 'Mistake', { key: 'void-1' });
    expect(first.status).toBe(200);
    await sell(till, [unitId()]);
    const again = await voidSale<WireTransaction>(manager, sale.id, 'Mistake', { key: 'void-1' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await voidSale(manager, sale.id, 'Once more', { key: 'void-2' })).toMatchObject({
      status: 409,
      body: { code: 'illegal_state', message: 'This transaction has already been voided' },
    });
    expect(await findUnitRow(server.database, unitId())).toMatchObject({ status: 'sold' });
  });

  it('is done by one of several at once', async () => {
    const customer = await makeCustomer(server.database);
    const { transaction: sale } = await sell(till, [unitId()], { customer_id: customer.id });
    const answers = await Promise.all([1, 2, 3, 4].map((no) => voidSale(manager, sale.id, `Try ${no}`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    expect(await pointsOf(server, customer.id)).toBe(0);
    const taken = server.database.reader.selectFrom('loyalty_entries').select('points');
    expect(await taken.where('customer_id', '=', customer.id).where('points', '<', 0).execute()).toHaveLength(
      1,
    );
  });

  it('goes by PUT as well as by POST', async () => {
    const { transaction: sale } = await sell(till, [unitId()]);
    const answer = await manager.put<WireTransaction>(`/transactions/${sale.id}/void`, { reason: 'Mistake' });
    expect([answer.status, answer.body.status]).toEqual([200, 'void']);
  });

  it('is refused once anything was refunded', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    const items = [{ id: sale.transaction_items[0]?.id }];
    expectDone(await refundSale<WireRefunded>(manager, sale.id, { items }));
    const code = 'already_refunded';
    expect(await voidSale(manager, sale.id, 'Mistake')).toMatchObject({ status: 409, body: { code } });
    expect(await findUnitRow(server.database, unitId(1))).toMatchObject({ status: 'sold' });
    expectDone(await refundSale<WireRefunded>(manager, sale.id));
    expect(await voidSale(manager, sale.id, 'Mistake')).toMatchObject({ status: 409, body: { code } });
  });

  it('is refused where something else goes back by now than was said of it', async () => {
    const draft = await openDraft(till, [unitId()]);
    const gcash = await pay(till, draft.id, { method: 'gcash', amount: 600, reference_number: 'G-2' });
    await pay(till, draft.id, { method: 'cash', amount: 600 });
    expectDone(await complete<WireSale>(till, draft.id));
    const send = (known_payouts: object[]) =>
      manager.post<WireTransaction>(`/transactions/${draft.id}/void`, { reason: 'Mistake', known_payouts });
    const cash = { method: 'cash', amount: 500 };
    expectDone(await manager.post<object>(`/payments/${gcash.id}/verify`, {}));
    const refused = { status: 409, body: { code: 'payments_changed' } };
    expect(await send([cash])).toMatchObject(refused);
    expect(await send([cash, { method: 'gcash', amount: 500 }])).toMatchObject(refused);
    expect(await send([])).toMatchObject(refused);
    expect((await row(draft.id)).status).toBe('completed');
    expect(expectDone(await send([{ method: 'gcash', amount: 600 }, cash])).status).toBe('void');
  });

  it('is refused for a draft, without a reason, from another store and to whoever may not', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    expect(await voidSale(manager, draft.id, 'Mistake')).toMatchObject({
      status: 409,
      body: { code: 'illegal_state', message: 'This transaction is a draft and has not been completed' },
    });
    const { transaction: sale } = await sell(till, [unitId(1)]);
    expect(await voidSale(manager, sale.id, '  ')).toMatchObject({
      status: 422,
      body: { errors: { reason: ['Reason required'] } },
    });
    expect((await voidSale(till, sale.id, 'Mistake')).status).toBe(403);
    const elsewhere = await makeShop(server.database);
    const stranger = await makeStaff(server.database, {
      store_id: elsewhere.store.id,
      role: 'store_manager',
    });
    const theirs = await signIn(server.url, stranger.email);
    expect(await voidSale(theirs, sale.id, 'Mistake')).toMatchObject({
      status: 404,
      body: { code: 'transaction_not_found' },
    });
    expect((await voidSale(manager, 999_999, 'Mistake')).status).toBe(404);
    expect((await row(sale.id)).status).toBe('completed');
  });
});
