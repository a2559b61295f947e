/** A database's present load, and its counters since it was opened. */
export type Load = {
  /** The number of writes that wait: for their turn with one writer, else for a connection. */
  waiting: number;
  /** Milliseconds that the first of them has waited. */
  waitedFor: number;
  /** The number of reads that wait for a connection, and milliseconds that the first of them has waited. */
  readsWaiting: number;
  readsWaitedFor: number;
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
  /** The same for a read. */
  waitToRead: () => () => void;
  committed: (writes: number) => void;
  retried: () => void;
  read: () => Load;
};

function createQueue(now: Stopwatch) {
  // In order of arrival.
  const waiting = new Set<{ since: number }>();
  return {
    wait: () => {
      const turn = { since: now() };
      waiting.add(turn);
      return () => waiting.delete(turn);
    },
    size: () => waiting.size,
    waitedFor: () => {
      const [first] = waiting;
      return first ? now() - first.since : 0;
    },
  };
}

export function noteLoad(now: Stopwatch): LoadNotes {
  const writes = createQueue(now);
  const reads = createQueue(now);
  const done = { writes: 0, commits: 0, retries: 0 };
  return {
    wait: writes.wait,
    waitToRead: reads.wait,
    committed: (writes) => {
      done.writes += writes;
      done.commits += 1;
    },
    retried: () => {
      done.retries += 1;
    },
    read: () => ({
      ...done,
      waiting: writes.size(),
      waitedFor: writes.waitedFor(),
      readsWaiting: reads.size(),
      readsWaitedFor: reads.waitedFor(),
    }),
  };
}
