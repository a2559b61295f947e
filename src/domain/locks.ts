const MINUTE = 60_000;

/** Milliseconds that a unit stays held, on the server's clock. */
export const LOCK_LIFETIME = 5 * MINUTE;
/** The longest time in milliseconds between two refreshes. */
export const LOCK_CHECK_INTERVAL = 4 * MINUTE;
/** The remaining milliseconds at which a lock is refreshed. */
export const LOCK_REFRESH_BELOW = MINUTE;

/**
 * Returns the time of the next refresh: 4 minutes from now, or when the soonest lock has 1 minute left, whichever is
 * earlier (waiting 4 minutes alone would let a lock lapse that was taken just after a check). All in milliseconds.
 */
export function nextLockRefresh(now: number, expiries: readonly number[]): number {
  const soonest = Math.min(...expiries) - LOCK_REFRESH_BELOW;
  return Math.max(now, Math.min(now + LOCK_CHECK_INTERVAL, soonest));
}
