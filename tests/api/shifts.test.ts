import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  openDraft,
  openPaidDraft,
  pay,
  refundSale,
  sell,
  sellOnTrust,
  voidSale,
  type WireSale,
} from '#tests/support/selling.ts';
import { settingsForm } from '#tests/support/store-settings.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeStore, type Shop } from '#tests/support/shop.ts';
import {
  atDevice,
  close,
  count,
  deviceKey,
  makeTill,
  open,
  openShift,
  piecesOf,
  readX,
  type WireCurrent,
  type WireMovement,
  type WireShift,
  type WireShifts,
  type WireTill,
} from '#tests/support/shifts.ts';

const refused = (code: string, status = 409) => ({ status, body: { code } });

/** The price of a unit of the shop with tax. */
const PRICE = 1100;

onEveryEngine('shifts', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let key: string;
  let manager: Caller;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 6 });
    await keepShifts(1);
    key = deviceKey();
    till = atDevice(server.url, await signIn(server.url, shop.seller.email), key);
    manager = await personAs('store_manager');
    await makeTill(till, 'Counter 1');
  });

  const keepShifts = (keeps_shifts: 0 | 1) =>
    server.database.write((writer) =>
      writer.updateTable('stores').set({ keeps_shifts }).where('id', '=', shop.store.id).execute(),
    );
  const personAs = async (role: 'store_manager' | 'salesperson' | 'regional_manager') =>
    signIn(server.url, (await makeStaff(server.database, { store_id: shop.store.id, role })).email);
  const unit = (no = 0) => shop.units[no]?.id ?? 0;
  const current = async (by = till) => expectDone(await by.get<WireCurrent>('/shifts/current'));
  const shown = async (id: number, by: Caller = manager) =>
    expectDone(await by.get<WireShift>(`/shifts/${id}`));
  /** The manager's caller at the till. */
  const managerHere = () => atDevice(server.url, manager, key);
  const move = <T>(kind: string, amount: number, by = managerHere()) =>
    by.post<T>('/cash-movements', { kind, amount, reason: 'Courier fee' });
  const sellWith = async (no: number, amount: number) => {
    const draft = await openDraft(till, [unit(no)]);
    return expectDone(
      await till.post<WireSale>(`/transactions/${draft.id}/complete`, {
        payments: [{ method: 'cash', amount }],
      }),
    ).transaction;
  };

  /** Resumes an open draft of another session, and sells it for cash. */
  const sellLeft = async (by: Caller, draftId: number) => {
    expectDone(await by.post(`/transactions/${draftId}/refresh-locks`, { resume: true }));
    const payments = [{ method: 'cash', amount: PRICE }];
    expectDone(await by.post(`/transactions/${draftId}/complete`, { payments }));
  };

  describe('belong to a till', () => {
    it('which a device becomes once, by a name that no other till of the store has', async () => {
      const other = atDevice(server.url, manager);
      for (const name of [
        'counter 1',
        'COUNTER\u00a0 1',
        'ＣＯＵＮＴＥＲ 1',
        'Counter\t1',
        'Coun\u200bter 1',
      ]) {
        expect(await other.post('/tills', { name })).toMatchObject({
          status: 422,
          body: { errors: { name: ['This name is taken'] } },
        });
      }
      await makeTill(other, 'Counter 2');
      const { data } = expectDone(await till.get<{ data: WireTill[] }>('/tills'));
      expect(data.map(({ name, is_this }) => [name, is_this])).toEqual([
        ['Counter 1', true],
        ['Counter 2', false],
      ]);
    });

    it('so that nothing is sold at a device that is none, nor where no shift is open', async () => {
      const nowhere = await personAs('salesperson');
      expect(await open(nowhere)).toMatchObject(refused('till_unknown'));
      for (const seller of [nowhere, till]) {
        const draft = await openDraft(seller, [unit(seller === till ? 0 : 1)]);
        expect(
          await seller.post(`/transactions/${draft.id}/complete`, {
            payments: [{ method: 'cash', amount: PRICE }],
          }),
        ).toMatchObject(refused('shift_required'));
        // Cash is refused, too, and none of it is stored.
        expect(
          await seller.post(`/transactions/${draft.id}/payments`, { method: 'cash', amount: PRICE }),
        ).toMatchObject(refused('shift_required'));
      }
      await openShift(till);
      await sell(till, [unit(2)]);
    });

    it('one at a time, however many open it at once', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => open<WireShift>(till)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      expect(await open(till)).toMatchObject(refused('shift_open'));
      const { shift } = await current();
      expect(shift).toMatchObject({
        number: `S-${shop.store.code}-000001`,
        float_amount: 5000,
        status: 'open',
      });
    });

    it('that may be taken over by another device, with its shift', async () => {
      const { id } = await openShift(till);
      const old = (await current()).till?.id ?? 0;
      const seller = await personAs('salesperson');
      const next = atDevice(server.url, manager);
      expect((await atDevice(server.url, seller).post(`/tills/${old}/adopt`)).status).toBe(403);
      expect(expectDone(await next.post<WireTill>(`/tills/${old}/adopt`))).toMatchObject({ is_this: true });
      expect((await current(next)).shift?.id).toBe(id);
      expect((await current(till)).till).toBeNull();
      expect(await manager.delete(`/tills/${old}`)).toMatchObject(refused('illegal_state'));
      await count(next, id, piecesOf(5000));
      expectDone(await close(next, id));
      expect((await manager.delete(`/tills/${old}`)).status).toBe(200);
      expect(await open(next)).toMatchObject(refused('till_unknown'));
      // Its name is free again, and its history keeps it.
      const first = await makeTill(next, 'Counter 1');
      expect((await shown(id)).till).toEqual({ id: old, name: 'Counter 1' });
      expectDone(await manager.delete(`/tills/${first.id}`));
      await makeTill(next, 'Counter 1');
    });
  });

  describe('are opened with a float', () => {
    it('as a sum, or by its pieces, which come to it', async () => {
      expect(await till.post('/shifts', {})).toMatchObject({
        status: 422,
        body: { message: 'Float is required' },
      });
      expect(await till.post('/shifts', { amount: 10.001 })).toMatchObject({ status: 422 });
      expect(await till.post('/shifts', { amount: -1 })).toMatchObject({
        status: 422,
        body: { message: 'Float cannot be negative' },
      });
      const pieces = { bill_1000: 2, coin_20: 5, coin_025: 4 };
      expect(await till.post('/shifts', { amount: 2100, denominations: pieces })).toMatchObject({
        status: 422,
      });
      const shift = expectDone(await till.post<WireShift>('/shifts', { denominations: pieces }));
      expect(shift).toMatchObject({ float_amount: 2101, float: pieces });
    });
  });

  describe('hold what happens at their till', () => {
    it('sales, change, refunds, voids, movements and openings of the drawer', async () => {
      const { id } = await openShift(till);
      await sellWith(0, 2000);
      const second = await sellWith(1, PRICE);
      const third = await sellWith(2, PRICE);
      expectDone(await refundSale(managerHere(), second.id));
      expectDone(await voidSale(managerHere(), third.id, 'Wrong unit'));
      expectDone(await move('pay_in', 300));
      expectDone(await move('pay_out', 500));
      expectDone(await move('drop', 1000));
      expectDone(await till.post('/pos/no-sale', { reason: 'Change' }));
      const { figures } = await readX(manager, id);
      expect(figures).toEqual({
        sales: { count: 3, total: 3 * PRICE },
        discounts: 0,
        tax: 100,
        voids: { count: 1, total: PRICE },
        refunds: { count: 1, total: PRICE },
        written_off: 0,
        rounding_back: 0,
        cash_rounding: 0,
        net: PRICE,
        first_invoice: `${shop.store.code}-000001`,
        last_invoice: `${shop.store.code}-000003`,
        methods: [{ method: 'cash', count: 3, taken: 4200, net: PRICE }],
        cash: {
          float: 5000,
          taken: 4200,
          change: 900,
          refunded: PRICE,
          voided: PRICE,
          pay_in: 300,
          pay_out: 500,
          drop: 1000,
          trade_ins: 0,
          correction: 0,
        },
        trade_ins: { count: 0, total: 0 },
        trade_in_rounding: 0,
        no_sales: 1,
      });
      expect(await shown(id)).toMatchObject({
        ...{ sales: 3, voids: 1, refunds: 1 },
        expected_cash: 5000 + PRICE + 300 - 500 - 1000,
      });
      const report = await manager.get<{ cash: object; net_sales: number }>('/payments/daily-report');
      expect(expectDone(report)).toMatchObject({
        net_sales: PRICE,
        cash: {
          ...{ net: PRICE, float: 5000, pay_in: 300, pay_out: 500, drop: 1000, correction: 0 },
          in_drawer: 5000 + PRICE + 300 - 500 - 1000,
        },
      });
    });

    it('but not the review of a wallet’s payment in the office, while cash needs a drawer', async () => {
      const { id } = await openShift(till);
      const { payment } = await sellOnTrust(till, [unit(0)]);
      const draft = await openDraft(till, [unit(1)]);
      const late = await pay(till, draft.id, { method: 'cash', amount: PRICE, status: 'pending' });
      expectDone(await complete(till, draft.id));
      expect((await manager.post(`/payments/${payment.id}/verify`, {})).status).toBe(200);
      expect(await manager.post(`/payments/${late.id}/verify`, {})).toMatchObject({
        ...refused('shift_required'),
        body: { message: 'This device is no till. Do it at a till with an open shift, where the cash is' },
      });
      expect((await readX(manager, id)).figures.methods).toEqual([]);
      expectDone(await managerHere().post(`/payments/${late.id}/verify`, {}));
      expect((await readX(manager, id)).figures.methods).toEqual([
        { method: 'cash', count: 1, taken: PRICE, net: PRICE },
      ]);
    });

    it('and late cash with its change on the day and in the shift in which it comes', async () => {
      const first = await openShift(till);
      const draft = await openDraft(till, [unit(0)]);
      const late = await pay(till, draft.id, { method: 'cash', amount: 2000, status: 'pending' });
      expect(expectDone(await complete<WireSale>(till, draft.id)).transaction.change_due).toBe(0);
      await count(till, first.id, piecesOf(5000));
      expect(expectDone(await close<WireShift>(till, first.id))).toMatchObject({
        difference: 0,
        status: 'closed',
      });
      server.clock.advance(24 * 3_600_000);
      manager = await personAs('store_manager');
      till = atDevice(server.url, await signIn(server.url, shop.seller.email), key);
      const second = await openShift(till, 1000);
      expectDone(await managerHere().post(`/payments/${late.id}/verify`, {}));
      expect((await shown(second.id)).expected_cash).toBe(1000 + PRICE);
      const report = await manager.get<{ cash: object }>('/payments/daily-report');
      expect(expectDone(report).cash).toEqual({
        ...{ taken: 2000, change: 900, refunded: 0, voided: 0, net: PRICE },
        ...{
          float: 1000,
          pay_in: 0,
          pay_out: 0,
          drop: 0,
          trade_ins: 0,
          correction: 0,
          in_drawer: 1000 + PRICE,
        },
      });
    });

    it('a deposit in the shift that took it, and what undoes it in the one in which it is undone', async () => {
      const first = await openShift(till);
      const draft = await openPaidDraft(till, [unit(0)]);
      await count(till, first.id, piecesOf(5000 + PRICE));
      expectDone(await close(till, first.id));
      const second = await openShift(till, 2000);
      const [payment] = expectDone(await till.get<{ id: number }[]>(`/payments/transaction/${draft.id}`));
      expectDone(await till.delete(`/payments/${payment?.id}`, { reason: 'Changed her mind' }));
      expect(await shown(first.id)).toMatchObject({ difference: 0, expected_cash: 5000 + PRICE });
      expect((await shown(second.id)).expected_cash).toBe(2000 - PRICE);
    });

    it('two cashiers one after the other, of whom the second sells what the first left open, and closes', async () => {
      const { id } = await openShift(till);
      await sellWith(0, 2000);
      const left = await openDraft(till, [unit(1)]);
      const next = await personAs('salesperson');
      const nextHere = atDevice(server.url, next, key);
      expect((await current(nextHere)).shift).toMatchObject({
        id,
        opened_by: { name: shop.seller.name },
      });
      await sellLeft(nextHere, left.id);
      expectDone(await count(nextHere, id, piecesOf(5000 + 2 * PRICE)));
      expect(expectDone(await close<WireShift>(nextHere, id))).toMatchObject({
        difference: 0,
        sales: 2,
        opened_by: { name: shop.seller.name },
        closed_by: { name: next.staff.name },
      });
    });

    it('none of the drafts that are open when it closes: they are handed on to the next one', async () => {
      const first = await openShift(till);
      const left = await openDraft(till, [unit(0)]);
      await count(till, first.id, piecesOf(5000));
      const before = expectDone(await close<WireShift>(till, first.id));
      expect(before).toMatchObject({ difference: 0, sales: 0 });
      const next = atDevice(server.url, await personAs('salesperson'), key);
      const drafts = expectDone(await next.get<{ data: { id: number }[] }>('/transactions/drafts')).data;
      expect(drafts.map(({ id }) => id)).toEqual([left.id]);
      const second = await openShift(next, 1000);
      await sellLeft(next, left.id);
      expect((await readX(manager, second.id)).figures).toMatchObject({ sales: { count: 1, total: PRICE } });
      expect(await shown(first.id, till)).toEqual(before);
    });

    it('nothing of what was sold before the store kept any, but what is given back of it now', async () => {
      await keepShifts(0);
      const { transaction } = await sell(await personAs('salesperson'), [unit(0)]);
      await keepShifts(1);
      const { id } = await openShift(till);
      expect((await readX(manager, id)).figures).toMatchObject({
        sales: { count: 0, total: 0 },
        first_invoice: null,
        last_invoice: null,
        methods: [],
        cash: { float: 5000, taken: 0 },
      });
      expectDone(await refundSale(managerHere(), transaction.id));
      expect((await readX(manager, id)).figures).toMatchObject({
        sales: { count: 0 },
        refunds: { count: 1, total: PRICE },
        net: -PRICE,
        cash: { refunded: PRICE },
      });
      expectDone(await count(till, id, piecesOf(5000 - PRICE)));
      expect(expectDone(await close<WireShift>(till, id)).difference).toBe(0);
      expect(expectDone(await till.post<{ data: object[] }>('/z-readings', {})).data).toMatchObject([
        { no: 1, grand_total_before: 0, grand_total: 0, net: -PRICE },
      ]);
      expect(expectDone(await manager.get('/store-day'))).toMatchObject({
        agrees: true,
        total: { net: 0 },
        outside: { net: PRICE },
      });
    });

    it('no cash to a customer above what is in the drawer, by a refund or a void', async () => {
      await openShift(till, 200);
      const { transaction: sale } = await sell(till, [unit(0)]);
      const { sale: byWallet } = await sellOnTrust(till, [unit(1)]);
      expectDone(await manager.post(`/payments/${byWallet.payments[0]?.id}/verify`, {}));
      expectDone(await move('drop', PRICE));
      const here = managerHere();
      const tooLittle = {
        ...refused('beyond_drawer'),
        body: { message: 'There is not so much cash in the drawer. Put cash in first' },
      };
      const hasCash = async (amount: number, by = till) =>
        expectDone(await by.get<{ has_cash: boolean | null }>(`/shifts/current/has-cash?amount=${amount}`))
          .has_cash;
      expect([await hasCash(200), await hasCash(200.01)]).toEqual([true, false]);
      expect(await hasCash(1, atDevice(server.url, till))).toBeNull();
      expect(await voidSale(here, sale.id, 'Wrong unit')).toMatchObject(tooLittle);
      expect(await refundSale(here, sale.id)).toMatchObject(tooLittle);
      const inCash = { payouts: [{ method: 'cash', amount: PRICE }] };
      expect(await refundSale(here, byWallet.id, inCash)).toMatchObject(tooLittle);
      const deletion = { reason: 'Never given' };
      expect(await here.delete(`/payments/${sale.payments[0]?.id}`, deletion)).toMatchObject(tooLittle);
      expectDone(await refundSale(here, byWallet.id));
      expectDone(await move('pay_in', PRICE - 200));
      expectDone(await refundSale(here, sale.id));
    });

    it('no pay-out above what is in the drawer, nor one by whoever may not', async () => {
      expect(await move('pay_in', 5)).toMatchObject(refused('shift_required'));
      await openShift(till, 400);
      expect(await move('pay_out', 500)).toMatchObject(refused('beyond_drawer'));
      expect(await move('drop', 400.01)).toMatchObject(refused('beyond_drawer'));
      expect(await move('pay_out', 0)).toMatchObject({ status: 422 });
      expect(await move('pay_out', 1.005)).toMatchObject({ status: 422 });
      expect((await move('pay_out', 1, till)).status).toBe(403);
      const answers = await Promise.all([1, 2, 3].map(() => move<WireMovement>('pay_out', 300)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      const { data } = expectDone(await manager.get<{ data: WireMovement[] }>('/cash-movements'));
      expect(data).toMatchObject([
        { kind: 'pay_out', amount: 300, reason: 'Courier fee', till: { name: 'Counter 1' } },
      ]);
      const narrowed = async (query: string) =>
        expectDone(await manager.get<{ data: WireMovement[] }>(`/cash-movements?${query}`)).data.length;
      const tillId = data[0]?.till?.id ?? 0;
      expect([await narrowed('kind=pay_out'), await narrowed('kind=drop')]).toEqual([1, 0]);
      expect([await narrowed(`till_id=${tillId}`), await narrowed('till_id=999999999')]).toEqual([1, 0]);
      expect(await narrowed('from=2000-01-01&to=2000-01-02')).toBe(0);
    });
  });

  describe('are counted blind', () => {
    it('so that a salesperson is told how far off a count is, and never what should be there', async () => {
      const { id } = await openShift(till);
      await sellWith(0, 2000);
      expect((await current()).shift).toMatchObject({ differences: null });
      const { figures } = await readX(till, id);
      expect(figures).toMatchObject({ cash: null, methods: [{ method: 'cash', taken: null, net: null }] });
      expect((await shown(id)).expected_cash).toBe(6100);
      const counted = expectDone(await count<WireShift>(till, id, piecesOf(6000)));
      expect(counted).toMatchObject({ status: 'counted', counted_amount: 6000, difference: -100 });
      expect(counted.differences).toEqual([{ method: 'cash', counted: 6000, difference: -100 }]);
      expectDone(await close(till, id, { reason: 'Given out wrong' }));
      for (const told of [counted, await shown(id, till)]) {
        expect(told).not.toHaveProperty('expected_cash');
        expect(told).not.toHaveProperty('counts');
      }
      expect((await readX(till, id)).figures.cash).toBeNull();
      expect((await readX(manager, id)).figures.cash).toMatchObject({ taken: 2000 });
      expect((await shown(id)).differences).toMatchObject([{ expected: 6100 }]);
    });

    it('so that a manager who opened one sees what should be there only after the count', async () => {
      till = managerHere();
      const { id } = await openShift(till);
      await sellWith(0, 2000);
      const own = async () => (await current()).shift;
      expect(await own()).toMatchObject({ expected_cash: null, differences: null });
      const { figures } = await readX(till, id);
      expect(figures).toMatchObject({ cash: null, methods: [{ method: 'cash', taken: null, net: null }] });
      const counted = expectDone(await count<WireShift>(till, id, piecesOf(6000)));
      expect(counted).toMatchObject({
        status: 'counted',
        expected_cash: 6100,
        counted_amount: 6000,
        difference: -100,
        wants_reason: true,
        differences: [{ method: 'cash', expected: 6100, counted: 6000, difference: -100 }],
      });
      expect((await readX(till, id)).figures.cash).toMatchObject({ taken: 2000, change: 900 });
    });

    it('and with a reason where another count went before, whatever the last one comes to', async () => {
      const { id } = await openShift(till);
      // The same amounts again are the same count.
      expectDone(await count(till, id, piecesOf(300)));
      expectDone(await count(till, id, piecesOf(300)));
      const second = expectDone(await count<WireShift>(till, id, piecesOf(5000)));
      expect(second).toMatchObject({ difference: 0, counts_made: 2, wants_reason: true });
      expect(await close(till, id)).toMatchObject({
        status: 422,
        body: { errors: { reason: ['Reason required'] } },
      });
      expectDone(await till.post(`/shifts/${id}/resume`));
      // Selling on does not clear the earlier difference.
      const third = expectDone(await count<WireShift>(till, id, piecesOf(5000)));
      expect(third).toMatchObject({ counts_made: 3, wants_reason: true });
      expectDone(await close(till, id, { reason: 'A bag was forgotten' }));
      const by = { id: shop.seller.id };
      expect((await shown(id)).counts).toMatchObject([
        { by, differences: [{ method: 'cash', expected: 5000, counted: 300, difference: -4700 }] },
        { by, differences: [{ difference: 0 }] },
        { by, differences: [{ difference: 0 }] },
      ]);
    });

    it('with other methods as far as somebody counted them', async () => {
      const { id } = await openShift(till);
      const draft = await openDraft(till, [unit(0)]);
      await pay(till, draft.id, { method: 'card', amount: PRICE, reference_number: 'SLIP-1' });
      expectDone(await complete(till, draft.id));
      const counted = await count<WireShift>(till, id, piecesOf(5000), [{ method: 'card', amount: 1000 }]);
      expect(expectDone(counted).differences).toEqual([
        { method: 'cash', counted: 5000, difference: 0 },
        { method: 'card', counted: 1000, difference: -100 },
      ]);
      expect(await close(till, id)).toMatchObject({
        status: 422,
        body: { errors: { reason: ['Reason required'] } },
      });
      // Leaving a short method out of the count does not hide its difference.
      const text = 'Credit/Debit Card was counted before. Count it again, too';
      expect(await count(till, id, piecesOf(5000))).toMatchObject({
        status: 422,
        body: { errors: { methods: [text] } },
      });
      const maya = { method: 'maya', amount: 0 };
      expectDone(await count(till, id, piecesOf(5000), [{ method: 'card', amount: PRICE }, maya]));
      // The answer names all of them at once, before any is counted.
      expect(await count(till, id, piecesOf(5000))).toMatchObject({
        body: {
          errors: { methods: ['Credit/Debit Card and Maya were counted before. Count them again, too'] },
        },
      });
      const resumed = expectDone(await till.post<WireShift>(`/shifts/${id}/resume`));
      expect(resumed.methods_counted).toEqual(['card', 'maya']);
    });

    it.each([[{ bill_1000: -1 }], [{ bill_1000: 1.5 }], [{ bill_3: 1 }], [{ bill_1000: 100_000 }]])(
      'refusing %j',
      async (pieces) => {
        const { id } = await openShift(till);
        expect((await count(till, id, pieces)).status).toBe(422);
        expect((await shown(id)).status).toBe('open');
      },
    );

    it.each([
      [{ method: 'card', amount: 1.005 }],
      [{ method: 'card', amount: -1 }],
      [{ method: 'cash', amount: 1 }],
      [
        { method: 'card', amount: 1 },
        { method: 'card', amount: 2 },
      ],
    ])('refusing other methods as %j', async (...methods) => {
      const { id } = await openShift(till);
      expect((await count(till, id, piecesOf(5000), methods)).status).toBe(422);
      expect((await shown(id)).status).toBe('open');
    });

    it('and sell nothing from then on, until somebody goes back to the till', async () => {
      const { id } = await openShift(till);
      const draft = await openPaidDraft(till, [unit(0)]);
      expectDone(await count(till, id, piecesOf(100)));
      expect(await complete(till, draft.id)).toMatchObject(refused('shift_counted'));
      expect(await move('pay_out', 1)).toMatchObject(refused('shift_counted'));
      expect(expectDone(await till.post<WireShift>(`/shifts/${id}/resume`))).toMatchObject({
        status: 'open',
        count: null,
        counted_amount: null,
        counts_made: 1,
      });
      expectDone(await complete(till, draft.id));
      expect(expectDone(await count<WireShift>(till, id, piecesOf(6100)))).toMatchObject({
        difference: 0,
        counts_made: 2,
      });
    });
  });

  describe('are closed once', () => {
    it('and the last one of a till is known there until another one is opened', async () => {
      expect((await current()).closed_shift).toBeNull();
      for (const other of [1, 2]) {
        const { id, number } = await openShift(till, other);
        expect((await current()).closed_shift).toBeNull();
        expectDone(await count(till, id, piecesOf(other)));
        expectDone(await close(till, id));
        expect((await current()).closed_shift).toMatchObject({ id, number });
      }
    });

    const counted = async (pesos: number) => {
      const { id } = await openShift(till);
      expectDone(await count(till, id, piecesOf(pesos)));
      return id;
    };

    it('with a reason where the count differs by more than the store lets pass', async () => {
      const id = await counted(4990);
      expect(await close(till, id)).toMatchObject({
        status: 422,
        body: { errors: { reason: ['Reason required'] } },
      });
      expect(expectDone(await close<WireShift>(till, id, { reason: 'Change given wrong' }))).toMatchObject({
        status: 'closed',
        difference: -10,
        reason: 'Change given wrong',
        closed_by: { name: shop.seller.name },
      });
      expect(await close(till, id, { reason: 'Again' })).toMatchObject(refused('shift_closed'));
      expect(await count(till, id, piecesOf(5000))).toMatchObject(refused('shift_closed'));
      expect(await till.post(`/shifts/${id}/resume`)).toMatchObject(refused('shift_closed'));
      expect((await current()).shift).toBeNull();
    });

    it('by one of two, with the count that they looked at', async () => {
      const id = await counted(5000);
      // The same cash with an additional wallet is another count.
      expectDone(await count(managerHere(), id, piecesOf(5000), [{ method: 'gcash', amount: 0 }]));
      expect(await close(till, id, { counts_made: 1, reason: 'Twice' })).toMatchObject(
        refused('illegal_state'),
      );
      const answers = await Promise.all(
        [1, 2].map(() => close(till, id, { counts_made: 2, reason: 'Twice' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('not before it was counted, and not by a colleague elsewhere', async () => {
      const { id } = await openShift(till);
      expect(await close(till, id)).toMatchObject(refused('illegal_state'));
      const colleague = await personAs('salesperson');
      expect(await count(colleague, id, piecesOf(5000))).toMatchObject(refused('shift_not_found', 404));
      const other = await makeStore(server.database);
      const regional = await personAs('regional_manager');
      expect(await regional.get(`/shifts/${id}`, { storeId: other.id })).toMatchObject({
        status: 404,
        body: { code: 'shift_not_found', store: { id: shop.store.id } },
      });
      const { email } = await makeStaff(server.database, { store_id: other.id, role: 'store_manager' });
      const stranger = await (await signIn(server.url, email)).get(`/shifts/${id}`);
      expect(stranger).toMatchObject(refused('shift_not_found', 404));
      expect(stranger.body).not.toHaveProperty('store');
      // Anybody at the till may count: the first person may have gone home.
      expect((await count(atDevice(server.url, colleague, key), id, piecesOf(5000))).status).toBe(200);
    });

    it('without ever changing afterwards: a correction is an entry of its own', async () => {
      const id = await counted(5000);
      expect(await managerHere().post(`/shifts/${id}/corrections`, { amount: 5, reason: 'x' })).toMatchObject(
        refused('illegal_state'),
      );
      const before = expectDone(await close<WireShift>(till, id));
      for (const amount of [0, 1.005, null]) {
        const wrong = { amount, reason: 'A coin under the tray' };
        expect((await manager.post(`/shifts/${id}/corrections`, wrong)).status).toBe(422);
      }
      const correction = { amount: -20, reason: 'A coin under the tray' };
      expect(
        expectDone(await manager.post<WireMovement>(`/shifts/${id}/corrections`, correction)),
      ).toMatchObject({
        kind: 'correction',
        amount: -20,
        reason: `${before.number}: A coin under the tray`,
      });
      expect(await shown(id, till)).toEqual({
        ...before,
        corrections: [expect.objectContaining({ amount: -20 })],
      });
    });
  });

  it('are listed for managers, with those that differ by whatever method', async () => {
    const right = await openShift(till);
    await count(till, right.id, piecesOf(5000));
    expectDone(await close(till, right.id));
    const first = await openShift(till);
    const draft = await openDraft(till, [unit(0)]);
    await pay(till, draft.id, { method: 'card', amount: PRICE, reference_number: 'SLIP-2' });
    expectDone(await complete(till, draft.id));
    await count(till, first.id, piecesOf(5000), [{ method: 'card', amount: 0 }]);
    expectDone(await close(till, first.id, { reason: 'Lost' }));
    const second = await openShift(till);
    const list = async (query = '') => {
      const { data } = expectDone(await manager.get<WireShifts>(`/shifts${query}`));
      return data.map(({ id }) => id);
    };
    expect(await list()).toEqual([second.id, first.id, right.id]);
    expect(await list('?status=open')).toEqual([second.id]);
    expect(await list('?differing=true')).toEqual([first.id]);
    const [, { difference, differences } = second] = expectDone(
      await manager.get<WireShifts>('/shifts'),
    ).data;
    expect(difference).toBe(0);
    expect(differences).toEqual([
      { method: 'cash', expected: 5000, counted: 5000, difference: 0 },
      { method: 'card', expected: PRICE, counted: 0, difference: -PRICE },
    ]);
    // A dropped count is no difference.
    await count(till, second.id, piecesOf(100));
    expectDone(await till.post(`/shifts/${second.id}/resume`));
    expect(await list('?differing=true')).toEqual([first.id]);
    expect(await list('?from=2000-01-01&to=2000-01-02')).toEqual([]);
    expect(await list(`?till_id=${first.till.id}`)).toEqual([second.id, first.id, right.id]);
    expect(await list('?till_id=999999999')).toEqual([]);
    expect((await till.get('/shifts')).status).toBe(403);
    expect((await (await personAs('regional_manager')).get('/shifts')).status).toBe(200);
  });

  it('are switched on and off in the store’s settings, while none is open', async () => {
    const shifts = { enabled: false, difference_limit: 50 };
    const { id } = await openShift(till);
    const path = `/stores/${shop.store.id}/settings`;
    const off = { settings: settingsForm({ shifts }) };
    expect(await manager.put(path, off)).toMatchObject(refused('illegal_state'));
    expectDone(await manager.put(path, { settings: settingsForm({ shifts: { ...shifts, enabled: true } }) }));
    // Within the limit no reason is required.
    expect(expectDone(await count<WireShift>(till, id, piecesOf(4950))).wants_reason).toBe(false);
    expectDone(await close(till, id));
    expectDone(await manager.put(path, off));
    expect((await current()).keeps_shifts).toBe(false);
  });

  it('are kept by stores that are made from now on, and by none that was there before', async () => {
    const regional = await personAs('regional_manager');
    const body = { name: `New Shop ${shop.store.id}`, code: `NEW-${shop.store.id}`, timezone: 'Asia/Manila' };
    const made = expectDone(await regional.post<{ shifts: object }>('/stores/create', body));
    expect(made.shifts).toMatchObject({ enabled: true });
    // As after an upgrade: the settings do not mention shifts.
    const { id } = await makeStore(server.database);
    const old = expectDone(await regional.get<{ shifts: object }>(`/stores/${id}`));
    expect(old.shifts).toMatchObject({ enabled: false });
  });

  it('are not there where a store keeps none: it sells as before, with no till at all', async () => {
    await keepShifts(0);
    const seller = await personAs('salesperson');
    await sell(seller, [unit(0)]);
    expect((await current()).keeps_shifts).toBe(false);
    expect(await open(till)).toMatchObject(refused('illegal_state'));
    expectDone(await move('pay_out', 50));
    expect(expectDone(await manager.get<{ data: WireMovement[] }>('/cash-movements')).data).toMatchObject([
      { kind: 'pay_out', till: { name: 'Counter 1' }, shift: null },
    ]);
  });
});
