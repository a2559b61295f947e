/** How much a database has to do, and what it has done since it was opened. */
export type Load = {
  /** So many wait for their turn: writes where there is one writer, else whoever needs a connection. */
  waiting: number;
  /** Milliseconds that the first of them has waited. */
  waitedFor: number;
  /** Writes that were committed. */
  writes: number;
  /** Transactions in which they were: several may share one. */
  commits: number;
  /** Transactions that the engine gave up, and that were begun again. */
  retries: number;
};

/** Milliseconds that only go on. */
export type Stopwatch = () => number;
export const stopwatch: Stopwatch = () => performance.now();

/** Where an engine notes what waits and what was done. */
export type LoadNotes = {
  /** Somebody waits from now on; returns how to say that they wait no more. */
  wait: () => () => void;
  committed: (writes: number) => void;
  retried: () => void;
  read: () => Load;
};

export function noteLoad(now: Stopwatch): LoadNotes {
  // In the order in which they came.
  const waiting = new Set<{ since: number }>();
  const done = { writes: 0, commits: 0, retries: 0 };
  return {
    wait: () => {
      const turn = { since: now() };
      waiting.add(turn);
      return () => waiting.delete(turn);
    },
    committed: (writes) => {
      done.writes += writes;
      done.commits += 1;
    },
    retried: () => {
      done.retries += 1;
    },
    read: () => {
      const [first] = waiting;
      return { ...done, waiting: waiting.size, waitedFor: first ? now() - first.since : 0 };
    },
  };
}
