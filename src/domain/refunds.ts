import { cashBack } from './cash-rounding.ts';
import { allocate, type Centavos } from './money.ts';
import {
  BALANCE_TOLERANCE,
  coveredAmount,
  hasCash,
  isTender,
  paymentMethods,
  type CountedPayment,
  type PaymentMethod,
} from './payments.ts';
import { sharesOfTotal, type SettledTotals } from './totals.ts';

/** The destinations of a returned unit. */
export const returns = ['available', 'defective'] as const;

/** What becomes of a returned line: `none` of one that was settled without its unit, of which nothing goes to stock. */
export const dispositions = [...returns, 'none'] as const;
export type Disposition = (typeof dispositions)[number];

/** Returns a returned line as the server is told it. */
export const returnOf = ({ id, disposition }: { id: number; disposition: Disposition }) =>
  disposition === 'none' ? { id } : { id, disposition };

export const dispositionLabels: Record<Disposition, string> = {
  available: 'Back to stock',
  defective: 'Defective',
  none: 'No stock',
};

export type Payout = { method: PaymentMethod; amount: Centavos };

const sum = (amounts: readonly Centavos[]): Centavos => amounts.reduce((total, amount) => total + amount, 0);

const isPaid = (payment: CountedPayment) => payment.deleted_at === null && payment.status === 'completed';

const amountBy = (method: PaymentMethod, parts: readonly Pick<Payout, 'method' | 'amount'>[]): Centavos =>
  sum(parts.filter((part) => part.method === method).map(({ amount }) => amount));

/** Returns the cash among some payouts. */
export const cashIn = (payouts: readonly Pick<Payout, 'method' | 'amount'>[]): Centavos =>
  amountBy('cash', payouts);

const paidBy = (method: PaymentMethod, payments: readonly CountedPayment[]): Centavos =>
  amountBy(method, payments.filter(isPaid));

/** Returns the change given for cash still in the books, without the change of cash deleted since. */
const changeGiven = (payments: readonly CountedPayment[], change: Centavos): Centavos =>
  Math.min(change, paidBy('cash', payments));

/** Returns the money that a sale brought in: its completed payments without the change. */
export function paidAmount(payments: readonly CountedPayment[], change: Centavos): Centavos {
  return sum(payments.filter(isPaid).map((payment) => payment.amount)) - changeGiven(payments, change);
}

/** Returns each line's exact share of the paid amount, tax included. */
export function refundShares(totals: SettledTotals, paid: Centavos): Centavos[] {
  return allocate(
    paid,
    totals.lines.map((line) => line.final_price),
  );
}

/** Earlier returns of a sale: indexes of lines, the refunded amount, and the amount withheld by decision. */
type EarlierReturns = { back: ReadonlySet<number>; refunded: Centavos; withheld: Centavos };

type Before = EarlierReturns & {
  /** The payments, pending ones too, without the change. */
  covered: Centavos;
  /** Each line's share of what is due in money: of the total without the rounding of the cash that counts. */
  due: readonly Centavos[];
};

/** Returns what refunds depend on besides the shares of the paid amount. */
export function beforeRefund(
  totals: SettledTotals,
  payments: readonly CountedPayment[],
  { change, rounding, ...earlier }: EarlierReturns & { change: Centavos; rounding: Centavos },
): Before {
  const covered = coveredAmount(payments) - changeGiven(payments, change);
  const inMoney = totals.total_amount - (hasCash(payments) ? rounding : 0);
  return { ...earlier, covered, due: refundShares(totals, inMoney) };
}

const shareOf = (shares: readonly Centavos[], places: ReadonlySet<number>): Centavos =>
  sum(shares.filter((_, index) => places.has(index)));

/**
 * Returns the amount owed for lines returned before they were fully paid: a payment was verified since. What pays for the
 * kept lines is none of it. `returning` are lines that come back now, with their own shares.
 */
export function owedBack(
  shares: readonly Centavos[],
  { back, refunded, withheld, covered, due }: Before,
  returning: ReadonlySet<number> = new Set(),
): Centavos {
  const owed = shareOf(shares, back) - refunded - withheld;
  const kept = sum(due.filter((_, index) => !back.has(index) && !returning.has(index)));
  return Math.max(0, Math.min(owed, covered - refunded - shareOf(shares, returning) - kept));
}

