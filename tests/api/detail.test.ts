import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signIn, type Caller, type SignedIn } from '#tests/support/http.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  expectDone,
  openDraft,
  openPaidDraft,
  pay,
  refundSale,
  sell,
  voidSale,
  type WireReceipt,
  type WireRefunded,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeShop, type Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';

onEveryEngine('a transaction in detail', (start) => {
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
  const look = async (id: number) => expectDone(await till.get<WireTransaction>(`/transactions/${id}`));
  const timelineOf = async (id: number) =>
    (await look(id)).timeline?.map(({ kind, by, detail, amount }) => [kind, by, detail, amount]);
  const mailsTo = (recipient: string) =>
    server.database.reader.selectFrom('outbox').selectAll().where('recipient', '=', recipient).execute();

  it('tells what happened and who did it, newest first', async () => {
    const later = () => server.clock.advance(MINUTE);
    const draft = await openDraft(till, [unitId(0), unitId(1)]);
    later();
    const mistake = await pay(till, draft.id, { method: 'cash', amount: 1 });
    later();
    await till.delete(`/payments/${mistake.id}`, { reason: 'Mistyped' });
    later();
    const gcash = { method: 'gcash', amount: 1000, reference_number: 'G-1' };
    const arrived = await pay(till, draft.id, gcash);
    later();
    const lost = await pay(till, draft.id, { ...gcash, method: 'maya', amount: 1200 });
    later();
    await till.post(`/transactions/${draft.id}/complete`, { receiptEmail: 'ana@buyer.test' });
    later();
    expectDone(await manager.post(`/payments/${arrived.id}/verify`, { notes: 'Seen in the app' }));
    later();
    expectDone(await manager.post(`/payments/${lost.id}/mark-failed`, { reason: 'Never came' }));
    later();
    await till.post(`/transactions/${draft.id}/print-receipt`);
    later();
    await manager.post(`/transactions/${draft.id}/print-receipt`);
    later();
    await till.post(`/transactions/${draft.id}/email-receipt`, { email: 'ben@buyer.test' });
    later();
    const items = [{ id: draft.transaction_items[0]?.id }];
    expectDone(await refundSale<WireRefunded>(manager, draft.id, { items, reason: 'Broken' }));

    const [seller, boss] = [shop.seller.name, manager.staff.name];
    expect(await timelineOf(draft.id)).toEqual([
      ['refunded', boss, 'Broken', 500],
      ['receipt_emailed', seller, null, null],
      ['receipt_printed', boss, 'REPRINT 2', null],
      ['receipt_printed', seller, 'REPRINT 1', null],
      ['payment_failed', boss, 'Never came', 1200],
      ['payment_verified', boss, 'Seen in the app', 1000],
      ['receipt_emailed', seller, 'ana@buyer.test', null],
      ['completed', seller, null, 2200],
      ['payment_added', seller, 'pending', 1200],
      ['payment_added', seller, 'pending', 1000],
      ['payment_deleted', seller, 'Mistyped', 1],
      ['payment_added', seller, null, 1],
      ['draft_created', seller, null, null],
    ]);
    const times = (await look(draft.id)).timeline?.map((entry) => Date.parse(entry.at)) ?? [];
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect((await look(draft.id)).timeline?.[4]?.method).toBe('maya');
  });

  it('puts what happened in one moment in the order in which it can have happened', async () => {
    const draft = await openDraft(till, [unitId()]);
    await pay(till, draft.id, { method: 'gcash', amount: draft.total_amount, reference_number: 'G-2' });
    expectDone(await complete<WireSale>(till, draft.id));
    await till.post(`/transactions/${draft.id}/print-receipt`);
    expectDone(await voidSale(manager, draft.id, 'Mistake'));
    expect((await timelineOf(draft.id))?.map(([kind]) => kind)).toEqual([
      'voided',
      'payment_failed',
      'receipt_printed',
      'completed',
      'payment_added',
      'draft_created',
    ]);
  });

  it('tells of cash what was paid, and beside it what was tendered where change was given', async () => {
    const draft = await openDraft(till, [unitId()]);
    await pay(till, draft.id, { method: 'cash', amount: draft.total_amount + 300 });
    const paidOf = async () =>
      (await look(draft.id)).timeline
        ?.filter(({ kind }) => kind === 'payment_added')
        .map(({ amount, tendered }) => [amount, tendered]);
    expect(await paidOf()).toEqual([[draft.total_amount + 300, null]]);
    expectDone(await complete<WireSale>(till, draft.id));
    expect(await paidOf()).toEqual([[draft.total_amount, draft.total_amount + 300]]);
  });

  it('of a draft begins with who made it, and has neither receipt nor refunds', async () => {
    const draft = await openDraft(till, [unitId()]);
    const found = await look(draft.id);
    expect(found).toMatchObject({ status: 'draft', refunds: [], refunded_amount: 0, voided_at: null });
    expect(await timelineOf(draft.id)).toEqual([['draft_created', shop.seller.name, null, null]]);
  });

  it('is missing for another store’s people', async () => {
    const { transaction: sale } = await sell(till, [unitId()]);
    const elsewhere = await makeShop(server.database);
    const theirs = await signIn(server.url, elsewhere.seller.email);
    for (const answer of [
      await theirs.get(`/transactions/${sale.id}`),
      await theirs.post(`/transactions/${sale.id}/email-receipt`, { email: 'ana@buyer.test' }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'transaction_not_found' } });
    }
  });

  it('sends a receipt by mail as often as it is asked for, and once for one request', async () => {
    const { transaction: sale } = await sell(till, [unitId(0)]);
    const email = `${sale.draft_number.toLowerCase()}@buyer.test`;
    const send = (key: string) =>
      till.post<{ message: string }>(`/transactions/${sale.id}/email-receipt`, { email }, { key });
    for (const key of ['a', 'a', 'b']) {
      const answer = await send(key);
      expect([answer.status, answer.body.message]).toEqual([200, `The receipt is on its way to ${email}`]);
    }
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.subject).toContain(sale.invoice_number);
    expect(mails[0]?.text).toContain('1,100.00');
    expect((await look(sale.id)).copies_printed).toBe(0);
  });

  it('keeps with a mail which sale it is of and who asked for it', async () => {
    const draft = await openPaidDraft(till, [unitId(0)]);
    const [first, second] = [`first-${draft.id}@buyer.test`, `second-${draft.id}@buyer.test`];
    expectDone(await till.post<object>(`/transactions/${draft.id}/complete`, { receiptEmail: first }));
    expectDone(await manager.post<object>(`/transactions/${draft.id}/email-receipt`, { email: second }));
    expect(await mailsTo(first)).toMatchObject([{ transaction_id: draft.id, staff_id: shop.seller.id }]);
    expect(await mailsTo(second)).toMatchObject([{ transaction_id: draft.id, staff_id: manager.staff.id }]);
  });

  it('sends no more than five receipts an hour to one address, and no more than sixty by one person', async () => {
    const { transaction: sale } = await sell(till, [unitId(0)]);
    const send = (email: string, by: Caller = till) =>
      by.post(`/transactions/${sale.id}/email-receipt`, { email });
    const [ana, ben] = [`ana-${sale.id}@buyer.test`, `ben-${sale.id}@buyer.test`];
    for (let no = 0; no < 5; no += 1) expectDone(await send(no % 2 ? ana.toUpperCase() : ana));
    const refused = await send(ana);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers.get('retry-after'))).toBe(HOUR / 1000);
    expect((await send(ben)).status).toBe(200);
    expect((await send(ana, manager)).status).toBe(200);
    for (let no = 6; no < 60; no += 1) expectDone(await send(`${no}-${sale.id}@buyer.test`));
    expect((await send(`60-${sale.id}@buyer.test`)).status).toBe(429);
    server.clock.advance(HOUR);
    expect((await send(ana)).status).toBe(200);
  });

  it('sends no receipt of a draft, and none to what is no address', async () => {
    const draft = await openDraft(till, [unitId(0)]);
    const send = (id: number, email: string) => till.post(`/transactions/${id}/email-receipt`, { email });
    expect(await send(draft.id, 'ana@draft.test')).toMatchObject({
      status: 409,
      body: { code: 'illegal_state', message: 'A draft has no receipt yet' },
    });
    expect(await mailsTo('ana@draft.test')).toEqual([]);
    const { transaction: sale } = await sell(till, [unitId(1)]);
    expect((await send(sale.id, 'nowhere')).body.errors).toEqual({ email: ['Invalid email format'] });
  });

  it('names each discount on the receipt, on its line or on the cart, with what it took off', async () => {
    const { store } = shop;
    const percent = (value: number, reason: string) => ({ type: 'percentage', value, reason });
    const { receipt } = expectDone(
      await (async () => {
        const draft = await openDraft(manager, [], {
          items: [
            {
              inventory_item_id: unitId(0),
              discounts: [percent(10, 'Open box'), { type: 'fixed', value: 25.5, reason: 'Scratch' }],
            },
            { inventory_item_id: unitId(1) },
          ],
          discounts: [percent(2.5, 'Opening day')],
        });
        await pay(manager, draft.id, { method: 'cash', amount: draft.total_amount });
        return complete<WireSale>(manager, draft.id);
      })(),
    );
    expect(receipt.store.name).toBe(store.name);
    expect(receipt.lines.map((line) => line.discounts)).toEqual([
      [
        { label: 'Open box −10%', amount: 100 },
        { label: 'Scratch', amount: 25.5 },
      ],
      [],
    ]);
    expect(receipt.cart_discounts).toEqual([{ label: 'Opening day −2.5%', amount: 46.86 }]);
    expect(receipt.discount_amount).toBe(172.36);
  });

  it('shows the one discount of a sale from before discounts were kept one by one', async () => {
    const { transaction: sale } = await sell(till, [unitId()]);
    await server.database.write((writer) =>
      writer
        .updateTable('transaction_items')
        .set({ discount_amount: 5000, final_price: 95_000, discount_reason: 'Regular customer' })
        .where('transaction_id', '=', sale.id)
        .execute(),
    );
    const receipt = expectDone(await till.get<WireReceipt>(`/transactions/${sale.id}/receipt`));
    expect(receipt.lines[0]?.discounts).toEqual([{ label: 'Regular customer', amount: 50 }]);
  });

  it('still names a unit that came back and was taken to another store', async () => {
    const { transaction: sale } = await sell(till, [unitId()]);
    expectDone(await refundSale<WireRefunded>(manager, sale.id));
    const { store } = await makeShop(server.database);
    await server.database.write((writer) =>
      writer.updateTable('inventory_items').set({ store_id: store.id }).where('id', '=', unitId()).execute(),
    );
    const found = await look(sale.id);
    expect(found.transaction_items.map((item) => item.inventory_item_id)).toEqual([unitId()]);
    expect(found.refunds[0]?.items[0]?.product_name).toContain(shop.variation.product.name);
  });

  it('can be looked at as a receipt after it was voided or refunded', async () => {
    const { transaction: sale } = await sell(till, [unitId()]);
    expectDone(await voidSale(manager, sale.id, 'Mistake'));
    const receipt = expectDone(await till.get<WireReceipt>(`/transactions/${sale.id}/receipt`));
    expect(receipt.invoice_number).toBe(sale.invoice_number);
  });
});
