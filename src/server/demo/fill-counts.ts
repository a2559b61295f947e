import type { Insertable } from 'kysely';
import { countNumber, scopeKey } from '#domain/counts.ts';
import { DAY } from '#domain/store-time.ts';
import type { Writer } from '../db/access.ts';
import type { Tables } from '../db/tables.ts';
import { insertUnits } from '../modules/units/units.public.ts';
import type { FilledVariation } from './fill-catalogue.ts';
import type { MakeUnit } from './fill-stock.ts';
import type { FilledStore } from './fill-stores.ts';
import { insertRows } from './insert-rows.ts';

type FillInput = {
  stores: FilledStore[];
  managerOf: (storeId: number) => number;
  variations: FilledVariation[];
  makeUnit: MakeUnit;
  now: number;
};

const STORE = 'MNL-01';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Milliseconds between two scans. */
const SCAN = 4000;

/** Finds the units of a product type in a store, with the code that is scanned of each. */
async function findInStock(writer: Writer, storeId: number, typeId: number) {
  const units = await writer
    .selectFrom('inventory_items as item')
    .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select(['item.id', 'item.imei', 'item.serial_number'])
    .where('item.store_id', '=', storeId)
    .where('item.status', '=', 'available')
    .where('product.product_type_id', '=', typeId)
    .orderBy('item.id')
    .execute();
  return units.map(({ id, imei, serial_number }) => ({ id, code: imei ?? serial_number }));
}

type Count = { slug: string; no: number; startedAt: number; scanned: number };

/** Fills a count of a product type, started and scanned by the store's manager. */
async function fillCount(
  writer: Writer,
  { slug, no, startedAt, scanned }: Count,
  { stores, managerOf }: FillInput,
): Promise<Insertable<Tables['stock_counts']>> {
  const storeId = stores.find(({ code }) => code === STORE)?.id ?? 0;
  const type = await writer
    .selectFrom('product_types')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  const inStock = await findInStock(writer, storeId, type.id);
  const staffId = managerOf(storeId);
  const found = inStock.slice(0, Math.round(inStock.length * scanned));
  const scope = { product_type_id: type.id, product_id: null, category: null };
  const count = {
    id: writer.nextId(),
    store_id: storeId,
    no,
    number: countNumber(STORE, no),
    status: 'open' as const,
    ...scope,
    scope_key: scopeKey(scope),
    claim_no: found.length,
    expected: inStock.length,
    started_at: startedAt,
    started_by_id: staffId,
    ...{ lost: 0, surplus: 0, moved: 0, brought_back: 0, sold_meanwhile: 0, held: 0 },
  };
  await insertRows(writer, 'stock_counts', [count]);
  const rows = found.map(({ id, code }, place): Insertable<Tables['count_units']> => ({
    count_id: count.id,
    inventory_item_id: id,
    kind: 'found',
    code,
    staff_id: staffId,
    scanned_at: startedAt + (place + 1) * SCAN,
  }));
  await insertRows(writer, 'count_units', rows);
  await insertRows(writer, 'count_tallies', [
    { count_id: count.id, staff_id: staffId, found: found.length, unexpected: 0, sold: 0, unknown: 0 },
  ]);
  return count;
}

/** Adds a unit that a count did not find, so that no other stock of the shop changes. */
async function loseOne(
  writer: Writer,
  count: Insertable<Tables['stock_counts']>,
  { variations, makeUnit }: FillInput,
): Promise<void> {
  const { id } = await writer
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select('variation.id')
    .where('product.product_type_id', '=', count.product_type_id ?? 0)
    .orderBy('variation.id')
    .executeTakeFirstOrThrow();
  const kind = variations.find((one) => one.id === id);
  if (!kind) throw new Error('The shop does not sell what it counts');
  const unit = makeUnit(kind, count.store_id, 'available', count.started_at - 20 * DAY);
  await insertUnits(writer, [{ ...unit, status: 'lost' }]);
  await insertRows(writer, 'count_units', [
    { count_id: count.id, inventory_item_id: unit.id, kind: 'missing', settled: 'lost' },
  ]);
}

/** Fills two counts of the first shop: one closed with a lost unit, and one in progress. */
export async function fillCounts(writer: Writer, input: FillInput): Promise<void> {
  const { now } = input;
  const startedAt = now - 9 * DAY;
  const closed = await fillCount(writer, { slug: 'tablet', no: 1, startedAt, scanned: 1 }, input);
  await loseOne(writer, closed, input);
  await writer
    .updateTable('stock_counts')
    .set({
      status: 'closed',
      expected: closed.expected + 1,
      lost: 1,
      ended_at: startedAt + HOUR,
      ended_by_id: closed.started_by_id,
      reason: 'Tablets, as every month',
    })
    .where('id', '=', closed.id)
    .execute();
  await fillCount(writer, { slug: 'laptop', no: 2, startedAt: now - 25 * MINUTE, scanned: 0.6 }, input);
  await insertRows(writer, 'number_series', [{ store_id: closed.store_id, kind: 'count', last_no: 2 }]);
}
