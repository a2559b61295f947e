import type { Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, createTables } from '../table.ts';

async function makeLookups(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table manufacturers (
      id integer primary key, name text not null, unique_name text
    );
    create table product_types (
      id integer primary key, name text not null, slug text not null, requires_serial integer not null,
      warranty_months integer, warranty_months_used integer, reorder_point integer, unique_name text
    )`,
  );
  await addUniqueIndexes(database, {
    one_manufacturer_name: 'manufacturers(unique_name)',
    one_product_type_name: 'product_types(unique_name)',
  });
}

async function makeProducts(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table products (
      id integer primary key, name text not null, name_key text not null, sku text not null,
      manufacturer_id integer not null, product_type_id integer not null, status text not null,
      requires_serial integer not null, created_at bigint not null, warranty_months integer,
      warranty_months_used integer, description text, updated_at bigint, image_url text,
      constraint one_sku unique (sku),
      constraint product_manufacturer foreign key (manufacturer_id) references manufacturers (id),
      constraint product_type foreign key (product_type_id) references product_types (id)
    )`,
  );
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
  await createTables(
    database,
    `create table product_variations (
      id integer primary key, product_id integer not null, name text not null, cost bigint not null,
      retail_price bigint not null, is_active integer not null, created_at bigint not null, barcode text,
      wholesale_price bigint, member_price bigint, minimum_price bigint, updated_at bigint, image_url text,
      constraint one_barcode unique (barcode),
      constraint variation_product foreign key (product_id) references products (id)
    );
    create table variation_attributes (
      product_variation_id integer not null, product_id integer not null, name_key text not null,
      value_key text not null, name text not null, value text not null, position integer not null,
      constraint variation_attributes_key primary key (product_variation_id, name_key),
      constraint attribute_variation foreign key (product_variation_id) references product_variations (id)
    )`,
  );
  await addIndexes(database, {
    variations_by_product: 'product_variations(product_id)',
    attributes_by_value: 'variation_attributes(name_key, value_key, product_id, product_variation_id)',
  });
}

async function makeHistory(database: Kysely<unknown>): Promise<void> {
  // One row for each changed field: `before` and `after` as on the wire.
  await createTables(
    database,
    `create table product_history (
      id integer primary key, product_id integer not null, at bigint not null, field text not null,
      product_variation_id integer, staff_id integer, before_json text, after_json text,
      constraint history_product foreign key (product_id) references products (id)
    )`,
  );
  await addIndexes(database, { history_of_product: 'product_history(product_id, at, id)' });
}

async function makePhotos(database: Kysely<unknown>): Promise<void> {
  await createTables(
    database,
    `create table product_photos (
      id integer primary key, product_id integer not null, position integer not null,
      product_variation_id integer,
      constraint photo_media foreign key (id) references media (id),
      constraint photo_product foreign key (product_id) references products (id),
      constraint photo_variation foreign key (product_variation_id) references product_variations (id)
    )`,
  );
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
