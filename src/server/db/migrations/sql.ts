import { PostgresAdapter, sql, type Kysely } from 'kysely';

export const isPostgres = (database: Kysely<unknown>) =>
  database.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Runs statements that both engines read, separated by semicolons; lines may be comments (`--`). Only the type of bytes
 * differs between the engines: it is written as `bytes`.
 */
export async function runSql(database: Kysely<unknown>, statements: string): Promise<void> {
  const onEngine = statements
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/(\w) bytes\b/g, isPostgres(database) ? '$1 bytea' : '$1 blob');
  for (const statement of onEngine.split(';')) {
    if (statement.trim()) await sql.raw(statement).execute(database);
  }
}

/** Adds columns to a table that may hold rows already: `['website text']`. They may be null, or have a default. */
export const addColumns = (database: Kysely<unknown>, name: string, columns: string[]) =>
  runSql(database, columns.map((column) => `alter table ${name} add column ${column}`).join(';'));

/**
 * Creates a table of codes that are searched by any part (`db/search-codes.ts`). On PostgreSQL without the pending list
 * of the index: every search would read all of it, and now and then one sale would pay for sorting it in.
 */
export async function addCodes(database: Kysely<unknown>, name: `${string}_codes`): Promise<void> {
  if (!isPostgres(database)) {
    await sql`create virtual table ${sql.table(name)}
      using fts5(code_text, tokenize = 'trigram', columnsize = 0)`.execute(database);
    return;
  }
  await runSql(database, `create table ${name} (code_text text not null, rowid integer primary key)`);
  await sql`create index ${sql.id(`${name}_by_part`)} on ${sql.table(name)}
    using gin (code_text gin_trgm_ops) with (fastupdate = off)`.execute(database);
}
