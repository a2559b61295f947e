import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  addPayment,
  complete,
  createDraft,
  openPaidDraft,
  refundSale,
  sell,
  voidSale,
  type WireTransactions,
} from '#tests/support/selling.ts';
import { makeStaff, type Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';

onEveryEngine('an inactive store', (start) => {
  let server: TestServer;
  let shop: Shop;
  let seller: Caller;
  let admin: Caller;
  let sold: [refundable: number, voidable: number];
  let draftId: number;
  beforeAll(async () => {
    server = await start();
    ({ shop, till: seller } = await openShop(server));
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, email);
    const sale = async (index: number) => (await sell(seller, [unitId(index)])).transaction.id;
    sold = [await sale(0), await sale(1)];
    draftId = (await openPaidDraft(admin, [unitId(2)])).id;
    await server.database.write((writer) =>
      writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', shop.store.id).execute(),
    );
  });
  afterAll(() => server.close());
  const unitId = (index: number) => shop.units[index]?.id ?? 0;
  const refusal = {
    status: 409,
    body: {
      code: 'store_inactive',
      message: 'This store is inactive. Only refunds and voids are possible',
    },
  };
  const inStore = () => ({ storeId: shop.store.id });

  it('sells nothing, takes no payment and locks no unit', async () => {
    expect(await createDraft(admin, [unitId(3)], {}, inStore())).toMatchObject(refusal);
    expect(await complete(admin, draftId, inStore())).toMatchObject(refusal);
    expect(await addPayment(admin, draftId, { method: 'cash', amount: 1 })).toMatchObject(refusal);
    expect(await admin.post(`/pos/inventory/${unitId(3)}/lock`, {}, inStore())).toMatchObject(refusal);
    expect(await admin.post('/pos/scan', { code: shop.units[3]?.imei }, inStore())).toMatchObject(refusal);
  });

  it('is read by whoever sees all stores, and no longer by those who worked there', async () => {
    const list = await admin.get<WireTransactions>('/transactions', inStore());
    expect([list.status, list.body.data.length]).toEqual([200, 3]);
    expect(await seller.get('/transactions', inStore())).toMatchObject({
      status: 403,
      body: { code: 'foreign_store' },
    });
  });

  it('refunds and voids what it sold', async () => {
    expect((await refundSale(admin, sold[0], { reason: 'Returned' })).status).toBe(200);
    expect((await voidSale(admin, sold[1], 'Wrong customer')).status).toBe(200);
  });
});
