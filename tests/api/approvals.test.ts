import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import {
  approve,
  approvedBy,
  makeBadge,
  PIN,
  setPin,
  type WireApproval,
  type WireApprovers,
  type WirePinState,
} from '#tests/support/approvals.ts';
import {
  callerWith,
  DEMO_PASSWORD,
  signIn,
  type Caller,
  type CallOptions,
  type SignedIn,
} from '#tests/support/http.ts';
import {
  addPayment,
  complete,
  createDraft,
  expectDone,
  openDraft,
  pay,
  refundSale,
  saveDraft,
  sell,
  voidSale,
  type WireRefunded,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeStore, type Shop } from '#tests/support/shop.ts';
import { atDevice, deviceKey, makeTill, openShift, signInAt } from '#tests/support/shifts.ts';

const refused = (code: string, status = 403) => ({ status, body: { code } });
const WRONG_PIN = {
  status: 422,
  body: { code: 'wrong_pin', message: 'This PIN is wrong', errors: { pin: ['This PIN is wrong'] } },
};
const WRONG_BADGE = { status: 422, body: { code: 'wrong_pin', message: 'This badge is not valid' } };

onEveryEngine('approvals', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let manager: SignedIn;

  const personAs = async (role: 'admin' | 'store_manager' | 'salesperson' | 'regional_manager', at = shop) =>
    signIn(server.url, (await makeStaff(server.database, { store_id: at.store.id, role })).email);
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 4 });
    till = atDevice(server.url, await signIn(server.url, shop.seller.email));
    manager = await personAs('store_manager');
    expectDone(await setPin(manager));
  });

  /** Makes a till where somebody else than its maker works: the seller, who is signed in there. */
  const makeKnownTill = async () => {
    const key = deviceKey();
    await makeTill(atDevice(server.url, await personAs('store_manager'), key), key);
    return signInAt(server.url, shop.seller.email, key);
  };
  const unit = (no = 0) => shop.units[no]?.id ?? 0;
  const byPin = (more: object = {}) => ({ act: 'void', staff_id: manager.staff.id, pin: PIN, ...more });
  const sold = async (no = 0) => (await sell(till, [unit(no)])).transaction;
  /** Returns what is asked for the refund of a sale's first lines in cash, all of them unless told, and its form. */
  const refundOf = (sale: WireTransaction, amount: number, lines = sale.transaction_items.length) => {
    const items = sale.transaction_items.slice(0, lines).map(({ id }) => ({ id }));
    const item_ids = items.map(({ id }) => id).toReversed();
    const payouts = [{ method: 'cash', amount }];
    return [
      { act: 'refund', subject_id: sale.id, amount, item_ids },
      { items, amount, payouts },
    ] as const;
  };
  /** Returns the last audit event of an action, refusals excluded. */
  const logged = async (action: string) => {
    const row = await server.database.reader
      .selectFrom('audit_log')
      .select(['staff_id', 'details_json'])
      .where('store_id', '=', shop.store.id)
      .where('action', '=', action)
      .where((eb) => eb.or([eb('details_json', 'is', null), eb('details_json', 'not like', '%"refused"%')]))
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return { staff_id: row?.staff_id, ...(JSON.parse(row?.details_json ?? '{}') as object) };
  };
  const both = () => ({
    staff_id: shop.seller.id,
    approved_by: { id: manager.staff.id, name: manager.staff.name },
  });
  const entriesOf = (kind: 'void_payout' | 'refund_payout' | 'pay_in' | 'pay_out' | 'drop') =>
    server.database.reader
      .selectFrom('till_entries')
      .select(['staff_id', 'approved_by_id'])
      .where('store_id', '=', shop.store.id)
      .where('kind', '=', kind)
      .execute();
  const voidedByBoth = () => ({
    kind: 'voided',
    by: shop.seller.name,
    approved_by: manager.staff.name,
  });
  const byBoth = () => [{ staff_id: shop.seller.id, approved_by_id: manager.staff.id }];

  describe('let somebody do once what they may not do alone', () => {
    it('void a sale, by a PIN', async () => {
      const { id, invoice_number } = await sold();
      expect(await voidSale(till, id, 'Wrong item')).toMatchObject(refused('forbidden'));
      const approved = await approvedBy(till, byPin({ subject_id: id }));
      expect(await voidSale(till, id, 'Wrong item', approved)).toMatchObject({
        body: {
          status: 'void',
          timeline: [voidedByBoth(), { kind: 'completed', approved_by: null }, {}, {}],
        },
      });
      expect(await logged('transactions.void')).toMatchObject({ ...both(), reason: 'Wrong item' });
      expect(await logged('approvals.give')).toMatchObject({
        staff_id: shop.seller.id,
        subject: manager.staff.name,
        changes: [
          { field: 'approved', after: 'Void this sale' },
          { field: 'sale', after: invoice_number },
        ],
      });
      expect(await entriesOf('void_payout')).toEqual(byBoth());
      const admin = await personAs('admin');
      const { data } = expectDone(
        await admin.get<{ data: object[] }>(`/audit?store_id=${shop.store.id}&area=transactions&per_page=1`),
      );
      expect(data).toMatchObject([{ staff: { id: shop.seller.id }, approved_by: both().approved_by }]);
    });

    it('refund a sale, by a badge', async () => {
      const badge = await makeBadge(manager);
      const sale = await sold();
      const [asked, body] = refundOf(sale, sale.total_amount);
      const approved = await approvedBy(till, { ...asked, badge });
      const { transaction } = expectDone(await refundSale<WireRefunded>(till, sale.id, body, approved));
      expect(transaction.timeline?.[0]).toMatchObject({ ...voidedByBoth(), kind: 'refunded' });
      expect(await logged('transactions.refund')).toMatchObject(both());
      expect(await entriesOf('refund_payout')).toEqual(byBoth());
    });

    it('refund the lines and the amount that were approved, and no others', async () => {
      const sale = (await sell(till, [unit(), unit(1), unit(2)])).transaction;
      const [asked, body] = refundOf(sale, 100, 1);
      const give = (...lines: [number, number]) => refundOf(sale, ...lines)[1];
      const refund = (form: object, options: CallOptions) =>
        refundSale<WireRefunded>(till, sale.id, form, options);
      const approved = await approvedBy(till, byPin(asked));
      expect(await logged('approvals.give')).toMatchObject({
        changes: [{ after: 'Refund this sale: ₱100.00' }, { after: sale.invoice_number }],
      });
      const invalid = refused('approval_invalid');
      expect(await refund({}, approved)).toMatchObject(invalid);
      expect(await refund(give(101, 1), approved)).toMatchObject(invalid);
      expect(await refund(give(100, 2), approved)).toMatchObject(invalid);
      const another = [{ id: sale.transaction_items[1]?.id }];
      expect(await refund({ ...body, items: another }, approved)).toMatchObject(invalid);
      // The payouts are compared, not those that the call says it had seen.
      const seen = { ...body, known_payouts: body.payouts };
      const more = { ...seen, amount: 900, payouts: [{ method: 'cash', amount: 900 }] };
      expect(await refund(more, approved)).toMatchObject(invalid);
      const unnamed = await approvedBy(till, byPin({ act: 'refund', subject_id: sale.id }));
      expect(await refund(body, unnamed)).toMatchObject(invalid);
      expect(expectDone(await refund(seen, approved)).refund.amount).toBe(100);
      // A till of before names neither, and refunds on.
      const headers = { ...unnamed.headers, 'X-Tindahan-Client': '1.0.0' };
      expect(expectDone(await refund({}, { headers })).transaction.status).toBe('refunded');
    });

    it('do so at the till that asked, and at no other one of the same sign-in', async () => {
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ keeps_shifts: 1 }).where('id', '=', shop.store.id).execute(),
      );
      const other = atDevice(server.url, till);
      for (const [at, name] of [
        [till, 'Counter 1'],
        [other, 'Counter 2'],
      ] as const) {
        await makeTill(at, name);
        await openShift(at);
      }
      const taken = { kind: 'pay_out', amount: 100, reason: 'Courier' };
      const approved = await approvedBy(till, byPin({ act: 'pay_out', amount: 100 }));
      const anywhere = callerWith(server.url, till.token);
      for (const at of [other, anywhere]) {
        expect(await at.post('/cash-movements', taken, approved)).toMatchObject(refused('approval_invalid'));
      }
      expect((await till.post('/cash-movements', taken, approved)).status).toBe(201);
    });

    it('give a discount below the lowest price, which then stands', async () => {
      const item = (value: number) => ({
        items: [{ inventory_item_id: unit(), discounts: [{ type: 'fixed', value, reason: 'Scratched' }] }],
        discount_amount: value,
      });
      const draft = await openDraft(till, [unit()]);
      expect(await saveDraft(till, draft.id, [], item(300))).toMatchObject(refused('price_floor', 422));
      const approved = await approvedBy(till, byPin({ act: 'discount', subject_id: draft.id, amount: 300 }));
      const once = { ...approved, key: 'discount-once' };
      const save = () => till.put<WireTransaction>(`/transactions/${draft.id}`, item(300), once);
      expect(expectDone(await save())).toEqual(expectDone(await save()));
      const price = formatMoney(pesosToCentavos(draft.subtotal), 'transaction');
      const left = formatMoney(pesosToCentavos(draft.subtotal - 300), 'transaction');
      const { name } = draft.transaction_items[0]?.inventory_item.product_variation.product ?? {};
      const text = `${name}: ${price} → ${left} (Scratched)`;
      expect(await logged('transactions.update')).toMatchObject({
        ...both(),
        changes: [{ field: 'discounts', before: null, after: [text] }],
      });
      // A deeper discount is another act.
      expect(await till.put(`/transactions/${draft.id}`, item(301), approved)).toMatchObject(
        refused('approval_invalid'),
      );
      expect(await saveDraft(till, draft.id, [], item(301))).toMatchObject(refused('price_floor', 422));
      const saved = expectDone(await saveDraft<WireTransaction>(till, draft.id, [], item(300)));
      const payments = [{ method: 'cash', amount: saved.total_amount }];
      expectDone(await till.post<WireSale>(`/transactions/${draft.id}/complete`, { payments }));
      // A new draft has no id yet.
      const other = { ...item(300), items: [{ ...item(300).items[0], inventory_item_id: unit(1) }] };
      const opening = await approvedBy(till, byPin({ act: 'discount', amount: 300 }));
      expect((await createDraft(till, [], other, opening)).status).toBe(201);
    });

    it('give the discount that was approved, and no other one', async () => {
      const [draft, another] = [await openDraft(till, [unit()]), await openDraft(till, [unit(1)])];
      const give = (sale: WireTransaction, value: number, options: CallOptions, named = value) =>
        till.put<WireTransaction>(
          `/transactions/${sale.id}`,
          {
            items: [
              {
                inventory_item_id: sale.transaction_items[0]?.inventory_item.id,
                discounts: [{ type: 'fixed', value, reason: 'Scratched' }],
              },
            ],
            ...(Number.isNaN(named) ? {} : { discount_amount: named }),
          },
          options,
        );
      const approved = await approvedBy(till, byPin({ act: 'discount', subject_id: draft.id, amount: 300 }));
      expect(await logged('approvals.give')).toMatchObject({
        changes: [{ after: 'Give this discount: ₱300.00' }, { after: draft.draft_number }],
      });
      const invalid = refused('approval_invalid');
      expect(await give(draft, 400, approved)).toMatchObject(invalid);
      expect(await give(draft, 400, approved, NaN)).toMatchObject(invalid);
      expect(await give(another, 300, approved)).toMatchObject(invalid);
      // Its size is the server's own figure, whatever the call says.
      expect(await give(draft, 400, approved, 300)).toMatchObject(refused('total_changed', 422));
      const unnamed = await approvedBy(till, byPin({ act: 'discount', subject_id: draft.id }));
      expect(await give(draft, 400, unnamed)).toMatchObject(invalid);
      expect(await give(draft, 400, unnamed, NaN)).toMatchObject(invalid);
      expect((await give(draft, 300, approved)).status).toBe(200);
      // A till of before names no size, and sells on.
      const old = await approvedBy(till, byPin({ act: 'discount', subject_id: another.id }));
      const headers = { ...old.headers, 'X-Tindahan-Client': '1.0.0' };
      expect((await give(another, 400, { headers })).status).toBe(200);
    });

    it('move cash in the drawer, in the one way that was approved', async () => {
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ keeps_shifts: 1 }).where('id', '=', shop.store.id).execute(),
      );
      await makeTill(till, 'Counter 1');
      await openShift(till);
      const taken = { kind: 'pay_out', amount: 100, reason: 'Courier' };
      expect(await till.post('/cash-movements', taken)).toMatchObject(refused('forbidden'));
      const approved = await approvedBy(till, byPin({ act: 'pay_out', amount: 100 }));
      const more = { ...taken, amount: 101 };
      expect(await till.post('/cash-movements', more, approved)).toMatchObject(refused('approval_invalid'));
      const unnamed = await approvedBy(till, byPin({ act: 'pay_out' }));
      expect(await till.post('/cash-movements', taken, unnamed)).toMatchObject(refused('approval_invalid'));
      expect(await till.post('/cash-movements', taken, approved)).toMatchObject({
        status: 201,
        body: { approved_by: { id: manager.staff.id } },
      });
      expect(await entriesOf('pay_out')).toEqual(byBoth());
      expect(await logged('cashMovements.create')).toMatchObject({
        ...both(),
        subject: 'Counter 1',
        changes: [
          { field: 'kind', after: 'Pay-out' },
          { field: 'amount', after: '₱100.00' },
        ],
      });
      for (const kind of ['pay_in', 'drop'] as const) {
        const moved = { ...taken, kind };
        const another = await approvedBy(till, byPin({ act: 'pay_out', amount: 100 }));
        expect(await till.post('/cash-movements', moved, another)).toMatchObject(refused('approval_invalid'));
        const own = await approvedBy(till, byPin({ act: kind, amount: 100 }));
        expect((await till.post('/cash-movements', moved, own)).status).toBe(201);
        expect(await entriesOf(kind)).toEqual(byBoth());
      }
      expect(await logged('approvals.give')).toMatchObject({
        changes: [{ field: 'approved', after: 'Take cash from the drawer to the safe: ₱100.00' }],
      });
    });
  });

  describe('are wanted by the chain', () => {
    let admin: Caller;
    beforeEach(async () => {
      admin = await personAs('admin');
      const settings = { approve_no_sale: true, approve_colleague_cart: true };
      expectDone(await admin.put('/settings', settings));
    });
    afterEach(async () => {
      expectDone(await admin.put('/settings', { approve_no_sale: false, approve_colleague_cart: false }));
    });

    it('to open the drawer without a sale', async () => {
      const noSale = { reason: 'Change' };
      expect(await till.post('/pos/no-sale', noSale)).toMatchObject(refused('approval_required'));
      expect((await manager.post('/pos/no-sale', noSale)).status).toBe(200);
      const approved = await approvedBy(till, byPin({ act: 'no_sale' }));
      expect((await till.post('/pos/no-sale', noSale, approved)).status).toBe(200);
      expect(await logged('pos.noSale')).toMatchObject(both());
    });

    it('to take over, change, complete or cancel a colleague’s cart, but not one’s own', async () => {
      const colleague = await personAs('salesperson');
      const { id } = await openDraft(colleague, [unit()]);
      const wanting = refused('approval_required');
      const resume = (options = {}) =>
        till.post(`/transactions/${id}/refresh-locks`, { resume: true }, options);
      expect(await resume()).toMatchObject(wanting);
      expect(await saveDraft(till, id, [unit()])).toMatchObject(wanting);
      expect(await complete(till, id)).toMatchObject(wanting);
      expect(await till.delete(`/transactions/${id}`, {})).toMatchObject(wanting);
      expect(
        (await resume(await approvedBy(till, byPin({ act: 'colleague_cart', subject_id: id })))).status,
      ).toBe(200);
      // Renewed holds leave no audit event; taking a cart over does.
      expect(await logged('transactions.refreshLocks')).toMatchObject(both());
      expect((await saveDraft(till, id, [unit()])).status).toBe(200);
      expect((await till.delete(`/transactions/${id}`, {})).status).toBe(200);
    });

    it('to take, change or delete a payment of a colleague’s cart, but not to say whether one arrived', async () => {
      const colleague = await personAs('salesperson');
      const { id, draft_number } = await openDraft(colleague, [unit()]);
      const cash = { method: 'cash', amount: 500 };
      const paid = await pay(colleague, id, cash);
      const promised = await pay(colleague, id, {
        ...cash,
        method: 'bank_transfer',
        status: 'pending',
        reference_number: 'BPI 5512',
      });
      const path = `/payments/${paid.id}`;
      const wanting = refused('approval_required');
      expect(await addPayment(till, id, cash)).toMatchObject(wanting);
      expect(await till.put(path, { amount: 1 })).toMatchObject(wanting);
      expect(await till.delete(path, { reason: 'Typed twice' })).toMatchObject(wanting);
      const approved = (subject_id: number) => approvedBy(till, byPin({ act: 'colleague_cart', subject_id }));
      expect(await till.put(path, { amount: 400 }, await approved(paid.id))).toMatchObject({
        body: { amount: 400 },
      });
      expect(await logged('payments.update')).toMatchObject(both());
      expect(await logged('approvals.give')).toMatchObject({ changes: [{}, { after: draft_number }] });
      expect((await till.delete(path, { reason: 'Typed twice' }, await approved(paid.id))).status).toBe(200);
      expect((await till.post(`/transactions/${id}/payments`, cash, await approved(id))).status).toBe(201);
      expect((await till.post(`/payments/${promised.id}/verify`, {})).status).toBe(200);
      for (const asksNobody of [colleague, manager]) await pay(asksNobody, id, cash);
    });

    it('of somebody who sells: what is sent as an approval opens nothing else', async () => {
      const { id } = await openDraft(till, [unit()]);
      const regional = await personAs('regional_manager');
      const named = { headers: { 'X-Approval': 'anything' } };
      const cancel = () => regional.delete(`/transactions/${id}`, {}, { ...named, storeId: shop.store.id });
      expect(await cancel()).toMatchObject(refused('forbidden'));
    });
  });

  describe('are good', () => {
    it('for one call: what was done is answered again under its key, and nothing else is done', async () => {
      const [first, second] = [await sold(), await sold(1)];
      const approved = await approvedBy(till, byPin({ subject_id: first.id }));
      // For another sale, or another act.
      expect(await voidSale(till, second.id, 'No', approved)).toMatchObject(refused('approval_invalid'));
      expect(await refundSale(till, first.id, {}, approved)).toMatchObject(refused('approval_invalid'));
      // A refusal leaves the approval unused.
      const unseen = { reason: 'Wrong item', known_payouts: [{ method: 'cash', amount: 1 }] };
      expect(await till.post(`/transactions/${first.id}/void`, unseen, approved)).toMatchObject(
        refused('payments_changed', 409),
      );
      const keyed = { ...approved, key: 'void-once' };
      const done = await voidSale<WireTransaction>(till, first.id, 'Wrong item', keyed);
      expect(done.body.status).toBe('void');
      expect(await voidSale(till, first.id, 'Wrong item', keyed)).toMatchObject({
        status: 200,
        body: done.body,
      });
      expect(await voidSale(till, first.id, 'Wrong item', approved)).toMatchObject(
        refused('approval_invalid'),
      );
    });

    it('for one of those that use it at once', async () => {
      const draft = await openDraft(till, [unit()]);
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ keeps_shifts: 1 }).where('id', '=', shop.store.id).execute(),
      );
      await makeTill(till, 'Counter 1');
      await openShift(till);
      const approved = await approvedBy(till, byPin({ act: 'pay_out', amount: 100 }));
      const answers = await Promise.all(
        ['Courier', 'Lunch', 'Tape', 'Water'].map((reason) =>
          till.post('/cash-movements', { kind: 'pay_out', amount: 100, reason }, approved),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
      expect(await entriesOf('pay_out')).toEqual(byBoth());
      expect(draft.status).toBe('draft');
    });

    it('for two minutes, at the sign-in and in the store that asked', async () => {
      const { id } = await sold();
      const elsewhere = await signIn(server.url, shop.seller.email);
      const late = await approvedBy(till, byPin({ subject_id: id }));
      expect(await voidSale(elsewhere, id, 'No', late)).toMatchObject(refused('approval_invalid'));
      server.clock.advance(2 * MINUTE);
      expect(await voidSale(till, id, 'No', late)).toMatchObject(refused('approval_invalid'));

      const other = await makeStore(server.database);
      await server.database.write((writer) =>
        writer.insertInto('staff_stores').values({ staff_id: shop.seller.id, store_id: other.id }).execute(),
      );
      const admin = await personAs('admin');
      expectDone(await setPin(admin, '135791'));
      const there = await approvedBy(
        till,
        { act: 'void', subject_id: id, staff_id: admin.staff.id, pin: '135791' },
        { storeId: other.id },
      );
      expect(await voidSale(till, id, 'No', there)).toMatchObject(refused('approval_invalid'));
    });

    it('while who gave them may', async () => {
      const { id } = await sold();
      const approved = await approvedBy(till, byPin({ subject_id: id }));
      const admin = await personAs('admin');
      expectDone(await admin.delete(`/staff/${manager.staff.id}`));
      expect(await voidSale(till, id, 'No', approved)).toMatchObject(refused('approval_invalid'));
      expect(await approve(till, byPin({ subject_id: id }))).toMatchObject(WRONG_PIN);
    });

    it('until the PIN or badge that they were given with is changed or taken', async () => {
      const { id } = await sold();
      const path = `/staff/${manager.staff.id}/pin`;
      const admin = await personAs('admin');
      for (const change of [
        () => setPin(manager, '135790'),
        () => manager.post('/staff/me/badge', { current_password: DEMO_PASSWORD }),
        () => manager.delete('/staff/me/badge'),
        () => admin.delete(path),
      ]) {
        expectDone(await setPin(manager));
        const approved = await approvedBy(till, byPin({ subject_id: id }));
        expectDone(await change());
        expect(await voidSale(till, id, 'No', approved)).toMatchObject(refused('approval_invalid'));
      }
    });
  });

  it('never have a badge stand where others read it', async () => {
    const badge = await makeBadge(manager);
    const { id } = await sold();
    const scanned = `Wrong item ${badge.toLowerCase()}`;
    expect(await voidSale(manager, id, scanned)).toMatchObject({
      status: 422,
      body: { errors: { reason: ['A badge was scanned in here. Take it out'] } },
    });
    expect((await manager.post('/cash-movements', { kind: 'pay_in', amount: 1, reason: badge })).status).toBe(
      422,
    );
  });

  describe('are given', () => {
    it('by people of the store who have a PIN or a badge, and hold the right themselves', async () => {
      const [cashier, regional, bare] = [
        await personAs('salesperson'),
        await personAs('regional_manager'),
        await personAs('store_manager'),
      ];
      const elsewhere = await personAs('store_manager', await makeShop(server.database));
      for (const person of [cashier, regional, elsewhere]) expectDone(await setPin(person, '135792'));
      const namesFor = async (act: string) =>
        expectDone(await till.get<WireApprovers>(`/approvals/approvers?act=${act}`))
          .data.map(({ id }) => id)
          // Chains of other tests have regional managers, too.
          .filter((id) => id >= manager.staff.id);
      expect(await namesFor('void')).toEqual([manager.staff.id]);
      expect(await namesFor('no_sale')).toEqual([manager.staff.id, regional.staff.id]);
      for (const { staff } of [cashier, regional, elsewhere]) {
        // The answer does not tell if the PIN is right.
        for (const pin of ['135792', '246811']) {
          const answer = await approve(till, byPin({ staff_id: staff.id, pin }));
          const message = 'This person may not approve this';
          expect(answer).toMatchObject({ status: 422, body: { message, errors: { staff_id: [message] } } });
        }
      }
      const badge = await makeBadge(cashier);
      const message = `${cashier.staff.name} may not approve this`;
      expect(await approve(till, { act: 'void', badge })).toMatchObject({
        body: { errors: { badge: [message] } },
      });
      expect(await approve(till, byPin({ staff_id: bare.staff.id }))).toMatchObject(WRONG_PIN);
    });

    it('for a PIN that is right, and a wrong one never tells whose it is, or whether there is one', async () => {
      const { staff } = await personAs('store_manager');
      const nobody = 99_999_999;
      for (const [staff_id, pin] of [
        [manager.staff.id, '246811'],
        [staff.id, PIN],
        [nobody, PIN],
      ]) {
        const answer = await approve(till, byPin({ staff_id, pin }));
        expect(answer).toMatchObject(WRONG_PIN);
        expect(Object.keys(answer.body).sort()).toEqual(['code', 'errors', 'message']);
      }
      expect(await approve(till, { act: 'void', staff_id: staff.id })).toMatchObject(
        refused('validation_failed', 422),
      );
      const tried = await server.database.reader
        .selectFrom('audit_log')
        .select('details_json')
        .where('staff_id', '=', shop.seller.id)
        .where('action', '=', 'approvals.give')
        .orderBy('id')
        .execute();
      expect(tried.map(({ details_json }) => JSON.parse(details_json ?? '') as object)).toEqual([
        { subject: manager.staff.name, refused: 'wrong_pin' },
        { subject: staff.name, refused: 'wrong_pin' },
        { refused: 'wrong_pin' },
      ]);
    });

    it('after five wrong PINs of somebody at a till only a quarter of an hour later, by others and elsewhere at once', async () => {
      const counter = await makeKnownTill();
      const guess = (pin: string, at = counter) => approve(at, byPin({ pin }));
      for (let tries = 0; tries < 5; tries += 1) expect(await guess('246811')).toMatchObject(WRONG_PIN);
      expect(await guess(PIN)).toMatchObject(refused('too_many_attempts', 429));
      // Another name for the device does not make it another till: then the person counts.
      const seller = await signIn(server.url, shop.seller.email);
      expect((await approve(seller, byPin())).status).toBe(201);
      for (let tries = 0; tries < 5; tries += 1) {
        expect(await guess('246811', atDevice(server.url, seller))).toMatchObject(WRONG_PIN);
      }
      const again = await signIn(server.url, shop.seller.email);
      expect(await guess(PIN, atDevice(server.url, again))).toMatchObject(refused('too_many_attempts', 429));
      const second = await personAs('store_manager');
      expectDone(await setPin(second, '135790'));
      const bySecond = byPin({ staff_id: second.staff.id, pin: '135790' });
      expect((await approve(counter, bySecond)).status).toBe(201);
      server.clock.advance(15 * MINUTE);
      expect((await guess(PIN)).status).toBe(201);
      server.clock.advance(HOUR);
    });

    it('at every till of the shop, whatever others guess at tills that they make up', async () => {
      const known = await makeKnownTill();
      const statuses: Record<number, number> = {};
      for (let people = 0; people < 4; people += 1) {
        const guesser = await personAs('salesperson');
        for (let no = 0; no < 2; no += 1) {
          const made = atDevice(server.url, guesser);
          await makeTill(made, `Made up ${people} ${no}`);
          for (let tries = 0; tries < 5; tries += 1) {
            const { status } = await approve(made, byPin({ pin: '246811' }));
            statuses[status] = (statuses[status] ?? 0) + 1;
          }
        }
      }
      // At tills that the shop does not know, guesses count by the person who is signed in.
      expect(statuses).toEqual({ 422: 20, 429: 20 });
      const elsewhere = await personAs('salesperson');
      expect(await approve(elsewhere, byPin())).toMatchObject(refused('too_many_attempts', 429));
      expect((await approve(known, byPin())).status).toBe(201);
      server.clock.advance(HOUR);
      expect((await approve(elsewhere, byPin())).status).toBe(201);
    });

    it('after twenty wrong PINs of somebody at tills of the shop an hour later, and before at a till where they work themselves', async () => {
      const next = await makeKnownTill();
      const key = deviceKey();
      await makeTill(atDevice(server.url, await personAs('store_manager'), key), key);
      const manages = await signInAt(server.url, manager.staff.email, key);
      const own = await signInAt(server.url, shop.seller.email, key);
      const guessAt = async (at: Caller) => {
        for (let tries = 0; tries < 5; tries += 1) {
          expect(await approve(at, byPin({ pin: '246811' }))).toMatchObject(WRONG_PIN);
        }
      };
      for (let no = 0; no < 4; no += 1) await guessAt(await makeKnownTill());
      const closed = refused('too_many_attempts', 429);
      expect(await approve(next, byPin())).toMatchObject(closed);
      expect((await approve(own, byPin())).status).toBe(201);
      expect((await manages.post('/staff/unlock', { pin: PIN })).status).toBe(200);
      // Five in an hour are apart there, and no more.
      await guessAt(own);
      server.clock.advance(15 * MINUTE);
      expect(await approve(own, byPin())).toMatchObject(closed);
      server.clock.advance(45 * MINUTE);
      for (const at of [own, next]) expect((await approve(at, byPin())).status).toBe(201);
    });

    it('for a badge until another one is made, or it is taken', async () => {
      const lost = await makeBadge(manager);
      expect((await approve(till, { act: 'void', badge: lost.toLowerCase() })).status).toBe(201);
      const badge = await makeBadge(manager);
      expect(await approve(till, { act: 'void', badge: lost })).toMatchObject(WRONG_BADGE);
      expect(await approve(till, { act: 'void', badge: 'TB-1' })).toMatchObject(WRONG_BADGE);
      const given = expectDone(await approve<WireApproval>(till, { act: 'void', badge }));
      expect(given.approver).toEqual({ id: manager.staff.id, name: manager.staff.name });
      const regional = await personAs('regional_manager');
      const path = `/staff/${manager.staff.id}/pin`;
      expect(await regional.get<WirePinState>(path)).toMatchObject({
        body: { has_pin: true, has_badge: true },
      });
      // The PIN cannot be removed by people of the same rank.
      expect(await (await personAs('store_manager')).delete(path)).toMatchObject(refused('forbidden'));
      expectDone(await regional.delete(path));
      expect(await manager.get<WirePinState>('/staff/me/pin')).toMatchObject({
        body: { has_pin: false, has_badge: false },
      });
      expect(await approve(till, { act: 'void', badge })).toMatchObject(WRONG_BADGE);
    });
  });

  describe('a PIN and a badge', () => {
    it('are one’s own to set, with one’s password, and nothing of them is kept but a hash', async () => {
      const seller = await signIn(server.url, shop.seller.email);
      expect(await setPin(seller, PIN, 'not-it-at-all')).toMatchObject(refused('wrong_password', 422));
      expect(await setPin(seller, '123456')).toMatchObject({
        status: 422,
        body: { errors: { pin: ['This PIN is too easy to guess'] } },
      });
      expectDone(await setPin(seller, '975310'));
      const badge = await makeBadge(seller);
      const rows = await server.database.reader
        .selectFrom('staff_pins')
        .selectAll()
        .where('staff_id', '=', shop.seller.id)
        .execute();
      expect(rows).toMatchObject([{ badge_id: badge.slice(3, 11) }]);
      expect(rows[0]?.pin_hash).toMatch(/^\$argon2id\$/);
      expect(rows[0]?.badge_hash).toMatch(/^\$argon2id\$/);
      const kept = JSON.stringify([
        await server.database.reader.selectFrom('audit_log').selectAll().execute(),
        await server.database.reader.selectFrom('idempotency_keys').selectAll().execute(),
        rows,
      ]);
      for (const secret of ['975310', badge.slice(12), badge]) expect(kept).not.toContain(secret);
      expectDone(await seller.delete('/staff/me/pin'));
      expectDone(await seller.delete('/staff/me/badge'));
      expect(await seller.get<WirePinState>('/staff/me/pin')).toMatchObject({
        body: { has_pin: false, has_badge: false },
      });
    });
  });
});
