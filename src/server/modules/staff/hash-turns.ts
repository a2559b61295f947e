import { ApiError } from '#contract/errors.ts';
import { countUnderway } from './underway.ts';

/** Seconds after which a refused caller may ask again. */
const RETRY_AFTER = 2;

const busy = () => new ApiError('busy', { details: { retry_after: RETRY_AFTER } });

/** Lets one place have so many works under way at most: another one finds room. 503 `busy` beyond that. */
export function makeShares(most: number) {
  const underway = countUnderway();
  return async <T>(place: string, work: () => Promise<T>): Promise<T> => {
    if (underway.of(place) >= most) throw busy();
    const end = underway.begin(place);
    try {
      return await work();
    } finally {
      end();
    }
  };
}

/** Hashes at once, and how many may wait in each lane. */
type Bounds = { atOnce: number; waitingMax: number };

/**
 * Runs hashes in two lanes: of places that the shop knows, and of all others. The known ones go first, and one turn is always
 * theirs where there are several. Refuses with 503 `busy` whoever finds the lane full.
 */
export function makeHashTurns({ atOnce, waitingMax }: Bounds) {
  const known = { running: 0, atOnce, waiting: [] as (() => void)[] };
  const strange = { running: 0, atOnce: Math.max(1, atOnce - 1), waiting: [] as (() => void)[] };

  function startNext(): void {
    for (const lane of [known, strange]) {
      while (known.running + strange.running < atOnce && lane.running < lane.atOnce) {
        const start = lane.waiting.shift();
        if (!start) break;
        lane.running += 1;
        start();
      }
    }
  }

  return async <T>(isKnown: boolean, work: () => Promise<T>): Promise<T> => {
    const lane = isKnown ? known : strange;
    if (lane.waiting.length >= waitingMax) throw busy();
    await new Promise<void>((resume) => {
      lane.waiting.push(resume);
      startNext();
    });
    try {
      return await work();
    } finally {
      lane.running -= 1;
      startNext();
    }
  };
}
