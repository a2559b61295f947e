import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, table } from '../table.ts';

/** Creates imports: the file, the result of each of its rows, and the server's progress. */
export async function makeImports(database: Kysely<unknown>): Promise<void> {
  await table(database, 'imports', {
    required: {
      id: 'integer',
      kind: 'text',
      state: 'text',
      file_name: 'text',
      content_hash: 'text',
      headings_json: 'text',
      sample_json: 'text',
      columns_json: 'text',
      has_costs: 'integer',
      stores_json: 'text',
      total_rows: 'integer',
      seen_rows: 'integer',
      good_rows: 'integer',
      bad_rows: 'integer',
      same_rows: 'integer',
      made_rows: 'integer',
      not_taken_rows: 'integer',
      shown_rows: 'integer',
      last_group: 'integer',
      created_at: 'bigint',
      created_by_id: 'integer',
    },
    optional: {
      warned_rows: 'integer',
      store_id: 'integer',
      applied_at: 'bigint',
      applied_by_id: 'integer',
      ended_at: 'bigint',
      worker: 'text',
      worker_until: 'bigint',
    },
  })
    .addForeignKeyConstraint('import_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('import_staff', ['created_by_id'], 'staff', ['id'])
    .execute();
  await table(database, 'import_files', { required: { import_id: 'integer', content: 'bytes' } })
    .addPrimaryKeyConstraint('import_files_key', ['import_id'])
    .addForeignKeyConstraint('file_import', ['import_id'], 'imports', ['id'])
    .execute();
  await table(database, 'import_rows', {
    required: {
      import_id: 'integer',
      row_no: 'integer',
      group_no: 'integer',
      state: 'text',
      cells_json: 'text',
    },
    optional: {
      data_json: 'text',
      problems_json: 'text',
      warnings_json: 'text',
      row_key: 'text',
      made_id: 'integer',
    },
  })
    .addPrimaryKeyConstraint('import_rows_key', ['import_id', 'row_no'])
    .addForeignKeyConstraint('row_import', ['import_id'], 'imports', ['id'])
    .execute();
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
