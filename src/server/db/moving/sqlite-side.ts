import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { openSqlite } from '../sqlite.ts';
import { databaseFile } from '../sqlite-copy.ts';
import { ROWS_AT_ONCE, type Row, type Source, type Table, type Target } from './side.ts';

const quoted = (name: string) => `"${name}"`;
const columnsOf = ({ columns }: Table) => columns.map(({ name }) => quoted(name)).join(', ');

function readFrom(connection: BetterSqlite.Database): Source['read'] {
  return async function* (table) {
    const rows = connection
      .prepare(`select ${columnsOf(table)} from ${quoted(table.name)}`)
      .raw()
      .iterate();
    let some: Row[] = [];
    for (const row of rows) {
      some.push(row as Row);
      if (some.length < ROWS_AT_ONCE) continue;
      yield some;
      some = [];
    }
    yield some;
  };
}

/** Opens the SQLite shop of a data folder for reading; its tables are those of this version. */
export async function sqliteSource(dataDir: string): Promise<Source> {
  if (!existsSync(databaseFile(dataDir)))
    throw new Error(`There is no shop in ${dataDir}. DATA_DIR names its folder.`);
  await (await openSqlite(dataDir)).close();
  const connection = new BetterSqlite(databaseFile(dataDir), { readonly: true });
  connection.exec('begin');
  return {
    read: readFrom(connection),
    close: async () => {
      connection.close();
    },
  };
}

/** Makes an SQLite shop in a data folder without one; nothing is there before it is whole. */
export async function sqliteTarget(
  dataDir: string,
  tables: () => Promise<readonly Table[]>,
): Promise<Target> {
  const file = databaseFile(dataDir);
  if (existsSync(file)) throw new Error(`There is a shop in ${dataDir} already. Name an empty folder.`);
  const unfinished = path.join(dataDir, 'copying');
  rmSync(unfinished, { recursive: true, force: true });
  await (await openSqlite(unfinished)).close();
  const connection = new BetterSqlite(databaseFile(unfinished));
  connection.pragma('synchronous = OFF');
  connection.pragma('foreign_keys = OFF');
  // They are built anew at the end: triggers would count twice, and indexes would be sorted row by row.
  const later = connection
    .prepare<[], { type: string; name: string; sql: string }>(
      `select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null order by type`,
    )
    .all();
  for (const { type, name } of later) connection.exec(`drop ${type} ${quoted(name)}`);
  const close = async () => {
    connection.close();
    rmSync(unfinished, { recursive: true, force: true });
  };
  return {
    tables,
    done: async () => new Set<string>(),
    fill: async (table, rows) => {
      const places = table.columns.map(() => '?').join(', ');
      connection.exec(`begin; delete from ${quoted(table.name)}`);
      const insert = connection.prepare(
        `insert into ${quoted(table.name)} (${columnsOf(table)}) values (${places})`,
      );
      for await (const some of rows) for (const row of some) insert.run(row);
      connection.exec('commit');
    },
    read: readFrom(connection),
    finish: async () => {
      for (const { sql } of later) connection.exec(sql);
      const broken = connection.pragma('foreign_key_check') as unknown[];
      if (broken.length > 0) throw new Error(`${broken.length} rows refer to others that are not there`);
      connection.exec('analyze');
      connection.pragma('wal_checkpoint(TRUNCATE)');
      connection.pragma('synchronous = FULL');
      renameSync(databaseFile(unfinished), file);
    },
    close,
  };
}
