import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  addPayment,
  complete,
  expectDone,
  openDraft,
  pay,
  saveDraft,
  type WirePayment,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeSettings, makeShop, type Shop } from '#tests/support/shop.ts';

onEveryEngine('a payment', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let draft: WireTransaction;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    till = await signIn(server.url, shop.seller.email);
    draft = await openDraft(till, [shop.units[0]?.id ?? 0]);
  });

  /** A payment form that stays pending: GCash with a reference. */
  const gcash = (overrides: object = {}) => ({
    method: 'gcash',
    amount: 100,
    reference_number: 'G-1',
    ...overrides,
  });

  it.each([
    ['cash', 'completed'],
    ['card', 'completed'],
    ['gcash', 'pending'],
    ['maya', 'pending'],
    ['bank_transfer', 'pending'],
  ])('by %s is %s unless the till says otherwise', async (method, status) => {
    const form = method === 'cash' ? { method, amount: 10 } : gcash({ method, amount: 10 });
    const taken = await pay(till, draft.id, form);
    expect(taken).toMatchObject({ method, status, amount: 10, transaction_id: draft.id });
    expect(taken.paid_at === null).toBe(status === 'pending');
    const toggled = status === 'pending' ? 'completed' : 'pending';
    expect((await pay(till, draft.id, { ...form, status: toggled })).status).toBe(toggled);
  });

  it.each([
    ['a zero', { amount: 0 }, 'amount', 'Please enter a valid payment amount'],
    ['a negative', { amount: -5 }, 'amount', 'Please enter a valid payment amount'],
    ['a three-decimal', { amount: 1.005 }, 'amount', 'Amounts have at most two decimals'],
    ['a textual', { amount: '100' }, 'amount', 'Invalid amount'],
    ['an endless', { amount: 1e308 }, 'amount', 'At most 1,000,000,000'],
    ['a too large', { amount: 1_000_000_000.01 }, 'amount', 'At most 1,000,000,000'],
    ['no', { amount: undefined }, 'amount', 'Invalid amount'],
    ['a barter', { method: 'chicken' }, 'method', 'Choose a payment method'],
    ['an unreferenced', { reference_number: undefined }, 'reference_number', 'Reference required'],
    ['a blank reference’s', { reference_number: '   ' }, 'reference_number', 'Reference required'],
    ['a cleared reference’s', { reference_number: null }, 'reference_number', 'Reference required'],
    ['yesterday’s', { expected_date: '2026-11-20' }, 'expected_date', 'Expected date cannot be in the past'],
    ['an impossible date’s', { expected_date: '2026-02-30' }, 'expected_date', 'Invalid date'],
    ['an instant’s', { expected_date: '2026-11-22T00:00:00Z' }, 'expected_date', 'Invalid date'],
    ['an excessive', { amount: 1100.01 }, 'amount', 'Only ₱1,100.00 remains to be paid'],
  ])('of %s amount or kind is refused on its field', async (_, overrides, field, message) => {
    const refused = await addPayment(till, draft.id, gcash(overrides));
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.[field]?.[0]).toBe(message);
    expect(refused.body.message).toBe(message);
  });

  it('may be expected today by the store’s calendar, when it is still yesterday in UTC', async () => {
    // 00:30 on 22 November in Manila.
    const night = Date.parse('2026-11-21T16:30:00Z');
    server.clock.advance(Math.max(0, night - server.clock.now()));
    till = await signIn(server.url, shop.seller.email);
    const taken = await pay(till, draft.id, gcash({ expected_date: '2026-11-22' }));
    expect(taken.expected_date).toBe('2026-11-22');
    expect((await addPayment(till, draft.id, gcash({ expected_date: '2026-11-21' }))).status).toBe(422);
  });

  it('of cash may exceed what remains; the others may not, once it is covered', async () => {
    await pay(till, draft.id, { method: 'cash', amount: 2000 });
    const refused = await addPayment(till, draft.id, gcash({ amount: 0.01 }));
    expect(refused.body.errors?.amount).toEqual(['Only ₱0.00 remains to be paid']);
    await pay(till, draft.id, { method: 'cash', amount: 100 });
    const { transaction, receipt } = expectDone(await complete<WireSale>(till, draft.id));
    expect([transaction.change_due, receipt.change_due]).toEqual([1000, 1000]);
  });

  it('of cash beyond all measure still completes, with the change to the centavo', async () => {
    await pay(till, draft.id, { method: 'cash', amount: 1_000_000_000 });
    await pay(till, draft.id, { method: 'cash', amount: 999_999_999.99 });
    expect((await addPayment(till, draft.id, { method: 'cash', amount: 1_000_000_000.01 })).status).toBe(422);
    const { transaction } = expectDone(await complete<WireSale>(till, draft.id));
    expect(transaction.change_due).toBe(1_999_998_899.99);
  });

  it.each([0.1, 0.29, 1.15, 8.2, 9.95, 70_000_000.07, 123_456_789.12, 99_999_999.99])(
    'of ₱%d is taken to the centavo',
    async (amount) => {
      expect((await pay(till, draft.id, { method: 'cash', amount })).amount).toBe(amount);
    },
  );

  it('by card never stores a full card number', async () => {
    const card = (reference_number: string) =>
      addPayment(till, draft.id, { method: 'card', amount: 10, reference_number });
    for (const number of [
      '4111111111111111',
      '4111 1111 1111 1111',
      '4111-1111-1111-1111',
      '378282246310005',
      '4111.1111.1111/1111',
    ]) {
      const refused = await card(number);
      expect(refused.status).toBe(422);
      expect(refused.body.errors?.reference_number?.[0]).toMatch(/^Never enter a full card number/);
    }
    for (const slip of ['4111111111111112', '411111111111', 'AUTH 004511']) {
      expect((await card(slip)).status).toBe(201);
    }
  });

  it('by a method that the store does not take is refused', async () => {
    const settings_json = makeSettings({ payment_methods: ['cash', 'card'] });
    const strict = await makeShop(server.database, { store: { settings_json } });
    const there = await signIn(server.url, strict.seller.email);
    const theirs = await openDraft(there, [strict.units[0]?.id ?? 0]);
    const refused = await addPayment(there, theirs.id, gcash());
    expect(refused.body.errors?.method).toEqual([`${strict.store.name} does not take GCash`]);
    expect((await addPayment(there, theirs.id, { method: 'cash', amount: 1 })).status).toBe(201);
  });

  it('is the same one under its key, whatever version of the draft the till was shown by then', async () => {
    const send = (seen: object) =>
      till.post<WirePayment>(
        `/transactions/${draft.id}/payments`,
        { method: 'cash', amount: 10, ...seen },
        { key: `same-${draft.id}` },
      );
    const first = expectDone(await send({ version: draft.version, known_payments: [] }));
    const again = expectDone(await send({ version: draft.version + 2, known_payments: [first.id] }));
    expect(again.id).toBe(first.id);
  });

  it('that was deleted does not count, and stays for audit', async () => {
    const cash = await pay(till, draft.id, { method: 'cash', amount: 1100 });
    const deleted = expectDone(
      await till.delete<WirePayment>(`/payments/${cash.id}`, { reason: ' Wrong till ' }),
    );
    expect(deleted).toMatchObject({
      id: cash.id,
      amount: 1100,
      deletion_reason: 'Wrong till',
      deleted_by: { id: shop.seller.id, name: shop.seller.name },
      deleted_at: new Date(server.clock.now()).toISOString(),
    });
    expect((await complete(till, draft.id)).body.code).toBe('insufficient_payment');
    const listed = expectDone(await till.get<WirePayment[]>(`/payments/transaction/${draft.id}`));
    expect(listed.map((payment) => payment.id)).toEqual([cash.id]);
    expect((await till.delete(`/payments/${cash.id}`, { reason: 'Again' })).status).toBe(409);
  });

  it.each([[{}], [{ reason: '' }], [{ reason: '   ' }], [{ reason: 7 }]])(
    'is not deleted for the reason %j',
    async (body) => {
      const cash = await pay(till, draft.id, { method: 'cash', amount: 10 });
      const refused = await till.delete(`/payments/${cash.id}`, body);
      expect(refused.status).toBe(422);
      expect(refused.body.message).toBe('Please provide a reason for deleting this payment');
    },
  );

  it('of another store is neither shown nor deleted nor taken', async () => {
    const cash = await pay(till, draft.id, { method: 'cash', amount: 10 });
    const elsewhere = await makeShop(server.database);
    const there = await signIn(server.url, elsewhere.seller.email);
    const refused = await there.delete(`/payments/${cash.id}`, { reason: 'Mine' });
    expect([refused.status, refused.body.code]).toEqual([404, 'payment_not_found']);
    expect((await there.get(`/payments/transaction/${draft.id}`)).status).toBe(404);
    expect((await addPayment(there, draft.id, { method: 'cash', amount: 1 })).status).toBe(404);
    expect((await there.put(`/transactions/${draft.id}`, { items: [] })).status).toBe(404);
    expect((await there.delete(`/transactions/${draft.id}`, {})).status).toBe(404);
    expect((await complete(there, draft.id)).status).toBe(404);
  });

  it('by another method than cash never exceeds the sale, also when the cart shrinks afterwards', async () => {
    const [first, second] = shop.units;
    expectDone(await saveDraft(till, draft.id, [first?.id ?? 0, second?.id ?? 0]));
    const tooMuch = await pay(till, draft.id, gcash({ amount: 2200 }));
    expectDone(await saveDraft(till, draft.id, [first?.id ?? 0]));
    expect(await complete(till, draft.id)).toMatchObject({
      status: 422,
      body: { message: 'Payments other than cash exceed the total by ₱1,100.00. Delete one of them' },
    });
    await till.delete(`/payments/${tooMuch.id}`, { reason: 'One phone less' });
    await pay(till, draft.id, gcash({ amount: 1100 }));
    expect((await complete(till, draft.id)).status).toBe(200);
  });
});
