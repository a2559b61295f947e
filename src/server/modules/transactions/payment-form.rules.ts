import { fieldError } from '#contract/errors.ts';
import type { Store } from '#contract/stores.ts';
import {
  cardNumberProblem,
  needsReference,
  paymentMethodLabels,
  paymentProblem,
  referenceKey,
  type PaymentEntry,
  type Tender,
} from '#domain/payments.ts';
import { methodsOf } from '#domain/store-rules.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';

/** Returns an entry's stored fields: a reference if the method has one, a date while the payment is pending. */
export function keptOf({ method, status, reference_number, expected_date }: PaymentEntry) {
  const reference = needsReference(method) ? reference_number || null : null;
  return {
    reference_number: reference,
    reference_key: reference && referenceKey(reference),
    expected_date: status === 'pending' ? expected_date : null,
  };
}

/** 422 on `method` for one that the store does not take. */
export function refuseForeignMethod(store: Store, method: Tender): void {
  if (!methodsOf(store.settings).includes(method)) {
    throw fieldError('method', `${store.name} does not take ${paymentMethodLabels[method]}`);
  }
}

/** 422 on the field of a reference that is a whole card number: of what is paid, handed back, or paid for a trade-in. */
export function refuseCardNumber(
  field: string,
  payout: { method: Tender; reference_number?: string | null | undefined },
): void {
  const problem = cardNumberProblem(payout);
  if (problem) throw fieldError(field, problem);
}

/** 422 on the field that breaks a rule of the payment form. */
export function refuseProblem(entry: PaymentEntry, remaining: number, store: Store, now: number): void {
  const problem = paymentProblem(entry, { remaining, today: storeDate(now, zonesOf(store)) });
  if (problem) throw fieldError(problem.field, problem.message);
}
