import { setTimeout as pause } from 'node:timers/promises';
import { diskFaultOf } from './disk-faults.ts';

/** The till's start, and a save that somebody waits for, may wait longer than a call that blocks the till. */
export type Patience = 'long' | 'short';

/** Milliseconds between tries. A virus scan holds a file for moments. */
const pauses: Record<Patience, number[]> = {
  long: [50, 100, 250, 500, 1_000, 1_000],
  short: [10, 30, 60, 100, 200],
};

/** Blocks this thread: the callers of the till's files are synchronous. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** True if another program holds the file. For a lock, SQLite itself waited already. */
const isHeld = (fault: unknown) =>
  diskFaultOf(fault) === 'busy' && !String((fault as { code?: unknown } | null)?.code).startsWith('SQLITE_');

/**
 * Does `work`, and again while another program holds its file.
 * @throws the fault of the last try, or the first one of another kind
 */
export function retryWhileHeld<R>(work: () => R, patience: Patience, wait = block): R {
  for (const milliseconds of pauses[patience]) {
    try {
      return work();
    } catch (fault) {
      if (!isHeld(fault)) throw fault;
      wait(milliseconds);
    }
  }
  return work();
}

/** As `retryWhileHeld` for work that somebody waits for, while the till goes on. */
export async function retryLaterWhileHeld<R>(work: () => Promise<R>, wait = pause): Promise<R> {
  for (const milliseconds of pauses.long) {
    try {
      return await work();
    } catch (fault) {
      if (!isHeld(fault)) throw fault;
      await wait(milliseconds);
    }
  }
  return work();
}
