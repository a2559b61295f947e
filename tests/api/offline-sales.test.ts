import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import { expectDone, openDraft, sell, type WireReceipt } from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCustomer } from '#tests/support/shop.ts';
import { readX } from '#tests/support/shifts.ts';
import { byGcash, inCash } from '#tests/support/sold-offline.ts';

/** The price of a unit with its tax, in centavos and in pesos. */
const TOTAL = 110_000;

onEveryEngine('a sale that was made without the server', (start) => {
  let server: TestServer;
  let at: OfflineShop;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
  });

  describe('as a good one', () => {
    it('is recorded with its lines, payments, shift and moment, and needs no manager', async () => {
      const recorded = await at.sold([0, 1], { payments: [inCash(250_000)] });
      expect(await at.toSettle(recorded)).toBeUndefined();
      expect(recorded).toMatchObject({ state: 'recorded', to_settle: false });
      const sale = await at.shown(recorded.transaction_id);
      expect(sale).toMatchObject({
        status: 'completed',
        invoice_number: recorded.invoice_number,
        total_amount: 2200,
        change_due: 300,
        staff: { id: at.shop.seller.id },
        completed_at: new Date(at.cut + 10 * MINUTE).toISOString(),
        offline: {
          number: at.offline.number(1),
          till: { name: 'Counter 1' },
          made_at: new Date(at.cut + 10 * MINUTE).toISOString(),
          recorded_at: new Date(at.cut + HOUR).toISOString(),
          to_settle: false,
        },
      });
      expect(sale.transaction_items.map(({ inventory_item_id }) => inventory_item_id)).toEqual([
        at.unit(0).id,
        at.unit(1).id,
      ]);
      expect(sale.transaction_items.every(({ inventory_item }) => inventory_item.status === 'sold')).toBe(
        true,
      );
      expect(sale.timeline?.find(({ kind }) => kind === 'completed')?.detail).toMatch(
        /^Sold without the server at Counter 1 \(TST-\d+-T1A-X000001\) on .*, recorded on /,
      );
      expect(recorded.receipt).toMatchObject({
        invoice_number: recorded.invoice_number,
        offline_number: at.offline.number(1),
        total_amount: 2200,
      });
      const x = await readX(at.manager, at.shift.id);
      expect(x.figures).toMatchObject({
        sales: { count: 1, total: 2200 },
        cash: { taken: 2500, change: 300 },
      });
    });

    it('answers the same however often it is sent', async () => {
      const filed = at.make();
      const first = expectDone(await at.offline.send(filed));
      expect(expectDone(await at.offline.send(filed))).toEqual(first);
      const both = await Promise.all([at.offline.send(filed), at.offline.send(filed)]);
      expect(both.map(({ body }) => body)).toEqual([first, first]);
      expect(await at.sold([1])).toMatchObject({ to_settle: false });
    });

    it('is found by the number of its at.till, printed or typed', async () => {
      const recorded = await at.sold();
      const number = at.offline.number(1);
      for (const code of [number, number.toLowerCase()]) {
        const found = expectDone(await at.till.post<object>('/pos/scan', { code }));
        expect(found).toMatchObject({
          type: 'transaction',
          data: { transaction_id: recorded.transaction_id },
        });
      }
      const listed = expectDone(
        await at.manager.get<{ data: { id: number }[] }>(`/transactions?search=${number}`),
      );
      expect(listed.data.map(({ id }) => id)).toEqual([recorded.transaction_id]);
    });

    it('is not found before its till has sent it, which is said', async () => {
      const filed = at.make();
      expect(await at.till.post('/pos/scan', { code: filed.number })).toMatchObject({
        status: 404,
        body: {
          code: 'code_not_found',
          message: 'Recorded at T1, not sent yet. Take it back when T1 is connected',
        },
      });
      expect(await at.till.post('/pos/scan', { code: 'NONE-T9A-X000001' })).toMatchObject({
        body: { message: 'Item not found' },
      });
    });

    it('gives points, counts for its customer, and sends its receipt', async () => {
      const customer = await makeCustomer(server.database, { email: 'ana@at.shop.test' });
      const recorded = await at.sold([0], { customer_id: customer.id, receipt_email: 'ana@at.shop.test' });
      const row = await server.database.reader
        .selectFrom('customers')
        .select(['loyalty_points', 'total_spent', 'total_transactions'])
        .where('id', '=', customer.id)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ loyalty_points: 1000, total_spent: TOTAL, total_transactions: 1 });
      const mails = await server.database.reader
        .selectFrom('outbox')
        .select('recipient')
        .where('transaction_id', '=', recorded.transaction_id)
        .execute();
      expect(mails).toEqual([{ recipient: 'ana@at.shop.test' }]);
    });

    it('becomes of its draft, as the till knew it', async () => {
      const draft = await openDraft(at.till, [at.unit().id]);
      const recorded = await at.sold([0], { draft: { id: draft.id, version: draft.version } });
      expect(recorded).toMatchObject({ transaction_id: draft.id, to_settle: false });
      expect(await at.shown(draft.id)).toMatchObject({
        status: 'completed',
        draft_number: draft.draft_number,
      });
    });

    it('is the sale of its draft where that was completed with the same payments', async () => {
      const { transaction } = await sell(at.till, [at.unit().id]);
      const payments = [inCash(TOTAL)];
      const recorded = await at.sold([0], { payments, draft: { id: transaction.id, version: 1 } });
      expect(recorded).toMatchObject({
        transaction_id: transaction.id,
        invoice_number: transaction.invoice_number,
        to_settle: false,
      });
      expect((await readX(at.manager, at.shift.id)).figures.sales).toMatchObject({ count: 1, total: 1100 });
      const found = expectDone(await at.till.post<object>('/pos/scan', { code: at.offline.number(1) }));
      expect(found).toMatchObject({ data: { transaction_id: transaction.id } });
      // What came out is not the invoice.
      const print = await at.till.post<WireReceipt>(`/transactions/${transaction.id}/print-receipt`);
      expect(expectDone(print).copy_no).toBe(0);
    });

    it('keeps a wallet payment pending, as its till took it', async () => {
      const recorded = await at.sold([0], { payments: [byGcash(60_000), inCash(50_000)] });
      const { payments } = await at.shown(recorded.transaction_id);
      expect(payments.map(({ method, status, amount }) => [method, status, amount])).toEqual([
        ['gcash', 'pending', 600],
        ['cash', 'completed', 500],
      ]);
    });

    it('stands in X reading, store day, daily report and dashboard to the centavo', async () => {
      // 909.08 less 5 % and 10 pesos, tax on top: 853.63 + 85.36; 500 by GCash, 439 in cash of which 438.75 are due.
      const discounts = [
        { type: 'percentage' as const, value: 500, reason: 'Open box' },
        { type: 'fixed' as const, value: 1000, reason: 'Scratched' },
      ];
      const units = [{ ...at.unit(), price: 90_908, discounts }];
      const payments = [byGcash(50_000), inCash(43_900)];
      const recorded = await at.sold([], { units, payments, coin: 25 });
      expect(await at.shown(recorded.transaction_id)).toMatchObject({
        subtotal: 909.08,
        discount_amount: 55.45,
        tax_amount: 85.36,
        total_amount: 938.99,
        change_due: 0.25,
        cash_rounding: 0.24,
      });
      expect((await readX(at.manager, at.shift.id)).figures).toMatchObject({
        sales: { count: 1, total: 938.99 },
        discounts: 55.45,
        tax: 85.36,
        net: 938.99,
        cash: { float: 5000, taken: 439, change: 0.25 },
        cash_rounding: 0.24,
      });
      expect(expectDone(await at.manager.get<object>('/store-day'))).toMatchObject({
        agrees: true,
        total: { net: 938.99 },
        report: { net_sales: 938.99, net_cash: 438.75 },
      });
      expect(expectDone(await at.manager.get<object>('/payments/daily-report'))).toMatchObject({
        net_sales: 938.99,
        cash: { net: 438.75, in_drawer: 5438.75 },
        cash_rounding: 0.24,
      });
      expect(expectDone(await at.manager.get<object>('/dashboard'))).toMatchObject({
        today: { sales: 938.99, transactions: 1 },
        waiting: { payments: 1 },
      });
    });
  });
});
