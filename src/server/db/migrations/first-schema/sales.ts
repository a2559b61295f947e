import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, table } from '../table.ts';

async function makeTransactions(database: Kysely<unknown>): Promise<void> {
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
      discounts_json: 'text',
      notes: 'text',
      receipt_email: 'text',
      created_by_id: 'integer',
      dated_at: 'bigint',
      completed_at: 'bigint',
      completed_by_id: 'integer',
      voided_at: 'bigint',
      voided_by_id: 'integer',
      void_reason: 'text',
      deleted_at: 'bigint',
      deleted_by_id: 'integer',
      deletion_reason: 'text',
    },
  })
    .addColumn('balance_due', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('refunded_amount', 'bigint', (column) => column.notNull().defaultTo(0))
    .addForeignKeyConstraint('transaction_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('transaction_staff', ['staff_id'], 'staff', ['id'])
    .addForeignKeyConstraint('transaction_customer', ['customer_id'], 'customers', ['id'])
    .addUniqueConstraint('one_draft_number', ['draft_number'])
    .execute();
  await addUniqueIndexes(database, {
    one_draft: `transactions(staff_id, customer_id) where status = 'draft' and deleted_at is null`,
    one_invoice_no: 'transactions(store_id, invoice_no) where invoice_no is not null',
  });
  await addIndexes(database, {
    // Drafts have neither a number nor a time of completion.
    transactions_by_number: 'transactions(invoice_number) where invoice_number is not null',
    transactions_completed: 'transactions(store_id, completed_at) where completed_at is not null',
    transactions_voided: 'transactions(store_id, voided_at) where voided_at is not null',
    transactions_dated: 'transactions(store_id, dated_at, id)',
    // A store's transactions by total; dates are checked in the index alone.
    transactions_by_total: 'transactions(store_id, total_amount, id, dated_at, deleted_at)',
    // The few transactions of one state, newest first and by total: a search among all of a store's would read nearly
    // all. The status stands in the columns although it is the same in all, or SQLite prefers a longer index.
    drafts_in_store: `transactions(store_id, status, dated_at, id) where status = 'draft' and deleted_at is null`,
    transactions_void: `transactions(store_id, status, dated_at, id, staff_id, deleted_at)
      where status = 'void' and deleted_at is null`,
    transactions_refunded: `transactions(store_id, status, dated_at, id, staff_id, deleted_at)
      where status = 'refunded' and deleted_at is null`,
    transactions_void_by_total: `transactions(store_id, status, total_amount, id)
      where status = 'void' and deleted_at is null`,
    transactions_refunded_by_total: `transactions(store_id, status, total_amount, id)
      where status = 'refunded' and deleted_at is null`,
    // The sales of a person, newest first.
    transactions_of_staff: 'transactions(store_id, staff_id, dated_at, id, deleted_at)',
    // A customer's purchases in some stores, newest first, and their number.
    transactions_of_customer: 'transactions(customer_id, dated_at, id, store_id, deleted_at)',
  });
}

async function makeLines(database: Kysely<unknown>): Promise<void> {
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
    optional: {
      discount_reason: 'text',
      discounts_json: 'text',
      floor_agreed: 'integer',
      refunded_at: 'bigint',
      refund_id: 'integer',
      traded_in_at: 'bigint',
      warranty_months: 'integer',
    },
  })
    .addForeignKeyConstraint('line_transaction', ['transaction_id'], 'transactions', ['id'])
    .addForeignKeyConstraint('line_item', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();
  await addUniqueIndexes(database, { one_live_line: 'transaction_items(inventory_item_id) where live = 1' });
  await addIndexes(database, {
    lines_by_transaction: 'transaction_items(transaction_id, position)',
    // The sales of a unit. Lines of drafts, which come and go, promise no warranty yet.
    sold_lines_of_unit: 'transaction_items(inventory_item_id, id) where warranty_months is not null',
  });
}

async function makePayments(database: Kysely<unknown>): Promise<void> {
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
      reference_key: 'text',
      expected_date: 'text',
      screenshot_url: 'text',
      notes: 'text',
      paid_at: 'bigint',
      verified_by_id: 'integer',
      verified_at: 'bigint',
      verification_notes: 'text',
      failed_at: 'bigint',
      failed_by_id: 'integer',
      failure_reason: 'text',
      deleted_at: 'bigint',
      deleted_by_id: 'integer',
      deletion_reason: 'text',
    },
  })
    .addForeignKeyConstraint('payment_transaction', ['transaction_id'], 'transactions', ['id'])
    .execute();
  await addIndexes(database, {
    payments_by_transaction: 'payments(transaction_id)',
    // Cash has no reference.
    payments_by_reference: 'payments(reference_key, method) where reference_key is not null',
    payments_by_day: 'payments(paid_at)',
    failed_payments: 'payments(failed_at) where failed_at is not null',
    payments_by_screenshot: 'payments(screenshot_url) where screenshot_url is not null',
    pending_payments: `payments(transaction_id) where status = 'pending' and deleted_at is null`,
  });
}

async function makeRefunds(database: Kysely<unknown>): Promise<void> {
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
    .addColumn('written_off', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('withheld', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('tax', 'bigint', (column) => column.notNull().defaultTo(0))
    .addForeignKeyConstraint('refund_transaction', ['transaction_id'], 'transactions', ['id'])
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
  await addIndexes(database, {
    refunds_by_transaction: 'refunds(transaction_id)',
    refunds_in_store: 'refunds(store_id, created_at)',
    payouts_by_refund: 'refund_payouts(refund_id)',
  });
}

/** Creates drafts and sales with their lines, payments and refunds. */
export async function makeSales(database: Kysely<unknown>): Promise<void> {
  await makeTransactions(database);
  await makeLines(database);
  await makePayments(database);
  await makeRefunds(database);
}
