const MOST_WAITING = 20;

/** Works on scans one after another, in the order they came; more than twenty waiting are refused. */
export function createScanQueue(work: (code: string) => Promise<unknown>, onTrouble: () => void) {
  const waiting: string[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (let code = waiting.shift(); code !== undefined; code = waiting.shift()) {
      // One scan that breaks must not stop the scanner.
      await work(code).catch(onTrouble);
    }
    isRunning = false;
  }

  return (code: string): void => {
    if (waiting.length >= MOST_WAITING) return onTrouble();
    waiting.push(code);
    if (!isRunning) void run();
  };
}
