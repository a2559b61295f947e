import { payment, type Payment } from '#contract/payments.ts';
import { namedOrNull } from '#domain/named.ts';
import type { Reader } from '../../db/access.ts';
import { toShape } from '../../http/to-shape.ts';
import { findPayments, type PaymentRow } from './payments.repository.ts';
import { otherUses } from './reference-uses.queries.ts';

const presentPayment = (row: PaymentRow, usedIn: Payment['reference_used_in']): Payment =>
  toShape(payment, row, {
    created_by: namedOrNull(row.created_by_id, row.taker_name),
    verified_by: namedOrNull(row.verified_by_id, row.verifier_name),
    failed_by: namedOrNull(row.failed_by_id, row.failer_name),
    deleted_by: namedOrNull(row.deleted_by_id, row.deleter_name),
    reference_used_in: usedIn,
  });

/** Payments in the same order, each with the other sale its reference was used in. */
export async function presentPayments(reader: Reader, rows: readonly PaymentRow[]): Promise<Payment[]> {
  const usedIn = await otherUses(reader, rows);
  return rows.map((row) => presentPayment(row, usedIn(row)));
}

/** A transaction's payments, deleted ones included. */
export async function paymentsOf(reader: Reader, transactionId: number): Promise<Payment[]> {
  return presentPayments(reader, await findPayments(reader, transactionId));
}
