import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { addColumns, table } from './table.ts';

const STANDING = `('available', 'locked')`;
const CAME = `new.status in ${STANDING} and (old.status not in ${STANDING} or old.store_id <> new.store_id)`;
const BEGUN = `(select last_no from number_series where store_id = new.store_id and kind = 'count')`;

/**
 * Says of each unit that comes to stand in a store how many counts of it had begun by then, whoever brings it there. A
 * sale takes units away and a lock leaves them where they are: neither writes anything more.
 */
async function keepCountsBegun(database: Kysely<unknown>): Promise<void> {
  if (database.getExecutor().adapter instanceof PostgresAdapter) {
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
    return;
  }
  const note = `update inventory_items set counts_begun = ${BEGUN} where id = new.id;`;
  for (const [event, when] of [
    ['insert', `new.status in ${STANDING} and ${BEGUN} is not null`],
    ['update of status, store_id', CAME],
  ]) {
    const name = sql.id(`counts_begun_at_${event?.split(' ')[0]}`);
    await sql`create trigger ${name} after ${sql.raw(event ?? '')} on inventory_items
      when ${sql.raw(when ?? '')} begin ${sql.raw(note)} end`.execute(database);
  }
}

async function makeTables(database: Kysely<unknown>): Promise<void> {
  await table(database, 'stock_counts', {
    required: {
      id: 'integer',
      store_id: 'integer',
      no: 'integer',
      number: 'text',
      status: 'text',
      scope_key: 'text',
      claim_no: 'integer',
      expected: 'integer',
      started_at: 'bigint',
      started_by_id: 'integer',
      lost: 'integer',
      surplus: 'integer',
      moved: 'integer',
      brought_back: 'integer',
      sold_meanwhile: 'integer',
      held: 'integer',
    },
    optional: {
      product_type_id: 'integer',
      product_id: 'integer',
      category: 'text',
      ended_at: 'bigint',
      ended_by_id: 'integer',
      reason: 'text',
    },
  })
    .addForeignKeyConstraint('count_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('count_type', ['product_type_id'], 'product_types', ['id'])
    .addForeignKeyConstraint('count_product', ['product_id'], 'products', ['id'])
    .addUniqueConstraint('one_count_number', ['number'])
    .execute();
  await table(database, 'count_units', {
    required: { count_id: 'integer', inventory_item_id: 'integer', kind: 'text' },
    optional: {
      place: 'text',
      place_store_id: 'integer',
      code: 'text',
      staff_id: 'integer',
      scanned_at: 'bigint',
      settled: 'text',
    },
  })
    .addPrimaryKeyConstraint('count_units_key', ['count_id', 'inventory_item_id'])
    .addForeignKeyConstraint('unit_count', ['count_id'], 'stock_counts', ['id'])
    .addForeignKeyConstraint('counted_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();
  await table(database, 'count_codes', {
    required: { count_id: 'integer', code: 'text', staff_id: 'integer', scanned_at: 'bigint' },
  })
    .addPrimaryKeyConstraint('count_codes_key', ['count_id', 'code'])
    .addForeignKeyConstraint('code_count', ['count_id'], 'stock_counts', ['id'])
    .execute();
  await table(database, 'count_quantities', {
    required: {
      count_id: 'integer',
      product_variation_id: 'integer',
      quantity: 'integer',
      expected: 'integer',
      staff_id: 'integer',
      counted_at: 'bigint',
      settled: 'integer',
    },
  })
    .addPrimaryKeyConstraint('count_quantities_key', ['count_id', 'product_variation_id'])
    .addForeignKeyConstraint('quantity_count', ['count_id'], 'stock_counts', ['id'])
    .addForeignKeyConstraint('quantity_variation', ['product_variation_id'], 'product_variations', ['id'])
    .execute();
  const tallies = { found: 'integer', unexpected: 'integer', sold: 'integer', unknown: 'integer' } as const;
  await table(database, 'count_tallies', {
    required: { count_id: 'integer', staff_id: 'integer', ...tallies },
  })
    .addPrimaryKeyConstraint('count_tallies_key', ['count_id', 'staff_id'])
    .addForeignKeyConstraint('tally_count', ['count_id'], 'stock_counts', ['id'])
    .execute();
}

const indexes = {
  // A store's counts, all of them or those of a state, the newest first.
  counts_of_store: 'stock_counts(store_id, started_at, id)',
  counts_by_status: 'stock_counts(store_id, status, started_at, id)',
  // Those that are being written to the stock, for whoever goes on with it.
  counts_closing: `stock_counts(id) where status = 'closing'`,
  // What was scanned last, and the report's lists.
  counted_last: 'count_units(count_id, scanned_at, inventory_item_id) where scanned_at is not null',
  counted_by_kind: 'count_units(count_id, kind, scanned_at, inventory_item_id)',
  // The life of a unit.
  counts_of_unit: 'count_units(inventory_item_id, count_id)',
  // What somebody has counted.
  tallies_of_staff: 'count_tallies(staff_id, count_id)',
};

/** Stock counts, what they scan, and since which of them each unit stands where it does. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'inventory_items', { counts_begun: 'integer' });
  await makeTables(database);
  await sql`create unique index one_open_count on stock_counts(store_id, scope_key)
    where status in ('open', 'closing')`.execute(database);
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
  await keepCountsBegun(database);
}
