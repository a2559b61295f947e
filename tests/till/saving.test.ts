import { expect, it } from 'vitest';
import { unitKey } from '#domain/sale-line.ts';
import { cartTotals } from '#domain/cart.ts';
import { MINUTE, onEveryEngine } from '#tests/support/server.ts';
import { keptOnTill, saved, tillShop, until } from '#tests/support/till/till-shop.ts';
import type { WorkingTill } from '#tests/support/till/working-till.ts';

const CREATE = /^POST \/transactions$/;
const UPDATE = /^PUT \/transactions\/\d+$/;
const draftId = (till: WorkingTill) => till.sale.read().cart.draft?.id ?? 0;

onEveryEngine('a cart that is saved to its draft', (start) => {
  const at = tillShop(start);

  it('makes one draft when the answer to the first save is lost, by asking again word for word', async () => {
    const till = await at.openTill();
    const dropped = till.network.proxy.dropNext('answer dropped', /^POST \/api\/v1\/transactions /);
    await till.scan(at.unit(0).imei);
    expect((await dropped).status).toBe(201);
    await till.scan(at.unit(1).imei);
    await saved(till);
    expect(await at.drafts()).toHaveLength(1);
    expect(await at.itemsOf(draftId(till))).toEqual([at.unit(0).id, at.unit(1).id]);
    const sent = till.network.sentTo(CREATE);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]?.key).toBeTruthy();
  });

  it('takes the store’s new tax when its draft is opened, and says what it comes to', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    await at.chargeTax(1500);
    const storeTax = { rate: 1500, pricesIncludeTax: false };
    const other = await at.openManagersTill();
    await other.sale.open(draftId(till), { takeOver: true });
    expect(other.told).toEqual([
      {
        intent: 'warning',
        title: 'Tax is now 15%',
        body: 'The total is $1,150.00. It was $1,100.00.',
      },
    ]);
    const shown = () => cartTotals(other.sale.read().cart, storeTax).total_amount;
    const stored = async () => (await at.drafts()).map((draft) => draft.total_amount);
    await saved(other);
    expect(other.sale.read().cart.draft?.tax).toEqual(storeTax);
    expect([shown()]).toEqual(await stored());
  });

  it('is charged the new tax that the till hears of while it stands open, once', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    await at.chargeTax(500);
    till.sale.chargeTax({ rate: 500, pricesIncludeTax: false });
    till.sale.chargeTax({ rate: 500, pricesIncludeTax: false });
    await saved(till);
    expect(till.told.map(({ title, body }) => [title, body])).toEqual([
      ['Tax is now 5%', 'The total is $1,050.00. It was $1,100.00.'],
    ]);
    expect((await at.drafts()).map((draft) => draft.total_amount)).toEqual([105_000]);
    expect(till.network.sentTo(UPDATE)).toHaveLength(1);
  });

  it('keeps the tax that it was paid at until its payments are deleted, and says the new one then', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const id = draftId(till);
    const taken = await (await till.goToPayment()).pay('gcash', 'P-1');
    till.sale.notePaid(id, { paid: 110_000, pending: 110_000 });
    await at.chargeTax(500);
    const storeTax = { rate: 500, pricesIncludeTax: false };
    till.sale.chargeTax(storeTax);
    await till.scan(at.unit(1).imei);
    await saved(till);
    const shown = () => cartTotals(till.sale.read().cart, storeTax).total_amount;
    const stored = async () => (await at.drafts()).map((draft) => draft.total_amount);
    expect([[shown()], till.told]).toEqual([await stored(), []]);
    expect(shown()).toBe(220_000);
    await till.api.payments.delete({ params: { paymentId: taken.id }, body: { reason: 'Handed back' } });
    till.sale.notePaid(id, { paid: 0, pending: 0 });
    await saved(till);
    expect(till.told.map(({ title, body }) => [title, body])).toEqual([
      ['Tax is now 5%', 'The total is $2,100.00. It was $2,200.00.'],
    ]);
    expect([shown()]).toEqual(await stored());
  });

  it('says at once that more is paid by wallet than its lowered total, with the payments, and is sold once that is put right', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const payment = await till.goToPayment();
    await payment.pay('gcash', 'G-1');
    const discountBy = async (value: number) => {
      till.sale.discount('cart', [{ type: 'fixed', value, reason: 'Regular' }]);
      await saved(till);
    };
    await discountBy(10_000);
    const told = [
      {
        intent: 'warning',
        title: '$110.00 more is paid than the total',
        body: 'Saved on this draft: GCash $1,100.00. Only cash gives change: change the amount or delete the payment, or take back what lowered the total.',
      },
    ];
    expect(till.told).toEqual(told);
    await discountBy(5000);
    expect([till.told, till.stands]).toEqual([told, { overpaid: null }]);
    till.sale.clear();
    await saved(till);
    expect(till.stands.overpaid).toBe('$1,100.00 more is paid than the total');
    await till.scan(at.unit(0).imei);
    await saved(till);
    expect(till.stands.overpaid).toBeNull();
    await discountBy(10_000);
    expect(till.titles()).toHaveLength(3);
    await expect(payment.complete()).rejects.toMatchObject({ code: 'validation_failed' });
    const [paid] = await at.paymentsOf(draftId(till));
    await till.api.payments.update({ params: { paymentId: paid?.id ?? 0 }, body: { amount: 99_000 } });
    await payment.complete();
    expect(await at.salesOf(at.unit(0).id)).toMatchObject([{ total_amount: 99_000 }]);
  });

  it('says nothing of another tax while it is empty, and charges it on what is scanned next', async () => {
    const till = await at.openTill();
    await at.chargeTax(500);
    till.sale.chargeTax({ rate: 500, pricesIncludeTax: false });
    await till.scan(at.unit(0).imei);
    await saved(till);
    expect(till.told).toEqual([]);
    expect((await at.drafts()).map((draft) => draft.total_amount)).toEqual([105_000]);
  });

  it('treats an answer that is cut off in the middle as none', async () => {
    const till = await at.openTill();
    till.network.cutAnswer(CREATE);
    await till.scan(at.unit(0).imei);
    await until(() => till.sale.read().saving).toBe('on-till');
    till.lookAgain();
    await saved(till);
    expect(await at.itemsOf(draftId(till))).toEqual([at.unit(0).id]);
    expect(await at.drafts()).toHaveLength(1);
  });

  it('saves what changed while a save was on its way, in one more save', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const { release } = till.network.holdBack(UPDATE);
    await till.scan(at.unit(1).imei);
    await until(() => till.network.sentTo(UPDATE)).toHaveLength(1);
    await till.scan(at.unit(2).imei);
    till.sale.remove(unitKey(at.unit(0).id));
    release();
    await saved(till);
    expect(await at.itemsOf(draftId(till))).toEqual([at.unit(1).id, at.unit(2).id]);
    expect(till.network.sentTo(UPDATE)).toHaveLength(2);
    await until(async () => (await at.unitRow(at.unit(0).id)).status).toBe('available');
  });

  it('empties the draft when the cart is cleared while a save is on its way, and leaves nothing locked', async () => {
    const till = await at.openTill();
    const { release } = till.network.holdBack(CREATE);
    await till.scan(at.unit(0).imei);
    await until(() => till.network.sentTo(CREATE)).toHaveLength(1);
    till.sale.clear();
    release();
    await saved(till);
    expect(await at.itemsOf(draftId(till))).toEqual([]);
    await until(async () => (await at.unitRow(at.unit(0).id)).status).toBe('available');
    expect(till.lines()).toEqual([]);
  });

  it('takes no notice of an answer for a cart that was left meanwhile', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const former = draftId(till);
    const { release } = till.network.holdBack(UPDATE);
    await till.scan(at.unit(1).imei);
    await until(() => till.network.sentTo(UPDATE)).toHaveLength(1);
    till.sale.forget();
    release();
    await until(() => at.itemsOf(former)).toEqual([at.unit(0).id, at.unit(1).id]);
    await till.scan(at.unit(2).imei);
    await saved(till);
    expect(till.codes()).toEqual([at.unit(2).imei]);
    expect(draftId(till)).not.toBe(former);
    expect(await at.itemsOf(former)).toEqual([at.unit(0).id, at.unit(1).id]);
  });

  it('takes the new price over when it changed in mid-cart, and says the new total', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const { id, retail_price } = at.shop.variation;
    await at.server.database.write((writer) =>
      writer
        .updateTable('product_variations')
        .set({ retail_price: retail_price + 10_000 })
        .where('id', '=', id)
        .execute(),
    );
    await till.scan(at.unit(1).imei);
    await until(() => till.told).toEqual([
      expect.objectContaining({
        title: 'Prices have changed',
        body: expect.stringMatching(/^The total is now \$/),
      }),
    ]);
    await saved(till);
    const subtotal = 2 * (retail_price + 10_000);
    expect(await at.drafts()).toMatchObject([{ subtotal }]);
    expect(till.lines().map((line) => line.price)).toEqual([retail_price + 10_000, retail_price + 10_000]);
    const payment = await till.goToPayment();
    await payment.pay();
    await payment.complete();
    expect(await at.salesOf(at.unit(0).id)).toMatchObject([{ subtotal }]);
  });

  it('makes a cart smaller, holds and empties it when the store sells no more, and locks nothing', async () => {
    const till = await at.openTill();
    for (const index of [0, 1]) await till.scan(at.unit(index).imei);
    await saved(till);
    await at.closeStore();
    await till.scan(at.unit(2).imei);
    expect(till.titles()).toEqual(['Scan failed']);
    expect((await at.unitRow(at.unit(2).id)).status).toBe('available');
    till.sale.remove(unitKey(at.unit(1).id));
    await saved(till);
    expect(await till.sale.park()).not.toBeNull();
    expect(till.codes()).toEqual([]);
    expect(await at.drafts()).toHaveLength(1);
    expect((await at.unitRow(at.unit(0).id)).status).toBe('available');
  });

  it('keeps on the till what the draft has not when the store sells no more and another one is gone to', async () => {
    const till = await at.openTill();
    const { release } = till.network.holdBack(CREATE);
    await till.scan(at.unit(0).imei);
    await until(() => till.network.sentTo(CREATE)).toHaveLength(1);
    await at.closeStore();
    release();
    await keptOnTill(till);
    expect(await till.sale.leaveOrKeep()).toBe(true);
    expect(till.codes()).toEqual([]);
  });

  it('lets its holds go once the till is switched off, and saves without taking them again', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const { lock_expires_at: heldUntil } = await at.unitRow(at.unit(0).id);
    await at.closeStore();
    till.clock.advance(4 * MINUTE);
    await until(() => till.isHeld()).toBe(false);
    till.sale.save();
    await saved(till);
    expect((await at.unitRow(at.unit(0).id)).lock_expires_at).toBe(heldUntil);
    expect(till.codes()).toEqual([at.unit(0).imei]);
  });

  it('adds a unit once when its code is scanned twice in a row', async () => {
    const till = await at.openTill();
    till.scanQueue(at.unit(0).imei);
    till.scanQueue(at.unit(0).imei);
    await until(() => till.titles()).toEqual(['Already in the cart']);
    expect(till.codes()).toEqual([at.unit(0).imei]);
  });

  it('takes ten scans in a burst in their order, while saves run, and gives all back when cancelled', async () => {
    const till = await at.openTill();
    const ten = at.shop.units.slice(0, 10);
    for (const { imei } of ten) till.scanQueue(imei ?? '');
    await until(() => till.codes()).toEqual(ten.map(({ imei }) => imei));
    await saved(till);
    expect(await at.itemsOf(draftId(till))).toEqual(ten.map(({ id }) => id));
    expect(await at.drafts()).toHaveLength(1);
    await till.sale.cancel();
    for (const { id } of ten) expect((await at.unitRow(id)).status).toBe('available');
    expect(await at.drafts()).toEqual([]);
  });

  it('begins a new sale by the scan after a completed one', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    const payment = await till.goToPayment();
    await payment.pay();
    await payment.complete();
    expect(till.sale.read().afterSale?.transaction?.id).toBe(payment.draftId);
    await till.scan(at.unit(1).imei);
    await saved(till);
    expect(till.sale.read().afterSale).toBeNull();
    expect(till.codes()).toEqual([at.unit(1).imei]);
    expect(draftId(till)).not.toBe(payment.draftId);
  });
});
