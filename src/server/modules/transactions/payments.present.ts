import type { Payment } from '#contract/payments.ts';
import { named } from '#domain/named.ts';
import type { Reader } from '../../db/access.ts';
import { findPayments, type PaymentRow } from './payments.repository.ts';
import { otherUses } from './reference.rules.ts';

const presentPayment = (row: PaymentRow, usedIn: Payment['reference_used_in']): Payment => ({
  id: row.id,
  transaction_id: row.transaction_id,
  method: row.method,
  amount: row.amount,
  status: row.status,
  reference_number: row.reference_number,
  expected_date: row.expected_date,
  screenshot_url: row.screenshot_url,
  notes: row.notes,
  created_at: row.created_at,
  created_by: named(row.created_by_id, row.taker_name),
  paid_at: row.paid_at,
  verified_by: named(row.verified_by_id, row.verifier_name),
  verified_at: row.verified_at,
  verification_notes: row.verification_notes,
  failed_at: row.failed_at,
  failed_by: named(row.failed_by_id, row.failer_name),
  failure_reason: row.failure_reason,
  deleted_at: row.deleted_at,
  deleted_by: named(row.deleted_by_id, row.deleter_name),
  deletion_reason: row.deletion_reason,
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
