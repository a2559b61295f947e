import { type Kysely, sql } from 'kysely';
import { addIndexes, addUniqueIndexes, createTables, isPostgres } from '../table.ts';

async function makeSeries(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table idempotency_keys (
      staff_id integer not null, method text not null, path text not null, key text not null,
      body_hash text not null, status integer not null, answer_json text not null,
      created_at bigint not null,
      constraint one_answer_a_key primary key (staff_id, method, path, key)
    );
    create table id_blocks (
      name text not null, next_id integer not null,
      constraint id_blocks_key primary key (name)
    )`,
  );
  await sql`insert into id_blocks (name, next_id) values ('all', 1)`.execute(database);
  await createTables(
    database,
    `create table number_series (
      store_id integer not null, kind text not null, last_no integer not null,
      constraint number_series_key primary key (store_id, kind)
    )`,
  );
  // One row: grows with every change to stores, staff, roles and settings, so that open screens notice it.
  await createTables(
    database,
    `create table shop_version (
      id integer primary key, version integer not null
    )`,
  );
  await sql`insert into shop_version (id, version) values (1, 1)`.execute(database);
  await createTables(
    database,
    `create table chain_settings (
      id integer primary key, settings_json text not null
    )`,
  );
}

const REFUSAL = 'The audit log is only appended to';

async function guardOnSqlite(database: Kysely<unknown>): Promise<void> {
  const refuse = sql`begin select raise(abort, ${sql.lit(REFUSAL)}); end`;
  await sql`create trigger audit_stays before update on audit_log ${refuse}`.execute(database);
  await sql`create trigger audit_is_kept before delete on audit_log
    when old.at >= coalesce((select before from audit_pruning where id = 1), 0) ${refuse}`.execute(database);
}

async function guardOnPostgres(database: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_audit_change() returns trigger language plpgsql as ${sql.lit(`begin
    if tg_op = 'DELETE' and old.at < coalesce((select before from audit_pruning where id = 1), 0) then
      return old;
    end if;
    raise exception '${REFUSAL}';
  end`)}`.execute(database);
  await sql`create trigger audit_stays before update or delete on audit_log
    for each row execute function refuse_audit_change()`.execute(database);
  await sql`create trigger audit_is_whole before truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(database);
}

/** Creates the audit log: its rows never change, and only expired ones are deleted. */
async function makeAuditLog(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table audit_log (
      id integer primary key, at bigint not null, action text not null, staff_id integer,
      session_id integer, store_id integer, subject_id integer, details_json text
    );
    create table audit_pruning (
      id integer primary key, before bigint not null
    )`,
  );
  await (isPostgres(database) ? guardOnPostgres(database) : guardOnSqlite(database));
  await addIndexes(database, {
    // The newest audit events: of all people, of one person.
    audit_by_time: 'audit_log(at, id)',
    audit_of_staff: 'audit_log(staff_id, at, id)',
    // Events other than sales: sales are so many that their own events are found by time.
    audit_beside_sales: `audit_log(action, at, id)
      where action not like 'transactions.%' and action not like 'payments.%'`,
    // Only receipts that were sent again are looked up by their target: a sale needs no entry there.
    audit_of_receipts: `audit_log(subject_id, at, id)
      where action in ('transactions.printReceipt', 'transactions.emailReceipt')`,
  });
}

async function makeMedia(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table media (
      id integer primary key, kind text not null, content_type text not null, created_at bigint not null,
      created_by_id integer not null, store_id integer, content_key text
    );
    create table media_files (
      media_id integer not null, size text not null, bytes bytes not null,
      constraint media_files_key primary key (media_id, size),
      constraint file_media foreign key (media_id) references media (id)
    )`,
  );
  await addIndexes(database, { media_by_age: 'media(kind, created_at)' });
}

async function makeMails(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table outbox (
      id integer primary key, recipient text not null, subject text not null, text text not null,
      html text not null, created_at bigint not null, next_attempt_at bigint not null,
      attempts integer not null, sent_at bigint, last_error text, transaction_id integer, staff_id integer
    )`,
  );
  await addIndexes(database, {
    outbox_waiting: 'outbox(next_attempt_at) where sent_at is null',
    // The number of mails that a person asked for recently.
    outbox_asked: 'outbox(staff_id, created_at)',
  });
}

