import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { Payment, PaymentForm, payments, PendingPayment, Tally } from '#contract/payments.ts';
import { daysSince } from '#domain/calendar-dates.ts';
import { formatMoney } from '#domain/money.ts';
import {
  dueOn,
  needsReference,
  type PaymentMethod,
  referenceKey,
  remainingAmount,
} from '#domain/payments.ts';
import { paidAmount } from '#domain/refunds.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { getStore, refuseClosedTill } from '../stores/stores.public.ts';
import { findReservations } from '../units/units.public.ts';
import {
  addPayment,
  findPayments,
  otherUses,
  presentPayments,
  refuseOutdated,
  refuseUnseenPayments,
  SALE_CHANGED,
} from '../transactions/transactions.public.ts';
import {
  claimPayment,
  claimPaymentsOf,
  notePayment,
  type PaymentCaller,
  refuseExchange,
  type Sale,
  settle,
} from './claim-payment.locks.ts';
import { findPending, updatePayment } from './payments.repository.ts';

/** Refuses more than the balance of a completed sale, by any method: no change is given any more. */
function refuseBeyondBalance({ balance_due }: Sale, amount: number): void {
  if (amount <= balance_due) return;
  const message =
    balance_due === 0
      ? 'This sale is paid in full'
      : `Only ${formatMoney(balance_due, 'payment')} of this sale is still to be paid`;
  throw new ApiError('beyond_balance', { message });
}

/**
 * Takes a payment on a draft, or a late one on a completed sale. 422 on the field that breaks a rule, 409
 * `payments_changed` if the caller did not know of another payment, 409 `draft_changed` on a draft of another version
 * than theirs, 409 `pos_disabled` on a draft of a store that does not sell at a till.
 */
export async function takePayment(
  writer: Writer,
  transactionId: number,
  { known_payments, version, ...form }: PaymentForm & { known_payments?: number[]; version?: number },
  caller: PaymentCaller,
): Promise<Payment> {
  const [{ sale, store }, existing, units, { smallest_coin: coin }] = await Promise.all([
    claimPaymentsOf(writer, transactionId, caller),
    findPayments(writer, transactionId),
    findReservations(writer, transactionId),
    chainSettings(writer),
  ]);
  if (sale.status === 'draft') {
    refuseClosedTill(store);
    await refuseOutdated(writer, sale, { seen: version, now: caller.now, message: SALE_CHANGED });
  }
  refuseUnseenPayments(existing, known_payments);
  if (sale.status === 'completed') refuseBeyondBalance(sale, form.amount);
  const remaining =
    sale.status === 'draft' ? remainingAmount(sale.total_amount, existing, coin) : sale.balance_due;
  const payment = await addPayment(writer, form, {
    transactionId: sale.id,
    remaining,
    store,
    session: caller.session,
    now: caller.now,
  });
  const payments = [...existing, payment];
  const settling = { before: null, after: payment, payments, units };
  const taken = await settle(writer, { sale, store }, settling, caller);
  notePayment(caller, null, taken);
  return taken;
}

/** Refuses to leave payments below what was refunded: that money must have come in. */
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

/** Deletes a payment: it is kept for audit but out of every total, and a completed sale lacks it from then on. */
export async function removePayment(
  writer: Writer,
  paymentId: number,
  { reason, ...form }: RouteInput<typeof payments.delete>['body'],
  caller: PaymentCaller,
): Promise<Payment> {
  const claimed = await claimPayment(writer, paymentId, caller, 'removal');
  const { sale, payment } = claimed;
  if (payment.status === 'failed') {
    throw new ApiError('illegal_state', { message: 'A failed payment cannot be deleted' });
  }
  refuseExchange(payment);
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

const tally = (pending: readonly PendingPayment[]): Tally => ({
  count: pending.length,
  total: pending.reduce((sum, payment) => sum + payment.amount, 0),
});

/** Returns the payments of a store that nobody has seen arrive yet, by expected date. */
export async function pendingPayments(
  reader: Reader,
  storeId: number,
  now: number,
): Promise<RouteOutput<typeof payments.pending>> {
  const zones = zonesOf(await getStore(reader, storeId));
  const today = storeDate(now, zones);
  const rows = await findPending(reader, storeId);
  const presented = await presentPayments(reader, rows);
  const pending = rows.flatMap((row, index): PendingPayment[] => {
    const payment = presented[index];
    if (!payment) return [];
    const transaction = {
      id: row.transaction_id,
      transaction_number: row.draft_number,
      invoice_number: row.invoice_number,
      status: row.transaction_status,
      customer_name: row.customer_name,
    };
    const due = dueOn(row.expected_date, today);
    const age_days = daysSince(row.expected_date ?? storeDate(row.created_at, zones), today);
    return [{ ...payment, transaction, due, age_days }];
  });
  const byMethod = Map.groupBy(pending, (payment) => payment.method);
  return {
    payments: pending,
    count: pending.length,
    total_pending: tally(pending).total,
    expected_today: tally(pending.filter(({ due }) => due === 'today')),
    overdue: tally(pending.filter(({ due }) => due === 'overdue')),
    by_method: Object.fromEntries([...byMethod].map(([method, group]) => [method, tally(group)])),
  };
}

type ReferenceQuery = { method: PaymentMethod; reference_number: string; transaction_id?: number };

/** Finds another sale that was paid with this reference by this method; null if there is none. */
export async function referenceUsedIn(
  reader: Reader,
  { method, reference_number, transaction_id = 0 }: ReferenceQuery,
): Promise<Payment['reference_used_in']> {
  const asked = {
    transaction_id,
    method,
    reference_key: needsReference(method) ? referenceKey(reference_number) : null,
  };
  return (await otherUses(reader, [asked]))(asked);
}
