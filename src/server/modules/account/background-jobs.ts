/** Work that no answer waits for. */
export type BackgroundJobs = {
  run: (work: () => Promise<void>) => void;
  /** Resolves when none is left. */
  settled: () => Promise<void>;
};

/** Starts each background job when the answer that it was given with has left; `onFault` hears of those that failed. */
export function createBackgroundJobs(onFault: (error: unknown) => void): BackgroundJobs {
  const running = new Set<Promise<void>>();
  return {
    run: (work) => {
      const job: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onFault)
        .finally(() => running.delete(job));
      running.add(job);
    },
    settled: async () => {
      await Promise.all(running);
    },
  };
}
