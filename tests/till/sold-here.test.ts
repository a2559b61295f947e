import { describe, expect, it } from 'vitest';
import { unitKey } from '#domain/sale-line.ts';
import type { KeptSale } from '#bridge/offline-sales.ts';
import { whyCartNotOffline } from '#renderer/features/pos/offline/why-not.ts';
import { printPaperAgain } from '#renderer/features/pos/offline/print-again.ts';
import type { PrintOptions, PrintReceipt } from '#renderer/lib/print-document.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import { expectDone, openPaidDraft, sell, voidSale } from '#tests/support/selling.ts';
import { makeStaff } from '#tests/support/shop.ts';
import { keptOnTill, saved, tillShop, until } from '#tests/support/till/till-shop.ts';
import type { WorkingTill } from '#tests/support/till/working-till.ts';

const HOUR = 3_600_000;
const PRINT = { state: 'confirmed', printer: 'Front', drawer_opened: false, reason: null } as const;
const NUMBER = 'MNL-01-T2A-X000001';

onEveryEngine('what a till sold without the server', (start) => {
  const at = tillShop(start);
  const openTill = async (folder = at.newFolder()) => {
    const till = await at.openTill({ folder });
    till.sellsOffline();
    return till;
  };
  const sold = async (till: WorkingTill): Promise<KeptSale> => {
    const sale = await till.sellOffline();
    if (typeof sale === 'string') throw new Error(sale);
    return sale;
  };
  const recover = async (till: WorkingTill) => {
    await until(() => till.sale.read().offers.length).toBe(1);
    const [offer] = till.sale.read().offers;
    if (!offer) throw new Error('No cart is offered');
    await till.sale.recover(offer);
  };
  /** A cart with two phones was cut off; the till has sold the first of them since. */
  const cutOffAndSold = async () => {
    const folder = at.newFolder();
    const [first, second] = [at.unit(0), at.unit(1)];
    const killed = await openTill(folder);
    await killed.copyStore();
    await killed.loseServer();
    await killed.scan(first.imei);
    await killed.scan(second.imei);
    await keptOnTill(killed);
    await killed.close();
    const till = await openTill(folder);
    await till.loseServer();
    await till.scan(first.imei);
    await keptOnTill(till);
    const sale = await sold(till);
    return { till, first, second, sale };
  };
  const mend = (till: WorkingTill) => {
    till.network.proxy.flow();
    till.lookAgain();
  };
  const back = async (till: WorkingTill) => {
    mend(till);
    await until(() => till.connection.read().isReachable).toBe(true);
  };
  const WHY = `It was sold already, in ${NUMBER}`;

  it('is marked in a cart that was cut off, and named, and the rest is sold', async () => {
    const { till, first, sale } = await cutOffAndSold();
    await recover(till);
    expect(till.lineOf(first.id)?.lost).toBe(WHY);
    expect(till.told.at(-1)).toMatchObject({ intent: 'error', body: expect.stringContaining(WHY) as string });
    // Sent, but the copy is from before.
    till.confirm(sale.key, 7);
    await till.scan(first.imei);
    expect(till.told.at(-1)?.body).toContain(`Sold at this till, ${NUMBER}`);
    expect(await till.addItem(first.id)).toBe(false);
    till.sale.remove(unitKey(first.id));
    expect(await sold(till)).toMatchObject({ number: 'MNL-01-T2A-X000002' });
    expect(till.codes()).toEqual([]);
  });

  it('is marked there also where the server can be reached, and does not know it yet', async () => {
    const { till, first, second } = await cutOffAndSold();
    await back(till);
    await recover(till);
    await saved(till);
    expect(till.lineOf(first.id)?.lost).toBe(WHY);
    expect(till.lineOf(second.id)?.lost).toBeNull();
    expect(await till.addItem(first.id)).toBe(false);
    await until(async () => (await at.unitRow(first.id)).status).toBe('available');
  });

  it('is sold again where it came back, and the copy has it since', async () => {
    const { till, first, sale } = await cutOffAndSold();
    const manager = await at.manager();
    const { transaction } = await sell(manager, [first.id]);
    till.confirm(sale.key, transaction.id);
    expectDone(await voidSale(manager, transaction.id, 'Came back'));
    await back(till);
    till.clock.advance(HOUR);
    await till.copyStore();
    await until(() => till.sale.feed.read().asOf).toBe(till.clock.now());
    await till.loseServer();
    await recover(till);
    expect(till.lineOf(first.id)?.lost).toBeNull();
    expect(await sold(till)).toMatchObject({ number: 'MNL-01-T2A-X000002' });
  });

  it('is refused at completing too, and marked then', async () => {
    const { till, first } = await cutOffAndSold();
    await recover(till);
    // A cart of an older till has no mark.
    const unmarked = till.sale.read().cart.lines.map((line) => ({ ...line, lost: null }));
    till.sale.remove(unitKey(first.id));
    for (const line of unmarked) till.sale.addTo(till.sale.asker(), line);
    expect(await till.sellOffline()).toContain(`was sold already, in ${NUMBER}`);
    expect(till.lineOf(first.id)?.lost).toBe(WHY);
  });

  it('goes out of a cart whose draft it became, and what only the till had goes on without a draft', async () => {
    const folder = at.newFolder();
    const [first, second] = [at.unit(0), at.unit(1)];
    const killed = await openTill(folder);
    await killed.copyStore();
    await killed.scan(first.imei);
    await saved(killed);
    const draft = killed.sale.read().cart.draft;
    await killed.loseServer();
    await killed.scan(second.imei);
    await keptOnTill(killed);
    await killed.close();
    const till = await openTill(folder);
    await till.sale.open(draft?.id ?? 0);
    await till.loseServer();
    await sold(till);
    await recover(till);
    expect(till.codes()).toEqual([second.imei]);
    expect(till.sale.read().cart.draft).toBeNull();
    expect(till.told.at(-1)).toMatchObject({
      title: 'This cart was sold already',
      body: `${draft?.number} is sale ${NUMBER}. What that does not have is in a new cart here.`,
    });
    expect(await sold(till)).toMatchObject({ number: 'MNL-01-T2A-X000002', draft_id: null });
  });

  it('is shown in place of a kept cart whose draft it became', async () => {
    const till = await openTill();
    await till.copyStore();
    await till.scan(at.unit(0).imei);
    await saved(till);
    const cart = JSON.stringify(till.sale.read().cart);
    await till.loseServer();
    const sale = await sold(till);
    await until(() => till.printed.length).toBe(0);
    // An older till kept it under another name.
    const place = { staff_id: till.signedIn.staff.id, store_id: sale.store_id };
    await till.services.till.drafts.save({ cart_key: 'another', ...place, saved_at: till.clock.now(), cart });
    expect(await till.sale.hasKept()).toBe(false);
    expect(await till.services.till.drafts.list(place)).toEqual([]);
  });

  it('leaves a draft that a colleague went on with, and that the server recorded as another sale', async () => {
    const till = await openTill();
    const [first, second] = [at.unit(0), at.unit(1)];
    await till.copyStore();
    await till.scan(first.imei);
    await saved(till);
    const draft = till.sale.read().cart.draft?.id ?? 0;
    await till.loseServer();
    const sale = await sold(till);
    const colleague = await at.openManagersTill();
    await colleague.sale.open(draft, { takeOver: true });
    colleague.sale.remove(unitKey(first.id));
    await colleague.scan(second.imei);
    await saved(colleague);
    await colleague.sale.leave();
    await back(till);
    await expect(till.sale.open(draft)).rejects.toThrow(NUMBER);
    till.confirm(sale.key, draft + 1);
    expect(await till.sale.open(draft)).toMatchObject({ status: 'draft', isLoaded: true });
    expect(till.codes()).toEqual([second.imei]);
    await till.loseServer();
    expect(await sold(till)).toMatchObject({ number: 'MNL-01-T2A-X000002', draft_id: draft });
  });

  it('goes out of the cart that it became, where the till was not told so, and what was added since goes on', async () => {
    const till = await openTill();
    const [first, second] = [at.unit(0), at.unit(1)];
    await till.copyStore();
    await till.loseServer();
    await till.scan(first.imei);
    expect(await till.sellOffline({ isLost: true })).toHaveProperty('number', NUMBER);
    await till.scan(second.imei);
    expect(await till.sellOffline()).toBe(`This cart was sold already, as ${NUMBER}`);
    expect(till.told.at(-1)).toEqual({
      ...{ intent: 'warning', title: 'This cart was sold already' },
      body: `It is sale ${NUMBER}. What that does not have is in a new cart here.`,
    });
    expect(till.codes()).toEqual([second.imei]);
    expect(await sold(till)).toHaveProperty('number', 'MNL-01-T2A-X000002');
  });

  describe('is shown at a start', () => {
    /** A till that sold a phone without the server, with its panel open, and is connected again. */
    const afterSale = async () => {
      const folder = at.newFolder();
      const till = await openTill(folder);
      await till.copyStore();
      await till.loseServer();
      await till.scan(at.unit(0).imei);
      const sale = await sold(till);
      await back(till);
      return { folder, till, sale };
    };
    const restart = async ({ folder, till }: { folder: string; till: WorkingTill }) => {
      // By then it has written what it was writing.
      await till.api.stores.list();
      await till.close();
      const started = await openTill(folder);
      await started.sale.hasKept();
      return started;
    };
    const shownAt = (till: WorkingTill) => till.sale.read().afterSale?.kept?.key;
    it('while its panel was open, and again', async () => {
      const { sale, ...first } = await afterSale();
      const second = await restart(first);
      expect(shownAt(second)).toBe(sale.key);
      expect(shownAt(await restart({ ...first, till: second }))).toBe(sale.key);
    });

    it('with its first paper, and the drawer: the invoice where the server has recorded it by then', async () => {
      const { sale, ...first } = await afterSale();
      const second = await restart(first);
      await until(() => second.printed).toEqual([{ key: `offline-${sale.key}`, openDrawer: true }]);
      // As of one that the server recorded, no receipt of it was printed.
      const manager = await at.manager();
      const { id } = await openPaidDraft(manager, [at.unit(3).id]);
      expectDone(await manager.post(`/transactions/${id}/complete`, { printReceipt: false }));
      second.confirm(sale.key, id);
      const third = await restart({ ...first, till: second });
      await until(() => third.printed).toEqual([{ key: `sale-${id}`, openDrawer: true }]);
    });

    it('but not after the next cart was begun', async () => {
      const { sale, ...first } = await afterSale();
      await first.till.scan(at.unit(1).imei);
      await saved(first.till);
      await first.till.sale.leave();
      const second = await restart(first);
      expect(shownAt(second)).toBeUndefined();
      // The next sale is another one.
      await second.copyStore();
      await second.loseServer();
      await second.scan(at.unit(2).imei);
      const next = await sold(second);
      await back(second);
      expect(shownAt(await restart({ ...first, till: second }))).toBe(next.key);
    });

    it('but not after a sale with the server, where its own panel never came', async () => {
      const folder = at.newFolder();
      const till = await openTill(folder);
      await till.copyStore();
      await till.loseServer();
      await till.scan(at.unit(0).imei);
      await till.sellOffline({ isLost: true });
      till.sale.remove(unitKey(at.unit(0).id));
      await back(till);
      await till.scan(at.unit(1).imei);
      const payment = await till.goToPayment();
      await payment.pay();
      await payment.complete();
      expect((await restart({ folder, till })).sale.read().afterSale).toBeNull();
    });

    it('but not after it was voided elsewhere', async () => {
      const { sale, ...first } = await afterSale();
      const manager = await at.manager();
      const { transaction } = await sell(manager, [at.unit(3).id]);
      first.till.confirm(sale.key, transaction.id);
      expectDone(await voidSale(manager, transaction.id, 'Came back'));
      expect(shownAt(await restart(first))).toBeUndefined();
    });

    it('but not after it was voided', async () => {
      const { sale, ...first } = await afterSale();
      first.till.sale.updateKept({ ...sale, state: 'recorded', transaction_id: 7 });
      first.till.sale.hideSale(7);
      expect(shownAt(await restart(first))).toBeUndefined();
    });
  });

  /** A sale of a till that the server recorded, and of which no receipt was printed; the server is away. */
  const recordedUnprinted = async () => {
    const till = await openTill();
    await till.copyStore();
    await till.loseServer();
    await till.scan(at.unit(0).imei);
    const { key } = await sold(till);
    await back(till);
    const manager = await at.manager();
    const { id } = await openPaidDraft(manager, [at.unit(3).id]);
    expectDone(await manager.post(`/transactions/${id}/complete`, { printReceipt: false }));
    till.confirm(key, id);
    await till.loseServer();
    const kept = await till.services.till.offline.sale({ key });
    if (!kept) throw new Error('The till has lost its sale');
    const nextCopy = async () => expectDone(await manager.post(`/transactions/${id}/print-receipt`));
    return { till, id, kept, nextCopy };
  };
  const originals = (till: WorkingTill) => until(() => till.services.till.journal.list('originals'));

  it('is no original at another till, where its own till printed the invoice without the server', async () => {
    const { till, id, kept, nextCopy } = await recordedUnprinted();
    const printed: PrintOptions[] = [];
    const print: PrintReceipt = (_, options) => {
      printed.push(options);
      return Promise.resolve({ ...PRINT, job_key: options.key ?? '' });
    };
    await printPaperAgain(till.services, print, kept);
    expect(printed).toEqual([{ key: `sale-${id}`, openDrawer: false }]);
    const lost = till.network.proxy.dropNext('answer dropped', /print-receipt/);
    mend(till);
    expect((await lost).status).toBe(200);
    await until(() => till.connection.read().isReachable).toBe(false);
    await back(till);
    await originals(till).toEqual([]);
    expect(await nextCopy()).toMatchObject({ copy_no: 1 });
  });

  it('is no original elsewhere either, where the server came back while it was printed', async () => {
    const { till, kept, nextCopy } = await recordedUnprinted();
    const print: PrintReceipt = async (_, { key = '' }) => {
      await back(till);
      return { ...PRINT, job_key: key };
    };
    await printPaperAgain(till.services, print, kept);
    await until(() => till.network.sentTo(/print-receipt/).length).toBe(1);
    await originals(till).toEqual([]);
    expect(await nextCopy()).toMatchObject({ copy_no: 1 });
  });

  it('is scanned where it was chosen: a piece is not added twice, and another one is', async () => {
    const { ids, barcode } = await at.makePieces(3);
    const till = await openTill();
    await till.copyStore();
    await till.loseServer();
    await till.addItem(ids[2] ?? 0);
    expect(till.lines()).toMatchObject([{ inventory_item_id: ids[2] }]);
    await till.scan(barcode);
    expect(till.lines()).toMatchObject([{ inventory_item_id: ids[2], scanned_code: barcode }]);
    expect(till.titles()).not.toContain('Already in the cart');
    await till.scan(barcode);
    expect(till.lines()).toMatchObject([{ scanned_code: barcode }, { scanned_code: barcode }]);
    expect(await sold(till)).toHaveProperty('number', NUMBER);
    // Any other piece is sold as ever.
    await till.scan(barcode);
    expect(till.lines()).toHaveLength(1);
  });

  it('has numbers of its own: the barcode of a phone says what to scan', async () => {
    const till = await openTill();
    await till.copyStore();
    await till.loseServer();
    const { barcode, product, name } = at.variation();
    await till.scan(barcode);
    expect(till.told.at(-1)?.body).toBe(
      `${product.name} ${name} is sold by its own number: scan its IMEI or serial number, not the barcode.`,
    );
  });

  it('says who had a unit in a cart, at the scan and at the cart, and nothing else', async () => {
    const till = await openTill();
    const colleague = await at.openManagersTill();
    await colleague.scan(at.unit(0).imei);
    await saved(colleague);
    await till.copyStore();
    await till.loseServer();
    const why =
      'Ana Reyes had it in a cart when the connection went: remove it, or sell it when the connection is back';
    await till.scan(at.unit(0).imei);
    expect(till.told.at(-1)).toMatchObject({ body: why });
    await till.scan(at.unit(0).imei);
    expect(till.told.at(-1)).toMatchObject({ body: why });
    expect(till.lines()).toMatchObject([{ held_by: 'Ana Reyes' }]);
    expect(till.lines()[0]).not.toHaveProperty('scanned_code');
  });

  it('says nothing of a cart where that is its own, also of a unit that was taken out of it and is scanned again', async () => {
    const till = await openTill();
    const unit = at.unit(0);
    await till.scan(unit.imei);
    await saved(till);
    await till.copyStore();
    await till.loseServer();
    await till.scan(unit.imei);
    expect(till.told).toMatchObject([{ title: 'Already in the cart', body: null }]);
    till.sale.remove(unitKey(unit.id));
    await till.scan(unit.imei);
    expect(till.told).toHaveLength(1);
    expect(await sold(till)).toHaveProperty('number', NUMBER);
  });

  it('names the paid draft that a unit is reserved for, also one of its own cashier', async () => {
    const till = await openTill();
    await till.scan(at.unit(0).imei);
    const payment = await till.goToPayment();
    await payment.pay();
    const parked = await till.sale.park();
    await till.copyStore();
    await till.loseServer();
    await till.scan(at.unit(0).imei);
    const why = `It was reserved for ${parked?.number} (${till.signedIn.staff.name}) when the connection went: remove it, and complete that draft when the connection is back`;
    expect(till.told.at(-1)).toMatchObject({ body: why });
  });

  describe('a cart that was sent to be completed and not answered, and that is kept here', () => {
    /** The cart of some codes was sent, and is kept so that the next customer can be served. */
    const keptSent = async (till: WorkingTill, codes: readonly string[]) => {
      for (const code of codes) await till.scan(code);
      await saved(till);
      const draftId = await till.sale.readyToPay();
      till.sale.noteSent(draftId ?? 0, true);
      await till.loseServer();
      const parked = await till.sale.park();
      expect(parked).toMatchObject({ isKept: true });
      return `It is in ${parked?.number}, which was sent to be completed and not answered: complete that cart, or wait for the connection`;
    };

    it('keeps its items out of another cart: the scan says so, and checkout', async () => {
      const till = await openTill();
      await till.copyStore();
      const why = await keptSent(till, [at.unit(0).imei]);
      await till.scan(at.unit(0).imei);
      expect(till.told.at(-1)).toEqual({ intent: 'info', title: till.lines()[0]?.product_name, body: why });
      expect(till.lines()[0]).not.toHaveProperty('scanned_code');
      expect(whyCartNotOffline(till.sale.read().cart)).toBe(`${till.lines()[0]?.product_name}: ${why}`);
      till.sale.remove(unitKey(at.unit(0).id));
      await till.addItem(at.unit(0).id);
      expect(till.told.at(-1)?.body).toBe(why);
      till.sale.remove(unitKey(at.unit(0).id));
      await till.scan(at.unit(1).imei);
      expect(whyCartNotOffline(till.sale.read().cart)).toBeNull();
    });

    it('keeps them out of a colleague’s cart, too', async () => {
      const folder = at.newFolder();
      const till = await openTill(folder);
      await till.copyStore();
      const why = await keptSent(till, [at.unit(0).imei]);
      await till.close();
      const { email } = await makeStaff(at.server.database, { store_id: at.shop.store.id });
      const colleagues = await at.openTill({ folder, email });
      colleagues.sellsOffline();
      await colleagues.loseServer();
      await colleagues.scan(at.unit(0).imei);
      expect(colleagues.told.at(-1)?.body).toBe(why);
    });

    it('keeps no piece without numbers out of another cart: any other one is sold', async () => {
      const { barcode } = await at.makePieces(2);
      const till = await openTill();
      await till.copyStore();
      await keptSent(till, [barcode ?? '']);
      await till.scan(barcode ?? '');
      expect(whyCartNotOffline(till.sale.read().cart)).toBeNull();
      expect(await sold(till)).toHaveProperty('number', NUMBER);
    });
  });
});
