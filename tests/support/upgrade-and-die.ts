// node tests/support/upgrade-and-die.ts FOLDER STATEMENT: upgrades a SQLite shop by a planted migration, and kills itself
// before the statement of that number. Prints the number of statements if it lives. BIG=1 makes the migration write 3 MB.
import BetterSqlite from 'better-sqlite3';
import { sql, type Kysely } from 'kysely';
import { migrations } from '#server/db/migrate.ts';
import { openSqlite } from '#server/db/sqlite.ts';

const [dataDir = '', last = 'Infinity'] = process.argv.slice(2);

/** What a large upgrade does: a new table, a filled column, a table that is made anew under its old name. */
async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    'create table planted (id integer primary key, name text not null)',
    'insert into planted (id, name) select id, name from staff',
    `alter table customers add column planted text`,
    `update customers set planted = name`,
    'create table manufacturers_new (id integer primary key, name text not null, unique_name text not null, planted text)',
    'insert into manufacturers_new (id, name, unique_name) select id, name, unique_name from manufacturers',
    'drop table planted',
    'alter table manufacturers_new rename to planted',
    'create index planted_by_name on planted (name)',
  ];
  if (process.env.BIG) statements.push('create table big as select zeroblob(3000000) as bytes');
  for (const statement of statements) await sql.raw(statement).execute(database);
}

// Every statement of this process passes here, whoever prepares it.
let count = 0;
const prototype = BetterSqlite.prototype as { prepare: (text: string) => unknown };
const prepare = prototype.prepare;
prototype.prepare = function prepareOrDie(text) {
  count += 1;
  if (count >= Number(last)) process.kill(process.pid, 'SIGKILL');
  return prepare.call(this, text);
};

try {
  const database = await openSqlite(dataDir, {
    provider: {
      getMigrations: async () => ({ ...(await migrations.getMigrations()), '9000-planted': { up } }),
    },
  });
  await database.close();
  console.log(count);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
