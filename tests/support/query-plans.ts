import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Database } from '#server/db/access.ts';
import { openSqlite } from '#server/db/sqlite.ts';

/** Runs work on the SQLite database of a folder; returns the statements that it sent, each once. */
export async function statementsOf(
  dataDir: string,
  work: (database: Database) => Promise<unknown>,
): Promise<string[]> {
  const asked = new Set<string>();
  const database = await openSqlite(dataDir);
  const { prepare } = BetterSqlite.prototype;
  BetterSqlite.prototype.prepare = function noting(this: BetterSqlite.Database, text: string) {
    asked.add(text);
    return prepare.call(this, text);
  } as typeof prepare;
  try {
    await work(database);
  } finally {
    BetterSqlite.prototype.prepare = prepare;
    await database.close();
  }
  return [...asked];
}

/**
 * Returns SQLite's plan of a statement, a line a step. It depends on the tables and their indexes alone, as ANALYZE is
 * never run: a small shop's plan is a large one's.
 */
export function planOf(dataDir: string, statement: string): string[] {
  const connection = new BetterSqlite(path.join(dataDir, 'tindahan.db'), { readonly: true });
  const values = Array.from({ length: statement.split('?').length - 1 }, () => 1);
  const steps = connection
    .prepare<number[], { detail: string }>(`explain query plan ${statement}`)
    .all(...values);
  connection.close();
  return steps.map(({ detail }) => detail);
}
