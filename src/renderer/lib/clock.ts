/** The time as the till sees it, all in milliseconds; a test has one of its own. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Calls `work` once, that much later; returns how to call it off. */
  after: (milliseconds: number, work: () => void) => () => void;
  /** A time limit: aborts that much later. */
  limit: (milliseconds: number) => AbortSignal;
};

export const clock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
  limit: (milliseconds) => AbortSignal.timeout(milliseconds),
};