/** Creates the server's own tables: answers by key, ids and numbers, settings, the audit log, pictures and mails. */
export async function makeBooks(database: Kysely<unknown>): Promise<void> {
  await makeSeries(database);
  await makeAuditLog(database);
  await makeMedia(database);
  await makeMails(database);
}

const indexes = {
  entries_of_store: 'till_entries(store_id, at)',
  shifts_of_store: 'shifts(store_id, opened_at, id)',
  z_readings_of_store: 'z_readings(store_id, business_date, id)',
  corrections_of_shift: 'till_entries(corrects_shift_id) where corrects_shift_id is not null',
  entries_of_shift: 'till_entries(shift_id) where shift_id is not null',
  counts_of_shift: 'shift_counts(shift_id)',
};

/** Creates tills, their shifts with each count of a drawer, all cash movements, and their days' readings. */
export async function makeTills(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table tills (
      id integer primary key, store_id integer not null, name text not null, unique_name text not null,
      grand_total bigint not null, last_z_no integer not null, claim_no integer not null,
      created_at bigint not null, created_by_id integer not null, device_key text, retired_at bigint,
      constraint till_store foreign key (store_id) references stores (id),
      constraint till_creator foreign key (created_by_id) references staff (id),
      constraint one_till_name unique (store_id, unique_name),
      constraint one_till_of_device unique (store_id, device_key)
    );
    create table shifts (
      id integer primary key, number text not null, store_id integer not null, till_id integer not null,
      status text not null, claim_no integer not null, opened_at bigint not null,
      opened_by_id integer not null, float_amount bigint not null, float_json text, counted_at bigint,
      counted_by_id integer, count_json text, counted_amount bigint, expected_json text, difference bigint,
      differs integer, counts_made integer, closed_at bigint, closed_by_id integer, reason text,
      constraint shift_store foreign key (store_id) references stores (id),
      constraint shift_till foreign key (till_id) references tills (id),
      constraint shift_opener foreign key (opened_by_id) references staff (id),
      constraint one_shift_number unique (number)
    );
    create table till_entries (
      id integer primary key, store_id integer not null, at bigint not null, kind text not null,
      amount bigint not null, quantity integer not null, discount bigint not null, tax bigint not null,
      written_off bigint not null, staff_id integer not null, method text, till_id integer,
      shift_id integer, approved_by_id integer, transaction_id integer, corrects_shift_id integer,
      invoice_no integer, reason text,
      constraint entry_store foreign key (store_id) references stores (id),
      constraint entry_shift foreign key (shift_id) references shifts (id)
    );
    create table z_readings (
      id integer primary key, store_id integer not null, till_id integer not null, no integer not null,
      business_date text not null, taken_at bigint not null, taken_by_id integer not null,
      reading_json text not null,
      constraint z_store foreign key (store_id) references stores (id),
      constraint z_till foreign key (till_id) references tills (id),
      constraint z_taker foreign key (taken_by_id) references staff (id),
      constraint one_z_number unique (till_id, no)
    )`,
  );
  // The part of a shift that happened on one day is in one reading.
  await createTables(
    database,
    `create table z_reading_shifts (
      shift_id integer not null, business_date text not null, z_reading_id integer not null,
      is_last integer not null,
      constraint z_shift_key primary key (shift_id, business_date),
      constraint z_shift foreign key (shift_id) references shifts (id),
      constraint z_shift_reading foreign key (z_reading_id) references z_readings (id)
    );
    create table shift_counts (
      id integer primary key, shift_id integer not null, at bigint not null, staff_id integer not null,
      count_json text not null, expected_json text not null,
      constraint count_shift foreign key (shift_id) references shifts (id),
      constraint count_counter foreign key (staff_id) references staff (id)
    )`,
  );
  await addIndexes(database, indexes);
  // Invariant: a till has one open shift at a time.
  await addUniqueIndexes(database, { one_open_shift: 'shifts(till_id) where closed_at is null' });
}
