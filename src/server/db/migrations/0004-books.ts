import { sql, type Kysely } from 'kysely';
import { table } from './table.ts';

/** The server's own books: answers by key, the audit log, the id series. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'idempotency_keys', {
    required: {
      staff_id: 'integer',
      method: 'text',
      path: 'text',
      key: 'text',
      body_hash: 'text',
      status: 'integer',
      answer_json: 'text',
      created_at: 'bigint',
    },
  })
    .addPrimaryKeyConstraint('one_answer_a_key', ['staff_id', 'method', 'path', 'key'])
    .execute();

  await table(database, 'audit_log', {
    required: { id: 'integer', at: 'bigint', action: 'text' },
    optional: {
      staff_id: 'integer',
      session_id: 'integer',
      store_id: 'integer',
      subject_id: 'integer',
      details_json: 'text',
    },
  }).execute();

  await table(database, 'id_blocks', { required: { name: 'text', next_id: 'integer' } })
    .addPrimaryKeyConstraint('id_blocks_key', ['name'])
    .execute();
  await sql`insert into id_blocks (name, next_id) values ('all', 1)`.execute(database);
}
