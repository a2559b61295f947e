import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, createTables } from '../table.ts';

async function makeTransactions(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table transactions (
      id integer primary key, store_id integer not null, staff_id integer not null, status text not null,
      version integer not null, claim_no integer not null, draft_number text not null,
      subtotal bigint not null, discount_amount bigint not null, taxable_amount bigint not null,
      tax_rate integer not null, prices_include_tax integer not null, tax_amount bigint not null,
      total_amount bigint not null, change_due bigint not null, points_earned bigint not null,
      copies_printed integer not null, created_at bigint not null, updated_at bigint not null,
      customer_id integer, invoice_no integer, invoice_number text, discounts_json text, notes text,
      receipt_email text, created_by_id integer, dated_at bigint, completed_at bigint,
      completed_by_id integer, voided_at bigint, voided_by_id integer, void_reason text, deleted_at bigint,
      deleted_by_id integer, deletion_reason text, balance_due bigint default 0 not null,
      refunded_amount bigint default 0 not null,
      constraint transaction_store foreign key (store_id) references stores (id),
      constraint transaction_staff foreign key (staff_id) references staff (id),
      constraint transaction_customer foreign key (customer_id) references customers (id),
      constraint one_draft_number unique (draft_number)
    )`,
  );
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
  await createTables(
    database,
    `create table transaction_items (
      id integer primary key, transaction_id integer not null, position integer not null,
      inventory_item_id integer not null, price bigint not null, discount_amount bigint not null,
      final_price bigint not null, live integer not null, discount_reason text, discounts_json text,
      floor_agreed integer, refunded_at bigint, refund_id integer, traded_in_at bigint,
      warranty_months integer,
      constraint line_transaction foreign key (transaction_id) references transactions (id),
      constraint line_item foreign key (inventory_item_id) references inventory_items (id)
    )`,
  );
  await addUniqueIndexes(database, { one_live_line: 'transaction_items(inventory_item_id) where live = 1' });
  await addIndexes(database, {
    lines_by_transaction: 'transaction_items(transaction_id, position)',
    // The sales of a unit. Lines of drafts, which come and go, promise no warranty yet.
    sold_lines_of_unit: 'transaction_items(inventory_item_id, id) where warranty_months is not null',
  });
}

async function makePayments(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table payments (
      id integer primary key, transaction_id integer not null, method text not null,
      amount bigint not null, status text not null, created_at bigint not null,
      created_by_id integer not null, reference_number text, reference_key text, expected_date text,
      screenshot_url text, notes text, paid_at bigint, verified_by_id integer, verified_at bigint,
      verification_notes text, failed_at bigint, failed_by_id integer, failure_reason text,
      deleted_at bigint, deleted_by_id integer, deletion_reason text,
      constraint payment_transaction foreign key (transaction_id) references transactions (id)
    )`,
  );
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
  await createTables(
    database,
    `create table refunds (
      id integer primary key, transaction_id integer not null, store_id integer not null,
      amount bigint not null, reason text not null, refunded_by_id integer not null,
      created_at bigint not null, written_off bigint default 0 not null,
      withheld bigint default 0 not null, tax bigint default 0 not null,
      constraint refund_transaction foreign key (transaction_id) references transactions (id)
    );
    create table refund_items (
      refund_id integer not null, transaction_item_id integer not null, disposition text not null,
      amount bigint not null,
      constraint refund_items_key primary key (refund_id, transaction_item_id)
    );
    create table refund_payouts (
      id integer primary key, refund_id integer not null, method text not null, amount bigint not null,
      reference_number text,
      constraint payout_refund foreign key (refund_id) references refunds (id)
    )`,
  );
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
