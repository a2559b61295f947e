import { sql, type Kysely } from 'kysely';
import { addColumns, table } from './table.ts';

/** What is told of a product, its warranty, who changed what of it, where units came from, and what became of each. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Months by what the customer gets: null is what the type says, 0 is none.
  const warranty = { warranty_months: 'integer', warranty_months_used: 'integer' } as const;
  await addColumns(database, 'product_types', { ...warranty, reorder_point: 'integer' });
  await addColumns(database, 'products', { ...warranty, description: 'text', updated_at: 'bigint' });
  await addColumns(database, 'product_variations', { updated_at: 'bigint' });
  // As it was when the line was sold: what the product says later changes no warranty.
  await addColumns(database, 'transaction_items', { warranty_months: 'integer' });

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

  // What became different, a row a field: `before` and `after` as on the wire.
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

  await table(database, 'suppliers', {
    required: {
      id: 'integer',
      name: 'text',
      name_key: 'text',
      search_text: 'text',
      code: 'text',
      is_active: 'integer',
      created_at: 'bigint',
    },
    optional: {
      contact_person: 'text',
      email: 'text',
      phone: 'text',
      address: 'text',
      payment_terms: 'text',
      notes: 'text',
      deleted_at: 'bigint',
    },
  }).execute();

  await addColumns(database, 'inventory_items', {
    imei2: 'text',
    supplier_id: 'integer',
    created_by_id: 'integer',
    updated_at: 'bigint',
  });
  // A phone's two IMEIs are unique across both columns, whoever writes both at once.
  await database.schema.dropIndex('one_imei').execute();
  await table(database, 'unit_imeis', { required: { imei: 'text', inventory_item_id: 'integer' } })
    .addPrimaryKeyConstraint('one_imei', ['imei'])
    .addForeignKeyConstraint('imei_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();
  await sql`insert into unit_imeis (imei, inventory_item_id)
    select imei, id from inventory_items where imei is not null`.execute(database);

  // What happened to a unit, but for what its sales, transfers and counts tell themselves.
  await table(database, 'unit_events', {
    required: { id: 'integer', inventory_item_id: 'integer', at: 'bigint', kind: 'text' },
    optional: { staff_id: 'integer', store_id: 'integer', details_json: 'text' },
  })
    .addForeignKeyConstraint('event_unit', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();

  const indexes = {
    attributes_by_value: 'variation_attributes(name_key, value_key, product_id, product_variation_id)',
    history_of_product: 'product_history(product_id, at, id)',
    suppliers_by_name: 'suppliers(name_key, id, deleted_at) where deleted_at is null',
    suppliers_by_status: 'suppliers(is_active, name_key, id, deleted_at) where deleted_at is null',
    events_of_unit: 'unit_events(inventory_item_id, at, id)',
  };
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
  await sql`create unique index one_supplier_code on suppliers(code) where deleted_at is null`.execute(
    database,
  );
}
