import { z } from '#contract/zod.ts';
import type { PendingPayment } from '#contract/payments.ts';
import { dues, paymentMethods, referenceKey } from '#domain/payments.ts';
import { searchKey } from '#domain/search-key.ts';

/** What the list shows, as it stands in its address. All of it is in hand: the screen itself leaves some out. */
export const pendingFilters = z.object({
  search: z.string().max(100).optional(),
  method: z.enum(paymentMethods).optional(),
  due: z.enum(dues).optional(),
  sort: z.enum(['expected', '-expected', 'amount', '-amount']).optional(),
});
export type PendingFilters = z.output<typeof pendingFilters>;

/** Whether a payment's reference, one of its sale's numbers or its customer holds the text, however it is spelled. */
function matches(payment: PendingPayment, text: string): boolean {
  const { transaction_number, invoice_number, customer_name } = payment.transaction;
  const words = searchKey(invoice_number ?? '', transaction_number, customer_name ?? 'Walk-in Customer');
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
