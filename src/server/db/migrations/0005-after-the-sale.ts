import { sql, type Kysely } from 'kysely';
import { addColumns, table } from './table.ts';

async function people(database: Kysely<unknown>): Promise<void> {
  await table(database, 'signup_channels', { required: { id: 'integer', name: 'text' } }).execute();
  await addColumns(database, 'customers', {
    address: 'text',
    birthday: 'text',
    notes: 'text',
    signup_channel_id: 'integer',
    deleted_at: 'bigint',
  });
  await database.schema
    .createIndex('customers_by_name')
    .on('customers')
    .columns(['name_key', 'id'])
    .execute();
  await database.schema.createIndex('customers_by_phone').on('customers').column('phone_key').execute();

  await table(database, 'loyalty_entries', {
    required: {
      id: 'integer',
      customer_id: 'integer',
      points: 'bigint',
      balance: 'bigint',
      reason: 'text',
      created_at: 'bigint',
      staff_id: 'integer',
    },
    optional: { transaction_id: 'integer' },
  })
    .addForeignKeyConstraint('entry_customer', ['customer_id'], 'customers', ['id'])
    .execute();
  await database.schema
    .createIndex('loyalty_of_customer')
    .on('loyalty_entries')
    .columns(['customer_id', 'id'])
    .execute();
}

async function sales(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'transactions', {
    discounts_json: 'text',
    dated_at: 'bigint',
    voided_at: 'bigint',
    voided_by_id: 'integer',
    void_reason: 'text',
    deleted_by_id: 'integer',
    deletion_reason: 'text',
    completed_by_id: 'integer',
    created_by_id: 'integer',
  });
  await sql`alter table transactions add column balance_due bigint not null default 0`.execute(database);
  await sql`alter table transactions add column refunded_amount bigint not null default 0`.execute(database);
  await sql`update transactions set dated_at = coalesce(completed_at, created_at), created_by_id = staff_id,
    completed_by_id = case when completed_at is null then null else staff_id end`.execute(database);
  await database.schema
    .createIndex('transactions_dated')
    .on('transactions')
    .columns(['store_id', 'dated_at', 'id'])
    .execute();
  await sql`create index transactions_voided on transactions(store_id, voided_at)
    where voided_at is not null`.execute(database);
  await database.schema
    .createIndex('transactions_of_customer')
    .on('transactions')
    .columns(['customer_id', 'dated_at'])
    .execute();
  await sql`create index drafts_in_store on transactions(store_id, updated_at)
    where status = 'draft' and deleted_at is null`.execute(database);
  await sql`create index held_for_draft on inventory_items(locked_for_draft)
    where locked_for_draft is not null`.execute(database);
  await addColumns(database, 'transaction_items', {
    discounts_json: 'text',
    refunded_at: 'bigint',
    refund_id: 'integer',
  });
}

async function money(database: Kysely<unknown>): Promise<void> {
  await table(database, 'refunds', {
    required: {
      id: 'integer',
      transaction_id: 'integer',
      store_id: 'integer',
      amount: 'bigint',
      reason: 'text',
      refunded_by_id: 'integer',
      created_at: 'bigint',
    },
  })
    .addForeignKeyConstraint('refund_transaction', ['transaction_id'], 'transactions', ['id'])
    .execute();
  await database.schema
    .createIndex('refunds_by_transaction')
    .on('refunds')
    .column('transaction_id')
    .execute();
  await database.schema
    .createIndex('refunds_in_store')
    .on('refunds')
    .columns(['store_id', 'created_at'])
    .execute();
  await table(database, 'refund_items', {
    required: {
      refund_id: 'integer',
      transaction_item_id: 'integer',
      disposition: 'text',
      amount: 'bigint',
    },
  })
    .addPrimaryKeyConstraint('refund_items_key', ['refund_id', 'transaction_item_id'])
    .execute();
  await table(database, 'refund_payouts', {
    required: { id: 'integer', refund_id: 'integer', method: 'text', amount: 'bigint' },
    optional: { reference_number: 'text' },
  })
    .addForeignKeyConstraint('payout_refund', ['refund_id'], 'refunds', ['id'])
    .execute();
  await database.schema.createIndex('payouts_by_refund').on('refund_payouts').column('refund_id').execute();

  await addColumns(database, 'payments', {
    failed_at: 'bigint',
    failed_by_id: 'integer',
    failure_reason: 'text',
    reference_key: 'text',
    verification_notes: 'text',
  });
  await sql`update payments set reference_key = upper(replace(replace(reference_number, ' ', ''), '-', ''))
    where reference_number is not null`.execute(database);
  await database.schema
    .createIndex('payments_by_reference')
    .on('payments')
    .columns(['reference_key', 'method'])
    .execute();
  await database.schema.createIndex('payments_by_day').on('payments').column('paid_at').execute();
  await sql`create index failed_payments on payments(failed_at) where failed_at is not null`.execute(
    database,
  );
  await sql`create index payments_by_screenshot on payments(screenshot_url)
    where screenshot_url is not null`.execute(database);
  await sql`create index pending_payments on payments(transaction_id)
    where status = 'pending' and deleted_at is null`.execute(database);
}

async function books(database: Kysely<unknown>): Promise<void> {
  await table(database, 'media', {
    required: {
      id: 'integer',
      kind: 'text',
      content_type: 'text',
      bytes: 'bytes',
      created_at: 'bigint',
      created_by_id: 'integer',
    },
    optional: { store_id: 'integer' },
  }).execute();
  await database.schema.createIndex('media_by_age').on('media').columns(['kind', 'created_at']).execute();
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
    optional: { sent_at: 'bigint', last_error: 'text' },
  }).execute();
  await sql`create index outbox_waiting on outbox(next_attempt_at) where sent_at is null`.execute(database);
  await table(database, 'chain_settings', {
    required: { id: 'integer', settings_json: 'text' },
  }).execute();
  await database.schema
    .createIndex('audit_of_subject')
    .on('audit_log')
    .columns(['subject_id', 'action'])
    .execute();
}

/** Customers in full and their points, discounts, refunds, reviewed payments, pictures, mails and chain settings. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await people(database);
  await sales(database);
  await money(database);
  await books(database);
}
