import {
  offlineOpening,
  offlineSale,
  type OfflineOpening,
  type OfflineSale,
} from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import { whatDoesNotAddUp } from '#domain/offline-sums.ts';
import { holdsCardNumber, maskCardNumbers } from '#domain/payments.ts';
import { countedTotal, type CashCount } from '#domain/shifts.ts';

/** A sale, or the opening of a shift, as its text tells it. */
export type ToldText = { kind: 'sale'; told: OfflineSale } | { kind: 'shift'; told: OfflineOpening };

/** What a text tells, or why it cannot be read, in a sentence for the manager. */
export type Unreadable = { kind: ToldText['kind']; unreadable: string };
export type ReadBody = ToldText | Unreadable;

/** Returns that a text cannot be read, and why. */
export const unreadable = (kind: ToldText['kind'], why: string): Unreadable => ({
  kind,
  unreadable: `${kind === 'sale' ? 'The sale' : 'The opening of a shift'} cannot be read: ${why}`,
});

/** Leaves out of a text what no engine stores or no printer prints: control characters, halves of surrogate pairs. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/[^\P{Cc}\n]/gu, '').toWellFormed() : value;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, storable);
  } catch {
    return undefined;
  }
}

const isOpening = (value: unknown) =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'shift';

/** Reads a till's text: its schema must read it, and its figures must add up at the prices that it tells. */
export function readBody(text: string): ReadBody {
  const value = parsed(text);
  if (value === undefined) return unreadable('sale', 'it is no JSON');
  const read = isOpening(value)
    ? ({ kind: 'shift', ...offlineOpening.safeParse(value) } as const)
    : ({ kind: 'sale', ...offlineSale.safeParse(value) } as const);
  if (!read.data) {
    const [issue] = read.error?.issues ?? [];
    return unreadable(read.kind, `${issue?.path.join('.') || 'all of it'} is not as expected`);
  }
  const told = { kind: read.kind, told: read.data } as ToldText;
  const wrong = told.kind === 'sale' ? whatDoesNotAddUp(told.told) : wrongFloat(told.told);
  return wrong === null ? told : unreadable(told.kind, `${wrong} do not add up`);
}

const wrongFloat = ({ float_amount, denominations }: OfflineOpening): string | null =>
  denominations !== null && countedTotal(denominations as CashCount) !== float_amount
    ? 'its bills and coins'
    : null;

const SELLER = /"staff_id"\s*:\s*(\d{1,9})\b/;

const withCards = z.looseObject({
  payments: z.array(z.unknown()),
});
const cardPayment = z.looseObject({ method: z.literal('card'), reference_number: z.string() });

/**
 * Returns a text with each full card number among the references of its card payments masked: none is ever stored. It is the
 * same text where it holds none, also where it is no JSON.
 */
export function maskCards(text: string): string {
  const told = withCards.safeParse(parsed(text)).data;
  let isMasked = false;
  const payments = told?.payments.map((payment) => {
    const card = cardPayment.safeParse(payment).data;
    if (!card || !holdsCardNumber(card.reference_number)) return payment;
    isMasked = true;
    return { ...card, reference_number: maskCardNumbers(card.reference_number) };
  });
  return isMasked ? JSON.stringify({ ...told, payments }) : text;
}

/** Returns the id of the person who sold, or opened the shift, as far as a text tells it that cannot be read. */
export const sellerIn = (text: string): number | null => {
  const [, id] = SELLER.exec(text) ?? [];
  return id === undefined ? null : Number(id);
};
