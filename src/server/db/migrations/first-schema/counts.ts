import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, table } from '../table.ts';

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
