import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, createTables } from '../table.ts';

/** Creates imports: the file, the result of each of its rows, and the server's progress. */
export async function makeImports(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table imports (
      id integer primary key, kind text not null, state text not null, file_name text not null,
      content_hash text not null, headings_json text not null, sample_json text not null,
      columns_json text not null, has_costs integer not null, stores_json text not null,
      total_rows integer not null, seen_rows integer not null, good_rows integer not null,
      bad_rows integer not null, same_rows integer not null, made_rows integer not null,
      not_taken_rows integer not null, shown_rows integer not null, last_group integer not null,
      created_at bigint not null, created_by_id integer not null, warned_rows integer, store_id integer,
      applied_at bigint, applied_by_id integer, ended_at bigint, worker text, worker_until bigint,
      constraint import_store foreign key (store_id) references stores (id),
      constraint import_staff foreign key (created_by_id) references staff (id)
    );
    create table import_files (
      import_id integer not null, content bytes not null,
      constraint import_files_key primary key (import_id),
      constraint file_import foreign key (import_id) references imports (id)
    );
    create table import_rows (
      import_id integer not null, row_no integer not null, group_no integer not null, state text not null,
      cells_json text not null, data_json text, problems_json text, warnings_json text, row_key text,
      made_id integer,
      constraint import_rows_key primary key (import_id, row_no),
      constraint row_import foreign key (import_id) references imports (id)
    )`,
  );
  await addIndexes(database, {
    // The same file again, and the rows made from it.
    imports_by_content: 'imports(content_hash, kind, id)',
    // Imports being worked on, for the job that resumes them.
    imports_at_work: `imports(id) where state in ('checking', 'writing', 'appearing')`,
    // The rows of a state: in lists, and in the order of writing.
    import_rows_by_state: 'import_rows(import_id, state, group_no, row_no)',
    // Rows with the same content that were made before.
    import_rows_by_key: 'import_rows(import_id, row_key) where row_key is not null',
    // Rows with warnings, in the order of lists.
    import_rows_warned: 'import_rows(import_id, state, group_no, row_no) where warnings_json is not null',
  });
  // One file is written by one import at a time.
  await addUniqueIndexes(database, {
    one_import_of_file: `imports(content_hash, kind) where state in ('writing', 'appearing')`,
  });
}
