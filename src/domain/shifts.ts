import type { Centavos } from './money.ts';
import { isTender, paymentMethods, tenders, type PaymentMethod, type Tender } from './payments.ts';

/** A shift sells while it is open; a counted one does not, and is reopened or closed for good. */
export const shiftStatuses = ['open', 'counted', 'closed'] as const;
export type ShiftStatus = (typeof shiftStatuses)[number];

export const shiftStatusLabels: Record<ShiftStatus, string> = {
  open: 'Open',
  counted: 'Counted',
  closed: 'Closed',
};

/** The kinds of entries of a till's day; entries are only ever added. */
export const entryKinds = [
  'sale',
  'void',
  'refund',
  'payment',
  'change',
  'void_payout',
  'refund_payout',
  'float',
  'pay_in',
  'pay_out',
  'drop',
  'correction',
  'no_sale',
  'rounding',
  'rounding_back',
  'trade_in',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Cash put into a drawer or taken out of it, besides sales. */
export const movementKinds = ['pay_in', 'pay_out', 'drop'] as const;
export type MovementKind = (typeof movementKinds)[number];

export const movementLabels: Record<MovementKind, string> = {
  pay_in: 'Pay-in',
  pay_out: 'Pay-out',
  drop: 'Drop to the safe',
};

/** The entries that a drawer's list of movements shows between float and corrections. */
export const drawerKinds = [...movementKinds, 'trade_in'] as const;
export type DrawerKind = (typeof drawerKinds)[number];

export const drawerLabels: Record<DrawerKind, string> = {
  ...movementLabels,
  trade_in: 'Paid for a trade-in',
};

/** The direction of an entry's money: into the till, out of it, or none, because other entries record it. */
const DIRECTION: Record<EntryKind, 1 | -1 | 0> = {
  sale: 0,
  void: 0,
  refund: 0,
  payment: 1,
  change: -1,
  void_payout: -1,
  refund_payout: -1,
  float: 1,
  pay_in: 1,
  pay_out: -1,
  drop: -1,
  correction: 1,
  no_sale: 0,
  rounding: 0,
  rounding_back: 0,
  trade_in: -1,
};

/** The sum of entries of a kind and a method; amounts of deleted payments are negative. */
export type EntrySum = {
  kind: EntryKind;
  method: PaymentMethod | null;
  amount: Centavos;
  quantity: number;
  discount: Centavos;
  tax: Centavos;
  written_off: Centavos;
  /** The part of a payout for a traded-in unit that is given for want of smaller coins; other entries have none. */
  cash_rounding: Centavos;
};

/** Returns an entry's effect on the expected amount of its method. */
export const effectOf = ({ kind, amount }: Pick<EntrySum, 'kind' | 'amount'>): Centavos =>
  DIRECTION[kind] * amount;

/** Returns the expected amount by method after some entries: in the drawer, on the card slips, in the wallets. */
export function expectedOf(
  sums: readonly Pick<EntrySum, 'kind' | 'method' | 'amount'>[],
): Record<Tender, Centavos> {
  const expected = Object.fromEntries(tenders.map((method) => [method, 0])) as Record<Tender, Centavos>;
  for (const sum of sums) {
    if (sum.method !== null && isTender(sum.method)) expected[sum.method] += effectOf(sum);
  }
  return expected;
}

/** Returns what lies in the drawers after some entries' cash. */
export const cashInDrawer = (cash: ReadingFigures['cash']): Centavos =>
  netCash(cash) + cash.float + cash.pay_in - cash.pay_out - cash.drop - cash.trade_ins + cash.correction;

/** Returns what sales, refunds and voids left of cash. */
export const netCash = ({
  taken,
  change,
  refunded,
  voided,
}: Pick<ReadingFigures['cash'], 'taken' | 'change' | 'refunded' | 'voided'>): Centavos =>
  taken - change - refunded - voided;

/**
 * Returns how much money went out by a wallet, a card or a bank: refunds, voids and trade-ins. 0 for cash, whose drawer has
 * figures of its own.
 */
export const paidOutBy = (sum: {
  method: PaymentMethod;
  taken?: Centavos | null;
  net: Centavos | null;
}): Centavos =>
  sum.method === 'cash' || !isTender(sum.method) ? 0 : (sum.taken ?? sum.net ?? 0) - (sum.net ?? 0);

/** Returns the lines of what is paid out for traded-in units: what was agreed, and what its cash is rounded up by. */
export const tradeInLines = (paidOut: Centavos, rounding: Centavos): { label: string; amount: Centavos }[] =>
  [
    { label: 'Paid for trade-ins', amount: paidOut - rounding },
    { label: 'Rounding of trade-ins', amount: rounding },
  ].filter(({ amount }) => amount !== 0);

/** The bills and coins in circulation, largest first; twenty pesos exist as a bill and as a coin. */
export const denominations = [
  { key: 'bill_1000', value: 100_000, kind: 'bill' },
  { key: 'bill_500', value: 50_000, kind: 'bill' },
  { key: 'bill_200', value: 20_000, kind: 'bill' },
  { key: 'bill_100', value: 10_000, kind: 'bill' },
  { key: 'bill_50', value: 5_000, kind: 'bill' },
  { key: 'bill_20', value: 2_000, kind: 'bill' },
  { key: 'coin_20', value: 2_000, kind: 'coin' },
  { key: 'coin_10', value: 1_000, kind: 'coin' },
  { key: 'coin_5', value: 500, kind: 'coin' },
  { key: 'coin_1', value: 100, kind: 'coin' },
  { key: 'coin_025', value: 25, kind: 'coin' },
  { key: 'coin_005', value: 5, kind: 'coin' },
  { key: 'coin_001', value: 1, kind: 'coin' },
] as const;
export type DenominationKey = (typeof denominations)[number]['key'];

/** The number of each piece; absent ones count as 0. */
export type CashCount = Partial<Record<DenominationKey, number>>;

/** The maximum number of pieces of one kind in a drawer. */
export const PIECES_MAX = 99_999;

/** Returns the value of counted pieces, in centavos. */
export const countedTotal = (count: CashCount): Centavos =>
  denominations.reduce((sum, { key, value }) => sum + value * (count[key] ?? 0), 0);

/** Returns the number of counted bills and coins. */
export function countedPieces(count: CashCount): { bills: number; coins: number } {
  const pieces = (kind: 'bill' | 'coin') =>
    denominations.filter((d) => d.kind === kind).reduce((sum, { key }) => sum + (count[key] ?? 0), 0);
  return { bills: pieces('bill'), coins: pieces('coin') };
}

/** The counted amount of a method and its difference from the expected one; positive if there is too much. */
export type MethodDifference = {
  method: Tender;
  expected: Centavos;
  counted: Centavos;
  difference: Centavos;
};

/**
 * Returns the difference of each method: cash always, others only if they were counted. Not every shop has to count
 * wallet slips, so an uncounted method is no difference.
 */
export function differencesOf(
  expected: Record<Tender, Centavos>,
  counted: Partial<Record<Tender, Centavos>>,
): MethodDifference[] {
  return tenders.flatMap((method) => {
    const count = counted[method];
    if (count === undefined) return [];
    return [{ method, expected: expected[method], counted: count, difference: count - expected[method] }];
  });
}

/** Returns how far a count is off in words, `₱64.00 over` or `₱64.00 short`; `write` writes the amount. */
export function overOrShort(difference: Centavos, write: (amount: Centavos) => string): string {
  const amount = write(Math.abs(difference));
  return difference === 0 ? amount : `${amount} ${difference < 0 ? 'short' : 'over'}`;
}

/** Returns over and short (zero or negative) of each method with a difference: neither hides the other. */
export function overAndShort(
  differences: readonly Pick<MethodDifference, 'method' | 'difference'>[],
): { method: Tender; over: Centavos; short: Centavos }[] {
  return tenders.flatMap((method) => {
    const own = differences.filter((one) => one.method === method);
    const over = own.reduce((sum, { difference }) => sum + Math.max(difference, 0), 0);
    const short = own.reduce((sum, { difference }) => sum + Math.min(difference, 0), 0);
    return over === 0 && short === 0 ? [] : [{ method, over, short }];
  });
}

/**
 * True if closing needs a reason: the count is off by more than the store's limit, or it is not the first. Before a
 * second count the first difference was shown, so its own difference proves nothing.
 */
export const wantsReason = (
  differences: readonly Pick<MethodDifference, 'difference'>[],
  { limit, countsMade }: { limit: Centavos; countsMade: number },
): boolean => countsMade > 1 || differences.some(({ difference }) => Math.abs(difference) > limit);

/** Returns `S-MKT-01-000012`. */
export const shiftNumber = (storeCode: string, no: number): string =>
  `S-${storeCode}-${String(no).padStart(6, '0')}`;

const sumOf = (
  sums: readonly EntrySum[],
  kind: EntryKind,
  what: 'amount' | 'quantity' | 'tax' | 'cash_rounding',
) => sums.filter((sum) => sum.kind === kind).reduce((total, sum) => total + sum[what], 0);

/** The entries of money that goes back to customers. */
const PAID_BACK = ['change', 'void_payout', 'refund_payout'] as const satisfies EntryKind[];

/** A till's figures in its X and Z readings. */
export type ReadingFigures = ReturnType<typeof readingFigures>;

/**
 * Sums some entries. `gross` is sales after discounts and before voids and refunds; `net` is the rest after them, as in
 * the daily report. Amounts are centavos.
 */
export function readingFigures(sums: readonly EntrySum[]) {
  const tally = (kind: EntryKind) => ({
    count: sumOf(sums, kind, 'quantity'),
    total: sumOf(sums, kind, 'amount'),
  });
  const [sales, voids, refunds] = [tally('sale'), tally('void'), tally('refund')];
  const written_off = sums.reduce((total, sum) => total + sum.written_off, 0);
  const rounding_back = sumOf(sums, 'rounding_back', 'amount');
  const ofMethod = (kind: EntryKind, method: PaymentMethod) =>
    sums.filter((sum) => sum.kind === kind && sum.method === method);
  const methods = paymentMethods.flatMap((method) => {
    const payments = ofMethod('payment', method);
    const count = sumOf(payments, 'payment', 'quantity');
    const taken = sumOf(payments, 'payment', 'amount');
    // The cash figures of a drawer include the trade-ins that it pays.
    const outgoing: readonly EntryKind[] = method === 'cash' ? PAID_BACK : [...PAID_BACK, 'trade_in'];
    const paidBack = outgoing.reduce(
      (total, kind) => total + sumOf(ofMethod(kind, method), kind, 'amount'),
      0,
    );
    return count === 0 && taken === 0 && paidBack === 0
      ? []
      : [{ method, count, taken, net: taken - paidBack }];
  });
  return {
    sales,
    discounts: sums
      .filter(({ kind }) => kind === 'sale')
      .reduce((total, { discount }) => total + discount, 0),
    tax: sumOf(sums, 'sale', 'tax') - sumOf(sums, 'void', 'tax') - sumOf(sums, 'refund', 'tax'),
    voids,
    refunds,
    written_off,
    /** The part of `written_off` that nobody owed: the cash rounding of sales that came back. */
    rounding_back,
    net: sales.total - voids.total - refunds.total - written_off,
    methods,
    cash: {
      float: sumOf(sums, 'float', 'amount'),
      taken: sumOf(ofMethod('payment', 'cash'), 'payment', 'amount'),
      change: sumOf(sums, 'change', 'amount'),
      refunded: sumOf(ofMethod('refund_payout', 'cash'), 'refund_payout', 'amount'),
      voided: sumOf(ofMethod('void_payout', 'cash'), 'void_payout', 'amount'),
      pay_in: sumOf(sums, 'pay_in', 'amount'),
      pay_out: sumOf(sums, 'pay_out', 'amount'),
      drop: sumOf(sums, 'drop', 'amount'),
      trade_ins: sumOf(ofMethod('trade_in', 'cash'), 'trade_in', 'amount'),
      correction: sumOf(sums, 'correction', 'amount'),
    },
    /** Money paid out for traded-in units, by any method; what a sale took in payment is no part of it. */
    trade_ins: tally('trade_in'),
    /** The part of it that was given for want of smaller coins; no part of net sales, and so none of `cash_rounding`. */
    trade_in_rounding: sumOf(sums, 'trade_in', 'cash_rounding'),
    /** The sum of cash roundings in the customers' favour: money received = net sales - this. */
    cash_rounding: sumOf(sums, 'rounding', 'amount') - rounding_back,
    no_sales: sumOf(sums, 'no_sale', 'quantity'),
  };
}
