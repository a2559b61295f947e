import { formatMoney } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { cashIn, type Payout } from '#domain/refunds.ts';

/** `one`, `one and two`, `one, two and three`. */
export const joined = (parts: readonly string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');

const wayOf = ({ method, amount }: Pick<Payout, 'method' | 'amount'>): string => {
  const text = formatMoney(amount, 'transaction');
  if (method === 'cash') return `${text} in cash`;
  return method === 'trade_in'
    ? `the traded-in item of ${text}`
    : `${text} by ${paymentMethodLabels[method]}`;
};

/** `₱1,000.00 in cash and ₱500.00 by GCash`; null if nothing is paid back. */
export function payoutText(payouts: readonly Pick<Payout, 'method' | 'amount'>[]): string | null {
  return payouts.length === 0 ? null : joined(payouts.map(wayOf));
}

/** `Hand back ₱1,000.00 in cash and ₱500.00 by GCash.`; null if nothing is paid back. */
export function handBackText(payouts: readonly Payout[]): string | null {
  const text = payoutText(payouts);
  return text === null ? null : `Hand back ${text}.`;
}

/** True if some of it is cash. */
export const isInCash = (payouts: readonly Pick<Payout, 'method' | 'amount'>[]) => cashIn(payouts) > 0;
