import type { PendingPayment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { numberOf } from '#domain/transactions.ts';

/** Names a payment in a message: `GCash ₱40,000.00 of MNL-01-000123`. */
export function paymentText({ method, amount, transaction }: PendingPayment): string {
  return `${paymentMethodLabels[method]} ${formatMoney(amount, 'payment')} of ${numberOf(transaction)}`;
}
