import { type Kysely, sql } from 'kysely';
import { addIndexes, addUniqueIndexes, table } from '../table.ts';
import { addTriggers, type Trigger } from '../triggers.ts';

const indexes = {
  // Lists of a store's orders: all, of a status and of a supplier; and a supplier's orders of all stores.
  orders_of_store: 'purchase_orders(store_id, created_at, id)',
  orders_by_status: 'purchase_orders(store_id, status, created_at, id)',
  orders_of_store_by_supplier: 'purchase_orders(store_id, supplier_id, created_at, id)',
  orders_of_supplier: 'purchase_orders(supplier_id, created_at, id)',
  order_items_in_order: 'purchase_order_items(supplier_transaction_id, position)',
  // Units of a variation that are still to come.
  order_items_of_variation: 'purchase_order_items(product_variation_id, remaining_quantity)',
  order_events_in_order: 'purchase_order_events(supplier_transaction_id, id)',
  receipts_of_order: 'goods_receipts(supplier_transaction_id, id)',
  receipt_items_in_receipt: 'goods_receipt_items(goods_receipt_id)',
  // Finds the rows of a unit that is to be deleted.
  receipt_items_of_unit: 'goods_receipt_items(inventory_item_id)',
  expected_serials_of_order: 'expected_serials(supplier_transaction_id, position)',
  returns_of_store: 'supplier_returns(store_id, created_at, id)',
  returns_of_supplier: 'supplier_returns(supplier_id, created_at, id)',
  // The history of a unit.
  returns_of_unit: 'supplier_return_items(inventory_item_id, supplier_return_id)',
};

/** Creates purchase orders with the received quantities. */
async function makeOrders(database: Kysely<unknown>): Promise<void> {
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
      goods_receipt_id: 'integer',
    },
  })
    .addForeignKeyConstraint('order_event_order', ['supplier_transaction_id'], 'purchase_orders', ['id'])
    .addForeignKeyConstraint('order_event_by', ['by_id'], 'staff', ['id'])
    .addForeignKeyConstraint('order_event_variation', ['product_variation_id'], 'product_variations', ['id'])
    .execute();
}

