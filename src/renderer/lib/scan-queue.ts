const MOST_WAITING = 20;

/**
 * Processes scans one after another, in order; refuses more than `most` waiting ones. Each resolves to what `work` said of it:
 * false for one that is refused, or whose work failed.
 */
export function createScanQueue<Scan = string>(
  work: (scan: Scan) => Promise<unknown>,
  onTrouble: () => void,
  most = MOST_WAITING,
) {
  const waiting: { scan: Scan; tell: (outcome: unknown) => void }[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // One failing scan must not stop the scanner.
      const outcome = await work(next.scan).catch(() => {
        onTrouble();
        return false;
      });
      next.tell(outcome);
    }
    isRunning = false;
  }

  return (scan: Scan): Promise<unknown> => {
    if (waiting.length >= most) {
      onTrouble();
      return Promise.resolve(false);
    }
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.push({ scan, tell: resolve });
    if (!isRunning) void run();
    return promise;
  };
}
