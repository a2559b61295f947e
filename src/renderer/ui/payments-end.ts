import { formatMoney, type Centavos } from '#domain/money.ts';
import { paymentMethodLabels, type PaymentMethod } from '#domain/payments.ts';

type StandingPayment = {
  method: PaymentMethod;
  amount: Centavos;
  status: 'completed' | 'pending' | 'failed';
  deleted_at?: number | null | undefined;
};

/** Says in the question about cancelling a draft what happens to its payments; empty if there are none. */
export function paymentsEnd(
  payments: readonly StandingPayment[],
  asText = (amount: Centavos) => formatMoney(amount, 'payment'),
): string {
  const named = (status: StandingPayment['status']) =>
    payments
      .filter((payment) => payment.status === status && (payment.deleted_at ?? null) === null)
      .map(({ method, amount }) => `${paymentMethodLabels[method]} ${asText(amount)}`)
      .join(', ');
  const [completed, pending] = [named('completed'), named('pending')];
  return [
    ...(completed ? [`Completed payments have to be deleted first: ${completed}.`] : []),
    ...(pending
      ? [`Pending payments are marked failed: ${pending}. Check that the money did not arrive.`]
      : []),
  ].join(' ');
}
