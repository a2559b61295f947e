import { sql, type Kysely } from 'kysely';
import { addColumns, table } from './table.ts';

/** What roles were granted and denied, sign-ins that can be told apart, passwords asked for by mail, and whoever did it all. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Only what differs from the default: a permission that a later version brings comes with the roles it is meant for.
  await table(database, 'role_grants', {
    required: { role: 'text', permission: 'text', is_granted: 'integer' },
  })
    .addPrimaryKeyConstraint('role_grants_key', ['role', 'permission'])
    .execute();

  // One row: grows with every change to stores, staff, roles and settings, so that open screens know of it.
  await table(database, 'shop_version', { required: { id: 'integer', version: 'integer' } }).execute();
  await sql`insert into shop_version (id, version) values (1, 1)`.execute(database);

  await table(database, 'password_resets', {
    required: { token_hash: 'text', staff_id: 'integer', created_at: 'bigint', expires_at: 'bigint' },
  })
    .addPrimaryKeyConstraint('password_resets_key', ['token_hash'])
    .addForeignKeyConstraint('password_reset_staff', ['staff_id'], 'staff', ['id'])
    .execute();

  await addColumns(database, 'sessions', { last_used_at: 'bigint', address: 'text' });
  // Until when a temporary password lets its person in.
  await addColumns(database, 'staff', { password_until: 'bigint' });

  const indexes = {
    sessions_of_staff: 'sessions(staff_id)',
    staff_in_store: 'staff_stores(store_id, staff_id)',
    staff_by_name: 'staff(name_key, id)',
    // What was done, newest first: by anybody, by one person.
    audit_by_time: 'audit_log(at, id)',
    audit_of_staff: 'audit_log(staff_id, at, id)',
  };
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}
