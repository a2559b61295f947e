import type { PendingPayment } from '#contract/payments.ts';
import { dues, paymentMethods, referenceKey, type Due, type PaymentMethod } from '#domain/payments.ts';
import { searchKey } from '#domain/search-key.ts';

export const pendingSorts = ['expected', '-expected', 'amount', '-amount'] as const;
export type PendingSort = (typeof pendingSorts)[number];

/** What the list shows, as it stands in the address. */
export type PendingAddress = {
  search: string | null;
  method: PaymentMethod | null;
  due: Due | null;
  sort: PendingSort;
};

/** What leaves the whole list in sight. */
export const NO_FILTERS = { search: null, method: null, due: null };

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((known) => known === value) ?? null;

/** The list's address; what it does not know counts as absent. */
export function readAddress(params: URLSearchParams): PendingAddress {
  return {
    search: params.get('search') || null,
    method: oneOf(paymentMethods, params.get('method')),
    due: oneOf(dues, params.get('due')),
    sort: oneOf(pendingSorts, params.get('sort')) ?? 'expected',
  };
}

export function isNarrowed({ search, method, due }: PendingAddress): boolean {
  return search !== null || method !== null || due !== null;
}

/** Whether a payment's reference, its sale's number or its customer holds the text, however it is spelled. */
function holds(payment: PendingPayment, text: string): boolean {
  const { transaction_number, customer_name } = payment.transaction;
  const words = searchKey(transaction_number, customer_name ?? 'Walk-in Customer');
  const wanted = searchKey(text);
  if (wanted !== '' && words.includes(wanted)) return true;
  const reference = referenceKey(payment.reference_number ?? '');
  const key = referenceKey(text);
  return key !== '' && reference.includes(key);
}

/** By the expected date, those without one last; then the one that was taken first. */
function byExpected(one: PendingPayment, other: PendingPayment): number {
  const [a, b] = [one.expected_date ?? '9999', other.expected_date ?? '9999'];
  return a === b ? one.created_at - other.created_at : a < b ? -1 : 1;
}

/** The payments that an address asks for, in its order. */
export function narrowPending(
  payments: readonly PendingPayment[],
  { search, method, due, sort }: PendingAddress,
): PendingPayment[] {
  const compare = sort.endsWith('amount')
    ? (a: PendingPayment, b: PendingPayment) => a.amount - b.amount || byExpected(a, b)
    : byExpected;
  const sign = sort.startsWith('-') ? -1 : 1;
  return payments
    .filter(
      (payment) =>
        (method === null || payment.method === method) &&
        (due === null || payment.due === due) &&
        (search === null || holds(payment, search)),
    )
    .sort((a, b) => sign * compare(a, b));
}
