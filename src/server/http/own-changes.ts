import { isDeepStrictEqual } from 'node:util';
import { ApiError, type ErrorCode, type FieldErrors } from '#contract/errors.ts';

/** Lists hold what was chosen, in whatever order. */
const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? new Set(a).symmetricDifference(new Set(b)).size === 0
    : isDeepStrictEqual(a, b);

type Refusal = {
  code: ErrorCode;
  /** Before each field in the refusal: `settings.`. */
  prefix?: string;
};

/**
 * What of a change its caller changed: a field that is still as they knew it stays as somebody else saved it. Refused
 * with a message on each field that both changed. What they did not know of is theirs as it is sent.
 */
export function ownChanges<T extends object>(
  sent: T,
  known: Partial<Record<keyof T, unknown>>,
  current: Partial<Record<keyof T, unknown>>,
  { code, prefix = '' }: Refusal,
): Partial<T> {
  const fields: FieldErrors = {};
  const own = Object.entries(sent).filter(([name, wanted]) => {
    const field = name as keyof T;
    if (known[field] === undefined) return true;
    if (isSame(wanted, known[field])) return false;
    const isOthers = !isSame(current[field], known[field]);
    if (isOthers && !isSame(current[field], wanted)) {
      fields[`${prefix}${name}`] = ['Somebody else changed this meanwhile'];
    }
    return true;
  });
  if (Object.keys(fields).length > 0) throw new ApiError(code, { fields });
  return Object.fromEntries(own) as Partial<T>;
}
