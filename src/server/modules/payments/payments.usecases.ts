import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { Payment, PaymentForm, payments, PendingPayment, Tally } from '#contract/payments.ts';
import { daysSince } from '#domain/calendar-dates.ts';
import type { Store } from '#contract/stores.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
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
import { enter } from '../shifts/shifts.public.ts';
import { getStore, refuseClosedTill } from '../stores/stores.public.ts';
import { findReservations } from '../units/units.public.ts';
import {
  addPayment,
  findPayments,
  giveBackUnitsOf,
  insertTradeInPayment,
  otherUses,
  payoutEntries,
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

type Known = { known_payments?: number[] | undefined; version?: number | undefined };

/** Takes a transaction for a new payment, with its payments and what a draft reserves; 409 as `takePayment`. */
async function claimForPayment(
  writer: Writer,
  transactionId: number,
  { known_payments, version }: Known,
  caller: PaymentCaller,
) {
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
  return { sale, store, existing, units, coin };
}

/**
 * Takes a payment on a draft, or a late one on a completed sale. 422 on the field that breaks a rule, 409
 * `payments_changed` if the caller did not know of another payment, 409 `draft_changed` on a draft of another version
 * than theirs, 409 `pos_disabled` on a draft of a store that does not sell at a till.
 */
export async function takePayment(
  writer: Writer,
  transactionId: number,
  { known_payments, version, ...form }: PaymentForm & Known,
  caller: PaymentCaller,
): Promise<Payment> {
  const known = { known_payments, version };
  const { sale, store, existing, units, coin } = await claimForPayment(writer, transactionId, known, caller);
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

/**
 * Takes a traded-in unit as a payment of a draft, up to what remains of its total (`amountOf`), with the trade-in's
 * number as its reference. 409 as `takePayment`, `illegal_state` for a sale that is not a draft, and `beyond_balance`
 * for one that is paid in full.
 */
export async function payByTradeIn(
  writer: Writer,
  transactionId: number,
  { number, amountOf, ...known }: Known & { number: string; amountOf: (remains: Centavos) => Centavos },
  caller: PaymentCaller,
): Promise<Payment> {
  const { sale, store, existing, units, coin } = await claimForPayment(writer, transactionId, known, caller);
  if (sale.status !== 'draft') {
    throw new ApiError('illegal_state', { message: 'This sale is completed. A trade-in pays for a draft' });
  }
  const remains = remainingAmount(sale.total_amount, existing, coin);
  if (remains === 0) throw new ApiError('beyond_balance', { message: 'This sale is paid in full' });
  const { session, now } = caller;
  const payment = insertTradeInPayment(writer, {
    transactionId: sale.id,
    amount: amountOf(remains),
    number,
    session,
    now,
  });
  const settling = { before: null, after: payment, payments: [...existing, payment], units };
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

/** Gives the unit of a payment back to its seller, who hands back what was paid out beside it; 409 as `giveBackUnit`. */
async function takeTradeInBack(
  writer: Writer,
  payment: { id: number },
  store: Store,
  caller: PaymentCaller,
): Promise<void> {
  const rows = await giveBackUnitsOf(writer, [payment], caller);
  await enter(
    writer,
    store,
    caller,
    rows.flatMap((row) => payoutEntries(row, -1)),
  );
}

/** Deletes a payment: it is kept for audit but out of every total, and a completed sale lacks it from then on. */
export async function removePayment(
  writer: Writer,
  paymentId: number,
  { reason, ...form }: RouteInput<typeof payments.delete>['body'],
  caller: PaymentCaller,
): Promise<Payment> {
  const claimed = await claimPayment(writer, paymentId, caller, 'removal');
  const { sale, store, payment } = claimed;
  if (payment.status === 'failed') {
    throw new ApiError('illegal_state', { message: 'A failed payment cannot be deleted' });
  }
  refuseExchange(payment);
  await refuseBelowRefunded(writer, sale, paymentId);
  if (payment.method === 'trade_in') await takeTradeInBack(writer, payment, store, caller);
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
