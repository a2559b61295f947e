import { ApiError, type FieldErrors } from '#contract/errors.ts';
import type { KnownPerson, StaffRow, StaffUpdate } from '#contract/people.ts';

const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? new Set(a).symmetricDifference(new Set(b)).size === 0 : a === b;

/**
 * What of an update its caller changed: a field that is still as they knew it stays as somebody else saved it. 409
 * `staff_changed`, with a message on each field, for what both changed. Without `known`, all of it.
 */
export function ownChanges({ known = {}, ...sent }: StaffUpdate, current: StaffRow) {
  const fields: FieldErrors = {};
  const left = new Set<string>();
  for (const field of Object.keys(known) as (keyof KnownPerson)[]) {
    if (sent[field] === undefined) continue;
    if (isSame(sent[field], known[field])) left.add(field);
    else if (!isSame(current[field], known[field]) && !isSame(current[field], sent[field])) {
      fields[field] = ['Somebody else changed this meanwhile'];
    }
  }
  if (Object.keys(fields).length > 0) throw new ApiError('staff_changed', { fields });
  const own = Object.entries(sent).filter(([field]) => !left.has(field));
  return Object.fromEntries(own) as typeof sent;
}
