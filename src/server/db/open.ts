import type { Database } from './access.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseLocation = { dataDir: string; databaseUrl?: string };

/** Opens the database a server is configured with: its URL's engine, or SQLite in the data folder without one. */
export function openDatabase({ dataDir, databaseUrl }: DatabaseLocation): Promise<Database> {
  if (databaseUrl) {
    return Promise.reject(new Error('DATABASE_URL is set, but this version serves SQLite only. Unset it.'));
  }
  return openSqlite(dataDir);
}
