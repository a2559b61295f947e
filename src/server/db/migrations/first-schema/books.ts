import { sql, type Kysely } from 'kysely';
import { addIndexes, isPostgres, table } from '../table.ts';

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
  // One row: grows with every change to stores, staff, roles and settings, so that open screens know of it.
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

/** Nobody changes what the log holds, and nothing is deleted from it but what is past its time. */
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
    // What was done, newest first: by anybody, by one person.
    audit_by_time: 'audit_log(at, id)',
    audit_of_staff: 'audit_log(staff_id, at, id)',
    // Beside sales, of which there are so many that their own are found by time.
    audit_beside_sales: `audit_log(action, at, id)
      where action not like 'transactions.%' and action not like 'payments.%'`,
    // By what they were done to only receipts that went out again are looked for: a sale need not enter itself there.
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
    // How many mails somebody asked for of late.
    outbox_asked: 'outbox(staff_id, created_at)',
  });
}

/** The server's own books: answers by key, ids and numbers, settings, the audit log, pictures and mails. */
export async function makeBooks(database: Kysely<unknown>): Promise<void> {
  await makeSeries(database);
  await makeAuditLog(database);
  await makeMedia(database);
  await makeMails(database);
}
