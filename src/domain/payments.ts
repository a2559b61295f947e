import { isLuhnValid } from './barcodes.ts';
import { cashBack, cashDue, ONE_CENTAVO } from './cash-rounding.ts';
import { formatMoney, sumOfAmounts, type Centavos } from './money.ts';
import type { Permission } from './permissions.ts';
import { isCalendarDate, type CalendarDate } from './calendar-dates.ts';
import type { TransactionStatus } from './transactions.ts';

/** The methods that bring money: a store takes some of them, and a till counts them. */
export const tenders = ['cash', 'card', 'gcash', 'maya', 'bank_transfer'] as const;
export type Tender = (typeof tenders)[number];

/** Every method of a payment: a traded-in unit and the value of an exchanged one pay, too, and bring no money. */
export const paymentMethods = [...tenders, 'trade_in', 'exchange'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentStatuses = ['completed', 'pending', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  completed: 'Completed',
  pending: 'Pending',
  failed: 'Failed',
};

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: 'Cash',
  card: 'Credit/Debit Card',
  gcash: 'GCash',
  maya: 'Maya',
  bank_transfer: 'Bank Transfer',
  trade_in: 'Trade-in',
  exchange: 'Exchange',
};

/** The smallest payment. */
export const MINIMUM_PAYMENT: Centavos = 1;
/** A sale counts as covered up to this much below its total. */
export const BALANCE_TOLERANCE: Centavos = 1;
export const QUICK_CASH: readonly Centavos[] = [50_000, 100_000, 500_000];
const ROUND_UP_STEP: Centavos = 10_000;

export type CountedPayment = {
  method: PaymentMethod;
  amount: Centavos;
  status: PaymentStatus;
  deleted_at: number | null;
};

/** True for a method that brings money. */
export const isTender = (method: PaymentMethod): method is Tender =>
  (tenders as readonly PaymentMethod[]).includes(method);

const VERIFIED_LATER: ReadonlySet<PaymentMethod> = new Set(['gcash', 'maya', 'bank_transfer']);

/** Returns a new payment's status: pending for methods to be verified, completed for the others. */
export function defaultStatus(method: PaymentMethod): 'completed' | 'pending' {
  return VERIFIED_LATER.has(method) ? 'pending' : 'completed';
}

/** True for every tender but cash. */
export function needsReference(method: PaymentMethod): boolean {
  return method !== 'cash' && isTender(method);
}

type PaymentState = Pick<CountedPayment, 'status' | 'deleted_at'>;

const counts = (payment: PaymentState) => payment.deleted_at === null && payment.status !== 'failed';

/** Returns the payments that count towards their sale: completed and pending ones that were not deleted. */
export const countingPayments = <P extends PaymentState>(payments: readonly P[]): P[] =>
  payments.filter(counts);

/** Returns the ids of the payments that count towards their sale. */
export const countingIds = (payments: readonly (PaymentState & { id: number })[]): number[] =>
  countingPayments(payments).map(({ id }) => id);

/** Returns the sum of completed and pending payments that were not deleted. Cash counts as tendered. */
export function coveredAmount(payments: readonly CountedPayment[]): Centavos {
  return sumOfAmounts(countingPayments(payments));
}

/** The payments of a sale that is not completed: all that count, and how much of it nobody has seen arrive yet. */
export type PaidSums = { paid: Centavos; pending: Centavos };

/** Returns what was paid, and how much of it is pending. */
export const paidSums = (payments: readonly CountedPayment[]): PaidSums => ({
  paid: coveredAmount(payments),
  pending: coveredAmount(payments.filter(({ status }) => status === 'pending')),
});

/** Returns what stands on a draft: `₱300.00 paid, ₱200.00 pending`; empty without payments. */
export function paidText({ paid, pending }: PaidSums): string {
  const parts = [
    [paid - pending, 'paid'],
    [pending, 'pending'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, state]) => `${formatMoney(amount, 'payment')} ${state}`)
    .join(', ');
}

