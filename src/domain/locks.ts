const MINUTE = 60_000;

/** Milliseconds a unit stays held, on the server's clock. */
export const LOCK_LIFETIME = 5 * MINUTE;
/** Milliseconds between two refreshes at most. */
export const LOCK_CHECK_INTERVAL = 4 * MINUTE;
/** A lock is refreshed when this many milliseconds are left. */
export const LOCK_REFRESH_BELOW = MINUTE;

/**
 * When to refresh next: 4 minutes from now, or when the soonest lock has 1 minute left, whichever is earlier (waiting
 * 4 minutes alone would let a lock lapse that was taken just after a check). All in milliseconds.
 */
export function nextLockRefresh(now: number, expiries: readonly number[]): number {
  const soonest = Math.min(...expiries) - LOCK_REFRESH_BELOW;
  return Math.max(now, Math.min(now + LOCK_CHECK_INTERVAL, soonest));
}
