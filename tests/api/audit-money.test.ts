import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { audit } from '#contract/audit.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { expectDone, openDraft, pay, refundSale, sell, voidSale } from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type WireEntry = z.input<typeof audit.list.response>['data'][number];

// A unit of the shop costs ₱1,000.00, and its tax is 10 % on top.
onEveryEngine('the audit log of money', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let manager: Caller;
  let admin: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 4 });
    till = await signIn(server.url, shop.seller.email);
    const of = async (role: 'store_manager' | 'admin') =>
      signIn(server.url, (await makeStaff(server.database, { store_id: shop.store.id, role })).email);
    [manager, admin] = [await of('store_manager'), await of('admin')];
  });

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  const draftOf = (units = 1) =>
    openDraft(
      till,
      shop.units.slice(0, units).map(({ id }) => id),
    );
  const gcash = (amount: number) => ({ method: 'gcash', amount, reference_number: 'GC-4711' });

  /** Returns the changes of a call's newest audit event, `before → after` by field. */
  async function lastOf(action: string): Promise<Record<string, string>> {
    const { data } = expectDone(
      await admin.get<{ data: WireEntry[] }>(`/audit?per_page=100&store_id=${shop.store.id}`),
    );
    const row = data.find((entry) => entry.action === action);
    if (!row) throw new Error(`No row of ${action}`);
    return Object.fromEntries(row.changes.map(({ what, before, after }) => [what, `${before} → ${after}`]));
  }

  describe('says of a payment its method, its amount and its state', () => {
    it('when it is taken, and nothing of its reference', async () => {
      const draft = await draftOf();
      await pay(till, draft.id, gcash(500));
      const taken = await lastOf('payments.create');
      expect(taken).toEqual({ Payment: '— → GCash ₱500.00 · Pending' });
      await pay(till, draft.id, { method: 'cash', amount: 1000 });
      expect(await lastOf('payments.create')).toEqual({ Payment: '— → Cash ₱1,000.00 · Completed' });
    });

    it('when it is verified', async () => {
      const payment = await pay(till, (await draftOf()).id, gcash(500));
      expectDone(await manager.post(`/payments/${payment.id}/verify`, {}));
      expect(await lastOf('payments.verify')).toEqual({
        Payment: 'GCash ₱500.00 · Pending → GCash ₱500.00 · Completed',
      });
    });

    it('when it is marked failed', async () => {
      const payment = await pay(till, (await draftOf()).id, gcash(500));
      expectDone(await manager.post(`/payments/${payment.id}/mark-failed`, { reason: 'Not received' }));
      expect(await lastOf('payments.markFailed')).toEqual({
        Payment: 'GCash ₱500.00 · Pending → GCash ₱500.00 · Failed',
      });
    });

    it('when it is deleted', async () => {
      const payment = await pay(till, (await draftOf()).id, { method: 'cash', amount: 20 });
      expectDone(await till.delete(`/payments/${payment.id}`, { reason: 'Typed twice' }));
      expect(await lastOf('payments.delete')).toEqual({
        Payment: 'Cash ₱20.00 · Completed → Cash ₱20.00 · Deleted',
      });
    });

    it('when it is changed, beside its other fields', async () => {
      const payment = await pay(till, (await draftOf()).id, { method: 'cash', amount: 20 });
      expectDone(await till.put(`/payments/${payment.id}`, { amount: 30, notes: 'Counted again' }));
      expect(await lastOf('payments.update')).toEqual({
        Payment: 'Cash ₱20.00 · Completed → Cash ₱30.00 · Completed',
        Notes: '— → Counted again',
      });
    });

    it('when it comes with a draft', async () => {
      await draftOf();
      expect(await lastOf('transactions.create')).toEqual({});
      await openDraft(till, [unitId(1)], { payments: [{ method: 'cash', amount: 20 }] });
      expect(await lastOf('transactions.create')).toEqual({ Payments: '— → Cash ₱20.00 · Completed' });
    });
  });

  it('says of a completion what the sale became, and how it was paid', async () => {
    const draft = await draftOf(2);
    await pay(till, draft.id, gcash(1200));
    const { transaction } = expectDone(
      await till.post<{ transaction: { invoice_number: string } }>(`/transactions/${draft.id}/complete`, {
        payments: [{ method: 'cash', amount: 1500 }],
      }),
    );
    expect(await lastOf('transactions.complete')).toEqual({
      Status: 'Draft → Completed',
      'Invoice number': `— → ${transaction.invoice_number}`,
      Units: '— → 2',
      Total: '— → ₱2,200.00',
      Payments: 'GCash ₱1,200.00 · Pending → GCash ₱1,200.00 · Pending, Cash ₱1,500.00 · Completed',
      Change: '— → ₱500.00',
    });
  });

  it('says of a completion whom the receipt names as its buyer', async () => {
    const draft = await draftOf(1);
    await pay(till, draft.id, gcash(1100));
    const buyer = { buyer_name: 'Reyes Trading', buyer_tin: '123456789', buyer_address: 'Quezon City' };
    expectDone(await till.post(`/transactions/${draft.id}/complete`, buyer));
    expect(await lastOf('transactions.complete')).toMatchObject({
      'Buyer name': '— → Reyes Trading',
      'Buyer TIN': '— → 123-456-789',
      'Buyer address': '— → Quezon City',
    });
  });

  it('says once that a sale was completed, however often it is asked for', async () => {
    const { transaction } = await sell(till, [unitId()]);
    expectDone(await till.post(`/transactions/${transaction.id}/complete`, {}));
    expect(await lastOf('transactions.complete')).toEqual({});
  });

  it('says of a void how many units came back and what was handed back', async () => {
    const draft = await draftOf(2);
    await pay(till, draft.id, { method: 'cash', amount: 1000 });
    await pay(till, draft.id, gcash(1200));
    expectDone(await till.post(`/transactions/${draft.id}/complete`, {}));
    expectDone(await voidSale(manager, draft.id, 'Wrong phone'));
    expect(await lastOf('transactions.void')).toEqual({
      Status: 'Completed → Cancelled',
      'Units back': '0 → 2',
      Payments:
        'Cash ₱1,000.00 · Completed, GCash ₱1,200.00 · Pending → Cash ₱1,000.00 · Completed, GCash ₱1,200.00 · Failed',
      'Handed back': '— → Cash ₱1,000.00',
    });
  });

  it('says of a refund its amount, its ways and how many units came back', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1), unitId(2)]);
    const idOf = (index: number) => sale.transaction_items[index]?.id;
    expectDone(await refundSale(manager, sale.id, { items: [{ id: idOf(0) }] }));
    expect(await lastOf('transactions.refund')).toEqual({
      'Units back': '0 → 1',
      Refunded: '₱0.00 → ₱1,100.00',
      'Handed back': '— → Cash ₱1,100.00',
    });
    const payouts = [
      { method: 'cash', amount: 2000 },
      { method: 'gcash', amount: 200, reference_number: 'OUT-1' },
    ];
    expectDone(await refundSale(manager, sale.id, { payouts }));
    expect(await lastOf('transactions.refund')).toEqual({
      Status: 'Completed → Refunded',
      'Units back': '1 → 3',
      Refunded: '₱1,100.00 → ₱3,300.00',
      'Handed back': '— → Cash ₱2,000.00, GCash ₱200.00',
    });
  });

  it('says how many points somebody had before and after', async () => {
    const { id } = await makeCustomer(server.database, { name: 'Ana Cruz', phone: '0917 555 0123' });
    expectDone(await manager.post(`/customers/${id}/add-points`, { points: 50, reason: 'Late delivery' }));
    expectDone(await manager.post(`/customers/${id}/deduct-points`, { points: 20, reason: 'Typo' }));
    const { data } = expectDone(await admin.get<{ data: WireEntry[] }>('/audit?area=customers'));
    expect(data.slice(0, 2).map(({ changes }) => changes)).toEqual([
      [{ what: 'Loyalty points', before: '50', after: '30' }],
      [{ what: 'Loyalty points', before: '0', after: '50' }],
    ]);
  });
});
