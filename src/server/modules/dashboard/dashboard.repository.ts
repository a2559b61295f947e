import { sql } from 'kysely';
import { stockLevel } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';

/** Completed sales of a store within [from, to): when and how much. Void and refunded ones do not count. */
export function findSales(reader: Reader, storeId: number, from: number, to: number) {
  return reader
    .selectFrom('transactions')
    .select(['completed_at', 'total_amount'])
    .where('store_id', '=', storeId)
    .where('status', '=', 'completed')
    .where('completed_at', '>=', from)
    .where('completed_at', '<', to)
    .execute();
}

/** Units that stand in a store, and how many of the variations it has ever had run low or are out. */
export async function countStock(reader: Reader, storeId: number) {
  const rows = await reader
    .selectFrom('inventory_items')
    .select(
      sql<number>`cast(sum(case when status in ('available', 'locked') then 1 else 0 end) as integer)`.as(
        'units',
      ),
    )
    .where('store_id', '=', storeId)
    .groupBy('product_variation_id')
    .execute();
  const counts = rows.map((row) => row.units);
  return {
    items: counts.reduce((sum, units) => sum + units, 0),
    low: counts.filter((units) => stockLevel(units) === 'few').length,
    out: counts.filter((units) => stockLevel(units) === 'none').length,
  };
}

/** Customers of the chain, and those made since an instant. */
export function countCustomers(reader: Reader, since: number) {
  return reader
    .selectFrom('customers')
    .select([
      sql<number>`cast(count(*) as integer)`.as('total'),
      sql<number>`cast(coalesce(sum(case when created_at >= ${since} then 1 else 0 end), 0) as integer)`.as(
        'new_today',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** The transactions of a store that changed last, drafts among them. */
export function findLatest(reader: Reader, storeId: number, limit: number) {
  return reader
    .selectFrom('transactions')
    .leftJoin('customers', 'customers.id', 'transactions.customer_id')
    .select([
      'transactions.id',
      'transactions.draft_number',
      'transactions.invoice_number',
      'transactions.updated_at',
      'transactions.total_amount',
      'transactions.status',
      'customers.name as customer_name',
    ])
    .where('transactions.store_id', '=', storeId)
    .where('transactions.deleted_at', 'is', null)
    .orderBy('transactions.updated_at', 'desc')
    .orderBy('transactions.id', 'desc')
    .limit(limit)
    .execute();
}
