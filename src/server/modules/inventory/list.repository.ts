import { sql, type RawBuilder } from 'kysely';
import { TOTAL_CAP } from '#contract/pages.ts';
import type { UnitSort } from '#contract/inventory.ts';
import type { CodeParts } from '#domain/search-key.ts';
import type { UnitCategory, UnitStatus } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal, type Total } from '../../db/paging.ts';
import { findByCode, findFewByCode, findSomeByCode, holdsCode } from '../../db/search-codes.ts';
import { selectDetails, type DetailRow } from './inventory.repository.ts';

/** The filters of a list of a store's units; instants are epoch milliseconds, `before` is exclusive. */
export type UnitFilter = {
  storeId: number;
  now: number;
  /** Parts of the units' codes. */
  codes?: CodeParts;
  /** Words of their products, typed as the same text; used if no code matches. */
  words?: CodeParts;
  /** Only these units. */
  ids?: readonly number[];
  status?: UnitStatus;
  category?: UnitCategory;
  productId?: number;
  variationId?: number;
  variationIds?: readonly number[];
  supplierId?: number;
  from?: number;
  before?: number;
};

/** The maximum number of variations found by words whose units are looked for. */
const VARIATIONS_READ = 200;

/**
 * A store's units are two lists, unsold and sold, each with an index in its order. Units that an import has not shown
 * yet (`sold_at` 0) are in neither.
 */
type Half = 'unsold' | 'sold';

const halvesOf = ({ status }: UnitFilter): readonly Half[] =>
  status === undefined ? ['unsold', 'sold'] : [status === 'sold' ? 'sold' : 'unsold'];

/** The states that few units are in; matches the condition of their index. */
const NOT_FOR_SALE = ['in_transit', 'defective', 'lost', 'returned'] as const;
const isNotForSale = sql<boolean>`unit.status in (${sql.join(NOT_FOR_SALE.map((status) => sql.lit(status)))})`;
const isOneOf = (status: UnitStatus): status is (typeof NOT_FOR_SALE)[number] =>
  (NOT_FOR_SALE as readonly UnitStatus[]).includes(status);

/** True if a unit is in a state; a hold that has lapsed counts as available. */
function statusIs(status: UnitStatus, now: number): RawBuilder<boolean> {
  const isLapsed = sql`unit.status = 'locked' and unit.lock_expires_at <= ${now}`;
  if (status === 'available') return sql<boolean>`(unit.status = 'available' or (${isLapsed}))`;
  if (status === 'locked') return sql<boolean>`(unit.status = 'locked' and unit.lock_expires_at > ${now})`;
  const is = sql<boolean>`unit.status = ${sql.lit(status)}`;
  return isOneOf(status) ? sql<boolean>`(${is} and ${isNotForSale})` : is;
}

/** True if a filter usually leaves few units: they are looked up by it, instead of read in the list's order. */
const namesFew = ({ ids, status, productId, variationId, variationIds }: UnitFilter): boolean =>
  status === 'locked' || [ids, productId, variationId, variationIds].some((one) => one !== undefined);

/**
 * Selects the ids of a filter's units in one half of the list. `byOrder` keeps an engine from every index but the
 * list's own: of many units, the first ones are found early in it.
 */
