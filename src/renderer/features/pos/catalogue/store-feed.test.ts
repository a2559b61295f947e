import { expect, it } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { Services } from '#renderer/lib/services.ts';
import { createStoreFeed } from './store-feed.ts';

const SECOND = 1000;
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A feed whose answers are given by the test; `waits` are the seconds until each next call. */
function openFeed(answer: () => Promise<object>) {
  let due: (() => void) | null = null;
  let wait = 0;
  let now = 0;
  const applied: unknown[] = [];
  const services = {
    clock: {
      now: () => now,
      after: (milliseconds: number, work: () => void) => {
        [due, wait] = [work, milliseconds];
        return () => (due = null);
      },
    },
    connection: { read: () => ({ isReachable: true }), onChange: () => () => undefined },
    api: { pos: { changes: answer } },
    till: {
      units: {
        version: () => Promise.resolve({ version: 'a', as_of: null }),
        copied: (message: unknown) => Promise.resolve(applied.push(message) > 0),
      },
    },
  };
  const feed = createStoreFeed(services as unknown as Services, 1);
  const next = async () => {
    now += wait;
    due?.();
    await settle();
    return wait / SECOND;
  };
  return { feed, next, applied, isPlanned: () => due !== null };
}

it('is asked for ever more rarely while the server refuses, and as usual again afterwards', async () => {
  let isRefused = true;
  const done = { version: 'b', is_first: false, has_more: false, variations: [], holds: [] };
  const { feed, next } = openFeed(() =>
    isRefused ? Promise.reject(new ApiError('forbidden')) : Promise.resolve(done),
  );
  feed.start();
  await settle();
  const waits = [];
  for (let call = 0; call < 6; call += 1) waits.push(await next());
  expect(waits).toEqual([90, 180, 360, 600, 600, 600]);
  isRefused = false;
  expect([await next(), await next()]).toEqual([45, 45]);
});

it('is asked for again where an answer never comes, and for all parts at once', async () => {
  const answers = [
    new Promise<object>(() => undefined),
    Promise.resolve({ version: 'b', has_more: true }),
    Promise.resolve({ version: 'c', has_more: false }),
  ];
  const { feed, next, applied, isPlanned } = openFeed(() => answers.shift() ?? Promise.reject(new Error()));
  const stop = feed.start();
  await settle();
  expect(applied).toEqual([]);
  expect(await next()).toBe(45);
  expect(applied).toMatchObject([
    { since: 'a', as_of: 120 * SECOND, changes: { has_more: true } },
    { changes: { has_more: false } },
  ]);
  expect(feed.read().asOf).toBe(120 * SECOND);
  stop();
  expect(isPlanned()).toBe(false);
});
