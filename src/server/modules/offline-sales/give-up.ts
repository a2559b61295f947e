import { ApiError } from '#contract/errors.ts';
import { isTimedOut, isUnavailable } from '../../db/unavailable.ts';

/** How often recording a sale may fail by a fault of the server's own. */
const TRIES = 5;

const isOwnFault = (fault: unknown) =>
  !(fault instanceof ApiError) && !isUnavailable(fault) && !isTimedOut(fault);

/**
 * Counts how often a sale could not be recorded by this process. A till sends in order, so that one that never can be
 * would hold up all later ones: after some tries it is given up.
 */
export function countFailures() {
  const failures = new Map<string, number>();
  return {
    isGivenUp: (hash: string): boolean => (failures.get(hash) ?? 0) >= TRIES,
    note: (hash: string, fault: unknown): void => {
      if (isOwnFault(fault)) failures.set(hash, (failures.get(hash) ?? 0) + 1);
    },
  };
}
