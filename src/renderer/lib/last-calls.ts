const KEPT = 50;
const calls: string[] = [];

/** Returns a line about an ended call: time, path, status and duration; without the query. */
function lineOf({ name, startTime, duration, responseStatus }: PerformanceResourceTiming): string {
  const at = new Date(performance.timeOrigin + startTime).toISOString();
  return `${at} ${new URL(name).pathname} ${responseStatus || 'no answer'} ${Math.round(duration)} ms`;
}

/** Keeps the last calls of this page from now on, for support; the browser's own list ends when it is full. */
export function keepLastCalls(): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const isCall = entry instanceof PerformanceResourceTiming && entry.name.includes('/api/v1/');
      if (isCall) calls.push(lineOf(entry));
    }
    calls.splice(0, calls.length - KEPT);
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** Returns the last calls, oldest first. */
export const lastCalls = (): readonly string[] => calls;
