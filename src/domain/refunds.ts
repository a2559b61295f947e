import { allocate, type Centavos } from './money.ts';
import {
  BALANCE_TOLERANCE,
  coveredAmount,
  paymentMethods,
  type CountedPayment,
  type PaymentMethod,
} from './payments.ts';
import { sharesOfTotal, type SettledTotals } from './totals.ts';

/** Where a returned unit goes. */
export const dispositions = ['available', 'defective'] as const;
export type Disposition = (typeof dispositions)[number];

export const dispositionLabels: Record<Disposition, string> = {
  available: 'Back to stock',
  defective: 'Defective',
};

export type Payout = { method: PaymentMethod; amount: Centavos };

const sum = (amounts: readonly Centavos[]): Centavos => amounts.reduce((total, amount) => total + amount, 0);

const isPaid = (payment: CountedPayment) => payment.deleted_at === null && payment.status === 'completed';

/** The change that cash still in the books was given: none of it belongs to cash that was deleted since. */
const changeGiven = (payments: readonly CountedPayment[], change: Centavos): Centavos =>
  Math.min(change, sum(payments.filter((p) => isPaid(p) && p.method === 'cash').map((p) => p.amount)));

/** What a sale has really brought in: its completed payments without the change. */
export function paidAmount(payments: readonly CountedPayment[], change: Centavos): Centavos {
  return sum(payments.filter(isPaid).map((payment) => payment.amount)) - changeGiven(payments, change);
}

/** Each line's exact share of what was paid, tax included. */
export function refundShares(totals: SettledTotals, paid: Centavos): Centavos[] {
  return allocate(
    paid,
    totals.lines.map((line) => line.final_price),
  );
}

/**
 * How an amount goes back if nobody says otherwise: the way it came, cash first, and never more by a method than came
 * by it and has not gone back yet.
 */
export function defaultPayouts(
  amount: Centavos,
  payments: readonly CountedPayment[],
  { change, earlier }: { change: Centavos; earlier: readonly Payout[] },
): Payout[] {
  const came = new Map<PaymentMethod, Centavos>([['cash', -changeGiven(payments, change)]]);
  for (const payment of payments.filter(isPaid)) {
    came.set(payment.method, (came.get(payment.method) ?? 0) + payment.amount);
  }
  for (const payout of earlier) came.set(payout.method, (came.get(payout.method) ?? 0) - payout.amount);
  let left = amount;
  return [...came].flatMap(([method, available]) => {
    const part = Math.min(left, Math.max(0, available));
    left -= part;
    return part > 0 ? [{ method, amount: part }] : [];
  });
}

/** How all that a sale brought in goes back with a void: the way it came. */
export function payoutsOfVoid(payments: readonly CountedPayment[], change: Centavos): Payout[] {
  return defaultPayouts(paidAmount(payments, change), payments, { change, earlier: [] });
}

/** Payouts of several refunds as one of each method, cash first. */
export function addPayouts(payouts: readonly Payout[]): Payout[] {
  const byMethod = Map.groupBy(payouts, ({ method }) => method);
  return paymentMethods.flatMap((method) => {
    const own = byMethod.get(method) ?? [];
    return own.length > 0 ? [{ method, amount: sum(own.map(({ amount }) => amount)) }] : [];
  });
}

/** The places of the lines that came back, and what was given back. */
type GivenBack = { returned: ReadonlySet<number>; refunded: Centavos };

/** What a sale comes to without the lines that came back. */
const keptTotal = (totals: SettledTotals, returned: ReadonlySet<number>): Centavos =>
  sum(sharesOfTotal(totals).filter((_, index) => !returned.has(index)));

/** What was never received for the lines that the customer keeps; pending payments were not. */
const unpaid = (totals: SettledTotals, paid: Centavos, { returned, refunded }: GivenBack): Centavos =>
  Math.max(0, keptTotal(totals, returned) - (paid - refunded));

/**
 * How much less a customer owes after a refund, beside the money that was given back: together they are what the refund
 * takes off the sales. Below zero where more was given back than came for the returned lines.
 */
export function writtenOff(
  totals: SettledTotals,
  paid: Centavos,
  { before, after }: { before: GivenBack; after: GivenBack },
): Centavos {
  return unpaid(totals, paid, before) - unpaid(totals, paid, after);
}

/**
 * What a completed sale still lacks: its total without the returned lines, less what covers it and was not given back.
 * `returned` holds the places of the returned lines.
 */
export function balanceDue(
  totals: SettledTotals,
  payments: readonly CountedPayment[],
  { change, returned, refunded }: GivenBack & { change: Centavos },
): Centavos {
  const kept = keptTotal(totals, returned);
  const covered = coveredAmount(payments) - changeGiven(payments, change) - refunded;
  const missing = kept - covered;
  return missing > BALANCE_TOLERANCE ? missing : 0;
}
