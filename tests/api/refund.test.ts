import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signIn, type Caller, type SignedIn } from '#tests/support/http.ts';
import { HOUR, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  expectDone,
  findUnitRow,
  openDraft,
  pay,
  refundSale,
  sell,
  voidSale,
  type WireRefunded,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';
import { openShop, pointsOf } from '#tests/support/staffed-shop.ts';

onEveryEngine('refunding a sale', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let manager: SignedIn;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ shop, till, manager } = await openShop(server));
  });

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  /** Returns the store's sales that owe money or are owed some, and what the dashboard says of them. */
  const unsettled = async (balance: 'owes' | 'owed') => {
    type Page = { data: { id: number; balance_due: number; owed_back: number }[] };
    const { data } = expectDone(await manager.get<Page>(`/transactions?balance=${balance}`));
    type Sums = { balances: Record<'owes' | 'owed', { count: number; total: number }> };
    const { balances } = expectDone(await manager.get<Sums>('/dashboard'));
    expect(balances[balance].count).toBe(data.length);
    const amounts = data.map((row) => [row.id, balance === 'owes' ? row.balance_due : row.owed_back]);
    return { amounts, total: balances[balance].total };
  };
  const lineId = (sale: WireTransaction, index: number) => sale.transaction_items[index]?.id;
  const refund = async (sale: WireTransaction, body: object = {}) =>
    expectDone(await refundSale<WireRefunded>(manager, sale.id, body));
  const statusOf = async (index: number) => (await findUnitRow(server.database, unitId(index))).status;
  /** Sells two units for ₱2,200.00 with these payments. */
  const sellTwo = async (payments: object[]) => {
    const draft = await openDraft(till, [unitId(0), unitId(1)]);
    for (const payment of payments) await pay(till, draft.id, payment);
    return expectDone(await complete<WireSale>(till, draft.id)).transaction;
  };
  /** Returns the day's net sales of the store. */
  const reported = async () =>
    expectDone(await manager.get<{ net_sales: number }>('/payments/daily-report')).net_sales;
  const card = (amount: number) => ({ method: 'card', amount, reference_number: 'slip 1' });
  const gcash = (amount: number) => ({ method: 'gcash', amount, reference_number: 'G-1' });

  it('brings every unit back where nothing else is said, and gives back all that was paid', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    server.clock.advance(HOUR);
    const { transaction, refund: made } = await refund(sale);
    const at = new Date(server.clock.now()).toISOString();
    expect(transaction).toMatchObject({
      status: 'refunded',
      invoice_number: sale.invoice_number,
      refunded_amount: 2200,
      balance_due: 0,
    });
    expect(transaction.transaction_items.map((item) => item.refunded_at)).toEqual([at, at]);
    expect(made).toMatchObject({
      amount: 2200,
      reason: 'Defective',
      payouts: [{ method: 'cash', amount: 2200, reference_number: null }],
      refunded_by: { id: manager.staff.id, name: manager.staff.name },
      created_at: at,
    });
    expect(made.items).toEqual(
      sale.transaction_items.map((item) => ({
        transaction_item_id: item.id,
        product_name: `${shop.variation.product.name} ${shop.variation.name}`,
        disposition: 'available',
        amount: 1100,
      })),
    );
    expect(transaction.refunds).toEqual([made]);
    expect(transaction.timeline?.[0]).toMatchObject({ kind: 'refunded', amount: 2200, detail: 'Defective' });
    expect([await statusOf(0), await statusOf(1)]).toEqual(['available', 'available']);
    expect(expectDone(await manager.get<WireTransaction>(`/transactions/${sale.id}`))).toEqual(transaction);
  });

  it('of some units leaves the sale completed until the last one is back', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1), unitId(2)]);
    const first = await refund(sale, { items: [{ id: lineId(sale, 1), disposition: 'defective' }] });
    expect(first.transaction).toMatchObject({ status: 'completed', refunded_amount: 1100, balance_due: 0 });
    expect(first.transaction.transaction_items.map((item) => item.refunded_at !== null)).toEqual([
      false,
      true,
      false,
    ]);
    expect([await statusOf(0), await statusOf(1), await statusOf(2)]).toEqual(['sold', 'defective', 'sold']);
    const rest = await refund(sale);
    expect(rest.refund.items.map((item) => item.transaction_item_id)).toEqual([
      lineId(sale, 0),
      lineId(sale, 2),
    ]);
    expect(rest.transaction).toMatchObject({ status: 'refunded', refunded_amount: 3300 });
    expect(rest.transaction.refunds).toEqual([first.refund, rest.refund]);
    expect([await statusOf(0), await statusOf(1)]).toEqual(['available', 'defective']);
  });

  it('lets a unit that came back be sold again, and returned again', async () => {
    const { transaction: first } = await sell(till, [unitId(0), unitId(1)]);
    await refund(first, { items: [{ id: lineId(first, 0) }] });
    const { transaction: second } = await sell(till, [unitId(0)]);
    expect((await refundSale(manager, first.id, { items: [{ id: lineId(first, 0) }] })).status).toBe(409);
    expect(await statusOf(0)).toBe('sold');
    expect((await refund(second)).transaction.status).toBe('refunded');
    expect((await refund(first)).transaction).toMatchObject({ status: 'refunded', refunded_amount: 2200 });
  });

  it('returns each unit’s exact share, and one by one exactly what was paid', async () => {
    const odd = await makeShop(server.database, { units: 3, retail_price: 33_333 });
    const there = await signIn(server.url, odd.seller.email);
    const person = await makeStaff(server.database, { store_id: odd.store.id, role: 'store_manager' });
    const theirs = await signIn(server.url, person.email);
    const { transaction: sale } = await sell(
      there,
      odd.units.map((unit) => unit.id),
    );
    expect(sale.total_amount).toBe(1099.99);
    const amounts: number[] = [];
    for (const index of [1, 2, 0]) {
      const body = { items: [{ id: lineId(sale, index) }] };
      amounts.push(expectDone(await refundSale<WireRefunded>(theirs, sale.id, body)).refund.amount);
    }
    expect(amounts).toEqual([366.66, 366.66, 366.67]);
  });

  it('gives the money back the way it came, cash first and without the change, then the rest', async () => {
    const sale = await sellTwo([card(1500), { method: 'cash', amount: 1000 }]);
    expect(sale.change_due).toBe(300);
    const first = await refund(sale, { items: [{ id: lineId(sale, 0) }] });
    expect(first.refund.payouts).toMatchObject([
      { method: 'cash', amount: 700 },
      { method: 'card', amount: 400 },
    ]);
    expect((await refund(sale)).refund.payouts).toMatchObject([{ method: 'card', amount: 1100 }]);
  });

  it('pays out as it is told, if that adds up', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    const items = [{ id: lineId(sale, 0) }];
    const wrong = await refundSale(manager, sale.id, { items, payouts: [{ method: 'cash', amount: 1000 }] });
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { payouts: ['The payouts come to ₱1,000.00, the refund to ₱1,100.00'] } },
    });
    const payouts = [
      { method: 'cash', amount: 100 },
      { method: 'gcash', amount: 900, reference_number: 'GC-77' },
    ];
    const { refund: made } = await refund(sale, { items, amount: 1000, payouts });
    expect(made.payouts).toEqual([
      { method: 'cash', amount: 100, reference_number: null },
      { method: 'gcash', amount: 900, reference_number: 'GC-77' },
    ]);
    expect((await refund(sale)).refund).toMatchObject({
      amount: 1100,
      payouts: [{ method: 'cash', amount: 1100 }],
    });
  });

  it('keeps no card number of where the money went', async () => {
    const { transaction: sale } = await sell(till, [unitId(0)]);
    const byCard = (reference_number: string) => ({
      payouts: [{ method: 'card', amount: sale.total_amount, reference_number }],
    });
    const refused = await refundSale(manager, sale.id, byCard('4111 1111 1111 1111'));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'payouts.0.reference_number': ['Never enter a full card number. Use the slip’s reference'] },
    ]);
    expect(await statusOf(0)).toBe('sold');
    expect((await refund(sale, byCard('AUTH 004511'))).refund.payouts).toMatchObject([
      { method: 'card', reference_number: 'AUTH 004511' },
    ]);
  });

  it('never gives back more than was paid and is left', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    await refund(sale, { items: [{ id: lineId(sale, 0) }], amount: 2000 });
    const refused = await refundSale(manager, sale.id, { amount: 200.01 });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'refund_exceeds_paid',
        message: 'Only ₱200.00 of what was paid is left to refund',
      },
    });
    expect(await statusOf(1)).toBe('sold');
    // The unit's share is 1,100.00, but only this much is left.
    expect((await refund(sale)).refund.amount).toBe(200);
  });

  it('asks for what was given back beyond the unit’s share while the other unit is kept', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    const items = [{ id: lineId(sale, 0) }];
    expect((await refund(sale, { items, amount: 1500 })).transaction.balance_due).toBe(400);
    expect((await refund(sale)).transaction).toMatchObject({ status: 'refunded', balance_due: 0 });
  });

  it('of a sale that nobody paid yet is of nothing, and fails what was pending with the last unit', async () => {
    const sale = await sellTwo([gcash(2200)]);
    const first = await refund(sale, { items: [{ id: lineId(sale, 0) }] });
    expect(first.refund).toMatchObject({ amount: 0, payouts: [] });
    expect(first.transaction).toMatchObject({ status: 'completed', balance_due: 0 });
    expect(first.transaction.payments).toMatchObject([{ status: 'pending' }]);
    const last = await refund(sale);
    expect(last.transaction).toMatchObject({ status: 'refunded', refunded_amount: 0, balance_due: 0 });
    expect(last.transaction.payments).toMatchObject([{ status: 'failed', failure_reason: 'Sale refunded' }]);
    expect((await refundSale(manager, sale.id, { amount: 1 })).status).toBe(409);
  });

  it('leaves as balance what the units that stay lack once a payment failed', async () => {
    const sale = await sellTwo([gcash(1200), { method: 'cash', amount: 1000 }]);
    const [pending] = sale.payments;
    expectDone(await manager.post(`/payments/${pending?.id}/mark-failed`, { reason: 'Never came' }));
    const { transaction, refund: made } = await refund(sale, { items: [{ id: lineId(sale, 0) }] });
    expect(made.amount).toBe(500);
    expect(transaction.balance_due).toBe(600);
    expect(await unsettled('owes')).toEqual({ amounts: [[sale.id, 600]], total: 600 });
  });

  it('gives all that is left back with the last unit, also what was paid after another one came back', async () => {
    const before = await reported();
    const pending = await sellTwo([gcash(2200)]);
    expect((await refund(pending, { items: [{ id: lineId(pending, 0) }] })).refund.amount).toBe(0);
    expectDone(await manager.post(`/payments/${pending.payments[0]?.id}/verify`, {}));
    const last = await refund(pending);
    expect([last.refund.amount, last.transaction.refunded_amount]).toEqual([2200, 2200]);
    expect(await reported()).toBe(before);
  });

  it('gives what is owed for a unit that came back before the payment was verified, with no unit or the next', async () => {
    for (const items of [[], [{ id: 1 }]]) {
      const draft = await openDraft(till, [unitId(0), unitId(1), unitId(2)]);
      await pay(till, draft.id, { method: 'cash', amount: 1100 });
      await pay(till, draft.id, gcash(2200));
      const { transaction: sale } = expectDone(await complete<WireSale>(till, draft.id));
      const early = { items: [{ id: lineId(sale, 0) }] };
      // A third of the cash, as it came in.
      expect((await refund(sale, early)).refund.amount).toBe(366.67);
      const none = { items: [] };
      expect((await refundSale(manager, sale.id, none)).body.errors).toEqual({
        items: ['Choose the items to refund'],
      });
      const net = await reported();
      const waiting = sale.payments.find(({ status }) => status === 'pending');
      expectDone(await manager.post(`/payments/${waiting?.id}/verify`, {}));
      expect(await reported()).toBe(net);
      expect(await unsettled('owed')).toEqual({ amounts: [[sale.id, 733.33]], total: 733.33 });
      if (items.length === 0) {
        expect((await refundSale(manager, sale.id, { ...none, amount: 733.34 })).body).toMatchObject({
          code: 'refund_exceeds_paid',
          message: 'Only ₱733.33 of what was paid is left to refund',
        });
        const { refund: late, transaction } = await refund(sale, none);
        expect(late).toMatchObject({
          amount: 733.33,
          items: [],
          payouts: [{ method: 'cash', amount: 733.33 }],
        });
        expect(transaction).toMatchObject({ status: 'completed', refunded_amount: 1100, balance_due: 0 });
        expect((await refundSale(manager, sale.id, none)).status).toBe(422);
        expect(await reported()).toBe(net);
      } else {
        const { refund: next } = await refund(sale, { items: [{ id: lineId(sale, 1) }] });
        expect(next).toMatchObject({ amount: 1833.33, items: [{ amount: 1833.33 }] });
      }
      expect(await unsettled('owed')).toEqual({ amounts: [], total: 0 });
      const { refund: rest } = await refund(sale);
      expect(rest.amount).toBe(items.length === 0 ? 2200 : 1100);
    }
  });

  it('owes nothing back of what was paid for the unit that is kept', async () => {
    const sale = await sellTwo([gcash(2200)]);
    expectDone(await manager.post(`/payments/${sale.payments[0]?.id}/mark-failed`, { reason: 'Never came' }));
    expect((await refund(sale, { items: [{ id: lineId(sale, 0) }] })).transaction.balance_due).toBe(1100);
    await pay(manager, sale.id, { method: 'cash', amount: 1100 });
    expect(await unsettled('owed')).toEqual({ amounts: [], total: 0 });
    expect((await refundSale(manager, sale.id, { items: [] })).status).toBe(422);
    const { refund: last, transaction } = await refund(sale);
    expect([last.amount, transaction.status]).toEqual([1100, 'refunded']);
  });

  it('leaves in the books what somebody decided to keep of the last unit', async () => {
    const before = await reported();
    const pending = await sellTwo([gcash(2200)]);
    await refund(pending, { items: [{ id: lineId(pending, 0) }] });
    expectDone(await manager.post(`/payments/${pending.payments[0]?.id}/verify`, {}));
    await refund(pending, { amount: 2000 });
    expect((await reported()) - before).toBe(200);
  });

  it('leaves the points of what the customer keeps', async () => {
    const customer = await makeCustomer(server.database);
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)], { customer_id: customer.id });
    expect(await pointsOf(server, customer.id)).toBe(2000);
    const { transaction } = await refund(sale, { items: [{ id: lineId(sale, 0) }] });
    expect([transaction.points_earned, await pointsOf(server, customer.id)]).toEqual([1000, 1000]);
    expect((await refund(sale)).transaction.points_earned).toBe(0);
    expect(await pointsOf(server, customer.id)).toBe(0);
    const entries = await server.database.reader
      .selectFrom('loyalty_entries')
      .select(['points', 'balance', 'transaction_id', 'staff_id'])
      .where('customer_id', '=', customer.id)
      .where('points', '<', 0)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { points: -1000, balance: 1000, transaction_id: sale.id, staff_id: manager.staff.id },
      { points: -1000, balance: 0, transaction_id: sale.id, staff_id: manager.staff.id },
    ]);
  });

  it('is refused for items that are not the sale’s, twice the same, or back already', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    const { transaction: other } = await sell(till, [unitId(2)]);
    const [mine, foreign] = [lineId(sale, 0), lineId(other, 0)];
    const ask = (...ids: unknown[]) => refundSale(manager, sale.id, { items: ids.map((id) => ({ id })) });
    expect(await ask(mine, foreign)).toMatchObject({
      status: 422,
      body: { errors: { items: ['This item does not belong to the transaction'] } },
    });
    expect(await ask(mine, mine)).toMatchObject({
      status: 422,
      body: { errors: { items: [expect.any(String)] } },
    });
    expect((await ask()).body.errors).toEqual({ items: ['Choose the items to refund'] });
    expect([await statusOf(0), await statusOf(1)]).toEqual(['sold', 'sold']);
    await refund(sale, { items: [{ id: mine }] });
    expect(await ask(lineId(sale, 1), mine)).toMatchObject({
      status: 409,
      body: { code: 'already_refunded' },
    });
    expect(await statusOf(1)).toBe('sold');
  });

  it('is refused with a sentence for what is no completed sale', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    expect((await refundSale(manager, draft.id)).body).toMatchObject({
      code: 'illegal_state',
      message: 'This transaction is a draft and has not been completed',
    });
    const { transaction: voided } = await sell(till, [unitId(1)]);
    expectDone(await voidSale(manager, voided.id, 'Mistake'));
    expect((await refundSale(manager, voided.id)).body).toMatchObject({
      code: 'illegal_state',
      message: 'This transaction has already been voided',
    });
    const { transaction: refunded } = await sell(till, [unitId(1)]);
    await refund(refunded);
    expect(await refundSale(manager, refunded.id)).toMatchObject({
      status: 409,
      body: { code: 'already_refunded', message: 'This transaction has already been refunded' },
    });
  });

  it('is refused without a reason, from another store and to whoever may not', async () => {
    const { transaction: sale } = await sell(till, [unitId()]);
    expect((await refundSale(manager, sale.id, { reason: ' ' })).body.errors).toEqual({
      reason: ['Reason required'],
    });
    expect((await refundSale(till, sale.id)).status).toBe(403);
    const elsewhere = await makeShop(server.database);
    const stranger = await makeStaff(server.database, {
      store_id: elsewhere.store.id,
      role: 'store_manager',
    });
    expect(await refundSale(await signIn(server.url, stranger.email), sale.id)).toMatchObject({
      status: 404,
      body: { code: 'transaction_not_found' },
    });
    expect(await statusOf(0)).toBe('sold');
  });

  it('is done once for one request, however often it is sent', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    const body = { items: [{ id: lineId(sale, 0) }] };
    const send = () => refundSale<WireRefunded>(manager, sale.id, body, { key: 'refund-1' });
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.refund.id)).size).toBe(1);
    expect((await refund(sale)).transaction.refunds).toHaveLength(2);
  });

  it('of one unit by several at once is done by one of them', async () => {
    const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
    const items = [{ id: lineId(sale, 0) }];
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => refundSale<WireRefunded & { code: string }>(manager, sale.id, { items })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.flatMap((answer) => answer.body.code ?? [])).toEqual(Array(3).fill('already_refunded'));
    const after = expectDone(await till.get<WireTransaction>(`/transactions/${sale.id}`));
    expect(after).toMatchObject({ status: 'completed', refunded_amount: 1100 });
    expect(after.refunds).toHaveLength(1);
  });

  it('and a void of the same sale at once: one of the two is done', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { transaction: sale } = await sell(till, [unitId(0), unitId(1)]);
      const ways = [() => refundSale(manager, sale.id), () => voidSale(manager, sale.id, 'Mistake')];
      const answers = await Promise.all((round % 2 ? ways : ways.reverse()).map((way) => way()));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      expect([await statusOf(0), await statusOf(1)]).toEqual(['available', 'available']);
    }
  });
});
