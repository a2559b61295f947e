import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, createTables } from '../table.ts';
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
  await createTables(
    database,
    `create table purchase_orders (
      id integer primary key, transaction_number text not null, store_id integer not null,
      supplier_id integer not null, status text not null, claim_no integer not null,
      total_amount bigint not null, total_quantity_ordered integer not null,
      total_quantity_received integer not null, qr_codes_count integer not null,
      created_at bigint not null, created_by_id integer not null, notes text, closed_at bigint,
      closed_by_id integer, close_reason text,
      constraint order_store foreign key (store_id) references stores (id),
      constraint order_supplier foreign key (supplier_id) references suppliers (id),
      constraint order_creator foreign key (created_by_id) references staff (id),
      constraint order_closer foreign key (closed_by_id) references staff (id),
      constraint one_order_number unique (transaction_number)
    );
    create table purchase_order_items (
      id integer primary key, supplier_transaction_id integer not null, position integer not null,
      product_variation_id integer not null, quantity_ordered integer not null,
      quantity_received integer not null, remaining_quantity integer not null, unit_cost bigint not null,
      constraint order_item_order foreign key (supplier_transaction_id) references purchase_orders (id),
      constraint order_item_variation foreign key (product_variation_id) references product_variations (id),
      constraint order_item_within check (quantity_received <= quantity_ordered)
    );
    create table purchase_order_events (
      id integer primary key, supplier_transaction_id integer not null, at bigint not null,
      kind text not null, by_id integer not null, product_variation_id integer, quantity integer,
      quantity_before integer, unit_cost bigint, unit_cost_before bigint, reason text,
      goods_receipt_id integer,
      constraint order_event_order foreign key (supplier_transaction_id) references purchase_orders (id),
      constraint order_event_by foreign key (by_id) references staff (id),
      constraint order_event_variation foreign key (product_variation_id) references product_variations (id)
    )`,
  );
}

/** Creates goods receipts with their units, and the serial numbers that suppliers announce. */
async function makeReceipts(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table goods_receipts (
      id integer primary key, number text not null, supplier_transaction_id integer not null,
      store_id integer not null, received_at bigint not null, received_by_id integer not null,
      units_count integer not null, notes text,
      constraint receipt_order foreign key (supplier_transaction_id) references purchase_orders (id),
      constraint receipt_store foreign key (store_id) references stores (id),
      constraint receipt_receiver foreign key (received_by_id) references staff (id),
      constraint one_receipt_number unique (number)
    )`,
  );
  // An item's id is that of its event in the unit's history. It stays when its unit is deleted.
  await createTables(
    database,
    `create table goods_receipt_items (
      id integer primary key, goods_receipt_id integer not null,
      supplier_transaction_item_id integer not null, position integer not null, unit_cost bigint not null,
      inventory_item_id integer,
      constraint receipt_item_receipt foreign key (goods_receipt_id) references goods_receipts (id),
      constraint receipt_item_ordered foreign key (supplier_transaction_item_id) references purchase_order_items (id),
      constraint receipt_item_unit foreign key (inventory_item_id) references inventory_items (id)
    );
    create table expected_serials (
      id integer primary key, supplier_transaction_id integer not null, position integer not null,
      product_variation_id integer, serial_number text, imei text, imei2 text,
      constraint expected_order foreign key (supplier_transaction_id) references purchase_orders (id),
      constraint expected_variation foreign key (product_variation_id) references product_variations (id)
    )`,
  );
}

/** Creates returns to suppliers, and the units that came back from them. */
async function makeReturns(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table supplier_returns (
      id integer primary key, number text not null, supplier_id integer not null,
      store_id integer not null, claim_no integer not null, reason text not null,
      created_at bigint not null, created_by_id integer not null, units_count integer not null,
      back_count integer not null, reference text, notes text,
      constraint return_supplier foreign key (supplier_id) references suppliers (id),
      constraint return_store foreign key (store_id) references stores (id),
      constraint return_creator foreign key (created_by_id) references staff (id),
      constraint one_return_number unique (number)
    );
    create table supplier_return_items (
      supplier_return_id integer not null, inventory_item_id integer not null, position integer not null,
      was text not null, purchase_cost bigint, came_back_at bigint, came_back_by_id integer,
      came_back_as text,
      constraint return_items_key primary key (supplier_return_id, inventory_item_id),
      constraint return_item_return foreign key (supplier_return_id) references supplier_returns (id),
      constraint return_item_unit foreign key (inventory_item_id) references inventory_items (id),
      constraint return_item_back_by foreign key (came_back_by_id) references staff (id)
    )`,
  );
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
  await createTables(
    database,
    `create table suppliers (
      id integer primary key, name text not null, name_key text not null, search_text text not null,
      code text not null, is_active integer not null, created_at bigint not null, contact_person text,
      email text, phone text, address text, payment_terms text, notes text, deleted_at bigint
    );
    create table supplier_totals (
      supplier_id integer not null, units integer not null, value bigint not null,
      constraint supplier_totals_key primary key (supplier_id)
    )`,
  );
  await addTriggers(database, triggers);
  await addIndexes(database, supplierIndexes);
  await addUniqueIndexes(database, { one_supplier_code: 'suppliers(code) where deleted_at is null' });
}
