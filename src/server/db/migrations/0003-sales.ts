import { sql, type Kysely } from 'kysely';
import { table } from './table.ts';

/** Drafts and sales with their lines and payments, and the numbers they get. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'transactions', {
    required: {
      id: 'integer',
      store_id: 'integer',
      staff_id: 'integer',
      status: 'text',
      version: 'integer',
      claim_no: 'integer',
      draft_number: 'text',
      subtotal: 'bigint',
      discount_amount: 'bigint',
      taxable_amount: 'bigint',
      tax_rate: 'integer',
      prices_include_tax: 'integer',
      tax_amount: 'bigint',
      total_amount: 'bigint',
      change_due: 'bigint',
      points_earned: 'bigint',
      copies_printed: 'integer',
      created_at: 'bigint',
      updated_at: 'bigint',
    },
    optional: {
      customer_id: 'integer',
      invoice_no: 'integer',
      invoice_number: 'text',
      notes: 'text',
      receipt_email: 'text',
      completed_at: 'bigint',
      deleted_at: 'bigint',
    },
  })
    .addForeignKeyConstraint('transaction_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('transaction_staff', ['staff_id'], 'staff', ['id'])
    .addForeignKeyConstraint('transaction_customer', ['customer_id'], 'customers', ['id'])
    .addUniqueConstraint('one_draft_number', ['draft_number'])
    .execute();
  await sql`create unique index one_draft on transactions(staff_id, customer_id)
    where status = 'draft' and deleted_at is null`.execute(database);
  await sql`create unique index one_invoice_no on transactions(store_id, invoice_no)
    where invoice_no is not null`.execute(database);
  await database.schema
    .createIndex('transactions_by_number')
    .on('transactions')
    .column('invoice_number')
    .execute();
  await database.schema
    .createIndex('transactions_completed')
    .on('transactions')
    .columns(['store_id', 'completed_at'])
    .execute();
  await database.schema
    .createIndex('transactions_changed')
    .on('transactions')
    .columns(['store_id', 'updated_at'])
    .execute();

  await table(database, 'transaction_items', {
    required: {
      id: 'integer',
      transaction_id: 'integer',
      position: 'integer',
      inventory_item_id: 'integer',
      price: 'bigint',
      discount_amount: 'bigint',
      final_price: 'bigint',
      live: 'integer',
    },
    optional: { discount_reason: 'text' },
  })
    .addForeignKeyConstraint('line_transaction', ['transaction_id'], 'transactions', ['id'])
    .addForeignKeyConstraint('line_item', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();
  await sql`create unique index one_live_line on transaction_items(inventory_item_id) where live = 1`.execute(
    database,
  );
  await database.schema
    .createIndex('lines_by_transaction')
    .on('transaction_items')
    .columns(['transaction_id', 'position'])
    .execute();

  await table(database, 'payments', {
    required: {
      id: 'integer',
      transaction_id: 'integer',
      method: 'text',
      amount: 'bigint',
      status: 'text',
      created_at: 'bigint',
      created_by_id: 'integer',
    },
    optional: {
      reference_number: 'text',
      expected_date: 'text',
      screenshot_url: 'text',
      notes: 'text',
      paid_at: 'bigint',
      verified_by_id: 'integer',
      verified_at: 'bigint',
      deleted_at: 'bigint',
      deleted_by_id: 'integer',
      deletion_reason: 'text',
    },
  })
    .addForeignKeyConstraint('payment_transaction', ['transaction_id'], 'transactions', ['id'])
    .execute();
  await database.schema
    .createIndex('payments_by_transaction')
    .on('payments')
    .column('transaction_id')
    .execute();

  await table(database, 'number_series', {
    required: { store_id: 'integer', kind: 'text', last_no: 'integer' },
  })
    .addPrimaryKeyConstraint('number_series_key', ['store_id', 'kind'])
    .execute();
}
