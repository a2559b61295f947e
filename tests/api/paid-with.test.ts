import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  createDraft,
  expectDone,
  openDraft,
  pay,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

// Payments that come with another call of the sale are stored with its change, or not at all: decisions 57 and 60.

onEveryEngine('payments that come with', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    till = await signIn(server.url, shop.seller.email);
  });
  const unitId = (no: number) => shop.units[no]?.id ?? 0;
  const payments = () =>
    server.database.reader
      .selectFrom('payments')
      .innerJoin('transactions', 'transactions.id', 'payments.transaction_id')
      .select(['payments.method', 'payments.amount', 'payments.status'])
      .where('transactions.store_id', '=', shop.store.id)
      .orderBy('payments.id')
      .execute();
  const completeWith = <T>(sale: WireTransaction, forms: object[], key?: string) =>
    till.post<T>(`/transactions/${sale.id}/complete`, { payments: forms }, { key });
  const cash = (amount: number) => ({ method: 'cash', amount });
  const gcash = (amount: number, reference_number = 'g-1') => ({ method: 'gcash', amount, reference_number });

  it('the completion are taken with it, in their order, beside those that were saved', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    const total = draft.total_amount;
    await pay(till, draft.id, cash(100));
    const { transaction } = expectDone(
      await completeWith<WireSale>(draft, [gcash(200), cash(total - 300 + 50)]),
    );
    expect(transaction).toMatchObject({ status: 'completed', change_due: 50, balance_due: 0 });
    expect(transaction.payments.map(({ method, amount, status }) => [method, amount, status])).toEqual([
      ['cash', 100, 'completed'],
      ['gcash', 200, 'pending'],
      ['cash', total - 250, 'completed'],
    ]);
  });

  it('a completion that they do not cover are not kept, however often it is tried', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    for (const amount of [100, 100, draft.total_amount - 0.02]) {
      const { status, body } = await completeWith<{ code: string }>(draft, [cash(amount)]);
      expect([status, body.code]).toEqual([422, 'insufficient_payment']);
    }
    expect(await payments()).toEqual([]);
  });

  it('a completion that loses a unit are not kept', async () => {
    const draft = await openDraft(till, [unitId(0), unitId(1)]);
    server.clock.advance(LOCK_LIFETIME + 1);
    const colleague = await makeStaff(server.database, { store_id: shop.store.id });
    const other = await signIn(server.url, colleague.email);
    expectDone<object>(await other.post(`/pos/inventory/${unitId(1)}/lock`));
    const { status, body } = await completeWith<{ code: string }>(draft, [cash(draft.total_amount)]);
    expect([status, body.code]).toEqual([409, 'item_unavailable']);
    expect(await payments()).toEqual([]);
  });

  it('a rule broken are refused at their field, and none of them is kept', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    const total = draft.total_amount;
    const refusals: [object[], Record<string, string[]>][] = [
      [[cash(total - 10), gcash(10, ' ')], { 'payments.1.reference_number': ['Reference required'] }],
      [[cash(total - 10), gcash(10.01)], { 'payments.1.amount': ['Only ₱10.00 remains to be paid'] }],
      [[cash(0)], { 'payments.0.amount': ['Please enter a valid payment amount'] }],
    ];
    for (const [forms, errors] of refusals) {
      const answer = await completeWith<{ errors?: object }>(draft, forms);
      expect([answer.status, answer.body.errors]).toEqual([422, errors]);
    }
    expect(await payments()).toEqual([]);
  });

  it('a completion that is sent again are taken once, with its key and without', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    const form = [cash(draft.total_amount)];
    const first = expectDone(await completeWith<WireSale>(draft, form, 'once'));
    expect(expectDone(await completeWith<WireSale>(draft, form, 'once'))).toEqual(first);
    const again = expectDone(await completeWith<WireSale>(draft, form));
    expect(again.transaction.payments).toHaveLength(1);
    expect(await payments()).toHaveLength(1);
  });

  it('two completions at once are those of one of them', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    const answers = await Promise.all([
      completeWith<WireSale>(draft, [cash(draft.total_amount)]),
      completeWith<WireSale>(draft, [cash(draft.total_amount + 5)]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'illegal_state',
      message: 'Another till has completed this sale. The payments entered here were not taken',
    });
    expect(await payments()).toHaveLength(1);
  });

  it('a completion are refused where a colleague has completed the sale, also with as much', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    const colleague = await makeStaff(server.database, { store_id: shop.store.id });
    const there = await signIn(server.url, colleague.email);
    const form = { payments: [cash(draft.total_amount)] };
    const path = `/transactions/${draft.id}/complete`;
    expectDone(await till.post(path, form));
    expect(await there.post(path, form)).toMatchObject({ status: 409, body: { code: 'illegal_state' } });
    expect(await there.post(path, {})).toMatchObject({ status: 200 });
    expect(await payments()).toHaveLength(1);
  });

  it('a new draft are taken with it, or there is no draft', async () => {
    const short = await createDraft(till, [unitId(0)], { payments: [gcash(10, '')] });
    expect([short.status, short.body.errors]).toEqual([
      422,
      { 'payments.0.reference_number': ['Reference required'] },
    ]);
    const drafts = server.database.reader.selectFrom('transactions').select('id');
    expect(await drafts.where('store_id', '=', shop.store.id).execute()).toEqual([]);
    const draft = await openDraft(till, [unitId(0)], { payments: [cash(20), gcash(10)] });
    expect(draft.payments.map(({ amount, created_by }) => [amount, created_by?.name])).toEqual([
      [20, shop.seller.name],
      [10, shop.seller.name],
    ]);
  });
});
