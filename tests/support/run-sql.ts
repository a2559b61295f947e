import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { DatabaseLocation } from '#server/db/open.ts';

/** Runs statements on a database, bypassing the server. */
export async function runSql({ dataDir, databaseUrl }: DatabaseLocation, text: string): Promise<void> {
  if (databaseUrl === undefined) {
    const file = new BetterSqlite(path.join(dataDir, 'tindahan.db'));
    file.exec(text);
    file.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text);
  await client.end();
}
