import { expect, it } from 'vitest';
import { unitKey } from '#domain/sale-line.ts';
import { EMPTY_CART } from '#domain/cart.ts';
import { keepTyped } from '#renderer/features/payments/journaled-payment.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import { keptOnTill, saved, tillShop, until } from '#tests/support/till/till-shop.ts';
import type { WorkingTill } from '#tests/support/till/working-till.ts';

/** The till that is killed and the one that is started on its disk. */
onEveryEngine('a till that is killed', (start) => {
  const at = tillShop(start);
  const openOver = async (folder: string) => {
    const till = await at.openTill({ folder });
    await until(() => till.sale.read().offers.length).toBeGreaterThan(0);
    return till;
  };
  const recover = async (till: WorkingTill) => {
    const [offer] = till.sale.read().offers;
    if (!offer) throw new Error('No cart is offered');
    await till.sale.recover(offer);
    return offer;
  };
  const sellWhole = async (till: WorkingTill) => {
    const payment = await till.goToPayment();
    await payment.pay();
    await payment.complete();
  };

  it('goes on with its cart without the server, and completes it when the server is back', async () => {
    const folder = at.newFolder();
    const [first, second, third] = [at.unit(0), at.unit(1), at.unit(2)];
    const killed = await at.openTill({ folder });
    await killed.copyStore();
    await killed.scan(first.imei);
    await saved(killed);
    const { number } = killed.sale.read().cart.draft ?? { number: '' };
    killed.network.proxy.refuse();
    await killed.scan(second.imei);
    await keptOnTill(killed);
    await killed.close();

    const till = await openOver(folder);
    await till.loseServer();
    expect(till.sale.read().offers).toMatchObject([{ cart: { draft: { number } } }]);
    await recover(till);
    expect(till.codes()).toEqual([first.imei, second.imei]);
    expect(till.isHeld()).toBe(false);
    // A unit that the till knew before it was killed.
    await till.scan(third.imei);
    till.sale.remove(unitKey(first.id));
    await keptOnTill(till);
    expect(till.sale.read().snapshotAt).not.toBeNull();

    till.network.proxy.flow();
    till.lookAgain();
    await saved(till);
    expect(till.isHeld()).toBe(true);
    expect(till.codes()).toEqual([second.imei, third.imei]);
    await sellWhole(till);
    for (const unit of [second, third]) {
      expect(await at.salesOf(unit.id)).toMatchObject([{ draft_number: number }]);
    }
    expect(await at.salesOf(first.id)).toEqual([]);
  });

  it('recovers at once also the unit that was scanned without the server', async () => {
    const folder = at.newFolder();
    const [first, second] = [at.unit(0), at.unit(1)];
    const killed = await at.openTill({ folder });
    await killed.copyStore();
    await killed.scan(first.imei);
    await saved(killed);
    const [draft] = await at.drafts();
    killed.network.proxy.refuse();
    await killed.scan(second.imei);
    await keptOnTill(killed);
    await killed.close();

    const till = await openOver(folder);
    await recover(till);
    expect(till.codes()).toEqual([first.imei, second.imei]);
    expect(till.isHeld()).toBe(true);
    expect(await at.itemsOf(draft?.id ?? 0)).toEqual([first.id, second.id]);
    expect(till.sale.read().offers).toEqual([]);
  });

  /** Cuts the power of a till that has one unit in its draft, and another that only its disk has. */
  const cutOff = async () => {
    const folder = at.newFolder();
    const [first, second] = [at.unit(0), at.unit(1)];
    const killed = await at.openTill({ folder });
    await killed.copyStore();
    await killed.scan(first.imei);
    await saved(killed);
    const draft = killed.sale.read().cart.draft?.id ?? 0;
    killed.network.proxy.refuse();
    await killed.scan(second.imei);
    await keptOnTill(killed);
    await killed.close();
    return { folder, draft, first, second };
  };

  it('leaves no empty draft behind when its cart is not wanted, and keeps one with an item', async () => {
    const { folder, draft, first } = await cutOff();
    const till = await openOver(folder);
    const discard = async (of: WorkingTill) => {
      const [offer] = of.sale.read().offers;
      if (!offer) throw new Error('No cart is offered');
      await of.sale.discard(offer);
    };
    await discard(till);
    expect(await at.itemsOf(draft)).toEqual([first.id]);
    await till.sale.open(draft);
    till.sale.remove(unitKey(first.id));
    await saved(till);
    expect(await at.itemsOf(draft)).toEqual([]);
    till.network.proxy.refuse();
    await till.scan(at.unit(2).imei);
    await keptOnTill(till);
    await till.close();
    const again = await openOver(folder);
    await discard(again);
    expect((await at.drafts()).map(({ id }) => id)).not.toContain(draft);
  });

  it.each([
    ['with', false],
    ['without', true],
  ])('opens a draft’s payment with what its disk has of it, %s the server', async (_, isAway) => {
    const { folder, draft, first, second } = await cutOff();
    const till = await openOver(folder);
    if (isAway) await till.loseServer();
    expect(await till.sale.open(draft, { fromKept: true })).toMatchObject({
      status: 'draft',
      isLoaded: true,
    });
    expect(till.codes()).toEqual([first.imei, second.imei]);
    expect(till.sale.read().cart.draft).toMatchObject({ id: draft });
    till.network.proxy.flow();
    till.lookAgain();
    await saved(till);
    await until(() => till.isHeld()).toBe(true);
    expect(await at.itemsOf(draft)).toEqual([first.id, second.id]);
    await until(() => till.sale.read().offers).toEqual([]);
    expect(till.told).toEqual([]);
    await sellWhole(till);
  });

  it('opens a draft’s payment with the discount that its disk has, and leaves a draft that has all of it as it is', async () => {
    const folder = at.newFolder();
    const unit = at.unit(0);
    const killed = await at.openTill({ folder });
    await killed.scan(unit.imei);
    await saved(killed);
    const draft = killed.sale.read().cart.draft?.id ?? 0;
    killed.network.proxy.refuse();
    killed.sale.discount('cart', [{ type: 'fixed', value: 1_000, reason: 'Box open' }]);
    await keptOnTill(killed);
    await killed.close();
    const till = await openOver(folder);
    await till.sale.open(draft, { fromKept: true });
    await saved(till);
    const { cart } = till.sale.read();
    expect(cart.discounts).toMatchObject([{ value: 1_000, reason: 'Box open' }]);
    const version = cart.draft?.version ?? 0;
    await till.close();
    const again = await openOver(folder);
    await again.sale.open(draft, { fromKept: true });
    await saved(again);
    // Taking a draft over raises its version by one; a save would raise it once more.
    expect(again.sale.read().cart.draft?.version).toBe(version + 1);
    await sellWhole(again);
    expect((await at.salesOf(unit.id))[0]?.discounts_json).toContain('Box open');
  });

  it('opens a draft’s payment as the colleague saved it, with the unit that only its disk had', async () => {
    const { folder, draft, first, second } = await cutOff();
    const third = at.unit(2);
    const colleague = await at.openManagersTill();
    await colleague.sale.open(draft, { takeOver: true });
    await colleague.scan(third.imei);
    await saved(colleague);
    const till = await openOver(folder);
    await expect(till.sale.open(draft, { fromKept: true })).rejects.toMatchObject({ code: 'draft_open' });
    expect(till.lines()).toEqual([]);
    expect(till.sale.read().offers).toMatchObject([{ cart: { draft: { id: draft } } }]);
    await till.sale.open(draft, { fromKept: true, takeOver: true });
    expect(till.codes()).toEqual([first.imei, third.imei, second.imei]);
    await until(() => at.itemsOf(draft)).toEqual([first.id, third.id, second.id]);
  });

  it('asks before it takes a cart back from the colleague who resumed it, and offers it until then', async () => {
    const { folder, draft, first, second } = await cutOff();
    const colleague = await at.openManagersTill();
    await colleague.sale.open(draft, { takeOver: true });
    const till = await openOver(folder);
    const offer = await recover(till);
    expect(till.lines()).toEqual([]);
    expect(till.told).toEqual([]);
    expect(till.sale.read().takeOver).toMatchObject({
      held: { held_by: { name: 'Ana Reyes' }, draft: { id: draft } },
    });
    await until(() => till.sale.read().offers).toMatchObject([{ key: offer.key }]);
    expect(colleague.isHeld()).toBe(true);

    // No other cart is taken up meanwhile.
    const isBusy: boolean[] = [till.sale.read().isRecovering];
    till.sale.watch(() => isBusy.push(till.sale.read().isRecovering));
    till.sale.read().takeOver?.answer(true);
    await until(() => till.sale.read().offers).toEqual([]);
    await saved(till);
    await until(() => till.sale.read().isRecovering).toBe(false);
    expect([isBusy[0], isBusy.includes(true)]).toEqual([false, true]);
    expect(till.sale.read().takeOver).toBeNull();
    expect(await at.itemsOf(draft)).toEqual([first.id, second.id]);
    expect(till.isHeld()).toBe(true);
  });

  it('asks, too, when the server is back later, and loses nothing that was scanned meanwhile', async () => {
    const { folder, draft, second } = await cutOff();
    const third = at.unit(2);
    const colleague = await at.openManagersTill();
    await colleague.sale.open(draft, { takeOver: true });
    const till = await openOver(folder);
    await till.loseServer();
    await recover(till);
    await till.scan(third.imei);
    await keptOnTill(till);
    till.network.proxy.flow();
    till.lookAgain();
    await until(() => till.sale.read().takeOver).not.toBeNull();
    await colleague.sale.park();
    till.sale.read().takeOver?.answer(true);
    await until(() => till.sale.read().offers).toEqual([]);
    await saved(till);
    expect(await at.itemsOf(draft)).toEqual(expect.arrayContaining([second.id, third.id]));
  });

  it.each([
    ['completed', 'Transaction already completed'],
    ['cancelled', 'Transaction cancelled elsewhere'],
  ] as const)('says that a colleague has %s its cart, and keeps what only it has', async (how, title) => {
    const { folder, draft, first, second } = await cutOff();
    const colleague = await at.openManagersTill();
    await colleague.sale.open(draft, { takeOver: true });
    if (how === 'cancelled') await colleague.sale.cancel();
    else await sellWhole(colleague);
    const till = await openOver(folder);
    await recover(till);
    await saved(till);
    expect(till.titles()).toEqual([title]);
    expect(till.sale.read().cart.draft?.id).not.toBe(draft);
    const kept = how === 'cancelled' ? [first.id, second.id] : [second.id];
    expect(await at.itemsOf(till.sale.read().cart.draft?.id ?? 0)).toEqual(kept);
    expect(till.sale.read().offers).toEqual([]);
  });

  it('loses no cart when another one is begun before the first is recovered', async () => {
    const folder = at.newFolder();
    const [first, second] = [at.unit(0), at.unit(1)];
    let till = await at.openTill({ folder });
    await till.scan(first.imei);
    await saved(till);
    await till.close();
    till = await openOver(folder);
    expect(till.sale.read().offers).toHaveLength(1);
    await till.scan(second.imei);
    await saved(till);
    await till.close();
    till = await openOver(folder);
    expect(till.sale.read().offers).toHaveLength(2);

    for (const unit of [second, first]) {
      await recover(till);
      expect(till.codes()).toEqual([unit.imei]);
      expect(till.isHeld()).toBe(true);
      await saved(till);
      await sellWhole(till);
      expect(await at.salesOf(unit.id)).toHaveLength(1);
    }
    expect(till.sale.read().offers).toEqual([]);
  });

  it('makes one draft when it is killed between a save and its answer', async () => {
    const folder = at.newFolder();
    const unit = at.unit(0);
    const killed = await at.openTill({ folder });
    const dropped = killed.network.proxy.dropNext('answer dropped', /^POST \/api\/v1\/transactions /);
    await killed.scan(unit.imei);
    expect((await dropped).status).toBe(201);
    await killed.close();
    const made = await at.drafts();
    expect(made).toHaveLength(1);

    const till = await openOver(folder);
    await till.loseServer();
    await recover(till);
    expect(till.codes()).toEqual([unit.imei]);
    till.network.proxy.flow();
    till.lookAgain();
    await saved(till);
    expect(till.sale.read().cart.draft?.number).toBe(made[0]?.draft_number);
    expect((await at.drafts()).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    await sellWhole(till);
    expect(await at.salesOf(unit.id)).toHaveLength(1);
  });

  const reference_number = 'GC-2210-7751';
  const row = {
    method: 'gcash' as const,
    amountText: '1,100.00',
    status: 'completed' as const,
    reference_number,
    expectedDate: '',
    notes: '',
  };
  const typed = { row, waiting: [{ ...row, amountText: '50.00', no: 1, screenshot_url: null }] };

  it('has the payment that was typed, and takes the one whose answer was lost once', async () => {
    const folder = at.newFolder();
    const unit = at.unit(0);
    let till = await at.openTill({ folder });
    await till.scan(unit.imei);
    const { draftId } = await till.goToPayment();
    keepTyped(till.services, draftId, JSON.stringify(typed));
    await until(() => till.services.till.notes.read(`payment-row:${draftId}`)).toContain(reference_number);
    await till.close();

    till = await openOver(folder);
    await recover(till);
    const payment = await till.goToPayment();
    expect(payment.kept.typed).toEqual(typed);
    const dropped = till.network.proxy.dropNext('answer dropped', /^POST \S+\/payments /);
    await expect(payment.pay('gcash', reference_number)).rejects.toThrow();
    expect((await dropped).status).toBe(201);
    await till.close();

    till = await openOver(folder);
    await recover(till);
    const again = await till.goToPayment();
    expect(again.kept).toEqual({ typed: null, payments: [] });
    await again.complete();
    const [sale] = await at.salesOf(unit.id);
    expect(await at.paymentsOf(sale?.id ?? 0)).toMatchObject([{ method: 'gcash', reference_number }]);
  });

  it('sends a payment that never arrived again under its key', async () => {
    const folder = at.newFolder();
    const unit = at.unit(0);
    let till = await at.openTill({ folder });
    await till.scan(unit.imei);
    const payment = await till.goToPayment();
    till.network.proxy.refuse();
    await expect(payment.pay()).rejects.toThrow();
    const [lost] = till.network.sentTo(/payments$/);
    await till.close();

    till = await openOver(folder);
    await recover(till);
    const again = await till.goToPayment();
    expect(again.kept.payments).toHaveLength(1);
    await again.pay();
    // The recovered draft has another version by then.
    const { version: _, ...same } = (lost?.body ?? {}) as Record<string, unknown>;
    expect(till.network.sentTo(/payments$/)).toMatchObject([{ key: lost?.key, body: same }]);
    await again.complete();
    const [sale] = await at.salesOf(unit.id);
    expect(await at.paymentsOf(sale?.id ?? 0)).toHaveLength(1);
  });

  it('shows and prints the sale that was completed while its answer was lost', async () => {
    const folder = at.newFolder();
    const unit = at.unit(0);
    const killed = await at.openTill({ folder });
    await killed.scan(unit.imei);
    const payment = await killed.goToPayment();
    await payment.pay();
    const dropped = killed.network.proxy.dropNext('answer dropped', /^POST \S+\/complete /);
    await expect(payment.complete()).rejects.toThrow();
    expect((await dropped).status).toBe(200);
    await killed.close();

    const till = await openOver(folder);
    await recover(till);
    await until(() => till.sale.read().afterSale?.transaction?.id).toBe(payment.draftId);
    await until(() => till.visited).toEqual(['/pos']);
    expect(till.printed).toEqual([{ key: `sale-${payment.draftId}`, openDrawer: true }]);
    expect(await at.salesOf(unit.id)).toHaveLength(1);
    expect(till.sale.read().offers).toEqual([]);
    expect(till.told).toEqual([]);
  });

  it('keeps a cart for its cashier that was emptied while its completion was not answered', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const { id, number } = till.sale.read().cart.draft ?? { id: 0 };
    till.sale.noteSent(id, true);
    // Before it has noticed that the server is gone: then nothing of the cart may be changed.
    till.network.proxy.refuse();
    till.sale.remove(unitKey(at.unit(0).id));
    await until(() => till.sale.read().saving).toBe('on-till');
    expect(till.sale.handOver()).toEqual({ draft: number, isSaved: true });
    await till.sale.hasKept();
    expect(till.sale.read()).toMatchObject({
      cart: EMPTY_CART,
      offers: [{ cart: { lines: [], draft: { id } } }],
    });
  });

  it('says so when the next customer is being served by the time it hears of a sale that was completed', async () => {
    const [unit, next] = [at.unit(0), at.unit(1)];
    const till = await at.openTill();
    await till.scan(unit.imei);
    const payment = await till.goToPayment();
    await payment.pay();
    const dropped = till.network.proxy.dropNext('answer dropped', /^POST \S+\/complete /);
    await expect(payment.complete()).rejects.toThrow();
    expect((await dropped).status).toBe(200);
    await till.scan(next.imei);
    const [sale] = await at.salesOf(unit.id);
    await until(() => till.titles()).toEqual([`${sale?.invoice_number} is complete`]);
    expect(till.printed).toEqual([{ key: `sale-${payment.draftId}`, openDrawer: true }]);
    expect(till.codes()).toEqual([next.imei]);
    await saved(till);
    expect(await at.salesOf(next.id)).toEqual([]);
  });
});
