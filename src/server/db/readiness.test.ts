import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from './access.ts';
import { keepReadiness } from './readiness.ts';

const fault = (code: string) => Object.assign(new Error(code), { code });

let now: number;
let outcome: Error | null;
const look = vi.fn<() => Promise<void>>();
const probe = vi.fn<(hasFailed: boolean) => Promise<void>>();
let ready: ReturnType<typeof keepReadiness>;
beforeEach(() => {
  now = 0;
  outcome = null;
  look.mockReset().mockResolvedValue();
  probe.mockReset().mockResolvedValue();
  const write = (() => (outcome ? Promise.reject(outcome) : Promise.resolve())) as Database['write'];
  ready = keepReadiness({ write, look, probe, now: () => now });
});
const sell = () => ready.write(() => Promise.resolve()).catch(() => undefined);
const isReady = () =>
  ready.check().then(
    () => true,
    () => false,
  );

describe('a server is ready', () => {
  it('as the last write says, without trying to write itself while others do', async () => {
    await sell();
    expect(await isReady()).toBe(true);
    outcome = fault('SQLITE_FULL');
    await sell();
    expect(await isReady()).toBe(false);
    outcome = null;
    await sell();
    expect(await isReady()).toBe(true);
    expect(probe).not.toHaveBeenCalled();
  });

  it('while writes are refused for another reason than the database', async () => {
    await sell();
    for (const error of [new Error('Sold already'), fault('SQLITE_BUSY'), fault('53300')]) {
      outcome = error;
      await sell();
      expect(await isReady()).toBe(true);
    }
  });

  it('as a write of its own says when nobody has written for a while, soon after a failure', async () => {
    expect(await isReady()).toBe(true);
    expect(probe).toHaveBeenLastCalledWith(false);
    now = 29_999;
    expect(await isReady()).toBe(true);
    expect(probe).toHaveBeenCalledTimes(1);
    now = 30_000;
    probe.mockRejectedValueOnce(fault('ENOSPC'));
    expect(await isReady()).toBe(false);
    now += 1999;
    expect(await isReady()).toBe(false);
    expect(probe).toHaveBeenCalledTimes(2);
    now += 1;
    expect(await isReady()).toBe(true);
    expect(probe).toHaveBeenLastCalledWith(true);
  });

  it('not where the database is away, whatever was written before', async () => {
    await sell();
    look.mockRejectedValue(fault('ECONNREFUSED'));
    expect(await isReady()).toBe(false);
  });

  it('not where the answer takes longer than a proxy waits, and asks once for all who ask meanwhile', async () => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    look.mockReturnValue(promise);
    const asked = [isReady(), isReady()];
    await vi.advanceTimersByTimeAsync(1999);
    expect(await Promise.all(asked)).toEqual([false, false]);
    expect(look).toHaveBeenCalledTimes(1);
    resolve(undefined);
    vi.useRealTimers();
    await expect.poll(isReady).toBe(true);
  });
});
