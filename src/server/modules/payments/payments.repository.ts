import { sql } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { selectPayments } from '../transactions/transactions.public.ts';

/**
 * The store of a payment's transaction. `+` keeps SQLite from its index: it would read all that the store ever sold to
 * find a few payments.
 */
export const storeOfPayment = sql<number>`+transactions.store_id`;

/** Counts the pending payments of a store, drafts included. */
export async function countPending(reader: Reader, storeId: number): Promise<number> {
  const row = await reader
    .selectFrom('payments')
    .innerJoin('transactions', 'transactions.id', 'payments.transaction_id')
    .select(sql<number>`cast(count(*) as integer)`.as('pending'))
    .where(storeOfPayment, '=', storeId)
    .where('transactions.deleted_at', 'is', null)
    .where('payments.status', '=', sql.lit('pending' as const))
    .where('payments.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.pending;
}

/** Finds a store's pending payments with their sales, by expected date; undated ones come last. */
export function findPending(reader: Reader, storeId: number) {
  return (
    selectPayments(reader)
      .innerJoin('transactions', 'transactions.id', 'payments.transaction_id')
      .leftJoin('customers', 'customers.id', 'transactions.customer_id')
      .select([
        'transactions.invoice_number',
        'transactions.draft_number',
        'transactions.status as transaction_status',
        'customers.name as customer_name',
      ])
      .where(storeOfPayment, '=', storeId)
      .where('transactions.deleted_at', 'is', null)
      // Literal, so that the partial index of pending payments is used.
      .where('payments.status', '=', sql.lit('pending' as const))
      .where('payments.deleted_at', 'is', null)
      .orderBy(sql`case when payments.expected_date is null then 1 else 0 end`)
      .orderBy('payments.expected_date')
      .orderBy('payments.created_at')
      .orderBy('payments.id')
      .execute()
  );
}

/** Changes a payment whose transaction is claimed, so that nobody else changes it meanwhile. */
export async function updatePayment(
  writer: Writer,
  paymentId: number,
  changes: Partial<Omit<Tables['payments'], 'id' | 'transaction_id'>>,
): Promise<void> {
  await writer.updateTable('payments').set(changes).where('id', '=', paymentId).execute();
}
