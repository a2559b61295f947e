import type { Payment } from '#contract/payments.ts';
import type { Reader } from '../../db/access.ts';
import { findPayments, type PaymentRow } from './payments.repository.ts';
import { otherUses } from './reference.usecases.ts';

const named = (id: number | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

/** Payments as the API answers them, each with the other sale its reference was used in. */
export async function presentPayments<Row extends PaymentRow>(
  reader: Reader,
  rows: readonly Row[],
): Promise<(Row & Payment)[]> {
  const usedIn = await otherUses(reader, rows);
  return rows.map((row) => ({
    ...row,
    verified_by: named(row.verified_by_id, row.verifier_name),
    deleted_by: named(row.deleted_by_id, row.deleter_name),
    created_by: named(row.created_by_id, row.taker_name),
    failed_by: named(row.failed_by_id, row.failer_name),
    reference_used_in: usedIn(row),
  }));
}

/** A transaction's payments, deleted ones included. */
export async function paymentsOf(reader: Reader, transactionId: number): Promise<Payment[]> {
  return presentPayments(reader, await findPayments(reader, transactionId));
}
