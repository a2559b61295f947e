import type { Database } from './access.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseLocation = { dataDir: string; databaseUrl?: string };

const POSTGRES = /^postgres(ql)?:\/\//;

/** Opens the database a server is configured with: its URL's engine, or SQLite in the data folder without one. */
export function openDatabase({ dataDir, databaseUrl }: DatabaseLocation): Promise<Database> {
  if (!databaseUrl) return openSqlite(dataDir);
  if (POSTGRES.test(databaseUrl)) return openPostgres(databaseUrl);
  return Promise.reject(new Error('DATABASE_URL must begin with postgres://. Leave it out to use SQLite.'));
}
