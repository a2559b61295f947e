import type { Clock } from './clock.ts';

/** What is looked at of an answer; `body` is read already. */
type Answered = Pick<Response, 'status' | 'headers'> & { body: unknown };

/** So often a busy server is asked before its refusal is shown. */
const TRIES = 5;
const SECOND = 1000;
/** Where the server does not say after how many seconds. */
const USUALLY = 2;
/** As long again as the server says, at most: tills that were refused together must not come back together. */
const SPREAD = 1;

/** Whether nothing was done of a request, for there was too much to do: it may be sent again as it is. */
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
 * Sends a request, and again after the time that a busy server names; returns the first answer that is another one, or
 * the last refusal.
 */
export async function untilServed<A extends Answered>(
  send: () => Promise<A>,
  clock: Clock,
  signal?: AbortSignal,
): Promise<A> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (tries === TRIES || !isBusy(answer)) return answer;
    const seconds = Number(answer.headers.get('retry-after')) || USUALLY;
    await pause(Math.round(seconds * SECOND * (1 + Math.random() * SPREAD)), clock, signal);
  }
}
