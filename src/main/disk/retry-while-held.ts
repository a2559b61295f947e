import { diskFaultOf } from './disk-faults.ts';

/** The till's start may wait longer than a call of the page. */
export type Patience = 'start' | 'call';

/** Milliseconds between tries. A virus scan holds a file for moments. */
const pauses: Record<Patience, number[]> = {
  start: [50, 100, 250, 500, 1_000, 1_000],
  call: [10, 30, 60, 100, 200],
};

/** Blocks this thread: the callers of the till's files are synchronous. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** For a lock, SQLite itself waited already. */
const isLocked = (fault: unknown) => String((fault as { code?: unknown } | null)?.code).startsWith('SQLITE_');

/**
 * Does `work`, and again while another program holds its file.
 * @throws the fault of the last try, or the first one of another kind
 */
export function retryWhileHeld<R>(work: () => R, patience: Patience, wait = block): R {
  for (const pause of pauses[patience]) {
    try {
      return work();
    } catch (fault) {
      if (diskFaultOf(fault) !== 'busy' || isLocked(fault)) throw fault;
      wait(pause);
    }
  }
  return work();
}
