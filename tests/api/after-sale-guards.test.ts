import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Caller, type SignedIn } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  refundSale,
  sell,
  type WireRefunded,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeUnits, makeVariation, type Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';

onEveryEngine('what a sale has brought in', (start) => {
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

  const units = (count: number) => shop.units.slice(0, count).map((unit) => unit.id);
  const refundOne = async (sale: WireTransaction, extra: object = {}) =>
    expectDone(
      await refundSale<WireRefunded>(manager, sale.id, {
        items: [{ id: sale.transaction_items[0]?.id }],
        ...extra,
      }),
    ).transaction;

  it('is never deleted below what went back already', async () => {
    const { transaction: sale } = await sell(till, units(2));
    await refundOne(sale);
    const [cash] = sale.payments;
    const refused = await manager.delete(`/payments/${cash?.id}`, { reason: 'Never was' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      '₱1,100.00 of this sale was refunded already. Its payments cannot come to less',
    ]);
  });

  it('may lose a payment after a refund while the others are worth what went back', async () => {
    const draft = await openDraft(till, units(2));
    const card = await pay(till, draft.id, { method: 'card', amount: 1100, reference_number: 'A-1' });
    await pay(till, draft.id, { method: 'cash', amount: 1100 });
    const { transaction: sale } = expectDone(await complete<WireSale>(till, draft.id));
    await refundOne(sale);
    expectDone(await manager.delete<object>(`/payments/${card.id}`, { reason: 'Charged back' }));
    const after = await manager.get<WireTransaction>(`/transactions/${sale.id}`);
    expect(after.body).toMatchObject({ balance_due: 1100, refunded_amount: 1100 });
  });

  it('is at least one payment that counts, also for a sale within the tolerance', async () => {
    const variation = await makeVariation(server.database, { retail_price: 1, minimum_price: null });
    const [unit] = await makeUnits(server.database, {
      count: 1,
      store_id: shop.store.id,
      product_variation_id: variation.id,
    });
    const draft = await openDraft(till, [unit?.id ?? 0]);
    const form = { method: 'gcash', amount: 0.01, reference_number: 'G-1' };
    const pending = await pay(till, draft.id, form);
    expectDone(await till.post<object>(`/payments/${pending.id}/mark-failed`, { reason: 'Never came' }));
    expect(await complete(till, draft.id)).toMatchObject({
      status: 422,
      body: { code: 'insufficient_payment', message: 'Please add ₱0.01 more in payments' },
    });
    await pay(till, draft.id, form);
    expect((await complete(till, draft.id)).status).toBe(200);
  });
});
