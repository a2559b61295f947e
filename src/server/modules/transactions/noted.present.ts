import { z } from '#contract/zod.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentMethodLabels, paymentStatusLabels, type CountedPayment } from '#domain/payments.ts';
import type { Payout } from '#domain/refunds.ts';

/** A payment for the audit: method, amount and status. References stay with the payment. */
export const notedPayment = z.object({ payment: z.string() });

/** The audited fields of a sale that is made or taken back; each action names those it changes. */
export const notedSale = z
  .object({
    status: z.string(),
    invoice_number: z.string(),
    units: z.int(),
    total: z.string(),
    payments: z.array(z.string()),
    change: z.string(),
    cash_rounding: z.string(),
    buyer_name: z.string().nullable(),
    buyer_tin: z.string().nullable(),
    buyer_address: z.string().nullable(),
    units_back: z.int(),
    refunded: z.string(),
    handed_back: z.array(z.string()),
    discounts: z.array(z.string()),
  })
  .partial();

export const moneyText = (amount: number) => formatMoney(amount, 'transaction');

/** `GCash ₱500.00 · Pending` */
export const paymentsText = ({ method, amount, status, deleted_at }: CountedPayment) =>
  `${payoutText({ method, amount })} · ${deleted_at === null ? paymentStatusLabels[status] : 'Deleted'}`;

/** `Cash ₱500.00` */
export const payoutText = ({ method, amount }: Payout) =>
  `${paymentMethodLabels[method]} ${moneyText(amount)}`;

/** Describes payments before and after a void or refund, which fails pending ones. */
export const failingText = (payments: readonly CountedPayment[]) => {
  const isFailing = ({ status, deleted_at }: CountedPayment) => status === 'pending' && deleted_at === null;
  return {
    before: payments.map(paymentsText),
    after: payments.map((payment) =>
      paymentsText(isFailing(payment) ? { ...payment, status: 'failed' } : payment),
    ),
  };
};
