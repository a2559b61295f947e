import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/access.ts';
import { insertHidden, showHidden } from '#server/modules/units/units.public.ts';
import { seededRandom } from '#server/demo/random.ts';
import { onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import { makeCustomer, makeStore, makeUnits, makeVariation } from '#tests/support/shop.ts';

const IN_STOCK = ['available', 'locked'];
const statuses = ['available', 'locked', 'sold', 'defective'] as const;
const byKey = <T extends { key: string }>(rows: T[]) => rows.sort((a, b) => (a.key < b.key ? -1 : 1));

/** Computes from the rows what the stored counts must be. */
async function countRows({ reader }: Database) {
  const units = await reader
    .selectFrom('inventory_items as unit')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select(['unit.store_id', 'unit.status', 'variation.id as variation_id', 'product.id as product_id'])
    .select('product.name_key')
    // Rows of an import are hidden until the import ends.
    .where((eb) => eb.or([eb('unit.sold_at', 'is', null), eb('unit.sold_at', '>', 0)]))
    .execute();
  const inStock = (rows: typeof units) => rows.filter(({ status }) => IN_STOCK.includes(status)).length;
  const ofVariations = Map.groupBy(units, (unit) => `${unit.store_id} ${unit.variation_id}`);
  const ofProducts = Map.groupBy(units, (unit) => `${unit.store_id} ${unit.product_id} ${unit.name_key}`);
  const low = await findLow({ reader }, units);
  const lowAt = (store: number) => low.filter(({ store_id }) => store_id === store);
  const storeIds = new Set([...units, ...low].map(({ store_id }) => store_id));
  const stores = [...storeIds].map((store) => ({
    key: String(store),
    units: inStock(units.filter(({ store_id }) => store_id === store)),
    low: lowAt(store).length,
    out: lowAt(store).filter(({ is_out }) => is_out === 1).length,
  }));
  const customers = await reader
    .selectFrom('customers')
    .select('id')
    .where('deleted_at', 'is', null)
    .execute();
  const counted = (groups: typeof ofVariations) =>
    byKey([...groups].map(([key, rows]) => ({ key, units: inStock(rows) })).filter((row) => row.units > 0));
  return {
    stores: byKey(stores),
    variations: counted(ofVariations),
    products: counted(ofProducts),
    low: byKey(low.map((row) => ({ key: `${row.store_id} ${row.product_variation_id}`, ...row }))),
    customers: customers.length,
  };
}

type Unit = { store_id: number; variation_id: number; status: string };

/**
 * Finds units below their reorder point: the variation's own in the store, else its type's, else 1, if the store ever had
 * a unit of it. Discontinued ones are never low.
 */
async function findLow({ reader }: Pick<Database, 'reader'>, units: readonly Unit[]) {
  const variations = await reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select(['variation.id', 'type.reorder_point', 'product.name_key'])
    .select(['product.product_type_id', 'product.manufacturer_id'])
    .where('variation.is_active', '=', 1)
    .where('product.status', '=', 'active')
    .execute();
  const points = await reader.selectFrom('reorder_points').selectAll().execute();
  const stores = await reader.selectFrom('stores').select('id').execute();
  return stores.flatMap(({ id: store_id }) =>
    variations.flatMap(({ id, reorder_point, ...goods }) => {
      const known = units.filter((unit) => unit.store_id === store_id && unit.variation_id === id);
      const count = known.filter(({ status }) => IN_STOCK.includes(status)).length;
      const own = points.find((row) => row.store_id === store_id && row.product_variation_id === id);
      const point = own?.reorder_point ?? (known.length > 0 ? (reorder_point ?? 1) : 0);
      if (count >= point) return [];
      const is_out = count === 0 ? 1 : 0;
      return [{ store_id, product_variation_id: id, spare: count - point, is_out, ...goods }];
    }),
  );
}

/** Reads the stored counts; rows of deleted subjects count nothing. */
async function readKept({ reader }: Database) {
  const stores = await reader.selectFrom('stock_of_stores').selectAll().execute();
  const variations = await reader.selectFrom('stock_of_variations').selectAll().execute();
  const products = await reader.selectFrom('stock_of_products').selectAll().execute();
  const { count } = await reader.selectFrom('chain_counts').select('count').executeTakeFirstOrThrow();
  const low = await reader.selectFrom('low_stock').selectAll().execute();
  const known = new Set(variations.filter((row) => row.known > 0).map((row) => row.store_id));
  for (const row of low) known.add(row.store_id);
  const isThere = (row: { units: number }) => row.units !== 0;
  return {
    stores: byKey(
      stores
        .filter((row) => known.has(row.store_id))
        .map(({ store_id, units, low, out }) => ({ key: String(store_id), units, low, out })),
    ),
    variations: byKey(
      variations
        .filter(isThere)
        .map((row) => ({ key: `${row.store_id} ${row.product_variation_id}`, units: row.units })),
    ),
    products: byKey(
      products
        .filter(isThere)
        .map((row) => ({ key: `${row.store_id} ${row.product_id} ${row.name_key}`, units: row.units })),
    ),
    low: byKey(low.map((row) => ({ key: `${row.store_id} ${row.product_variation_id}`, ...row }))),
    customers: count,
  };
}

onEveryEngine('counts that are kept', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  it('agree with the rows whatever is done to these, one after another and many in one transaction', async () => {
    const { database } = server;
    const random = seededRandom(20_261_121);
    const stores = [await makeStore(database), await makeStore(database)];
    const variations = [
      await makeVariation(database),
      await makeVariation(database),
      await makeVariation(database),
    ];
    for (const variation of variations) {
      const given = { store_id: random.pick(stores).id, product_variation_id: variation.id };
      await makeUnits(database, { ...given, count: random.integer(3, 9) });
    }
    const people = [await makeCustomer(database), await makeCustomer(database)];
    /** Written by an unfinished import. */
    let hidden: number[] = [0];
    const importUnits = () =>
      database.write(async (writer) => {
        await showHidden(writer, hidden);
        hidden = [writer.nextId(), writer.nextId()];
        const given = { store_id: random.pick(stores).id, product_variation_id: random.pick(variations).id };
        const rows = hidden.map((id) => ({ ...given, id, category: 'new' as const, created_at: OPENING }));
        await insertHidden(writer, rows);
      });
    const changeUnits = () =>
      database.write(async (writer) => {
        for (let left = random.integer(1, 6); left > 0; left -= 1) {
          const units = await writer
            .selectFrom('inventory_items')
            .select('id')
            .where('id', 'not in', hidden)
            .orderBy('id')
            .execute();
          const { id } = random.pick(units);
          if (random.chance(0.05)) {
            await writer.deleteFrom('unit_imeis').where('inventory_item_id', '=', id).execute();
            await writer.deleteFrom('inventory_items').where('id', '=', id).execute();
          } else {
            const changes = {
              status: random.pick(statuses),
              ...(random.chance(0.2) && { store_id: random.pick(stores).id }),
              ...(random.chance(0.1) && { product_variation_id: random.pick(variations).id }),
            };
            await writer.updateTable('inventory_items').set(changes).where('id', '=', id).execute();
          }
        }
        if (random.chance(0.1)) throw new Error('Rolled back');
      });
    const addUnits = () =>
      makeUnits(database, {
        store_id: random.pick(stores).id,
        product_variation_id: random.pick(variations).id,
        count: random.integer(1, 4),
        status: random.pick(statuses),
      });
    const changeGoods = () =>
      database.write(async (writer) => {
        const { id, product } = random.pick(variations);
        const name_key = `phone ${random.integer(1, 9)}`;
        await writer.updateTable('products').set({ name_key }).where('id', '=', product.id).execute();
        const product_id = random.pick(variations).product.id;
        await writer.updateTable('product_variations').set({ product_id }).where('id', '=', id).execute();
      });
    const changeWhatIsSold = () =>
      database.write(async (writer) => {
        const { id, product } = random.pick(variations);
        const [is_active, isSold] = [random.chance(0.7) ? 1 : 0, random.chance(0.7)] as const;
        await writer.updateTable('product_variations').set({ is_active }).where('id', '=', id).execute();
        const kind = random.pick(variations).product;
        const { product_type_id, manufacturer_id } = random.chance(0.3) ? kind : product;
        await writer
          .updateTable('products')
          .set({ status: isSold ? 'active' : 'inactive', product_type_id, manufacturer_id })
          .where('id', '=', product.id)
          .execute();
      });
    const changePoints = () =>
      database.write(async (writer) => {
        const { id, product } = random.pick(variations);
        const reorder_point = random.pick([0, 1, 2, 4, 8]);
        const own = { product_variation_id: id, store_id: random.pick(stores).id, reorder_point };
        if (random.chance(0.4)) {
          await writer
            .updateTable('product_types')
            .set({ reorder_point: random.chance(0.3) ? null : reorder_point })
            .where('id', '=', product.product_type_id)
            .execute();
        } else if (random.chance(0.3)) {
          await writer.deleteFrom('reorder_points').where('product_variation_id', '=', id).execute();
        } else {
          await writer
            .insertInto('reorder_points')
            .values(own)
            .onConflict((on) =>
              on.columns(['product_variation_id', 'store_id']).doUpdateSet({ reorder_point }),
            )
            .execute();
        }
      });
    const changePeople = async () => {
      people.push(await makeCustomer(database));
      const { id } = random.pick(people);
      const deleted_at = random.chance(0.5) ? OPENING : null;
      await database.write((writer) =>
        writer.updateTable('customers').set({ deleted_at }).where('id', '=', id).execute(),
      );
    };
    for (let round = 0; round < 90; round += 1) {
      const change = random.pick([
        changeUnits,
        changeUnits,
        changeUnits,
        addUnits,
        importUnits,
        changeGoods,
        changeWhatIsSold,
        changePoints,
        changePoints,
        changePeople,
      ]);
      await change().catch((error: unknown) => expect(error).toEqual(new Error('Rolled back')));
      expect([round, await readKept(database)]).toEqual([round, await countRows(database)]);
    }
  });

  it('agree where many change the same ones at once, none of whom waits for another in a circle', async () => {
    const { database } = server;
    const store = await makeStore(database);
    const variations = [await makeVariation(database), await makeVariation(database)];
    const units = await Promise.all(
      variations.map(({ id }) =>
        makeUnits(database, { store_id: store.id, product_variation_id: id, count: 20 }),
      ),
    );
    const [ofFirst = [], ofSecond = []] = units;
    const sold = ofFirst.map((unit, place) => [unit.id, ofSecond[place]?.id ?? 0]);
    let tries = 0;
    const [first] = variations;
    const typeId = first?.product.product_type_id ?? 0;
    const another = await makeVariation(database, { product: { product_type_id: typeId } });
    await Promise.all([
      ...[3, 9, 12].map((reorder_point) =>
        database.write((writer) =>
          writer.updateTable('product_types').set({ reorder_point }).where('id', '=', typeId).execute(),
        ),
      ),
      ...[1, 2].map((count) =>
        makeUnits(database, { store_id: store.id, product_variation_id: another.id, count }),
      ),
      ...sold.map((ids, place) =>
        database.write(async (writer) => {
          tries += 1;
          for (const id of place % 2 ? ids.toReversed() : ids) {
            await writer
              .updateTable('inventory_items')
              .set({ status: 'sold' })
              .where('id', '=', id)
              .execute();
          }
        }),
      ),
    ]);
    expect(tries).toBe(sold.length);
    expect(await readKept(database)).toEqual(await countRows(database));
  });
});