/** Returns what a paid draft says of its items that are not held any more; empty if all are. */
export function notHeldText({ items, notHeld }: { items: number; notHeld: number }): string {
  if (notHeld === 0) return '';
  const what = items === 1 ? 'item' : notHeld === items ? 'items' : `${notHeld} of ${items} items`;
  return `, ${what} no longer held`;
}

/** Money that stands on a draft for a unit that the draft does not hold any more. */
export type Deposit = { amount: Centavos; customer: string | null; draft: { transaction_number: string } };

/** Returns who paid for a unit: `₱2,000.00 was paid for this by Ana Cruz (draft MNL-01-D000447)`. */
export const depositText = ({ amount, customer, draft }: Deposit): string =>
  `${formatMoney(amount, 'payment')} was paid for this${customer === null ? '' : ` by ${customer}`} (draft ${draft.transaction_number})`;

/** Returns why a unit that was paid for does not leave the store; a sentence without its full stop. */
export const paidForText = (deposit: Deposit): string =>
  `${depositText(deposit)}. Take it off that draft first`;

/** Returns the counting cash: completed or pending, as tendered. */
const cashOf = (payments: readonly CountedPayment[]): Centavos =>
  coveredAmount(payments.filter(({ method }) => method === 'cash'));

/** True while any cash counts: a sale's cash rounding goes with the last of it. */
export const hasCash = (payments: readonly CountedPayment[]): boolean => cashOf(payments) > 0;

/** Returns the part of a total that the other methods leave to cash. */
const cashPart = (total: Centavos, payments: readonly CountedPayment[]): Centavos =>
  Math.max(0, total - coveredAmount(payments.filter(({ method }) => method !== 'cash')));

/** True if there is cash, and as much as is due of it by the chain's smallest coin. */
const isCashComplete = (total: Centavos, payments: readonly CountedPayment[], coin: Centavos): boolean =>
  hasCash(payments) && cashOf(payments) >= cashDue(cashPart(total, payments), coin);

/** Returns the amount still to be paid by any method, never negative; what the smallest coin rounds away is not due. */
export function remainingAmount(
  total: Centavos,
  payments: readonly CountedPayment[],
  coin: Centavos = ONE_CENTAVO,
): Centavos {
  return isCashComplete(total, payments, coin) ? 0 : Math.max(0, total - coveredAmount(payments));
}

/** Returns the cash still to be paid if nothing else is: the total cash part is rounded down once. */
export function remainingCash(
  total: Centavos,
  payments: readonly CountedPayment[],
  coin: Centavos,
): Centavos {
  return Math.max(0, cashDue(cashPart(total, payments), coin) - cashOf(payments));
}

/** Returns the completed cash: pending cash gives no change yet. */
const cashInHand = (payments: readonly CountedPayment[]): Centavos =>
  cashOf(payments.filter(({ status }) => status === 'completed'));

/** Returns the change: cash above its part of the total, up to the smallest coin, limited to the completed cash. */
export function changeDue(
  total: Centavos,
  payments: readonly CountedPayment[],
  coin: Centavos = ONE_CENTAVO,
): Centavos {
  const excess = Math.max(0, cashOf(payments) - cashPart(total, payments));
  return Math.min(cashInHand(payments), cashBack(excess, coin));
}

/** Returns what a sale's cash payments leave of its total for want of smaller coins; 0 without cash. */
export function cashRounding(
  total: Centavos,
  payments: readonly CountedPayment[],
  { change, coin }: { change: Centavos; coin: Centavos },
): Centavos {
  const missing = total - (coveredAmount(payments) - change);
  return hasCash(payments) && missing > 0 && missing < coin ? missing : 0;
}

/** Returns the cash rounding of a sale once the rest is paid, in cash or by another method (`restInCash`). */
export function expectedRounding(
  total: Centavos,
  payments: readonly CountedPayment[],
  { coin, restInCash }: { coin: Centavos; restInCash: boolean },
): Centavos {
  const rest = {
    amount: remainingCash(total, payments, coin),
    status: 'completed',
    deleted_at: null,
  } as const;
  const whole = restInCash ? [...payments, { ...rest, method: 'cash' as const }] : payments;
  return cashRounding(total, whole, { change: changeDue(total, whole, coin), coin });
}

