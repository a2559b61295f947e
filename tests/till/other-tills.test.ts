import { expect, it } from 'vitest';
import { unitKey } from '#domain/sale-line.ts';
import { formatMoney } from '#domain/money.ts';
import { MINUTE, onEveryEngine } from '#tests/support/server.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { saved, tillShop, until } from '#tests/support/till/till-shop.ts';
import type { WorkingTill } from '#tests/support/till/working-till.ts';

const CHANGED = {
  title: 'Cart taken over',
  body: expect.stringMatching(/^\S+-D\d+ \(\$1,100\.00\) is open( at .+)? now, with Ana Reyes\./) as string,
};
const draftId = (till: WorkingTill) => till.sale.read().cart.draft?.id ?? 0;
const sellWhole = async (till: WorkingTill) => {
  const payment = await till.goToPayment();
  await payment.pay();
  return payment.complete();
};

onEveryEngine('a sale that another till gets into', (start) => {
  const at = tillShop(start);

  it('marks the one unit that was taken, names its holder, saves the rest, and takes it again when it is free', async () => {
    const till = await at.openTill();
    const [first, second] = [at.unit(0), at.unit(1)];
    await till.scan(first.imei);
    await saved(till);
    await at.lapse(first.id);
    const manager = await at.manager();
    expectDone(await manager.post(`/pos/inventory/${first.id}/lock`));
    await till.scan(second.imei);
    await until(() => till.lineOf(first.id)?.lost).toMatch(/^Locked by Ana Reyes until \d+:\d\d [AP]M$/);
    await saved(till);
    expect(await at.itemsOf(draftId(till))).toEqual([second.id]);
    expect(await till.sale.readyToPay()).toBeNull();

    expectDone(await manager.post(`/pos/inventory/${first.id}/unlock`));
    await till.scan(first.imei);
    await saved(till);
    expect(till.isHeld()).toBe(true);
    expect(await at.itemsOf(draftId(till))).toEqual([second.id, first.id]);
  });

  it('starts a new draft when its own was deleted elsewhere', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const old = draftId(till);
    expectDone(await (await at.manager()).delete(`/transactions/${old}`));
    await till.scan(at.unit(1).imei);
    await saved(till);
    expect(till.titles()).toEqual(['Transaction cancelled elsewhere']);
    expect(draftId(till)).not.toBe(old);
    expect(await at.itemsOf(draftId(till))).toEqual([at.unit(0).id, at.unit(1).id]);
    await sellWhole(till);
    expect(await at.salesOf(at.unit(0).id)).toHaveLength(1);
  });

  it('cancels a draft that is gone already', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    expectDone(await (await at.manager()).delete(`/transactions/${draftId(till)}`));
    await till.sale.cancel();
    expect(till.sale.read()).toMatchObject({ cart: { lines: [], draft: null }, saving: 'none' });
    expect(await at.drafts()).toEqual([]);
  });

  it('leaves a draft that was taken over to the till that has it, and keeps the unit that only this till has', async () => {
    const till = await at.openTill();
    const [first, second] = [at.unit(0), at.unit(1)];
    await till.scan(first.imei);
    await saved(till);
    const draft = draftId(till);
    const colleague = await at.openManagersTill();
    expect(await colleague.sale.open(draft, { takeOver: true })).toMatchObject({
      status: 'draft',
      isLoaded: true,
    });
    expect(colleague.codes()).toEqual([first.imei]);
    expect(colleague.isHeld()).toBe(true);

    await till.scan(second.imei);
    await until(() => till.told).toContainEqual(expect.objectContaining(CHANGED));
    await saved(till);
    expect(till.codes()).toEqual([second.imei]);
    expect(draftId(till)).not.toBe(draft);
    expect(await at.itemsOf(draftId(till))).toEqual([second.id]);
    expect(await at.itemsOf(draft)).toEqual([first.id]);
    await sellWhole(colleague);
    expect((await at.unitRow(first.id)).status).toBe('sold');
  });

  it('is paid at the till that took it over alone: the other one takes no payment for it, nor completes it', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const payment = await till.goToPayment();
    const colleague = await at.openManagersTill();
    await colleague.sale.open(payment.draftId, { takeOver: true });
    const refused = { code: 'draft_changed', details: { held_by: { name: 'Ana Reyes' } } };
    await expect(payment.pay()).rejects.toMatchObject(refused);
    await expect(payment.complete(payment.transaction)).rejects.toMatchObject(refused);
    expect(await at.paymentsOf(payment.draftId)).toEqual([]);
    till.sale.save();
    await till.sale.settled();
    expect(till.titles()).toEqual(['Cart taken over']);
    const theirs = await colleague.goToPayment();
    await theirs.pay();
    await theirs.complete();
    expect((await at.unitRow(at.unit(0).id)).status).toBe('sold');
  });

  it('is named with its new total where its prices changed before it was taken over', async () => {
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
    till.sale.reprice();
    await saved(till);
    const [draft] = await at.drafts();
    const colleague = await at.openManagersTill();
    await colleague.sale.open(draftId(till), { takeOver: true });
    till.sale.save();
    await until(() => till.titles()).toEqual(['Cart taken over']);
    const total = formatMoney(draft?.total_amount ?? 0, 'cart');
    expect(till.told.at(-1)?.body).toContain(`(${total}) is open`);
    expect(draft?.subtotal).toBe(retail_price + 10_000);
  });

  it('is taken from the till that has it only by a cashier who was told, and that till is told at once', async () => {
    const till = await at.openTill();
    const [first, second] = [at.unit(0), at.unit(1)];
    await till.scan(first.imei);
    await saved(till);
    const draft = draftId(till);
    const colleague = await at.openManagersTill();
    await colleague.scan(second.imei);
    await saved(colleague);
    await expect(colleague.sale.open(draft)).rejects.toMatchObject({
      code: 'draft_open',
      details: { held_by: { name: at.shop.seller.name }, draft: { id: draft } },
    });
    // The colleague's own cart stays, and holds its unit.
    await saved(colleague);
    expect(colleague.codes()).toEqual([second.imei]);
    expect((await at.unitRow(second.id)).status).toBe('locked');
    till.clock.advance(5000);
    await until(() => till.network.sentTo(/version$/).length).toBe(1);
    expect(till.told).toEqual([]);

    await colleague.sale.open(draft, { takeOver: true });
    await until(() => {
      till.clock.advance(5000);
      return till.network.sentTo(/version$/).length;
    }).toBeGreaterThan(1);
    await until(() => till.titles()).toEqual(['Cart taken over']);
    expect(till.told).toContainEqual(expect.objectContaining(CHANGED));
    expect(till.sale.read().cart).toMatchObject({ lines: [], draft: null });
    expect(colleague.codes()).toEqual([first.imei]);
  });

  it.each(['holdAnswer', 'holdBack'] as const)(
    'is not brought back when it is completed while it is still being opened (%s)',
    async (wait) => {
      const before = await at.openTill();
      await before.scan(at.unit(0).imei);
      await saved(before);
      const draft = draftId(before);
      await before.sale.park();

      // As after a reload of its payment: its second look comes after its units are held.
      const till = await at.openWindow(before);
      const look = /^GET \/transactions\/\d+$/;
      till.network.holdAnswer(look).release();
      const second = till.network[wait](look);
      const opening = till.sale.open(draft);
      await until(() => till.network.sentTo(look).length).toBe(2);
      const { transaction, receipt } = await till.payWhole(draft);
      till.sale.finish(transaction, receipt);
      second.release();
      expect(await opening).toMatchObject({ status: 'completed', isLoaded: false });
      expect(till.sale.read()).toMatchObject({
        cart: { lines: [], draft: null },
        afterSale: { transaction: { id: draft, status: 'completed' } },
      });
    },
  );

  it('goes on over what another window of the same sign-in saved, with what was added here', async () => {
    const till = await at.openTill();
    const [first, second, third] = [at.unit(0), at.unit(1), at.unit(2)];
    await till.scan(first.imei);
    await saved(till);
    const draft = draftId(till);
    const window = await at.openWindow(till);
    await window.sale.open(draft);
    await window.scan(second.imei);
    await saved(window);

    await till.scan(third.imei);
    await until(() => till.codes()).toEqual([first.imei, second.imei, third.imei]);
    await saved(till);
    expect(till.titles()).toEqual(['Draft changed in another window']);
    expect(draftId(till)).toBe(draft);
    expect(till.isHeld()).toBe(true);
    expect(await at.itemsOf(draft)).toEqual([first.id, second.id, third.id]);
    expect(await at.drafts()).toHaveLength(1);
  });

  it('keeps what was removed, discounted and chosen here when another window saved the draft meanwhile', async () => {
    const till = await at.openTill();
    const [first, second, third] = [at.unit(0), at.unit(1), at.unit(2)];
    await till.scan(first.imei);
    await till.scan(second.imei);
    await saved(till);
    const draft = draftId(till);
    const window = await at.openWindow(till);
    await window.sale.open(draft);
    await window.scan(third.imei);
    await saved(window);

    till.sale.remove(unitKey(second.id));
    till.sale.discount('cart', [{ type: 'percentage', value: 100, reason: 'Box open' }]);
    await saved(till);
    expect(await at.itemsOf(draft)).toEqual([first.id, third.id]);
    expect(till.sale.read().cart.discounts).toMatchObject([{ reason: 'Box open' }]);
    expect(till.told).toMatchObject([
      { body: expect.stringMatching(/with what you changed here\.$/) as string },
    ]);

    // The other window, behind by now, discounts the same cart otherwise.
    window.sale.discount('cart', [{ type: 'percentage', value: 200, reason: 'Haggled' }]);
    await saved(window);
    expect(window.sale.read().cart.discounts).toMatchObject([{ reason: 'Box open' }]);
    expect(window.told.at(-1)).toMatchObject({ body: expect.stringMatching(/Check it\.$/) as string });

    // A unit that came back meanwhile is not there twice after Undo.
    const line = window.lineOf(third.id);
    window.sale.remove(unitKey(third.id));
    if (line) window.sale.addTo(window.sale.asker(), { ...line, lock_expires_at: null });
    window.sale.putBack(unitKey(third.id));
    expect(window.lines().filter((line) => line.inventory_item_id === third.id)).toHaveLength(1);
  });

  it.each(['completes', 'deletes'] as const)(
    'starts anew with what is scanned next when another window %s it, without the lines removed before',
    async (how) => {
      const till = await at.openTill();
      const [first, second, third] = [at.unit(0), at.unit(1), at.unit(2)];
      await till.scan(first.imei);
      await till.scan(second.imei);
      await saved(till);
      const draft = draftId(till);
      const window = await at.openWindow(till);
      await window.sale.open(draft);
      const removed = () => till.sale.read().removed.map(({ line }) => line.inventory_item_id);
      for (const { id } of [first, second]) till.sale.remove(unitKey(id));
      await saved(till);
      expect(removed()).toEqual([first.id, second.id]);
      // Behind by now, it takes up what is saved.
      await window.scan(at.unit(3).imei);
      await saved(window);
      if (how === 'completes') await window.payWhole(draft);
      else await window.sale.cancel();

      await till.scan(third.imei);
      await saved(till);
      expect(till.codes()).toEqual([third.imei]);
      expect(removed()).toEqual([]);
      expect(draftId(till)).not.toBe(draft);
    },
  );

  it('keeps what only this window has when another completes it while this one takes up what that saved', async () => {
    const till = await at.openTill();
    const [first, second, third] = [at.unit(0), at.unit(1), at.unit(2)];
    await till.scan(first.imei);
    await saved(till);
    const draft = draftId(till);
    const window = await at.openWindow(till);
    await window.sale.open(draft);
    await window.scan(second.imei);
    await saved(window);
    const looking = till.network.holdBack(/refresh-locks$/);
    await till.scan(third.imei);
    await until(() => till.network.sentTo(/refresh-locks$/)).toHaveLength(1);
    await window.payWhole(draft);
    looking.release();
    await until(() => till.codes()).toEqual([third.imei]);
    await saved(till);
    expect(till.titles()).toEqual(['Transaction already completed']);
    expect(await at.itemsOf(draftId(till))).toEqual([third.id]);
    expect(await at.salesOf(third.id)).toEqual([]);
  });

  it('keeps a unit in one cart when it is scanned in another window of the same sign-in, and says where it is', async () => {
    const till = await at.openTill();
    const { id, imei } = at.unit(0);
    await till.scan(imei);
    await saved(till);
    const draft = draftId(till);
    const number = till.sale.read().cart.draft?.number;
    const window = await at.openWindow(till);
    await window.scan(imei);
    const held = new RegExp(`^Locked by .+ until \\d+:\\d\\d [AP]M, in your own cart ${number}`);
    await until(() => window.lineOf(id)?.lost).toMatch(held);
    const body = expect.stringMatching(
      new RegExp(`: ${held.source.slice(1)} \\[Open ${number}\\]$`),
    ) as string;
    expect(window.told).toEqual([{ intent: 'error', title: 'Failed to add item', body }]);
    window.sale.remove(unitKey(id));

    expect(await till.scan(imei)).toBe(true);
    expect(till.told).toEqual([{ intent: 'info', title: 'Already in the cart', body: null }]);
    await window.sale.open(draft);
    expect(window.isHeld()).toBe(true);
    expect(await at.draftsOf(id)).toHaveLength(1);
  });

  it('loses a unit to the window that saves it first, and says so', async () => {
    const till = await at.openTill();
    const window = await at.openWindow(till);
    const { id, imei } = at.unit(0);
    const saving = window.network.holdBack(/^POST \/transactions$/);
    await window.scan(imei);
    await till.scan(imei);
    await saved(till);
    saving.release();
    await until(() => window.lineOf(id)?.lost).toMatch(/^Locked by .+, in your own cart /);
    expect(await at.draftsOf(id)).toMatchObject([{ id: draftId(till) }]);
    expect(till.lineOf(id)?.lost).toBeNull();
  });

  it('is told at the next refresh that another till holds the units, and gives nothing back by removing them', async () => {
    const till = await at.openTill();
    const { id, imei } = at.unit(0);
    await till.scan(imei);
    await saved(till);
    const draft = draftId(till);
    const manager = await at.manager();
    expectDone(await manager.post(`/transactions/${draft}/refresh-locks`, { resume: true }));
    const { locked_by_session } = await at.unitRow(id);
    till.clock.advance(4 * MINUTE);
    await until(() => till.titles()).toEqual(['An item was lost']);
    expect(till.lineOf(id)?.lost).toMatch(/^Locked by Ana Reyes until/);
    till.sale.remove(unitKey(id));
    await until(() => till.told).toContainEqual(expect.objectContaining(CHANGED));
    expect(await at.itemsOf(draft)).toEqual([id]);
    expect((await at.unitRow(id)).locked_by_session).toBe(locked_by_session);
  });

  it('refreshes its holds before they lapse, again and again, and says nothing', async () => {
    const till = await at.openTill();
    const { id, imei } = at.unit(0);
    await till.scan(imei);
    await saved(till);
    for (let round = 0; round < 3; round += 1) {
      const before = (await at.unitRow(id)).lock_expires_at ?? 0;
      till.clock.advance(4 * MINUTE);
      expect(before).toBeGreaterThan(at.server.clock.now());
      await until(async () => (await at.unitRow(id)).lock_expires_at ?? 0).toBeGreaterThan(before);
      await until(() => till.lineOf(id)?.lock_expires_at ?? 0).toBeGreaterThan(before);
    }
    expect(till.told).toEqual([]);
  });

  it('tells a lost hold once, not at every refresh', async () => {
    const till = await at.openTill();
    const [first, second] = [at.unit(0), at.unit(1)];
    await till.scan(first.imei);
    await till.scan(second.imei);
    await saved(till);
    await at.lapse(first.id);
    await sell(await at.manager(), [first.id]);
    till.clock.advance(4 * MINUTE);
    await until(() => till.titles()).toEqual(['An item was lost']);
    expect(till.lineOf(first.id)?.lost).toBe('Sold meanwhile');
    const before = (await at.unitRow(second.id)).lock_expires_at ?? 0;
    till.clock.advance(4 * MINUTE);
    await until(async () => (await at.unitRow(second.id)).lock_expires_at ?? 0).toBeGreaterThan(before);
    await until(() => till.lineOf(second.id)?.lock_expires_at ?? 0).toBeGreaterThan(before);
    expect(till.titles()).toEqual(['An item was lost']);
  });

  it('is saved as a draft before another draft takes its place', async () => {
    const till = await at.openTill();
    const [first, second] = [at.unit(0), at.unit(1)];
    await till.scan(first.imei);
    const held = await till.sale.park();
    expect(held?.number).toMatch(/-D\d+$/);
    const [draft] = await at.drafts();
    await till.scan(second.imei);
    await till.sale.open(draft?.id ?? 0);
    expect(till.codes()).toEqual([first.imei]);
    expect(till.isHeld()).toBe(true);
    expect(await at.draftsOf(second.id)).toMatchObject([{ status: 'draft' }]);
    expect((await at.unitRow(second.id)).status).toBe('available');
  });

  it('goes back to whom it was for when the customer has a draft with this person already', async () => {
    const { id: customer_id } = await at.makeCustomer('Maria Twice');
    const seller = await at.seller();
    const mine = expectDone(
      await seller.post<{ id: number; draft_number: string }>('/transactions', {
        items: [{ inventory_item_id: at.unit(0).id }],
        customer_id,
      }),
    );
    const theirs = expectDone(
      await (
        await at.manager()
      ).post<{ id: number }>('/transactions', {
        items: [{ inventory_item_id: at.unit(1).id }],
        customer_id,
      }),
    );
    const till = await at.openTill();
    await expect(till.sale.open(theirs.id)).rejects.toMatchObject({
      code: 'draft_exists',
      details: { draft: { id: mine.id } },
    });
    expect(till.lines()).toEqual([]);

    await till.scan(at.unit(2).imei);
    till.sale.giveTo({
      id: customer_id,
      name: 'Maria Twice',
      phone: '',
      email: null,
      group: null,
      loyalty_points: 0,
    });
    await until(() => till.titles()).toEqual(['Draft already exists']);
    await saved(till);
    expect(till.sale.read().cart.customer).toBeNull();
    expect(await at.itemsOf(draftId(till))).toEqual([at.unit(2).id]);
    expect(await at.itemsOf(mine.id)).toEqual([at.unit(0).id]);
  });
});
