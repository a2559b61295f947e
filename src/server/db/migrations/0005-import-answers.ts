import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/** What the uploader of a file answers, and imports that are taken back. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'imports', [
    'makes_names integer',
    'new_names_json text',
    'made_names_json text',
    'takes_again integer',
    'again_rows integer',
    'undone_at bigint',
    'undone_by_id integer',
    'undo_stores_json text',
    'undone_count integer',
    'kept_count integer',
  ]);
  await runSql(
    database,
    `drop index imports_at_work;
    create index imports_at_work on imports(id) where state in ('checking', 'writing', 'appearing', 'undoing')`,
  );
}
