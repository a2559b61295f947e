import { sql } from 'kysely';
import type { LowStockSort } from '#contract/low-stock.ts';
import { TOTAL_CAP } from '#contract/pages.ts';
import type { CodeParts } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { cappedTotal, type PagePlace, type Total } from '../../db/paging.ts';
import { findByCode, findFewByCode, holdsCode } from '../../db/search-codes.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** Kept by triggers: the variations with fewer units in stock in a store than their reorder point there. */
    low_stock: {
      product_variation_id: number;
      store_id: number;
      /** Units minus the reorder point: below 0, so that ascending order has the largest shortage first, then names. */
      spare: number;
      is_out: Flag;
      name_key: string;
      product_type_id: number;
      manufacturer_id: number;
    };
    reorder_points: { product_variation_id: number; store_id: number; reorder_point: number };
  }
}

/** The filters of a list of a store's low stock. */
export type LowFilter = {
  storeId: number;
  /** Parts of the words and codes that the variations are found by. */
  codes?: CodeParts;
  /** Only these variations. */
  ids?: readonly number[];
  typeId?: number;
  makerId?: number;
  isOut?: boolean;
};

/** The maximum number of search hits that are read if the list is too long to be searched whole. */
const HITS_READ = 500;

const ORDERS = {
  name: ['low.name_key', 'asc'],
  '-name': ['low.name_key', 'desc'],
  missing: ['low.spare', 'desc'],
  '-missing': ['low.spare', 'asc'],
} as const;

const isByName = (sort: LowStockSort) => ORDERS[sort][0] === 'low.name_key';
const narrows = ({ ids, typeId, makerId, isOut }: LowFilter) =>
  [ids, typeId, makerId, isOut].some((one) => one !== undefined);

/**
 * Selects the variations that match a filter. `byOrder` keeps an engine from every index but the list's own: of many
 * variations, the first ones are found early in it.
 */
function matching(reader: Reader, filter: LowFilter, { byOrder = false } = {}) {
  const { storeId, codes, ids, typeId, makerId, isOut } = filter;
  const column = (name: 'product_type_id' | 'manufacturer_id' | 'is_out') =>
    byOrder ? sql<number>`${sql.ref(`low.${name}`)} + 0` : sql.ref<number>(`low.${name}`);
  return reader
    .selectFrom('low_stock as low')
    .select('low.product_variation_id as id')
    .where('low.store_id', '=', storeId)
    .$if(typeId !== undefined, (query) => query.where(column('product_type_id'), '=', typeId ?? 0))
    .$if(makerId !== undefined, (query) => query.where(column('manufacturer_id'), '=', makerId ?? 0))
    .$if(isOut !== undefined, (query) => query.where(column('is_out'), '=', isOut ? 1 : 0))
    .$if(ids !== undefined, (query) => query.where('low.product_variation_id', 'in', ids?.length ? ids : [0]))
    .$if(codes !== undefined, (query) =>
      query.where(holdsCode('variation_codes', 'low.product_variation_id', codes ?? [])),
    );
}

type Matching = ReturnType<typeof matching>;

function inOrder(query: Matching, sort: LowStockSort): Matching {
  const [column, direction] = ORDERS[sort];
  return isByName(sort)
    ? query.orderBy(column, direction).orderBy('low.product_variation_id', direction)
    : query
        .orderBy(column, direction)
        .orderBy('low.name_key', direction)
        .orderBy('low.product_variation_id', direction);
}

/**
 * Selects the few variations that match a filter by themselves: SQLite would read all that is low in the store, for the
 * shortages that only their rows and the index of all have.
 */
const fewMatching = (reader: Reader, filter: LowFilter): Matching =>
  reader
    .selectFrom('low_stock as low')
    .select('low.product_variation_id as id')
    .where('low.product_variation_id', 'in', matching(reader, filter).limit(TOTAL_CAP))
    .where(sql<number>`low.store_id + 0`, '=', filter.storeId);

