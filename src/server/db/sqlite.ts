import { mkdirSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { CompiledQuery, Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { readerOf, type Database } from './access.ts';
import { createIdBlock } from './id-block.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';
import { transactOn } from './transaction-port.ts';
import { createSerialRunner } from './write-runner.ts';

const BUSY_TIMEOUT = 5000;

const BEGIN = CompiledQuery.raw('begin immediate');

/** More than the server has queries; what a list's length makes of one counts as another. */
const STATEMENTS_KEPT = 500;

/** A connection that prepares each statement once, as long as it is among those used last. */
function preparingOnce(connection: BetterSqlite.Database): SqliteDatabase {
  const kept = new Map<string, BetterSqlite.Statement>();
  return {
    prepare(text) {
      const statement = kept.get(text) ?? connection.prepare(text);
      kept.delete(text);
      kept.set(text, statement);
      const [oldest] = kept.keys();
      if (kept.size > STATEMENTS_KEPT && oldest !== undefined) kept.delete(oldest);
      return statement;
    },
    close: () => connection.close(),
  };
}

function connect(file: string, readonly: boolean): Kysely<Tables> {
  const connection = new BetterSqlite(file, { readonly, timeout: BUSY_TIMEOUT });
  if (!readonly) {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
  }
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: preparingOnce(connection) }) });
}

/**
 * Opens (and makes, and migrates) the SQLite database of a data folder. Writes go through one connection, reads have
 * another of their own, so that a long read never waits for a write.
 */
export async function openSqlite(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'tindahan.db');
  const writing = connect(file, false);
  await migrate(writing);
  const reading = connect(file, true);
  const engine = 'sqlite';
  return {
    engine,
    reader: readerOf(reading, engine),
    write: createSerialRunner(
      { engine, transact: (work) => transactOn(writing, BEGIN, work) },
      createIdBlock(),
    ),
    close: async () => {
      await reading.destroy();
      await writing.destroy();
    },
  };
}
