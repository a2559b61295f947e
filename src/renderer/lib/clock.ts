/** The clock of the till, in milliseconds; tests use their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Calls `work` once after that time; returns a function that cancels it. */
  after: (milliseconds: number, work: () => void) => () => void;
  /** Returns a signal that aborts after that time. */
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
