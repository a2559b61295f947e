import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/** What each till runs, as it told last, and the versions that were chosen for tills. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'tills', ['version text', 'system text', 'seen_at bigint', 'update_error text']);
  await runSql(
    database,
    `create table till_versions (
       id integer primary key, store_id integer not null, till_id integer not null, version text not null,
       constraint one_version_of_place unique (store_id, till_id)
     )`,
  );
}