/** Creates goods receipts with their units, and the serial numbers that suppliers announce. */
async function makeReceipts(database: Kysely<unknown>): Promise<void> {
  await table(database, 'goods_receipts', {
    required: {
      id: 'integer',
      number: 'text',
      supplier_transaction_id: 'integer',
      store_id: 'integer',
      received_at: 'bigint',
      received_by_id: 'integer',
      units_count: 'integer',
    },
    optional: { notes: 'text' },
  })
    .addForeignKeyConstraint('receipt_order', ['supplier_transaction_id'], 'purchase_orders', ['id'])
    .addForeignKeyConstraint('receipt_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('receipt_receiver', ['received_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_receipt_number', ['number'])
    .execute();
  // An item's id is that of its event in the unit's history. It stays when its unit is deleted.
  await table(database, 'goods_receipt_items', {
    required: {
      id: 'integer',
      goods_receipt_id: 'integer',
      supplier_transaction_item_id: 'integer',
      position: 'integer',
      unit_cost: 'bigint',
    },
    optional: { inventory_item_id: 'integer' },
  })
    .addForeignKeyConstraint('receipt_item_receipt', ['goods_receipt_id'], 'goods_receipts', ['id'])
    .addForeignKeyConstraint(
      'receipt_item_ordered',
      ['supplier_transaction_item_id'],
      'purchase_order_items',
      ['id'],
    )
    .addForeignKeyConstraint('receipt_item_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();
  await table(database, 'expected_serials', {
    required: { id: 'integer', supplier_transaction_id: 'integer', position: 'integer' },
    optional: { product_variation_id: 'integer', serial_number: 'text', imei: 'text', imei2: 'text' },
  })
    .addForeignKeyConstraint('expected_order', ['supplier_transaction_id'], 'purchase_orders', ['id'])
    .addForeignKeyConstraint('expected_variation', ['product_variation_id'], 'product_variations', ['id'])
    .execute();
}

/** Creates returns to suppliers, and the units that came back from them. */
async function makeReturns(database: Kysely<unknown>): Promise<void> {
  await table(database, 'supplier_returns', {
    required: {
      id: 'integer',
      number: 'text',
      supplier_id: 'integer',
      store_id: 'integer',
      claim_no: 'integer',
      reason: 'text',
      created_at: 'bigint',
      created_by_id: 'integer',
      units_count: 'integer',
      back_count: 'integer',
    },
    optional: { reference: 'text', notes: 'text' },
  })
    .addForeignKeyConstraint('return_supplier', ['supplier_id'], 'suppliers', ['id'])
    .addForeignKeyConstraint('return_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('return_creator', ['created_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_return_number', ['number'])
    .execute();
  await table(database, 'supplier_return_items', {
    required: {
      supplier_return_id: 'integer',
      inventory_item_id: 'integer',
      position: 'integer',
      was: 'text',
    },
    optional: {
      purchase_cost: 'bigint',
      came_back_at: 'bigint',
      came_back_by_id: 'integer',
      came_back_as: 'text',
    },
  })
    .addPrimaryKeyConstraint('return_items_key', ['supplier_return_id', 'inventory_item_id'])
    .addForeignKeyConstraint('return_item_return', ['supplier_return_id'], 'supplier_returns', ['id'])
    .addForeignKeyConstraint('return_item_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .addForeignKeyConstraint('return_item_back_by', ['came_back_by_id'], 'staff', ['id'])
    .execute();
  // Invariant: a unit is with a supplier at most once.
  await addUniqueIndexes(database, {
    one_return_away: 'supplier_return_items(inventory_item_id) where came_back_at is null',
  });
}

/** Creates purchase orders, goods receipts and supplier returns. */
export async function makePurchasing(database: Kysely<unknown>): Promise<void> {
  await makeOrders(database);
  await makeReceipts(database);
  await makeReturns(database);
  await addIndexes(database, indexes);
}

const OWN = 'supplier_id is not null';

const supplierIndexes = {
  suppliers_by_name: 'suppliers(name_key, id, deleted_at) where deleted_at is null',
  suppliers_by_status: 'suppliers(is_active, name_key, id, deleted_at) where deleted_at is null',
  // A supplier's units of a store by age: all of them, and the unsold ones. Unsold units less the few set aside are those
  // in the stores: counted in the index alone, which SQLite does only if it also holds the column of its condition.
  // Placed before the order's columns, that column also makes SQLite prefer this index.
  units_of_supplier: `inventory_items(supplier_id, store_id, created_at, id) where ${OWN}`,
  unsold_of_supplier: `inventory_items(supplier_id, store_id, sold_at, created_at, id)
    where ${OWN} and sold_at is null`,
  // The few unsold units that cannot be sold: a lock or a sale writes nothing here.
  aside_of_supplier: `inventory_items(supplier_id, status)
    where ${OWN} and status in ('in_transit', 'defective', 'lost', 'returned')`,
};

const CAME = `
  insert into supplier_totals (supplier_id, units, value)
    select new.supplier_id, 1, coalesce(new.purchase_cost, 0) where new.supplier_id is not null
    on conflict (supplier_id) do update set
      units = supplier_totals.units + 1, value = supplier_totals.value + excluded.value;`;
const WENT = `
  update supplier_totals set units = units - 1, value = value - coalesce(old.purchase_cost, 0)
    where supplier_id = old.supplier_id;`;

// A sale changes none of these columns: it fires none of these triggers and waits for no other writer.
const triggers: readonly Trigger[] = [
  {
    name: 'unit_with_supplier_came',
    table: 'inventory_items',
    event: 'insert',
    when: `new.${OWN}`,
    statements: CAME,
  },
  {
    name: 'unit_with_supplier_changed',
    table: 'inventory_items',
    event: 'update',
    when: `old.supplier_id is distinct from new.supplier_id
      or new.${OWN} and old.purchase_cost is distinct from new.purchase_cost`,
    statements: WENT + CAME,
  },
  {
    name: 'unit_with_supplier_went',
    table: 'inventory_items',
    event: 'delete',
    when: `old.${OWN}`,
    statements: WENT,
  },
];

/**
 * Creates suppliers and the totals of what each delivered and what it cost, kept by triggers, and the indexes of their
 * units.
 */
export async function makeSuppliers(database: Kysely<unknown>): Promise<void> {
  await table(database, 'suppliers', {
    required: {
      id: 'integer',
      name: 'text',
      name_key: 'text',
      search_text: 'text',
      code: 'text',
      is_active: 'integer',
      created_at: 'bigint',
    },
    optional: {
      contact_person: 'text',
      email: 'text',
      phone: 'text',
      address: 'text',
      payment_terms: 'text',
      notes: 'text',
      deleted_at: 'bigint',
    },
  }).execute();
  await table(database, 'supplier_totals', {
    required: { supplier_id: 'integer', units: 'integer', value: 'bigint' },
  })
    .addPrimaryKeyConstraint('supplier_totals_key', ['supplier_id'])
    .execute();
  await addTriggers(database, triggers);
  await addIndexes(database, supplierIndexes);
  await addUniqueIndexes(database, { one_supplier_code: 'suppliers(code) where deleted_at is null' });
}
