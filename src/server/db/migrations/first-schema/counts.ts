import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, createTables } from '../table.ts';

async function makeTables(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table stock_counts (
      id integer primary key, store_id integer not null, no integer not null, number text not null,
      status text not null, scope_key text not null, claim_no integer not null, expected integer not null,
      started_at bigint not null, started_by_id integer not null, lost integer not null,
      surplus integer not null, moved integer not null, brought_back integer not null,
      sold_meanwhile integer not null, held integer not null, product_type_id integer, product_id integer,
      category text, ended_at bigint, ended_by_id integer, reason text,
      constraint count_store foreign key (store_id) references stores (id),
      constraint count_type foreign key (product_type_id) references product_types (id),
      constraint count_product foreign key (product_id) references products (id),
      constraint one_count_number unique (number)
    );
    create table count_units (
      count_id integer not null, inventory_item_id integer not null, kind text not null, place text,
      place_store_id integer, code text, staff_id integer, scanned_at bigint, settled text,
      constraint count_units_key primary key (count_id, inventory_item_id),
      constraint unit_count foreign key (count_id) references stock_counts (id),
      constraint counted_unit foreign key (inventory_item_id) references inventory_items (id)
    );
    create table count_codes (
      count_id integer not null, code text not null, staff_id integer not null, scanned_at bigint not null,
      constraint count_codes_key primary key (count_id, code),
      constraint code_count foreign key (count_id) references stock_counts (id)
    );
    create table count_quantities (
      count_id integer not null, product_variation_id integer not null, quantity integer not null,
      expected integer not null, staff_id integer not null, counted_at bigint not null,
      settled integer not null,
      constraint count_quantities_key primary key (count_id, product_variation_id),
      constraint quantity_count foreign key (count_id) references stock_counts (id),
      constraint quantity_variation foreign key (product_variation_id) references product_variations (id)
    )`,
  );
  await createTables(
    database,
    `create table count_tallies (
      count_id integer not null, staff_id integer not null, found integer not null,
      unexpected integer not null, sold integer not null, unknown integer not null,
      constraint count_tallies_key primary key (count_id, staff_id),
      constraint tally_count foreign key (count_id) references stock_counts (id)
    )`,
  );
}

const indexes = {
  // A store's counts, all of them or those of a state, the newest first.
  counts_of_store: 'stock_counts(store_id, started_at, id)',
  counts_by_status: 'stock_counts(store_id, status, started_at, id)',
  // Counts that are being written to the stock, for the job that resumes them.
  counts_closing: `stock_counts(id) where status = 'closing'`,
  // The last scans, and the report's lists.
  counted_last: 'count_units(count_id, scanned_at, inventory_item_id) where scanned_at is not null',
  counted_by_kind: 'count_units(count_id, kind, scanned_at, inventory_item_id)',
  // The history of a unit.
  counts_of_unit: 'count_units(inventory_item_id, count_id)',
  // The counts of a person.
  tallies_of_staff: 'count_tallies(staff_id, count_id)',
};

/** Creates stock counts and their scans. */
export async function makeCounts(database: Kysely<unknown>): Promise<void> {
  await makeTables(database);
  await addUniqueIndexes(database, {
    one_open_count: `stock_counts(store_id, scope_key) where status in ('open', 'closing')`,
  });
  await addIndexes(database, indexes);
}
