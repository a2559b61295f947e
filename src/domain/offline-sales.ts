import { countText } from './count-text.ts';
import { formatMoney, type Centavos } from './money.ts';
import { DEFAULT_OFFLINE_RULES, type OfflineRules } from './offline-rules.ts';
import {
  cardNumberProblem,
  needsReference,
  paymentMethodLabels,
  paymentName,
  referenceKey,
  type PaymentMethod,
  type Tender,
} from './payments.ts';
import type { Role } from './roles.ts';

// Sales that a till makes while the server cannot be reached: their numbers, limits, and what a manager has to settle.
// docs/decisions/selling-without-the-server.md

/** Returns a store's rules: off if it never saved any. */
export const offlineRulesOf = (settings: { offline_sales: OfflineRules } | null): OfflineRules =>
  settings?.offline_sales ?? DEFAULT_OFFLINE_RULES;

/** Returns why a store that takes some methods cannot have rules, in one sentence; null if it can. Rules that are off may be any. */
export function whyNotRules({ enabled, methods }: OfflineRules, taken: readonly Tender[]): string | null {
  if (!enabled) return null;
  const other = methods.find((method) => !taken.includes(method));
  if (other) return `${paymentMethodLabels[other]} is not among the payment methods of the store`;
  return taken.includes('cash') && !methods.includes('cash') ? 'Cash is always among them' : null;
}

/** Returns rules without the methods that a store does not take, and with its cash; off where no method is left. */
export function fittedRules(rules: OfflineRules, taken: readonly Tender[]): OfflineRules {
  const methods = taken.filter((method) => method === 'cash' || rules.methods.includes(method));
  return methods.length > 0
    ? { ...rules, methods }
    : { ...rules, enabled: false, methods: taken.slice(0, 1) };
}

export const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Returns how long sales can still be made, in milliseconds, by the till's reckoned clock; 0 once the hours are over. */
export const offlineTimeLeft = (
  { hours }: Pick<OfflineRules, 'hours'>,
  { now, answeredAt }: { now: number; answeredAt: number },
): number => Math.max(0, answeredAt + hours * HOUR - now);

/** Returns `23 h left`, and below one hour `42 min left`. */
export const timeLeftText = (left: number): string =>
  left >= HOUR ? `${Math.floor(left / HOUR)} h left` : `${Math.ceil(left / MINUTE)} min left`;

/** Returns how many sales a till has not sent: `3 sales are not sent yet`; null without any. */
export function unsentText(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 sale is not sent yet' : `${count} sales are not sent yet`;
}

/** Returns why a method is not taken now. */
export const notTakenOffline = (method: Tender): string =>
  `${paymentMethodLabels[method]} is not taken without the server`;

/** A till's series of numbers: each of its credentials has a letter of its own. */
export type OfflineSeries = { store_code: string; till_code: string; letter: string };

/** Returns the code of a store's nth till: `T2`. */
export const tillCode = (no: number): string => `T${no}`;

/** Returns how much a till made, of which each is a sale or the opening of a shift: `3 sales or shifts`. */
export const salesOrShifts = (count: number): string =>
  count === 1 ? '1 sale or shift' : `${countText(count)} sales or shifts`;

/** Milliseconds after which a till tells the server anew what its file holds, whether it sold or not. */
export const REPORT_PAUSE = 600_000;

/** Returns what a till has to do first that told of sales which are not sent. */
export const waitingText = (code: string, waiting: number): string =>
  `${code} has ${salesOrShifts(waiting)} that ${waiting === 1 ? 'is' : 'are'} not sent yet. Connect it first`;

/** Returns what has to be done first where numbers of a till never came, though it tells of no sales that wait. */
export const notCameText = (code: string, missing: number): string =>
  `${salesOrShifts(missing)} of ${code} never came. Connect it, or let a manager declare its computer lost`;

/** Returns what is told elsewhere of a sale that its till has not sent. */
export const elsewhereText = (code: string): string =>
  `Recorded at ${code}, not sent yet. Take it back when ${code} is connected`;

/** Returns what may be missing of a till whose computer is lost; `since` in words, null where nobody knows. */
export const missingText = (code: string, since: string | null, waiting: number): string =>
  `${code}: sales${since === null ? '' : ` since ${since}`} may be missing${waiting > 0 ? `. It had told of ${waiting}` : ''}`;

