import pg from 'pg';
import { typesWithNumbers } from '../int8.ts';
import { hostsOf, openPostgres } from '../postgres.ts';
import { ROWS_AT_ONCE, type Source, type Table, type Target, type Value } from './side.ts';

const quoted = (name: string) => pg.escapeIdentifier(name);
const columnsOf = ({ columns }: Table) => columns.map(({ name }) => quoted(name)).join(', ');

async function connectTo(url: string, isCopying = false): Promise<pg.Client> {
  // Makes the tables, or brings them to this version.
  await (await openPostgres(url, { isCopying })).close();
  return hostsOf(url).connect({ types: typesWithNumbers });
}

/** The tables of the shop: all but those of the migrations, which the target has of itself, and those of the copy. */
async function tablesOf(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<{ table_name: string; column_name: string; data_type: string }>(
    `select table_name, column_name, data_type from information_schema.columns join information_schema.tables
     using (table_schema, table_name) where table_schema = current_schema() and table_type = 'BASE TABLE'
     and table_name not like 'kysely_%' and table_name not like 'copy_%' order by table_name, ordinal_position`,
  );
  const byName = Map.groupBy(rows, ({ table_name }) => table_name);
  return [...byName].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column_name, data_type }) => ({ name: column_name, type: data_type })),
  }));
}

function readFrom(client: pg.Client): Source['read'] {
  return async function* (table) {
    await client.query(
      `declare rows no scroll cursor with hold for select ${columnsOf(table)} from ${quoted(table.name)}`,
    );
    try {
      for (;;) {
        const fetch: pg.QueryArrayConfig = { text: `fetch ${ROWS_AT_ONCE} from rows`, rowMode: 'array' };
        const { rows } = await client.query<Value[]>(fetch);
        yield rows;
        if (rows.length < ROWS_AT_ONCE) return;
      }
    } finally {
      await client.query('close rows');
    }
  };
}

/** Opens a shop in PostgreSQL for reading, and lets nobody write to it meanwhile. */
export async function postgresSource(
  url: string,
): Promise<Source & { tables: () => Promise<readonly Table[]> }> {
  const client = await connectTo(url);
  const tables = await tablesOf(client);
  await client.query('begin isolation level repeatable read');
  await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in share mode`);
  return {
    tables: async () => tables,
    read: readFrom(client),
    close: () => client.end(),
  };
}

/** Foreign keys and indexes: dropped before the rows come, and made again at the end. */
const LATER = `
  select 'alter table ' || conrelid::regclass || ' drop constraint ' || quote_ident(conname) as drop,
    'alter table ' || conrelid::regclass || ' add constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as make,
    2 as place
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
  union all
  select 'drop index ' || indexrelid::regclass, pg_get_indexdef(indexrelid), 1
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = current_schema()::regnamespace and not exists (select 1 from pg_constraint where conindid = indexrelid)
  order by place desc`;

/** Takes a database without a shop, or one with half a copy, which `isAnew` fills again from its first table. */
async function prepare(client: pg.Client, tables: readonly Table[], isAnew: boolean): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('copy_later') is not null as there`,
  );
  const isBegun = rows[0]?.there === true;
  if (isBegun && !isAnew) return;
  const { rows: staff } = await client.query('select 1 from staff limit 1');
  if (!isBegun && staff.length > 0)
    throw new Error('There is a shop in this database already. Name an empty one.');
  await client.query('begin');
  await client.query('create table if not exists copy_done (name text primary key)');
  await client.query(
    'create table if not exists copy_later (place serial primary key, statement text not null)',
  );
  await client.query('delete from copy_done');
  const { rows: later } = await client.query<{ drop: string; make: string; place: number }>(LATER);
  for (const { drop } of later) await client.query(drop);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  for (const { make } of later.toSorted((a, b) => a.place - b.place))
    await client.query('insert into copy_later (statement) values ($1)', [make]);
  await client.query('commit');
}

/** Opens an empty database in PostgreSQL, or goes on with a copy that was interrupted there, or begins that one anew. */
export async function postgresTarget(url: string, isAnew: boolean): Promise<Target> {
  const client = await connectTo(url, true);
  const tables = await tablesOf(client);
  try {
    await prepare(client, tables, isAnew);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    tables: async () => tables,
    done: async () => {
      const { rows } = await client.query<{ name: string }>('select name from copy_done');
      return new Set(rows.map(({ name }) => name));
    },
    fill: async (table, rows) => {
      const arrays = table.columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
      const insert = `insert into ${quoted(table.name)} (${columnsOf(table)}) select * from unnest(${arrays})`;
      await client.query('begin');
      try {
        await client.query(`delete from ${quoted(table.name)}`);
        for await (const some of rows) {
          if (some.length === 0) continue;
          const values = table.columns.map((_, index) => some.map((row) => row[index]));
          await client.query({ name: `fill ${table.name}`, text: insert, values });
        }
        await client.query('insert into copy_done (name) values ($1)', [table.name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    },
    read: readFrom(client),
    finish: async () => {
      const { rows } = await client.query<{ place: number; statement: string }>(
        'select place, statement from copy_later order by place',
      );
      for (const { place, statement } of rows) {
        await client.query('begin');
        await client.query(statement);
        await client.query('delete from copy_later where place = $1', [place]);
        await client.query('commit');
      }
      for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
      await client.query('analyze');
      await client.query('drop table copy_later, copy_done');
    },
    close: () => client.end(),
  };
}
