import { ApiError } from '#contract/errors.ts';
import type { Payout } from '#domain/refunds.ts';

/** Returns the refusal of outdated payouts: another till verified, took or changed a payment meanwhile. */
export const payoutsChanged = () =>
  new ApiError('payments_changed', {
    message: 'The payments of this sale changed meanwhile. Look at what goes back, then press again',
  });

/** 409 `payments_changed` if the payouts differ from those that the caller was shown. */
export function refuseUnseenPayouts(payouts: readonly Payout[], known: readonly Payout[] | undefined): void {
  if (known === undefined) return;
  const isKnown = ({ method, amount }: Payout) =>
    known.some((other) => other.method === method && other.amount === amount);
  if (payouts.length === known.length && payouts.every(isKnown)) return;
  throw payoutsChanged();
}
