import { sql, type Kysely } from 'kysely';
import { addColumns } from './table.ts';

/** Rows without numbers are told by what they say, wherever they stand in a file; and what is odd of a row, but no problem. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'import_rows', { row_key: 'text', warnings_json: 'text' });
  await addColumns(database, 'imports', { warned_rows: 'integer' });
  const indexes = {
    // What of the same content was made before.
    import_rows_by_key: 'import_rows(import_id, row_key) where row_key is not null',
    // The rows to look at again before they are taken, in the order of lists.
    import_rows_warned: 'import_rows(import_id, state, group_no, row_no) where warnings_json is not null',
  };
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}
