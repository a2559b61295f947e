import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { table } from './table.ts';

const indexes = {
  // The lists of a store, all of it, of a status and of a supplier; and what a supplier was sent by all of them.
  orders_of_store: 'purchase_orders(store_id, created_at, id)',
  orders_by_status: 'purchase_orders(store_id, status, created_at, id)',
  orders_of_store_by_supplier: 'purchase_orders(store_id, supplier_id, created_at, id)',
  orders_of_supplier: 'purchase_orders(supplier_id, created_at, id)',
  order_items_in_order: 'purchase_order_items(supplier_transaction_id, position)',
  // What of a variation is to come.
  order_items_of_variation: 'purchase_order_items(product_variation_id, remaining_quantity)',
  order_events_in_order: 'purchase_order_events(supplier_transaction_id, id)',
};

/** What is ordered from suppliers, and how far it has come. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'purchase_orders', {
    required: {
      id: 'integer',
      transaction_number: 'text',
      store_id: 'integer',
      supplier_id: 'integer',
      status: 'text',
      claim_no: 'integer',
      total_amount: 'bigint',
      total_quantity_ordered: 'integer',
      total_quantity_received: 'integer',
      qr_codes_count: 'integer',
      created_at: 'bigint',
      created_by_id: 'integer',
    },
    optional: { notes: 'text', closed_at: 'bigint', closed_by_id: 'integer', close_reason: 'text' },
  })
    .addForeignKeyConstraint('order_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('order_supplier', ['supplier_id'], 'suppliers', ['id'])
    .addForeignKeyConstraint('order_creator', ['created_by_id'], 'staff', ['id'])
    .addForeignKeyConstraint('order_closer', ['closed_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_order_number', ['transaction_number'])
    .execute();
  await table(database, 'purchase_order_items', {
    required: {
      id: 'integer',
      supplier_transaction_id: 'integer',
      position: 'integer',
      product_variation_id: 'integer',
      quantity_ordered: 'integer',
      quantity_received: 'integer',
      remaining_quantity: 'integer',
      unit_cost: 'bigint',
    },
  })
    .addForeignKeyConstraint('order_item_order', ['supplier_transaction_id'], 'purchase_orders', ['id'])
    .addForeignKeyConstraint('order_item_variation', ['product_variation_id'], 'product_variations', ['id'])
    .addCheckConstraint('order_item_within', sql`quantity_received <= quantity_ordered`)
    .execute();
  await table(database, 'purchase_order_events', {
    required: {
      id: 'integer',
      supplier_transaction_id: 'integer',
      at: 'bigint',
      kind: 'text',
      by_id: 'integer',
    },
    optional: {
      product_variation_id: 'integer',
      quantity: 'integer',
      quantity_before: 'integer',
      unit_cost: 'bigint',
      unit_cost_before: 'bigint',
      reason: 'text',
    },
  })
    .addForeignKeyConstraint('order_event_order', ['supplier_transaction_id'], 'purchase_orders', ['id'])
    .addForeignKeyConstraint('order_event_by', ['by_id'], 'staff', ['id'])
    .addForeignKeyConstraint('order_event_variation', ['product_variation_id'], 'product_variations', ['id'])
    .execute();
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
  await addCodes(database);
}

/** What orders are found by any part of. */
async function addCodes(database: Kysely<unknown>): Promise<void> {
  if (database.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create table order_codes (rowid integer primary key, code_text text not null)`.execute(
      database,
    );
    await sql`create index order_codes_by_part on order_codes
      using gin (code_text gin_trgm_ops) with (fastupdate = off)`.execute(database);
  } else {
    await sql`create virtual table order_codes
      using fts5(code_text, tokenize = 'trigram', columnsize = 0)`.execute(database);
  }
}