function matching(reader: Reader, filter: UnitFilter, half: Half, { byOrder }: { byOrder: boolean }) {
  const { storeId, now, codes, words, ids, status, category, productId, variationId, supplierId } = filter;
  const { variationIds } = filter;
  const variation = byOrder
    ? sql<number>`unit.product_variation_id + 0`
    : sql.ref<number>('unit.product_variation_id');
  const ofProduct = reader.selectFrom('product_variations').select('id');
  return (
    reader
      .selectFrom('inventory_items as unit')
      .select('unit.id')
      .where(
        namesFew(filter) &&
          !byOrder &&
          [variationId, variationIds, supplierId].every((one) => one === undefined)
          ? sql<number>`unit.store_id + 0`
          : 'unit.store_id',
        '=',
        storeId,
      )
      // Held units are not sold: those few have an index of their own.
      .$if(status !== 'locked', (query) =>
        half === 'sold'
          ? query.where(sql<boolean>`unit.sold_at > 0`)
          : query.where('unit.sold_at', 'is', null),
      )
      .$if(status !== undefined && status !== 'sold', (query) => query.where(statusIs(status ?? 'sold', now)))
      .$if(category !== undefined, (query) => query.where('unit.category', '=', category ?? 'new'))
      // Repeats the condition of the partial index.
      .$if(category !== undefined && category !== 'new', (query) =>
        query.where(sql<boolean>`unit.category <> 'new'`),
      )
      .$if(variationId !== undefined, (query) => query.where(variation, '=', variationId ?? 0))
      .$if(productId !== undefined, (query) =>
        query.where(variation, 'in', ofProduct.where('product_id', '=', productId ?? 0)),
      )
      .$if(variationIds !== undefined, (query) => query.where(variation, 'in', variationIds ?? []))
      .$if(words !== undefined, (query) =>
        query.where(holdsCode('variation_codes', 'unit.product_variation_id', words ?? [])),
      )
      // Indexes by supplier have the list's order.
      .$if(supplierId !== undefined, (query) => query.where('unit.supplier_id', '=', supplierId ?? 0))
      .$if(filter.from !== undefined, (query) => query.where('unit.created_at', '>=', filter.from ?? 0))
      .$if(filter.before !== undefined, (query) => query.where('unit.created_at', '<', filter.before ?? 0))
      .$if(ids !== undefined, (query) =>
        ids?.length ? query.where('unit.id', 'in', ids) : query.where((eb) => eb.lit(false)),
      )
      .$if(codes !== undefined, (query) => query.where(holdsCode('unit_codes', 'unit.id', codes ?? [])))
  );
}

/** The last row that was read; the next rows come after it in the order. */
export type Cursor = { created_at: number; id: number };
type Part = { sort: UnitSort; limit: number; after?: Cursor; byOrder: boolean };

const directionOf = (sort: UnitSort) => (sort === 'age' ? 'desc' : 'asc');

/** Selects the first ids of each half in the list's order, after a cursor. */
function firstOfEach(reader: Reader, filter: UnitFilter, { sort, limit, after, byOrder }: Part) {
  const direction = directionOf(sort);
  const halves = halvesOf(filter).map((half) => {
    let query = matching(reader, filter, half, { byOrder }).select('unit.created_at as place');
    if (after) {
      const comparison = sql.raw(direction === 'desc' ? '<' : '>');
      query = query.where(
        sql<boolean>`(unit.created_at, unit.id) ${comparison} (${after.created_at}, ${after.id})`,
      );
    }
    // Few units are looked up by the filter, and sorted then.
    const place = byOrder ? 'unit.created_at' : sql<number>`unit.created_at + 0`;
    const first = query.orderBy(place, direction).orderBy('unit.id', direction).limit(limit);
    return reader.selectFrom(first.as('half')).select(['half.id', 'half.place']);
  });
  return halves.reduce((all, half) => all.unionAll(half));
}

/** Finds units by ids, in the list's order. */
async function rowsOf(reader: Reader, ids: readonly number[], sort: UnitSort): Promise<DetailRow[]> {
  if (ids.length === 0) return [];
  const direction = directionOf(sort);
  return selectDetails(reader)
    .where('unit.id', 'in', ids)
    .orderBy('unit.created_at', direction)
    .orderBy('unit.id', direction)
    .execute();
}

type Page = { sort: UnitSort; perPage: number; offset: number };
type Found = { rows: DetailRow[]; total: Total };

/** Finds one page of the units whose codes match a search; if too many do, of the first ones. */
async function searchPage(reader: Reader, { codes = [], ...filter }: UnitFilter, page: Page): Promise<Found> {
  const { sort, perPage, offset } = page;
  const halves = halvesOf(filter);
  const isHit = (half: Half) =>
    matching(reader, filter, half, { byOrder: true })
      .clearSelect()
      .select('unit.created_at')
      .where('unit.id', '=', sql.ref<number>('hit.id'));
  const { found, capped } = await findByCode(reader, {
    table: 'unit_codes',
    parts: codes,
    direction: directionOf(sort),
    newestFirst: sort === 'age',
    placeOf: sql`coalesce(${sql.join(halves.map((half) => sql`(${isHit(half)})`).concat(sql`null`))})`,
    first: {
      lists: halves.length,
      rows: (limit) => sql`${firstOfEach(reader, filter, { sort, limit, byOrder: true })}`,
    },
  });
  const shown = found.slice(offset, offset + perPage).map(({ id }) => id);
  return {
    rows: await rowsOf(reader, shown, sort),
    total: { count: Math.min(TOTAL_CAP, found.length), capped: capped || found.length > TOTAL_CAP },
  };
}

