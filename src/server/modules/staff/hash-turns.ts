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

type Waiting = { start: () => void; refuse: (error: ApiError) => void };

/** Those who wait in a lane, one of each in turn: many of one hold no other one up. */
function makeQueues(most: number) {
  const queues = new Map<string, Waiting[]>();
  let count = 0;
  /** Makes room where another one has more waiting: the newest of the one that has most is refused. */
  function makeRoomFor(who: string): void {
    const [longest] = [...queues.values()].toSorted((one, other) => other.length - one.length);
    if (!longest || longest.length <= (queues.get(who)?.length ?? 0) + 1) throw busy();
    longest.pop()?.refuse(busy());
    count -= 1;
  }
  return {
    add: (who: string, waiting: Waiting): void => {
      if (count >= most) makeRoomFor(who);
      queues.set(who, [...(queues.get(who) ?? []), waiting]);
      count += 1;
    },
    next: (): Waiting | null => {
      const [first] = queues;
      if (!first) return null;
      const [who, [next = null, ...rest]] = first;
      queues.delete(who);
      if (rest.length > 0) queues.set(who, rest);
      count -= 1;
      return next;
    },
  };
}

/**
 * Runs hashes in two lanes: of places that the shop knows, and of all others. The known ones go first, and one turn is always
 * theirs where there are several; in a lane everybody has a turn after the other. Refuses with 503 `busy` whoever finds the
 * lane full and has most waiting in it.
 */
export function makeHashTurns({ atOnce, waitingMax }: Bounds) {
  const known = { running: 0, atOnce, waiting: makeQueues(waitingMax) };
  const strange = { running: 0, atOnce: Math.max(1, atOnce - 1), waiting: makeQueues(waitingMax) };

  function startNext(): void {
    for (const lane of [known, strange]) {
      while (known.running + strange.running < atOnce && lane.running < lane.atOnce) {
        const next = lane.waiting.next();
        if (!next) break;
        lane.running += 1;
        next.start();
      }
    }
  }

  return async <T>(isKnown: boolean, work: () => Promise<T>, who = ''): Promise<T> => {
    const lane = isKnown ? known : strange;
    await new Promise<void>((start, refuse) => {
      lane.waiting.add(who, { start, refuse });
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
