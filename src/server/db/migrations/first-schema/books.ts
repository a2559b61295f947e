import { type Kysely, sql } from 'kysely';
import { addIndexes, addUniqueIndexes, isPostgres, table } from '../table.ts';

async function makeSeries(database: Kysely<unknown>): Promise<void> {
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
  await table(database, 'id_blocks', { required: { name: 'text', next_id: 'integer' } })
    .addPrimaryKeyConstraint('id_blocks_key', ['name'])
    .execute();
  await sql`insert into id_blocks (name, next_id) values ('all', 1)`.execute(database);
  await table(database, 'number_series', {
    required: { store_id: 'integer', kind: 'text', last_no: 'integer' },
  })
    .addPrimaryKeyConstraint('number_series_key', ['store_id', 'kind'])
    .execute();
  // One row: grows with every change to stores, staff, roles and settings, so that open screens notice it.
  await table(database, 'shop_version', { required: { id: 'integer', version: 'integer' } }).execute();
  await sql`insert into shop_version (id, version) values (1, 1)`.execute(database);
  await table(database, 'chain_settings', {
    required: { id: 'integer', settings_json: 'text' },
  }).execute();
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
  await table(database, 'audit_pruning', { required: { id: 'integer', before: 'bigint' } }).execute();
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
  await table(database, 'media', {
    required: {
      id: 'integer',
      kind: 'text',
      content_type: 'text',
      created_at: 'bigint',
      created_by_id: 'integer',
    },
    optional: { store_id: 'integer', content_key: 'text' },
  }).execute();
  await table(database, 'media_files', { required: { media_id: 'integer', size: 'text', bytes: 'bytes' } })
    .addPrimaryKeyConstraint('media_files_key', ['media_id', 'size'])
    .addForeignKeyConstraint('file_media', ['media_id'], 'media', ['id'])
    .execute();
  await addIndexes(database, { media_by_age: 'media(kind, created_at)' });
}

async function makeMails(database: Kysely<unknown>): Promise<void> {
  await table(database, 'outbox', {
    required: {
      id: 'integer',
      recipient: 'text',
      subject: 'text',
      text: 'text',
      html: 'text',
      created_at: 'bigint',
      next_attempt_at: 'bigint',
      attempts: 'integer',
    },
    optional: {
      sent_at: 'bigint',
      last_error: 'text',
      transaction_id: 'integer',
      staff_id: 'integer',
    },
  }).execute();
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
  await table(database, 'tills', {
    required: {
      id: 'integer',
      store_id: 'integer',
      name: 'text',
      unique_name: 'text',
      grand_total: 'bigint',
      last_z_no: 'integer',
      claim_no: 'integer',
      created_at: 'bigint',
      created_by_id: 'integer',
    },
    // The device that is this till now; null once it is retired.
    optional: { device_key: 'text', retired_at: 'bigint' },
  })
    .addForeignKeyConstraint('till_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('till_creator', ['created_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_till_name', ['store_id', 'unique_name'])
    .addUniqueConstraint('one_till_of_device', ['store_id', 'device_key'])
    .execute();
  await table(database, 'shifts', {
    required: {
      id: 'integer',
      number: 'text',
      store_id: 'integer',
      till_id: 'integer',
      status: 'text',
      claim_no: 'integer',
      opened_at: 'bigint',
      opened_by_id: 'integer',
      float_amount: 'bigint',
    },
    optional: {
      float_json: 'text',
      counted_at: 'bigint',
      counted_by_id: 'integer',
      // Denominations, and the counted totals of the other methods.
      count_json: 'text',
      counted_amount: 'bigint',
      // Expected amounts by method, at the time of the count.
      expected_json: 'text',
      difference: 'bigint',
      differs: 'integer',
      counts_made: 'integer',
      closed_at: 'bigint',
      closed_by_id: 'integer',
      reason: 'text',
    },
  })
    .addForeignKeyConstraint('shift_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('shift_till', ['till_id'], 'tills', ['id'])
    .addForeignKeyConstraint('shift_opener', ['opened_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_shift_number', ['number'])
    .execute();
  await table(database, 'till_entries', {
    required: {
      id: 'integer',
      store_id: 'integer',
      at: 'bigint',
      kind: 'text',
      amount: 'bigint',
      quantity: 'integer',
      discount: 'bigint',
      tax: 'bigint',
      written_off: 'bigint',
      staff_id: 'integer',
    },
    optional: {
      method: 'text',
      till_id: 'integer',
      shift_id: 'integer',
      approved_by_id: 'integer',
      transaction_id: 'integer',
      // The closed shift that a correction is about.
      corrects_shift_id: 'integer',
      invoice_no: 'integer',
      reason: 'text',
    },
  })
    .addForeignKeyConstraint('entry_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('entry_shift', ['shift_id'], 'shifts', ['id'])
    .execute();
  await table(database, 'z_readings', {
    required: {
      id: 'integer',
      store_id: 'integer',
      till_id: 'integer',
      no: 'integer',
      business_date: 'text',
      taken_at: 'bigint',
      taken_by_id: 'integer',
      reading_json: 'text',
    },
  })
    .addForeignKeyConstraint('z_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('z_till', ['till_id'], 'tills', ['id'])
    .addForeignKeyConstraint('z_taker', ['taken_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_z_number', ['till_id', 'no'])
    .execute();
  // The part of a shift that happened on one day is in one reading.
  await table(database, 'z_reading_shifts', {
    // `is_last`: the shift has nothing left for another reading.
    required: { shift_id: 'integer', business_date: 'text', z_reading_id: 'integer', is_last: 'integer' },
  })
    .addPrimaryKeyConstraint('z_shift_key', ['shift_id', 'business_date'])
    .addForeignKeyConstraint('z_shift', ['shift_id'], 'shifts', ['id'])
    .addForeignKeyConstraint('z_shift_reading', ['z_reading_id'], 'z_readings', ['id'])
    .execute();
  await table(database, 'shift_counts', {
    required: {
      id: 'integer',
      shift_id: 'integer',
      at: 'bigint',
      staff_id: 'integer',
      // As in the shift: denominations and other methods, and the expected amounts by method.
      count_json: 'text',
      expected_json: 'text',
    },
  })
    .addForeignKeyConstraint('count_shift', ['shift_id'], 'shifts', ['id'])
    .addForeignKeyConstraint('count_counter', ['staff_id'], 'staff', ['id'])
    .execute();
  await addIndexes(database, indexes);
  // Invariant: a till has one open shift at a time.
  await addUniqueIndexes(database, { one_open_shift: 'shifts(till_id) where closed_at is null' });
}
