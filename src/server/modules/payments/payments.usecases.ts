import { ApiError, fieldError } from '#contract/errors.ts';
import type { Payment, PaymentForm } from '#contract/payments.ts';
import {
  defaultStatus,
  needsReference,
  paymentMethodLabels,
  paymentProblem,
  remainingAmount,
  type PaymentEntry,
} from '#domain/payments.ts';
import { methodsOf } from '#domain/store-rules.ts';
import { storeDate } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { getStore } from '../stores/stores.usecases.ts';
import { claimDraft, findTransaction } from '../transactions/claim.usecases.ts';
import { paymentsOf, presentPayment } from './payments-of.usecases.ts';
import { deletePayment, findPayment, insertPayment } from './payments.repository.ts';

export type PaymentCaller = { session: Session; storeId: number; now: number };

/** Takes a payment on a draft; 422 names the field that breaks a rule. */
export async function takePayment(
  writer: Writer,
  transactionId: number,
  form: PaymentForm,
  { session, storeId, now }: PaymentCaller,
): Promise<Payment> {
  const draft = await claimDraft(writer, transactionId, storeId);
  const store = await getStore(writer, storeId);
  if (!methodsOf(store.settings).includes(form.method)) {
    throw fieldError('method', `${store.name} does not take ${paymentMethodLabels[form.method]}`);
  }
  const entry: PaymentEntry = {
    method: form.method,
    amount: form.amount,
    status: form.status ?? defaultStatus(form.method),
    reference_number: form.reference_number ?? '',
    expected_date: form.expected_date ?? null,
  };
  const remaining = remainingAmount(draft.total_amount, await paymentsOf(writer, draft.id));
  const problem = paymentProblem(entry, { remaining, today: storeDate(now, store.timezone) });
  if (problem) throw fieldError(problem.field, problem.message);
  const paymentId = writer.nextId();
  await insertPayment(writer, {
    id: paymentId,
    transaction_id: draft.id,
    method: entry.method,
    amount: entry.amount,
    status: entry.status,
    reference_number: needsReference(entry.method) ? entry.reference_number : null,
    expected_date: entry.status === 'pending' ? entry.expected_date : null,
    screenshot_url: form.screenshot_url ?? null,
    notes: form.notes || null,
    created_at: now,
    created_by_id: session.staff.id,
    paid_at: entry.status === 'completed' ? now : null,
  });
  return getPayment(writer, paymentId);
}

async function getPayment(reader: Reader, paymentId: number): Promise<Payment> {
  const row = await findPayment(reader, paymentId);
  if (!row) throw new ApiError('payment_not_found');
  return presentPayment(row);
}

/** Deletes a draft's payment; it is kept for audit and out of every total. */
export async function removePayment(
  writer: Writer,
  paymentId: number,
  reason: string,
  { session, storeId, now }: PaymentCaller,
): Promise<Payment> {
  const payment = await getPayment(writer, paymentId);
  if (!(await findTransaction(writer, payment.transaction_id, [storeId])))
    throw new ApiError('payment_not_found');
  await claimDraft(writer, payment.transaction_id, storeId);
  const deletion = { deleted_at: now, deleted_by_id: session.staff.id, deletion_reason: reason };
  if (!(await deletePayment(writer, paymentId, deletion))) throw new ApiError('illegal_state');
  return getPayment(writer, paymentId);
}