/** Finds low variations of a store by ids, in the order of the ids. */
async function rowsOf(reader: Reader, ids: readonly number[], storeId: number) {
  if (ids.length === 0) return [];
  const rows = await selectRows(reader, ids, storeId).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const selectRows = (reader: Reader, ids: readonly number[], storeId: number) =>
  reader
    .selectFrom('low_stock as low')
    .innerJoin('product_variations as variation', 'variation.id', 'low.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .innerJoin('manufacturers as maker', 'maker.id', 'product.manufacturer_id')
    .innerJoin('stores as store', 'store.id', 'low.store_id')
    .innerJoin('stock_of_variations as stock', (join) =>
      join
        .onRef('stock.product_variation_id', '=', 'low.product_variation_id')
        .onRef('stock.store_id', '=', 'low.store_id'),
    )
    .leftJoin('reorder_points as own', (join) =>
      join
        .onRef('own.product_variation_id', '=', 'low.product_variation_id')
        .onRef('own.store_id', '=', 'low.store_id'),
    )
    .select((eb) => eb.fn.coalesce('variation.image_url', 'product.image_url').as('image_url'))
    .select([
      'variation.id',
      'variation.name',
      'variation.barcode',
      'variation.cost',
      'product.id as product_id',
      'product.name as product_name',
      'product.sku',
      'type.id as type_id',
      'type.name as type_name',
      'type.slug as kind',
      'maker.id as manufacturer_id',
      'maker.name as manufacturer_name',
      'store.id as store_id',
      'store.name as store_name',
      'stock.units',
      'stock.reorder_point',
      'own.reorder_point as own_reorder_point',
      'low.spare',
      'low.name_key',
    ])
    .where('low.product_variation_id', 'in', ids)
    // Found by the variations: SQLite would read all of the store's.
    .where(sql<number>`low.store_id + 0`, '=', storeId);
export type LowRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

type Found = { rows: LowRow[]; total: Total };

/** Finds one page of the low stock of a store, and its total. */
export async function findLow(
  reader: Reader,
  filter: LowFilter,
  { sort, perPage, offset }: PagePlace & { sort: LowStockSort },
): Promise<Found> {
  const { codes, ...others } = filter;
  const whole = await cappedTotal(reader, matching(reader, others));
  // A list that was counted whole is filtered by the search; for a longer one, the search comes first.
  if (codes && whole.capped) return searchPage(reader, filter, { sort, perPage, offset });
  const total = codes ? await cappedTotal(reader, matching(reader, filter)) : whole;
  const isMissing = !isByName(sort);
  const found =
    isMissing && !whole.capped && (codes !== undefined || narrows(filter))
      ? fewMatching(reader, filter)
      : matching(reader, filter, { byOrder: isMissing });
  const page = inOrder(found, sort);
  const ids = await page.limit(perPage).offset(offset).execute();
  return {
    rows: await rowsOf(
      reader,
      ids.map(({ id }) => id),
      filter.storeId,
    ),
    total,
  };
}

async function searchPage(
  reader: Reader,
  { codes = [], ...filter }: LowFilter,
  { sort, perPage, offset }: { sort: LowStockSort; perPage: number; offset: number },
): Promise<Found> {
  const [column, direction] = ORDERS[sort];
  const { found, capped } = await findByCode(reader, {
    table: 'variation_codes',
    parts: codes,
    direction,
    read: HITS_READ,
    newestFirst: true,
    placeOf: sql`(${matching(reader, filter)
      .clearSelect()
      .select(column)
      .where('low.product_variation_id', '=', sql.ref<number>('hit.id'))})`,
  });
  const ids = found.slice(offset, offset + perPage).map(({ id }) => id);
  return {
    rows: await rowsOf(reader, ids, filter.storeId),
    total: { count: Math.min(TOTAL_CAP, found.length), capped: capped || found.length > TOTAL_CAP },
  };
}

/** Replaces a filter by words with one by ids if few match: a whole list would be read in its order to find those. */
export async function withFewIds(reader: Reader, filter: LowFilter): Promise<LowFilter> {
  if (!filter.codes) return filter;
  const ids = await findFewByCode(reader, 'variation_codes', filter.codes);
  return ids ? { ...filter, codes: undefined, ids } : filter;
}

/** Finds the rows after one in the list's order, or the first ones. */
export async function findFollowing(
  reader: Reader,
  filter: LowFilter,
  { sort, limit, after }: { sort: LowStockSort; limit: number; after?: LowRow },
): Promise<LowRow[]> {
  const [, direction] = ORDERS[sort];
  let query = matching(reader, filter, { byOrder: !isByName(sort) && narrows(filter) });
  if (after) {
    const comparison = sql.raw(direction === 'asc' ? '>' : '<');
    const here = sql`low.name_key, low.product_variation_id`;
    const there = sql`${after.name_key}, ${after.id}`;
    query = query.where(
      isByName(sort)
        ? sql<boolean>`(${here}) ${comparison} (${there})`
        : sql<boolean>`(low.spare, ${here}) ${comparison} (${after.spare}, ${there})`,
    );
  }
  const ids = await inOrder(query, sort).limit(limit).execute();
  return rowsOf(
    reader,
    ids.map(({ id }) => id),
    filter.storeId,
  );
}

/** Finds the reorder point that was set for a variation in a store; null if there is none. */
export async function findPoint(
  reader: Reader,
  variationId: number,
  storeId: number,
): Promise<number | null> {
  const row = await reader
    .selectFrom('reorder_points')
    .select('reorder_point')
    .where('product_variation_id', '=', variationId)
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return row?.reorder_point ?? null;
}

/** Sets a variation's reorder point in a store; null removes it. The product's row must be held. */
export async function putPoint(
  writer: Writer,
  key: { product_variation_id: number; store_id: number },
  reorder_point: number | null,
): Promise<void> {
  if (reorder_point === null) {
    await writer
      .deleteFrom('reorder_points')
      .where('product_variation_id', '=', key.product_variation_id)
      .where('store_id', '=', key.store_id)
      .execute();
    return;
  }
  await writer
    .insertInto('reorder_points')
    .values({ ...key, reorder_point })
    .onConflict((on) =>
      on.columns(['product_variation_id', 'store_id']).doUpdateSet({ ...key, reorder_point }),
    )
    .execute();
}
