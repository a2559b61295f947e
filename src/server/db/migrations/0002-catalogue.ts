import { sql, type Kysely } from 'kysely';
import { table } from './table.ts';

/** What is sold: products, their variations, and every single unit. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'manufacturers', { required: { id: 'integer', name: 'text' } }).execute();
  await table(database, 'product_types', {
    required: { id: 'integer', name: 'text', slug: 'text', requires_serial: 'integer' },
  }).execute();

  await table(database, 'products', {
    required: {
      id: 'integer',
      name: 'text',
      name_key: 'text',
      search_key: 'text',
      sku: 'text',
      manufacturer_id: 'integer',
      product_type_id: 'integer',
      status: 'text',
      requires_serial: 'integer',
      created_at: 'bigint',
    },
  })
    .addUniqueConstraint('one_sku', ['sku'])
    .addForeignKeyConstraint('product_manufacturer', ['manufacturer_id'], 'manufacturers', ['id'])
    .addForeignKeyConstraint('product_type', ['product_type_id'], 'product_types', ['id'])
    .execute();
  await database.schema.createIndex('products_by_name').on('products').columns(['name_key', 'id']).execute();

  await table(database, 'product_variations', {
    required: {
      id: 'integer',
      product_id: 'integer',
      name: 'text',
      cost: 'bigint',
      retail_price: 'bigint',
      is_active: 'integer',
      created_at: 'bigint',
    },
    optional: {
      barcode: 'text',
      wholesale_price: 'bigint',
      member_price: 'bigint',
      minimum_price: 'bigint',
    },
  })
    .addUniqueConstraint('one_barcode', ['barcode'])
    .addForeignKeyConstraint('variation_product', ['product_id'], 'products', ['id'])
    .execute();
  await database.schema
    .createIndex('variations_by_product')
    .on('product_variations')
    .column('product_id')
    .execute();

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
      qr_code: 'text',
      purchase_cost: 'bigint',
      notes: 'text',
      locked_at: 'bigint',
      locked_by_id: 'integer',
      locked_by_session: 'integer',
      locked_for_draft: 'integer',
      lock_token: 'text',
      lock_expires_at: 'bigint',
    },
  })
    .addForeignKeyConstraint('item_variation', ['product_variation_id'], 'product_variations', ['id'])
    .addForeignKeyConstraint('item_store', ['store_id'], 'stores', ['id'])
    .execute();
  for (const column of ['serial_number', 'imei', 'qr_code']) {
    await database.schema
      .createIndex(`one_${column}`)
      .on('inventory_items')
      .column(column)
      .unique()
      .where(sql.ref(column), 'is not', null)
      .execute();
  }
  await database.schema
    .createIndex('items_by_variation')
    .on('inventory_items')
    .columns(['product_variation_id', 'store_id', 'status'])
    .execute();
  await database.schema
    .createIndex('items_in_store')
    .on('inventory_items')
    .columns(['store_id', 'status', 'product_variation_id'])
    .execute();
}
