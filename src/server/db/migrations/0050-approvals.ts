import type { Kysely } from 'kysely';
import { table } from './table.ts';

/** The PINs and badges of people, and what was approved with them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'staff_pins', {
    required: { staff_id: 'integer', changed_at: 'bigint' },
    optional: { pin_hash: 'text', badge_id: 'text', badge_hash: 'text' },
  })
    .addPrimaryKeyConstraint('staff_pins_key', ['staff_id'])
    .addForeignKeyConstraint('pin_staff', ['staff_id'], 'staff', ['id'])
    .addUniqueConstraint('one_badge', ['badge_id'])
    .execute();
  await table(database, 'approvals', {
    required: {
      id: 'integer',
      token_hash: 'text',
      store_id: 'integer',
      act: 'text',
      session_id: 'integer',
      approver_id: 'integer',
      created_at: 'bigint',
      expires_at: 'bigint',
    },
    optional: { subject_id: 'integer', used_at: 'bigint' },
  })
    .addForeignKeyConstraint('approval_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('approval_approver', ['approver_id'], 'staff', ['id'])
    .addUniqueConstraint('one_approval_token', ['token_hash'])
    .execute();
}
