import { sql, type Kysely } from 'kysely';
import { addColumns, table } from './table.ts';

const indexes = {
  receipts_of_order: 'goods_receipts(supplier_transaction_id, id)',
  receipt_items_in_receipt: 'goods_receipt_items(goods_receipt_id)',
  // A unit that is deleted is looked for here.
  receipt_items_of_unit: 'goods_receipt_items(inventory_item_id)',
  expected_serials_of_order: 'expected_serials(supplier_transaction_id, position)',
};

/** What came of purchase orders, receipt by receipt and unit by unit, and what suppliers announce of them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'goods_receipts', {
    required: {
      id: 'integer',
      number: 'text',
      supplier_transaction_id: 'integer',
      store_id: 'integer',
      received_at: 'bigint',
      received_by_id: 'integer',
      units_count: 'integer',
    },
    optional: { notes: 'text' },
  })
    .addForeignKeyConstraint('receipt_order', ['supplier_transaction_id'], 'purchase_orders', ['id'])
    .addForeignKeyConstraint('receipt_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('receipt_receiver', ['received_by_id'], 'staff', ['id'])
    .addUniqueConstraint('one_receipt_number', ['number'])
    .execute();
  // The id of one is that of its event in the unit's life. It stays when its unit is deleted.
  await table(database, 'goods_receipt_items', {
    required: {
      id: 'integer',
      goods_receipt_id: 'integer',
      supplier_transaction_item_id: 'integer',
      position: 'integer',
      unit_cost: 'bigint',
    },
    optional: { inventory_item_id: 'integer' },
  })
    .addForeignKeyConstraint('receipt_item_receipt', ['goods_receipt_id'], 'goods_receipts', ['id'])
    .addForeignKeyConstraint(
      'receipt_item_ordered',
      ['supplier_transaction_item_id'],
      'purchase_order_items',
      ['id'],
    )
    .addForeignKeyConstraint('receipt_item_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();
  await table(database, 'expected_serials', {
    required: { id: 'integer', supplier_transaction_id: 'integer', position: 'integer' },
    optional: { product_variation_id: 'integer', serial_number: 'text', imei: 'text', imei2: 'text' },
  })
    .addForeignKeyConstraint('expected_order', ['supplier_transaction_id'], 'purchase_orders', ['id'])
    .addForeignKeyConstraint('expected_variation', ['product_variation_id'], 'product_variations', ['id'])
    .execute();
  await addColumns(database, 'purchase_order_events', { goods_receipt_id: 'integer' });
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}
