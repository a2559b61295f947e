import { expect, it, vi } from 'vitest';
import type { OfflineState } from '#bridge/offline-sales.ts';

// Outside a browser.
vi.stubGlobal('window', {});
const { createOfflineTill } = await import('./offline-till.ts');
const { till } = await import('./till.ts');

/** A till whose list of sales is answered when the test says so. */
async function aTill() {
  const state = await till.offline.state();
  const answers: (() => void)[] = [];
  let tell: (state: OfflineState) => void = () => undefined;
  const offline = createOfflineTill({
    till: {
      offline: {
        ...till.offline,
        onChange: (listener) => {
          tell = listener;
          return () => undefined;
        },
        sales: () => new Promise((resolve) => answers.push(() => resolve([]))),
      },
    },
    clock: { after: () => () => undefined } as never,
  });
  return { offline, answers, change: (waiting: number) => tell({ ...state, waiting }) };
}

it('follows what waits by what the till tells, and reads no sale for that', async () => {
  const { offline, answers, change } = await aTill();
  const seen: (number | undefined)[] = [];
  offline.watch(() => seen.push(offline.read()?.waiting));
  change(2);
  change(1);
  expect(seen).toEqual([2, 1]);
  expect(answers).toHaveLength(0);
});

it('reads the list of sales again after changes, one read at a time, and none once nobody follows', async () => {
  const { offline, answers, change } = await aTill();
  let lists = 0;
  const stop = offline.followSales(() => (lists += 1));
  await expect.poll(() => offline.read()).not.toBeNull();
  for (let waiting = 500; waiting > 0; waiting -= 1) change(waiting);
  expect(answers).toHaveLength(1);
  answers.pop()?.();
  await expect.poll(() => answers.length).toBe(1);
  answers.pop()?.();
  await expect.poll(() => lists).toBe(2);
  expect(answers).toHaveLength(0);
  stop();
  change(0);
  expect(answers).toHaveLength(0);
});
