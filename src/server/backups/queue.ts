/** Rejects if a promise takes longer than some milliseconds. */
export function within<T>(promise: Promise<T>, longest: number): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${longest / 1000} seconds`)), longest);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs works one after another; the failure of one is told and ends nothing. */
export function makeQueue(fail: (what: string, error: unknown) => void) {
  let last: Promise<void> = Promise.resolve();
  let count = 0;
  return {
    run: (what: string, work: () => Promise<void>): Promise<void> => {
      count += 1;
      last = last
        .then(work)
        .catch((error: unknown) => fail(what, error))
        .finally(() => (count -= 1));
      return last;
    },
    isBusy: () => count > 0,
    settled: () => last,
  };
}
