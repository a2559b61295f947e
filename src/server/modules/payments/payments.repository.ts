import { sql } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { selectPayments } from '../transactions/transactions.public.ts';

/**
 * The store of a payment's transaction, as a sum: left bare, SQLite would go through all that the store ever sold to
 * look for the few payments that are asked for.
 */
export const storeOfPayment = sql<number>`+transactions.store_id`;

/** How many payments of a store are pending, drafts' ones among them. */
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

/** A store's pending payments with what they were taken for; the one expected first comes first, undated ones last. */
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
      // Literal, for only then is the index of pending payments known to hold all that is asked for.
      .where('payments.status', '=', sql.lit('pending' as const))
      .where('payments.deleted_at', 'is', null)
      .orderBy(sql`case when payments.expected_date is null then 1 else 0 end`)
      .orderBy('payments.expected_date')
      .orderBy('payments.created_at')
      .orderBy('payments.id')
      .execute()
  );
}

/** Changes a payment whose transaction was claimed: nobody else changes it meanwhile. */
export async function updatePayment(
  writer: Writer,
  paymentId: number,
  changes: Partial<Omit<Tables['payments'], 'id' | 'transaction_id'>>,
): Promise<void> {
  await writer.updateTable('payments').set(changes).where('id', '=', paymentId).execute();
}
