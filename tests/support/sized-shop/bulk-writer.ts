import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { DatabaseLocation } from '#server/db/open.ts';
import type { Tables } from '#server/db/tables.ts';

// Writes rows by the million into a database without other users: the caller guarantees their constraints, as the
// database checks no foreign key meanwhile, and makes its indexes at the end. A power cut would spoil it.

const ROWS_AT_ONCE = 5000;

type Row = Record<string, unknown>;

export type BulkWriter = {
  /** Takes rows of one shape: every row of a table has the columns of its first one. */
  insert: (table: keyof Tables, rows: readonly Row[]) => Promise<void>;
  run: (text: string) => Promise<void>;
  /** Finishes all writes; nothing can be inserted afterwards. */
  close: () => Promise<void>;
};

/** An engine's part of it. */
type Store = {
  write: (table: string, columns: readonly string[], rows: readonly Row[]) => Promise<void> | void;
  run: (text: string) => Promise<void> | void;
  finish: () => Promise<void> | void;
};

const codeTables = ['transaction_codes', 'unit_codes', 'product_codes', 'variation_codes', 'order_codes'];

function openSqliteFile(dataDir: string): Store {
  const connection = new BetterSqlite(path.join(dataDir, 'tindahan.db'));
  connection.pragma('journal_mode = off');
  connection.pragma('synchronous = off');
  connection.pragma('cache_size = -1000000');
  connection.pragma('foreign_keys = off');
  const made = connection
    .prepare<[], { type: string; name: string; sql: string }>(
      `select type, name, sql from sqlite_master
        where sql is not null and type in ('index', 'trigger') order by type`,
    )
    .all();
  for (const { type, name } of made) connection.exec(`drop ${type} ${name}`);
  // FTS5's index segments are merged once: ten times as fast as after every few thousand rows.
  const tune = (name: string, [hash, merge, crisis]: readonly [number, number, number]) => {
    connection.exec(`insert into ${name} (${name}, rank) values
      ('hashsize', ${hash}), ('automerge', ${merge}), ('crisismerge', ${crisis})`);
  };
  for (const name of codeTables) tune(name, [256 * 1024 * 1024, 0, 1999]);
  connection.exec('begin');
  const statements = new Map<string, BetterSqlite.Statement>();
  return {
    write: (table, columns, rows) => {
      const text = `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`;
      const statement = statements.get(text) ?? connection.prepare(text);
      statements.set(text, statement);
      for (const row of rows) statement.run(columns.map((column) => row[column] ?? null));
    },
    run: (text) => void connection.exec(text),
    finish: () => {
      for (const name of codeTables) {
        connection.exec(`insert into ${name} (${name}) values ('optimize')`);
        tune(name, [1024 * 1024, 4, 16]);
      }
      for (const { sql } of made) connection.exec(sql);
      connection.exec('commit');
      connection.pragma('journal_mode = wal');
      connection.close();
    },
  };
}

async function openPostgresDatabase(url: string): Promise<Store> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Neither foreign keys nor triggers.
  await client.query('set session_replication_role = replica');
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'`);
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes where schemaname = current_schema()
      and indexname not in (select conname from pg_constraint)`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return {
    write: async (table, columns, rows) => {
      const names = columns.join();
      await client.query(
        `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    },
    run: async (text) => void (await client.query(text)),
    finish: async () => {
      for (const { text } of indexes) await client.query(text);
      // Like autovacuum, a while after so many rows; SQLite never does this.
      await client.query('vacuum (freeze, analyze)');
      await client.query('checkpoint');
      await client.end();
    },
  };
}

/** Opens a database with all its tables for rows by the million. */
export async function openBulkWriter({ dataDir, databaseUrl }: DatabaseLocation): Promise<BulkWriter> {
  const store = databaseUrl === undefined ? openSqliteFile(dataDir) : await openPostgresDatabase(databaseUrl);
  const waiting = new Map<string, Row[]>();
  const flush = async (table: string, rows: Row[]) => {
    const [first] = rows;
    if (first) await store.write(table, Object.keys(first), rows);
    rows.length = 0;
  };
  return {
    insert: async (table, rows) => {
      const own = waiting.get(table) ?? [];
      waiting.set(table, own);
      for (const row of rows) {
        own.push(row);
        if (own.length >= ROWS_AT_ONCE) await flush(table, own);
      }
    },
    run: async (text) => store.run(text),
    close: async () => {
      for (const [table, rows] of waiting) await flush(table, rows);
      await store.finish();
    },
  };
}