/** Counts the matching units up to the cap, by the filter's index if it leaves few. */
async function countMatching(reader: Reader, filter: UnitFilter): Promise<Total> {
  const totals = await Promise.all(
    halvesOf(filter).map((half) => cappedTotal(reader, matching(reader, filter, half, { byOrder: false }))),
  );
  const count = totals.reduce((sum, total) => sum + total.count, 0);
  return {
    count: Math.min(TOTAL_CAP, count),
    capped: count > TOTAL_CAP || totals.some(({ capped }) => capped),
  };
}

/** Finds one page of a store's units, and how many there are. */
export async function findPage(
  reader: Reader,
  { codes, words, ...filter }: UnitFilter,
  page: Page,
): Promise<Found> {
  if (!codes) return listPage(reader, filter, page);
  const byCode = await searchPage(reader, { ...filter, codes }, page);
  if (byCode.total.count > 0) return byCode;
  const { ids, areAll } = await findSomeByCode(reader, 'variation_codes', words ?? [], VARIATIONS_READ);
  if (ids.length === 0) return byCode;
  const { rows, total } = await listPage(reader, { ...filter, variationIds: ids }, page);
  return { rows, total: { ...total, capped: total.capped || !areAll } };
}

async function listPage(reader: Reader, filter: UnitFilter, page: Page): Promise<Found> {
  const { sort, perPage, offset } = page;
  const total = await countMatching(reader, filter);
  const byOrder = total.capped || !namesFew(filter);
  const first = firstOfEach(reader, filter, { sort, limit: offset + perPage, byOrder });
  const direction = directionOf(sort);
  const ids = await reader
    .selectFrom(first.as('merged'))
    .select('merged.id')
    .orderBy('merged.place', direction)
    .orderBy('merged.id', direction)
    .limit(perPage)
    .offset(offset)
    .execute();
  const shown = ids.map(({ id }) => id);
  return { rows: await rowsOf(reader, shown, sort), total };
}

/**
 * Replaces a filter by codes with one by ids if few units have them: a whole list would be read in its order to find
 * those. If none of them match, with one by words of products.
 */
export async function withFewIds(
  reader: Reader,
  { codes, words, ...filter }: UnitFilter,
): Promise<UnitFilter> {
  if (!codes) return filter;
  const ids = await findFewByCode(reader, 'unit_codes', codes);
  if (!ids) return { ...filter, codes };
  const found = ids.length > 0 && (await countMatching(reader, { ...filter, ids })).count > 0;
  return found ? { ...filter, ids } : { ...filter, words };
}

/** Finds the rows after a cursor, or the first ones. */
export async function findFollowing(
  reader: Reader,
  filter: UnitFilter,
  { sort, limit, after }: { sort: UnitSort; limit: number; after?: Cursor },
): Promise<DetailRow[]> {
  const direction = directionOf(sort);
  const byOrder = !namesFew(filter);
  const ids = await reader
    .selectFrom(firstOfEach(reader, filter, { sort, limit, after, byOrder }).as('merged'))
    .select('merged.id')
    .orderBy('merged.place', direction)
    .orderBy('merged.id', direction)
    .limit(limit)
    .execute();
  return rowsOf(
    reader,
    ids.map(({ id }) => id),
    sort,
  );
}

/** Counts a store's units: in stock, held right now, and in each of the states that few are in. */
export async function countByStatus(reader: Reader, storeId: number, now: number) {
  const stock = await reader
    .selectFrom('stock_of_stores')
    .select('units')
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  const count = sql<number>`cast(count(*) as integer)`.as('count');
  const held = await reader
    .selectFrom('inventory_items as unit')
    .select(count)
    .where(statusIs('locked', now))
    .where(sql<number>`unit.store_id + 0`, '=', storeId)
    .executeTakeFirstOrThrow();
  const aside = await reader
    .selectFrom('inventory_items as unit')
    .select(['unit.status', count])
    .where(isNotForSale)
    .where('unit.store_id', '=', storeId)
    .groupBy('unit.status')
    .execute();
  const of = (status: UnitStatus) => aside.find((row) => row.status === status)?.count ?? 0;
  return {
    available: (stock?.units ?? 0) - held.count,
    locked: held.count,
    in_transit: of('in_transit'),
    defective: of('defective'),
    lost: of('lost'),
  };
}