/** Cash that came to a completed sale, as tendered, and the change that was given of it. */
export type CashTaken = { amount: Centavos; change: Centavos; coin: Centavos };

/**
 * Returns a completed sale's cash rounding after one of its payments changed: with its last cash it goes, but for the
 * part that went `back` with returned lines, and cash that was just taken rounds what is still `missing` if it comes to
 * what was due in cash.
 */
export function roundingAfter(
  rounding: Centavos,
  payments: readonly CountedPayment[],
  { missing, back, taken }: { missing: Centavos; back: Centavos; taken: CashTaken | null },
): Centavos {
  if (!hasCash(payments)) return back;
  if (taken === null || missing <= 0) return rounding;
  const due = cashDue(missing + taken.amount - taken.change, taken.coin);
  return taken.amount >= due ? rounding + missing : rounding;
}

/**
 * Returns a completed sale's change after one of its payments was completed, failed or was deleted: late cash above the
 * amount due gives change, and failed or deleted cash gives none.
 */
export function changeAfter(
  change: Centavos,
  total: Centavos,
  payments: readonly CountedPayment[],
  coin: Centavos = ONE_CENTAVO,
): Centavos {
  return Math.max(changeDue(total, payments, coin), Math.min(change, cashInHand(payments)));
}

/** Returns the change of each payment by its id: the last cash that was tendered gives it first. */
export function changeByPayment(
  change: Centavos,
  payments: readonly (CountedPayment & { id: number })[],
): ReadonlyMap<number, Centavos> {
  const given = new Map<number, Centavos>();
  let left = change;
  for (const { id, method, status, amount } of countingPayments(payments).toReversed()) {
    if (method !== 'cash' || status !== 'completed' || left === 0) continue;
    given.set(id, Math.min(left, amount));
    left -= Math.min(left, amount);
  }
  return given;
}

/** Returns what was handed over and given back: `Tendered ₱500.00 · Change ₱20.00`. */
export const tenderedText = (tendered: Centavos, change: Centavos): string =>
  `Tendered ${formatMoney(tendered, 'payment')} · Change ${formatMoney(change, 'payment')}`;

/** Returns the excess of methods other than cash over the total, such as after a cart shrank: it gives no change. */
export function excessWithoutCash(total: Centavos, payments: readonly CountedPayment[]): Centavos {
  return Math.max(0, coveredAmount(payments.filter((payment) => payment.method !== 'cash')) - total);
}

/** True if the payments cover the total, within the tolerance, or their cash what is due of it in cash. */
export function isCovered(
  total: Centavos,
  payments: readonly CountedPayment[],
  coin: Centavos = ONE_CENTAVO,
): boolean {
  return coveredAmount(payments) >= total - BALANCE_TOLERANCE || isCashComplete(total, payments, coin);
}

/** Returns the next full hundred pesos at or above an amount. */
export function roundUpToHundred(amount: Centavos): Centavos {
  return Math.ceil(amount / ROUND_UP_STEP) * ROUND_UP_STEP;
}

/** Normalises a reference number for comparison: no spaces and hyphens, upper-case letters. */
export function referenceKey(reference: string): string {
  return reference.replace(/[\s-]/g, '').toUpperCase();
}

/** Returns the permission to take, change, review or delete a payment: on a draft selling, later reviewing. */
export function paymentPermission(sale: TransactionStatus): Permission {
  return sale === 'draft' ? 'transactions.create' : 'payments.review';
}

/** When a pending payment is expected, relative to the store's today. */
export const dues = ['overdue', 'today', 'later', 'undated'] as const;
export type Due = (typeof dues)[number];

export function dueOn(expected: CalendarDate | null, today: CalendarDate): Due {
  if (expected === null) return 'undated';
  if (expected === today) return 'today';
  return expected < today ? 'overdue' : 'later';
}

/** The default reason for marking a pending payment as failed. */
export const DEFAULT_FAILURE_REASON = 'Payment not received';

