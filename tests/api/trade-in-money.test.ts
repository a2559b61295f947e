import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import type { payments } from '#contract/payments.ts';
import type { tradeIn } from '#contract/trade-ins.ts';
import type { zReadings } from '#contract/z-readings.ts';
import { approvedBy, PIN, setPin } from '#tests/support/approvals.ts';
import { closed, scanned, started } from '#tests/support/counts.ts';
import { signIn, type Caller, type CallOptions, type SignedIn } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  findUnitRow,
  openDraft,
  pay,
  refundSale,
  sell,
  voidSale,
  type WirePayment,
  type WireRefunded,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  makeImei,
  makeSettings,
  makeShop,
  makeStaff,
  makeSupplier,
  makeUnits,
  type Shop,
} from '#tests/support/shop.ts';
import {
  atDevice,
  close,
  count,
  makeTill,
  openShift,
  piecesOf,
  readX,
  type WireMovement,
  type WireShift,
} from '#tests/support/shifts.ts';
import { BROUGHT, paidInCash, SELLER } from '#tests/support/trade-ins.ts';

type WireTradeIn = z.input<typeof tradeIn>;
type TradedIn = z.input<typeof inventory.tradeIn.response>;
type WireDay = z.input<typeof zReadings.day.response>;
type WireZ = z.input<typeof zReadings.get.response>;
type WireReport = z.input<typeof payments.dailyReport.response>;

const FLOAT = 30_000;
/** The used phone on sale costs 38,000.00 with its tax. */
const PRICE = 38_000;
const AGREED = 14_000;
const ON_HOLD = 'on_hold';

let made = 900_000;
const freshImei = () => makeImei((made += 1));

