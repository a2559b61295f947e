import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '#domain/permissions.ts';
import { takePayment } from '#server/modules/payments/payments.usecases.ts';
import { failPendingOf } from '#server/modules/transactions/take-payments.usecases.ts';
import { signIn, type Answer, type Caller, type Refusal, type SignedIn } from '#tests/support/http.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
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
import { openShop } from '#tests/support/staffed-shop.ts';

onEveryEngine('the review of payments', (start) => {
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

  const reviewer = () => ({ id: manager.staff.id, name: manager.staff.name });
  const clockTime = () => new Date(server.clock.now()).toISOString();
  const gcash = (overrides: object = {}) => ({
    method: 'gcash',
    amount: 100,
    reference_number: 'G-100',
    ...overrides,
  });
  const draftOf = (unit = 0) => openDraft(till, [shop.units[unit]?.id ?? 0]);
  const verify = <T = WirePayment>(by: Caller, id: number, body: object = {}) =>
    by.post<T>(`/payments/${id}/verify`, body);
  const markFailed = <T = WirePayment>(by: Caller, id: number, reason = 'Never arrived') =>
    by.post<T>(`/payments/${id}/mark-failed`, { reason });
  const change = <T = WirePayment>(by: Caller, id: number, body: object) =>
    by.put<T>(`/payments/${id}`, body);
  const remove = <T = WirePayment>(by: Caller, id: number, reason = 'Taken twice') =>
    by.delete<T>(`/payments/${id}`, { reason });
  const refusalOf = ({ status, body }: Answer<unknown>) => [status, (body as Refusal).message];
  const saleOf = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));
  const balanceOf = async (id: number) => (await saleOf(id)).balance_due;

  /** A sale of ₱1,100.00, completed with these payments. */
  async function sellFor(forms: readonly object[], unit = 0) {
    const draft = await draftOf(unit);
    const payments: WirePayment[] = [];
    for (const form of forms) payments.push(await pay(till, draft.id, form));
    const { transaction } = expectDone(await complete<WireSale>(till, draft.id));
    return { id: transaction.id, sale: transaction, payment: payments[0]?.id ?? 0, payments };
  }
  const setStatus = (id: number, status: 'void' | 'refunded') =>
    server.database.write((writer) =>
      writer.updateTable('transactions').set({ status }).where('id', '=', id).execute(),
    );

  describe('verifying', () => {
    it('completes a pending payment and says who saw it, when, and how', async () => {
      const { id, payment } = await sellFor([gcash({ amount: 1100 })]);
      server.clock.advance(MINUTE);
      const verified = expectDone(await verify(manager, payment, { notes: ' On the statement ' }));
      expect(verified).toMatchObject({
        status: 'completed',
        verified_by: reviewer(),
        verified_at: clockTime(),
        paid_at: clockTime(),
        verification_notes: 'On the statement',
      });
      expect(await balanceOf(id)).toBe(0);
    });

    it('is won by one of two who do it at once', async () => {
      const { payment } = await sellFor([gcash({ amount: 1100 })]);
      const answers = await Promise.all([verify(manager, payment), verify(manager, payment)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      const lost = answers.find((answer) => answer.status === 409);
      expect(lost && refusalOf(lost)).toEqual([409, `${reviewer().name} verified this payment already`]);
    });

    it('against marking failed at once leaves one outcome', async () => {
      const { id, payment } = await sellFor([gcash({ amount: 1100 })]);
      const [verified, failed] = await Promise.all([verify(manager, payment), markFailed(manager, payment)]);
      expect([verified.status, failed.status].sort()).toEqual([200, 409]);
      expect(await balanceOf(id)).toBe(failed.status === 200 ? 1100 : 0);
    });
  });

  describe('marking failed', () => {
    it('leaves a balance on a completed sale, and says why', async () => {
      const { id, payment } = await sellFor([gcash({ amount: 600 }), { method: 'cash', amount: 500 }]);
      server.clock.advance(MINUTE);
      expect(expectDone(await markFailed(manager, payment, ' Bounced '))).toMatchObject({
        status: 'failed',
        failure_reason: 'Bounced',
        failed_at: clockTime(),
        failed_by: reviewer(),
        paid_at: null,
      });
      expect(await balanceOf(id)).toBe(600);
    });

    it('on a draft uncovers it', async () => {
      const draft = await draftOf();
      const { id } = await pay(till, draft.id, gcash({ amount: 1100 }));
      expect((await markFailed(till, id)).status).toBe(200);
      expect((await complete(till, draft.id)).body.code).toBe('insufficient_payment');
    });

    it.each([[{}], [{ reason: '  ' }]])('needs a reason, which %j is not', async (body) => {
      const draft = await draftOf();
      const { id } = await pay(till, draft.id, gcash());
      expect(refusalOf(await till.post(`/payments/${id}/mark-failed`, body))).toEqual([
        422,
        'Reason required',
      ]);
    });

    it('can be done to all that is pending of a sale that is taken back', async () => {
      const draft = await draftOf();
      const [gone, cash, waits] = [
        await pay(till, draft.id, gcash({ amount: 300 })),
        await pay(till, draft.id, { method: 'cash', amount: 100 }),
        await pay(till, draft.id, gcash({ amount: 200 })),
      ];
      await remove(till, gone.id);
      const caller = {
        session: { id: 0, shopVersion: 1, lastUsedAt: null, staff: sessionOf([]) },
        storeId: shop.store.id,
        now: server.clock.now(),
      };
      await server.database.write((writer) => failPendingOf(writer, draft.id, 'Sale voided', caller));
      const { payments } = await saleOf(draft.id);
      expect(payments.map(({ id, status, failure_reason }) => [id, status, failure_reason])).toEqual([
        [gone.id, 'pending', null],
        [cash.id, 'completed', null],
        [waits.id, 'failed', 'Sale voided'],
      ]);
    });
  });

  describe('deleting', () => {
    it('a completed sale’s payment leaves a balance, without the change that went with it', async () => {
      const { id, payment } = await sellFor([{ method: 'cash', amount: 2000 }]);
      expect(expectDone(await remove(manager, payment))).toMatchObject({
        deletion_reason: 'Taken twice',
        deleted_by: reviewer(),
      });
      expect(await saleOf(id)).toMatchObject({ balance_due: 1100, change_due: 0 });
      await pay(manager, id, { method: 'cash', amount: 1100 });
      expect(await saleOf(id)).toMatchObject({ balance_due: 0, change_due: 0 });
    });

    it('is refused for a payment that failed or was deleted', async () => {
      const draft = await draftOf();
      const failed = await pay(till, draft.id, gcash());
      const deleted = await pay(till, draft.id, gcash());
      await markFailed(till, failed.id);
      await remove(till, deleted.id);
      expect(refusalOf(await remove(till, failed.id))).toEqual([409, 'A failed payment cannot be deleted']);
      const gone = [409, 'This payment was deleted already'];
      expect(refusalOf(await remove(till, deleted.id))).toEqual(gone);
      expect(refusalOf(await verify(till, deleted.id))).toEqual(gone);
      expect(refusalOf(await markFailed(till, deleted.id))).toEqual(gone);
      expect(refusalOf(await change(till, deleted.id, { notes: 'x' }))).toEqual(gone);
    });
  });

  describe('changing', () => {
    it('a draft’s payment may touch everything', async () => {
      const draft = await draftOf();
      const { id } = await pay(till, draft.id, gcash({ expected_date: '2026-12-01', notes: 'Old' }));
      const changes = {
        amount: 250.5,
        reference_number: ' G-7 ',
        expected_date: '2026-12-05',
        notes: 'New',
      };
      expect(expectDone(await change(till, id, changes))).toMatchObject({
        ...changes,
        reference_number: 'G-7',
      });
      expect(expectDone(await change(till, id, { notes: null, expected_date: null }))).toMatchObject({
        amount: 250.5,
        reference_number: 'G-7',
        notes: null,
        expected_date: null,
      });
    });

    it('the method takes along what it needs and drops what it does not', async () => {
      const draft = await draftOf();
      const { id } = await pay(till, draft.id, gcash({ status: 'completed' }));
      expect(expectDone(await change(till, id, { method: 'cash' }))).toMatchObject({
        method: 'cash',
        reference_number: null,
        status: 'completed',
      });
      expect(refusalOf(await change(till, id, { method: 'maya' }))).toEqual([422, 'Reference required']);
      expect(expectDone(await change(till, id, { method: 'maya', reference_number: 'M-1' }))).toMatchObject({
        method: 'maya',
        reference_number: 'M-1',
        expected_date: null,
      });
    });

    it.each([
      [{ amount: 0 }, 'amount', 'Please enter a valid payment amount'],
      [{ amount: 800.01 }, 'amount', 'Only ₱800.00 remains to be paid'],
      [{ reference_number: null }, 'reference_number', 'Reference required'],
      [{ reference_number: ' ' }, 'reference_number', 'Reference required'],
      [{ expected_date: '2020-01-01' }, 'expected_date', 'Expected date cannot be in the past'],
      [{ method: 'goat' }, 'method', 'Choose a payment method'],
      [
        { method: 'card', reference_number: '4111 1111 1111 1111' },
        'reference_number',
        'Never enter a full card number. Use the slip’s reference',
      ],
      [{ screenshot_url: '/api/v1/media/999999' }, 'screenshot_url', 'Screenshot could not be found'],
    ])('a payment into %j is refused on its field', async (changes, field, message) => {
      const draft = await draftOf();
      await pay(till, draft.id, { method: 'cash', amount: 300 });
      const { id } = await pay(till, draft.id, gcash());
      const refused = await change<Refusal>(till, id, changes);
      expect([refused.status, refused.body.errors]).toEqual([422, { [field]: [message] }]);
      expect((await change(till, id, { amount: 800 })).status).toBe(200);
      expect((await change(till, id, { method: 'cash', amount: 5000 })).status).toBe(200);
    });

    it('into a method that the store does not take is refused; one it has stopped taking stays', async () => {
      const draft = await draftOf();
      const { id } = await pay(till, draft.id, gcash());
      const settings_json = makeSettings({ payment_methods: ['cash'] });
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ settings_json }).where('id', '=', shop.store.id).execute(),
      );
      const refused = await change<Refusal>(till, id, { method: 'maya' });
      expect(refused.body.errors).toEqual({ method: [`${shop.store.name} does not take Maya`] });
      expect((await change(till, id, { notes: 'Kept' })).status).toBe(200);
    });

    it('the notes of what has become overdue or too much leaves the rest alone', async () => {
      const [first, second] = shop.units.map((unit) => unit.id);
      const draft = await openDraft(till, [first ?? 0, second ?? 0]);
      const { id } = await pay(till, draft.id, gcash({ amount: 2200, expected_date: '2026-11-30' }));
      expectDone(await saveDraft(till, draft.id, [first ?? 0]));
      await server.database.write((writer) =>
        writer.updateTable('payments').set({ expected_date: '2026-11-01' }).where('id', '=', id).execute(),
      );
      expect(expectDone(await change(till, id, { notes: 'Called' })).expected_date).toBe('2026-11-01');
      expect((await change(till, id, { expected_date: '2026-11-02' })).status).toBe(422);
    });

    it('after completion leaves amount and method as they are', async () => {
      const { payment } = await sellFor([gcash({ amount: 1100 })]);
      const fixed = [409, 'Amount and method cannot be changed once the sale is completed'];
      expect(refusalOf(await change(manager, payment, { amount: 1000 }))).toEqual(fixed);
      expect(refusalOf(await change(manager, payment, { method: 'maya' }))).toEqual(fixed);
      const changes = { notes: 'Asked again', reference_number: 'G-9', expected_date: '2026-12-24' };
      const same = { amount: 1100, method: 'gcash' };
      expect(expectDone(await change(manager, payment, { ...changes, ...same }))).toMatchObject(changes);
    });

    it('a failed payment is refused', async () => {
      const draft = await draftOf();
      const { id } = await pay(till, draft.id, gcash());
      await markFailed(till, id);
      expect(refusalOf(await change(till, id, { notes: 'x' }))).toEqual([
        409,
        'A failed payment cannot be changed',
      ]);
      expect(refusalOf(await markFailed(till, id))).toEqual([
        409,
        `${shop.seller.name} marked this payment failed already`,
      ]);
    });
  });

  describe('a late payment', () => {
    const lacking = async () => {
      const sold = await sellFor([gcash({ amount: 600 }), { method: 'cash', amount: 500 }]);
      await markFailed(manager, sold.payment);
      return sold.id;
    };

    it('pays what a completed sale lacks, by any method', async () => {
      const id = await lacking();
      await pay(manager, id, { method: 'cash', amount: 200 });
      expect(await balanceOf(id)).toBe(400);
      await pay(manager, id, gcash({ amount: 300 }));
      expect(await balanceOf(id)).toBe(100);
      await pay(manager, id, { method: 'card', amount: 100, reference_number: 'SLIP 7' });
      expect(await saleOf(id)).toMatchObject({ balance_due: 0, change_due: 0, status: 'completed' });
    });

    it('is never more than that, in cash neither', async () => {
      const id = await lacking();
      for (const form of [{ method: 'cash', amount: 600.01 }, gcash({ amount: 1000 })]) {
        const refused = await addPayment(manager, id, form);
        expect([refused.body.code, ...refusalOf(refused)]).toEqual([
          'beyond_balance',
          409,
          'Only ₱600.00 of this sale is still to be paid',
        ]);
      }
      await pay(manager, id, { method: 'cash', amount: 600 });
      const refused = await addPayment(manager, id, { method: 'cash', amount: 0.01 });
      expect([refused.body.code, ...refusalOf(refused)]).toEqual([
        'beyond_balance',
        409,
        'This sale is paid in full',
      ]);
    });

    it('is held to the rules of every payment', async () => {
      const id = await lacking();
      const refused = await addPayment(manager, id, gcash({ amount: 10, reference_number: '' }));
      expect(refused.body.errors).toEqual({ reference_number: ['Reference required'] });
    });

    it('is taken once when two take all of it at once', async () => {
      const id = await lacking();
      const cash = () => addPayment(manager, id, { method: 'cash', amount: 600 });
      const answers = await Promise.all([cash(), cash()]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
      expect(await balanceOf(id)).toBe(0);
    });

    it('is not for a salesperson', async () => {
      const id = await lacking();
      const refused = await addPayment(till, id, { method: 'cash', amount: 600 });
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
      expect(await balanceOf(id)).toBe(600);
    });
  });

  const sessionOf = (permissions: readonly Permission[]) => ({
    id: shop.seller.id,
    name: shop.seller.name,
    role: 'finance' as const,
    permissions,
    store_ids: [shop.store.id],
    inactive_store_ids: [],
    primary_store_id: shop.store.id,
    must_change_password: false,
  });

  it('alone takes no payment on a draft', async () => {
    const draft = await draftOf();
    const caller = {
      session: { id: 0, shopVersion: 1, lastUsedAt: null, staff: sessionOf(['payments.review']) },
      storeId: shop.store.id,
      tillKey: null,
      now: server.clock.now(),
      noteChange: () => undefined,
    };
    const form = { method: 'cash' as const, amount: 100 };
    const taking = server.database.write((writer) => takePayment(writer, draft.id, form, caller));
    await expect(taking).rejects.toMatchObject({ code: 'forbidden' });
    expect((await saleOf(draft.id)).payments).toEqual([]);
  });

  it('after completion is not for a salesperson', async () => {
    const { payment } = await sellFor([gcash({ amount: 1100 })]);
    for (const refused of [
      await verify<Refusal>(till, payment),
      await markFailed<Refusal>(till, payment),
      await change<Refusal>(till, payment, { notes: 'x' }),
      await remove<Refusal>(till, payment),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    }
  });

  it.each([
    ['void', 'This sale was voided'],
    ['refunded', 'This sale was refunded'],
  ] as const)('ends once a sale is %s', async (status, message) => {
    const { id, payment } = await sellFor([gcash({ amount: 1100 })]);
    await setStatus(id, status);
    for (const refused of [
      await addPayment(manager, id, { method: 'cash', amount: 1 }),
      await verify(manager, payment),
      await markFailed(manager, payment),
      await change(manager, payment, { notes: 'x' }),
      await remove(manager, payment),
    ]) {
      expect([(refused.body as Refusal).code, ...refusalOf(refused)]).toEqual([
        'illegal_state',
        409,
        message,
      ]);
    }
  });

  it('knows no payment of a deleted draft, of another store, or at all', async () => {
    const draft = await draftOf();
    const { id } = await pay(till, draft.id, gcash());
    const elsewhere = await makeShop(server.database);
    const there = await signIn(server.url, elsewhere.seller.email);
    const expectMissing = async (by: Caller, paymentId: number) => {
      for (const refused of [
        await verify<Refusal>(by, paymentId),
        await markFailed<Refusal>(by, paymentId),
        await change<Refusal>(by, paymentId, { notes: 'x' }),
        await remove<Refusal>(by, paymentId),
      ]) {
        expect([refused.status, refused.body.code]).toEqual([404, 'payment_not_found']);
      }
    };
    await expectMissing(there, id);
    await expectMissing(till, 99_999_999);
    expectDone(await till.delete(`/transactions/${draft.id}`, {}));
    await expectMissing(till, id);
  });

  describe('a reference number', () => {
    const ask = async (method: string, reference_number: string, transactionId?: number) => {
      const query = new URLSearchParams({ method, reference_number });
      if (transactionId !== undefined) query.set('transaction_id', String(transactionId));
      return expectDone(await till.get<{ used_in: unknown }>(`/payments/reference?${query}`)).used_in;
    };

    it('that another sale was paid with is told, however it is spelt', async () => {
      const reference_number = `ab-12 ${shop.store.id}`;
      const first = await sellFor([gcash({ amount: 1100, reference_number })]);
      const { draft_number: transaction_number, invoice_number } = first.sale;
      const used = { transaction_id: first.id, transaction_number, invoice_number };
      const second = await draftOf(1);
      expect(await ask('gcash', `AB12-${shop.store.id}`)).toEqual(used);
      expect(await ask('gcash', reference_number, second.id)).toEqual(used);
      expect(await ask('gcash', reference_number, first.id)).toBeNull();
      expect(await ask('maya', reference_number)).toBeNull();
      expect(await ask('cash', reference_number)).toBeNull();
      expect(await ask('gcash', ' - ')).toBeNull();
      const again = await pay(till, second.id, gcash({ reference_number: `AB 12${shop.store.id}` }));
      expect(again.reference_used_in).toEqual(used);
      const seen = await saleOf(first.id);
      expect(seen.payments[0]?.reference_used_in).toEqual({
        transaction_id: second.id,
        transaction_number: second.draft_number,
        invoice_number: null,
      });
    });

    it('is free again when the other payment or its draft is deleted', async () => {
      const reference_number = `GONE-${shop.store.id}`;
      const [first, second] = [await draftOf(), await draftOf(1)];
      const { id } = await pay(till, first.id, gcash({ reference_number }));
      expect(await ask('gcash', reference_number, second.id)).toMatchObject({ transaction_id: first.id });
      await remove(till, id);
      expect(await ask('gcash', reference_number, second.id)).toBeNull();
      await pay(till, first.id, gcash({ reference_number }));
      expect(await ask('gcash', reference_number, second.id)).toMatchObject({ transaction_id: first.id });
      expectDone(await till.delete(`/transactions/${first.id}`, {}));
      expect(await ask('gcash', reference_number, second.id)).toBeNull();
    });

    it('of two payments of one sale is no other sale’s', async () => {
      const reference_number = `TWICE-${shop.store.id}`;
      const draft = await draftOf();
      await pay(till, draft.id, gcash({ reference_number }));
      const second = await pay(till, draft.id, gcash({ reference_number }));
      expect(second.reference_used_in).toBeNull();
    });

    it('changed into a used one warns, too', async () => {
      const reference_number = `TAKEN-${shop.store.id}`;
      const [first, second] = [await draftOf(), await draftOf(1)];
      await pay(till, first.id, gcash({ reference_number }));
      const { id } = await pay(till, second.id, gcash({ reference_number: `FREE-${shop.store.id}` }));
      const changed = expectDone(await change(till, id, { reference_number }));
      expect(changed.reference_used_in?.transaction_id).toBe(first.id);
    });
  });
});
