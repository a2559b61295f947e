import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endOfDay } from '#domain/store-time.ts';
import { approvedBy, PIN, setPin } from '#tests/support/approvals.ts';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  completeInCash,
  createDraft,
  expectDone,
  openDraft,
  pay,
  saveDraft,
  type WireHolds,
  type WireLock,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

onEveryEngine('a unit that was paid for on a draft, the next day', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: SignedIn;
  let other: SignedIn;
  let manager: SignedIn;
  let unitId: number;
  let deposit: WireTransaction;
  let paymentId: number;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const untilMidnight = () => endOfDay(server.clock.now(), 'Asia/Manila') - server.clock.now();
    server.clock.advance(untilMidnight() - 30 * MINUTE);
    shop = await makeShop(server.database, { units: 2 });
    const at = { store_id: shop.store.id };
    till = await signIn(server.url, shop.seller.email);
    other = await signIn(server.url, (await makeStaff(server.database, at)).email);
    manager = await signIn(
      server.url,
      (await makeStaff(server.database, { ...at, role: 'store_manager' })).email,
    );
    unitId = shop.units[0]?.id ?? 0;
    const ana = await makeCustomer(server.database, { name: 'Ana Cruz' });
    deposit = await openDraft(till, [unitId], { customer_id: ana.id });
    paymentId = (await pay(till, deposit.id, { method: 'cash', amount: 200 })).id;
    server.clock.advance(untilMidnight() + MINUTE);
  });

  const resume = async () =>
    expectDone(await till.post<WireHolds>(`/transactions/${deposit.id}/refresh-locks`, { resume: true }));
  const lock = (by: SignedIn, id = unitId) => by.post<WireLock>(`/pos/inventory/${id}/lock`);
  const sellAnyway = (by: SignedIn, id = unitId, options = {}) =>
    by.post<WireLock>(`/pos/inventory/${id}/lock-paid-for`, {}, options);
  const refused = () => ({
    status: 409,
    body: {
      code: 'item_unavailable',
      message: `₱200.00 was paid for this by Ana Cruz (draft ${deposit.transaction_number})`,
      inventory_item_ids: [unitId],
      deposit: {
        amount: 200,
        customer: 'Ana Cruz',
        draft: { id: deposit.id, transaction_number: deposit.transaction_number },
      },
    },
  });

  it('is not locked, scanned, saved or taken as the next one without a word, also in its own seller’s next cart', async () => {
    const code = shop.units[0]?.imei;
    for (const by of [other, till, manager]) {
      expect(await lock(by)).toMatchObject(refused());
      expect(await by.post('/pos/scan', { code })).toMatchObject(refused());
      expect(await createDraft(by, [unitId])).toMatchObject(refused());
    }
    const next = () => other.post<WireLock>(`/pos/variations/${shop.variation.id}/lock-next`);
    expect(expectDone(await next()).inventoryItem.id).toBe(shop.units[1]?.id);
    expect(await next()).toMatchObject(refused());
    const draft = await openDraft(other, [shop.units[1]?.id ?? 0]);
    expect(await saveDraft(other, draft.id, [shop.units[1]?.id ?? 0, unitId])).toMatchObject(refused());
  });

  it('is still sold by its own draft', async () => {
    const holds = await resume();
    expect(holds.lost).toEqual([]);
    await pay(till, deposit.id, { method: 'cash', amount: deposit.total_amount - 200 });
    expect(expectDone(await complete<WireSale>(till, deposit.id)).transaction.status).toBe('completed');
  });

  it('is free once the payment is deleted', async () => {
    expectDone(await till.delete(`/payments/${paymentId}`, { reason: 'Changed her mind' }));
    expectDone(await lock(other));
  });

  describe('is sold to another customer', () => {
    it('by a manager, while the money stays on the draft, which says what it lost', async () => {
      expectDone(await sellAnyway(manager));
      const sale = await openDraft(manager, [unitId]);
      expectDone(await completeInCash(manager, sale));
      const holds = await resume();
      expect(holds.lost).toMatchObject([{ inventory_item_id: unitId, message: 'Sold meanwhile' }]);
      const read = expectDone(await till.get<WireTransaction>(`/transactions/${deposit.id}`));
      expect(read.payments).toMatchObject([{ amount: 200, status: 'completed' }]);
    });

    it('by a cashier with an approval of this unit, once', async () => {
      expectDone(await setPin(manager));
      expect(await sellAnyway(other)).toMatchObject({ status: 403 });
      const by = { act: 'paid_unit', staff_id: manager.staff.id, pin: PIN };
      const wrong = await approvedBy(other, { ...by, subject_id: shop.units[1]?.id });
      expect(await sellAnyway(other, unitId, wrong)).toMatchObject({ status: 403 });
      const approved = await approvedBy(other, { ...by, subject_id: unitId });
      expectDone(await sellAnyway(other, unitId, approved));
      expectDone(await completeInCash(other, await openDraft(other, [unitId])));
    });

    it('and its hold goes with the cart: the next one is told again', async () => {
      expectDone(await sellAnyway(manager));
      expect(await lock(other)).toMatchObject({ status: 409, body: { code: 'item_unavailable' } });
      expectDone(await manager.post(`/pos/inventory/${unitId}/unlock`));
      expect(await lock(other)).toMatchObject(refused());
    });
  });

  it('goes to one of a cart that takes it and its draft that is paid at that moment', async () => {
    expectDone(await sellAnyway(manager));
    const [sale] = await Promise.all([
      createDraft<WireTransaction>(manager, [unitId]),
      pay(till, deposit.id, { method: 'cash', amount: 100 }),
    ]);
    expectDone(await completeInCash(manager, expectDone(sale)));
    const holds = await resume();
    expect(holds.lost).toHaveLength(1);
  });
});