/** A payment as the cashier enters it. */
export type PaymentEntry = {
  method: Tender;
  amount: Centavos;
  status: 'completed' | 'pending';
  reference_number: string;
  expected_date: CalendarDate | null;
};

/** The method, amount and reference by which a payment is recognised among those of its sale. */
export type PaymentKind = { method: string; amount: Centavos; reference_number?: string | null | undefined };

/** True if two payments may be the same one. */
export const isLikePayment = (one: PaymentKind, other: PaymentKind): boolean =>
  one.method === other.method &&
  one.amount === other.amount &&
  (one.reference_number || null) === (other.reference_number || null);

export type PaymentProblem = { field: keyof PaymentEntry; message: string };

const FULL_CARD_NUMBER_REFUSAL = 'Never enter a full card number. Use the slip’s reference';
/** Groups of digits as a card number is written in: with a few signs between them that end no sentence. */
const DIGIT_GROUPS = /\d+(?:[^\da-z,;:]{1,3}\d+)*/gi;
const CARD_NUMBER = /^\d{13,19}$/;
const LAST_DIGITS = 4;

function isCardNumberIn(run: string): boolean {
  const groups = run.split(/\D+/);
  return groups.some((_, first) =>
    groups.slice(first).some((_group, more) => {
      const digits = groups.slice(first, first + more + 1).join('');
      return CARD_NUMBER.test(digits) && isLuhnValid(digits);
    }),
  );
}

/** True if something in a text looks like a complete card number: 13 to 19 digits that pass Luhn. */
export function holdsCardNumber(text: string): boolean {
  // Full-width digits count too.
  const runs = text.normalize('NFKC').match(DIGIT_GROUPS) ?? [];
  return runs.some(isCardNumberIn);
}

/**
 * Returns why the reference of money that comes or goes by card is refused, or null: a whole card number is never stored. Those of
 * wallets and banks are not asked: GCash's own numbers have 13 digits.
 */
export const cardNumberProblem = ({
  method,
  reference_number,
}: {
  method: PaymentMethod;
  reference_number?: string | null | undefined;
}): string | null =>
  method === 'card' && holdsCardNumber(reference_number ?? '') ? FULL_CARD_NUMBER_REFUSAL : null;

/** Returns a text with the last four digits of what looks like a complete card number in its place. */
export const maskCardNumbers = (text: string): string =>
  holdsCardNumber(text)
    ? text
        .normalize('NFKC')
        .replaceAll(DIGIT_GROUPS, (run) =>
          isCardNumberIn(run) ? run.replaceAll(/\D/g, '').slice(-LAST_DIGITS) : run,
        )
    : text;

/**
 * Returns the first broken rule of a payment with its field; null if valid. Cash may exceed `remaining` (the rest is
 * change), other methods may not. `today` is the store's.
 */
export function paymentProblem(
  entry: PaymentEntry,
  { remaining, today }: { remaining: Centavos; today: CalendarDate },
): PaymentProblem | null {
  if (entry.amount < MINIMUM_PAYMENT)
    return { field: 'amount', message: 'Please enter a valid payment amount' };
  if (entry.method !== 'cash' && entry.amount > remaining) {
    return { field: 'amount', message: `Only ${formatMoney(remaining, 'payment')} remains to be paid` };
  }
  if (needsReference(entry.method) && entry.reference_number.trim() === '') {
    return { field: 'reference_number', message: 'Reference required' };
  }
  const cardNumber = cardNumberProblem(entry);
  if (cardNumber) return { field: 'reference_number', message: cardNumber };
  if (entry.status === 'pending' && entry.expected_date !== null && !isCalendarDate(entry.expected_date)) {
    return { field: 'expected_date', message: 'Invalid date' };
  }
  if (entry.status === 'pending' && entry.expected_date !== null && entry.expected_date < today) {
    return { field: 'expected_date', message: 'Expected date cannot be in the past' };
  }
  return null;
}

/** Returns a payment's name: `GCash payment of ₱40,000.00`. */
export const paymentName = ({ method, amount }: { method: PaymentMethod; amount: Centavos }): string =>
  `${paymentMethodLabels[method]} payment of ${formatMoney(amount, 'payment')}`;
