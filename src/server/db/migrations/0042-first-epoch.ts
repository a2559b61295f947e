import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/** When the data began: those whose epoch is another one were restored since. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'data_version', ['first_epoch bigint not null default 0']);
  await runSql(database, 'update data_version set first_epoch = epoch');
}
