import { PostgresAdapter, sql, type CreateTableBuilder, type Kysely } from 'kysely';

type ColumnType = 'integer' | 'bigint' | 'text' | 'bytes';
type Types = Record<string, ColumnType>;
type Columns = { required: Types; optional?: Types };

/** Bytes have a name of their own on each engine. */
function typeOn(database: Kysely<unknown>, type: ColumnType) {
  if (type !== 'bytes') return type;
  return database.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;
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