/**
 * Returns the default refund for some lines (`returning`, indexes): their shares of the paid amount plus what is owed
 * for earlier returns; for the last lines all the rest, except what was withheld by decision.
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
  return Math.min(shareOf(shares, returning) + owedBack(shares, before, returning), left);
}

/** A payment; one by trade-in tells if its unit can go back to the person who brought it. */
export type RefundablePayment = CountedPayment & { trade_in?: { goes_back: boolean } | null };

/** Returns the trade-ins whose units go back for an amount paid by trade-in: each goes back whole, or not at all. */
export function tradeInsGoingBack<P extends RefundablePayment>(
  payments: readonly P[],
  amount: Centavos,
): P[] {
  let left = amount;
  return payments.filter((payment) => {
    const goes = isPaid(payment) && payment.trade_in?.goes_back === true && payment.amount <= left;
    if (goes) left -= payment.amount;
    return goes;
  });
}

/** Puts cash in the place of what cannot go back as it came: an exchanged value, or a unit that is no longer there. */
function asTheyGoBack(payouts: readonly Payout[], payments: readonly RefundablePayment[]): Payout[] {
  const inTrade = amountBy('trade_in', payouts);
  const units = sum(tradeInsGoingBack(payments, inTrade).map((p) => p.amount));
  const cash = cashIn(payouts) + amountBy('exchange', payouts) + inTrade - units;
  const others = payouts.filter(({ method }) => method !== 'cash' && isTender(method));
  return [
    { method: 'cash' as const, amount: cash },
    ...others,
    { method: 'trade_in' as const, amount: units },
  ].filter((payout) => payout.amount > 0);
}

/**
 * Returns the default payouts of an amount: by the methods it was paid with, cash first, and never more by a method
 * than was paid by it and not paid out yet, except for cash in the place of what cannot go back as it came.
 */
export function defaultPayouts(
  amount: Centavos,
  payments: readonly RefundablePayment[],
  { change, earlier }: { change: Centavos; earlier: readonly Payout[] },
): Payout[] {
  const came = new Map<PaymentMethod, Centavos>([['cash', -changeGiven(payments, change)]]);
  for (const payment of payments.filter(isPaid)) {
    came.set(payment.method, (came.get(payment.method) ?? 0) + payment.amount);
  }
  for (const payout of earlier) came.set(payout.method, (came.get(payout.method) ?? 0) - payout.amount);
  // More cash than came has gone back in the place of what cannot go back as it came.
  let beyond = Math.max(0, -(came.get('cash') ?? 0));
  for (const method of ['exchange', 'trade_in'] as const) {
    const available = came.get(method) ?? 0;
    const replaced = Math.min(beyond, Math.max(0, available));
    if (replaced > 0) came.set(method, available - replaced);
    beyond -= replaced;
  }
  let left = amount;
  const asPaid = [...came].map(([method, available]) => {
    const part = Math.min(left, Math.max(0, available));
    left -= part;
    return { method, amount: part };
  });
  return asTheyGoBack(asPaid, payments);
}

/** Returns the payouts of a void: the full paid amount, by the methods it was paid with, and `rounding` more in cash. */
export function payoutsOfVoid(
  payments: readonly RefundablePayment[],
  change: Centavos,
  rounding: Centavos = 0,
): Payout[] {
  const payouts = defaultPayouts(paidAmount(payments, change), payments, { change, earlier: [] });
  return withRounding(payouts, rounding);
}

/**
 * Returns how much of some payouts is cash in the place of traded-in units, which stay, or of an exchanged value, which may have
 * come by one: what exceeds the cash that came and has not gone back by `earlier` payouts. `rounding` is what their cash is
 * rounded up by.
 */
