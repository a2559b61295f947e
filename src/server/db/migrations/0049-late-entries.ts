import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/**
 * Entries of sales that were recorded after the shift that they were made in took no more: without an open one they wait for
 * their till's next shift, and a Z reading names them. Where that never opens, the reading of another till does.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'till_entries', ['is_late integer not null default 0', 'named_in_z_id integer']);
  await runSql(database, 'create index late_entries on till_entries(store_id, at) where is_late = 1');
}