onEveryEngine('the money of a trade-in', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let till: Caller;
  let manager: SignedIn;
  let shiftId: number;

  beforeAll(async () => {
    server = await start();
    const { store } = await makeShop(server.database);
    const boss = await makeStaff(server.database, { store_id: store.id, role: 'admin' });
    admin = await signIn(server.url, boss.email);
    expectDone(await admin.put('/settings', { smallest_coin: 0.25 }));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    await server.database.write(async (writer) => {
      await writer.updateTable('stores').set({ keeps_shifts: 1 }).where('id', '=', shop.store.id).execute();
      await writer
        .updateTable('product_variations')
        // With a tax of 10 % on top: 34,545.45 + 3,454.55.
        .set({ used_retail_price: 3_454_545, minimum_price: null })
        .where('id', '=', shop.variation.id)
        .execute();
    });
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    manager = await signIn(server.url, email);
    till = atDevice(server.url, manager);
    await makeTill(till, 'Counter 1');
    shiftId = (await openShift(till, FLOAT)).id;
  });

  const usedPhone = async (fields: object = {}) => {
    const place = { store_id: shop.store.id, product_variation_id: shop.variation.id };
    const used = { category: 'used', condition_rating: 4, purchase_cost: 25_000_00 } as const;
    const [row] = await makeUnits(server.database, { count: 1, ...place, ...used, ...fields });
    return row?.id ?? 0;
  };
  const bringNew = <T = TradedIn>(fields: object = {}, by: Caller = till, options?: CallOptions) =>
    by.post<T>(
      '/inventory/trade-ins',
      { product_variation_id: shop.variation.id, imei: freshImei(), ...BROUGHT, ...fields },
      options,
    );
  const bring = <T = TradedIn>(unitId: number, fields: object = {}, by: Caller = till) =>
    by.post<T>(`/inventory/${unitId}/trade-in`, { ...BROUGHT, ...fields });
  const clear = (tradeInId: number, reference = 'PNP-1') =>
    till.post<WireTradeIn>(`/trade-ins/${tradeInId}/clear`, { reference });
  const giveBack = <T = WireTradeIn>(tradeInId: number) => till.post<T>(`/trade-ins/${tradeInId}/give-back`);
  const shown = async (id: number) => expectDone(await till.get<WireTransaction>(`/transactions/${id}`));
  const statusOf = async (unitId: number) => (await findUnitRow(server.database, unitId)).status;
  const drawer = async () => {
    const { total } = expectDone(await till.get<WireDay>('/store-day'));
    const report = expectDone(await till.get<WireReport>('/payments/daily-report'));
    const { cash, trade_in_rounding: rounding } = report;
    const { figures } = await readX(till, shiftId);
    expect([cash.trade_ins, figures.trade_ins]).toEqual([total.cash?.trade_ins, total.trade_ins]);
    const { trade_in_rounding } = total;
    expect([rounding, figures.trade_in_rounding]).toEqual([trade_in_rounding, trade_in_rounding]);
    return {
      in_drawer: cash.in_drawer,
      trade_ins: total.trade_ins,
      trade_in_rounding,
      methods: total.methods,
    };
  };

  describe('alone', () => {
    it('comes out of the drawer, and the unit is on hold until it is cleared', async () => {
      const back = expectDone(await bringNew({ ...paidInCash(AGREED), own_price: 16_000 }));
      expect(back).toMatchObject({
        status: ON_HOLD,
        purchase_cost: AGREED,
        trade_in: {
          number: `TI-${shop.store.code}-000001`,
          amount: AGREED,
          payment: null,
          payout: { method: 'cash', amount: AGREED, reference_number: null },
          seller: SELLER,
          is_on_hold: true,
          cleared: null,
        },
      });
      expect(await drawer()).toMatchObject({
        in_drawer: FLOAT - AGREED,
        trade_ins: { count: 1, total: AGREED },
        methods: [],
      });
      const moved = expectDone(await till.get<{ data: WireMovement[] }>('/cash-movements'));
      expect(moved.data).toMatchObject([
        { kind: 'trade_in', amount: AGREED, reason: back.trade_in?.number, shift: { id: shiftId } },
      ]);
      const refused = await till.post('/pos/scan', { code: back.imei });
      expect(refused).toMatchObject({
        status: 409,
        body: { message: 'This item was traded in and is on hold. It is sold once its trade-in is cleared' },
      });
      expect((await till.post(`/pos/inventory/${back.id}/lock`)).status).toBe(409);
      const cleared = expectDone(await clear(back.trade_in?.id ?? 0));
      expect(cleared).toMatchObject({ is_on_hold: false, cleared: { reference: 'PNP-1' } });
      expect(await clear(back.trade_in?.id ?? 0)).toMatchObject({ status: 409 });
      expect((await sell(till, [back.id])).transaction.status).toBe('completed');
    });

    it('is for sale at once where the store switched the hold off', async () => {
      await server.database.write((writer) =>
        writer
          .updateTable('stores')
          .set({ settings_json: makeSettings({ trade_ins: { hold: false } }) })
          .where('id', '=', shop.store.id)
          .execute(),
      );
      expect(expectDone(await bringNew()).status).toBe('available');
    });

    it('is paid by a wallet with a reference, or not at all', async () => {
      const by = (payout: object | null) => bringNew<unknown>({ amount: 500.25, payout });
      expect(await by(null)).toMatchObject({
        status: 422,
        body: { errors: { payout: ['Choose how the ₱500.25 are paid'] } },
      });
      expect(await by({ method: 'gcash' })).toMatchObject({
        status: 422,
        body: { errors: { 'payout.reference_number': ['Reference required'] } },
      });
      const card = await by({ method: 'card', reference_number: '4111 1111 1111 1111' });
      expect(card).toMatchObject({
        status: 422,
        body: {
          errors: {
            'payout.reference_number': ['Never enter a full card number. Use the slip’s reference'],
          },
        },
      });
      expectDone(await by({ method: 'gcash', reference_number: 'G-77' }));
      expect(expectDone(await till.get<{ data: object[] }>('/cash-movements')).data).toEqual([]);
      expectDone(await bringNew({ amount: 0 }));
      expect(await drawer()).toMatchObject({ in_drawer: FLOAT, trade_ins: { count: 1, total: 500.25 } });
    });

    it('paid by a wallet leaves that much less in it: in readings, on the store’s day and in the report', async () => {
      const { id } = await openDraft(till, [await usedPhone({ own_price: 4545_45 })]);
      const paid = { method: 'gcash', amount: 5000, status: 'completed', reference_number: 'G-80' };
      expectDone(await till.post(`/transactions/${id}/complete`, { payments: [paid] }));
      expectDone(await bringNew({ amount: 1000, payout: { method: 'gcash', reference_number: 'G-81' } }));
      const inWallet = [{ method: 'gcash', count: 1, taken: 5000, net: 4000 }];
      expect((await drawer()).methods).toEqual(inWallet);
      expect((await readX(till, shiftId)).figures.methods).toEqual(inWallet);
      const report = expectDone(await till.get<WireReport>('/payments/daily-report'));
      expect(report.payouts).toEqual([{ method: 'gcash', total: 1000 }]);
      const inDrawer = [till, shiftId, piecesOf(FLOAT)] as const;
      const counted = expectDone(await count<WireShift>(...inDrawer, [{ method: 'gcash', amount: 4000 }]));
      expect(counted.differences?.map(({ method, difference }) => [method, difference])).toEqual([
        ['cash', 0],
        ['gcash', 0],
      ]);
      await close(till, shiftId);
      const { data } = expectDone(await till.post<{ data: WireZ[] }>('/z-readings', {}));
      expect(data[0]?.figures.methods).toEqual(inWallet);
    });

    it('gives a little more where the smallest coin does not fit, which stands apart in all books', async () => {
      const first = expectDone(await bringNew(paidInCash(100.01)));
      const payout = { method: 'cash', amount: 100.25, cash_rounding: 0.24, reference_number: null };
      expect(first.trade_in).toMatchObject({ amount: 100.01, payout });
      const second = expectDone(await bringNew(paidInCash(1000.1)));
      expect(second.trade_in?.payout).toMatchObject({ amount: 1000.25, cash_rounding: 0.15 });
      const byWallet = { amount: 500.1, payout: { method: 'gcash', reference_number: 'G-78' } };
      expect(expectDone(await bringNew(byWallet)).trade_in?.payout).toMatchObject({
        amount: 500.1,
        cash_rounding: 0,
      });
      const { data } = expectDone(await till.get<{ data: WireMovement[] }>('/cash-movements'));
      expect(data.map(({ amount, cash_rounding }) => [amount, cash_rounding])).toEqual([
        [1000.25, 0.15],
        [100.25, 0.24],
      ]);
      // 909.08 with its tax are 999.99, of which 999.75 are paid: that rounding is the sale's, and stays by itself.
      const { id } = await openDraft(till, [await usedPhone({ own_price: 909_08 })]);
      const form = { payments: [{ method: 'cash', amount: 999.75 }] };
      expectDone(await till.post(`/transactions/${id}/complete`, form));
      const books = {
        in_drawer: FLOAT - 100.25 - 1000.25 + 999.75,
        trade_ins: { count: 3, total: 1600.6 },
        trade_in_rounding: 0.39,
        methods: [
          { method: 'cash', net: 999.75 },
          { method: 'gcash', taken: 0, net: -500.1 },
        ],
      };
      expect(await drawer()).toMatchObject(books);
      const { figures } = await readX(till, shiftId);
      expect(figures).toMatchObject({ cash_rounding: 0.24, net: 999.99 });
      expectDone(await giveBack(second.trade_in?.id ?? 0));
      expect(await drawer()).toMatchObject({
        in_drawer: FLOAT - 100.25 + 999.75,
        trade_ins: { count: 2, total: 600.35 },
        trade_in_rounding: 0.24,
      });
      const pieces = piecesOf(FLOAT - 100.25 + 999.75);
      expect(expectDone(await count<WireShift>(till, shiftId, pieces)).difference).toBe(0);
      expectDone(await close(till, shiftId));
      const [reading] = expectDone(await till.post<{ data: WireZ[] }>('/z-readings', {})).data;
      expect(reading?.figures).toMatchObject({
        trade_ins: { count: 2, total: 600.35 },
        trade_in_rounding: 0.24,
        cash_rounding: 0.24,
        cash: { trade_ins: 100.25 },
      });
    });

    it('is refused beyond what the drawer holds, and without a shift', async () => {
      expect(await bringNew(paidInCash(FLOAT + 1))).toMatchObject({
        status: 409,
        body: { code: 'beyond_drawer' },
      });
      const office = await signIn(server.url, manager.staff.email);
      expect(await bringNew(paidInCash(1), office)).toMatchObject({
        status: 409,
        body: { code: 'shift_required' },
      });
      expect((await till.get<{ data: WireTradeIn[] }>('/trade-ins')).body.data).toEqual([]);
    });

    it('is undone: the unit goes back, and the money comes back', async () => {
      const { id, imei, trade_in } = expectDone(await bringNew(paidInCash(AGREED)));
      expect(expectDone(await giveBack(trade_in?.id ?? 0)).given_back).not.toBeNull();
      expect(await statusOf(id)).toBe('returned');
      expect(await drawer()).toMatchObject({ in_drawer: FLOAT, trade_ins: { count: 0, total: 0 } });
      expect(await giveBack<unknown>(trade_in?.id ?? 0)).toMatchObject({ status: 409 });
      // The same person brings it again.
      server.clock.advance(MINUTE);
      const found = await till.get<{ was_given_back: boolean }>(`/inventory/where-is?code=${imei}`);
      expect(expectDone(found).was_given_back).toBe(true);
      expect(expectDone(await bring(id, paidInCash(AGREED))).status).toBe(ON_HOLD);
    });

    it('needs an approval of the amount from somebody who may not take units in', async () => {
      expectDone(await setPin(manager));
      const seller = atDevice(server.url, await signIn(server.url, shop.seller.email));
      expectDone(await admin.put('/settings', {}));
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ keeps_shifts: 0 }).where('id', '=', shop.store.id).execute(),
      );
      const deal = { imei: freshImei(), ...paidInCash(800) };
      expect(await bringNew(deal, seller)).toMatchObject({
        status: 403,
        body: { code: 'approval_required' },
      });
      const asked = { act: 'trade_in', amount: 700, staff_id: manager.staff.id, pin: PIN };
      const less = await approvedBy(seller, asked);
      expect(await bringNew(deal, seller, less)).toMatchObject({
        status: 403,
        body: { code: 'approval_invalid' },
      });
      const approved = await approvedBy(seller, { ...asked, amount: 800 });
      expect(expectDone(await bringNew(deal, seller, approved)).trade_in?.amount).toBe(800);
    });
  });

  /** The case in words: a used phone for 38,000, paid with a phone for 14,000, GCash pending 4,000, and cash. */
  const sellForPhone = async () => {
    const phone = await usedPhone();
    const draft = await openDraft(till, [phone]);
    expect(draft.total_amount).toBe(PRICE);
    const traded = expectDone(
      await bringNew({ amount: AGREED, transaction_id: draft.id, own_price: 17_000 }),
    );
    expect(traded.trade_in).toMatchObject({
      payment: { transaction_id: draft.id, amount: AGREED },
      payout: null,
    });
    const gcash = await pay(till, draft.id, {
      method: 'gcash',
      amount: 4000,
      reference_number: `G-${draft.id}`,
    });
    const form = { payments: [{ method: 'cash', amount: 20_000 }] };
    const sale = expectDone(
      await till.post<WireSale>(`/transactions/${draft.id}/complete`, form),
    ).transaction;
    return { phone, traded, gcash, sale };
  };

  describe('in a cart', () => {
    it('pays up to the total, and the books tell it as a method of its own', async () => {
      const { sale, traded } = await sellForPhone();
      expect(sale).toMatchObject({ status: 'completed', balance_due: 0, change_due: 0 });
      expect(sale.payments[0]).toMatchObject({
        method: 'trade_in',
        amount: AGREED,
        status: 'completed',
        reference_number: traded.trade_in?.number,
        trade_in: { unit: { id: traded.id }, goes_back: true, payout: null },
      });
      const books = await drawer();
      expect(books).toMatchObject({ in_drawer: FLOAT + 20_000, trade_ins: { count: 0, total: 0 } });
      expect(books.methods.map(({ method, net }) => [method, net])).toEqual([
        ['cash', 20_000],
        ['trade_in', AGREED],
      ]);
      expect(await statusOf(traded.id)).toBe(ON_HOLD);
    });

    it('pays the rest out where it is worth more', async () => {
      const draft = await openDraft(till, [await usedPhone()]);
      const deal = { amount: 40_000.1, transaction_id: draft.id };
      expect(await bringNew<unknown>(deal)).toMatchObject({
        status: 422,
        body: { errors: { payout: ['Choose how the ₱2,000.10 are paid'] } },
      });
      const { trade_in } = expectDone(await bringNew({ ...deal, payout: { method: 'cash' } }));
      expect(trade_in).toMatchObject({
        payment: { amount: PRICE },
        payout: { amount: 2000.25, cash_rounding: 0.15 },
      });
      expectDone(await complete(till, draft.id));
      expect(await drawer()).toMatchObject({ in_drawer: FLOAT - 2000.25, trade_in_rounding: 0.15 });
    });

    it('is refused for a cart that is paid, completed, or changed meanwhile, and nothing is kept', async () => {
      const { sale } = await sellForPhone();
      const deal = { amount: 100, transaction_id: sale.id };
      expect(await bringNew<unknown>(deal)).toMatchObject({ status: 409, body: { code: 'illegal_state' } });
      const draft = await openDraft(till, [await usedPhone()]);
      const known = { amount: 100, transaction_id: draft.id, version: draft.version - 1 };
      expect(await bringNew<unknown>(known)).toMatchObject({ status: 409, body: { code: 'draft_changed' } });
      await pay(till, draft.id, { method: 'cash', amount: PRICE });
      const late = { amount: 100, transaction_id: draft.id };
      expect(await bringNew<unknown>(late)).toMatchObject({ status: 409, body: { code: 'beyond_balance' } });
      const unseen = { ...late, known_payments: [] };
      expect(await bringNew<unknown>(unseen)).toMatchObject({
        status: 409,
        body: { code: 'payments_changed' },
      });
      expect(expectDone(await till.get<{ total: number }>('/trade-ins')).total).toBe(1);
    });

    it('is taken out of the cart again: the unit and the money that was paid out go back', async () => {
      const draft = await openDraft(till, [await usedPhone()]);
      const traded = expectDone(await bringNew({ ...paidInCash(40_000.1), transaction_id: draft.id }));
      const [payment] = (await shown(draft.id)).payments;
      const payout = { method: 'cash', amount: 2000.25, cash_rounding: 0.15 };
      expect(payment?.trade_in?.payout).toEqual(payout);
      expect(await drawer()).toMatchObject({ in_drawer: FLOAT - 2000.25, trade_in_rounding: 0.15 });
      for (const change of [
        { amount: 10 },
        { method: 'cash' },
        { method: 'gcash', reference_number: 'G-1' },
        { notes: 'Cash' },
      ]) {
        expect(await till.put(`/payments/${payment?.id}`, change)).toMatchObject({
          status: 409,
          body: { message: 'Trade-in payments cannot be changed. Delete it, and enter it again' },
        });
      }
      expectDone(await till.delete(`/payments/${payment?.id}`, { reason: 'Changed their mind' }));
      expect(await statusOf(traded.id)).toBe('returned');
      expect(await drawer()).toMatchObject({
        in_drawer: FLOAT,
        trade_ins: { count: 0, total: 0 },
        trade_in_rounding: 0,
      });
      expect(await complete(till, draft.id)).toMatchObject({ status: 422 });
    });
  });

  describe('after a sale', () => {
    it('goes back as its unit by a void, with what was paid beside it', async () => {
      const { sale, traded, phone } = await sellForPhone();
      const known = [
        { method: 'cash', amount: 20_000 },
        { method: 'trade_in', amount: AGREED },
      ];
      const body = { reason: 'Wrong phone', known_payouts: known };
      const voided = expectDone(
        await till.post<WireSale['transaction']>(`/transactions/${sale.id}/void`, body),
      );
      expect([await statusOf(phone), await statusOf(traded.id)]).toEqual(['available', 'returned']);
      expect((await drawer()).in_drawer).toBe(FLOAT);
      // The screens and the papers tell what went back by it: the unit, and no cash in its place.
      expect(voided.payments[0]).toMatchObject({ method: 'trade_in', trade_in: { goes_back: true } });
      const receipt = expectDone(await till.get<WireSale['receipt']>(`/transactions/${sale.id}/receipt`));
      expect(receipt.taken_back?.payouts).toEqual(known);
    });

    it('is not given up for cash while it merely lies in a cart', async () => {
      const { sale, traded } = await sellForPhone();
      expectDone(await clear(traded.trade_in?.id ?? 0));
      const draft = await openDraft(till, [traded.id]);
      expect((await shown(sale.id)).payments[0]?.trade_in?.goes_back).toBe(true);
      expect(await voidSale(till, sale.id, 'Wrong phone')).toMatchObject({
        status: 409,
        body: { message: /^The traded-in item is in a cart/ },
      });
      expectDone(await till.delete(`/transactions/${draft.id}`, {}));
      expectDone(await voidSale(till, sale.id, 'Wrong phone'));
      expect(await statusOf(traded.id)).toBe('returned');
    });

    it('goes back as cash by a refund once the unit was sold on', async () => {
      const { sale, traded, gcash } = await sellForPhone();
      expectDone(await till.post<WirePayment>(`/payments/${gcash.id}/verify`, {}));
      expectDone(await clear(traded.trade_in?.id ?? 0));
      server.clock.advance(MINUTE);
      // Its own price of 17,000 and 10 % tax.
      expect((await sell(till, [traded.id])).transaction.total_amount).toBe(18_700);
      const before = (await drawer()).in_drawer;
      const { refund } = expectDone(await refundSale<WireRefunded>(till, sale.id));
      expect(refund.payouts.map(({ method, amount }) => [method, amount])).toEqual([
        ['cash', 34_000],
        ['gcash', 4000],
      ]);
      expect((await drawer()).in_drawer).toBe((before ?? 0) - 34_000);
      expect(await statusOf(traded.id)).toBe('sold');
    });

    it('is not given back twice, and not for a part of it', async () => {
      const phones = [await usedPhone(), await usedPhone()];
      const draft = await openDraft(till, phones);
      const traded = expectDone(
        await bringNew({ ...paidInCash(76_000), amount: 76_000, transaction_id: draft.id }),
      );
      const { transaction: sale } = expectDone(await complete<WireSale>(till, draft.id));
      const [first, second] = sale.transaction_items;
      const part = await refundSale<WireRefunded>(till, sale.id, { items: [{ id: first?.id }] });
      expect(part).toMatchObject({ status: 409, body: { code: 'beyond_drawer' } });
      expectDone(await till.post('/cash-movements', { kind: 'pay_in', amount: 50_000, reason: 'Safe' }));
      expectDone(await refundSale<WireRefunded>(till, sale.id, { items: [{ id: first?.id }] }));
      expect(await statusOf(traded.id)).toBe(ON_HOLD);
      const rest = expectDone(await refundSale<WireRefunded>(till, sale.id, { items: [{ id: second?.id }] }));
      expect(rest.refund.payouts).toMatchObject([{ method: 'cash', amount: 38_000 }]);
      expect(await statusOf(traded.id)).toBe(ON_HOLD);
    });

    it('puts a unit of ours back as it was with its first sale', async () => {
      const ours = await usedPhone({ category: 'new', condition_rating: null, purchase_cost: 30_000_00 });
      const first = (await sell(till, [ours])).transaction;
      server.clock.advance(MINUTE);
      const draft = await openDraft(till, [await usedPhone()]);
      expectDone(
        await bring(ours, {
          amount: AGREED,
          transaction_id: draft.id,
          own_price: 16_000,
          own_minimum_price: 15_000,
        }),
      );
      expect((await findUnitRow(server.database, ours)).purchase_cost).toBe(AGREED * 100);
      const cost = () =>
        server.database.reader
          .selectFrom('transaction_items')
          .select(['unit_cost', 'live'])
          .where('transaction_id', '=', first.id)
          .executeTakeFirst();
      expect(await cost()).toEqual({ unit_cost: 30_000_00, live: 0 });
      // Its first sale keeps what it had cost then; a cashier is not told.
      expect((await shown(first.id)).transaction_items[0]?.cost).toBe(30_000);
      const cashier = await signIn(server.url, shop.seller.email);
      const told = expectDone(await cashier.get<WireTransaction>(`/transactions/${first.id}`));
      expect(told.transaction_items[0]).not.toHaveProperty('cost');
      await pay(till, draft.id, { method: 'cash', amount: PRICE - AGREED });
      const { transaction: sale } = expectDone(await complete<WireSale>(till, draft.id));
      expectDone(await voidSale(till, sale.id, 'Changed their mind'));
      expect(await findUnitRow(server.database, ours)).toMatchObject({
        status: 'sold',
        category: 'new',
        condition_rating: null,
        purchase_cost: 30_000_00,
        own_price: null,
        own_minimum_price: null,
      });
      expect(await cost()).toEqual({ unit_cost: 30_000_00, live: 1 });
      expectDone(await refundSale(till, first.id));
      expect(await statusOf(ours)).toBe('available');
    });
  });

  describe('on hold', () => {
    const refusalOf = ({ status, body }: { status: number; body: { code?: string; message?: string } }) => [
      status,
      body.code,
      body.message,
    ];

    it('is neither deleted nor given another state, and no change of it puts it up for sale', async () => {
      const { id, trade_in } = expectDone(await bringNew(paidInCash(AGREED)));
      const deletion = () => admin.delete(`/inventory/${id}`, { reason: 'Typed twice' });
      const kept = [
        409,
        'in_use',
        'It is in the register of trade-ins. Give it back, or mark it as lost or defective',
      ];
      expect(refusalOf(await deletion())).toEqual(kept);
      for (const status of ['available', 'defective', 'lost']) {
        const refused = await till.put(`/inventory/${id}`, { status, reason: 'Try' });
        expect(refusalOf(refused)).toEqual([
          409,
          'illegal_state',
          'This item is on hold. Clear its trade-in, or give it back',
        ]);
      }
      const items = [{ inventory_item_id: id, own_price: 16_000 }];
      expectDone(await admin.put('/inventory/prices', { items }));
      expectDone(await till.put(`/inventory/${id}`, { notes: 'With its box' }));
      expect(await findUnitRow(server.database, id)).toMatchObject({ status: ON_HOLD, own_price: 16_000_00 });
      // In the register it stays when it is for sale, and when it is gone.
      expectDone(await clear(trade_in?.id ?? 0));
      expect(refusalOf(await deletion())).toEqual(kept);
      expectDone(await till.put(`/inventory/${id}`, { status: 'lost', reason: 'Not in the cabinet' }));
      expect(refusalOf(await deletion())).toEqual(kept);
    });

    it('goes to no other store and no supplier, and a count leaves it on hold', async () => {
      const { id, imei } = expectDone(await bringNew());
      const { store: other } = await makeShop(server.database);
      const supplier = await makeSupplier(server.database);
      const reason = 'Try';
      const problems = async (path: string, body: object) => {
        const at = { storeId: shop.store.id };
        const answer = await admin.post<{ code: string; units?: { problem: string }[] }>(path, body, at);
        return [answer.status, answer.body.code, answer.body.units?.map(({ problem }) => problem)];
      };
      const refused = [409, 'units_unavailable', ['It is on hold until its trade-in is cleared']];
      const sending = { to_store_id: other.id, item_ids: [id], reason };
      expect(await problems('/inventory/transfers', sending)).toEqual(refused);
      const returning = { supplier_id: supplier.id, item_ids: [id], reason };
      expect(await problems('/supplier-returns', returning)).toEqual(refused);
      const count = await started(till);
      await scanned(till, count.id, [imei]);
      await closed(till, count.id);
      expect(await findUnitRow(server.database, id)).toMatchObject({
        status: ON_HOLD,
        store_id: shop.store.id,
      });
    });

    it('is cleared by the trade-in that it came with, not by an earlier one', async () => {
      const hold = (isOn: boolean) =>
        server.database.write((writer) =>
          writer
            .updateTable('stores')
            .set({ settings_json: makeSettings({ trade_ins: { hold: isOn } }) })
            .where('id', '=', shop.store.id)
            .execute(),
        );
      await hold(false);
      const first = expectDone(await bringNew({ own_price: 500 }));
      await sell(till, [first.id]);
      server.clock.advance(MINUTE);
      await hold(true);
      const second = expectDone(await bring(first.id));
      const onHold = await till.get<{ data: WireTradeIn[] }>('/trade-ins?state=on_hold');
      expect(expectDone(onHold).data.map(({ id }) => id)).toEqual([second.trade_in?.id]);
      expect(await clear(first.trade_in?.id ?? 0)).toMatchObject({ status: 409 });
      expect(await statusOf(first.id)).toBe(ON_HOLD);
      expectDone(await clear(second.trade_in?.id ?? 0));
      expect(await statusOf(first.id)).toBe('available');
    });
  });

  it('is in the register with how it was paid, in the sale, out of the till and rounded', async () => {
    const draft = await openDraft(till, [await usedPhone()]);
    expectDone(await bringNew({ ...paidInCash(40_000.1), transaction_id: draft.id }));
    server.clock.advance(MINUTE);
    expectDone(await bringNew());
    const file = expectDone(await till.get<string>('/trade-ins/register'));
    const [head = '', ...rows] = file.replace('\uFEFF', '').trim().split('\r\n');
    const columns = 'Amount,In sale,Paid in the sale,Cash rounding,Paid out,By,Reference,State';
    const number = (await shown(draft.id)).draft_number;
    expect(head).toContain(columns);
    expect(rows.map((row) => row.split(SELLER.id_number)[1])).toEqual([
      ',0.00,,,,,,,On hold,,',
      `,40000.10,${number},38000.00,0.15,2000.25,Cash,,On hold,,`,
    ]);
  });

  it('is shown with what was paid to who sees the register, and to who paid it', async () => {
    const colleague = async (role: 'salesperson' | 'inventory_checker') => {
      const person = await makeStaff(server.database, { store_id: shop.store.id, role });
      return signIn(server.url, person.email);
    };
    const seller = atDevice(server.url, await colleague('salesperson'));
    expectDone(await setPin(manager));
    await server.database.write((writer) =>
      writer.updateTable('stores').set({ keeps_shifts: 0 }).where('id', '=', shop.store.id).execute(),
    );
    const approved = await approvedBy(seller, {
      act: 'trade_in',
      amount: AGREED,
      staff_id: manager.staff.id,
      pin: PIN,
    });
    const traded = expectDone(await bringNew(paidInCash(AGREED), seller, approved));
    const id = traded.trade_in?.id ?? 0;
    const seenBy = async (by: Caller) => expectDone(await by.get<WireTradeIn>(`/trade-ins/${id}`));
    const paid = { amount: AGREED, payout: { method: 'cash', amount: AGREED } };
    for (const by of [seller, manager]) expect(await seenBy(by)).toMatchObject(paid);
    const hidden = { amount: null, payment: null, payout: null };
    expect(await seenBy(await colleague('salesperson'))).toMatchObject({ ...hidden, is_on_hold: true });
    const checker = await colleague('inventory_checker');
    const cleared = await checker.post<WireTradeIn>(`/trade-ins/${id}/clear`, { reference: 'PNP-9' });
    expect(expectDone(cleared)).toMatchObject({ ...hidden, cleared: { reference: 'PNP-9' } });
  });

  it('is in the register, with addresses and IDs for those who see customers', async () => {
    const seller = { ...SELLER, name: '=Ana' };
    const traded = expectDone(await bringNew({ ...paidInCash(AGREED), seller }));
    const file = expectDone(await till.get<string>('/trade-ins/register'));
    const [head, row] = file.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toContain('Seller,Address,ID,ID number,Amount');
    expect(row).toContain(`TI-${shop.store.code}-000001`);
    expect(row).toContain('\'=Ana,"12 Mabini St, Makati",Driver’s license,N01-23-456789,14000.00');
    expectDone(
      await admin.put('/roles/warehouse_staff', { permissions: ['inventory.view', 'inventory.create'] }),
    );
    const changes = { imei: freshImei(), condition_rating: 1, category: 'refurbished' };
    expectDone(await clear(traded.trade_in?.id ?? 0));
    expectDone(await till.put(`/inventory/${traded.id}`, changes));
    const again = expectDone(await till.get<string>('/trade-ins/register'));
    expect(again).toContain(`,${traded.imei},,,"Used, 4 of 5",`);
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'warehouse_staff' });
    const clerk = await signIn(server.url, email);
    const seen = expectDone(await clerk.get<string>('/trade-ins/register'));
    expect(seen).not.toContain('Mabini');
    const { data } = expectDone(await clerk.get<{ data: WireTradeIn[] }>('/trade-ins?state=on_hold'));
    expect(JSON.stringify(data)).not.toContain('N01-23');
    expectDone(await admin.delete('/roles/warehouse_staff'));
  });
});
