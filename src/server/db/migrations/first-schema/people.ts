import type { Kysely } from 'kysely';
import { addIndexes, createTables } from '../table.ts';

async function makeStores(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table stores (
      id integer primary key, code text not null, name text not null, name_key text not null,
      timezone text not null, is_active integer not null, is_warehouse integer not null,
      created_at bigint not null, address text, phone text, email text, settings_json text,
      keeps_shifts integer,
      constraint one_store_code unique (code)
    )`,
  );
}

async function makeStaff(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table staff (
      id integer primary key, name text not null, name_key text not null, email text not null,
      password_hash text not null, role text not null, is_active integer not null,
      must_change_password integer not null, created_at bigint not null, primary_store_id integer,
      last_login_at bigint, password_until bigint,
      constraint one_staff_email unique (email),
      constraint staff_primary_store foreign key (primary_store_id) references stores (id)
    );
    create table staff_stores (
      staff_id integer not null, store_id integer not null,
      constraint staff_stores_key primary key (staff_id, store_id)
    )`,
  );
  // Only differences from the defaults: a permission of a later version comes with its default roles.
  await createTables(
    database,
    `create table role_grants (
      role text not null, permission text not null, is_granted integer not null,
      constraint role_grants_key primary key (role, permission)
    )`,
  );
  await addIndexes(database, {
    staff_in_store: 'staff_stores(store_id, staff_id)',
    staff_by_name: 'staff(name_key, id)',
  });
}

async function makeSignIns(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table sessions (
      id integer primary key, token_hash text not null, staff_id integer not null,
      created_at bigint not null, expires_at bigint not null, device_name text, last_used_at bigint,
      address text, store_id integer,
      constraint one_session_token unique (token_hash),
      constraint session_staff foreign key (staff_id) references staff (id)
    )`,
  );
  await addIndexes(database, { sessions_of_staff: 'sessions(staff_id)' });
  await createTables(
    database,
    `create table login_failures (
      subject text not null, window_started_at bigint not null, failures integer not null,
      constraint login_failures_key primary key (subject)
    );
    create table password_resets (
      token_hash text not null, staff_id integer not null, created_at bigint not null,
      expires_at bigint not null,
      constraint password_resets_key primary key (token_hash),
      constraint password_reset_staff foreign key (staff_id) references staff (id)
    )`,
  );
}

async function makeApprovals(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table staff_pins (
      staff_id integer not null, changed_at bigint not null, pin_hash text, badge_id text, badge_hash text,
      constraint staff_pins_key primary key (staff_id),
      constraint pin_staff foreign key (staff_id) references staff (id),
      constraint one_badge unique (badge_id)
    );
    create table approvals (
      id integer primary key, token_hash text not null, store_id integer not null, act text not null,
      session_id integer not null, approver_id integer not null, created_at bigint not null,
      expires_at bigint not null, subject_id integer, used_at bigint,
      constraint approval_store foreign key (store_id) references stores (id),
      constraint approval_approver foreign key (approver_id) references staff (id),
      constraint one_approval_token unique (token_hash)
    )`,
  );
}

/** Creates stores, their staff with sign-ins, PINs and badges, and approvals. */
export async function makePeople(database: Kysely<unknown>): Promise<void> {
  await makeStores(database);
  await makeStaff(database);
  await makeSignIns(database);
  await makeApprovals(database);
}
