import { ApiError } from '#contract/errors.ts';
import type { RouteInput } from '#contract/define-route.ts';
import type { Payment, PaymentForm, payments } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { remainingAmount } from '#domain/payments.ts';
import { paidAmount } from '#domain/refunds.ts';
import type { Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import { refuseClosedTill } from '../stores/stores.public.ts';
import { addPayment, findPayments, refuseUnseenPayments } from '../transactions/transactions.public.ts';
import {
  claimPayment,
  claimPaymentsOf,
  notePayment,
  settle,
  type PaymentCaller,
  type Sale,
} from './claim-payment.locks.ts';
import { updatePayment } from './payments.repository.ts';

/** A completed sale takes no more than it lacks, by any method: no change is given any more. */
function refuseBeyondBalance({ balance_due }: Sale, amount: number): void {
  if (amount <= balance_due) return;
  const message =
    balance_due === 0
      ? 'This sale is paid in full'
      : `Only ${formatMoney(balance_due, 'payment')} of this sale is still to be paid`;
  throw new ApiError('beyond_balance', { message });
}

/**
 * Takes a payment on a draft, or a late one on a completed sale; 422 names the field that breaks a rule, 409
 * `payments_changed` where the caller did not know of another payment, 409 `pos_disabled` on a draft of a store that does
 * not sell at a till.
 */
export async function takePayment(
  writer: Writer,
  transactionId: number,
  { known_payments, ...form }: PaymentForm & { known_payments?: number[] },
  caller: PaymentCaller,
): Promise<Payment> {
  const [{ sale, store }, existing] = await Promise.all([
    claimPaymentsOf(writer, transactionId, caller),
    findPayments(writer, transactionId),
  ]);
  if (sale.status === 'draft') refuseClosedTill(store);
  refuseUnseenPayments(existing, known_payments);
  if (sale.status === 'completed') refuseBeyondBalance(sale, form.amount);
  const remaining = sale.status === 'draft' ? remainingAmount(sale.total_amount, existing) : sale.balance_due;
  const payment = await addPayment(writer, form, {
    transactionId: sale.id,
    remaining,
    store,
    session: caller.session,
    now: caller.now,
  });
  const taken = await settle(writer, { sale, store }, { before: null, after: payment }, caller);
  notePayment(caller, null, taken);
  return taken;
}

/** What went back to the customer has come in: the payments that stay must be worth as much. */
async function refuseBelowRefunded(writer: Writer, sale: Sale, paymentId: number): Promise<void> {
  const { refunded_amount, change_due } = sale;
  if (refunded_amount === 0) return;
  const others = (await findPayments(writer, sale.id)).filter(({ id }) => id !== paymentId);
  if (paidAmount(others, change_due) >= refunded_amount) return;
  const amount = formatMoney(refunded_amount, 'payment');
  throw new ApiError('illegal_state', {
    message: `${amount} of this sale was refunded already. Its payments cannot come to less`,
  });
}

/** Deletes a payment; it is kept for audit and out of every total, and a completed sale lacks it from then on. */
export async function removePayment(
  writer: Writer,
  paymentId: number,
  { reason, ...form }: RouteInput<typeof payments.delete>['body'],
  caller: PaymentCaller,
): Promise<Payment> {
  const claimed = await claimPayment(writer, paymentId, caller);
  const { sale, payment } = claimed;
  if (payment.status === 'failed') {
    throw new ApiError('illegal_state', { message: 'A failed payment cannot be deleted' });
  }
  await refuseBelowRefunded(writer, sale, paymentId);
  const columns = updatedColumns('payments', {
    ...form,
    deleted_at: caller.now,
    deleted_by_id: caller.session.staff.id,
    deletion_reason: reason,
  });
  await updatePayment(writer, paymentId, columns);
  const deleted = await settle(writer, claimed, { before: payment, after: paymentId }, caller);
  notePayment(caller, payment, deleted);
  return deleted;
}
