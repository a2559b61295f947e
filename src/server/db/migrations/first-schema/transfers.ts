import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, table } from '../table.ts';

const indexes = {
  // The life of a unit.
  transfers_of_unit: 'transfer_items(inventory_item_id, transfer_id)',
  // The list of a store: what it sent and what is sent to it, all of it, of a status, and where something was amiss.
  transfers_out: 'transfers(from_store_id, sent_at, id)',
  transfers_in: 'transfers(to_store_id, sent_at, id)',
  transfers_out_by_status: 'transfers(from_store_id, status, sent_at, id)',
  transfers_in_by_status: 'transfers(to_store_id, status, sent_at, id)',
  transfers_out_differing: 'transfers(from_store_id, has_differences, sent_at, id) where has_differences = 1',
  transfers_in_differing: 'transfers(to_store_id, has_differences, sent_at, id) where has_differences = 1',
};

/** Units on their way between stores. */
export async function makeTransfers(database: Kysely<unknown>): Promise<void> {
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
  await addIndexes(database, indexes);
  // Whatever else goes wrong, a unit is on its way once.
  await addUniqueIndexes(database, {
    one_transit: `transfer_items(inventory_item_id) where state = 'in_transit'`,
  });
}
