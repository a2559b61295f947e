import { PostgresAdapter, sql, type CreateTableBuilder, type Kysely } from 'kysely';

type ColumnType = 'integer' | 'bigint' | 'text' | 'bytes';
type Types = Record<string, ColumnType>;
type Columns = { required: Types; optional?: Types };

export const isPostgres = (database: Kysely<unknown>) =>
  database.getExecutor().adapter instanceof PostgresAdapter;

/** Returns the column type; only that of bytes differs between the engines. */
function typeOn(database: Kysely<unknown>, type: ColumnType) {
  if (type !== 'bytes') return type;
  return isPostgres(database) ? sql`bytea` : sql`blob`;
}

/** Builds a table of columns by type, not null unless optional; an `id` becomes the primary key. */
export function table(database: Kysely<unknown>, name: string, { required, optional = {} }: Columns) {
  let builder: CreateTableBuilder<string, string> = database.schema.createTable(name);
  for (const [column, type] of Object.entries(required)) {
    builder = builder.addColumn(column, typeOn(database, type), (c) =>
      column === 'id' ? c.primaryKey() : c.notNull(),
    );
  }
  for (const [column, type] of Object.entries(optional)) {
    builder = builder.addColumn(column, typeOn(database, type));
  }
  return builder;
}

/** Adds columns to a table that may hold rows already: all of them may be null. */
export async function addColumns(database: Kysely<unknown>, name: string, columns: Types): Promise<void> {
  for (const [column, type] of Object.entries(columns)) {
    await database.schema.alterTable(name).addColumn(column, typeOn(database, type)).execute();
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
  await table(database, name, { required: { code_text: 'text' } })
    .addColumn('rowid', 'integer', (column) => column.primaryKey())
    .execute();
  await sql`create index ${sql.id(`${name}_by_part`)} on ${sql.table(name)}
    using gin (code_text gin_trgm_ops) with (fastupdate = off)`.execute(database);
}
