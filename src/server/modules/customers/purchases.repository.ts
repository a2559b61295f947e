import { sql } from 'kysely';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledWrite } from '../../db/compiled-query.ts';
import { datedPayments, pendingAmount } from '../../db/pending-amount.ts';

/** Selects the ids of a customer's transactions in some stores, the newest first, without deleted drafts. */
export function selectPurchaseIds(reader: Reader, customerId: number, storeIds: readonly number[]) {
  return reader
    .selectFrom('transactions as sale')
    .select('sale.id')
    .where('sale.customer_id', '=', customerId)
    .where('sale.deleted_at', 'is', null)
    .where(sql`sale.store_id + 0`, 'in', storeIds)
    .orderBy('sale.dated_at', 'desc')
    .orderBy('sale.id', 'desc');
}

/** Selects some transactions as a list shows them, the newest first. */
function selectPurchases(reader: Reader, ids: readonly number[]) {
  return reader
    .selectFrom('transactions as sale')
    .innerJoin('stores', 'stores.id', 'sale.store_id')
    .select([
      'sale.id',
      'sale.draft_number',
      'sale.invoice_number',
      'sale.created_at',
      'sale.dated_at',
      'sale.total_amount',
      'sale.balance_due',
      'sale.refunded_amount',
      'sale.status',
      'sale.store_id',
      'stores.name as store_name',
    ])
    .select(pendingAmount('sale.id').as('pending_amount'))
    .where('sale.id', 'in', ids)
    .orderBy('sale.dated_at', 'desc')
    .orderBy('sale.id', 'desc');
}

const selectItems = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('transaction_items')
    .select([
      'id',
      'transaction_id',
      'inventory_item_id',
      'price',
      'discount_amount',
      'final_price',
      'refunded_at',
    ])
    .where('transaction_id', 'in', ids)
    .orderBy('transaction_id')
    .orderBy('position');

/** Finds what a list shows of some transactions, with their items, the newest first. */
export async function findPurchases(reader: Reader, ids: readonly number[]) {
  const [sales, items] = await Promise.all([
    selectPurchases(reader, ids).execute(),
    selectItems(reader, ids).execute(),
  ]);
  const bySale = Map.groupBy(items, (item) => item.transaction_id);
  return sales.map((sale) => ({ ...sale, items: bySale.get(sale.id) ?? [] }));
}
export type PurchaseRow = Awaited<ReturnType<typeof findPurchases>>[number];

/** Sums the balances of a customer's completed sales. */
export async function sumBalances(reader: Reader, customerId: number): Promise<number> {
  const { total } = await reader
    .selectFrom('transactions as sale')
    .select(sql<number>`cast(coalesce(sum(sale.balance_due), 0) as bigint)`.as('total'))
    .where('sale.customer_id', '=', customerId)
    .where('sale.status', '=', 'completed')
    .executeTakeFirstOrThrow();
  return total;
}

/** Finds the payments of a customer's sales that have a date and did not come yet. */
export const findExpected = (reader: Reader, customerId: number) =>
  datedPayments(reader)
    .select(['dated.amount', 'dated.expected_date', 'its.store_id'])
    .where('its.customer_id', '=', customerId)
    .$narrowType<{ expected_date: CalendarDate }>()
    .execute();

/** Adds to a customer's figures; negative values subtract. */
export const addToFigures = compiledWrite(
  (writer: Writer, customerId: number, { spent, sales }: { spent: number; sales: number }) =>
    writer
      .updateTable('customers')
      .set((eb) => ({
        total_spent: eb('total_spent', '+', spent),
        total_transactions: eb('total_transactions', '+', sales),
      }))
      .where('id', '=', customerId),
);

/** Sets the customer's last sale, unless another was later. */
export const noteLastSale = compiledWrite((writer: Writer, customerId: number, at: number) =>
  writer
    .updateTable('customers')
    .set({ last_transaction_at: at })
    .where('id', '=', customerId)
    .where((eb) => eb.or([eb('last_transaction_at', 'is', null), eb('last_transaction_at', '<', at)])),
);

/** Finds the customer's last sale anew; their row must be held, so that no other sale is under way. */
export async function findLastSaleAgain(writer: Writer, customerId: number): Promise<void> {
  const last = await writer
    .selectFrom('transactions')
    .select((eb) => eb.fn.max('completed_at').as('at'))
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['completed', 'refunded'])
    .executeTakeFirst();
  await writer
    .updateTable('customers')
    .set({ last_transaction_at: last?.at ?? null })
    .where('id', '=', customerId)
    .execute();
}
