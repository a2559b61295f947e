import { expect, it } from 'vitest';
import { onEveryEngine } from '#tests/support/server.ts';
import { openDraft, sell } from '#tests/support/selling.ts';
import { makeUnits, makeVariation } from '#tests/support/shop.ts';
import { saved, tillShop, until } from '#tests/support/till/till-shop.ts';
import type { WorkingTill } from '#tests/support/till/working-till.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CHANGES = /^GET \/pos\/changes/;

onEveryEngine('a till’s copy of its store', (start) => {
  const at = tillShop(start);
  const asked = (till: WorkingTill) => till.network.sentTo(CHANGES).length;
  const inCopy = async (till: WorkingTill, unitId: number) =>
    (await till.services.till.units.find({ store_id: at.shop.store.id, unit_id: unitId })) !== null;
  /** Lets a time pass, and waits for the answer to what the till asks then. */
  const pass = async (till: WorkingTill, milliseconds: number) => {
    till.clock.advance(milliseconds);
    await until(() => till.sale.feed.read().asOf).toBe(till.clock.now());
  };

  it('is a minute old at most', async () => {
    const till = await at.openTill();
    const stop = till.sale.feed.start();
    await until(() => till.sale.feed.read().asOf).toBe(till.clock.now());
    const [sold, held] = [at.unit(0), at.unit(1)];
    expect(await inCopy(till, sold.id)).toBe(true);
    await sell(await at.manager(), [sold.id]);
    await openDraft(await at.manager(), [held.id]);
    till.clock.advance(30 * SECOND);
    expect([asked(till), await inCopy(till, sold.id)]).toEqual([1, true]);
    await pass(till, 15 * SECOND);
    expect([asked(till), await inCopy(till, sold.id)]).toEqual([2, false]);
    const found = await till.sale.units.find(held.imei, till.sale.read().cart);
    expect(found).toMatchObject({ id: held.id, held: { locked_by: 'Ana Reyes' }, as_of: till.clock.now() });
    stop();
    till.clock.advance(MINUTE);
    expect(asked(till)).toBe(2);
  });

  it('tells a cart at once that one of its units was sold elsewhere, and leaves other carts alone', async () => {
    const till = await at.openTill();
    const colleague = await at.openManagersTill();
    const [sold, kept] = [at.unit(0), at.unit(1)];
    await till.scan(sold.imei);
    await saved(till);
    await colleague.scan(kept.imei);
    await saved(colleague);
    for (const { sale } of [till, colleague]) {
      sale.feed.start();
      await until(() => sale.feed.read().asOf).not.toBeNull();
    }
    await at.lapse(sold.id);
    await sell(await at.manager(), [sold.id]);
    await pass(till, 45 * SECOND);
    await until(() => till.titles()).toEqual(['An item was lost']);
    expect(till.lineOf(sold.id)?.lost).toBe('Sold meanwhile');
    colleague.clock.advance(45 * SECOND);
    await until(() => asked(colleague)).toBe(2);
    await until(() => inCopy(colleague, sold.id)).toBe(false);
    expect(colleague.network.sentTo(/refresh-locks$/)).toEqual([]);
  });

  it('asks nothing about a cart whose own completion is not answered yet', async () => {
    const till = await at.openTill();
    await till.scan(at.unit(0).imei);
    await saved(till);
    till.sale.feed.start();
    await until(() => till.sale.feed.read().asOf).not.toBeNull();
    const draftId = till.sale.read().cart.draft?.id ?? 0;
    till.sale.noteSent(draftId, true);
    await till.payWhole(draftId);
    await pass(till, 45 * SECOND);
    expect(await inCopy(till, at.unit(0).id)).toBe(false);
    expect([till.network.sentTo(/refresh-locks$/), till.told]).toEqual([[], []]);
  });

  it('is asked for at once when the server is back, and not while it is gone', async () => {
    const till = await at.openTill();
    till.sale.feed.start();
    await until(() => till.sale.feed.read().asOf).toBe(till.clock.now());
    const copiedAt = till.clock.now();
    await till.loseServer();
    const before = asked(till);
    till.clock.advance(MINUTE);
    till.clock.advance(10 * MINUTE);
    await sell(await at.manager(), [at.unit(0).id]);
    expect([asked(till), till.sale.feed.read().asOf]).toEqual([before, copiedAt]);
    till.network.proxy.flow();
    till.lookAgain();
    await until(() => till.sale.feed.read().asOf).toBe(till.clock.now());
    expect(await inCopy(till, at.unit(0).id)).toBe(false);
  });

  it('goes on where a killed till was, and answers it without a server', async () => {
    const folder = at.newFolder();
    const killed = await at.openTill({ folder });
    await killed.copyStore();
    const copiedAt = killed.clock.now();
    await killed.close();
    const { variation } = at.shop;
    const [added] = await makeUnits(at.server.database, {
      count: 1,
      store_id: at.shop.store.id,
      product_variation_id: variation.id,
    });

    const till = await at.openTill({ folder });
    await till.loseServer();
    till.clock.advance(MINUTE);
    till.sale.feed.start();
    await until(() => till.sale.feed.read().asOf).toBe(copiedAt);
    await till.scan(at.unit(3).imei);
    expect(till.lineOf(at.unit(3).id)).toMatchObject({ lock_expires_at: null, price: 100_000 });
    expect(till.marked).toEqual([{ unitId: at.unit(3).id, variationId: variation.id }]);
    till.network.proxy.flow();
    till.lookAgain();
    await until(() => inCopy(till, added?.id ?? 0)).toBe(true);
    expect(till.network.sentTo(CHANGES).every(({ path }) => path.includes('since='))).toBe(true);
    await saved(till);
  });

  it('says without a server that a used unit has no price yet', async () => {
    const till = await at.openTill();
    const { id, product, name } = await makeVariation(at.server.database, {});
    const [used] = await makeUnits(at.server.database, {
      count: 1,
      store_id: at.shop.store.id,
      product_variation_id: id,
      category: 'used',
      condition_rating: 4,
    });
    await till.copyStore();
    await till.loseServer();
    expect(await till.scan(used?.imei ?? '')).toBe(false);
    expect(till.told).toMatchObject([
      { title: 'Scan failed', body: `${product.name} ${name} (Used, 4 of 5) has no price yet` },
    ]);
    expect(till.lines()).toEqual([]);
  });

  it('takes no answer that comes after a later one', async () => {
    const till = await at.openTill();
    const late = till.network.holdAnswer(CHANGES);
    till.sale.feed.start();
    await until(() => asked(till)).toBe(1);
    await sell(await at.manager(), [at.unit(0).id]);
    // As after a sign-in whose answers do not count any more.
    till.clock.advance(2 * MINUTE);
    await until(() => till.sale.feed.read().asOf).toBe(till.clock.now());
    late.release();
    await until(() => till.network.sentTo(CHANGES).length).toBe(2);
    expect(await inCopy(till, at.unit(0).id)).toBe(false);
  });
});
