import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, createTables } from '../table.ts';
import { addTriggers, type Trigger } from '../triggers.ts';
import { pointOf } from './low-stock.ts';

// Triggers keep the counts that screens show, for every way of changing a row.

const STANDING = `('available', 'locked')`;

async function makeTables(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table stock_of_stores (
      store_id integer not null, units integer not null, low integer not null, out integer not null,
      constraint stock_of_stores_key primary key (store_id)
    );
    create table stock_of_variations (
      store_id integer not null, product_variation_id integer not null, units integer not null,
      known integer not null, reorder_point integer default 0 not null,
      constraint stock_of_variations_key primary key (product_variation_id, store_id)
    );
    create table stock_of_products (
      store_id integer not null, product_id integer not null, name_key text not null,
      units integer not null,
      constraint stock_of_products_key primary key (product_id, store_id)
    )`,
  );
  await addIndexes(database, {
    // The products in stock in a store, by name, for the first of the till's cards, with their quantities, which a sale
    // writes anyway.
    products_standing: 'stock_of_products(store_id, name_key, product_id, units) where units > 0',
  });
}

const standsAs = (row: 'new' | 'old') => `(case when ${row}.status in ${STANDING} then 1 else 0 end)`;

/**
 * Returns the statements for a unit that is sold at its place or comes back there. A statement of its own locks the
 * store's row: the next one then sees what others committed meanwhile.
 */
function soldStatements(): string {
  const after = `units + ${standsAs('new')} - ${standsAs('old')}`;
  return `
    update stock_of_stores set units = ${after} where store_id = new.store_id;
    update stock_of_variations set units = ${after}
      where store_id = new.store_id and product_variation_id = new.product_variation_id;
    update stock_of_products set units = ${after} where store_id = new.store_id and product_id =
      (select product_id from product_variations where id = new.product_variation_id);`;
}

/**
 * Returns the statements that count one unit more (`sign` is +) or less. They lock the store's row first, so that writers
 * of the same counts never deadlock.
 */
function unitStatements(row: 'new' | 'old', sign: '+' | '-'): string {
  const units = `units ${sign} ${standsAs(row)}`;
  const known = `stock_of_variations.known ${sign} 1`;
  const point = pointOf(`${row}.product_variation_id`, `${row}.store_id`, `(${known})`);
  return `
    insert into stock_of_stores (store_id, units, low, out) values (${row}.store_id, 0, 0, 0)
      on conflict do nothing;
    update stock_of_stores set units = ${units} where store_id = ${row}.store_id;
    insert into stock_of_variations (store_id, product_variation_id, units, known)
      values (${row}.store_id, ${row}.product_variation_id, 0, 0) on conflict do nothing;
    update stock_of_variations set units = ${units}, known = ${known}, reorder_point =
        case when (${known} > 0) = (stock_of_variations.known > 0) then reorder_point else ${point} end
      where store_id = ${row}.store_id and product_variation_id = ${row}.product_variation_id;
    insert into stock_of_products (store_id, product_id, name_key, units)
      select ${row}.store_id, product.id, product.name_key, 0 from product_variations variation
        join products product on product.id = variation.product_id
        where variation.id = ${row}.product_variation_id
      on conflict do nothing;
    update stock_of_products set units = ${units} where store_id = ${row}.store_id and product_id =
      (select product_id from product_variations where id = ${row}.product_variation_id);`;
}

/** Updates the stock when a product is renamed. */
const RENAMED = `update stock_of_products set name_key = new.name_key where product_id = new.id;`;

const MOVED_TO_PRODUCT = `
  update stock_of_products set units = units - coalesce((select stock.units from stock_of_variations stock
      where stock.store_id = stock_of_products.store_id and stock.product_variation_id = new.id), 0)
    where product_id = old.product_id;
  insert into stock_of_products (store_id, product_id, name_key, units)
    select stock.store_id, product.id, product.name_key, stock.units from stock_of_variations stock
      join products product on product.id = new.product_id
      where stock.product_variation_id = new.id
    on conflict (product_id, store_id) do update set units = stock_of_products.units + excluded.units;`;

const goodsTriggers: readonly Trigger[] = [
  {
    name: 'product_renamed',
    table: 'products',
    event: 'update',
    when: 'old.name_key <> new.name_key',
    statements: RENAMED,
  },
  {
    name: 'variation_moved',
    table: 'product_variations',
    event: 'update',
    when: 'old.product_id <> new.product_id',
    statements: MOVED_TO_PRODUCT,
  },
];

const MOVED = `old.store_id <> new.store_id or old.product_variation_id <> new.product_variation_id`;
/** Locks come and go without moving a unit: they count nothing. */
const SOLD_OR_BACK = `not (${MOVED}) and (old.status in ${STANDING}) <> (new.status in ${STANDING})`;
/** True for a unit that an import has written and does not show yet: its `sold_at` is 0. */
const isHidden = (row: 'new' | 'old') => `coalesce(${row}.sold_at, 1) = 0`;

/** Triggers for units; hidden units of an import count nowhere until they are shown. */
const unitTriggers: readonly Trigger[] = [
  {
    name: 'unit_came',
    event: 'insert' as const,
    when: `not (${isHidden('new')})`,
    statements: unitStatements('new', '+'),
  },
  {
    name: 'unit_shown',
    event: 'update' as const,
    when: `${isHidden('old')} and not (${isHidden('new')})`,
    statements: unitStatements('new', '+'),
  },
  {
    name: 'unit_sold_or_back',
    event: 'update' as const,
    when: `${SOLD_OR_BACK} and not (${isHidden('old')})`,
    statements: soldStatements(),
  },
  {
    name: 'unit_moved',
    event: 'update' as const,
    when: MOVED,
    statements: unitStatements('old', '-') + unitStatements('new', '+'),
  },
  { name: 'unit_went', event: 'delete' as const, statements: unitStatements('old', '-') },
].map((trigger) => ({ ...trigger, table: 'inventory_items' }));

/** Creates the stock of each store by variation and product. */
export async function makeStock(database: Kysely<unknown>): Promise<void> {
  await makeTables(database);
  await addTriggers(database, [...goodsTriggers, ...unitTriggers]);
}

const indexes = {
  // The history of a unit.
  transfers_of_unit: 'transfer_items(inventory_item_id, transfer_id)',
  // A store's transfers, sent and incoming: all, of a status, and those with discrepancies.
  transfers_out: 'transfers(from_store_id, sent_at, id)',
  transfers_in: 'transfers(to_store_id, sent_at, id)',
  transfers_out_by_status: 'transfers(from_store_id, status, sent_at, id)',
  transfers_in_by_status: 'transfers(to_store_id, status, sent_at, id)',
  transfers_out_differing: 'transfers(from_store_id, has_differences, sent_at, id) where has_differences = 1',
  transfers_in_differing: 'transfers(to_store_id, has_differences, sent_at, id) where has_differences = 1',
};

/** Creates transfers of units between stores. */
export async function makeTransfers(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table transfers (
      id integer primary key, number text not null, from_store_id integer not null,
      to_store_id integer not null, status text not null, claim_no integer not null,
      sent_at bigint not null, sent_by_id integer not null, units_count integer not null,
      received_count integer not null, defective_count integer not null, lost_count integer not null,
      returned_count integer not null, extra_count integer not null, has_differences integer not null,
      reason text, ended_at bigint, ended_by_id integer, cancel_reason text,
      constraint transfer_from foreign key (from_store_id) references stores (id),
      constraint transfer_to foreign key (to_store_id) references stores (id),
      constraint transfer_sender foreign key (sent_by_id) references staff (id),
      constraint one_transfer_number unique (number)
    );
    create table transfer_items (
      transfer_id integer not null, inventory_item_id integer not null, position integer not null,
      state text not null, is_damaged integer not null, scanned_at bigint, scanned_by_id integer,
      settled_at bigint, settled_by_id integer, reason text,
      constraint transfer_items_key primary key (transfer_id, inventory_item_id),
      constraint item_transfer foreign key (transfer_id) references transfers (id),
      constraint item_unit foreign key (inventory_item_id) references inventory_items (id)
    )`,
  );
  await addIndexes(database, indexes);
  // Invariant: a unit is in one open transfer at most.
  await addUniqueIndexes(database, {
    one_transit: `transfer_items(inventory_item_id) where state = 'in_transit'`,
  });
}
