import { sql } from 'kysely';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import type { Reader } from '../../db/access.ts';
import { countWithoutPrice } from '../inventory/inventory.public.ts';
import { datedPayments, pendingAmount } from '../../db/pending-amount.ts';

/** Returns the units in stock in a store, how many variations are low there, and how many of these are out. */
export async function findStock(reader: Reader, storeId: number) {
  const row = await reader
    .selectFrom('stock_of_stores as stock')
    .innerJoin('stores', 'stores.id', 'stock.store_id')
    .select(['stock.units as items', 'stock.low', 'stock.out', 'stores.is_active'])
    .where('stock.store_id', '=', storeId)
    .executeTakeFirst();
  const { items = 0, low = 0, out = 0, is_active } = row ?? {};
  const without_price = await countWithoutPrice(reader, storeId);
  return is_active === 0 ? { items, low: 0, out: 0, without_price } : { items, low, out, without_price };
}

/** Counts the chain's customers, and those made since an instant. */
export function countCustomers(reader: Reader, since: number) {
  return reader
    .selectFrom('chain_counts')
    .select((eb) => [
      'count as total',
      eb
        .selectFrom('customers')
        .select(sql<number>`cast(count(*) as integer)`.as('made'))
        .where('created_at', '>=', since)
        .where('deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('new_today'),
    ])
    .where('name', '=', 'customers')
    .executeTakeFirstOrThrow();
}

/** Counts a store's sales that owe money, late payments included, and those that are owed some, with the sums. */
export async function sumBalances(reader: Reader, storeId: number, today: CalendarDate) {
  const sums = async (column: 'balance_due' | 'owed_back') =>
    reader
      .selectFrom('transactions')
      .select([
        sql<number>`cast(count(*) as integer)`.as('count'),
        sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`.as('total'),
      ])
      .where('store_id', '=', storeId)
      .where(sql<boolean>`${sql.ref(column)} > 0`)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
  const late = await datedPayments(reader)
    .select([
      // Those with a balance are counted already.
      sql<number>`cast(count(distinct case when its.balance_due > 0 then null else its.id end) as integer)`.as(
        'count',
      ),
      sql<number>`cast(coalesce(sum(dated.amount), 0) as bigint)`.as('total'),
    ])
    .where('its.store_id', '=', storeId)
    .where('dated.expected_date', '<', today)
    .executeTakeFirstOrThrow();
  const due = await sums('balance_due');
  const owes = { count: due.count + late.count, total: due.total + late.total };
  return { owes, owed: await sums('owed_back') };
}

/** Finds the latest transactions of a store by their date, drafts included. */
export function findLatest(reader: Reader, storeId: number, limit: number) {
  return reader
    .selectFrom('transactions')
    .leftJoin('customers', 'customers.id', 'transactions.customer_id')
    .select([
      'transactions.id',
      'transactions.draft_number as transaction_number',
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
