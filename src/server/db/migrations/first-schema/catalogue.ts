import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, table } from '../table.ts';

/** Months by what the customer gets: null takes the type's warranty, 0 is none. */
const WARRANTY = { warranty_months: 'integer', warranty_months_used: 'integer' } as const;

async function makeLookups(database: Kysely<unknown>): Promise<void> {
  await table(database, 'manufacturers', {
    required: { id: 'integer', name: 'text' },
    optional: { unique_name: 'text' },
  }).execute();
  await table(database, 'product_types', {
    required: { id: 'integer', name: 'text', slug: 'text', requires_serial: 'integer' },
    optional: { ...WARRANTY, reorder_point: 'integer', unique_name: 'text' },
  }).execute();
  await addUniqueIndexes(database, {
    one_manufacturer_name: 'manufacturers(unique_name)',
    one_product_type_name: 'product_types(unique_name)',
  });
}

async function makeProducts(database: Kysely<unknown>): Promise<void> {
  await table(database, 'products', {
    required: {
      id: 'integer',
      name: 'text',
      name_key: 'text',
      sku: 'text',
      manufacturer_id: 'integer',
      product_type_id: 'integer',
      status: 'text',
      requires_serial: 'integer',
      created_at: 'bigint',
    },
    optional: { ...WARRANTY, description: 'text', updated_at: 'bigint', image_url: 'text' },
  })
    .addUniqueConstraint('one_sku', ['sku'])
    .addForeignKeyConstraint('product_manufacturer', ['manufacturer_id'], 'manufacturers', ['id'])
    .addForeignKeyConstraint('product_type', ['product_type_id'], 'product_types', ['id'])
    .execute();
  await addIndexes(database, {
    products_by_name: 'products(name_key, id)',
    // The newest products.
    products_by_age: 'products(created_at, id)',
    // Products of a type, of a manufacturer, and discontinued ones.
    products_of_type: 'products(product_type_id, name_key, id, status, manufacturer_id)',
    products_of_maker: 'products(manufacturer_id, name_key, id, status, product_type_id)',
    products_inactive: `products(name_key, id) where status = 'inactive'`,
  });
}

async function makeVariations(database: Kysely<unknown>): Promise<void> {
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
      updated_at: 'bigint',
      image_url: 'text',
    },
  })
    .addUniqueConstraint('one_barcode', ['barcode'])
    .addForeignKeyConstraint('variation_product', ['product_id'], 'products', ['id'])
    .execute();
  await table(database, 'variation_attributes', {
    required: {
      product_variation_id: 'integer',
      product_id: 'integer',
      name_key: 'text',
      value_key: 'text',
      name: 'text',
      value: 'text',
      position: 'integer',
    },
  })
    .addPrimaryKeyConstraint('variation_attributes_key', ['product_variation_id', 'name_key'])
    .addForeignKeyConstraint('attribute_variation', ['product_variation_id'], 'product_variations', ['id'])
    .execute();
  await addIndexes(database, {
    variations_by_product: 'product_variations(product_id)',
    attributes_by_value: 'variation_attributes(name_key, value_key, product_id, product_variation_id)',
  });
}

async function makeHistory(database: Kysely<unknown>): Promise<void> {
  // One row for each changed field: `before` and `after` as on the wire.
  await table(database, 'product_history', {
    required: { id: 'integer', product_id: 'integer', at: 'bigint', field: 'text' },
    optional: {
      product_variation_id: 'integer',
      staff_id: 'integer',
      before_json: 'text',
      after_json: 'text',
    },
  })
    .addForeignKeyConstraint('history_product', ['product_id'], 'products', ['id'])
    .execute();
  await addIndexes(database, { history_of_product: 'product_history(product_id, at, id)' });
}

async function makePhotos(database: Kysely<unknown>): Promise<void> {
  await table(database, 'product_photos', {
    required: { id: 'integer', product_id: 'integer', position: 'integer' },
    optional: { product_variation_id: 'integer' },
  })
    .addForeignKeyConstraint('photo_media', ['id'], 'media', ['id'])
    .addForeignKeyConstraint('photo_product', ['product_id'], 'products', ['id'])
    .addForeignKeyConstraint('photo_variation', ['product_variation_id'], 'product_variations', ['id'])
    .execute();
  await addIndexes(database, { photos_of_product: 'product_photos(product_id, position)' });
  await addUniqueIndexes(database, {
    one_photo_of_variation: 'product_photos(product_variation_id) where product_variation_id is not null',
  });
}

/** Creates manufacturers, product types, products with their photos and history, and their variations. */
export async function makeCatalogue(database: Kysely<unknown>): Promise<void> {
  await makeLookups(database);
  await makeProducts(database);
  await makeVariations(database);
  await makeHistory(database);
  await makePhotos(database);
}
