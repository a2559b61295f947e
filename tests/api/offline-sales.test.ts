import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tender } from '#domain/payments.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, sell, type WireTransaction } from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCustomer, makeSettings, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';
import { atDevice, deviceKey, makeTill, openShift, readX, type WireShift } from '#tests/support/shifts.ts';
import {
  byGcash,
  inCash,
  offlineTill,
  type Cart,
  type OfflineTill,
  type WireRecorded,
} from '#tests/support/sold-offline.ts';

/** The price of a unit with its tax, in centavos and in pesos. */
const TOTAL = 110_000;

onEveryEngine('a sale that was made without the server', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let manager: Caller;
  let offline: OfflineTill;
  let shift: WireShift;
  let cut: number;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const offline_sales = {
      enabled: true,
      hours: 24,
      max_total: null,
      methods: ['cash', 'gcash'] as Tender[],
    };
    const settings_json = makeSettings({ offline_sales, tax_rate: 1000 });
    shop = await makeShop(server.database, { units: 8, store: { settings_json } });
    await server.database.write((writer) =>
      writer.updateTable('stores').set({ keeps_shifts: 1 }).where('id', '=', shop.store.id).execute(),
    );
    till = atDevice(server.url, await signIn(server.url, shop.seller.email), deviceKey());
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    manager = await signIn(server.url, boss.email);
    await makeTill(till, 'Counter 1');
    offline = await offlineTill(server.url, till, shop.store.code);
    shift = await openShift(till);
    cut = server.clock.now();
  });

  const unit = (no = 0) => ({
    id: shop.units[no]?.id ?? 0,
    product_variation_id: shop.variation.id,
    imei: shop.units[no]?.imei ?? null,
  });
  const cart = (units = [0], more: Partial<Cart> = {}): Cart => ({
    store_id: shop.store.id,
    staff_id: shop.seller.id,
    shift_id: shift.id,
    units: units.map((no) => unit(no)),
    ...more,
  });
  /** Sells at so many minutes after the line was cut, and sends an hour after it. */
  const sold = async (units = [0], more: Partial<Cart> = {}, minutes = 10): Promise<WireRecorded> => {
    const filed = offline.make(cart(units, more), { at: cut + minutes * MINUTE, answeredAt: cut });
    server.clock.advance(HOUR);
    return expectDone(await offline.send(filed));
  };
  const shown = async (id: number | null, by = manager) =>
    expectDone(await by.get<WireTransaction>(`/transactions/${id}`));
  const rowOf = ({ transaction_id }: WireRecorded) =>
    server.database.reader
      .selectFrom('offline_sales')
      .selectAll()
      .where('transaction_id', '=', transaction_id)
      .executeTakeFirstOrThrow();
  const reasonsOf = async (recorded: WireRecorded) =>
    (JSON.parse((await rowOf(recorded)).reasons_json) as { code: string; text: string }[]).map(
      ({ code, text }) => [code, text],
    );

  describe('as a good one', () => {
    it('is recorded with its lines, payments, shift and moment, and needs no manager', async () => {
      const recorded = await sold([0, 1], { payments: [inCash(250_000)] });
      expect(await reasonsOf(recorded)).toEqual([]);
      expect(recorded).toMatchObject({ state: 'recorded', to_settle: false });
      const sale = await shown(recorded.transaction_id);
      expect(sale).toMatchObject({
        status: 'completed',
        invoice_number: recorded.invoice_number,
        total_amount: 2200,
        change_due: 300,
        staff: { id: shop.seller.id },
        completed_at: new Date(cut + 10 * MINUTE).toISOString(),
        offline: {
          number: offline.number(1),
          till: { name: 'Counter 1' },
          made_at: new Date(cut + 10 * MINUTE).toISOString(),
          recorded_at: new Date(cut + HOUR).toISOString(),
          to_settle: false,
        },
      });
      expect(sale.transaction_items.map(({ inventory_item_id }) => inventory_item_id)).toEqual([
        unit(0).id,
        unit(1).id,
      ]);
      expect(sale.transaction_items.every(({ inventory_item }) => inventory_item.status === 'sold')).toBe(
        true,
      );
      expect(sale.timeline?.find(({ kind }) => kind === 'completed')?.detail).toMatch(
        /^Sold without the server at Counter 1 \(TST-\d+-T1A-X000001\) on .*, recorded on /,
      );
      expect(recorded.receipt).toMatchObject({
        invoice_number: recorded.invoice_number,
        offline_number: offline.number(1),
        total_amount: 2200,
      });
      const x = await readX(manager, shift.id);
      expect(x.figures).toMatchObject({
        sales: { count: 1, total: 2200 },
        cash: { taken: 2500, change: 300 },
      });
    });

    it('answers the same however often it is sent', async () => {
      const filed = offline.make(cart(), { at: cut + MINUTE, answeredAt: cut });
      const first = expectDone(await offline.send(filed));
      expect(expectDone(await offline.send(filed))).toEqual(first);
      const both = await Promise.all([offline.send(filed), offline.send(filed)]);
      expect(both.map(({ body }) => body)).toEqual([first, first]);
      expect(await sold([1])).toMatchObject({ to_settle: false });
    });

    it('is found by the number of its till, printed or typed', async () => {
      const recorded = await sold();
      const number = offline.number(1);
      for (const code of [number, number.toLowerCase()]) {
        const found = expectDone(await till.post<object>('/pos/scan', { code }));
        expect(found).toMatchObject({
          type: 'transaction',
          data: { transaction_id: recorded.transaction_id },
        });
      }
      const listed = expectDone(
        await manager.get<{ data: { id: number }[] }>(`/transactions?search=${number}`),
      );
      expect(listed.data.map(({ id }) => id)).toEqual([recorded.transaction_id]);
    });

    it('is not found before its till has sent it, which is said', async () => {
      const filed = offline.make(cart(), { at: cut + MINUTE });
      expect(await till.post('/pos/scan', { code: filed.number })).toMatchObject({
        status: 404,
        body: {
          code: 'code_not_found',
          message: 'Recorded at T1, not sent yet. Take it back when T1 is connected',
        },
      });
      expect(await till.post('/pos/scan', { code: 'NONE-T9A-X000001' })).toMatchObject({
        body: { message: 'Item not found' },
      });
    });

    it('gives points, counts for its customer, and sends its receipt', async () => {
      const customer = await makeCustomer(server.database, { email: 'ana@shop.test' });
      const recorded = await sold([0], { customer_id: customer.id, receipt_email: 'ana@shop.test' });
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
      expect(mails).toEqual([{ recipient: 'ana@shop.test' }]);
    });

    it('becomes of its draft, as the till knew it', async () => {
      const draft = await openDraft(till, [unit().id]);
      const recorded = await sold([0], { draft: { id: draft.id, version: draft.version } });
      expect(recorded).toMatchObject({ transaction_id: draft.id, to_settle: false });
      expect(await shown(draft.id)).toMatchObject({ status: 'completed', draft_number: draft.draft_number });
    });

    it('is the sale of its draft where that was completed with the same payments', async () => {
      const { transaction } = await sell(till, [unit().id]);
      const payments = [inCash(TOTAL)];
      const recorded = await sold([0], { payments, draft: { id: transaction.id, version: 1 } });
      expect(recorded).toMatchObject({
        transaction_id: transaction.id,
        invoice_number: transaction.invoice_number,
        to_settle: false,
      });
      expect((await readX(manager, shift.id)).figures.sales).toMatchObject({ count: 1, total: 1100 });
      const found = expectDone(await till.post<object>('/pos/scan', { code: offline.number(1) }));
      expect(found).toMatchObject({ data: { transaction_id: transaction.id } });
    });

    it('keeps a wallet payment pending, as its till took it', async () => {
      const recorded = await sold([0], { payments: [byGcash(60_000), inCash(50_000)] });
      const { payments } = await shown(recorded.transaction_id);
      expect(payments.map(({ method, status, amount }) => [method, status, amount])).toEqual([
        ['gcash', 'pending', 600],
        ['cash', 'completed', 500],
      ]);
    });
  });
});
