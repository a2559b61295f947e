import { sql, type Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, createTables, isPostgres } from '../table.ts';

/** Indexes by the query that they serve; what a lock or a draft does not change must not stand in one. */
const indexes = {
  // The units of a variation in every state: sold and locked units keep their place.
  items_by_variation: 'inventory_items(product_variation_id, store_id, id)',
  // The few locked units; free ones stand in `next_free`.
  held_units: `inventory_items(product_variation_id, store_id) where status = 'locked'`,
  held_for_draft: 'inventory_items(locked_for_draft) where locked_for_draft is not null',
  // Finds a variation's next free unit for a till as fast among twenty thousand as among twenty: new ones first, then by
  // id. The expression must match the query's word for word.
  next_free: `inventory_items(product_variation_id, store_id, (case when category = 'new' then 0 else 1 end), id)
    where status = 'available'`,
  // A store's units by age: unsold ones, and sold ones without those of an unfinished import. The variation is a column,
  // so that rare ones are found in the index alone.
  units_unsold: 'inventory_items(store_id, created_at, id, product_variation_id) where sold_at is null',
  units_sold: 'inventory_items(store_id, created_at, id, product_variation_id) where sold_at > 0',
  // Used and refurbished units, which are few beside the new ones.
  units_second_hand: `inventory_items(store_id, category, created_at, id, sold_at) where category <> 'new'`,
  // The few unsold units that cannot be sold.
  units_aside: `inventory_items(status, store_id, created_at, id)
    where status in ('in_transit', 'defective', 'lost', 'returned')`,
  // A unit's IMEIs, for their deletion.
  imeis_of_unit: 'unit_imeis(inventory_item_id)',
  events_of_unit: 'unit_events(inventory_item_id, at, id)',
  trade_ins_of_unit: 'trade_ins(inventory_item_id)',
};

async function makeItems(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table inventory_items (
      id integer primary key, product_variation_id integer not null, store_id integer not null,
      status text not null, category text not null, created_at bigint not null, condition_rating integer,
      serial_number text, imei text, imei2 text, qr_code text, purchase_cost bigint, supplier_id integer,
      notes text, locked_at bigint, locked_by_id integer, locked_by_session integer,
      locked_for_draft integer, lock_token text, lock_expires_at bigint, created_by_id integer,
      updated_at bigint, sold_at bigint, counts_begun integer,
      constraint item_variation foreign key (product_variation_id) references product_variations (id),
      constraint item_store foreign key (store_id) references stores (id)
    )`,
  );
  // A phone's two IMEIs are unique across both columns, even with concurrent writers.
  await createTables(
    database,
    `create table unit_imeis (
      imei text not null, inventory_item_id integer not null,
      constraint one_imei primary key (imei),
      constraint imei_unit foreign key (inventory_item_id) references inventory_items (id)
    )`,
  );
  await addUniqueIndexes(database, {
    one_serial_number: 'inventory_items(serial_number) where serial_number is not null',
    one_qr_code: 'inventory_items(qr_code) where qr_code is not null',
  });
}

async function makeUnitEvents(database: Kysely<unknown>): Promise<void> {
  // The events of a unit, except those that its sales, transfers and counts hold themselves.
  await createTables(
    database,
    `create table unit_events (
      id integer primary key, inventory_item_id integer not null, at bigint not null, kind text not null,
      staff_id integer, store_id integer, details_json text,
      constraint event_unit foreign key (inventory_item_id) references inventory_items (id)
    )`,
  );
  // Its id is that of its event in the unit's history. Its line is no foreign key: every saved draft would look for it here.
  await createTables(
    database,
    `create table trade_ins (
      id integer primary key, inventory_item_id integer not null, store_id integer not null,
      staff_id integer not null, traded_in_at bigint not null, transaction_item_id integer,
      customer_id integer, brought_by text, paid bigint, supplier_id integer,
      constraint trade_in_event foreign key (id) references unit_events (id),
      constraint trade_in_unit foreign key (inventory_item_id) references inventory_items (id),
      constraint trade_in_store foreign key (store_id) references stores (id),
      constraint trade_in_staff foreign key (staff_id) references staff (id),
      constraint trade_in_customer foreign key (customer_id) references customers (id)
    )`,
  );
}

const STANDING = `('available', 'locked')`;
const CAME = `new.status in ${STANDING} and (old.status not in ${STANDING} or old.store_id <> new.store_id)`;
const BEGUN = `(select last_no from number_series where store_id = new.store_id and kind = 'count')`;

async function noteOnPostgres(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create function note_counts_begun() returns trigger language plpgsql as
        $body$ begin new.counts_begun := ${BEGUN}; return new; end $body$`,
    )
    .execute(database);
  for (const [event, when] of [
    ['insert', `new.status in ${STANDING}`],
    ['update', CAME],
  ]) {
    await sql
      .raw(
        `create trigger counts_begun_at_${event} before ${event} on inventory_items
          for each row when (${when}) execute function note_counts_begun()`,
      )
      .execute(database);
  }
}

async function noteOnSqlite(database: Kysely<unknown>): Promise<void> {
  const note = `update inventory_items set counts_begun = ${BEGUN} where id = new.id;`;
  for (const [name, event, when] of [
    ['counts_begun_at_insert', 'insert', `new.status in ${STANDING} and ${BEGUN} is not null`],
    ['counts_begun_at_update', 'update of status, store_id', CAME],
  ]) {
    await sql
      .raw(`create trigger ${name} after ${event} on inventory_items when ${when} begin ${note} end`)
      .execute(database);
  }
}

/**
 * Creates units, their events, and trade-ins. Each unit that comes into stock records how many counts of its store had
 * begun by then. A sale removes units from stock and a lock does not move them: neither writes anything more.
 */
export async function makeUnits(database: Kysely<unknown>): Promise<void> {
  await makeItems(database);
  await makeUnitEvents(database);
  await addIndexes(database, indexes);
  await (isPostgres(database) ? noteOnPostgres(database) : noteOnSqlite(database));
}
