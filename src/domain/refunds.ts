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

/** What came back of a sale before: places of lines, what was given back for them, and what was kept by decision. */
type Before = { back: ReadonlySet<number>; refunded: Centavos; withheld: Centavos };

const shareOf = (shares: readonly Centavos[], places: ReadonlySet<number>): Centavos =>
  sum(shares.filter((_, index) => places.has(index)));

/** What is owed for lines that came back before all of their money was there: a payment was verified since. */
export function owedBack(shares: readonly Centavos[], { back, refunded, withheld }: Before): Centavos {
  return Math.max(0, shareOf(shares, back) - refunded - withheld);
}

/**
 * What goes back for some lines (`returning`, places) if nobody says otherwise: their shares of what was paid, what is
 * owed for others, and with the last ones all that is left but for what was kept by decision.
 */
export function proposedRefund(
  shares: readonly Centavos[],
  returning: ReadonlySet<number>,
  before: Before,
): Centavos {
  const left = Math.max(0, sum(shares) - before.refunded);
  if (shares.every((_, index) => before.back.has(index) || returning.has(index))) {
    return Math.max(0, left - before.withheld);
  }
  return Math.min(shareOf(shares, returning) + owedBack(shares, before), left);
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

/**
 * What a refund takes off the sales beside the money that it gives back: together they leave what the kept lines come
 * to, or what the shop keeps of the money where that is more. `earlier` is what refunds of the same sale wrote off
 * before; below zero where money came for it since.
 */
export function writtenOff(
  totals: SettledTotals,
  paid: Centavos,
  { returned, refunded, earlier }: GivenBack & { earlier: Centavos },
): Centavos {
  const total = sum(sharesOfTotal(totals));
  const kept = Math.max(keptTotal(totals, returned), Math.min(paid, total) - refunded);
  return total - kept - refunded - earlier;
}

/**
 * The tax in what a refund takes off a sale's total (`off`: the money and what is owed no more), after others that took
 * `before`: together they take back the whole of its tax with the whole of its total, to the centavo.
 */
export function taxTakenBack(
  { tax_amount, total_amount }: { tax_amount: Centavos; total_amount: Centavos },
  { before, off }: { before: Centavos; off: Centavos },
): Centavos {
  const taxIn = (part: Centavos) => allocate(tax_amount, [part, total_amount - part])[0] ?? 0;
  return taxIn(before + off) - taxIn(before);
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
