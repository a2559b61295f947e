import { z } from '#contract/zod.ts';
import type { PendingPayment } from '#contract/payments.ts';
import { dues, tenders, referenceKey } from '#domain/payments.ts';
import { searchKey } from '#domain/search-key.ts';

/** The list's filters in its address; the screen applies them itself, as it has all payments. */
export const pendingFilters = z.object({
  search: z.string().max(100).optional(),
  method: z.enum(tenders).optional(),
  due: z.enum(dues).optional(),
  sort: z.enum(['expected', '-expected', 'amount', '-amount']).optional(),
});
export type PendingFilters = z.output<typeof pendingFilters>;

/** True if the payment's reference, sale number, invoice number or customer contains the text, in any spelling. */
function matches(payment: PendingPayment, text: string): boolean {
  const { transaction_number, invoice_number, customer_name } = payment.transaction;
  const words = searchKey(invoice_number ?? '', transaction_number, customer_name ?? 'Walk-in Customer');
  const wanted = searchKey(text);
  if (wanted !== '' && words.includes(wanted)) return true;
  const reference = referenceKey(payment.reference_number ?? '');
  const key = referenceKey(text);
  return key !== '' && reference.includes(key);
}

/** Sorts by expected date, those without one last; then by the time of the payment, the oldest first. */
function byExpected(one: PendingPayment, other: PendingPayment): number {
  const [a, b] = [one.expected_date ?? '9999', other.expected_date ?? '9999'];
  return a === b ? one.created_at - other.created_at : a < b ? -1 : 1;
}

/** Returns the payments that match the filters, sorted. */
export function narrowPending(
  payments: readonly PendingPayment[],
  { search, method, due, sort = 'expected' }: PendingFilters,
): PendingPayment[] {
  const compare = sort.endsWith('amount')
    ? (a: PendingPayment, b: PendingPayment) => a.amount - b.amount || byExpected(a, b)
    : byExpected;
  const sign = sort.startsWith('-') ? -1 : 1;
  return payments
    .filter(
      (payment) =>
        (method === undefined || payment.method === method) &&
        (due === undefined || payment.due === due) &&
        (search === undefined || matches(payment, search)),
    )
    .sort((a, b) => sign * compare(a, b));
}
