import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  addPayment,
  complete,
  createDraft,
  openDraft,
  openPaidDraft,
  pay,
  refundSale,
  sell,
  sellOnTrust,
  voidSale,
  type WireTransactions,
} from '#tests/support/selling.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

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
        'This store is inactive. Only transfers out, refunds, voids, payment reviews, ending orders and counting shifts are possible',
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

  it('leaves the payments of its drafts as they are', async () => {
    expect(await admin.post(`/payments/${draftPayment}/verify`, {}, inStore())).toMatchObject(refusal);
    const fail = () => admin.post(`/payments/${draftPayment}/mark-failed`, { reason: 'No' }, inStore());
    expect(await fail()).toMatchObject(refusal);
  });

  it('refunds and voids what it sold', async () => {
    expect((await refundSale(admin, sold[0], { reason: 'Returned' })).status).toBe(200);
    expect((await voidSale(admin, sold[1], 'Wrong customer')).status).toBe(200);
  });
});
