import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { table } from './table.ts';

const indexes = {
  returns_of_store: 'supplier_returns(store_id, created_at, id)',
  returns_of_supplier: 'supplier_returns(supplier_id, created_at, id)',
  // The life of a unit.
  returns_of_unit: 'supplier_return_items(inventory_item_id, supplier_return_id)',
};

/** Units that went back to their suppliers, and what of them came in again. */
export async function up(database: Kysely<unknown>): Promise<void> {
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
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
  // Whatever else goes wrong, a supplier has a unit once.
  await sql`create unique index one_return_away on supplier_return_items(inventory_item_id)
    where came_back_at is null`.execute(database);
  if (database.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create table return_codes (rowid integer primary key, code_text text not null)`.execute(
      database,
    );
    await sql`create index return_codes_by_part on return_codes
      using gin (code_text gin_trgm_ops) with (fastupdate = off)`.execute(database);
  } else {
    await sql`create virtual table return_codes
      using fts5(code_text, tokenize = 'trigram', columnsize = 0)`.execute(database);
  }
}
