/** Work that no answer waits for. */
export type BackgroundJobs = {
  run: (work: () => Promise<void>) => void;
  /** Resolves when no job is running. */
  settled: () => Promise<void>;
};

/** Starts each background job after its answer was sent; passes errors to `onFault`. */
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
