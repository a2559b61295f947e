import type { z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { payments } from '#contract/payments.ts';
import type { zReadings } from '#contract/z-readings.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  refundSale,
  voidSale,
  type WirePayment,
  type WireReceipt,
  type WireRefunded,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';
import { atDevice, makeTill, openShift, readX } from '#tests/support/shifts.ts';

type WireReport = z.input<typeof payments.dailyReport.response>;

type WireDay = z.input<typeof zReadings.day.response>;
type Books = { rounding: number; inDrawer: number; unpaid?: number; roundingBack?: number };

const FLOAT = 5000;
/** A unit comes to ₱999.99 with its tax. */
const TOTAL = 999.99;

const pesos = (amount: number) => Math.round(amount * 100) / 100;
const sum = (amounts: readonly number[]) => pesos(amounts.reduce((total, amount) => total + amount, 0));
const cash = (amount: number) => ({ method: 'cash', amount });
const gcash = (amount: number) => ({ method: 'gcash', amount, reference_number: 'G-1' });

onEveryEngine('cash rounded to 25 centavos', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let shiftId: number;
  let unitNo: number;
  let setCoin: (smallest_coin: number) => Promise<void>;

  beforeAll(async () => {
    server = await start();
    const { store } = await makeShop(server.database);
    const boss = await makeStaff(server.database, { store_id: store.id, role: 'admin' });
    const admin = await signIn(server.url, boss.email);
    setCoin = async (smallest_coin) => void expectDone(await admin.put('/settings', { smallest_coin }));
    await setCoin(0.25);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 6 });
    await server.database.write(async (writer) => {
      await writer.updateTable('stores').set({ keeps_shifts: 1 }).where('id', '=', shop.store.id).execute();
      await writer
        .updateTable('product_variations')
        .set({ retail_price: 90_908, minimum_price: null })
        .execute();
    });
    const manager = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    till = atDevice(server.url, await signIn(server.url, manager.email));
    await makeTill(till, 'Counter 1');
    shiftId = (await openShift(till, FLOAT)).id;
    unitNo = 0;
  });

  const open = (units = 1) =>
    openDraft(
      till,
      Array.from({ length: units }, () => shop.units[(unitNo += 1) - 1]?.id ?? 0),
    );
  const sellFor = async (forms: readonly object[], units = 1) => {
    const draft = await open(units);
    return expectDone(await till.post<WireSale>(`/transactions/${draft.id}/complete`, { payments: forms }));
  };
  const shown = async (id: number) => expectDone(await till.get<WireTransaction>(`/transactions/${id}`));
  const report = async () => expectDone(await till.get<WireReport>('/payments/daily-report'));
  const pendingOf = ({ payments }: WireTransaction) =>
    payments.find(({ status }) => status === 'pending')?.id;
  const verify = async (sale: WireTransaction) =>
    expectDone(await till.post(`/payments/${pendingOf(sale)}/verify`, {}));
  const fail = async (sale: WireTransaction) =>
    expectDone(await till.post(`/payments/${pendingOf(sale)}/mark-failed`, { reason: 'Never came' }));
  const receiptOf = async (id: number) =>
    expectDone(await till.get<WireReceipt>(`/transactions/${id}/receipt`));

  /** Expects that readings and report tell the same, and that what they say came in is what lies in the drawer. */
  async function expectBooks({ rounding, inDrawer, unpaid = 0, roundingBack = 0 }: Books) {
    const { figures } = await readX(till, shiftId);
    const { total } = expectDone(await till.get<WireDay>('/store-day'));
    const day = await report();
    expect([figures.cash_rounding, total.cash_rounding, day.cash_rounding]).toEqual(
      Array.from({ length: 3 }, () => rounding),
    );
    expect([figures.rounding_back, total.rounding_back, day.rounding_back]).toEqual(
      Array.from({ length: 3 }, () => roundingBack),
    );
    expect([figures.net, total.net]).toEqual([day.net_sales, day.net_sales]);
    // Net sales are the money that came, the rounding, and what is still to come.
    expect(sum([...total.methods.map(({ net }) => net ?? 0), rounding, unpaid])).toBe(total.net);
    expect(day.cash.in_drawer).toBe(inDrawer);
    const file = expectDone(await till.get<string>('/transactions/export'));
    const [head, ...rows] = file
      .trim()
      .split('\r\n')
      .map((row) => row.split(','));
    const place = head?.indexOf('Cash rounding') ?? -1;
    expect(sum(rows.map((row) => Number(row[place])))).toBe(rounding);
    expect(pesos(FLOAT + day.cash.net)).toBe(inDrawer);
  }

  describe('a sale', () => {
    it('gives change up to the coin, and tells of the rounding everywhere', async () => {
      const { transaction, receipt } = await sellFor([cash(1000)]);
      const figures = { total_amount: TOTAL, change_due: 0.25, cash_rounding: 0.24 };
      expect(transaction).toMatchObject({ ...figures, status: 'completed', balance_due: 0 });
      expect(receipt).toMatchObject(figures);
      expect(await receiptOf(transaction.id)).toMatchObject(figures);
      await expectBooks({ rounding: 0.24, inDrawer: 5999.75 });
    });

    it('is paid by what is due of it in cash, and not by less', async () => {
      const draft = await open();
      const short = await till.post(`/transactions/${draft.id}/complete`, { payments: [cash(999.5)] });
      expect(short).toMatchObject({ status: 422, body: { code: 'insufficient_payment' } });
      await pay(till, draft.id, cash(999.75));
      expect(await till.post(`/transactions/${draft.id}/payments`, gcash(0.24))).toMatchObject({
        status: 422,
      });
      expect(expectDone(await complete<WireSale>(till, draft.id)).transaction).toMatchObject({
        change_due: 0,
        cash_rounding: 0.24,
        balance_due: 0,
      });
      await expectBooks({ rounding: 0.24, inDrawer: 5999.75 });
    });

    it('takes exact cash of a till that knows of no rounding, as it stands', async () => {
      const { transaction } = await sellFor([cash(TOTAL)]);
      expect(transaction).toMatchObject({ change_due: 0, cash_rounding: 0, balance_due: 0 });
      await expectBooks({ rounding: 0, inDrawer: 5999.99 });
    });

    it('rounds its cash part alone, once', async () => {
      const { transaction } = await sellFor([{ ...gcash(500), status: 'completed' }, cash(200), cash(300)]);
      expect(transaction).toMatchObject({ change_due: 0.25, cash_rounding: 0.24 });
      await expectBooks({ rounding: 0.24, inDrawer: 5499.75 });
    });

    it('without cash is paid to the centavo', async () => {
      const draft = await open();
      await pay(till, draft.id, gcash(999.75));
      expect(await complete(till, draft.id)).toMatchObject({ status: 422 });
      await pay(till, draft.id, gcash(0.24));
      expect(expectDone(await complete<WireSale>(till, draft.id)).transaction).toMatchObject({
        cash_rounding: 0,
      });
    });

    it('rounds cash that is pending when it comes', async () => {
      const { transaction } = await sellFor([{ ...cash(1000), status: 'pending' }]);
      expect(transaction).toMatchObject({ change_due: 0, cash_rounding: 0 });
      await verify(transaction);
      expect(await shown(transaction.id)).toMatchObject({
        change_due: 0.25,
        cash_rounding: 0.24,
        balance_due: 0,
      });
      await expectBooks({ rounding: 0.24, inDrawer: 5999.75 });
    });

    it('loses its rounding with its last cash, and gets it from late cash', async () => {
      const { transaction } = await sellFor([cash(999.75)]);
      const [payment] = transaction.payments;
      expectDone(await till.delete(`/payments/${payment?.id}`, { reason: 'Counterfeit' }));
      expect(await shown(transaction.id)).toMatchObject({ cash_rounding: 0, balance_due: TOTAL });
      await expectBooks({ rounding: 0, inDrawer: 5000, unpaid: TOTAL });
      await pay(till, transaction.id, cash(999.75));
      expect(await shown(transaction.id)).toMatchObject({ cash_rounding: 0.24, balance_due: 0 });
      await expectBooks({ rounding: 0.24, inDrawer: 5999.75 });
    });

    it('keeps its rounding where a wallet fails: the balance is what the wallet was to pay', async () => {
      const { transaction } = await sellFor([gcash(400), cash(599.75)]);
      expect(transaction).toMatchObject({ cash_rounding: 0.24 });
      await fail(transaction);
      expect(await shown(transaction.id)).toMatchObject({ cash_rounding: 0.24, balance_due: 400 });
      await pay(till, transaction.id, cash(400));
      expect(await shown(transaction.id)).toMatchObject({ cash_rounding: 0.24, balance_due: 0 });
      await expectBooks({ rounding: 0.24, inDrawer: 5999.75 });
    });
  });

  describe('late cash', () => {
    it('below what is due in cash is not rounded', async () => {
      const { transaction } = await sellFor([gcash(TOTAL)]);
      await fail(transaction);
      await pay(till, transaction.id, { ...gcash(0.19), status: 'completed' });
      // ₱999.75 are due of ₱999.80.
      await pay(till, transaction.id, cash(999.6));
      expect(await shown(transaction.id)).toMatchObject({ cash_rounding: 0, balance_due: 0.2 });
      await expectBooks({ rounding: 0, inDrawer: 5999.6, unpaid: 0.2 });
      await pay(till, transaction.id, cash(0.2));
      expect(await shown(transaction.id)).toMatchObject({ cash_rounding: 0, balance_due: 0 });
      await expectBooks({ rounding: 0, inDrawer: 5999.8 });
    });

    it('alone is rounded to a coin that was chosen since: a wallet gives no more change', async () => {
      const { transaction } = await sellFor([gcash(400), cash(600)]);
      expect(transaction).toMatchObject({ change_due: 0.25, cash_rounding: 0.24 });
      await setCoin(1);
      await verify(transaction);
      await setCoin(0.25);
      expect(await shown(transaction.id)).toMatchObject({ change_due: 0.25, cash_rounding: 0.24 });
      await expectBooks({ rounding: 0.24, inDrawer: 5599.75 });
    });
  });

  describe('a refund', () => {
    const refund = async (id: number, body: object = {}) =>
      expectDone(await refundSale<WireRefunded>(till, id, body));

    it('of all gives back what was paid, and takes the rounding back', async () => {
      const { transaction } = await sellFor([cash(1000)]);
      const { refund: made } = await refund(transaction.id);
      expect(made).toMatchObject({ amount: 999.75, cash_rounding: 0, payouts: [cash(999.75)] });
      await expectBooks({ rounding: 0, inDrawer: 5000, roundingBack: 0.24 });
      expect(await report()).toMatchObject({ net_sales: 0, written_off: 0.24 });
    });

    it('of a sale that is half paid tells what was owed apart from what was rounded off', async () => {
      const { transaction } = await sellFor([gcash(400), cash(599.75)]);
      expect(transaction).toMatchObject({ balance_due: 0, cash_rounding: 0.24 });
      const { refund: made } = await refund(transaction.id);
      expect(made).toMatchObject({ amount: 599.75, payouts: [cash(599.75)] });
      expect(await report()).toMatchObject({ written_off: 400.24, rounding_back: 0.24, net_sales: 0 });
      await expectBooks({ rounding: 0, inDrawer: 5000, roundingBack: 0.24 });
    });

    it('of some units gives cash back up to the coin, each refund by itself', async () => {
      // ₱1,999.75 of ₱1,999.98 came.
      const { transaction } = await sellFor([cash(2000)], 2);
      expect(transaction).toMatchObject({ change_due: 0.25, cash_rounding: 0.23 });
      const [first, second] = transaction.transaction_items;
      const one = await refund(transaction.id, { items: [{ id: first?.id }] });
      expect(one.refund).toMatchObject({ amount: 999.88, cash_rounding: 0.12, payouts: [cash(1000)] });
      expect(one.transaction).toMatchObject({ balance_due: 0, owed_back: 0 });
      expect((await report()).net_sales).toBe(TOTAL);
      // ₱0.23 less ₱0.11 of the unit that is back, and ₱0.12 that were given beyond its share.
      await expectBooks({ rounding: 0.24, inDrawer: 5999.75, roundingBack: 0.11 });
      const two = await refund(transaction.id, { items: [{ id: second?.id }] });
      expect(two.refund).toMatchObject({ amount: 999.87, cash_rounding: 0.13, payouts: [cash(1000)] });
      await expectBooks({ rounding: 0.25, inDrawer: 4999.75, roundingBack: 0.23 });
      expect(await receiptOf(transaction.id)).toMatchObject({
        cash_rounding: 0.23,
        taken_back: { cash_rounding: 0.25, payouts: [cash(2000)] },
      });
    });

    it('of several units at once rounds once', async () => {
      const { transaction } = await sellFor([cash(1999.98)], 2);
      const { refund: made } = await refund(transaction.id);
      expect(made).toMatchObject({ amount: 1999.98, cash_rounding: 0.02, payouts: [cash(2000)] });
      await expectBooks({ rounding: 0.02, inDrawer: 4999.98 });
    });

    it('is paid out by a till as that told it: up to the coin, or to the centavo by an older one', async () => {
      const { transaction } = await sellFor([cash(2999.96)], 3);
      const [a, b, c] = transaction.transaction_items.map(({ id }) => [{ id }]);
      const known = async (items: object[] | undefined, payouts: object[]) =>
        refundSale<WireRefunded>(till, transaction.id, { items, known_payouts: payouts });
      expect(await known(a, [cash(999.98)])).toMatchObject({ status: 409 });
      expect(expectDone(await known(a, [cash(1000)])).refund).toMatchObject({ cash_rounding: 0.01 });
      expect(expectDone(await known(b, [cash(999.99)])).refund).toMatchObject({ cash_rounding: 0 });
      const chosen = (amount: number) =>
        refundSale<WireRefunded>(till, transaction.id, { items: c, payouts: [cash(amount)] });
      expect(await chosen(999.97)).toMatchObject({ status: 422 });
      expect(await chosen(1000.25)).toMatchObject({ status: 422 });
      expect(expectDone(await chosen(1000)).refund).toMatchObject({ amount: 999.98, cash_rounding: 0.02 });
      await expectBooks({ rounding: 0.03, inDrawer: 4999.97 });
    });

    it('takes the unit’s part of the rounding back, also before the rest was paid', async () => {
      const { transaction } = await sellFor([gcash(1000), cash(999.75)], 2);
      expect(transaction).toMatchObject({ cash_rounding: 0.23 });
      const [first] = transaction.transaction_items;
      const one = await refund(transaction.id, { items: [{ id: first?.id }] });
      expect(one.refund).toMatchObject({ amount: 499.88, cash_rounding: 0.12 });
      // ₱0.11 of the ₱0.23 are back.
      await expectBooks({ rounding: 0.24, inDrawer: 5499.75, unpaid: 500, roundingBack: 0.11 });
      await verify(transaction);
      expect(await shown(transaction.id)).toMatchObject({ balance_due: 0, owed_back: 500 });
      const rest = await refund(transaction.id, { items: [] });
      expect(rest).toMatchObject({
        refund: { cash_rounding: 0.13, payouts: [cash(500), { method: 'gcash', amount: 0.13 }] },
        transaction: { balance_due: 0, owed_back: 0, cash_rounding: 0.23 },
      });
      await expectBooks({ rounding: 0.37, inDrawer: 4999.75, roundingBack: 0.11 });
    });

    it('leaves nothing of a rounding whose cash never comes', async () => {
      const { transaction } = await sellFor([{ ...cash(1999.75), status: 'pending' }], 2);
      expect(transaction).toMatchObject({ cash_rounding: 0.23 });
      const [first] = transaction.transaction_items;
      await refund(transaction.id, { items: [{ id: first?.id }] });
      await fail(transaction);
      expect(await shown(transaction.id)).toMatchObject({ balance_due: TOTAL });
      await expectBooks({ rounding: 0, inDrawer: 5000, unpaid: TOTAL, roundingBack: 0.11 });
    });

    it('of another unit brings none of that rounding back', async () => {
      const { transaction } = await sellFor([{ ...cash(2999.75), status: 'pending' }], 3);
      expect(transaction).toMatchObject({ cash_rounding: 0.21 });
      const [first, second] = transaction.transaction_items;
      await refund(transaction.id, { items: [{ id: first?.id }] });
      await fail(transaction);
      await refund(transaction.id, { items: [{ id: second?.id }] });
      expect(await shown(transaction.id)).toMatchObject({ balance_due: 999.98 });
      await expectBooks({ rounding: 0, inDrawer: 5000, unpaid: 999.98, roundingBack: 0.07 });
    });

    it('before the cash came leaves the other unit its rounding', async () => {
      const { transaction } = await sellFor([{ ...cash(2000), status: 'pending' }], 2);
      const [first] = transaction.transaction_items;
      await refund(transaction.id, { items: [{ id: first?.id }] });
      await verify(transaction);
      expect(await shown(transaction.id)).toMatchObject({
        change_due: 0.25,
        cash_rounding: 0.23,
        owed_back: 999.88,
      });
      const rest = await refund(transaction.id, { items: [] });
      expect(rest.transaction).toMatchObject({ balance_due: 0, owed_back: 0 });
      await expectBooks({ rounding: 0.24, inDrawer: 5999.75, roundingBack: 0.11 });
    });

    it('by another method is to the centavo', async () => {
      const { transaction } = await sellFor([cash(TOTAL)]);
      const { refund: made } = await refund(transaction.id, { payouts: [gcash(TOTAL)] });
      expect(made).toMatchObject({ amount: TOTAL, cash_rounding: 0 });
      await expectBooks({ rounding: 0, inDrawer: 5999.99 });
    });
  });

  describe('a void', () => {
    it('hands back what was paid, and takes the rounding back', async () => {
      const { transaction } = await sellFor([cash(1000)]);
      const voided = expectDone(await voidSale<WireTransaction>(till, transaction.id, 'Wrong unit'));
      expect(voided).toMatchObject({ status: 'void', void_rounding: 0, cash_rounding: 0.24 });
      await expectBooks({ rounding: 0, inDrawer: 5000 });
    });

    it('hands cash back up to the coin where it was taken to the centavo', async () => {
      const { transaction } = await sellFor([cash(TOTAL)]);
      const body = { reason: 'Wrong unit', known_payouts: [cash(1000)] };
      const voided = expectDone(
        await till.post<WireTransaction>(`/transactions/${transaction.id}/void`, body),
      );
      expect(voided).toMatchObject({ status: 'void', void_rounding: 0.01 });
      expect(await receiptOf(transaction.id)).toMatchObject({
        taken_back: { cash_rounding: 0.01, payouts: [cash(1000)] },
      });
      await expectBooks({ rounding: 0.01, inDrawer: 4999.99 });
    });

    it('is told to the centavo by an older till', async () => {
      const { transaction } = await sellFor([cash(TOTAL)]);
      const body = { reason: 'Wrong unit', known_payouts: [cash(TOTAL)] };
      expectDone(await till.post<WirePayment>(`/transactions/${transaction.id}/void`, body));
      await expectBooks({ rounding: 0, inDrawer: 5000 });
    });
  });
});
