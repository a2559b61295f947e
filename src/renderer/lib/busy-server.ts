import type { Clock } from './clock.ts';

/** The part of an answer that is checked; `body` is already parsed. */
type Answered = Pick<Response, 'status' | 'headers'> & { body: unknown };

/** Tries before the refusal of a busy server is shown, where the caller names no other number. */
const TRIES = 5;
const SECOND = 1000;
/** Seconds to wait where the server names none. */
const USUALLY = 2;
/** The random share added to the wait, at most as long again: tills refused together must not come back together. */
const SPREAD = 1;

/** Until when the server asked to be left alone, in milliseconds since 1970. */
let busyUntil = 0;

/** True while what nobody waits for should not be asked. */
export const isServerBusy = (now: number): boolean => now < busyUntil;

/** True if a request was refused because the server is busy: nothing was done, and it may be sent again. */
function isBusy({ status, body }: Answered): boolean {
  return status === 503 && (body as { code?: unknown } | null)?.code === 'busy';
}

function pause(milliseconds: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    function stop() {
      callOff();
      reject(signal?.reason as Error);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Sends a request, and again after the time that a busy server names; returns the first other answer, or the last
 * refusal.
 */
export async function untilServed<A extends Answered>(
  send: () => Promise<A>,
  clock: Clock,
  { signal, triesMax = TRIES }: { signal?: AbortSignal | undefined; triesMax?: number | undefined } = {},
): Promise<A> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (!isBusy(answer)) return answer;
    const seconds = Number(answer.headers.get('retry-after')) || USUALLY;
    busyUntil = clock.now() + seconds * SECOND;
    if (tries === triesMax) return answer;
    await pause(Math.round(seconds * SECOND * (1 + Math.random() * SPREAD)), clock, signal);
  }
}
