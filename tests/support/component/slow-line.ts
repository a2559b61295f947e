import { inject, type TestContext } from 'vitest';
import { seeded } from '#tests/support/seeded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of a slow line between the screens and the server; 0 for none. */
    slowLine: number;
  }
}

/** How many of the last calls a failed test tells. */
const TOLD = 60;
/** Ten choices of the least and most milliseconds that a call waits each way: mostly none, so that calls overtake. */
const WAITS = [
  ...Array.from({ length: 7 }, () => [0, 0] as const),
  [100, 600],
  [100, 600],
  [800, 1500],
] as const;

const seed = inject('slowLine');
export const isLineSlow = seed > 0;
const chance = seeded(seed);
// Tests fake the timers.
const later = setTimeout;
const told: string[] = [];

const wait = async (): Promise<number> => {
  const [least, most] = chance.pick(WAITS);
  const milliseconds = chance.between(least, most);
  if (milliseconds > 0) await new Promise((resolve) => later(resolve, milliseconds));
  return milliseconds;
};

/** Holds calls of the screens on their way to the server and back. Those of the tests themselves are as fast as ever. */
function slowDown(): void {
  const reach = window.fetch;
  window.fetch = async (input, init) => {
    const { pathname, search } = new URL(new Request(input).url);
    if (!pathname.startsWith('/api/') || new Headers(init?.headers).has('Authorization')) {
      return reach(input, init);
    }
    const there = await wait();
    init?.signal?.throwIfAborted();
    const answer = await reach(input, init);
    const back = await wait();
    told.push(`${init?.method ?? 'GET'} ${pathname}${search} ${answer.status}, ${there} and ${back} ms`);
    init?.signal?.throwIfAborted();
    return answer;
  };
}

/** Tells the last calls and the page of a test that failed on a slow line. */
export function tellFailed({ task }: TestContext): void {
  if (task.result?.state === 'fail') {
    console.error([task.name, ...told.slice(-TOLD), document.body.innerText].join('\n'));
  }
  told.length = 0;
}

if (isLineSlow) slowDown();
