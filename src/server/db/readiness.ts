import type { Database, Writer } from './access.ts';
import type { Stopwatch } from './load.ts';
import { isUnavailable } from './unavailable.ts';

/** Bytes that must be free before a server counts as ready: twice what SQLite's log holds before it is moved into its file. */
export const ROOM = 8 * 1024 ** 2;

/** Milliseconds for which the last write speaks. After a failure it is tried again soon: nobody may write meanwhile. */
const WORKED_FOR = 30_000;
const FAILED_FOR = 2000;
/** Milliseconds within which the question is answered: a proxy that asks waits for two seconds. */
const ANSWERED_WITHIN = 1500;

/** What keeps a server from being ready, with a code by which it is refused as unavailable. */
export class NotReady extends Error {
  readonly code: 'ENOSPC' | 'ETIMEDOUT';

  constructor(code: NotReady['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** True if a write failed for want of the database or its disk; too many connections (SQLSTATE 53300) end by themselves. */
const isFailure = (error: unknown) =>
  isUnavailable(error) && !(error instanceof Error && 'code' in error && error.code === '53300');

/** Rejects after a time. What arrived by then is read first: a process that was held up has answers waiting. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new NotReady('ETIMEDOUT', 'The database does not answer'));
    const timer = setTimeout(() => setImmediate(refuse), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Changes the one row that is there for it. */
export const tryOneRow = (writer: Pick<Writer, 'updateTable'>) =>
  writer
    .updateTable('write_probe')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .execute();

type ReadinessOptions = {
  write: Database['write'];
  /** Looks whether the database is there, takes writes and has room; asked each time, so it writes nothing. */
  look: () => Promise<void>;
  /** Tries to write, where nobody has for a while; `hasFailed` if the last write did. */
  probe: (hasFailed: boolean) => Promise<void>;
  now: Stopwatch;
};

/**
 * Keeps the outcome of the last write, which says whether a server is ready: a database that answers may still take none.
 * Returns `write` to be used in place of the given one, and `check`, which throws while the server is not ready.
 */
export function keepReadiness({
  write,
  look,
  probe,
  now,
}: ReadinessOptions): Pick<Database, 'write' | 'check'> {
  let last: { at: number; failure: unknown } | null = null;
  let probing: Promise<void> | null = null;
  let asking: Promise<void> | null = null;
  const note = (failure: unknown) => {
    last = { at: now(), failure };
  };
  const isOld = () => last === null || now() - last.at >= (last.failure ? FAILED_FOR : WORKED_FOR);

  async function tryToWrite(): Promise<void> {
    try {
      await probe(Boolean(last?.failure));
      note(null);
    } catch (error) {
      note(error);
    }
  }

  async function ask(): Promise<void> {
    await look();
    if (isOld()) await (probing ??= tryToWrite().finally(() => (probing = null)));
    if (last?.failure) throw last.failure;
  }

  return {
    write: async (work, ids) => {
      try {
        const value = await write(work, ids);
        note(null);
        return value;
      } catch (error) {
        if (isFailure(error)) note(error);
        throw error;
      }
    },
    // One question at a time: those who ask meanwhile hear the same.
    check: () => within(ANSWERED_WITHIN, (asking ??= ask().finally(() => (asking = null)))),
  };
}
