import { ApiError } from '#contract/errors.ts';
import type { RouteInput } from '#contract/define-route.ts';
import {
  payment as paymentShape,
  type Payment,
  type PaymentChanges,
  type payments,
} from '#contract/payments.ts';
import {
  isTender,
  paymentMethodLabels,
  remainingAmount,
  type PaymentEntry,
  type Tender,
} from '#domain/payments.ts';
import type { Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import {
  failureOf,
  findPayments,
  keptOf,
  refuseForeignMethod,
  refuseProblem,
  refuseUnknownScreenshot,
  type PaymentRow,
} from '../transactions/transactions.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import {
  claimPayment,
  notePayment,
  refuseExchange,
  settle,
  type PaymentCaller,
} from './claim-payment.locks.ts';
import { updatePayment } from './payments.repository.ts';

/** 409 `illegal_state` for a payment that was reviewed already, with the person who did it. */
function refuseUnlessPending(payment: PaymentRow, action: string): void {
  if (payment.status === 'pending') return;
  const { verifier_name, failer_name } = payment;
  const message = failer_name
    ? `${failer_name} marked this payment failed already`
    : verifier_name
      ? `${verifier_name} verified this payment already`
      : `Only a pending payment can be ${action}`;
  throw new ApiError('illegal_state', { message });
}

/** Confirms that a pending payment arrived. */
export async function verifyPayment(
  writer: Writer,
  paymentId: number,
  { notes: verification_notes = null, ...form }: RouteInput<typeof payments.verify>['body'],
  caller: PaymentCaller,
): Promise<Payment> {
  const claimed = await claimPayment(writer, paymentId, caller, 'review');
  const { payment } = claimed;
  refuseUnlessPending(payment, 'verified');
  const columns = updatedColumns('payments', {
    ...form,
    status: 'completed',
    paid_at: caller.now,
    verified_at: caller.now,
    verified_by_id: caller.session.staff.id,
    verification_notes,
  });
  await updatePayment(writer, paymentId, columns);
  const verified = await settle(writer, claimed, { before: payment, after: paymentId }, caller);
  notePayment(caller, payment, verified);
  return verified;
}

/** Marks a pending payment as failed: it did not arrive, and a completed sale lacks it from then on. */
export async function failPayment(
  writer: Writer,
  paymentId: number,
  { reason, ...form }: RouteInput<typeof payments.markFailed>['body'],
  caller: PaymentCaller,
): Promise<Payment> {
  const claimed = await claimPayment(writer, paymentId, caller, 'review');
  const { payment } = claimed;
  refuseUnlessPending(payment, 'marked failed');
  const failure = { status: 'failed' as const, ...failureOf(reason, caller) };
  await updatePayment(writer, paymentId, updatedColumns('payments', { ...form, ...failure }));
  const failed = await settle(writer, claimed, { before: payment, after: paymentId }, caller);
  notePayment(caller, payment, failed);
  return failed;
}

/** Returns the tender of a payment; 409 `illegal_state` for one that brought no money: what it stands for is fixed. */
function tenderOf({ method }: PaymentRow): Tender {
  if (isTender(method)) return method;
  throw new ApiError('illegal_state', {
    message: `${paymentMethodLabels[method]} payments cannot be changed. Delete it, and enter it again`,
  });
}

/** Returns a payment with its changes; fields that they do not name stay. */
function changedEntry(payment: PaymentRow, changes: PaymentChanges): PaymentEntry {
  const orKept = <T>(wanted: T | undefined, kept: T) => (wanted === undefined ? kept : wanted);
  const tender = tenderOf(payment);
  return {
    method: changes.method ?? tender,
    amount: changes.amount ?? payment.amount,
    status: payment.status === 'pending' ? 'pending' : 'completed',
    reference_number: orKept(changes.reference_number, payment.reference_number) ?? '',
    expected_date: orKept(changes.expected_date, payment.expected_date),
  };
}

/** Checks a changed payment by the rules of a new one, as far as the change touches their fields. */
async function refuseBrokenRules(
  writer: Writer,
  { sale, store, payment }: Awaited<ReturnType<typeof claimPayment>>,
  entry: PaymentEntry,
  now: number,
): Promise<void> {
  const isOther = entry.amount !== payment.amount || entry.method !== payment.method;
  if (isOther && sale.status !== 'draft') {
    throw new ApiError('illegal_state', {
      message: 'Amount and method cannot be changed once the sale is completed',
    });
  }
  if (entry.method !== payment.method) refuseForeignMethod(store, entry.method);
  const others = (await findPayments(writer, sale.id)).filter(({ id }) => id !== payment.id);
  const { smallest_coin: coin } = await chainSettings(writer);
  const remaining = isOther ? remainingAmount(sale.total_amount, others, coin) : payment.amount;
  // A date that was agreed on stays, even once it has passed: late payments are reviewed most.
  const expected_date = entry.expected_date === payment.expected_date ? null : entry.expected_date;
  refuseProblem({ ...entry, expected_date }, remaining, store, now);
}

/** The fields of a payment that can be changed, besides those that every payment's audit event has. */
const changeable = paymentShape.pick({
  reference_number: true,
  expected_date: true,
  notes: true,
  screenshot_url: true,
});

/** Changes a payment: amount and method only while its sale is a draft. */
export async function changePayment(
  writer: Writer,
  paymentId: number,
  changes: PaymentChanges,
  caller: PaymentCaller,
): Promise<Payment> {
  const claimed = await claimPayment(writer, paymentId, caller);
  const { payment } = claimed;
  if (payment.status === 'failed') {
    throw new ApiError('illegal_state', { message: 'A failed payment cannot be changed' });
  }
  refuseExchange(payment);
  const entry = changedEntry(payment, changes);
  await refuseBrokenRules(writer, claimed, entry, caller.now);
  if (changes.screenshot_url !== payment.screenshot_url) {
    await refuseUnknownScreenshot(writer, changes.screenshot_url, caller);
  }
  const { method, amount } = entry;
  const columns = updatedColumns('payments', { ...changes, method, amount, ...keptOf(entry) });
  await updatePayment(writer, paymentId, columns);
  const changed = await settle(writer, claimed, { before: payment, after: paymentId }, caller);
  notePayment(caller, payment, changed);
  caller.noteChange(changeable, payment, changed);
  return changed;
}
