import { mkdirSync, statSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { CompiledQuery, Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import type { MigrationProvider } from 'kysely/migration';
import { readerOf, type Database, type Execution } from './access.ts';
import { createIdBlock } from './id-block.ts';
import { noteLoad, stopwatch } from './load.ts';
import { isUpgradeDue, migrate, migrations } from './migrate.ts';
import { keepReadiness, NotReady, ROOM, tryOneRow } from './readiness.ts';
import { copyDatabase, databaseFile } from './sqlite-copy.ts';
import { accessLog } from './sqlite-log.ts';
import type { Tables } from './tables.ts';
import { takenField } from './broken-constraints.ts';
import { createSerialRunner } from './write-runner.ts';

const BUSY_TIMEOUT = 5000;

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/** Begins, runs and commits one transaction on the one connection that writes. */
export function transactOn<T>(
  kysely: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return kysely.connection().execute(async (connection) => {
    await connection.executeQuery(BEGIN);
    try {
      const result = await work(connection);
      await connection.executeQuery(COMMIT);
      return result;
    } catch (error) {
      // A failed COMMIT may have ended the transaction already; the first error is the one that counts.
      await connection.executeQuery(ROLLBACK).catch(() => undefined);
      throw takenField(error) ?? error;
    }
  });
}

/** The most prepared statements that are kept: more than the server has; each length of a list is another one. */
const STATEMENTS_KEPT = 500;

/**
 * Keeps SQLite from using a value or limit in its plan: it would plan a join anew for each one, which takes five times as
 * long as running it. A query that needs a partial index must hold its condition as a literal.
 */
const planOnce = (text: string) =>
  text
    .replaceAll(/\b(limit|offset) \?/g, '$1 0 + ?')
    .replaceAll(/\bin \(\?(, \?)*\)/g, (list) => list.replaceAll('?', '+?'))
    .replaceAll(/([=<>]) \?/g, '$1 +?');

/** A connection that prepares each statement once, while it is among those used last. */
function preparingOnce(connection: BetterSqlite.Database, written = (text: string) => text): SqliteDatabase {
  const kept = new Map<string, BetterSqlite.Statement>();
  return {
    prepare(text) {
      const statement = kept.get(text) ?? connection.prepare(written(text));
      kept.delete(text);
      kept.set(text, statement);
      const [oldest] = kept.keys();
      if (kept.size > STATEMENTS_KEPT && oldest !== undefined) kept.delete(oldest);
      return statement;
    },
    close: () => connection.close(),
  };
}

type Connection = {
  connection: BetterSqlite.Database;
  kysely: Kysely<Tables>;
  /** Runs a compiled query synchronously, past Kysely. */
  run: Execution['run'];
  isInTransaction: () => boolean;
};

function connect(file: string, readonly: boolean): Connection {
  const connection = new BetterSqlite(file, { readonly, timeout: BUSY_TIMEOUT });
  if (!readonly) {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    // Journals of savepoints lie in memory: they never outlive their transaction.
    connection.pragma('temp_store = memory');
  }
  const compiled = preparingOnce(connection, planOnce);
  return {
    connection,
    kysely: new Kysely<Tables>({ dialect: new SqliteDialect({ database: preparingOnce(connection) }) }),
    run: async ({ sql, parameters }) => {
      const statement = compiled.prepare(sql);
      if (statement.reader) return { rows: statement.all(parameters) };
      return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
    },
    isInTransaction: () => connection.inTransaction,
  };
}

/**
 * Copies the whole database to a file beside it, for the way back from an upgrade; replaces the copy of the last one.
 * Throws in words when there is no room: then nothing was changed.
 */
function copyBeforeUpgrade(file: string, connection: BetterSqlite.Database): void {
  const copy = path.join(path.dirname(file), 'before-upgrade.db');
  try {
    copyDatabase(connection, copy);
  } catch (error) {
    const megabytes = Math.ceil(statSync(file).size / 1e6);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data could not be copied before the upgrade: ${reason}. Nothing was changed. The copy needs ${megabytes} MB in ${path.dirname(file)}.`,
      { cause: error },
    );
  }
}

/** Brings a database file to the newest schema, all or nothing, after a copy of the data that an older version left. */
async function upgrade(
  file: string,
  { kysely, connection }: Connection,
  provider: MigrationProvider,
): Promise<void> {
  if (await isUpgradeDue(kysely, provider)) copyBeforeUpgrade(file, connection);
  // Kysely itself opens no transaction for this engine, and a killed upgrade would leave half of its tables.
  await transactOn(kysely, (transaction) => migrate(transaction, provider));
}

/** Throws if the disk of a folder is nearly full; one that does not tell counts as having room. */
async function refuseWithoutRoom(folder: string): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(folder);
  if (blocks > 0 && bavail * bsize < ROOM)
    throw new NotReady('ENOSPC', `The disk of ${folder} is nearly full`);
}

const TRIED_BYTES = Buffer.alloc(64 * 1024);

/** Writes a file to the disk of a folder, and deletes it. */
async function tryDisk(folder: string): Promise<void> {
  const name = path.join(folder, 'write-probe.tmp');
  try {
    const file = await open(name, 'w');
    try {
      await file.write(TRIED_BYTES);
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(name, { force: true });
  }
}

type SqliteOptions = {
  now?: () => number;
  provider?: MigrationProvider;
  /** Leaves the write-ahead log to whoever copies it: nothing is moved into the file without them. */
  keepsLog?: boolean;
};

/**
 * Opens (and creates, and migrates) the SQLite database of a data folder. Writes go through one connection, reads have
 * another, so that a long read never waits for a write.
 */
export async function openSqlite(
  dataDir: string,
  { now = stopwatch, provider = migrations, keepsLog = false }: SqliteOptions = {},
): Promise<Database> {
  mkdirSync(dataDir, { recursive: true });
  const file = databaseFile(dataDir);
  const writing = connect(file, false);
  const log = keepsLog
    ? accessLog(file, writing.connection, (work) => writing.kysely.connection().execute(work))
    : undefined;
  await upgrade(file, writing, provider);
  const reading = connect(file, true);
  const engine = 'sqlite';
  const load = noteLoad(now);
  // Rows that were just committed are in the memory of the one connection; the other would read them anew.
  const readCommitted: Execution['run'] = (query) =>
    writing.isInTransaction() ? reading.run(query) : writing.run(query);
  const write = createSerialRunner(
    {
      transact: (work) =>
        transactOn(writing.kysely, (kysely) =>
          work({ kysely, execution: { engine, run: writing.run }, sent: [] }),
        ),
    },
    createIdBlock(),
    load,
  );
  return {
    engine,
    reader: readerOf(reading.kysely, { engine, run: readCommitted }),
    ...keepReadiness({
      write,
      look: async () => {
        reading.connection.prepare('select 1 from shop_version').get();
        await refuseWithoutRoom(dataDir);
      },
      // A row is written only after a failure: while nobody sells, backups have nothing to copy.
      probe: async (hasFailed) => {
        await tryDisk(dataDir);
        if (hasFailed) await write(tryOneRow);
      },
      now,
    }),
    load: load.read,
    log,
    close: async () => {
      await reading.kysely.destroy();
      await writing.kysely.destroy();
    },
  };
}
