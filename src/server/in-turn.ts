import { ApiError } from '#contract/errors.ts';
import { oneByOne } from './one-by-one.ts';

/**
 * Runs works one after the other, so that many of them load the computer no more than one; 429 with `message` while too
 * many wait.
 */
export function makeTurns(waitingMax: number, message: string) {
  const inTurn = oneByOne();
  let waiting = 0;
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= waitingMax) throw new ApiError('too_many_attempts', { message });
    waiting += 1;
    return inTurn(work).finally(() => (waiting -= 1));
  };
}
