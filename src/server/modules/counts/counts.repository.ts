import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { CountScope, CountStatus } from '#domain/counts.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import type { Tables } from '../../db/tables.ts';

export type CountRow = Selectable<Tables['stock_counts']>;

/** Counts with the names of their scope and of who began and ended them. */
const selectNamed = (reader: Reader) =>
  reader
    .selectFrom('stock_counts as count')
    .innerJoin('stores as store', 'store.id', 'count.store_id')
    .innerJoin('staff as starter', 'starter.id', 'count.started_by_id')
    .leftJoin('staff as ender', 'ender.id', 'count.ended_by_id')
    .leftJoin('product_types as type', 'type.id', 'count.product_type_id')
    .leftJoin('products as product', 'product.id', 'count.product_id')
    .selectAll('count')
    .select([
      'store.name as store_name',
      'starter.name as starter_name',
      'ender.name as ender_name',
      'type.name as type_name',
      'product.name as product_name',
    ]);
export type NamedCountRow = Awaited<ReturnType<ReturnType<typeof selectNamed>['executeTakeFirstOrThrow']>>;

export const findCount = (reader: Reader, countId: number, storeId: number) =>
  selectNamed(reader)
    .where('count.id', '=', countId)
    .where('count.store_id', '=', storeId)
    .executeTakeFirst();

/** Finds the store of a count. */
export const findStoreOfCount = (reader: Reader, countId: number) =>
  reader.selectFrom('stock_counts').select('store_id').where('id', '=', countId).executeTakeFirst();

/** Selects the ids of a store's counts, the newest first. */
export const countIds = (reader: Reader, storeId: number, status: CountStatus | undefined) =>
  reader
    .selectFrom('stock_counts')
    .select('id')
    .where('store_id', '=', storeId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'open'))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc');

/** Selects counts by ids, the newest first, with how many units were scanned. */
export const countRows = (reader: Reader, ids: readonly number[]) =>
  selectNamed(reader)
    .select((eb) =>
      eb
        .selectFrom('count_tallies as tally')
        .select(sql<number>`cast(coalesce(sum(found + unexpected + sold), 0) as integer)`.as('counted'))
        .whereRef('tally.count_id', '=', 'count.id')
        .as('counted'),
    )
    .where('count.id', 'in', ids)
    .orderBy('count.started_at', 'desc')
    .orderBy('count.id', 'desc');
export type ListedCountRow = Awaited<ReturnType<ReturnType<typeof countRows>['executeTakeFirstOrThrow']>>;

export const findOpenOf = (reader: Reader, storeId: number, key: string) =>
  reader
    .selectFrom('stock_counts')
    .select(['id', 'number'])
    .where('store_id', '=', storeId)
    .where('scope_key', '=', key)
    .where('status', 'in', ['open', 'closing'])
    .executeTakeFirst();

/** Finds a store's open counts that began after a moment. */
export const findOpenSince = (reader: Reader, storeId: number, at: number) =>
  reader
    .selectFrom('stock_counts')
    .select('id')
    .where('store_id', '=', storeId)
    .where('status', '=', 'open')
    .where('started_at', '>', at)
    .orderBy('id')
    .execute();

export async function insertCount(writer: Writer, row: Insertable<Tables['stock_counts']>): Promise<void> {
  await writer.insertInto('stock_counts').values(row).execute();
}

/**
 * Takes an open count for a change beneath it; concurrent requests wait, and see its new state. Undefined if it is not
 * open or not of the store.
 */
export const claimOpen = compiledRow((writer: Writer, countId: number, storeId: number) =>
  writer
    .updateTable('stock_counts')
    .set((eb) => ({ claim_no: eb('claim_no', '+', 1) }))
    .where('id', '=', countId)
    .where('store_id', '=', storeId)
    .where('status', '=', 'open')
    .returningAll(),
);

