import { sql, type RawBuilder } from 'kysely';
import { TOTAL_CAP } from '#contract/pages.ts';
import type { UnitSort } from '#contract/inventory.ts';
import type { CodeParts } from '#domain/search-key.ts';
import type { UnitCategory, UnitStatus } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal, type Total } from '../../db/paging.ts';
import { holdsCode } from '../../db/search-codes.ts';
import { selectDetails, withImeiTwice, type DetailRow } from './inventory.repository.ts';

/** The filters of a list of a store's units; instants are epoch milliseconds, `before` is exclusive. */
export type UnitFilter = {
  storeId: number;
  now: number;
  /** Parts of the units' codes. */
  codes?: CodeParts;
  /** Words of their products, typed as the same text; used if no code matches. */
  words?: CodeParts;
  /** True for units that have the codes or the words, not only those that have all. */
  isEither?: boolean;
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
  /** True for units with an IMEI that another unit has, too. */
  imeiTwice?: boolean;
  /** True for used and refurbished units without a price. */
  withoutPrice?: boolean;
  /** Only what is in the store, or is to be. */
  inStock?: boolean;
};

/**
 * A store's units are two lists, unsold and sold, each with an index in its order. Units that an import has not shown
 * yet (`sold_at` 0) are in neither.
 */
export type Half = 'unsold' | 'sold';

export const halvesOf = ({ status, withoutPrice, inStock }: UnitFilter): readonly Half[] =>
  status === undefined && !withoutPrice && !inStock
    ? ['unsold', 'sold']
    : [status === 'sold' ? 'sold' : 'unsold'];

/** The states that few units are in; matches the condition of their index. */
const NOT_FOR_SALE = ['in_transit', 'defective', 'on_hold', 'lost', 'returned'] as const;
const isNotForSale = sql<boolean>`unit.status in (${sql.join(NOT_FOR_SALE.map((status) => sql.lit(status)))})`;
const isOneOf = (status: UnitStatus): status is (typeof NOT_FOR_SALE)[number] =>
  (NOT_FOR_SALE as readonly UnitStatus[]).includes(status);

/** True if a unit is in a state; a hold that has lapsed counts as available. */
function statusIs(status: UnitStatus, now: number): RawBuilder<boolean> {
  const isLapsed = sql`unit.status = 'locked' and unit.lock_expires_at <= ${now}`;
  if (status === 'available') return sql<boolean>`(unit.status = 'available' or (${isLapsed}))`;
  if (status === 'locked' || status === 'reserved') {
    const isReserved = status === 'reserved' ? sql`is not null` : sql`is null`;
    return sql<boolean>`(unit.status = 'locked' and unit.lock_expires_at > ${now} and unit.till_lock_until ${isReserved})`;
  }
  const is = sql<boolean>`unit.status = ${sql.lit(status)}`;
  return isOneOf(status) ? sql<boolean>`(${is} and ${isNotForSale})` : is;
}

const isHold = (status: UnitStatus | undefined) => status === 'locked' || status === 'reserved';

/** True if a unit has no price; repeats the condition of the partial index of used and refurbished units. */
const isWithoutPrice = sql<boolean>`(unit.category <> 'new' and unit.own_price is null and unit.status <> 'returned' and not exists (
  select 1 from product_variations as variation where variation.id = unit.product_variation_id
    and case unit.category when 'used' then variation.used_retail_price
      else variation.refurbished_retail_price end is not null))`;

/** True if a filter usually leaves few units: they are looked up by it, instead of read in the list's order. */
const namesFew = ({ ids, isEither, status, ...filter }: UnitFilter): boolean =>
  isHold(status) ||
  filter.imeiTwice === true ||
  (ids !== undefined && !isEither) ||
  [filter.productId, filter.variationId, filter.variationIds].some((one) => one !== undefined);

/** Returns what a search asks of a unit; null if nothing. */
function isFound({ ids, codes, words, isEither }: UnitFilter): RawBuilder<boolean> | null {
  const asked = [
    ids && (ids.length ? sql`unit.id in (${sql.join(ids)})` : sql`1 = 0`),
    codes && holdsCode('unit_codes', 'unit.id', codes),
    words && holdsCode('variation_codes', 'unit.product_variation_id', words),
  ].filter((one) => one !== undefined);
  return asked.length ? sql<boolean>`(${sql.join(asked, isEither ? sql` or ` : sql` and `)})` : null;
}

/**
 * Selects the ids of a filter's units in one half of the list. `byOrder` keeps an engine from every index but the
 * list's own: of many units, the first ones are found early in it.
 */
