import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { PIECES_COPIED, type storeChanges } from '#contract/pos.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Writer } from '#server/db/access.ts';
import type { Tables } from '#server/db/tables.ts';
import { insertHidden, showHidden } from '#server/modules/units/units.public.ts';
import { seededRandom } from '#server/demo/random.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, openPaidDraft, sell, voidSale } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import { makeCable, makeShop, makeStaff, makeStore, makeUnits, makeVariation } from '#tests/support/shop.ts';

type Changes = z.input<typeof storeChanges>;
type Variation = Changes['variations'][number];

/** Follows the feed as a till does. */
class Copy {
  version: string | undefined;
  variations = new Map<number, Variation>();
  holds: Changes['holds'] = [];
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  async next(): Promise<Changes> {
    const since = this.version === undefined ? '' : `?since=${this.version}`;
    const changes = expectDone(await this.#caller.get<Changes>(`/pos/changes${since}`));
    if (changes.is_first) this.variations.clear();
    for (const variation of changes.variations) this.variations.set(variation.id, variation);
    this.version = changes.version;
    this.holds = changes.holds;
    return changes;
  }

  /** Reads to the end; returns the answers. */
  async follow(): Promise<Changes[]> {
    const answers = [await this.next()];
    while (answers.at(-1)?.has_more) answers.push(await this.next());
    return answers;
  }

  get unitIds(): number[] {
    return [...this.variations.values()]
      .flatMap(({ units }) => units.map(({ id }) => id))
      .sort((a, b) => a - b);
  }
}

onEveryEngine('the feed of what stands in a store for sale', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  const change = (work: (writer: Writer) => Promise<unknown>) => server.database.write(work);

  it('brings all units at first, and then what was sold, came back and is held', async () => {
    const shop = await makeShop(server.database, { units: 3 });
    const till = await signIn(server.url, shop.seller.email);
    const copy = new Copy(till);
    const [first] = await copy.follow();
    const ids = shop.units.map(({ id }) => id);
    expect([first?.is_first, copy.unitIds, copy.holds]).toEqual([true, ids, []]);
    const [variation] = copy.variations.values();
    expect(variation).toMatchObject({
      id: shop.variation.id,
      product_id: shop.variation.product.id,
      product_name: shop.variation.product.name,
      name: shop.variation.name,
      barcode: shop.variation.barcode,
      retail_price: 1000,
      minimum_price: 900,
      used_retail_price: null,
    });
    expect(variation?.units[0]).toEqual({
      id: ids[0],
      serial_number: shop.units[0]?.serial_number,
      imei: shop.units[0]?.imei,
      imei2: null,
      qr_code: null,
      category: 'new',
      condition_rating: null,
      own_price: null,
      own_minimum_price: null,
    });
    expect(await copy.follow()).toEqual([
      { version: copy.version, is_first: false, has_more: false, variations: [], holds: [] },
    ]);
    const { transaction: sale } = await sell(till, [ids[0] ?? 0]);
    await openDraft(till, [ids[1] ?? 0]);
    await copy.follow();
    expect([copy.unitIds, copy.holds]).toEqual([
      ids.slice(1),
      [
        {
          ...{ inventory_item_id: ids[1], locked_by: shop.seller.name },
          ...{ locked_until: expect.any(String) as unknown, reserved_for: null },
        },
      ],
    ]);
    const manager = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    expectDone(await voidSale(await signIn(server.url, manager.email), sale.id, 'Changed his mind'));
    server.clock.advance(60 * MINUTE);
    await copy.follow();
    expect([copy.unitIds, copy.holds]).toEqual([ids, []]);
    server.clock.advance(-60 * MINUTE);
  });

  it('names the draft that a unit is reserved for, by its payments, and whose it is', async () => {
    const shop = await makeShop(server.database, { units: 1 });
    const till = await signIn(server.url, shop.seller.email);
    const { draft_number } = await openPaidDraft(till, [shop.units[0]?.id ?? 0]);
    const copy = new Copy(till);
    await copy.follow();
    expect(copy.holds).toMatchObject([{ locked_by: shop.seller.name, reserved_for: draft_number }]);
  });

  it('brings another name, barcode or price of goods and units, and no change of a lock', async () => {
    const shop = await makeShop(server.database, { units: 2 });
    const till = await signIn(server.url, shop.seller.email);
    const copy = new Copy(till);
    await copy.follow();
    const { id, product } = shop.variation;
    const unitId = shop.units[0]?.id ?? 0;
    const changed = async () => {
      const answers = await copy.follow();
      expect(answers.map(({ is_first }) => is_first)).toEqual([false]);
      return answers.flatMap(({ variations }) => variations);
    };
    await openDraft(till, [unitId]);
    expect(await changed()).toEqual([]);
    await change((writer) =>
      writer
        .updateTable('product_variations')
        .set({ used_retail_price: 70_000 })
        .where('id', '=', id)
        .execute(),
    );
    expect(await changed()).toMatchObject([{ id, used_retail_price: 700 }]);
    await change((writer) =>
      writer.updateTable('products').set({ name: 'Renamed' }).where('id', '=', product.id).execute(),
    );
    expect(await changed()).toMatchObject([{ id, product_name: 'Renamed' }]);
    await change((writer) =>
      writer
        .updateTable('inventory_items')
        .set({ own_price: 65_000, qr_code: 'QR-AAAA' })
        .where('id', '=', unitId)
        .execute(),
    );
    const [own] = await changed();
    expect(own?.units.find((unit) => unit.id === unitId)).toMatchObject({
      own_price: 650,
      qr_code: 'QR-AAAA',
    });
    await change((writer) =>
      writer.updateTable('product_variations').set({ is_active: 0 }).where('id', '=', id).execute(),
    );
    expect(await changed()).toMatchObject([{ id, barcode: null }]);
    await change((writer) =>
      writer.updateTable('product_variations').set({ is_active: 1 }).where('id', '=', id).execute(),
    );
    expect(await changed()).toMatchObject([{ id, barcode: shop.variation.barcode }]);
    expect(await changed()).toEqual([]);
  });

  it('brings another warranty of a product, or of its type where the product says nothing', async () => {
    const shop = await makeShop(server.database, { units: 1 });
    const copy = new Copy(await signIn(server.url, shop.seller.email));
    await copy.follow();
    const { id, product } = shop.variation;
    const changed = async () => (await copy.follow()).flatMap(({ variations }) => variations);
    const ofType = (warranty_months: number | null) =>
      change((writer) =>
        writer
          .updateTable('product_types')
          .set({ warranty_months, warranty_months_used: 3 })
          .where('id', '=', product.product_type_id)
          .execute(),
      );
    const ofProduct = (warranty_months: number | null) =>
      change((writer) =>
        writer.updateTable('products').set({ warranty_months }).where('id', '=', product.id).execute(),
      );
    await ofType(12);
    expect(await changed()).toMatchObject([{ id, warranty_months: 12, warranty_months_used: 3 }]);
    await ofProduct(0);
    expect(await changed()).toMatchObject([{ id, warranty_months: 0, warranty_months_used: 3 }]);
    await ofProduct(null);
    await ofType(null);
    expect(await changed()).toMatchObject([{ id, warranty_months: 0 }]);
    expect(await changed()).toEqual([]);
  });

  it('comes in parts, each unit once, and has a bounded number of pieces without a number', async () => {
    const shop = await makeShop(server.database, { units: 1 });
    const till = await signIn(server.url, shop.seller.email);
    const store_id = shop.store.id;
    for (let made = 0; made < 4; made += 1) {
      const { id } = await makeVariation(server.database);
      await makeUnits(server.database, { store_id, product_variation_id: id, count: 400 });
    }
    const cable = await makeCable(server.database);
    const pieces = { imei: null, serial_number: null };
    await makeUnits(server.database, {
      store_id,
      product_variation_id: cable.id,
      count: PIECES_COPIED + 50,
      ...pieces,
    });
    const copy = new Copy(till);
    const answers = await copy.follow();
    expect(answers.map(({ is_first }) => is_first)).toEqual([true, false]);
    const sent = answers.flatMap(({ variations }) => variations.flatMap(({ units }) => units));
    expect([sent.length, copy.unitIds.length]).toEqual([1601 + PIECES_COPIED, 1601 + PIECES_COPIED]);
    expect(copy.variations.get(cable.id)?.units).toHaveLength(PIECES_COPIED);
  });

  it('leaves out what was sold out before the copy began, and names what is sold out since', async () => {
    const shop = await makeShop(server.database, { units: 1 });
    const till = await signIn(server.url, shop.seller.email);
    const other = await makeVariation(server.database);
    const [unit] = await makeUnits(server.database, {
      store_id: shop.store.id,
      product_variation_id: other.id,
      count: 1,
    });
    await sell(till, [shop.units[0]?.id ?? 0]);
    const copy = new Copy(till);
    await copy.follow();
    expect([...copy.variations.keys()]).toEqual([other.id]);
    await sell(till, [unit?.id ?? 0]);
    expect((await copy.follow())[0]?.variations).toMatchObject([{ id: other.id, units: [] }]);
  });

  it('begins anew for a version that is unknown, another store’s, or from before a restore', async () => {
    const shop = await makeShop(server.database, { units: 2 });
    const till = await signIn(server.url, shop.seller.email);
    const copy = new Copy(till);
    await copy.follow();
    const known = copy.version;
    const [, ...places] = (known ?? '').split('.');
    const [epoch, begun, , stockId, goods, goodsId] = places;
    const unknown = [
      '',
      'x',
      '1.2.3',
      `${known}.1`,
      [shop.store.id + 1, ...places].join('.'),
      [shop.store.id, epoch, begun, 999_999, stockId, goods, goodsId].join('.'),
      [shop.store.id, ...places.slice(0, 4), 999_999, goodsId].join('.'),
    ];
    for (const version of unknown) {
      copy.version = version;
      expect([version, (await copy.next()).is_first]).toEqual([version, true]);
    }
    await change((writer) => writer.updateTable('data_version').set({ epoch: 5 }).execute());
    copy.version = known;
    expect((await copy.next()).is_first).toBe(true);
    expect((await till.get(`/pos/changes?since=${'1'.repeat(101)}`)).status).toBe(422);
  });

  it('holds the same as the rows after whatever is done to them', async () => {
    const { database } = server;
    const random = seededRandom(20_261_128);
    const here = await makeShop(database, { units: 5 });
    const stores = [here.store, await makeStore(database)];
    const variations = [here.variation, await makeVariation(database), await makeVariation(database)];
    const till = await signIn(server.url, here.seller.email);
    const copy = new Copy(till);
    /** Written by unfinished imports. */
    let hidden: number[] = [0];
    const isShown = (eb: ExpressionBuilder<Tables, 'inventory_items'>) =>
      eb.or([eb('sold_at', 'is', null), eb('sold_at', '>', 0)]);
    const place = () => ({
      store_id: random.pick(stores).id,
      product_variation_id: random.pick(variations).id,
    });
    const ways: (() => Promise<unknown>)[] = [
      () =>
        makeUnits(database, {
          ...place(),
          count: random.integer(1, 4),
          status: random.pick(['available', 'defective'] as const),
        }),
      async () => {
        const shown = hidden;
        const made = await server.database.write(async (writer) => {
          await showHidden(writer, shown);
          const id = writer.nextId();
          await insertHidden(writer, [{ ...place(), id, category: 'new', created_at: OPENING }]);
          return id;
        });
        hidden = [...hidden.filter((id) => !shown.includes(id)), made];
      },
      () =>
        change(async (writer) => {
          const { id } = random.pick(variations);
          const retail_price = random.integer(1, 999) * 100;
          await writer.updateTable('product_variations').set({ retail_price }).where('id', '=', id).execute();
        }),
      () =>
        change(async (writer) => {
          for (let left = random.integer(1, 5); left > 0; left -= 1) {
            const units = await writer
              .selectFrom('inventory_items')
              .select('id')
              .where(isShown)
              .where(
                'product_variation_id',
                'in',
                variations.map(({ id }) => id),
              )
              .orderBy('id')
              .execute();
            const { id } = random.pick(units);
            const changes = {
              status: random.pick(['available', 'locked', 'sold', 'defective', 'on_hold'] as const),
              ...(random.chance(0.3) && place()),
              ...(random.chance(0.3) && { own_price: random.integer(1, 99) * 100 }),
            };
            await writer.updateTable('inventory_items').set(changes).where('id', '=', id).execute();
          }
          if (random.chance(0.1)) throw new Error('Rolled back');
        }),
    ];
    for (let step = 0; step < 120; step += 1) {
      const some = Array.from({ length: random.integer(1, 3) }, () => random.pick(ways));
      const done = await Promise.allSettled(some.map((way) => way()));
      for (const result of done) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ message: 'Rolled back' });
      }
      await copy.follow();
      const rows = await database.reader
        .selectFrom('inventory_items')
        .select(['id', 'product_variation_id', 'own_price'])
        .where('store_id', '=', here.store.id)
        .where('status', 'in', ['available', 'locked'])
        .where(isShown)
        .execute();
      const prices = await database.reader
        .selectFrom('product_variations')
        .select(['id', 'retail_price'])
        .execute();
      const priceOf = new Map(prices.map(({ id, retail_price }) => [id, retail_price / 100]));
      const stands = rows.map(
        ({ id, product_variation_id, own_price }) =>
          `${id} ${product_variation_id} ${priceOf.get(product_variation_id)} ${own_price === null ? '' : own_price / 100}`,
      );
      const copied = [...copy.variations.values()].flatMap(({ id: variation, retail_price, units }) =>
        units.map(({ id, own_price }) => `${id} ${variation} ${retail_price} ${own_price ?? ''}`),
      );
      expect(copied.sort()).toEqual(stands.sort());
    }
  });
});