export function cashForUnits(
  payments: readonly CountedPayment[],
  payouts: readonly Payout[],
  { change, earlier, rounding = 0 }: { change: Centavos; earlier: readonly Payout[]; rounding?: Centavos },
): Centavos {
  if (paidBy('trade_in', payments) + paidBy('exchange', payments) === 0) return 0;
  const came = paidBy('cash', payments) - changeGiven(payments, change);
  return Math.max(0, cashIn(payouts) - rounding - Math.max(0, came - cashIn(earlier)));
}

const withRounding = <P extends Payout>(payouts: readonly P[], rounding: Centavos): P[] =>
  payouts.map((payout) =>
    payout.method === 'cash' ? { ...payout, amount: payout.amount + rounding } : payout,
  );

/** Returns the payouts of one act with all of its cash rounded up to the smallest coin, and by how much. */
export function roundedPayouts<P extends Payout>(
  payouts: readonly P[],
  coin: Centavos,
): { payouts: P[]; rounding: Centavos } {
  const cash = cashIn(payouts);
  const rounding = cashBack(cash, coin) - cash;
  return { payouts: withRounding(payouts, rounding), rounding };
}

/** Sums the payouts of several refunds by method, cash first. */
export function addPayouts(payouts: readonly Payout[]): Payout[] {
  const byMethod = Map.groupBy(payouts, ({ method }) => method);
  return paymentMethods.flatMap((method) => {
    const own = byMethod.get(method) ?? [];
    return own.length > 0 ? [{ method, amount: sum(own.map(({ amount }) => amount)) }] : [];
  });
}

/** The indexes of the returned lines, and the refunded amount. */
type GivenBack = { returned: ReadonlySet<number>; refunded: Centavos };

/** Returns a sale's total without the returned lines. */
const keptTotal = (totals: SettledTotals, returned: ReadonlySet<number>): Centavos =>
  sum(sharesOfTotal(totals).filter((_, index) => !returned.has(index)));

/**
 * Returns what a refund takes off the sales besides the refunded money: the remainder is the total of the kept lines,
 * or the money that the shop keeps if that is more. `earlier` is the write-off of earlier refunds of the sale; the
 * result is negative if money came in since.
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
 * Returns the part of a sale's cash rounding that is of the lines that are kept: their price less their shares of what was
 * due in money. It is never more than `unpaid`, what the sale counts for beyond the money that it keeps.
 */
export function keptRounding(
  totals: SettledTotals,
  { due }: Pick<Before, 'due'>,
  { returned, unpaid }: { returned: ReadonlySet<number>; unpaid: Centavos },
): Centavos {
  const inMoney = sum(due.filter((_, index) => !returned.has(index)));
  return Math.min(keptTotal(totals, returned) - inMoney, unpaid);
}

/**
 * Returns the tax part of what a refund takes off a sale's total (`off`: refunded and written off), after earlier ones
 * took `before`: refunding the whole total takes back the whole tax, to the centavo.
 */
export function taxTakenBack(
  { tax_amount, total_amount }: { tax_amount: Centavos; total_amount: Centavos },
  { before, off }: { before: Centavos; off: Centavos },
): Centavos {
  const taxIn = (part: Centavos) => allocate(tax_amount, [part, total_amount - part])[0] ?? 0;
  return taxIn(before + off) - taxIn(before);
}

type Balance = GivenBack & {
  change: Centavos;
  /** The cash rounding of the lines that are kept. */
  rounding?: Centavos;
};

/** Returns what a completed sale lacks to the centavo: below zero if the shop keeps more than its lines cost. */
export function missingAmount(
  totals: SettledTotals,
  payments: readonly CountedPayment[],
  { change, rounding = 0, returned, refunded }: Balance,
): Centavos {
  const covered = coveredAmount(payments) - changeGiven(payments, change) - refunded;
  return keptTotal(totals, returned) - rounding - covered;
}

/**
 * Returns a completed sale's balance due: its total without the returned lines, less what was paid and not refunded.
 * `returned` holds the indexes of the returned lines.
 */
export function balanceDue(
  totals: SettledTotals,
  payments: readonly CountedPayment[],
  balance: Balance,
): Centavos {
  const missing = missingAmount(totals, payments, balance);
  return missing > BALANCE_TOLERANCE ? missing : 0;
}
