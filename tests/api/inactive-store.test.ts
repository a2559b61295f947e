import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenWork } from '#contract/stores.ts';
import { closed, scanned, started } from '#tests/support/counts.ts';
import { signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import { openOfflineShop, type WireToSettle } from '#tests/support/offline-shop.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  addPayment,
  complete,
  createDraft,
  expectDone,
  findUnitRow,
  openDraft,
  openPaidDraft,
  pay,
  refundSale,
  sell,
  sellOnTrust,
  voidSale,
  type WireRefunded,
  type WireTransaction,
  type WireTransactions,
} from '#tests/support/selling.ts';
import { atDevice, makeTill, openShift, piecesOf } from '#tests/support/shifts.ts';
import {
  makeSettings,
  makeShop,
  makeStaff,
  makeStore,
  makeSupplier,
  type Shop,
} from '#tests/support/shop.ts';
import { makeReturn, type WireReturn } from '#tests/support/supplier-returns.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';

onEveryEngine('an inactive store', (start) => {
  let server: TestServer;
  let shop: Shop;
  let seller: Caller;
  let admin: Caller;
  let sold: [refundable: number, voidable: number];
  let draftId: number;
  let trusted: Awaited<ReturnType<typeof sellOnTrust>>[];
  let draftPayment: number;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 6 });
    seller = await signIn(server.url, shop.seller.email);
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, email);
    const sale = async (index: number) => (await sell(seller, [unitId(index)])).transaction.id;
    sold = [await sale(0), await sale(1)];
    draftId = (await openPaidDraft(admin, [unitId(2)])).id;
    draftPayment = await pendingOnDraft();
    trusted = [await sellOnTrust(seller, [unitId(4)]), await sellOnTrust(seller, [unitId(5)])];
    await server.database.write((writer) =>
      writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', shop.store.id).execute(),
    );
  });
  afterAll(() => server.close());
  /** A pending payment on a draft. */
  const pendingOnDraft = async () => {
    const gcash = { method: 'gcash', amount: 1, reference_number: 'P-1', status: 'pending' };
    return (await pay(admin, (await openDraft(admin, [unitId(3)])).id, gcash)).id;
  };
  const unitId = (index: number) => shop.units[index]?.id ?? 0;
  const refusal = {
    status: 409,
    body: {
      code: 'store_inactive',
      message:
        'This store is inactive. Only clearing its stock, refunds, voids, payment reviews, cancelling drafts, ending orders and counting shifts are possible',
    },
  };
  const inStore = () => ({ storeId: shop.store.id });

  it('sells nothing, takes no payment and locks no unit', async () => {
    expect(await createDraft(admin, [unitId(0)], {}, inStore())).toMatchObject(refusal);
    expect(await complete(admin, draftId, inStore())).toMatchObject(refusal);
    expect(await addPayment(admin, draftId, { method: 'cash', amount: 1 })).toMatchObject(refusal);
    expect(await admin.post(`/pos/inventory/${unitId(3)}/lock`, {}, inStore())).toMatchObject(refusal);
    expect(await admin.post('/pos/scan', { code: shop.units[3]?.imei }, inStore())).toMatchObject(refusal);
  });

  it('is read by whoever sees all stores, and no longer by those who worked there', async () => {
    const list = await admin.get<WireTransactions>('/transactions', inStore());
    expect([list.status, list.body.data.length]).toEqual([200, 6]);
    expect(await seller.get('/transactions', inStore())).toMatchObject({
      status: 403,
      body: { code: 'foreign_store' },
    });
  });

  it('lets whoever sees it say of a sale’s pending payments whether they arrived, and take or change none', async () => {
    const [arrived, missing] = trusted.map(({ payment }) => payment.id);
    const verified = await admin.post(`/payments/${arrived}/verify`, {}, inStore());
    expect(verified).toMatchObject({ status: 200, body: { status: 'completed' } });
    const failed = await admin.post(`/payments/${missing}/mark-failed`, { reason: 'Never came' }, inStore());
    expect(failed).toMatchObject({ status: 200, body: { status: 'failed' } });
    const lacking = trusted[1]?.sale;
    expect(await admin.get(`/transactions/${lacking?.id}`, inStore())).toMatchObject({
      body: { balance_due: lacking?.total_amount },
    });
    const cash = { method: 'cash', amount: lacking?.total_amount };
    expect(await admin.post(`/transactions/${lacking?.id}/payments`, cash, inStore())).toMatchObject(refusal);
    expect(await admin.put(`/payments/${arrived}`, { notes: 'Late' }, inStore())).toMatchObject(refusal);
    expect(await admin.delete(`/payments/${arrived}`, { reason: 'No' }, inStore())).toMatchObject(refusal);
    expect(await seller.post(`/payments/${arrived}/verify`, {}, inStore())).toMatchObject({ status: 403 });
  });

  it('winds its drafts up: their payments are reviewed and given back, and they are cancelled', async () => {
    const at = inStore();
    const cancel = (id: number) => admin.delete<Refusal>(`/transactions/${id}`, { reason: 'Closed' }, at);
    const [cash] = expectDone(await admin.get<WireTransaction>(`/transactions/${draftId}`, at)).payments;
    expect((await cancel(draftId)).body.code).toBe('has_payments');
    expect(await admin.put(`/payments/${cash?.id}`, { notes: 'Late' }, at)).toMatchObject(refusal);
    const back = await admin.delete(`/payments/${cash?.id}`, { reason: 'Handed back' }, at);
    expect(back.status).toBe(200);
    expectDone(await cancel(draftId));

    const pendingDraft = expectDone(
      await admin.post<{ transaction_id: number }>(`/payments/${draftPayment}/verify`, {}, at),
    ).transaction_id;
    expect((await cancel(pendingDraft)).body.code).toBe('has_payments');
    expectDone(await admin.delete(`/payments/${draftPayment}`, { reason: 'Sent back' }, at));
    expectDone(await cancel(pendingDraft));
    expect(expectDone(await admin.get(`/stores/${shop.store.id}/open-work`))).toMatchObject({ drafts: 0 });
  });

  it('refunds and voids what it sold', async () => {
    expect((await refundSale(admin, sold[0], { reason: 'Returned' })).status).toBe(200);
    expect((await voidSale(admin, sold[1], 'Wrong customer')).status).toBe(200);
  });

  it('gives cash back from an open shift only, and else by another method', async () => {
    const settings_json = makeSettings({ shifts: { enabled: true, difference_limit: 0 } });
    const own = await makeShop(server.database, { units: 3, store: { settings_json } });
    const { email } = await makeStaff(server.database, { store_id: own.store.id, role: 'admin' });
    const boss = await signIn(server.url, email);
    const drawer = atDevice(server.url, boss);
    await makeTill(drawer, 'Counter');
    const shift = await openShift(drawer);
    const sale = async (index: number) => (await sell(drawer, [own.units[index]?.id ?? 0])).transaction;
    const [first, second] = [await sale(0), await sale(1)];
    const draft = await openPaidDraft(drawer, [own.units[2]?.id ?? 0]);
    await server.database.write((writer) =>
      writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', own.store.id).execute(),
    );
    const at = { storeId: own.store.id };
    expectDone(await refundSale<object>(drawer, first.id, {}, at));
    const cash = first.total_amount;
    const [held] = expectDone(await boss.get<WireTransaction>(`/transactions/${draft.id}`, at)).payments;
    const handBack = () => boss.delete<Refusal>(`/payments/${held?.id}`, { reason: 'Handed back' }, at);
    expect((await handBack()).body.code).toBe('shift_required');
    expectDone(
      await drawer.post(
        `/shifts/${shift.id}/count`,
        { denominations: piecesOf(5000 + cash + draft.total_amount) },
        at,
      ),
    );
    expectDone(await drawer.post(`/shifts/${shift.id}/close`, { reason: 'Closing down' }, at));
    const refused = {
      status: 409,
      body: {
        code: 'shift_required',
        message:
          'This store is inactive: cash goes in or out only at a till whose shift is still open there. Anywhere else, refund the sale by another method',
      },
    };
    for (const by of [drawer, boss]) {
      expect(await refundSale(by, second.id, {}, at)).toMatchObject(refused);
      expect(await voidSale(by, second.id, 'Returned', at)).toMatchObject(refused);
    }
    // No drawer is left: the office hands back what a draft of then was paid, and the draft is cancelled.
    expectDone(await handBack());
    expectDone(await boss.delete(`/transactions/${draft.id}`, {}, at));
    expectDone(await boss.post(`/shifts/${shift.id}/corrections`, { amount: -1, reason: 'Miscounted' }, at));
    const payouts = [{ method: 'gcash', amount: second.total_amount, reference_number: 'BACK-1' }];
    const done = await refundSale<WireRefunded>(boss, second.id, { payouts }, at);
    expect(expectDone(done).transaction).toMatchObject({ status: 'refunded', refunded_amount: cash });
  });

  it('has a way out for each of its units that is not for sale, and names them before it is deactivated', async () => {
    const own = await makeShop(server.database, { units: 5 });
    const next = await makeStore(server.database);
    const { email } = await makeStaff(server.database, { store_id: own.store.id, role: 'admin' });
    const boss = await signIn(server.url, email);
    const [mended, sentBack, deleted, lost, away] = own.units.map(({ id }) => id);
    const change = (unitId = 0, body: object = {}) => boss.put<Refusal>(`/inventory/${unitId}`, body);
    const takeIn = async () => {
      const form = { ...BROUGHT, product_variation_id: own.variation.id, serial_number: crypto.randomUUID() };
      return expectDone(await boss.post<{ trade_in: { id: number } }>('/inventory/trade-ins', form)).trade_in;
    };
    const [cleared, givenBack] = [await takeIn(), await takeIn()];
    const broken = { status: 'defective', reason: 'Broken' };
    for (const unitId of [mended, sentBack, deleted]) expectDone(await change(unitId, broken));
    expectDone(await change(lost, { status: 'lost', reason: 'Not there' }));
    const returned = await makeReturn(server.database, boss, [away ?? 0]);
    expect(expectDone(await boss.get(`/stores/${own.store.id}/open-work`))).toMatchObject({
      units_standing: 0,
      units_on_hold: 2,
      units_defective: 3,
      units_lost: 1,
      units_returned: 1,
    });
    expectDone(await boss.delete(`/stores/${own.store.id}`));

    expect((await change(mended, { notes: 'Scratched' })).body.code).toBe('store_inactive');
    expectDone(await change(mended, { status: 'available', reason: 'Mended' }));
    expectDone(await change(lost, { status: 'available', reason: 'In the drawer' }));
    expectDone(await boss.delete(`/inventory/${deleted}`, { reason: 'Entered twice' }));
    const at = { storeId: own.store.id };
    const { id: supplier_id } = await makeSupplier(server.database);
    const form = { supplier_id, item_ids: [sentBack], reason: 'Closing down' };
    const other = expectDone(await boss.post<WireReturn>('/supplier-returns', form, at));
    expectDone(await boss.put(`/supplier-returns/${other.id}`, { reference: 'RMA-1' }, at));
    const back = { item_ids: [away], status: 'available' };
    expectDone(await boss.post(`/supplier-returns/${returned.id}/receive`, back, at));
    expectDone(await boss.post(`/trade-ins/${cleared.id}/clear`, { reference: 'PNP 12-345' }, at));
    expectDone(await boss.post(`/trade-ins/${givenBack.id}/give-back`, {}, at));
    const { data } = expectDone(
      await boss.get<{ data: { id: number }[] }>('/inventory?status=available', at),
    );
    const item_ids = data.map(({ id }) => id);
    // The one that was cleared is among them.
    expect(item_ids).toEqual(expect.arrayContaining([mended, lost, away]));
    expectDone(await boss.post('/inventory/transfers', { to_store_id: next.id, item_ids }, at));
    expect(expectDone(await boss.get(`/stores/${own.store.id}/open-work`))).toMatchObject({
      units_standing: 0,
      units_defective: 0,
      units_lost: 0,
      // The one with its supplier, and the one with who had traded it in.
      units_returned: 2,
      units_on_hold: 0,
      units_leaving: 4,
    });
  });

  it('takes a sale that its till sends later, to settle there, and names both before it is deactivated', async () => {
    await makeStore(server.database);
    const at = await openOfflineShop(server);
    const { id } = at.shop.store;
    const { email } = await makeStaff(server.database, { store_id: id, role: 'admin' });
    let boss = await signIn(server.url, email);
    const open = async () => expectDone(await boss.get<OpenWork>(`/stores/${id}/open-work`));
    await sell(at.till, [at.unit(1).id]);
    const [disputed, late] = [at.make([1]), at.make([2], {}, 1)];
    server.clock.advance(MINUTE);
    expectDone(await at.offline.send(disputed, { waiting: 1 }));
    expect(await open()).toMatchObject({ tills_waiting: 1, sales_to_settle: 1 });
    expectDone(await boss.delete(`/stores/${id}`));
    expectDone(await at.offline.send(late));
    expect(await open()).toMatchObject({ tills_waiting: 0 });
    const onDashboard = async () => {
      const { data } = expectDone(await boss.get<{ data: { id: number }[] }>('/dashboard/chain'));
      return data.some((store) => store.id === id);
    };
    server.clock.advance(48 * HOUR);
    boss = await signIn(server.url, email);
    expect(await onDashboard()).toBe(true);
    const inStore = { storeId: id };
    const listed = () => boss.get<{ data: WireToSettle[] }>('/offline-sales?state=open', inStore);
    for (const row of expectDone(await listed()).data) {
      const units = row.disputed.map(({ transaction_item_id }) => ({ transaction_item_id, code: null }));
      const form = { note: 'Closing down', ...(units.length > 0 && { units }) };
      expectDone(await boss.post(`/offline-sales/${row.id}/settle`, form, inStore));
    }
    expect(await open()).toMatchObject({ sales_to_settle: 0 });
    expect(await onDashboard()).toBe(false);
  });

  it('loses a defective unit to the store that counts it', async () => {
    const own = await makeShop(server.database, { units: 1 });
    const [unit] = own.units;
    const at = await makeStore(server.database);
    const { email } = await makeStaff(server.database, { store_id: at.id, role: 'admin' });
    const boss = await signIn(server.url, email);
    await server.database.write(async (writer) => {
      await writer
        .updateTable('inventory_items')
        .set({ status: 'defective' })
        .where('id', '=', unit?.id ?? 0)
        .execute();
      await writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', own.store.id).execute();
    });
    const count = await started(boss);
    await scanned(boss, count.id, [unit?.imei]);
    await closed(boss, count.id);
    expect(await findUnitRow(server.database, unit?.id ?? 0)).toMatchObject({
      store_id: at.id,
      status: 'defective',
    });
  });
});
