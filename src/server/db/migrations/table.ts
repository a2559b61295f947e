import { PostgresAdapter, sql, type Kysely } from 'kysely';

export const isPostgres = (database: Kysely<unknown>) =>
  database.getExecutor().adapter instanceof PostgresAdapter;

/** SQL with the engine's own type in the place of `bytes`. */
const onEngine = (database: Kysely<unknown>, statement: string) =>
  sql.raw(statement.replaceAll(/(\w) bytes\b/g, isPostgres(database) ? '$1 bytea' : '$1 blob'));

/** Creates tables by statements that both engines read, parted by semicolons; columns of bytes have the type `bytes`. */
export async function createTables(database: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of statements.split(';')) await onEngine(database, statement).execute(database);
}

/** Adds columns to a table that may hold rows already: `['website text']`. */
export async function addColumns(database: Kysely<unknown>, name: string, columns: string[]): Promise<void> {
  for (const column of columns) {
    await onEngine(database, `alter table ${name} add column ${column}`).execute(database);
  }
}

/** Indexes by their names: the table with the columns, and a condition where one is for some rows alone. */
export async function addIndexes(database: Kysely<unknown>, indexes: Record<string, string>): Promise<void> {
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}

/** Unique indexes, as `addIndexes` takes them. */
export async function addUniqueIndexes(
  database: Kysely<unknown>,
  indexes: Record<`one_${string}`, string>,
): Promise<void> {
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create unique index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}

/**
 * A table of codes that are searched for any part of them (`db/search-codes.ts`). On PostgreSQL without the list of entries
 * that are not yet sorted into the index: every search would read all of it, and now and then one sale would pay for all
 * the others.
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
