import { formatAmount } from '#domain/money.ts';
import { trimmed } from '#domain/plain-text.ts';
import { denominations, PIECES_MAX, type CashCount, type DenominationKey } from '#domain/shifts.ts';

/** The text in the fields of a count. */
export type TypedPieces = Partial<Record<DenominationKey, string>>;

const TOO_MANY = `At most ${PIECES_MAX.toLocaleString('en-PH')} pieces`;

/** Returns the error of a typed count; null if valid or empty. Invisible characters around it are ignored. */
export function pieceProblem(text: string | undefined): string | null {
  const plain = trimmed(text ?? '');
  if (plain === '') return null;
  if (/^\d+$/.test(plain)) return Number(plain) > PIECES_MAX ? TOO_MANY : null;
  return /^[-−]\d+$/.test(plain) ? 'A count cannot be negative' : 'Type a whole number';
}

/** Returns the fields with an invalid count, in order. */
export const problemsIn = (typed: TypedPieces): DenominationKey[] =>
  denominations.flatMap(({ key }) => (pieceProblem(typed[key]) === null ? [] : [key]));

/** Returns the typed values that are valid counts. */
export const countedIn = (typed: TypedPieces): CashCount =>
  Object.fromEntries(
    denominations.flatMap(({ key }) => {
      const text = trimmed(typed[key] ?? '');
      return text !== '' && pieceProblem(text) === null ? [[key, Number(text)]] : [];
    }),
  );

/** Returns a count as field text. */
export const typedFrom = (count: CashCount): TypedPieces =>
  Object.fromEntries(Object.entries(count).map(([key, pieces]) => [key, String(pieces)]));

/** `144 bills, 135 coins`. */
export function piecesText({ bills, coins }: { bills: number; coins: number }): string {
  const text = (count: number, one: string) =>
    `${count.toLocaleString('en-PH')} ${one}${count === 1 ? '' : 's'}`;
  return `${text(bills, 'bill')}, ${text(coins, 'coin')}`;
}

/** `₱1,000`, `₱0.25`. */
export const pieceName = (value: number): string => `₱${formatAmount(value, value % 100 === 0 ? 0 : 2)}`;
