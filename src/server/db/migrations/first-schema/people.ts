import type { Kysely } from 'kysely';
import { addIndexes, table } from '../table.ts';

async function makeStores(database: Kysely<unknown>): Promise<void> {
  await table(database, 'stores', {
    required: {
      id: 'integer',
      code: 'text',
      name: 'text',
      name_key: 'text',
      timezone: 'text',
      is_active: 'integer',
      is_warehouse: 'integer',
      created_at: 'bigint',
    },
    optional: {
      address: 'text',
      phone: 'text',
      email: 'text',
      settings_json: 'text',
      keeps_shifts: 'integer',
    },
  })
    .addUniqueConstraint('one_store_code', ['code'])
    .execute();
}

async function makeStaff(database: Kysely<unknown>): Promise<void> {
  await table(database, 'staff', {
    required: {
      id: 'integer',
      name: 'text',
      name_key: 'text',
      email: 'text',
      password_hash: 'text',
      role: 'text',
      is_active: 'integer',
      must_change_password: 'integer',
      created_at: 'bigint',
    },
    optional: { primary_store_id: 'integer', last_login_at: 'bigint', password_until: 'bigint' },
  })
    .addUniqueConstraint('one_staff_email', ['email'])
    .addForeignKeyConstraint('staff_primary_store', ['primary_store_id'], 'stores', ['id'])
    .execute();
  await table(database, 'staff_stores', { required: { staff_id: 'integer', store_id: 'integer' } })
    .addPrimaryKeyConstraint('staff_stores_key', ['staff_id', 'store_id'])
    .execute();
  // Only differences from the defaults: a permission of a later version comes with its default roles.
  await table(database, 'role_grants', {
    required: { role: 'text', permission: 'text', is_granted: 'integer' },
  })
    .addPrimaryKeyConstraint('role_grants_key', ['role', 'permission'])
    .execute();
  await addIndexes(database, {
    staff_in_store: 'staff_stores(store_id, staff_id)',
    staff_by_name: 'staff(name_key, id)',
  });
}

async function makeSignIns(database: Kysely<unknown>): Promise<void> {
  await table(database, 'sessions', {
    required: {
      id: 'integer',
      token_hash: 'text',
      staff_id: 'integer',
      created_at: 'bigint',
      expires_at: 'bigint',
    },
    optional: { device_name: 'text', last_used_at: 'bigint', address: 'text', store_id: 'integer' },
  })
    .addUniqueConstraint('one_session_token', ['token_hash'])
    .addForeignKeyConstraint('session_staff', ['staff_id'], 'staff', ['id'])
    .execute();
  await addIndexes(database, { sessions_of_staff: 'sessions(staff_id)' });
  await table(database, 'login_failures', {
    required: { subject: 'text', window_started_at: 'bigint', failures: 'integer' },
  })
    .addPrimaryKeyConstraint('login_failures_key', ['subject'])
    .execute();
  await table(database, 'password_resets', {
    required: { token_hash: 'text', staff_id: 'integer', created_at: 'bigint', expires_at: 'bigint' },
  })
    .addPrimaryKeyConstraint('password_resets_key', ['token_hash'])
    .addForeignKeyConstraint('password_reset_staff', ['staff_id'], 'staff', ['id'])
    .execute();
}

async function makeApprovals(database: Kysely<unknown>): Promise<void> {
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

/** Creates stores, their staff with sign-ins, PINs and badges, and approvals. */
export async function makePeople(database: Kysely<unknown>): Promise<void> {
  await makeStores(database);
  await makeStaff(database);
  await makeSignIns(database);
  await makeApprovals(database);
}
