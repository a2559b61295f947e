import type { CreateTableBuilder, Kysely } from 'kysely';

type Types = Record<string, 'integer' | 'bigint' | 'text'>;
type Columns = { required: Types; optional?: Types };

/** Columns by type, not null unless optional; an `id` becomes the primary key. */
export function table(database: Kysely<unknown>, name: string, { required, optional = {} }: Columns) {
  let builder: CreateTableBuilder<string, string> = database.schema.createTable(name);
  for (const [column, type] of Object.entries(required)) {
    builder = builder.addColumn(column, type, (c) => (column === 'id' ? c.primaryKey() : c.notNull()));
  }
  for (const [column, type] of Object.entries(optional)) builder = builder.addColumn(column, type);
  return builder;
}
