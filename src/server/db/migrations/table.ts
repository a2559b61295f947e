import { PostgresAdapter, sql, type CreateTableBuilder, type Kysely } from 'kysely';

type ColumnType = 'integer' | 'bigint' | 'text' | 'bytes';
type Types = Record<string, ColumnType>;
type Columns = { required: Types; optional?: Types };

export const isPostgres = (database: Kysely<unknown>) =>
  database.getExecutor().adapter instanceof PostgresAdapter;

/** Bytes have a name of their own on each engine. */
function typeOn(database: Kysely<unknown>, type: ColumnType) {
  if (type !== 'bytes') return type;
  return isPostgres(database) ? sql`bytea` : sql`blob`;
}

/** Columns by type, not null unless optional; an `id` becomes the primary key. */
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

/** More columns for a table that may hold rows already: all of them may be null. */
export async function addColumns(database: Kysely<unknown>, name: string, columns: Types): Promise<void> {
  for (const [column, type] of Object.entries(columns)) {
    await database.schema.alterTable(name).addColumn(column, typeOn(database, type)).execute();
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
  await table(database, name, { required: { code_text: 'text' } })
    .addColumn('rowid', 'integer', (column) => column.primaryKey())
    .execute();
  await sql`create index ${sql.id(`${name}_by_part`)} on ${sql.table(name)}
    using gin (code_text gin_trgm_ops) with (fastupdate = off)`.execute(database);
}
