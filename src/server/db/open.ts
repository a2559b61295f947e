import type { Database } from './access.ts';
import type { Stopwatch } from './load.ts';
import { openPostgres, type Connections } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseLocation = {
  dataDir: string;
  databaseUrl?: string;
  connections?: Partial<Connections>;
  /** Leaves the log of an SQLite database to whoever copies it. */
  keepsLog?: boolean;
};

const POSTGRES = /^postgres(ql)?:\/\//;

/**
 * Opens the database a server is configured with: its URL's engine, or SQLite in the data folder without one. `now`
 * measures waiting times.
 */
export function openDatabase(
  { dataDir, databaseUrl, connections, keepsLog }: DatabaseLocation,
  now?: Stopwatch,
): Promise<Database> {
  if (!databaseUrl) return openSqlite(dataDir, { now, keepsLog });
  if (POSTGRES.test(databaseUrl)) return openPostgres(databaseUrl, { connections, now, dataDir });
  return Promise.reject(new Error('DATABASE_URL must begin with postgres://. Leave it out to use SQLite.'));
}
