import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs at once, at intervals, and when it is woken, never twice at once', async () => {
  const gates: PromiseWithResolvers<undefined>[] = [];
  const { wake, stop } = repeat(
    async () => {
      const gate = Promise.withResolvers<undefined>();
      gates.push(gate);
      await gate.promise;
    },
    { every: 100 },
  );
  const end = async (run: number) => {
    gates[run]?.resolve(undefined);
    await vi.advanceTimersByTimeAsync(0);
  };
  expect(gates).toHaveLength(1);
  // Woken while it runs: once more, however often.
  wake();
  wake();
  expect(gates).toHaveLength(1);
  await end(0);
  expect(gates).toHaveLength(2);
  await end(1);
  expect(gates).toHaveLength(2);
  wake();
  expect(gates).toHaveLength(3);
  await end(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(gates).toHaveLength(4);
  const stopped = stop();
  await end(3);
  await stopped;
  wake();
  await vi.advanceTimersByTimeAsync(1000);
  expect(gates).toHaveLength(4);
});

it('rests after a failure', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  let runs = 0;
  const { stop } = repeat(
    () => {
      runs += 1;
      return Promise.reject(new Error('No disk'));
    },
    { every: 100, rest: 1000 },
  );
  await vi.advanceTimersByTimeAsync(950);
  expect([runs, log.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(200);
  expect(runs).toBe(2);
  await stop();
});
