import { isDeepStrictEqual } from 'node:util';
import { ApiError, type ErrorCode, type FieldErrors } from '#contract/errors.ts';

const isChoice = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object');

/** Compares values: lists of ids or words are unordered choices; lists of rows are compared as a whole. */
const isSame = (a: unknown, b: unknown): boolean =>
  isChoice(a) && isChoice(b)
    ? new Set(a).symmetricDifference(new Set(b)).size === 0
    : isDeepStrictEqual(a, b);

type Refusal = {
  code: ErrorCode;
  /** The prefix of each field in the refusal: `settings.`. */
  prefix?: string;
};

/**
 * Three-way merge: returns the fields that the caller changed. A field that is sent as it was known keeps the saved
 * value; a field that both sides changed is refused with a message on it. A field that `known` lacks is taken as sent, an
 * undefined one was not sent.
 */
export function threeWayMerge<T extends object>(
  sent: T,
  known: Partial<Record<keyof T, unknown>>,
  current: Partial<Record<keyof T, unknown>>,
  { code, prefix = '' }: Refusal,
): Partial<T> {
  const fields: FieldErrors = {};
  const merged = Object.entries(sent).filter(([name, wanted]) => {
    const field = name as keyof T;
    if (wanted === undefined) return false;
    if (known[field] === undefined) return true;
    if (isSame(wanted, known[field])) return false;
    const isOthers = !isSame(current[field], known[field]);
    if (isOthers && !isSame(current[field], wanted)) {
      fields[`${prefix}${name}`] = ['Somebody else changed this meanwhile'];
    }
    return true;
  });
  if (Object.keys(fields).length > 0) throw new ApiError(code, { fields });
  return Object.fromEntries(merged) as Partial<T>;
}
