import { sql } from 'kysely';
import type { OrderSort } from '#contract/purchase-orders.ts';
import { TOTAL_CAP } from '#contract/pages.ts';
import type { OrderStatus } from '#domain/purchase-orders.ts';
import { orderParts } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal, type PagePlace, type Total } from '../../db/paging.ts';
import { findByCode } from '../../db/search-codes.ts';
import { namedOrders, type NamedOrder } from './purchase-orders.repository.ts';

type OrderFilter = {
  storeIds: readonly number[];
  status?: OrderStatus | undefined;
  supplierId?: number | undefined;
  /** Orders with outstanding units of this product. */
  productId?: number | undefined;
  /** Instants in milliseconds. */
  from?: number | undefined;
  before?: number | undefined;
};

type Sorted = { direction: 'asc' | 'desc' };

/** Selects the orders with outstanding units of a product. */
const awaiting = (reader: Reader, productId: number) =>
  reader
    .selectFrom('product_variations as variation')
    .innerJoin('purchase_order_items as item', 'item.product_variation_id', 'variation.id')
    .select('item.supplier_transaction_id')
    .where('variation.product_id', '=', productId)
    .where('item.remaining_quantity', '>', 0);

const matching = (reader: Reader, { storeIds, status, supplierId, productId, from, before }: OrderFilter) =>
  reader
    .selectFrom('purchase_orders as order')
    .select(['order.id', 'order.created_at as place'])
    .where('order.store_id', 'in', storeIds)
    .$if(status !== undefined, (query) => query.where('order.status', '=', status ?? 'pending'))
    .$if(supplierId !== undefined, (query) => query.where('order.supplier_id', '=', supplierId ?? 0))
    .$if(productId !== undefined, (query) => query.where('order.id', 'in', awaiting(reader, productId ?? 0)))
    .$if(from !== undefined, (query) => query.where('order.created_at', '>=', from ?? 0))
    .$if(before !== undefined, (query) => query.where('order.created_at', '<', before ?? 0));

const firstOf = (reader: Reader, filter: OrderFilter, { direction }: Sorted) =>
  matching(reader, filter).orderBy('order.created_at', direction).orderBy('order.id', direction);

async function rowsOf(reader: Reader, ids: readonly number[]): Promise<NamedOrder[]> {
  if (ids.length === 0) return [];
  const rows = await namedOrders(reader, ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const directionOf = (sort: OrderSort = '-created_at'): 'asc' | 'desc' =>
  sort === 'created_at' ? 'asc' : 'desc';

type Page = { rows: NamedOrder[]; total: Total };

/** Returns one page of the orders that match a filter. */
export async function findPage(
  reader: Reader,
  filter: OrderFilter,
  { perPage, offset, ...sorted }: PagePlace & Sorted,
): Promise<Page> {
  const page = await firstOf(reader, filter, sorted).limit(perPage).offset(offset).execute();
  const ids = page.map(({ id }) => id);
  return { rows: await rowsOf(reader, ids), total: await cappedTotal(reader, matching(reader, filter)) };
}

/** Returns one page of the orders whose number contains the search text, or whose supplier's name has its words. */
export async function searchPage(
  reader: Reader,
  filter: OrderFilter,
  { search, perPage, offset, direction }: PagePlace & Sorted & { search: string },
): Promise<Page> {
  const { found, capped } = await findByCode(reader, {
    table: 'order_codes',
    parts: orderParts(search),
    direction,
    newestFirst: direction === 'desc',
    placeOf: sql<number | null>`(${matching(reader, filter)
      .clearSelect()
      .select('order.created_at')
      .whereRef('order.id', '=', sql.ref('hit.id'))})`,
    first: {
      lists: 1,
      rows: (limit) => sql`${firstOf(reader, filter, { direction }).limit(limit)}`,
    },
  });
  const ids = found.map(({ id }) => id);
  return {
    rows: await rowsOf(reader, ids.slice(offset, offset + perPage)),
    total: { count: Math.min(ids.length, TOTAL_CAP), capped: capped || ids.length > TOTAL_CAP },
  };
}

/** Counts a store's orders by status, and what is outstanding. */
export async function summarise(reader: Reader, storeId: number) {
  const byStatus = await reader
    .selectFrom('purchase_orders')
    .select(['status', sql<number>`cast(count(*) as integer)`.as('count')])
    .where('store_id', '=', storeId)
    .groupBy('status')
    .execute();
  const coming = await reader
    .selectFrom('purchase_orders as order')
    .innerJoin('purchase_order_items as item', 'item.supplier_transaction_id', 'order.id')
    .select([
      sql<number>`cast(coalesce(sum(item.remaining_quantity), 0) as integer)`.as('units'),
      sql<number>`cast(coalesce(sum(item.remaining_quantity * item.unit_cost), 0) as bigint)`.as('amount'),
    ])
    .where('order.store_id', '=', storeId)
    .where('order.status', 'in', ['pending', 'partial'])
    .executeTakeFirstOrThrow();
  const count = (status: OrderStatus) => byStatus.find((row) => row.status === status)?.count ?? 0;
  return {
    pending: count('pending'),
    partial: count('partial'),
    complete: count('complete'),
    units_to_come: coming.units,
    amount_to_come: Number(coming.amount),
  };
}
