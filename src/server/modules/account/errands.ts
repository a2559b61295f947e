/** Work that no answer waits for. */
export type Errands = {
  run: (work: () => Promise<void>) => void;
  /** Resolves when none is left. */
  settled: () => Promise<void>;
};

/** Starts each errand when the answer that it was given with has left; `onFault` hears of those that failed. */
export function createErrands(onFault: (error: unknown) => void): Errands {
  const running = new Set<Promise<void>>();
  return {
    run: (work) => {
      const errand: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onFault)
        .finally(() => running.delete(errand));
      running.add(errand);
    },
    settled: async () => {
      await Promise.all(running);
    },
  };
}
