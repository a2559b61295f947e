import { ApiError } from '#contract/errors.ts';
import type { Payment } from '#contract/payments.ts';
import { can } from '#domain/permissions.ts';
import { changeKept, paymentPermission } from '#domain/payments.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { NoteChange, Session } from '../../http/call.ts';
import {
  claimTransaction,
  findPayment,
  findPayments,
  presentPayments,
  notedPayment,
  paymentWords,
  refreshBalance,
  type PaymentRow,
} from '../transactions/transactions.public.ts';

export type PaymentCaller = { session: Session; storeId: number; now: number; noteChange: NoteChange };
export type Sale = Awaited<ReturnType<typeof claimTransaction>>;

const OVER = { void: 'This sale was voided', refunded: 'This sale was refunded' } as const;

/**
 * Takes the transaction whose payments somebody wants to change. 403 for who may not: on a draft whoever sells, after
 * completion whoever reviews payments. 409 `illegal_state` once it was voided or refunded.
 */
export async function claimPaymentsOf(
  writer: Writer,
  transactionId: number,
  { session, storeId }: PaymentCaller,
): Promise<Sale> {
  // Whatever has become of it: a sale that is over gets a sentence of its own.
  const statuses = ['draft', 'completed', 'void', 'refunded'] as const;
  const sale = await claimTransaction(writer, transactionId, storeId, statuses);
  if (!can(session.staff, paymentPermission(sale.status))) throw new ApiError('forbidden');
  if (sale.status === 'void' || sale.status === 'refunded') {
    throw new ApiError('illegal_state', { message: OVER[sale.status] });
  }
  return sale;
}

/** Takes a payment's transaction and returns both as they are now; 404 for a payment of a deleted draft, too. */
export async function claimPayment(
  writer: Writer,
  paymentId: number,
  caller: PaymentCaller,
): Promise<{ sale: Sale; payment: PaymentRow }> {
  const { transaction_id } = await getRow(writer, paymentId);
  const sale = await claimPaymentsOf(writer, transaction_id, caller).catch((error: unknown) => {
    const isMissing = error instanceof ApiError && error.code === 'transaction_not_found';
    throw isMissing ? new ApiError('payment_not_found') : error;
  });
  // Read again: it may have changed while the claim waited for somebody else's.
  const payment = await getRow(writer, paymentId);
  if (payment.deleted_at !== null) {
    throw new ApiError('illegal_state', { message: 'This payment was deleted already' });
  }
  return { sale, payment };
}

async function getRow(reader: Reader, paymentId: number): Promise<PaymentRow> {
  const row = await findPayment(reader, paymentId);
  if (!row) throw new ApiError('payment_not_found');
  return row;
}

/** Keeps with the audit what a payment was, null for one that was not there, and what it is. */
export function notePayment({ noteChange }: PaymentCaller, before: PaymentRow | null, after: Payment): void {
  noteChange(notedPayment, before && { payment: paymentWords(before) }, { payment: paymentWords(after) });
}

/** Brings a sale's balance up to date after one of its payments changed, and returns that payment. */
export async function settle(writer: Writer, sale: Sale, changed: number | PaymentRow): Promise<Payment> {
  if (sale.status === 'completed') {
    const change_due = changeKept(sale.change_due, await findPayments(writer, sale.id));
    await refreshBalance(writer, { ...sale, change_due });
  }
  const row = typeof changed === 'number' ? await getRow(writer, changed) : changed;
  const [payment] = await presentPayments(writer, [row]);
  if (!payment) throw new ApiError('payment_not_found');
  return payment;
}
