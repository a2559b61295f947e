import { sql, type Insertable } from 'kysely';
import { MEDIA_PATH } from '#domain/media.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { PaymentsTable } from '../../db/tables.ts';
import { selectPayments } from '../transactions/transactions.public.ts';

/**
 * The store of a payment's transaction, as a sum: left bare, SQLite would go through all that the store ever sold to
 * look for the few payments that are asked for.
 */
export const storeOfPayment = sql<number>`+transactions.store_id`;

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

export async function insertPayment(writer: Writer, payment: Insertable<PaymentsTable>): Promise<void> {
  await writer.insertInto('payments').values(payment).execute();
}

/** Changes a payment whose transaction was claimed: nobody else changes it meanwhile. */
export async function updatePayment(
  writer: Writer,
  paymentId: number,
  changes: Partial<Omit<PaymentsTable, 'id' | 'transaction_id'>>,
): Promise<void> {
  await writer.updateTable('payments').set(changes).where('id', '=', paymentId).execute();
}

/** Whether a payment shows a screenshot; with stores, a payment at one of them. */
export async function isScreenshotShown(
  reader: Reader,
  url: string,
  storeIds?: readonly number[],
): Promise<boolean> {
  if (storeIds?.length === 0) return false;
  const row = await reader
    .selectFrom('payments')
    .innerJoin('transactions', 'transactions.id', 'payments.transaction_id')
    .select('payments.id')
    .where('payments.screenshot_url', '=', url)
    .$if(storeIds !== undefined, (query) => query.where('transactions.store_id', 'in', storeIds ?? []))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The screenshots from before an instant that no payment shows, deleted or not. */
export async function findUnusedScreenshots(reader: Reader, before: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('media')
    .select('id')
    .where('kind', '=', 'payment_screenshot')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .where('screenshot_url', '=', sql<string>`${MEDIA_PATH} || cast(media.id as text)`),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}
