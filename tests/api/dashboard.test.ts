import type { z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { dashboard, dashboardFigures } from '#contract/dashboard.ts';
import type { dailyReport } from '#contract/payments.ts';
import type { Role } from '#domain/roles.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { HOUR, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  refundSale,
  saveDraft,
  sell,
  sellOnTrust,
  voidSale,
  type WireSale,
} from '#tests/support/selling.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type Figures = z.input<typeof dashboardFigures>;
type Chain = z.input<typeof dashboard.chain.response>;
type Report = z.input<typeof dailyReport>;

onEveryEngine('the dashboard', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let manager: Caller;
  let managerEmail: string;
  let unitNo: number;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  async function signInBoth() {
    till = await signIn(server.url, shop.seller.email);
    manager = await signIn(server.url, managerEmail);
  }
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 20 });
    managerEmail = (await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' }))
      .email;
    unitNo = 0;
    await signInBoth();
  });

  const nextUnits = (count: number) => {
    unitNo += count;
    return shop.units.slice(unitNo - count, unitNo).map(({ id }) => id);
  };
  const figures = async () => expectDone(await manager.get<Figures>('/dashboard'));
  const report = async () => expectDone(await manager.get<Report>('/payments/daily-report'));
  const nextDay = async (hours = 24) => {
    server.clock.advance(hours * HOUR);
    await signInBoth();
  };
  /** Expects the dashboard's day and the daily report's to agree. */
  async function expectToAgree(net: number, count: number, average = count ? net / count : 0) {
    const [shown, printed] = [await figures(), await report()];
    expect(printed.net_sales).toBe(net);
    expect(shown.today.sales).toBe(printed.net_sales);
    expect(shown.today.transactions).toBe(count);
    expect(shown.today.average).toBe(average);
    expect(shown.by_hour).toEqual(printed.by_hour);
    expect(shown.by_hour.reduce((sum, { sales }) => sum + sales, 0)).toBe(net);
    // Ten percent on top of every price.
    expect(printed.tax).toBe(net / 11);
  }

  it('agrees with the daily report over days of sales, refunds and voids', async () => {
    const first = (await sell(till, nextUnits(2))).transaction;
    const second = (await sell(till, nextUnits(1))).transaction;
    const mistake = (await sell(till, nextUnits(1))).transaction;
    expectDone(await voidSale<object>(manager, mistake.id, 'Wrong unit'));
    await expectToAgree(3300, 2);
    const items = [{ id: first.transaction_items[0]?.id }];
    expectDone(await refundSale<object>(manager, first.id, { items }));
    await expectToAgree(2200, 2);

    await nextDay();
    await expectToAgree(0, 0);
    const { sale: trusted } = await sellOnTrust(till, nextUnits(1));
    server.clock.advance(HOUR);
    expectDone(await voidSale<object>(manager, second.id, 'Wrong customer'));
    // Voids and refunds of earlier sales leave the average of today's alone.
    await expectToAgree(0, 1, 1100);
    expectDone(await refundSale<object>(manager, first.id));
    await expectToAgree(-1100, 1, 1100);

    await nextDay();
    expectDone(await refundSale<object>(manager, trusted.id));
    await expectToAgree(-1100, 0);
  });

  it('takes what came back off the hour of its sale, and of an earlier day’s sale off the hour it came back', async () => {
    const hours = async () => (await figures()).by_hour.filter(({ sales }) => sales !== 0);
    const { transaction: kept } = await sell(till, nextUnits(2));
    const { transaction: mistake } = await sell(till, nextUnits(1));
    server.clock.advance(HOUR);
    await sell(till, nextUnits(1));
    expectDone(await voidSale<object>(manager, mistake.id, 'Wrong unit'));
    const [first, second] = kept.transaction_items;
    expectDone(await refundSale<object>(manager, kept.id, { items: [{ id: first?.id }] }));
    const before = await hours();
    expect(before.map(({ sales }) => sales)).toEqual([1100, 1100]);

    await nextDay();
    expectDone(await refundSale<object>(manager, kept.id, { items: [{ id: second?.id }] }));
    expect(await hours()).toEqual([{ hour: before[1]?.hour, sales: -1100 }]);
    await nextDay(-24);
    expect(await hours()).toEqual(before);
  });

  it('names what brought in the most today, net of what came back', async () => {
    const topToday = async () =>
      (await figures()).top_products.map(({ id, units_sold, revenue }) => [id, units_sold, revenue]);
    const { transaction: sale } = await sell(till, nextUnits(2));
    expect(await topToday()).toEqual([[shop.variation.id, 2, 2200]]);
    const [first] = sale.transaction_items;
    expectDone(await refundSale<object>(manager, sale.id, { items: [{ id: first?.id }] }));
    expect(await topToday()).toEqual([[shop.variation.id, 1, 1100]]);
    await nextDay();
    expect(await topToday()).toEqual([]);
  });

  it('compares with the net of the same weekday a week ago, up to the same time', async () => {
    const { transaction: sale } = await sell(till, nextUnits(2));
    expectDone(
      await refundSale<object>(manager, sale.id, { items: [{ id: sale.transaction_items[0]?.id }] }),
    );
    server.clock.advance(HOUR);
    await sell(till, nextUnits(1));
    await nextDay(7 * 24 - 1);
    server.clock.advance(1);
    expect((await figures()).today.sales_last_week).toBe(1100);
    server.clock.advance(HOUR);
    expect((await figures()).today.sales_last_week).toBe(2200);
  });

  it('dates a sale by its completion and a draft by its last change, whatever happened to them since', async () => {
    const draft = await openDraft(till, nextUnits(1));
    server.clock.advance(HOUR);
    const { transaction: first } = await sell(till, nextUnits(1));
    const soldAt = new Date(server.clock.now()).toISOString();
    server.clock.advance(HOUR);
    const { transaction: second } = await sell(till, nextUnits(1));
    server.clock.advance(HOUR);
    expectDone(await voidSale<object>(manager, first.id, 'Mistake'));
    const shown = async () => ((await figures()).latest ?? []).map(({ id, dated_at }) => [id, dated_at]);
    expect(await shown()).toEqual([
      [second.id, second.completed_at],
      [first.id, soldAt],
      [draft.id, draft.created_at],
    ]);
    expectDone(await saveDraft<object>(till, draft.id, nextUnits(1)));
    expect((await shown())[0]).toEqual([draft.id, new Date(server.clock.now()).toISOString()]);
  });

  it('says of the latest sales which number is which, what they lack and what they wait for', async () => {
    const { sale, payment } = await sellOnTrust(till, nextUnits(1));
    const numbers = { transaction_number: sale.draft_number, invoice_number: sale.invoice_number };
    expect((await figures()).latest?.[0]).toMatchObject({ ...numbers, pending_amount: 1100, balance_due: 0 });
    expectDone(await manager.post<object>(`/payments/${payment.id}/mark-failed`, { reason: 'No' }));
    expect((await figures()).latest?.[0]).toMatchObject({ ...numbers, pending_amount: 0, balance_due: 1100 });
  });

  it('counts the drafts and the payments that wait in the store', async () => {
    expect((await figures()).waiting).toEqual({ drafts: 0, payments: 0 });
    await sellOnTrust(till, nextUnits(1));
    const draft = await openDraft(till, nextUnits(1));
    const gcash = { method: 'gcash', reference_number: 'G-1', status: 'pending' };
    await pay(till, draft.id, { ...gcash, amount: 500 });
    const dropped = await openDraft(till, nextUnits(1));
    await pay(till, dropped.id, { ...gcash, amount: 100 });
    expectDone(await till.delete<object>(`/transactions/${dropped.id}`, {}));
    const elsewhere = await makeShop(server.database, { units: 1 });
    const other = await signIn(server.url, elsewhere.seller.email);
    await openDraft(other, [elsewhere.units[0]?.id ?? 0]);
    expect((await figures()).waiting).toEqual({ drafts: 1, payments: 2 });
    await pay(till, draft.id, { method: 'cash', amount: 600 });
    expectDone(await complete<WireSale>(till, draft.id));
    expect((await figures()).waiting).toEqual({ drafts: 0, payments: 2 });
  });

  it('compares the stores that somebody sees, each as its own daily report has it', async () => {
    await sell(till, nextUnits(2));
    const { transaction: voided } = await sell(till, nextUnits(1));
    expectDone(await voidSale(manager, voided.id, 'Wrong phone'));
    await openDraft(till, nextUnits(1));
    const abroad = await makeShop(server.database, { store: { timezone: 'America/Los_Angeles' } });
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'regional_manager' });
    const caller = await signIn(server.url, boss.email);
    const { data } = expectDone(await caller.get<Chain>('/dashboard/chain'));
    const of = (id: number) => data.find((one) => one.id === id);
    const printed = await report();
    expect(of(shop.store.id)).toMatchObject({
      name: shop.store.name,
      today: { sales: printed.net_sales, transactions: 1 },
      inventory: { items: 18 },
      waiting: { drafts: 1, payments: 0 },
    });
    expect(of(abroad.store.id)?.today).toMatchObject({ sales: 0, transactions: 0, sales_last_week: 0 });
    expect((await manager.get('/dashboard/chain')).status).toBe(403);
  });

  it('counts what a store sold today that was ended today, and keeps one with payments that are still to arrive', async () => {
    const [ended, empty, waited] = [
      await makeShop(server.database, { units: 1 }),
      await makeShop(server.database),
      await makeShop(server.database, { units: 1 }),
    ];
    const tillOf = (own: Shop) => signIn(server.url, own.seller.email);
    const sold = (await sell(await tillOf(ended), [ended.units[0]?.id ?? 0])).transaction;
    await sellOnTrust(await tillOf(waited), [waited.units[0]?.id ?? 0]);
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'regional_manager' });
    const caller = await signIn(server.url, boss.email);
    for (const { store } of [ended, empty, waited]) expectDone(await caller.delete(`/stores/${store.id}`));
    const of = async ({ store }: Shop) => {
      const asking = await signIn(server.url, boss.email);
      return expectDone(await asking.get<Chain>('/dashboard/chain')).data.find(({ id }) => id === store.id);
    };
    expect(await of(ended)).toMatchObject({
      is_active: false,
      today: { sales: sold.total_amount, transactions: 1 },
    });
    expect(await of(empty)).toBeUndefined();
    server.clock.advance(24 * HOUR);
    expect(await of(ended)).toBeUndefined();
    expect(await of(waited)).toMatchObject({ is_active: false, waiting: { payments: 1 } });
  });

  describe('shows each card to whoever may see it', () => {
    const CARDS = ['today', 'inventory', 'by_hour', 'customers', 'waiting', 'balances', 'latest'];
    const shownTo = async (role: Role) => {
      const person = await makeStaff(server.database, { store_id: shop.store.id, role });
      const by = await signIn(server.url, person.email);
      const { status, body } = await by.get<Record<string, unknown>>('/dashboard');
      return status === 200 ? CARDS.filter((card) => card in body) : status;
    };
    const grant = async (permissions: string[]) => {
      const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
      const by = await signIn(server.url, boss.email);
      expectDone(await by.put<object>('/roles/auditor', { permissions }));
    };
    const SALES_AND_STOCK = ['today', 'inventory', 'by_hour'];

    it.each<[Role, string[] | 403]>([
      ['admin', CARDS],
      ['store_manager', CARDS],
      ['regional_manager', CARDS],
      ['salesperson', CARDS],
      ['inventory_checker', 403],
      ['warehouse_staff', 403],
      ['customer_service', 403],
      ['finance', 403],
      ['auditor', 403],
      ['supplier_liaison', 403],
      ['tech_support', 403],
      ['repair_technician', 403],
    ])('by default: %s', async (role, cards) => {
      expect(await shownTo(role)).toEqual(cards);
    });

    it.each([
      [['dashboard.view'], SALES_AND_STOCK],
      [
        ['dashboard.view', 'customers.view'],
        [...SALES_AND_STOCK, 'customers'],
      ],
      [
        ['dashboard.view', 'transactions.view'],
        [...SALES_AND_STOCK, 'waiting', 'balances', 'latest'],
      ],
      [['transactions.view', 'customers.view'], 403],
    ])('to a role that holds %j', async (permissions, cards) => {
      await grant(permissions);
      expect(await shownTo('auditor')).toEqual(cards);
      await grant([]);
    });
  });
});