export function matching(reader: Reader, filter: UnitFilter, half: Half, { byOrder }: { byOrder: boolean }) {
  const { storeId, now, status, category, productId, variationId, variationIds, supplierId } = filter;
  const found = isFound(filter);
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
      .$if(!isHold(status), (query) =>
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
      // Indexes by supplier have the list's order.
      .$if(supplierId !== undefined, (query) => query.where('unit.supplier_id', '=', supplierId ?? 0))
      .$if(filter.from !== undefined, (query) => query.where('unit.created_at', '>=', filter.from ?? 0))
      .$if(filter.before !== undefined, (query) => query.where('unit.created_at', '<', filter.before ?? 0))
      .$if(filter.inStock === true, (query) =>
        query.where(sql<boolean>`unit.status not in ('lost', 'returned')`),
      )
      .$if(filter.withoutPrice === true, (query) => query.where(isWithoutPrice))
      .$if(filter.imeiTwice === true, (query) => query.where('unit.id', 'in', withImeiTwice(reader)))
      .$if(found !== null, (query) => query.where(found ?? sql<boolean>`1 = 1`))
  );
}

/** The last row that was read; the next rows come after it in the order. */
export type Cursor = { created_at: number; id: number };
type Part = { sort: UnitSort; limit: number; after?: Cursor; byOrder: boolean };

export const directionOf = (sort: UnitSort) => (sort === 'age' ? 'desc' : 'asc');

/** Selects the first ids of each half in the list's order, after a cursor. */
export function firstOfEach(reader: Reader, filter: UnitFilter, { sort, limit, after, byOrder }: Part) {
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
export async function rowsOf(reader: Reader, ids: readonly number[], sort: UnitSort): Promise<DetailRow[]> {
  if (ids.length === 0) return [];
  const direction = directionOf(sort);
  return selectDetails(reader)
    .where('unit.id', 'in', ids)
    .orderBy('unit.created_at', direction)
    .orderBy('unit.id', direction)
    .execute();
}

export type Page = { sort: UnitSort; perPage: number; offset: number };
export type Found = { rows: DetailRow[]; total: Total };

/** Counts the matching units up to the cap, by the filter's index if it leaves few. */
export async function countMatching(reader: Reader, filter: UnitFilter): Promise<Total> {
  const totals = await Promise.all(
    halvesOf(filter).map((half) => cappedTotal(reader, matching(reader, filter, half, { byOrder: false }))),
  );
  const count = totals.reduce((sum, total) => sum + total.count, 0);
  return {
    count: Math.min(TOTAL_CAP, count),
    capped: count > TOTAL_CAP || totals.some(({ capped }) => capped),
  };
}

/** Finds one page of the units of a filter without codes, and how many there are. */
export async function listPage(reader: Reader, filter: UnitFilter, page: Page): Promise<Found> {
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

/** Finds the number of the order that each unit last came on, for orders received at some stores. */
export async function findOrderNumbers(
  reader: Reader,
  unitIds: readonly number[],
  storeIds: readonly number[],
): Promise<ReadonlyMap<number | null, string>> {
  if (unitIds.length === 0 || storeIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('goods_receipt_items as came')
    .innerJoin('goods_receipts as receipt', 'receipt.id', 'came.goods_receipt_id')
    .innerJoin('purchase_orders as order', 'order.id', 'receipt.supplier_transaction_id')
    .select(['came.inventory_item_id', 'order.transaction_number'])
    .where('came.inventory_item_id', 'in', unitIds)
    .where('receipt.store_id', 'in', storeIds)
    .orderBy('receipt.received_at')
    .orderBy('came.id')
    .execute();
  return new Map(rows.map((row) => [row.inventory_item_id, row.transaction_number]));
}

/** Counts a store's used and refurbished units that are not sold until they have a price. */
export async function countWithoutPrice(reader: Reader, storeId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('inventory_items as unit')
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .where(isWithoutPrice)
    // Repeats the condition of the partial index.
    .where(sql<boolean>`unit.category <> 'new' and unit.own_price is null`)
    .where('unit.store_id', '=', storeId)
    .where('unit.sold_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
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
    .select([count, sql<number>`cast(count(unit.till_lock_until) as integer)`.as('reserved')])
    .where('unit.status', '=', sql.lit('locked' as const))
    .where('unit.lock_expires_at', '>', now)
    .where(sql<number>`unit.store_id + 0`, '=', storeId)
    .executeTakeFirstOrThrow();
  const aside = await reader
    .selectFrom('inventory_items as unit')
    .select(['unit.status', count])
    .where(isNotForSale)
    .where('unit.store_id', '=', storeId)
    .groupBy('unit.status')
    .execute();
  const twice = await reader
    .selectFrom('inventory_items as unit')
    .select(count)
    .where('unit.id', 'in', withImeiTwice(reader))
    .where(sql<number>`unit.store_id + 0`, '=', storeId)
    .where(sql<boolean>`coalesce(unit.sold_at, 1) <> 0`)
    .executeTakeFirstOrThrow();
  const of = (status: UnitStatus) => aside.find((row) => row.status === status)?.count ?? 0;
  return {
    available: (stock?.units ?? 0) - held.count,
    locked: held.count - held.reserved,
    reserved: held.reserved,
    in_transit: of('in_transit'),
    defective: of('defective'),
    on_hold: of('on_hold'),
    lost: of('lost'),
    imei_twice: twice.count,
    without_price: await countWithoutPrice(reader, storeId),
  };
}
