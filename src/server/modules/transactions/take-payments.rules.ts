import { ApiError } from '#contract/errors.ts';
import type { PaymentForm } from '#contract/payments.ts';
import type { Store } from '#contract/stores.ts';
import type { Centavos } from '#domain/money.ts';
import { counts, defaultStatus, remainingAmount, type PaymentEntry } from '#domain/payments.ts';
import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { getStore } from '../stores/stores.public.ts';
import { keptOf, refuseForeignMethod, refuseProblem } from './payment-form.guards.ts';
import { findPayments, insertPayment } from './payments.repository.ts';
import { refuseUnknownScreenshot } from './screenshots.guards.ts';

type Taking = {
  transactionId: number;
  /** What is still to be paid before this payment. */
  remaining: Centavos;
  store: Store;
  session: Session;
  now: number;
};

/** Takes one payment on a transaction that was claimed; returns its id. 422 names the field that breaks a rule. */
export async function addPayment(writer: Writer, form: PaymentForm, taking: Taking): Promise<number> {
  const { transactionId, remaining, store, session, now } = taking;
  refuseForeignMethod(store, form.method);
  const entry: PaymentEntry = {
    method: form.method,
    amount: form.amount,
    status: form.status ?? defaultStatus(form.method),
    reference_number: form.reference_number ?? '',
    expected_date: form.expected_date ?? null,
  };
  refuseProblem(entry, remaining, store, now);
  await refuseUnknownScreenshot(writer, form.screenshot_url, taking);
  const id = writer.nextId();
  await insertPayment(writer, {
    id,
    transaction_id: transactionId,
    method: entry.method,
    amount: entry.amount,
    status: entry.status,
    ...keptOf(entry),
    screenshot_url: form.screenshot_url ?? null,
    notes: form.notes ?? null,
    created_at: now,
    created_by_id: session.staff.id,
    paid_at: entry.status === 'completed' ? now : null,
  });
  return id;
}

/** 409 `payments_changed` where other payments count than the caller knew: another till, or the same person's other window. */
export async function refuseUnseenPayments(
  writer: Writer,
  transactionId: number,
  known: readonly number[] | undefined,
): Promise<void> {
  if (known === undefined) return;
  const counting = (await findPayments(writer, transactionId)).filter(counts).map(({ id }) => id);
  const isSame = counting.length === known.length && counting.every((id) => known.includes(id));
  if (!isSame) throw new ApiError('payments_changed');
}

/** What a row of several breaks stands at that row's field: `payments.1.amount`. */
function atRow(error: unknown, row: number): unknown {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, words]) => [`payments.${row}.${field}`, words]),
  );
  return new ApiError('validation_failed', { message: error.message, fields });
}

/** Takes the payments that come with a draft's other change, in their order, each by the rules of a single one. */
export async function takePayments(
  writer: Writer,
  draft: { id: number; store_id: number; total_amount: Centavos },
  forms: readonly PaymentForm[],
  caller: { session: Session; now: number },
): Promise<void> {
  if (forms.length === 0) return;
  const store = await getStore(writer, draft.store_id);
  let remaining = remainingAmount(draft.total_amount, await findPayments(writer, draft.id));
  for (const [row, form] of forms.entries()) {
    try {
      await addPayment(writer, form, { ...caller, transactionId: draft.id, remaining, store });
    } catch (error) {
      throw atRow(error, row);
    }
    remaining = Math.max(0, remaining - form.amount);
  }
}
