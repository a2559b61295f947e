import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** The columns of an imported file that have cells, and the units of rows with a quantity. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'imports', ['filled_json text', 'units integer']);
  await addColumns(database, 'import_rows', ['also_made_json text']);
}
