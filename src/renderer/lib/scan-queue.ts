const MOST_WAITING = 20;

/** Works on scans one after another, in the order they came; more than `most` waiting are refused. */
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
      // One scan that breaks must not stop the scanner.
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
