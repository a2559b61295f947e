import { sql, type Kysely } from 'kysely';
import { addColumns, table } from './table.ts';

/** Units that customers bring: who brought them, from which sale they come back, and what was paid for them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The sale of a unit that was traded in stands as it was: its line is live no more, and was not refunded.
  await addColumns(database, 'transaction_items', { traded_in_at: 'bigint' });
  // Its id is that of its event in the unit's life. Its line is no foreign key: every saved draft would look for it here.
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
  await sql`create index trade_ins_of_unit on trade_ins(inventory_item_id)`.execute(database);
}
