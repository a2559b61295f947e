import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { endOfDay } from '#domain/store-time.ts';
import { trustClock } from '#server/modules/stores/stores.public.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { HOUR, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  addPayment,
  complete,
  completeInCash,
  expectDone,
  findUnitRow,
  openDraft,
  openPaidDraft,
  pay,
  sell,
  type WireReceipt,
  type WireSale,
  type WireScan,
  type WireTransaction,
} from '#tests/support/selling.ts';
import {
  makeCustomer,
  makeGroups,
  makeSettings,
  makeShop,
  makeStaff,
  type Shop,
} from '#tests/support/shop.ts';

onEveryEngine('a sale in the demo shop', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ demo: true });
  });
  afterAll(() => server.close());

  /** Finds units of a store that have an IMEI and a serial number. */
  const findUnits = (code: string, count: number) =>
    server.database.reader
      .selectFrom('inventory_items')
      .innerJoin('stores', 'stores.id', 'inventory_items.store_id')
      .innerJoin('product_variations', 'product_variations.id', 'inventory_items.product_variation_id')
      .select([
        'inventory_items.id',
        'inventory_items.imei',
        'inventory_items.serial_number',
        'product_variations.retail_price',
      ])
      .where('stores.code', '=', code)
      .where('inventory_items.status', '=', 'available')
      .where('inventory_items.imei', 'is not', null)
      .where('inventory_items.category', '=', 'new')
      .orderBy('inventory_items.id')
      .limit(count)
      .execute();

  it.each([
    ['MNL-01', 'salesperson@demo.test', 12, 'in the prices'],
    ['CEB-01', 'salesperson.ceb@demo.test', 12, 'in the prices'],
    ['DVO-01', 'salesperson.dvo@demo.test', 10, 'added to them'],
  ])('goes from scan to receipt at %s with %s, %i percent tax %s', async (code, email, rate, how) => {
    const till = await signIn(server.url, email);
    const units = await findUnits(code, 2);
    const scanned: number[] = [];
    for (const unit of units) {
      const found = expectDone(await till.post<WireScan>('/pos/scan', { code: unit.imei }));
      if (found.type === 'inventory') scanned.push(found.data.id);
    }
    const draft = await openDraft(till, scanned);
    const subtotal = units.reduce((sum, unit) => sum + unit.retail_price, 0);
    const isIncluded = how === 'in the prices';
    const taxable = isIncluded ? Math.round((subtotal * 100) / (100 + rate)) : subtotal;
    const tax = isIncluded ? subtotal - taxable : Math.round((subtotal * rate) / 100);
    const total = (taxable + tax) / 100;
    expect(draft).toMatchObject({
      status: 'draft',
      version: 1,
      invoice_number: null,
      subtotal: subtotal / 100,
      discount_amount: 0,
      taxable_amount: taxable / 100,
      tax_rate: rate,
      tax_amount: tax / 100,
      total_amount: total,
      items_count: 2,
      customer: null,
    });
    expect(draft.draft_number).toMatch(new RegExp(`^${code}-D\\d{6}$`));

    await pay(till, draft.id, { method: 'gcash', amount: 1000, reference_number: 'G-123' });
    await pay(till, draft.id, { method: 'card', amount: 500.5, reference_number: 'slip 77' });
    await pay(till, draft.id, { method: 'cash', amount: total });
    const { transaction, receipt } = expectDone(await complete<WireSale>(till, draft.id));
    expect(transaction).toMatchObject({ status: 'completed', total_amount: total, change_due: 1500.5 });
    expect(transaction.invoice_number).toMatch(new RegExp(`^${code}-\\d{6}$`));
    expect(transaction.completed_at).toBe(new Date(server.clock.now()).toISOString());
    expect(transaction.payments.map((p) => [p.method, p.status, p.amount])).toEqual([
      ['gcash', 'pending', 1000],
      ['card', 'completed', 500.5],
      ['cash', 'completed', total],
    ]);
    expect(receipt.lines.map((line) => [line.imei, line.serial_number])).toEqual(
      units.map((unit) => [unit.imei, unit.serial_number]),
    );
    expect(receipt).toMatchObject({ total_amount: total, change_due: 1500.5, tax_rate: rate, copy_no: 0 });

    for (const unit of units) {
      expect(await findUnitRow(server.database, unit.id)).toMatchObject({
        status: 'sold',
        lock_token: null,
        locked_for_draft: null,
      });
      const again = expectDone(await till.post<WireScan>('/pos/scan', { code: unit.serial_number }));
      expect(again.type).toBe('transaction');
    }
  });
});

