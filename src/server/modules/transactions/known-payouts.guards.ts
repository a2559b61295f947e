import { ApiError } from '#contract/errors.ts';
import type { Centavos } from '#domain/money.ts';
import { roundedPayouts, type Payout } from '#domain/refunds.ts';

/** Returns the refusal of outdated payouts: another till verified, took or changed a payment meanwhile. */
export const payoutsChanged = () =>
  new ApiError('payments_changed', {
    message: 'The payments of this sale changed meanwhile. Look at what goes back, then press again',
  });

/**
 * Returns payouts as the caller was shown them: their cash rounded up to the smallest coin, or to the centavo by a till
 * that knows of no rounding. 409 `payments_changed` if they differ from both.
 */
export function shownPayouts(
  payouts: readonly Payout[],
  known: readonly Payout[] | undefined,
  coin: Centavos,
): { payouts: readonly Payout[]; cash_rounding: Centavos } {
  const rounded = roundedPayouts(payouts, coin);
  if (known === undefined || areKnown(rounded.payouts, known)) {
    return { payouts: rounded.payouts, cash_rounding: rounded.rounding };
  }
  if (areKnown(payouts, known)) return { payouts, cash_rounding: 0 };
  throw payoutsChanged();
}

const areKnown = (payouts: readonly Payout[], known: readonly Payout[]): boolean =>
  payouts.length === known.length &&
  payouts.every(({ method, amount }) =>
    known.some((other) => other.method === method && other.amount === amount),
  );
