import type { z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { exchangeRoutes } from '#contract/exchanges.ts';
import type { WhereIs } from '#contract/inventory.ts';
import type { payments } from '#contract/payments.ts';
import type { zReadings } from '#contract/z-readings.ts';
import { receiptRows } from '#domain/receipt.ts';
import { DAY } from '#domain/store-time.ts';
import { receipt as receiptShape } from '#contract/receipts.ts';
import { approvedBy, PIN, setPin } from '#tests/support/approvals.ts';
import { signIn, type Caller, type CallOptions, type Refusal, type SignedIn } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  findUnitRow,
  openDraft,
  pay,
  refundSale,
  sell,
  sellOnTrust,
  voidSale,
  type WireReceipt,
  type WireRefunded,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { atDevice, count, deviceKey, makeTill, openShift, piecesOf, readX } from '#tests/support/shifts.ts';
import {
  makeCustomer,
  makeImei,
  makeSettings,
  makeShop,
  makeStaff,
  makeStore,
  makeUnits,
  makeVariation,
  type Shop,
} from '#tests/support/shop.ts';
import { pointsOf } from '#tests/support/staffed-shop.ts';

type WireExchange = z.input<typeof exchangeRoutes.exchange.response>;
type WireReport = z.input<typeof payments.dailyReport.response>;
type WireDay = z.input<typeof zReadings.day.response>;

const FLOAT = 5000;
const cash = (amount: number) => ({ method: 'cash', amount });
const gcash = (amount: number) => ({ method: 'gcash', amount, reference_number: 'G-1' });
const pesos = (amount: number) => Math.round(amount * 100) / 100;
const sum = (amounts: readonly number[]) => pesos(amounts.reduce((total, amount) => total + amount, 0));

onEveryEngine('an exchange', (start) => {
  let server: TestServer;
  let shop: Shop;
  /** A manager's at a till with an open shift. */
  let till: Caller;
  let key: string;
  let manager: SignedIn;
  let admin: SignedIn;
  let shiftId: number;

  beforeAll(async () => {
    server = await start();
    const { store } = await makeShop(server.database);
    const boss = await makeStaff(server.database, { store_id: store.id, role: 'admin' });
    admin = await signIn(server.url, boss.email);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await begin();
  });

  /** Opens a shop whose phones cost ₱1,000.00 and 10 % tax on top. */
  async function begin(settings_json: string | null = null, retail_price = 100_000) {
    shop = await makeShop(server.database, {
      units: 4,
      store: { keeps_shifts: 1, settings_json },
      retail_price,
    });
    const head = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    manager = await signIn(server.url, head.email);
    key = deviceKey();
    till = atDevice(server.url, manager, key);
    await makeTill(till, 'Counter 1');
    shiftId = (await openShift(till, FLOAT)).id;
  }

  const phone = (index = 0) => shop.units[index]?.id ?? 0;
  /** Makes a unit of another product at a price in centavos. */
  async function unitAt(retail_price: number): Promise<number> {
    const { id } = await makeVariation(server.database, { retail_price, minimum_price: null });
    const place = { store_id: shop.store.id, product_variation_id: id };
    const [unit] = await makeUnits(server.database, { count: 1, ...place });
    return unit?.id ?? 0;
  }
  const linesOf = (sale: WireTransaction) => sale.transaction_items.map(({ id }) => ({ id }));

  /** Sends an exchange of all lines of a sale for a draft. */
  const send = <T = Refusal>(
    sale: WireTransaction,
    draft: Pick<WireTransaction, 'id'>,
    body: object = {},
    options?: CallOptions,
    by: Caller = till,
  ) =>
    by.post<T>(
      '/exchanges',
      {
        transaction_id: sale.id,
        items: linesOf(sale),
        reason: 'Does not charge',
        draft_id: draft.id,
        ...body,
      },
      options,
    );
  const exchange = async (sale: WireTransaction, unitIds: number[], body: object = {}) =>
    expectDone(await send<WireExchange>(sale, await openDraft(till, unitIds), body));

  const shown = async (id: number) => expectDone(await till.get<WireTransaction>(`/transactions/${id}`));
  const statusOf = async (unitId: number) => (await findUnitRow(server.database, unitId)).status;

  /** Expects that all books tell the same, and what lies in the drawer. */
  async function expectBooks({ inDrawer, carried = 0, unpaid = 0, rounding = 0 }: Record<string, number>) {
    const { figures } = await readX(till, shiftId);
    const { total } = expectDone(await till.get<WireDay>('/store-day'));
    const day = expectDone(await till.get<WireReport>('/payments/daily-report'));
    const dashboard = expectDone(await till.get<{ today: { sales: number } }>('/dashboard'));
    expect(day.cash.in_drawer).toBe(inDrawer);
    expect([figures.net, total.net, dashboard.today.sales]).toEqual(
      Array.from({ length: 3 }, () => day.net_sales),
    );
    expect([figures.cash_rounding, day.cash_rounding]).toEqual([rounding, rounding]);
    expect(sum([...total.methods.map(({ net }) => net ?? 0), rounding, unpaid])).toBe(total.net);
    // What was carried over came in and went out: it is no money.
    expect(figures.methods.filter(({ method }) => method === 'exchange')).toEqual(
      carried === 0 ? [] : [{ method: 'exchange', count: 1, taken: carried, net: 0 }],
    );
    const [header = '', ...rows] = expectDone(await till.get<string>('/transactions/export'))
      .trim()
      .split('\r\n');
    const column = header.split(',').indexOf('Net sales');
    expect(sum(rows.map((row) => Number(row.split(',')[column])))).toBe(day.net_sales);
  }

  describe('for what costs more', () => {
    it('takes only the difference, and both sales name each other', async () => {
      const { transaction: first } = await sell(till, [phone()]);
      const dear = await unitAt(200_000);
      const done = await exchange(first, [dear], { payments: [cash(1100)] });
      expect(done.transaction).toMatchObject({
        status: 'completed',
        total_amount: 2200,
        balance_due: 0,
        change_due: 0,
        payments: [
          {
            method: 'exchange',
            amount: 1100,
            status: 'completed',
            reference_number: first.invoice_number,
            reference_used_in: null,
          },
          { method: 'cash', amount: 1100 },
        ],
        exchange_of: {
          transaction_id: first.id,
          invoice_number: first.invoice_number,
          refund_id: done.refund.id,
          reason: 'Does not charge',
          amount: 1100,
          items: [
            {
              inventory_item_id: phone(),
              product_name: `${shop.variation.product.name} ${shop.variation.name}`,
              imei: shop.units[0]?.imei,
              disposition: 'available',
              amount: 1100,
            },
          ],
          payouts: [{ method: 'exchange', amount: 1100 }],
        },
      });
      const other = { transaction_id: done.transaction.id, invoice_number: done.transaction.invoice_number };
      expect(done.refund).toMatchObject({
        amount: 1100,
        payouts: [{ method: 'exchange', amount: 1100 }],
        exchanged_for: other,
      });
      expect(done.returned).toMatchObject({
        status: 'refunded',
        refunded_amount: 1100,
        refunds: [{ exchanged_for: other }],
        exchange_of: null,
      });
      expect(done.returned.timeline?.[0]).toMatchObject({ kind: 'refunded', exchange: other });
      const sold = await shown(done.transaction.id);
      expect(sold.timeline?.find(({ kind }) => kind === 'completed')).toMatchObject({
        exchange: { transaction_id: first.id, invoice_number: first.invoice_number },
      });
      expect([await statusOf(phone()), await statusOf(dear)]).toEqual(['available', 'sold']);
      await expectBooks({ inDrawer: FLOAT + 1100 + 1100, carried: 1100 });
    });

    it('gives change, takes a pending wallet, and refuses less than the difference', async () => {
      const { transaction: first } = await sell(till, [phone()]);
      const draft = await openDraft(till, [await unitAt(200_000)]);
      expect(await send(first, draft, { payments: [cash(1000)] })).toMatchObject({
        status: 422,
        body: { code: 'insufficient_payment', message: 'Please add ₱100.00 more in payments' },
      });
      expect(await send(first, draft)).toMatchObject({ status: 422 });
      expect(await send(first, draft, { payments: [gcash(1100.01)] })).toMatchObject({
        status: 422,
        body: { errors: { 'payments.0.amount': ['Only ₱1,100.00 remains to be paid'] } },
      });
      // Nothing was kept of any of them.
      expect([await statusOf(phone()), (await shown(first.id)).status]).toEqual(['sold', 'completed']);
      expect((await shown(draft.id)).payments).toEqual([]);
      const done = expectDone(await send<WireExchange>(first, draft, { payments: [gcash(600), cash(1000)] }));
      expect(done.transaction).toMatchObject({ change_due: 500, balance_due: 0 });
      await expectBooks({ inDrawer: FLOAT + 1100 + 500, carried: 1100, unpaid: 600 });
    });

    it('counts a deposit that the draft has, and refuses payments that the caller did not know', async () => {
      const { transaction: first } = await sell(till, [phone()]);
      const draft = await openDraft(till, [await unitAt(200_000)]);
      await pay(till, draft.id, cash(300));
      expect(await send(first, draft, { known_payments: [], payments: [cash(1100)] })).toMatchObject({
        status: 409,
        body: { code: 'payments_changed' },
      });
      const { transaction } = expectDone(await send<WireExchange>(first, draft, { payments: [cash(800)] }));
      expect(transaction.payments.map(({ method, amount }) => [method, amount])).toEqual([
        ['cash', 300],
        ['exchange', 1100],
        ['cash', 800],
      ]);
      await expectBooks({ inDrawer: FLOAT + 1100 + 1100, carried: 1100 });
    });
  });

  describe('for what costs less', () => {
    it('gives the rest back the way the money came', async () => {
      const { transaction: first } = await sell(till, [phone()]);
      const done = await exchange(first, [await unitAt(50_000)], {
        known_payouts: [cash(550)],
      });
      expect(done.refund).toMatchObject({
        amount: 1100,
        payouts: [
          { method: 'exchange', amount: 550 },
          { method: 'cash', amount: 550 },
        ],
      });
      expect(done.transaction).toMatchObject({ total_amount: 550, change_due: 0, balance_due: 0 });
      await expectBooks({ inDrawer: FLOAT + 550, carried: 550 });
    });

    it('or by another method with its reference; other sums are refused', async () => {
      const { transaction: first } = await sell(till, [phone()]);
      const draft = await openDraft(till, [await unitAt(50_000)]);
      expect(await send(first, draft, { known_payouts: [cash(1100)] })).toMatchObject({
        status: 409,
        body: { code: 'payments_changed' },
      });
      expect(await send(first, draft, { payouts: [cash(1100)] })).toMatchObject({
        status: 422,
        body: { errors: { payouts: ['The payouts come to ₱1,100.00, the refund to ₱550.00'] } },
      });
      const payouts = [{ method: 'gcash', amount: 550, reference_number: 'GC-9' }];
      const { refund } = expectDone(await send<WireExchange>(first, draft, { payouts }));
      expect(refund.payouts).toMatchObject([{ method: 'exchange', amount: 550 }, payouts[0]]);
      await expectBooks({ inDrawer: FLOAT + 1100, carried: 550 });
    });

    it('never gives back more cash than lies in the drawer, and keeps nothing then', async () => {
      const draft = await openDraft(till, [phone()]);
      await pay(till, draft.id, { ...gcash(1100), status: 'completed' });
      const { transaction: first } = expectDone(await complete<WireSale>(till, draft.id));
      expectDone(await till.post('/cash-movements', { kind: 'drop', amount: 4900, reason: 'To the safe' }));
      const going = await openDraft(till, [await unitAt(50_000)]);
      expect(await send(first, going, { payouts: [cash(550)] })).toMatchObject({
        status: 409,
        body: { code: 'beyond_drawer' },
      });
      expect([await statusOf(phone()), (await shown(going.id)).status]).toEqual(['sold', 'draft']);
      const { refund } = expectDone(await send<WireExchange>(first, going));
      expect(refund.payouts).toMatchObject([
        { method: 'exchange', amount: 550 },
        { method: 'gcash', amount: 550 },
      ]);
    });
  });

  it('for the same price moves no money', async () => {
    const { transaction: first } = await sell(till, [phone()]);
    const { transaction, refund } = await exchange(first, [phone(1)]);
    expect(transaction.payments).toMatchObject([{ method: 'exchange', amount: 1100 }]);
    expect(refund.payouts).toMatchObject([{ method: 'exchange', amount: 1100 }]);
    await expectBooks({ inDrawer: FLOAT + 1100, carried: 1100 });
  });

  it('of one of two units carries its share, by discounts and a tax within the prices', async () => {
    await begin(makeSettings({ prices_include_tax: true }), 112_000);
    // ₱1,120.00 less 10 % = ₱1,008.00, and ₱1,120.00; ₱128.00 off both: shared 60.63 to 67.37.
    const items = [
      {
        inventory_item_id: phone(),
        discounts: [{ type: 'percentage', value: 10, reason: 'Open box' }],
      },
      { inventory_item_id: phone(1) },
    ];
    const discounts = [{ type: 'fixed', value: 128, reason: 'Fiesta' }];
    const { transaction: first } = await sell(till, [], { items, discounts });
    expect(first.total_amount).toBe(2000);
    const going = await openDraft(till, [phone(2)], {
      discounts: [{ type: 'fixed', value: 20, reason: 'Regular' }],
    });
    expect(going.total_amount).toBe(1100);
    const [one] = linesOf(first);
    const done = expectDone(
      await send<WireExchange>(first, going, {
        items: [{ ...one, disposition: 'defective' }],
        payments: [cash(152.63)],
      }),
    );
    expect(done.refund).toMatchObject({ amount: 947.37, payouts: [{ method: 'exchange', amount: 947.37 }] });
    expect(done.returned).toMatchObject({ status: 'completed', refunded_amount: 947.37, balance_due: 0 });
    expect(done.transaction).toMatchObject({ total_amount: 1100, tax_amount: 117.86, change_due: 0 });
    expect(await statusOf(phone())).toBe('defective');
    await expectBooks({ inDrawer: FLOAT + 2000 + 152.63, carried: 947.37 });
    // The other unit is refunded as ever.
    const rest = expectDone(await refundSale<WireRefunded>(till, first.id));
    expect(rest).toMatchObject({
      refund: { amount: 1052.63, payouts: [{ method: 'cash', amount: 1052.63 }], exchanged_for: null },
      transaction: { status: 'refunded' },
    });
  });

  describe('with cash rounded to 25 centavos', () => {
    beforeEach(async () => {
      expectDone(await admin.put('/settings', { smallest_coin: 0.25 }));
      // A phone comes to ₱999.99.
      await begin(null, 90_908);
    });
    afterAll(async () => {
      expectDone(await admin.put('/settings', { smallest_coin: 0.01 }));
    });
    const sold = async () => {
      const draft = await openDraft(till, [phone()]);
      const { transaction } = expectDone(
        await till.post<WireSale>(`/transactions/${draft.id}/complete`, { payments: [cash(1000)] }),
      );
      expect(transaction).toMatchObject({ total_amount: 999.99, change_due: 0.25, cash_rounding: 0.24 });
      return transaction;
    };

    it('rounds the difference to pay down, once', async () => {
      // ₱1,999.98 less the ₱999.75 that were paid: ₱1,000.23.
      const done = await exchange(await sold(), [await unitAt(181_816)], { payments: [cash(1000)] });
      expect(done.transaction).toMatchObject({ total_amount: 1999.98, cash_rounding: 0.23, change_due: 0 });
      expect(done.refund).toMatchObject({ amount: 999.75, cash_rounding: 0 });
      await expectBooks({ inDrawer: FLOAT + 999.75 + 1000, carried: 999.75, rounding: 0.23 });
    });

    it('rounds what goes back up, once', async () => {
      // ₱499.99 of the ₱999.75: ₱499.76 are left.
      const done = await exchange(await sold(), [await unitAt(45_454)], { known_payouts: [cash(500)] });
      expect(done.refund).toMatchObject({
        amount: 999.75,
        cash_rounding: 0.24,
        payouts: [
          { method: 'exchange', amount: 499.99 },
          { method: 'cash', amount: 500 },
        ],
      });
      await expectBooks({ inDrawer: FLOAT + 999.75 - 500, carried: 499.99, rounding: 0.24 });
    });

    it('is even under the warranty, for what was paid', async () => {
      const { transaction, refund } = await exchange(await sold(), [phone(1)], { is_warranty: true });
      expect(transaction).toMatchObject({
        total_amount: 999.75,
        subtotal: 908.84,
        tax_amount: 90.91,
        cash_rounding: 0,
        payments: [{ method: 'exchange', amount: 999.75 }],
      });
      expect(refund).toMatchObject({ amount: 999.75, payouts: [{ method: 'exchange' }] });
      await expectBooks({ inDrawer: FLOAT + 999.75, carried: 999.75 });
    });
  });

  describe('carries verified money alone', () => {
    it('of a sale that nobody has paid nothing, and the customer owes it no more', async () => {
      const { sale: first } = await sellOnTrust(till, [phone()]);
      const dear = await unitAt(200_000);
      const draft = await openDraft(till, [dear]);
      expect(await send(first, draft, { payments: [cash(1100)] })).toMatchObject({ status: 422 });
      const done = expectDone(await send<WireExchange>(first, draft, { payments: [cash(2200)] }));
      expect(done.transaction.payments).toMatchObject([{ method: 'cash', amount: 2200 }]);
      expect(done.transaction.exchange_of).toMatchObject({ amount: 0, payouts: [] });
      expect(done.refund).toMatchObject({ amount: 0, payouts: [] });
      expect(done.returned).toMatchObject({
        status: 'refunded',
        balance_due: 0,
        payments: [{ status: 'failed', failure_reason: 'Sale refunded' }],
      });
      await expectBooks({ inDrawer: FLOAT + 2200 });
    });

    it('of a sale paid half its half, whether the other half fails later', async () => {
      const { first, returned } = await halfPaid();
      const [wallet] = returned.payments.filter(({ method }) => method === 'gcash');
      expectDone(await till.post(`/payments/${wallet?.id}/mark-failed`, { reason: 'Never came' }));
      // The unit that they kept cost ₱1,100.00; ₱550.00 of what came stayed with it.
      expect(await shown(first.id)).toMatchObject({ balance_due: 550, owed_back: 0 });
      await expectBooks({ inDrawer: FLOAT + 1100 + 550, carried: 550, unpaid: 550 });
    });

    it('or arrives, and is owed back', async () => {
      const { first, returned } = await halfPaid();
      const [wallet] = returned.payments.filter(({ method }) => method === 'gcash');
      expectDone(await till.post(`/payments/${wallet?.id}/verify`, {}));
      expect(await shown(first.id)).toMatchObject({ balance_due: 0, owed_back: 550 });
      const { refund } = expectDone(await refundSale<WireRefunded>(till, first.id, { items: [] }));
      expect(refund.amount).toBe(550);
    });

    /** Two units for ₱2,200.00, half of it pending, one of them exchanged for another phone of its price. */
    async function halfPaid() {
      const draft = await openDraft(till, [phone(), phone(1)]);
      await pay(till, draft.id, cash(1100));
      await pay(till, draft.id, gcash(1100));
      const { transaction: first } = expectDone(await complete<WireSale>(till, draft.id));
      const done = expectDone(
        await send<WireExchange>(first, await openDraft(till, [phone(2)]), {
          items: [linesOf(first)[0]],
          payments: [cash(550)],
        }),
      );
      expect(done.refund.amount).toBe(550);
      expect(done.returned).toMatchObject({ status: 'completed', balance_due: 0 });
      return { first, ...done };
    }
  });

  describe('under the warranty', () => {
    beforeEach(async () => {
      await server.database.write((writer) =>
        writer
          .updateTable('products')
          .set({ warranty_months: 12 })
          .where('id', '=', shop.variation.product_id)
          .execute(),
      );
    });
    const warrantyOf = (sale: WireTransaction) => sale.transaction_items[0]?.warranty?.until;

    it('moves no centavo of tax, whatever the tax of one item of several rounds to', async () => {
      // 12.35 each, 24.70 and 2.47 of tax; of one by itself it would be 1.24, twice.
      await begin(null, 1235);
      const { transaction: first } = await sell(till, [phone(0), phone(1)]);
      const taxOf = async () => expectDone(await till.get<WireReport>('/payments/daily-report')).tax;
      const before = await taxOf();
      for (const [place, unit] of [2, 3].entries()) {
        const draft = await openDraft(till, [phone(unit)]);
        const items = [{ id: first.transaction_items[place]?.id }];
        expectDone(await send(first, draft, { is_warranty: true, items }));
        expect(await taxOf()).toBe(before);
      }
    });

    it('costs what the first one cost, whatever the price is now, and its warranty runs on', async () => {
      const items = [
        { inventory_item_id: phone(), discounts: [{ type: 'fixed', value: 50, reason: 'Regular' }] },
      ];
      const { transaction: first } = await sell(till, [], { items });
      expect(first.total_amount).toBe(1045);
      await server.database.write((writer) =>
        writer
          .updateTable('product_variations')
          .set({ retail_price: 130_000 })
          .where('id', '=', shop.variation.id)
          .execute(),
      );
      server.clock.advance(30 * DAY);
      manager = await signIn(server.url, manager.staff.email);
      const later = atDevice(server.url, manager);
      await makeTill(later, 'Counter 2');
      await openShift(later, FLOAT);
      till = later;
      const done = await exchange(first, [phone(1)], {
        is_warranty: true,
        items: [{ ...linesOf(first)[0], disposition: 'defective' }],
      });
      expect(done.transaction).toMatchObject({
        subtotal: 950,
        discount_amount: 0,
        taxable_amount: 950,
        tax_amount: 95,
        total_amount: 1045,
        balance_due: 0,
        transaction_items: [{ price: 950, final_price: 950, discounts: [] }],
        payments: [{ method: 'exchange', amount: 1045 }],
      });
      expect(warrantyOf(done.transaction)).toBe(warrantyOf(first));
      expect(done.receipt.lines[0]?.warranty).toEqual({ months: 12, until: warrantyOf(first) });
      const { imei } = await findUnitRow(server.database, phone(1));
      const found = expectDone(await till.get<WhereIs>(`/inventory/where-is?code=${imei}`));
      expect(found.warranty).toMatchObject({ state: 'valid', until: warrantyOf(first) });
      const page = expectDone(await till.get<{ warranty: { until: string } }>(`/inventory/${phone(1)}`));
      expect(page.warranty.until).toBe(warrantyOf(first));
      // A second one runs on from the first sale, too.
      const again = await exchange(done.transaction, [phone(2)], { is_warranty: true });
      expect(warrantyOf(again.transaction)).toBe(warrantyOf(first));
      expect(again.transaction.total_amount).toBe(1045);
    });

    it('is refused for other goods, for several, and while the sale is not paid', async () => {
      const { transaction: first } = await sell(till, [phone(), phone(1)]);
      const [one] = linesOf(first);
      const another = await openDraft(till, [await unitAt(100_000)]);
      const body = { is_warranty: true, items: [one] };
      expect(await send(first, another, body)).toMatchObject({
        status: 422,
        body: {
          errors: {
            is_warranty: [
              'Under its warranty an item is exchanged for another of the same product and variation',
            ],
          },
        },
      });
      const same = await openDraft(till, [phone(2)]);
      expect(await send(first, same, { is_warranty: true })).toMatchObject({
        status: 422,
        body: { errors: { is_warranty: ['Under its warranty one item is exchanged for one other'] } },
      });
      const { sale: owing } = await sellOnTrust(till, [phone(3)]);
      expect(await send(owing, same, { is_warranty: true })).toMatchObject({
        status: 409,
        body: { code: 'illegal_state' },
      });
      expectDone(await send<WireExchange>(first, same, body));
    });

    it('of what was given away comes to nothing, and is completed', async () => {
      const items = [
        { inventory_item_id: phone(), discounts: [{ type: 'percentage', value: 100, reason: 'Gift' }] },
        { inventory_item_id: phone(1) },
      ];
      const { transaction: first } = await sell(till, [], { items });
      const { transaction, refund } = await exchange(first, [phone(2)], {
        is_warranty: true,
        items: [linesOf(first)[0]],
      });
      expect(transaction).toMatchObject({ status: 'completed', total_amount: 0, payments: [] });
      expect(transaction.exchange_of).toMatchObject({ invoice_number: first.invoice_number, amount: 0 });
      expect(refund).toMatchObject({ amount: 0, exchanged_for: { transaction_id: transaction.id } });
      await expectBooks({ inDrawer: FLOAT + 1100 });
    });
  });

  it('leaves the points of what stays sold', async () => {
    const [buyer, other] = [await makeCustomer(server.database), await makeCustomer(server.database)];
    const { transaction: first } = await sell(till, [phone()], { customer_id: buyer.id });
    expect(await pointsOf(server, buyer.id)).toBe(1000);
    const draft = await openDraft(till, [await unitAt(200_000)], { customer_id: buyer.id });
    const done = expectDone(await send<WireExchange>(first, draft, { payments: [cash(1100)] }));
    expect(await pointsOf(server, buyer.id)).toBe(2000);
    // Somebody else brings it: a draft with a customer keeps them.
    const theirs = await openDraft(till, [phone(1)], { customer_id: other.id });
    expectDone(await send<WireExchange>(done.transaction, theirs, { payouts: [cash(1100)] }));
    expect([await pointsOf(server, buyer.id), await pointsOf(server, other.id)]).toEqual([0, 1000]);
  });

  it.each([true, false])(
    'gives no spent point back, whether its draft has the customer: %s',
    async (isNamed) => {
      const buyer = await makeCustomer(server.database);
      const { transaction: first } = await sell(till, [phone()], { customer_id: buyer.id });
      const spent = { points: 800, reason: 'A case' };
      const boss = await signIn(server.url, admin.staff.email);
      expectDone(await boss.post(`/customers/${buyer.id}/deduct-points`, spent));
      const draft = await openDraft(till, [phone(1)], isNamed ? { customer_id: buyer.id } : {});
      const { transaction } = expectDone(await send<WireExchange>(first, draft, { is_warranty: true }));
      expect(transaction).toMatchObject({
        customer: { id: buyer.id, loyalty_points: 200 },
        points_earned: 1000,
      });
      expect(await pointsOf(server, buyer.id)).toBe(200);
    },
  );

  describe('afterwards', () => {
    it('the new sale is refunded in cash, as its value has no tender, and not voided', async () => {
      const { transaction: first } = await sell(till, [phone()]);
      const { transaction } = await exchange(first, [phone(1)]);
      expect(await voidSale(till, transaction.id, 'Mistake')).toMatchObject({
        status: 409,
        body: {
          code: 'illegal_state',
          message: 'This sale is half of an exchange. Exchange its items again, or refund them',
        },
      });
      expect(await voidSale(till, first.id, 'Mistake')).toMatchObject({ status: 409 });
      const { refund } = expectDone(await refundSale<WireRefunded>(till, transaction.id));
      expect(refund).toMatchObject({ amount: 1100, payouts: [{ method: 'cash', amount: 1100 }] });
      await expectBooks({ inDrawer: FLOAT, carried: 1100 });
    });

    it('its value is no payment that somebody changes or deletes', async () => {
      const { transaction: first } = await sell(till, [phone()]);
      const { transaction } = await exchange(first, [phone(1)]);
      const [value] = transaction.payments;
      const refused = {
        status: 409,
        body: {
          code: 'illegal_state',
          message:
            'This is the value of units that came back in an exchange. Refund or exchange the sale instead',
        },
      };
      expect(await till.delete(`/payments/${value?.id}`, { reason: 'Mistake' })).toMatchObject(refused);
      expect(await till.put(`/payments/${value?.id}`, { notes: 'Hm' })).toMatchObject(refused);
      const direct = { method: 'exchange', amount: 5 };
      expect(
        await till.post(`/transactions/${(await openDraft(till, [phone(2)])).id}/payments`, direct),
      ).toMatchObject({ status: 422 });
    });

    it('is exchanged again, for what it carried', async () => {
      const { transaction: first } = await sell(till, [phone()]);
      const second = await exchange(first, [phone(1)]);
      const third = await exchange(second.transaction, [await unitAt(50_000)]);
      expect(third.refund.payouts).toMatchObject([
        { method: 'exchange', amount: 550 },
        { method: 'cash', amount: 550 },
      ]);
      expect(third.transaction.exchange_of?.invoice_number).toBe(second.transaction.invoice_number);
    });
  });

  it('has one paper: what went out, what came back, and what was paid', async () => {
    const { transaction: first } = await sell(till, [phone()]);
    const { transaction, receipt } = await exchange(first, [await unitAt(50_000)]);
    const text = (paper: WireReceipt) =>
      receiptRows(receiptShape.parse(paper), 42)
        .flatMap((row) => ('text' in row ? [row.text] : ['']))
        .join('\n');
    const serial = shop.units[0]?.serial_number;
    const name = `${shop.variation.product.name} ${shop.variation.name}`;
    const expected = [
      `${'Exchange'.padEnd(36)}550.00`,
      ` Ref. ${first.invoice_number}`,
      `${'CHANGE'.padEnd(34)}PHP 0.00`,
      '',
      `CAME BACK of ${first.invoice_number}`,
      `${name.padEnd(33)}-1,100.00`,
      ` IMEI ${shop.units[0]?.imei}`,
      ` SN ${serial}`,
      '',
      `${'GIVEN BACK'.padEnd(32)}PHP 550.00`,
      `${'Cash'.padEnd(36)}550.00`,
    ].join('\n');
    expect(text(receipt)).toContain(expected);
    const again = expectDone(await till.post<WireReceipt>(`/transactions/${transaction.id}/print-receipt`));
    expect(text(again)).toContain(expected);
    const old = expectDone(await till.get<WireReceipt>(`/transactions/${first.id}/receipt`));
    expect(text(old)).toContain(`EXCHANGED FOR ${transaction.invoice_number}`);
  });

  describe('is let by', () => {
    it('whoever may refund and sell, or by a manager’s approval of this sale', async () => {
      const seller = atDevice(server.url, await signIn(server.url, shop.seller.email));
      expectDone(await setPin(manager));
      const { transaction: first } = await sell(till, [phone()]);
      const { transaction: other } = await sell(till, [phone(1)]);
      await makeTill(seller, 'Counter 2');
      await openShift(seller, FLOAT);
      const draft = await openDraft(seller, [phone(2)]);
      expect(await send(first, draft, {}, {}, seller)).toMatchObject({
        status: 403,
        body: { code: 'approval_required' },
      });
      const pin = { act: 'refund', staff_id: manager.staff.id, pin: PIN };
      const bound = (sale: WireTransaction, amount = 0) => ({
        ...{ ...pin, subject_id: sale.id, amount },
        item_ids: linesOf(sale).map(({ id }) => id),
      });
      const even = { known_payouts: [] };
      const notApproved = { status: 403, body: { code: 'approval_invalid' } };
      const ofOther = await approvedBy(seller, bound(other));
      expect(await send(first, draft, even, ofOther, seller)).toMatchObject(notApproved);
      const ofThis = await approvedBy(seller, bound(first));
      // Even was approved: a cheaper draft, which has money go back, was not.
      const cheaper = await openDraft(seller, [await unitAt(50_000)]);
      const back = { known_payouts: [{ method: 'cash', amount: 550 }] };
      for (const body of [back, {}]) {
        expect(await send(first, cheaper, body, ofThis, seller)).toMatchObject(notApproved);
      }
      expect(await send(first, cheaper, even, ofThis, seller)).toMatchObject({
        body: { code: 'payments_changed' },
      });
      const once = { ...ofThis, key: 'approved-exchange' };
      const done = expectDone(await send<WireExchange>(first, draft, even, once, seller));
      expect(expectDone(await send<WireExchange>(first, draft, even, once, seller))).toEqual(done);
      expect(done.returned.timeline?.[0]).toMatchObject({
        kind: 'refunded',
        by: shop.seller.name,
        approved_by: manager.staff.name,
      });
      const event = await server.database.reader
        .selectFrom('audit_log')
        .selectAll()
        .where('action', '=', 'transactions.exchange')
        .where('subject_id', '=', first.id)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(event.details_json ?? '')).toMatchObject({
        reason: 'Does not charge',
        approved_by: { id: manager.staff.id },
        changes: expect.arrayContaining([
          { field: 'returned.status', before: 'Completed', after: 'Refunded' },
          { field: 'sold.status', before: 'Draft', after: 'Completed' },
          { field: 'sold.invoice_number', before: null, after: done.transaction.invoice_number },
        ]) as unknown,
      });
    });

    it('nobody for another store’s sale', async () => {
      const elsewhere = await makeShop(server.database);
      const there = await signIn(server.url, elsewhere.seller.email);
      const { transaction } = await sell(
        there,
        elsewhere.units.map(({ id }) => id),
      );
      const draft = await openDraft(till, [phone()]);
      expect(await send(transaction, draft)).toMatchObject({
        status: 404,
        body: { code: 'transaction_not_found' },
      });
      const store = await makeStore(server.database);
      expect(await send(transaction, draft, {}, { storeId: store.id })).toMatchObject({ status: 403 });
    });

    it('a till whose shift is open', async () => {
      const { transaction: first } = await sell(till, [phone()]);
      const draft = await openDraft(till, [phone(1)]);
      expect(await send(first, draft, {}, {}, atDevice(server.url, manager))).toMatchObject({
        status: 409,
        body: { code: 'shift_required' },
      });
      expectDone(await count<object>(till, shiftId, piecesOf(FLOAT + 1100)));
      expect(await send(first, draft)).toMatchObject({ status: 409, body: { code: 'shift_counted' } });
      expect(await statusOf(phone())).toBe('sold');
    });
  });

  it('is done once: the same call again gets its answer, another one is refused', async () => {
    const { transaction: first } = await sell(till, [phone()]);
    const draft = await openDraft(till, [phone(1)]);
    const once = { key: 'exchange-once' };
    const done = expectDone(await send<WireExchange>(first, draft, {}, once));
    expect(expectDone(await send<WireExchange>(first, draft, {}, once))).toEqual(done);
    expect(await send(first, draft)).toMatchObject({ status: 409, body: { code: 'illegal_state' } });
    const other = await openDraft(till, [phone(2)]);
    expect(await send(first, other)).toMatchObject({ status: 409, body: { code: 'already_refunded' } });
    expect((await shown(other.id)).status).toBe('draft');
    await expectBooks({ inDrawer: FLOAT + 1100, carried: 1100 });
  });

  it('refuses what is not as the customer was told', async () => {
    const { transaction: first } = await sell(till, [phone()]);
    const draft = await openDraft(till, [phone(1)]);
    expect(await send(first, draft, { version: draft.version + 1 })).toMatchObject({
      status: 409,
      body: { code: 'draft_changed' },
    });
    expect(await send(first, draft, { items: [] })).toMatchObject({
      status: 422,
      body: { errors: { items: ['Choose the items that come back'] } },
    });
    expect(await send(first, draft, { items: [{ id: 1 }] })).toMatchObject({
      status: 422,
      body: { errors: { items: ['This item does not belong to the transaction'] } },
    });
    expect(await send(draft, draft)).toMatchObject({ status: 409, body: { code: 'illegal_state' } });
  });

  it('for a dearer item pays out no cash for a traded-in phone by its refund, but for who may move cash', async () => {
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const head = await signIn(server.url, boss.email);
    const clerk = await makeStaff(server.database, { store_id: shop.store.id, role: 'auditor' });
    const permissions = ['transactions.view', 'transactions.create', 'transactions.refund', 'inventory.view'];
    expectDone(await head.put('/roles/auditor', { permissions }));
    const refunder = atDevice(server.url, await signIn(server.url, clerk.email), key);
    const draft = await openDraft(till, [phone(0)]);
    const traded = {
      product_variation_id: shop.variation.id,
      imei: makeImei(930_001),
      ...BROUGHT,
      amount: 1100,
      transaction_id: draft.id,
    };
    expectDone(await till.post('/inventory/trade-ins', traded));
    const { transaction: first } = expectDone(await complete<WireSale>(till, draft.id));
    const { transaction: second } = await exchange(first, [await unitAt(200_000)], {
      payments: [cash(1100)],
    });
    // Of the 2,200 that it came to, the 1,100 in cash came in as cash.
    const whole = await refundSale(refunder, second.id);
    expect(whole).toMatchObject({ status: 403, body: { message: /did not come in as cash/ } });
    const refund = expectDone(await refundSale<WireRefunded>(till, second.id)).refund;
    expect(refund.payouts).toMatchObject([{ method: 'cash', amount: 2200 }]);
    expectDone(await head.delete('/roles/auditor'));
  });
});