onEveryEngine('completing a sale', (start) => {
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

  const unitId = (index = 0) => shop.units[index]?.id ?? 0;
  const countInvoices = async () => {
    const series = server.database.reader.selectFrom('number_series').select('last_no');
    const row = await series
      .where('store_id', '=', shop.store.id)
      .where('kind', '=', 'invoice')
      .executeTakeFirst();
    return row?.last_no ?? 0;
  };

  it('is refused while the payments do not cover the total, and says how much is missing', async () => {
    const draft = await openDraft(till, [unitId()]);
    expect(await complete(till, draft.id)).toMatchObject({
      status: 422,
      body: { code: 'insufficient_payment', message: 'Please add ₱1,100.00 more in payments' },
    });
    await pay(till, draft.id, { method: 'cash', amount: 1099.98 });
    expect((await complete(till, draft.id)).body.message).toBe('Please add ₱0.02 more in payments');
    await pay(till, draft.id, { method: 'cash', amount: 0.01 });
    const sale = expectDone(await complete<WireSale>(till, draft.id));
    expect(sale.transaction.change_due).toBe(0);
  });

  it('answers the same sale to every further completion, with one invoice number', async () => {
    const draft = await openPaidDraft(till, [unitId()]);
    const first = await complete<WireSale>(till, draft.id, { key: 'complete-1' });
    expect(first.status).toBe(200);
    for (const options of [{ key: 'complete-1' }, { key: 'complete-2' }, {}]) {
      const again = await complete<WireSale>(till, draft.id, options);
      expect([again.status, again.body]).toEqual([200, first.body]);
    }
    expect(await countInvoices()).toBe(1);
  });

  it('is dated no earlier than the invoice before, until somebody says that the clock is right', async () => {
    const ahead = async () =>
      expectDone(await till.get<{ last_sale_ahead: string | null }>('/dashboard')).last_sale_ahead;
    const first = (await sell(till, [unitId(0)])).transaction;
    server.clock.advance(-2 * HOUR);
    try {
      const second = (await sell(till, [unitId(1)])).transaction;
      expect(second.invoice_number).toBe(first.invoice_number?.replace(/1$/, '2'));
      expect([second.completed_at, await ahead()]).toEqual([first.completed_at, first.completed_at]);

      expect(await trustClock(server.database, server.clock.now())).toBeGreaterThan(0);
      const third = (await sell(till, [unitId(2)])).transaction;
      expect(third.completed_at).toBe(new Date(server.clock.now()).toISOString());
      expect(await ahead()).toBeNull();
      const audited = server.database.reader.selectFrom('audit_log').select('staff_id');
      expect(
        await audited
          .where('action', '=', 'stores.trustClock')
          .where('store_id', '=', shop.store.id)
          .execute(),
      ).toEqual([{ staff_id: null }]);
    } finally {
      server.clock.advance(2 * HOUR);
    }
  });

  it('answers one sale to two completions at once', async () => {
    const draft = await openPaidDraft(till, [unitId()]);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((no) => complete<WireSale>(till, draft.id, { key: `k${no}` })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.transaction.invoice_number)).size).toBe(1);
    expect(await countInvoices()).toBe(1);
  });

  it('gives invoice numbers without gaps, whatever was refused between them', async () => {
    const first = await sell(till, [unitId(0)]);
    const unpaid = await openDraft(till, [unitId(1)]);
    expect((await complete(till, unpaid.id)).status).toBe(422);
    expect((await till.delete(`/transactions/${unpaid.id}`, {})).status).toBe(200);
    const second = await sell(till, [unitId(1)]);
    const { code } = shop.store;
    expect(first.transaction.invoice_number).toBe(`${code}-000001`);
    expect(second.transaction.invoice_number).toBe(`${code}-000002`);
    expect(second.transaction.draft_number).toBe(`${code}-D000003`);
    expect(second.transaction.transaction_number).toBe(second.transaction.draft_number);
  });

  it('is refused with the lost units when another till sold one of them meanwhile', async () => {
    const draft = await openDraft(till, [unitId(0), unitId(1)]);
    server.clock.advance(6 * 60_000);
    const other = await signIn(server.url, shop.seller.email);
    const { transaction } = await sell(other, [unitId(1)]);
    expect(transaction.items_count).toBe(1);
    const refused = await completeInCash(till, draft);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'item_unavailable', inventory_item_ids: [unitId(1)] },
    });
    expect(await findUnitRow(server.database, unitId(0))).not.toMatchObject({ status: 'sold' });
    expect(await countInvoices()).toBe(1);
  });

  it('is refused, and keeps what was saved, when its day ended and another till sold one of its units', async () => {
    const draft = await openPaidDraft(till, [unitId(0), unitId(1)]);
    server.clock.advance(endOfDay(server.clock.now(), shop.store.timezone) - server.clock.now());
    const manager = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    const [here, other] = [
      await signIn(server.url, shop.seller.email),
      await signIn(server.url, manager.email),
    ];
    expectDone(await other.post(`/pos/inventory/${unitId(1)}/lock-paid-for`));
    await sell(other, [unitId(1)]);
    expect(await complete(here, draft.id)).toMatchObject({
      status: 409,
      body: { code: 'item_unavailable', inventory_item_ids: [unitId(1)] },
    });
    expect(await here.get(`/payments/transaction/${draft.id}`)).toMatchObject({
      body: [{ status: 'completed', amount: draft.total_amount }],
    });
    expect(await countInvoices()).toBe(1);
  });

  it('is refused, naming the holder, while another till holds one of its units', async () => {
    const draft = await openDraft(till, [unitId(0), unitId(1)]);
    server.clock.advance(6 * 60_000);
    const other = await signIn(server.url, shop.seller.email);
    await other.post(`/pos/inventory/${unitId(1)}/lock`);
    expect(await completeInCash(till, draft)).toMatchObject({
      status: 409,
      body: {
        code: 'item_unavailable',
        inventory_item_ids: [unitId(1)],
        locked_by: shop.seller.name,
        locked_until: new Date(server.clock.now() + LOCK_LIFETIME).toISOString(),
      },
    });
    await other.post(`/pos/inventory/${unitId(1)}/unlock`);
    expect((await completeInCash(till, draft)).status).toBe(200);
  });

  it('sells units whose lock has expired when nobody took them', async () => {
    const draft = await openDraft(till, [unitId()]);
    server.clock.advance(6 * 60_000);
    expect((await completeInCash(till, draft)).status).toBe(200);
  });

  it('is refused, naming the new total, when a price changed after the draft was saved', async () => {
    const draft = await openPaidDraft(till, [unitId()]);
    await server.database.write((writer) =>
      writer
        .updateTable('product_variations')
        .set({ retail_price: 123_456 })
        .where('id', '=', shop.variation.id)
        .execute(),
    );
    const refused = await complete(till, draft.id);
    expect(refused).toMatchObject({ status: 422, body: { code: 'total_changed', total_amount: 1358.02 } });
    expect(refused.body.message).toContain('₱1,358.02');
    expect(await countInvoices()).toBe(0);
  });

  it('holds the tax inside where the store’s prices include it', async () => {
    const settings_json = makeSettings({ prices_include_tax: true });
    const inclusive = await makeShop(server.database, { store: { settings_json } });
    const there = await signIn(server.url, inclusive.seller.email);
    const { transaction } = await sell(there, [inclusive.units[0]?.id ?? 0]);
    expect(transaction).toMatchObject({
      total_amount: 1000,
      taxable_amount: 892.86,
      tax_amount: 107.14,
      prices_include_tax: true,
    });
  });

  it('takes no change or cancellation afterwards, and leaves its payments to whoever reviews them', async () => {
    const { transaction } = await sell(till, [unitId()]);
    const message = 'This transaction has already been completed';
    const path = `/transactions/${transaction.id}`;
    for (const answer of [
      await till.put(path, { items: [] }),
      await till.delete(path, {}),
      await till.post(`${path}/refresh-locks`, {}),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'illegal_state', message } });
    }
    for (const answer of [
      await addPayment(till, transaction.id, { method: 'cash', amount: 1 }),
      await till.delete(`/payments/${transaction.payments[0]?.id}`, { reason: 'Mistake' }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
  });

  it('tells an empty draft and a missing one apart', async () => {
    const draft = await openDraft(till, [unitId()]);
    await till.put(`/transactions/${draft.id}`, { items: [] });
    expect(await complete(till, draft.id)).toMatchObject({ status: 409, body: { code: 'illegal_state' } });
    expect(await complete(till, 999_999)).toMatchObject({
      status: 404,
      body: { message: 'The transaction you are looking for does not exist' },
    });
  });

  it('checks the address for the receipt', async () => {
    const draft = await openPaidDraft(till, [unitId()]);
    const send = (receiptEmail: string | null) =>
      till.post(`/transactions/${draft.id}/complete`, { receiptEmail, printReceipt: true });
    expect((await send('not an address')).body.errors).toEqual({ receiptEmail: ['Invalid email format'] });
    expect((await send('buyer@example.ph')).status).toBe(200);
  });

  const mailsTo = (recipient: string) =>
    server.database.reader.selectFrom('outbox').selectAll().where('recipient', '=', recipient).execute();
  const pointsOf = async (customerId: number) => {
    const { reader } = server.database;
    const customers = reader.selectFrom('customers').select('loyalty_points').where('id', '=', customerId);
    const entries = reader.selectFrom('loyalty_entries').selectAll().where('customer_id', '=', customerId);
    const { loyalty_points } = await customers.executeTakeFirstOrThrow();
    return { balance: loyalty_points, entries: await entries.orderBy('id').execute() };
  };

  it('puts its receipt in the outbox once, and only when it is completed', async () => {
    const recipient = `buyer-${shop.store.id}@example.ph`;
    const draft = await openDraft(till, [unitId()]);
    const finish = () =>
      till.post<WireSale>(`/transactions/${draft.id}/complete`, { receiptEmail: recipient });
    expect((await finish()).status).toBe(422);
    expect(await mailsTo(recipient)).toEqual([]);
    await pay(till, draft.id, { method: 'cash', amount: 1100 });
    const { transaction } = expectDone(await finish());
    expect(transaction.receipt_email).toBe(recipient);
    for (const again of await Promise.all([finish(), finish()])) expect(again.status).toBe(200);
    const mails = await mailsTo(recipient);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ attempts: 0, sent_at: null });
    expect(mails[0]?.subject).toContain(transaction.invoice_number);
  });

  it('sends its receipt once to an address that came with a later completion', async () => {
    const recipient = `late-${shop.store.id}@example.ph`;
    const { transaction: sale } = await sell(till, [unitId()]);
    const finish = () =>
      till.post<WireSale>(`/transactions/${sale.id}/complete`, { receiptEmail: recipient });
    for (const again of await Promise.all([finish(), finish()])) {
      expect(expectDone(again).transaction).toMatchObject({
        invoice_number: sale.invoice_number,
        receipt_email: recipient,
      });
    }
    expect((await till.post(`/transactions/${sale.id}/complete`, {})).status).toBe(200);
    expect(await mailsTo(recipient)).toHaveLength(1);
  });

  it('sends nothing when no address was given', async () => {
    const count = async () =>
      (await server.database.reader.selectFrom('outbox').select('id').execute()).length;
    const before = await count();
    await sell(till, [unitId()]);
    expect(await count()).toBe(before);
  });

  it('gives the customer a point for every whole peso before tax, once, and says for which sale', async () => {
    const customer = await makeCustomer(server.database, { loyalty_points: 7 });
    await openPaidDraft(till, [unitId(1)]);
    const discounts = [{ type: 'fixed', value: 0.01, reason: 'Rounding' }];
    const draft = await openPaidDraft(till, [unitId()], { customer_id: customer.id, discounts });
    const answers = await Promise.all([1, 2, 3, 4].map(() => complete<WireSale>(till, draft.id)));
    const [first] = answers.map(expectDone);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(first).toMatchObject({
      transaction: { points_earned: 999, balance_due: 0, customer: { loyalty_points: 1006 } },
      receipt: { points_earned: 999, customer: { name: customer.name } },
    });
    const { balance, entries } = await pointsOf(customer.id);
    expect(balance).toBe(1006);
    expect(entries).toEqual([
      {
        id: expect.any(Number) as number,
        customer_id: customer.id,
        points: 999,
        balance: 1006,
        reason: `Sale ${first?.transaction.invoice_number}`,
        transaction_id: draft.id,
        staff_id: shop.seller.id,
        created_at: server.clock.now(),
      },
    ]);
  });

  it('gives points of two sales at once to one customer, losing none', async () => {
    const customer = await makeCustomer(server.database);
    const colleague = await makeStaff(server.database, { store_id: shop.store.id });
    const other = await signIn(server.url, colleague.email);
    const extra = { customer_id: customer.id };
    const drafts = [
      await openPaidDraft(till, [unitId(0)], extra),
      await openPaidDraft(other, [unitId(1)], extra),
    ];
    const answers = await Promise.all(drafts.map((draft, index) => complete(index ? other : till, draft.id)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    const { balance, entries } = await pointsOf(customer.id);
    expect([balance, entries.map((entry) => entry.balance)]).toEqual([2000, [1000, 2000]]);
  });

  it('gives a walk-in no points, and a customer none for a refused completion', async () => {
    const { transaction, receipt } = await sell(till, [unitId(0)]);
    expect([transaction.points_earned, receipt.points_earned]).toEqual([0, null]);
    const customer = await makeCustomer(server.database);
    const draft = await openDraft(till, [unitId(1)], { customer_id: customer.id });
    expect((await complete(till, draft.id)).status).toBe(422);
    expect(await pointsOf(customer.id)).toEqual({ balance: 0, entries: [] });
  });

  it('is refused, naming the new total, when the customer’s group changed after the draft was saved', async () => {
    const groups = await makeGroups(server.database);
    const customer = await makeCustomer(server.database);
    const draft = await openPaidDraft(till, [unitId()], { customer_id: customer.id });
    await server.database.write((writer) =>
      writer
        .updateTable('customers')
        .set({ customer_group_id: groups.member.id })
        .where('id', '=', customer.id)
        .execute(),
    );
    expect(await complete(till, draft.id)).toMatchObject({
      status: 422,
      body: { code: 'total_changed', total_amount: 1067 },
    });
  });

  it('counts repeats of the receipt when it is printed again, not when it is looked at', async () => {
    const { transaction } = await sell(till, [unitId()]);
    const look = async () =>
      expectDone(await till.get<WireReceipt>(`/transactions/${transaction.id}/receipt`));
    const reprint = async () =>
      expectDone(await till.post<WireReceipt>(`/transactions/${transaction.id}/print-receipt`));
    expect((await look()).copy_no).toBe(0);
    expect((await reprint()).copy_no).toBe(1);
    expect((await look()).copy_no).toBe(0);
    expect((await reprint()).copy_no).toBe(2);
    const draft = await openDraft(till, [unitId(1)]);
    expect((await till.get(`/transactions/${draft.id}/receipt`)).status).toBe(409);
  });

  it('counts the first paper of a sale that no printer printed as the original', async () => {
    const draft = await openPaidDraft(till, [unitId()]);
    expectDone(await till.post(`/transactions/${draft.id}/complete`, { printReceipt: false }));
    const copies = async () =>
      expectDone(await till.get<WireTransaction>(`/transactions/${draft.id}`)).copies_printed;
    const print = async () =>
      expectDone(await till.post<WireReceipt>(`/transactions/${draft.id}/print-receipt`)).copy_no;
    expect(await copies()).toBe(0);
    expect([await print(), await copies()]).toEqual([0, 0]);
    expect([await print(), await copies()]).toEqual([1, 1]);
    const { timeline = [] } = expectDone(await till.get<WireTransaction>(`/transactions/${draft.id}`));
    const printed = timeline.filter(({ kind }) => kind === 'receipt_printed');
    expect(printed.map(({ detail }) => detail)).toEqual(['REPRINT 1', null]);
  });
});
