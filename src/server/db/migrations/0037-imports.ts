import { sql, type Kysely } from 'kysely';
import { SOLD_OR_BACK, soldStatements, unitStatements } from './0018-kept-counts.ts';
import { table } from './table.ts';
import { addTriggers, dropTriggers, type Trigger } from './triggers.ts';

/** A unit that an import has written and does not show yet is gone since the beginning of time. */
export const isHidden = (row: 'new' | 'old') => `coalesce(${row}.sold_at, 1) = 0`;

const on = { table: 'inventory_items' } as const;

/** Hidden units count nowhere; when they are shown, they come. */
const replaced: readonly Trigger[] = [
  {
    ...on,
    name: 'unit_came',
    event: 'insert',
    when: `not (${isHidden('new')})`,
    statements: unitStatements('new', '+'),
  },
  {
    ...on,
    name: 'unit_sold_or_back',
    event: 'update',
    when: `${SOLD_OR_BACK} and not (${isHidden('old')})`,
    statements: soldStatements(),
  },
];
const added: readonly Trigger[] = [
  {
    ...on,
    name: 'unit_shown',
    event: 'update',
    when: `${isHidden('old')} and not (${isHidden('new')})`,
    statements: unitStatements('new', '+'),
  },
];

/** What people bring in from files: the file, what each of its rows came to, and how far the server is. */
export async function up(database: Kysely<unknown>): Promise<void> {
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
    optional: { data_json: 'text', problems_json: 'text', made_id: 'integer' },
  })
    .addPrimaryKeyConstraint('import_rows_key', ['import_id', 'row_no'])
    .addForeignKeyConstraint('row_import', ['import_id'], 'imports', ['id'])
    .execute();
  const indexes = {
    // The same file again, and what of it was made.
    imports_by_content: 'imports(content_hash, kind, id)',
    // What the server is at, for whoever goes on with it.
    imports_at_work: `imports(id) where state in ('checking', 'writing', 'appearing')`,
    // The rows of a state: in lists, and in the order in which they are written.
    import_rows_by_state: 'import_rows(import_id, state, group_no, row_no)',
  };
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
  // One file is written by one import at a time.
  await sql`create unique index one_import_of_file on imports(content_hash, kind)
    where state in ('writing', 'appearing')`.execute(database);
  // A store's list of what was sold has nothing of an import that is not over.
  await sql`drop index units_sold`.execute(database);
  await sql`create index units_sold on inventory_items(store_id, created_at, id, product_variation_id)
    where sold_at > 0`.execute(database);
  await dropTriggers(database, replaced);
  await addTriggers(database, [...replaced, ...added]);
}