/** Takes a count that is being written to the stock, for its next piece; undefined once that is done. */
export const claimClosing = compiledRow((writer: Writer, countId: number) =>
  writer
    .updateTable('stock_counts')
    .set((eb) => ({ claim_no: eb('claim_no', '+', 1) }))
    .where('id', '=', countId)
    .where('status', '=', 'closing')
    .returningAll(),
);

/** Finds the counts that are being written to the stock. */
export const findClosing = (reader: Reader) =>
  reader
    .selectFrom('stock_counts')
    .select('id')
    // Literal, so that the partial index is used.
    .where('status', '=', sql.lit('closing' as const))
    .orderBy('id')
    .execute();

/** Changes a claimed count. */
export async function updateCount(
  writer: Writer,
  countId: number,
  changes: Updateable<Tables['stock_counts']>,
): Promise<void> {
  await writer.updateTable('stock_counts').set(changes).where('id', '=', countId).execute();
}

/** Finds who scanned how many units, the most first, and what they scanned last. */
export const findTallies = (reader: Reader, countId: number) =>
  reader
    .selectFrom('count_tallies as tally')
    .innerJoin('staff', 'staff.id', 'tally.staff_id')
    .leftJoin('product_types as type', 'type.id', 'tally.last_type_id')
    .select(['staff.id', 'staff.name', 'tally.found', 'tally.unexpected', 'tally.sold', 'tally.unknown'])
    .select(['tally.last_at', 'tally.last_type_id', 'type.name as type_name'])
    .where('tally.count_id', '=', countId)
    .orderBy(sql`tally.found + tally.unexpected + tally.sold`, 'desc')
    .orderBy('staff.id')
    .execute();

export async function countQuantities(reader: Reader, countId: number): Promise<number> {
  const { entered } = await reader
    .selectFrom('count_quantities')
    .select(sql<number>`cast(count(*) as integer)`.as('entered'))
    .where('count_id', '=', countId)
    .executeTakeFirstOrThrow();
  return entered;
}

/** Counts the units that a person has scanned in all counts. */
export async function countChecked(reader: Reader, staffId: number): Promise<number> {
  const { checked } = await reader
    .selectFrom('count_tallies')
    .select(sql<number>`cast(coalesce(sum(found + unexpected + sold), 0) as integer)`.as('checked'))
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow();
  return checked;
}

/** Finds the counts that a unit was in, for its history, the oldest first. */
export const findCountsOfUnit = (reader: Reader, unitId: number) =>
  reader
    .selectFrom('count_units as unit')
    .innerJoin('stock_counts as count', 'count.id', 'unit.count_id')
    .innerJoin('stores as store', 'store.id', 'count.store_id')
    .leftJoin('staff as counter', 'counter.id', 'unit.staff_id')
    .leftJoin('staff as ender', 'ender.id', 'count.ended_by_id')
    .select([
      'count.id',
      'count.number',
      'count.status',
      'count.store_id',
      'store.name as store_name',
      'unit.kind',
      'unit.settled',
      'unit.scanned_at',
      'unit.staff_id',
      'counter.name as counter_name',
      'count.ended_at',
      'count.ended_by_id',
      'ender.name as ender_name',
      'count.reason',
    ])
    .where('unit.inventory_item_id', '=', unitId)
    .orderBy('count.started_at')
    .orderBy('count.id')
    .execute();

/** Finds the product type and the product of a scope, if they exist. */
export async function findPart(
  reader: Reader,
  { product_type_id, product_id }: Pick<CountScope, 'product_type_id' | 'product_id'>,
) {
  const type = await reader
    .selectFrom('product_types')
    .select('id')
    .where('id', '=', product_type_id)
    .executeTakeFirst();
  const product = await reader
    .selectFrom('products')
    .select(['id', 'product_type_id'])
    .where('id', '=', product_id)
    .executeTakeFirst();
  return { hasType: type !== undefined, product };
}
