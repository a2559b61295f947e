import { sql, type Kysely } from 'kysely';
import { table } from './table.ts';

/** Each count that was made of a shift's drawer, also one that another took the place of. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'shift_counts', {
    required: {
      id: 'integer',
      shift_id: 'integer',
      at: 'bigint',
      staff_id: 'integer',
      // As the shift has them: denominations and other methods, and by method what there should have been.
      count_json: 'text',
      expected_json: 'text',
    },
  })
    .addForeignKeyConstraint('count_shift', ['shift_id'], 'shifts', ['id'])
    .addForeignKeyConstraint('count_counter', ['staff_id'], 'staff', ['id'])
    .execute();
  await database.schema.createIndex('counts_of_shift').on('shift_counts').column('shift_id').execute();
  // Of the counts that were made before, the one that stands; under its shift's id, which no other count has.
  await sql`insert into shift_counts (id, shift_id, at, staff_id, count_json, expected_json)
    select id, id, counted_at, counted_by_id, count_json, expected_json from shifts
    where count_json is not null`.execute(database);
}