/** Returns what was not sent by a till when its credential ended. */
export const notSentText = (code: string, waiting: number): string =>
  `${code}: ${salesOrShifts(waiting)} ${waiting === 1 ? 'was' : 'were'} not sent when its access ended`;

/** Returns a series as it is printed: `MNL-01-T2B`. */
export const seriesName = ({ store_code, till_code, letter }: OfflineSeries): string =>
  `${store_code}-${till_code}${letter}`;

/** Returns the number of a sale in a till's own series: `MNL-01-T2B-X000012`. */
export const offlineNumber = (series: OfflineSeries, no: number): string =>
  `${seriesName(series)}-X${String(no).padStart(6, '0')}`;

const OFFLINE_NUMBER = /^(.+)-(T\d+)([A-Z]+)-X(\d{6,})$/;

/** Returns the parts of such a number, in capitals or not; null for any other text. */
export function partsOfOfflineNumber(text: string): (OfflineSeries & { no: number }) | null {
  const [, store_code, till_code, letter, no] = OFFLINE_NUMBER.exec(text.trim().toUpperCase()) ?? [];
  if (store_code === undefined || till_code === undefined || letter === undefined) return null;
  return { store_code, till_code, letter, no: Number(no) };
}

/** Returns such a number in its written form; null for any other text. */
export function wholeOfflineNumber(text: string): string | null {
  const parts = partsOfOfflineNumber(text);
  return parts && offlineNumber(parts, parts.no);
}

const LETTERS = 26;
const FIRST_LETTER = 'A'.charCodeAt(0);

/** Returns the nth letter of credentials, from 0: A to Z, then AA. */
export function credentialLetter(index: number): string {
  const last = String.fromCharCode(FIRST_LETTER + (index % LETTERS));
  return index < LETTERS ? last : credentialLetter(Math.floor(index / LETTERS) - 1) + last;
}

/** Returns the place of a letter among all of them, from 0. */
export const letterIndex = (letter: string): number =>
  [...letter].reduce((index, each) => (index + 1) * LETTERS + each.charCodeAt(0) - FIRST_LETTER, -1);

/** Milliseconds between two restores whose letters differ for certain. */
const RESTORES_APART = 10 * MINUTE;
const FIRST_RESTORE = Date.UTC(2026, 0, 1);

/**
 * Returns the letter of a till's next credential: after all that were given to it, as far as anybody knows. Data that were restored
 * have forgotten some; there, letters go on after those of each earlier moment.
 * @param restoredAt when the data were restored last; null if they never were
 */
export function nextLetter(given: readonly string[], restoredAt: number | null): string {
  const first =
    restoredAt === null ? 0 : Math.max(LETTERS, Math.floor((restoredAt - FIRST_RESTORE) / RESTORES_APART));
  return credentialLetter(Math.max(first, ...given.map((letter) => letterIndex(letter) + 1)));
}

/** The facts by which a sale without the server is allowed or refused. */
type Attempt = {
  total: Centavos;
  payments: readonly { method: Tender; reference_number: string | null }[];
  /** Epoch milliseconds: now, and when the server answered last. */
  now: number;
  answeredAt: number;
};

type PassedLimit = { kind: 'off' | 'hours' | 'total' } | { kind: 'method'; method: Tender };

/** Returns the store's limits that a sale without the server passes. */
export function passedLimits(
  rules: OfflineRules,
  { total, payments, now, answeredAt }: Attempt,
): PassedLimit[] {
  const methods = [...new Set(payments.map(({ method }) => method))];
  return [
    ...(rules.enabled ? [] : [{ kind: 'off' as const }]),
    ...(now - answeredAt > rules.hours * HOUR ? [{ kind: 'hours' as const }] : []),
    ...(rules.max_total !== null && total > rules.max_total ? [{ kind: 'total' as const }] : []),
    ...methods
      .filter((method) => !rules.methods.includes(method))
      .map((method) => ({ kind: 'method' as const, method })),
  ];
}

