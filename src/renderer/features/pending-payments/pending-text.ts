import type { PendingPayment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { numberOf } from '#domain/transactions.ts';

/** Returns `GCash payment of ₱40,000.00`. */
export function paymentTitle({ method, amount }: PendingPayment): string {
  return `${paymentMethodLabels[method]} payment of ${formatMoney(amount, 'payment')}`;
}

/** Names a payment in a message: `GCash ₱40,000.00 of MNL-01-000123`. */
export function paymentText({ method, amount, transaction }: PendingPayment): string {
  return `${paymentMethodLabels[method]} ${formatMoney(amount, 'payment')} of ${numberOf(transaction)}`;
}
