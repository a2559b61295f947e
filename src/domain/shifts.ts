import type { Centavos } from './money.ts';
import { paymentMethods, type PaymentMethod } from './payments.ts';

/** A shift sells while it is open; one that was counted sells no more, and goes back to open or is closed for good. */
export const shiftStatuses = ['open', 'counted', 'closed'] as const;
export type ShiftStatus = (typeof shiftStatuses)[number];

export const shiftStatusLabels: Record<ShiftStatus, string> = {
  open: 'Open',
  counted: 'Counted',
  closed: 'Closed',
};

/** What is entered of a till's day; entries are only ever added. */
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
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Cash that somebody puts into a drawer or takes out of it, beside what sales do. */
export const movementKinds = ['pay_in', 'pay_out', 'drop'] as const;
export type MovementKind = (typeof movementKinds)[number];

export const movementLabels: Record<MovementKind, string> = {
  pay_in: 'Pay-in',
  pay_out: 'Pay-out',
  drop: 'Drop to the safe',
};

/** Which way the money of an entry goes: into the till, out of it, or nowhere, since other entries tell of it. */
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
};

/** Entries of a kind and a method together; the amounts of a payment that was deleted are below zero. */
export type EntrySum = {
  kind: EntryKind;
  method: PaymentMethod | null;
  amount: Centavos;
  quantity: number;
  discount: Centavos;
  tax: Centavos;
  written_off: Centavos;
};

/** What an entry adds to what should be there by its method. */
export const effectOf = ({ kind, amount }: Pick<EntrySum, 'kind' | 'amount'>): Centavos =>
  DIRECTION[kind] * amount;

/** By method what should be there after some entries: in the drawer, on the card slips, in the wallets. */
export function expectedOf(
  sums: readonly Pick<EntrySum, 'kind' | 'method' | 'amount'>[],
): Record<PaymentMethod, Centavos> {
  const expected = Object.fromEntries(paymentMethods.map((method) => [method, 0]));
  for (const sum of sums) {
    if (sum.method !== null) expected[sum.method] = (expected[sum.method] ?? 0) + effectOf(sum);
  }
  return expected as Record<PaymentMethod, Centavos>;
}

/** The bills and coins in circulation, the largest first; a piece of twenty pesos is a bill or a coin. */
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
] as const;
export type DenominationKey = (typeof denominations)[number]['key'];

/** How many there are of each piece; what is left out was not there. */
export type CashCount = Partial<Record<DenominationKey, number>>;

/** More pieces of one kind fit into no drawer. */
export const PIECES_MAX = 99_999;

/** What counted pieces come to, in centavos. */
export const countedTotal = (count: CashCount): Centavos =>
  denominations.reduce((sum, { key, value }) => sum + value * (count[key] ?? 0), 0);

/** How many bills and coins were counted. */
export function countedPieces(count: CashCount): { bills: number; coins: number } {
  const pieces = (kind: 'bill' | 'coin') =>
    denominations.filter((d) => d.kind === kind).reduce((sum, { key }) => sum + (count[key] ?? 0), 0);
  return { bills: pieces('bill'), coins: pieces('coin') };
}

/** What was counted by a method, and how far that is from what should be there; above zero is too much. */
export type MethodDifference = {
  method: PaymentMethod;
  expected: Centavos;
  counted: Centavos;
  difference: Centavos;
};

/**
 * By method how far a count is from what should be there: cash always, another method where it was counted. Slips of
 * wallets are no duty of every shop, so what nobody counted is no difference.
 */
export function differencesOf(
  expected: Record<PaymentMethod, Centavos>,
  counted: Partial<Record<PaymentMethod, Centavos>>,
): MethodDifference[] {
  return paymentMethods.flatMap((method) => {
    const count = counted[method];
    if (count === undefined) return [];
    return [{ method, expected: expected[method], counted: count, difference: count - expected[method] }];
  });
}

/** By each method that was off in some counts what was too much, and what lacked (zero or below): neither hides the other. */
export function overAndShort(
  differences: readonly Pick<MethodDifference, 'method' | 'difference'>[],
): { method: PaymentMethod; over: Centavos; short: Centavos }[] {
  return paymentMethods.flatMap((method) => {
    const own = differences.filter((one) => one.method === method);
    const over = own.reduce((sum, { difference }) => sum + Math.max(difference, 0), 0);
    const short = own.reduce((sum, { difference }) => sum + Math.min(difference, 0), 0);
    return over === 0 && short === 0 ? [] : [{ method, over, short }];
  });
}

/**
 * Whether a count is closed with a reason alone: it is off by more than a store lets pass, or follows another one. Whoever
 * makes a second one was told how far off the first was, so that its own difference says nothing.
 */
export const wantsReason = (
  differences: readonly Pick<MethodDifference, 'difference'>[],
  { limit, countsMade }: { limit: Centavos; countsMade: number },
): boolean => countsMade > 1 || differences.some(({ difference }) => Math.abs(difference) > limit);

/** `S-MKT-01-000012`. */
export const shiftNumber = (storeCode: string, no: number): string =>
  `S-${storeCode}-${String(no).padStart(6, '0')}`;

const sumOf = (sums: readonly EntrySum[], kind: EntryKind, what: 'amount' | 'quantity' | 'tax') =>
  sums.filter((sum) => sum.kind === kind).reduce((total, sum) => total + sum[what], 0);

/** A till's figures, as its X and Z readings have them. */
export type ReadingFigures = ReturnType<typeof readingFigures>;

/**
 * What some entries come to. `gross` is what was sold before voids and refunds and after discounts; `net` what is left of
 * it, as the daily report has it. Amounts are centavos.
 */
export function readingFigures(sums: readonly EntrySum[]) {
  const tally = (kind: EntryKind) => ({
    count: sumOf(sums, kind, 'quantity'),
    total: sumOf(sums, kind, 'amount'),
  });
  const [sales, voids, refunds] = [tally('sale'), tally('void'), tally('refund')];
  const written_off = sums.reduce((total, sum) => total + sum.written_off, 0);
  const ofMethod = (kind: EntryKind, method: PaymentMethod) =>
    sums.filter((sum) => sum.kind === kind && sum.method === method);
  const methods = paymentMethods.flatMap((method) => {
    const payments = ofMethod('payment', method);
    const count = sumOf(payments, 'payment', 'quantity');
    const taken = sumOf(payments, 'payment', 'amount');
    const paidBack = (['change', 'void_payout', 'refund_payout'] as const).reduce(
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
      correction: sumOf(sums, 'correction', 'amount'),
    },
    no_sales: sumOf(sums, 'no_sale', 'quantity'),
  };
}
