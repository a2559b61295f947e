import type { Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { PaymentsTable } from '../../db/tables.ts';

const selectPayments = (reader: Reader) =>
  reader
    .selectFrom('payments')
    .leftJoin('staff as verifier', 'verifier.id', 'payments.verified_by_id')
    .leftJoin('staff as deleter', 'deleter.id', 'payments.deleted_by_id')
    .selectAll('payments')
    .select(['verifier.name as verifier_name', 'deleter.name as deleter_name']);

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['executeTakeFirstOrThrow']>>;

/** A transaction's payments in the order they were taken, deleted ones included. */
export function findPayments(reader: Reader, transactionId: number): Promise<PaymentRow[]> {
  return selectPayments(reader)
    .where('payments.transaction_id', '=', transactionId)
    .orderBy('payments.created_at')
    .orderBy('payments.id')
    .execute();
}

export function findPayment(reader: Reader, paymentId: number): Promise<PaymentRow | undefined> {
  return selectPayments(reader).where('payments.id', '=', paymentId).executeTakeFirst();
}

export async function insertPayment(writer: Writer, payment: Insertable<PaymentsTable>): Promise<void> {
  await writer.insertInto('payments').values(payment).execute();
}

/** Keeps a payment for audit and out of every total; answers whether it was there to delete. */
export async function deletePayment(
  writer: Writer,
  paymentId: number,
  deletion: { deleted_at: number; deleted_by_id: number; deletion_reason: string },
): Promise<boolean> {
  const result = await writer
    .updateTable('payments')
    .set(deletion)
    .where('id', '=', paymentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}
