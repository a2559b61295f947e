import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepPageAlive } from './page-lifecycle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function aWindow() {
  const contents = Object.assign(new EventEmitter(), { forcefullyCrashRenderer: vi.fn() });
  const state = { destroyed: false, loads: 0 };
  const window = Object.assign(new EventEmitter(), {
    webContents: contents,
    isDestroyed: () => state.destroyed,
  });
  keepPageAlive(window as unknown as BrowserWindow, async () => {
    state.loads += 1;
  });
  const crash = (reason = 'crashed') => contents.emit('render-process-gone', {}, { reason, exitCode: 5 });
  return { window, state, crash, kill: contents.forcefullyCrashRenderer };
}

it.each(['crashed', 'oom', 'killed', 'abnormal-exit', 'launch-failed', 'memory-eviction'])(
  'loads the page again when its process is gone: %s',
  (reason) => {
    const { state, crash } = aWindow();
    crash(reason);
    vi.advanceTimersByTime(0);
    expect(state.loads).toBe(1);
  },
);

it('leaves a page that ended by itself, and a window that was closed', () => {
  const { state, crash } = aWindow();
  crash('clean-exit');
  vi.advanceTimersByTime(60_000);
  state.destroyed = true;
  crash();
  vi.advanceTimersByTime(60_000);
  expect(state.loads).toBe(0);
});

it('waits longer for each crash after another, and begins anew after a quiet minute', () => {
  const { state, crash } = aWindow();
  const loadsWithin = (pause: number) => {
    crash();
    const before = state.loads;
    vi.advanceTimersByTime(pause);
    return state.loads - before;
  };
  expect(loadsWithin(0)).toBe(1);
  expect(loadsWithin(999)).toBe(0);
  vi.advanceTimersByTime(1);
  expect(state.loads).toBe(2);
  expect(loadsWithin(4_999)).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(loadsWithin(0)).toBe(1);
});

it('ends a page that does not answer, unless it comes back in time', () => {
  const { window, kill } = aWindow();
  window.emit('unresponsive');
  vi.advanceTimersByTime(19_000);
  window.emit('responsive');
  vi.advanceTimersByTime(60_000);
  expect(kill).not.toHaveBeenCalled();
  window.emit('unresponsive');
  vi.advanceTimersByTime(20_000);
  expect(kill).toHaveBeenCalledOnce();
});
