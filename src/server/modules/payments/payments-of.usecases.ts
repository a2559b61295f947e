import type { Payment } from '#contract/payments.ts';
import type { Reader } from '../../db/access.ts';
import { findPayments, type PaymentRow } from './payments.repository.ts';

const named = (id: number | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

export function presentPayment(row: PaymentRow): Payment {
  return {
    ...row,
    verified_by: named(row.verified_by_id, row.verifier_name),
    deleted_by: named(row.deleted_by_id, row.deleter_name),
  };
}

/** A transaction's payments, deleted ones included. */
export async function paymentsOf(reader: Reader, transactionId: number): Promise<Payment[]> {
  return (await findPayments(reader, transactionId)).map(presentPayment);
}
