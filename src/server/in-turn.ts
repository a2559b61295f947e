import { ApiError } from '#contract/errors.ts';

/**
 * Runs works one after the other, so that many of them load the computer no more than one; 429 with `message` while too
 * many wait.
 */
export function makeTurns(waitingMax: number, message: string) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= waitingMax) throw new ApiError('too_many_attempts', { message });
    waiting += 1;
    const done = last.then(work).finally(() => (waiting -= 1));
    last = done.catch(() => undefined);
    return done;
  };
}
