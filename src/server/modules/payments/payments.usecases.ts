import { ApiError, fieldError } from '#contract/errors.ts';
import { REFERENCE_REQUIRED, type Payment, type PaymentForm } from '#contract/payments.ts';
import { isLuhnValid } from '#domain/barcodes.ts';
import { formatMoney } from '#domain/money.ts';
import { defaultStatus, needsReference, paymentMethodLabels, remainingAmount } from '#domain/payments.ts';
import { storeDate } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { getStore, methodsOf } from '../stores/stores.usecases.ts';
import { claimDraft, findTransaction } from '../transactions/claim.usecases.ts';
import { paymentsOf, presentPayment } from './payments-of.usecases.ts';
import { deletePayment, findPayment, insertPayment } from './payments.repository.ts';

export type PaymentCaller = { session: Session; storeId: number; now: number };

const CARD_NUMBER = /^\d{15,16}$/;

/** A reference as it is stored; refuses a missing one, and a full card number, which is never stored. */
function checkedReference(form: PaymentForm): string | null {
  if (!needsReference(form.method)) return null;
  const reference = form.reference_number ?? '';
  if (!reference) throw fieldError('reference_number', REFERENCE_REQUIRED);
  const digits = reference.replace(/[\s-]/g, '');
  if (form.method === 'card' && CARD_NUMBER.test(digits) && isLuhnValid(digits)) {
    throw fieldError('reference_number', 'Never enter a full card number. Use the slip’s reference');
  }
  return reference;
}

/** Takes a payment on a draft; 422 names the field that breaks a rule. */
export async function takePayment(
  writer: Writer,
  transactionId: number,
  form: PaymentForm,
  { session, storeId, now }: PaymentCaller,
): Promise<Payment> {
  const draft = await claimDraft(writer, transactionId, storeId);
  const store = await getStore(writer, storeId);
  if (!methodsOf(store).includes(form.method)) {
    throw fieldError('method', `${store.name} does not take ${paymentMethodLabels[form.method]}`);
  }
  const status = form.status ?? defaultStatus(form.method);
  const expected = status === 'pending' ? (form.expected_date ?? null) : null;
  if (expected !== null && expected < storeDate(now, store.timezone)) {
    throw fieldError('expected_date', 'Expected date cannot be in the past');
  }
  const remaining = remainingAmount(draft.total_amount, await paymentsOf(writer, draft.id));
  if (form.method !== 'cash' && form.amount > remaining) {
    throw fieldError('amount', `Only ${formatMoney(remaining, 'payment')} remains to be paid`);
  }
  const paymentId = writer.nextId();
  await insertPayment(writer, {
    id: paymentId,
    transaction_id: draft.id,
    method: form.method,
    amount: form.amount,
    status,
    reference_number: checkedReference(form),
    expected_date: expected,
    screenshot_url: form.screenshot_url ?? null,
    notes: form.notes || null,
    created_at: now,
    created_by_id: session.staff.id,
    paid_at: status === 'completed' ? now : null,
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
