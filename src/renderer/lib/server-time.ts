/** Milliseconds that the server's clock is ahead of this computer's, as of its last answer. */
let ahead = 0;

/** Milliseconds: a `Date` header has whole seconds, so a smaller difference counts as none. */
const SAME = 2000;

/** Learns the time from an answer's `Date` header. */
export function learnServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (Math.abs(difference - ahead) > SAME) ahead = Math.abs(difference) > SAME ? difference : 0;
}

/** Returns the server's time at a time of the till's own clock, which may be wrong (epoch milliseconds). */
export const serverTimeAt = (now: number): number => now + ahead;

export const serverNow = (): number => serverTimeAt(Date.now());
