import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/**
 * The numbers of a credential's series that its till told of and that did not come yet, with the moment after which they were made.
 * Numbers that were told before this migration count from when the credential was made.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'till_credentials', [`told_numbers_json text not null default '[]'`]);
  await runSql(
    database,
    `update till_credentials
       set told_numbers_json = '[{"to":' || cast(last_no as text) || ',"since":' || cast(created_at as text) || '}]'
       where last_no > came`,
  );
}
