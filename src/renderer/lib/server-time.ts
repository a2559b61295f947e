/** How far the server's clock is ahead of this computer's, in milliseconds, as its last answer said. */
let ahead = 0;

/** A `Date` header counts whole seconds: what is nearer than that is the same time. */
const SAME = 2000;

/** Learns the time from an answer's `Date` header. */
export function learnServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (Math.abs(difference - ahead) > SAME) ahead = Math.abs(difference) > SAME ? difference : 0;
}

/** The server's time (epoch milliseconds): what is today is never asked of the till's clock, which may be wrong. */
export const serverNow = (): number => Date.now() + ahead;
