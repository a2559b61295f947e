const MOST_WAITING = 20;

/** Processes scans one after another, in order; refuses more than `most` waiting ones. */
export function createScanQueue<Scan = string>(
  work: (scan: Scan) => Promise<unknown>,
  onTrouble: () => void,
  most = MOST_WAITING,
) {
  const waiting: Scan[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (let scan = waiting.shift(); scan !== undefined; scan = waiting.shift()) {
      // One failing scan must not stop the scanner.
      await work(scan).catch(onTrouble);
    }
    isRunning = false;
  }

  return (scan: Scan): void => {
    if (waiting.length >= most) return onTrouble();
    waiting.push(scan);
    if (!isRunning) void run();
  };
}