/** Returns a passed limit in one sentence for the cashier. */
function refusalOf(passed: PassedLimit, { hours, max_total }: OfflineRules): string {
  switch (passed.kind) {
    case 'off':
      return 'Sales can be completed when the server is back';
    case 'hours':
      return `The server was last reached more than ${hours} h ago. Sales can be completed when it is back`;
    case 'total':
      return `Without the server a sale is at most ${formatMoney(max_total ?? 0, 'payment')}`;
    case 'method':
      return notTakenOffline(passed.method);
  }
}

/** Returns a passed limit in one sentence for the manager who settles the sale. */
export function limitText(passed: PassedLimit, { hours, max_total }: OfflineRules): string {
  switch (passed.kind) {
    case 'off':
      return 'The store does not sell without the server';
    case 'hours':
      return `It was made more than ${hours} h after the server had answered last`;
    case 'total':
      return `Its total is above the store’s largest of ${formatMoney(max_total ?? 0, 'payment')} without the server`;
    case 'method':
      return `The store does not take ${paymentMethodLabels[passed.method]} without the server`;
  }
}

/** Returns the place of the first payment whose reference the till’s file or an earlier payment has, too; -1 without one. */
export function usedReferenceAt(payments: Attempt['payments'], usedReferences: ReadonlySet<string>): number {
  const keys = payments.map(({ method, reference_number }) =>
    needsReference(method) ? referenceKey(reference_number ?? '') : null,
  );
  return keys.findIndex(
    (key, place) => key !== null && (usedReferences.has(key) || keys.indexOf(key) < place),
  );
}

/** Returns why a sale cannot be made without the server, in one sentence; null if it can. */
export function whyNotOffline(
  rules: OfflineRules,
  {
    usedReferences,
    ...attempt
  }: Attempt & {
    /** The references in the till's file, as `referenceKey` spells them. */
    usedReferences: ReadonlySet<string>;
  },
): string | null {
  const [passed] = passedLimits(rules, attempt);
  if (passed) return refusalOf(passed, rules);
  const used = attempt.payments[usedReferenceAt(attempt.payments, usedReferences)];
  if (!used) return null;
  const isKept = usedReferences.has(referenceKey(used.reference_number ?? ''));
  const where = isKept ? 'was used in another sale of this till' : 'is used twice in this sale';
  return `${paymentMethodLabels[used.method]} reference ${used.reference_number} ${where}`;
}

/** A payment as a till tells it. */
type ToldPayment = {
  method: PaymentMethod;
  amount: Centavos;
  status: 'completed' | 'pending';
  reference_number: string | null;
};

/** Returns the status of a payment that is taken without the server: only cash is seen to arrive. */
export const statusOffline = ({ method, status }: Pick<ToldPayment, 'method' | 'status'>) =>
  needsReference(method) ? 'pending' : status;

/** Returns what of a payment is not as it is taken without the server, in one sentence; null if nothing is. */
export function paymentFault(payment: ToldPayment): string | null {
  const { method, status, reference_number } = payment;
  const cardNumber = cardNumberProblem(payment);
  if (needsReference(method) && referenceKey(reference_number ?? '') === '')
    return `${paymentName(payment)} has no reference`;
  if (cardNumber) return cardNumber;
  if (status !== statusOffline(payment))
    return `${paymentName(payment)} is marked as received. Without the server it stays pending until it is verified`;
  return null;
}

/** Milliseconds that the clocks of tills and servers may differ. */
export const CLOCK_TOLERANCE = 60_000;

/** Whose an entry is: its seller, its sender, who gave its till an access with which the seller has not signed in, who approved its void. */
type EntryOwners = Record<'staff_id' | 'sent_by_id' | 'maker_id' | 'void_approver_id', number | null>;

/** True for a person whose own an entry is: nobody settles their own, but an admin. */
export const isOwnEntry = (
  { staff_id, sent_by_id, maker_id, void_approver_id }: EntryOwners,
  staff: { id: number; role: Role },
): boolean => staff.role !== 'admin' && [staff_id, sent_by_id, maker_id, void_approver_id].includes(staff.id);

/** The records that a till makes without the server: sales and openings of shifts. */
export const offlineKinds = ['sale', 'shift'] as const;
export type OfflineKind = (typeof offlineKinds)[number];

/** Says of a draft why its items are sold in no other sale without the server. */
export const SENT_AND_UNANSWERED =
  'which was sent to be completed and not answered: complete that cart, or wait for the connection';
