import { statSync } from 'node:fs';
import type BetterSqlite from 'better-sqlite3';

/**
 * A database file and its write-ahead log, for whoever copies them. With it the database moves the log into the file only
 * by `checkpoint`: until then the file does not change, and the log only grows.
 */
export type SqliteLog = {
  file: string;
  /** Runs work while no transaction is open, and none begins before it has ended. */
  betweenWrites: <T>(work: () => Promise<T>) => Promise<T>;
  /** Returns the number of bytes of the log that are committed; 0 for an empty one. */
  committed: () => number;
  /** Moves the log into the file and empties it; false if somebody who reads kept it from that. */
  checkpoint: () => boolean;
};

/** Bytes before the frames of a log, and before the page of each frame. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

type Checkpoint = { busy: number; log: number };

/** Gives access to the log of a connection that is the only one to write. */
export function accessLog(
  file: string,
  connection: BetterSqlite.Database,
  betweenWrites: SqliteLog['betweenWrites'],
): SqliteLog {
  connection.pragma('wal_autocheckpoint = 0');
  const pageSize = Number(connection.pragma('page_size', { simple: true }));
  const timeout = Number(connection.pragma('busy_timeout', { simple: true }));
  const run = (mode: string) => (connection.pragma(`wal_checkpoint(${mode})`) as Checkpoint[])[0];
  return {
    file,
    betweenWrites,
    committed: () => {
      const frames = run('NOOP')?.log ?? 0;
      return frames > 0 ? LOG_HEADER + frames * (FRAME_HEADER + pageSize) : 0;
    },
    checkpoint: () => {
      // A reader in this process could not end while this waits for it.
      connection.pragma('busy_timeout = 0');
      try {
        return run('TRUNCATE')?.busy === 0;
      } finally {
        connection.pragma(`busy_timeout = ${timeout}`);
      }
    },
  };
}

/** Tells a database file from itself after a change by anybody. */
export function fingerprint(file: string): string {
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return `${size} ${mtimeNs}`;
}
