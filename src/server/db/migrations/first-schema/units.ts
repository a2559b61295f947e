import { sql, type Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, isPostgres, table } from '../table.ts';

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
  await table(database, 'inventory_items', {
    required: {
      id: 'integer',
      product_variation_id: 'integer',
      store_id: 'integer',
      status: 'text',
      category: 'text',
      created_at: 'bigint',
    },
    optional: {
      condition_rating: 'integer',
      serial_number: 'text',
      imei: 'text',
      imei2: 'text',
      qr_code: 'text',
      purchase_cost: 'bigint',
      supplier_id: 'integer',
      notes: 'text',
      locked_at: 'bigint',
      locked_by_id: 'integer',
      locked_by_session: 'integer',
      locked_for_draft: 'integer',
      lock_token: 'text',
      lock_expires_at: 'bigint',
      created_by_id: 'integer',
      updated_at: 'bigint',
      sold_at: 'bigint',
      counts_begun: 'integer',
    },
  })
    .addForeignKeyConstraint('item_variation', ['product_variation_id'], 'product_variations', ['id'])
    .addForeignKeyConstraint('item_store', ['store_id'], 'stores', ['id'])
    .execute();
  // A phone's two IMEIs are unique across both columns, even with concurrent writers.
  await table(database, 'unit_imeis', { required: { imei: 'text', inventory_item_id: 'integer' } })
    .addPrimaryKeyConstraint('one_imei', ['imei'])
    .addForeignKeyConstraint('imei_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();
  await addUniqueIndexes(database, {
    one_serial_number: 'inventory_items(serial_number) where serial_number is not null',
    one_qr_code: 'inventory_items(qr_code) where qr_code is not null',
  });
}

async function makeUnitEvents(database: Kysely<unknown>): Promise<void> {
  // The events of a unit, except those that its sales, transfers and counts hold themselves.
  await table(database, 'unit_events', {
    required: { id: 'integer', inventory_item_id: 'integer', at: 'bigint', kind: 'text' },
    optional: { staff_id: 'integer', store_id: 'integer', details_json: 'text' },
  })
    .addForeignKeyConstraint('event_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();
  // Its id is that of its event in the unit's history. Its line is no foreign key: every saved draft would be checked
  // against it.
  await table(database, 'trade_ins', {
    required: {
      id: 'integer',
      inventory_item_id: 'integer',
      store_id: 'integer',
      staff_id: 'integer',
      traded_in_at: 'bigint',
    },
    optional: {
      transaction_item_id: 'integer',
      customer_id: 'integer',
      brought_by: 'text',
      paid: 'bigint',
      supplier_id: 'integer',
    },
  })
    .addForeignKeyConstraint('trade_in_event', ['id'], 'unit_events', ['id'])
    .addForeignKeyConstraint('trade_in_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .addForeignKeyConstraint('trade_in_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('trade_in_staff', ['staff_id'], 'staff', ['id'])
    .addForeignKeyConstraint('trade_in_customer', ['customer_id'], 'customers', ['id'])
    .execute();
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
