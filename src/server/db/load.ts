/** A database's present load, and its counters since it was opened. */
export type Load = {
  /** The number waiting: writes on an engine with one writer, else transactions and reads that need a connection. */
  waiting: number;
  /** Milliseconds that the first of them has waited. */
  waitedFor: number;
  /** Writes that were committed. */
  writes: number;
  /** Transactions in which they were committed: several writes may share one. */
  commits: number;
  /** Transactions that the engine aborted and that were begun again. */
  retries: number;
};

/** A monotonic clock in milliseconds. */
export type Stopwatch = () => number;
export const stopwatch: Stopwatch = () => performance.now();

/** The notes of waiting and finished work that an engine keeps. */
export type LoadNotes = {
  /** Notes that something waits from now on; returns how to note that it waits no more. */
  wait: () => () => void;
  committed: (writes: number) => void;
  retried: () => void;
  read: () => Load;
};

export function noteLoad(now: Stopwatch): LoadNotes {
  // In order of arrival.
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
