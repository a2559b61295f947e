import { sql } from 'kysely';
import { stockLevel } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { pendingAmount } from '../../db/pending-amount.ts';

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

/** The latest transactions of a store by their date, drafts among them. */
export function findLatest(reader: Reader, storeId: number, limit: number) {
  return reader
    .selectFrom('transactions')
    .leftJoin('customers', 'customers.id', 'transactions.customer_id')
    .select([
      'transactions.id',
      'transactions.draft_number',
      'transactions.invoice_number',
      'transactions.dated_at',
      'transactions.total_amount',
      'transactions.balance_due',
      'transactions.refunded_amount',
      'transactions.status',
      'customers.name as customer_name',
    ])
    .select(pendingAmount('transactions.id').as('pending_amount'))
    .where('transactions.store_id', '=', storeId)
    .where('transactions.deleted_at', 'is', null)
    .orderBy('transactions.dated_at', 'desc')
    .orderBy('transactions.id', 'desc')
    .limit(limit)
    .execute();
}
