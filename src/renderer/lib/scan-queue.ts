const MOST_WAITING = 20;

/**
 * Processes scans one after another, in order; refuses more than `most` waiting ones. `onTrouble` is called with each that is
 * refused or whose work failed.
 */
export function createScanQueue<Scan = string>(
  work: (scan: Scan) => Promise<unknown>,
  onTrouble: (scan: Scan) => void,
  most = MOST_WAITING,
) {
  const waiting: Scan[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (let scan = waiting.shift(); scan !== undefined; scan = waiting.shift()) {
      const now = scan;
      // One failing scan must not stop the scanner.
      await work(now).catch(() => onTrouble(now));
    }
    isRunning = false;
  }

  return (scan: Scan): void => {
    if (waiting.length >= most) return onTrouble(scan);
    waiting.push(scan);
    if (!isRunning) void run();
  };
}
