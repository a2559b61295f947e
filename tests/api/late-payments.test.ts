import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { customers } from '#contract/customers.ts';
import type { dashboard } from '#contract/dashboard.ts';
import { DAY } from '#domain/store-time.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  type WireSale,
  type WireTransactions,
} from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type WireStats = z.input<typeof customers.stats.response>;
type WireDashboard = z.input<typeof dashboard.figures.response>;

onEveryEngine('a payment that is late', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 3 });
  });
  afterAll(() => server.close());

  const signInAgain = async () => {
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    manager = await signIn(server.url, email);
  };

  it('is owed by its customer from the day after its date on: in the list, on the dashboard, on their page', async () => {
    await signInAgain();
    const { id: customer_id } = await makeCustomer(server.database);
    const sellPending = async (no: number, expected_date: string | null) => {
      const draft = await openDraft(manager, [shop.units[no]?.id ?? 0], { customer_id });
      const form = { method: 'gcash', amount: draft.total_amount, status: 'pending', expected_date };
      const payment = await pay(manager, draft.id, { ...form, reference_number: `L-${no}` });
      const { transaction } = expectDone(await complete<WireSale>(manager, draft.id));
      return { id: transaction.id, payment: payment.id };
    };
    const late = await sellPending(0, '2026-11-22');
    await sellPending(1, '2026-11-25');
    await sellPending(2, null);
    const told = async () => {
      const list = await manager.get<WireTransactions>('/transactions?balance=owes');
      const { balances } = expectDone(await manager.get<WireDashboard>('/dashboard'));
      const { owes } = expectDone(await manager.get<WireStats>(`/customers/${customer_id}/stats`));
      return [expectDone(list).data.map(({ id }) => id), balances?.owes, owes];
    };
    const nobody = [[], { count: 0, total: 0 }, 0];
    expect(await told()).toEqual(nobody);
    server.clock.advance(DAY);
    await signInAgain();
    // On its very day it is not late.
    expect(await told()).toEqual(nobody);
    server.clock.advance(DAY);
    await signInAgain();
    expect(await told()).toEqual([[late.id], { count: 1, total: 1100 }, 1100]);
    expectDone(await manager.post(`/payments/${late.payment}/mark-failed`, { reason: 'Never came' }));
    expect(await told()).toEqual([[late.id], { count: 1, total: 1100 }, 1100]);
  });
});
