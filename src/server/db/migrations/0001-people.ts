import type { Kysely } from 'kysely';
import { table } from './table.ts';

/** Stores, the staff who work in them with their sign-ins, and customers. */
export async function up(database: Kysely<unknown>): Promise<void> {
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
    optional: { address: 'text', phone: 'text', email: 'text', settings_json: 'text' },
  })
    .addUniqueConstraint('one_store_code', ['code'])
    .execute();

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
    optional: { primary_store_id: 'integer', last_login_at: 'bigint' },
  })
    .addUniqueConstraint('one_staff_email', ['email'])
    .addForeignKeyConstraint('staff_primary_store', ['primary_store_id'], 'stores', ['id'])
    .execute();

  await table(database, 'staff_stores', { required: { staff_id: 'integer', store_id: 'integer' } })
    .addPrimaryKeyConstraint('staff_stores_key', ['staff_id', 'store_id'])
    .execute();

  await table(database, 'sessions', {
    required: {
      id: 'integer',
      token_hash: 'text',
      staff_id: 'integer',
      created_at: 'bigint',
      expires_at: 'bigint',
    },
    optional: { device_name: 'text' },
  })
    .addUniqueConstraint('one_session_token', ['token_hash'])
    .addForeignKeyConstraint('session_staff', ['staff_id'], 'staff', ['id'])
    .execute();

  await table(database, 'login_failures', {
    required: { subject: 'text', window_started_at: 'bigint', failures: 'integer' },
  })
    .addPrimaryKeyConstraint('login_failures_key', ['subject'])
    .execute();

  await table(database, 'customer_groups', {
    required: { id: 'integer', name: 'text', slug: 'text', discount_percentage: 'integer' },
  })
    .addUniqueConstraint('one_group_slug', ['slug'])
    .execute();

  await table(database, 'customers', {
    required: {
      id: 'integer',
      name: 'text',
      name_key: 'text',
      phone: 'text',
      phone_key: 'text',
      loyalty_points: 'bigint',
      created_at: 'bigint',
    },
    optional: { email: 'text', customer_group_id: 'integer' },
  })
    .addForeignKeyConstraint('customer_group', ['customer_group_id'], 'customer_groups', ['id'])
    .execute();
}
