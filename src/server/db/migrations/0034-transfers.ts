import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { table } from './table.ts';

/** Units on their way between stores. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'transfers', {
    required: {
      id: 'integer',
      number: 'text',
      from_store_id: 'integer',
      to_store_id: 'integer',
      status: 'text',
      claim_no: 'integer',
      sent_at: 'bigint',
      sent_by_id: 'integer',
      units_count: 'integer',
      received_count: 'integer',
      defective_count: 'integer',
      lost_count: 'integer',
      returned_count: 'integer',
      extra_count: 'integer',
      has_differences: 'integer',
    },
    optional: { reason: 'text', ended_at: 'bigint', ended_by_id: 'integer', cancel_reason: 'text' },
  })
    .addForeignKeyConstraint('transfer_from', ['from_store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('transfer_to', ['to_store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('transfer_sender', ['sent_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_transfer_number', ['number'])
    .execute();
  await table(database, 'transfer_items', {
    required: {
      transfer_id: 'integer',
      inventory_item_id: 'integer',
      position: 'integer',
      state: 'text',
      is_damaged: 'integer',
    },
    optional: {
      scanned_at: 'bigint',
      scanned_by_id: 'integer',
      settled_at: 'bigint',
      settled_by_id: 'integer',
      reason: 'text',
    },
  })
    .addPrimaryKeyConstraint('transfer_items_key', ['transfer_id', 'inventory_item_id'])
    .addForeignKeyConstraint('item_transfer', ['transfer_id'], 'transfers', ['id'])
    .addForeignKeyConstraint('item_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();
  // The life of a unit.
  await sql`create index transfers_of_unit on transfer_items(inventory_item_id, transfer_id)`.execute(
    database,
  );
  // Whatever else goes wrong, a unit is on its way once.
  await sql`create unique index one_transit on transfer_items(inventory_item_id)
    where state = 'in_transit'`.execute(database);
  // The list of a store: what it sent and what is sent to it, all of it, of a status, and where something was amiss.
  for (const [end, name] of [
    ['from_store_id', 'out'],
    ['to_store_id', 'in'],
  ] as const) {
    await sql`create index ${sql.id(`transfers_${name}`)} on transfers(${sql.ref(end)}, sent_at, id)`.execute(
      database,
    );
    await sql`create index ${sql.id(`transfers_${name}_by_status`)}
      on transfers(${sql.ref(end)}, status, sent_at, id)`.execute(database);
    await sql`create index ${sql.id(`transfers_${name}_differing`)}
      on transfers(${sql.ref(end)}, has_differences, sent_at, id) where has_differences = 1`.execute(
      database,
    );
  }
  if (database.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create table transfer_codes (rowid integer primary key, code_text text not null)`.execute(
      database,
    );
    await sql`create index transfer_codes_by_part on transfer_codes
      using gin (code_text gin_trgm_ops) with (fastupdate = off)`.execute(database);
  } else {
    await sql`create virtual table transfer_codes
      using fts5(code_text, tokenize = 'trigram', columnsize = 0)`.execute(database);
  }
}
