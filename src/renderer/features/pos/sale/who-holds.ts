import type { ErrorDetails } from '#contract/errors.ts';
import { formatClock } from '#domain/store-time.ts';

/** "Locked by Ana until 14:05", where it is said who holds a unit. */
export function whoHolds(
  { locked_by, locked_until }: Pick<ErrorDetails, 'locked_by' | 'locked_until'>,
  timeZone: string,
): string | null {
  if (!locked_until) return null;
  return `Locked by ${locked_by ?? 'another till'} until ${formatClock(locked_until, timeZone)}`;
}
