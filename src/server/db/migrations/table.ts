import { PostgresAdapter, sql, type Kysely } from 'kysely';

export const isPostgres = (database: Kysely<unknown>) =>
  database.getExecutor().adapter instanceof PostgresAdapter;

/** SQL for this engine: only the type of bytes differs, and is written as `bytes`. */
const onEngine = (database: Kysely<unknown>, statement: string) =>
  sql.raw(statement.replaceAll(/(\w) bytes\b/g, isPostgres(database) ? '$1 bytea' : '$1 blob'));

/** Creates tables by statements that both engines read, separated by semicolons. */
export async function createTables(database: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of statements.split(';')) await onEngine(database, statement).execute(database);
}

/** Adds columns to a table that may hold rows already: `['website text']`. They may be null, or have a default. */
export async function addColumns(database: Kysely<unknown>, name: string, columns: string[]): Promise<void> {
  for (const column of columns) {
    await onEngine(database, `alter table ${name} add column ${column}`).execute(database);
  }
}

/** Adds indexes by name: the table with the columns, and a condition for partial ones. */
export async function addIndexes(database: Kysely<unknown>, indexes: Record<string, string>): Promise<void> {
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}

/** Adds unique indexes in the form of `addIndexes`. */
export async function addUniqueIndexes(
  database: Kysely<unknown>,
  indexes: Record<`one_${string}`, string>,
): Promise<void> {
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create unique index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}

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
  await createTables(database, `create table ${name} (code_text text not null, rowid integer primary key)`);
  await sql`create index ${sql.id(`${name}_by_part`)} on ${sql.table(name)}
    using gin (code_text gin_trgm_ops) with (fastupdate = off)`.execute(database);
}
