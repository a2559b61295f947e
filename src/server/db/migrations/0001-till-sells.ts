import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Types = Record<string, 'integer' | 'bigint' | 'text'>;
type Columns = { required: Types; optional?: Types };

/** Columns by type, not null unless optional; an `id` becomes the primary key. */
function table(database: Kysely<unknown>, name: string, { required, optional = {} }: Columns) {
  let builder: CreateTableBuilder<string, string> = database.schema.createTable(name);
  for (const [column, type] of Object.entries(required)) {
    builder = builder.addColumn(column, type, (c) => (column === 'id' ? c.primaryKey() : c.notNull()));
  }
  for (const [column, type] of Object.entries(optional)) builder = builder.addColumn(column, type);
  return builder;
}

async function up(database: Kysely<unknown>): Promise<void> {
  await table(database, 'stores', {
    required: {
      id: 'integer',
      code: 'text',
      name: 'text',
      name_key: 'text',
      timezone: 'text',
      is_active: 'integer',
      is_warehouse: 'integer',
      created_at: 'bigint',
    },
    optional: { address: 'text', phone: 'text', email: 'text', settings_json: 'text' },
  })
    .addUniqueConstraint('one_store_code', ['code'])
    .execute();

  await table(database, 'staff', {
    required: {
      id: 'integer',
      name: 'text',
      name_key: 'text',
      email: 'text',
      password_hash: 'text',
      role: 'text',
      is_active: 'integer',
      must_change_password: 'integer',
      created_at: 'bigint',
    },
    optional: { primary_store_id: 'integer', last_login_at: 'bigint' },
  })
    .addUniqueConstraint('one_staff_email', ['email'])
    .addForeignKeyConstraint('staff_primary_store', ['primary_store_id'], 'stores', ['id'])
    .execute();

  await table(database, 'staff_stores', { required: { staff_id: 'integer', store_id: 'integer' } })
    .addPrimaryKeyConstraint('staff_stores_key', ['staff_id', 'store_id'])
    .execute();

  await table(database, 'sessions', {
    required: {
      id: 'integer',
      token_hash: 'text',
      staff_id: 'integer',
      created_at: 'bigint',
      expires_at: 'bigint',
    },
    optional: { device_name: 'text' },
  })
    .addUniqueConstraint('one_session_token', ['token_hash'])
    .addForeignKeyConstraint('session_staff', ['staff_id'], 'staff', ['id'])
    .execute();

  await table(database, 'login_failures', {
    required: { subject: 'text', window_started_at: 'bigint', failures: 'integer' },
  })
    .addPrimaryKeyConstraint('login_failures_key', ['subject'])
    .execute();

  await table(database, 'customer_groups', {
    required: { id: 'integer', name: 'text', slug: 'text', discount_percentage: 'integer' },
  })
    .addUniqueConstraint('one_group_slug', ['slug'])
    .execute();

  await table(database, 'customers', {
    required: {
      id: 'integer',
      name: 'text',
      name_key: 'text',
      phone: 'text',
      phone_key: 'text',
      loyalty_points: 'bigint',
      created_at: 'bigint',
    },
    optional: { email: 'text', customer_group_id: 'integer' },
  })
    .addForeignKeyConstraint('customer_group', ['customer_group_id'], 'customer_groups', ['id'])
    .execute();

  await catalogue(database);
  await sales(database);
  await housekeeping(database);
}

async function catalogue(database: Kysely<unknown>): Promise<void> {
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

async function sales(database: Kysely<unknown>): Promise<void> {
  await table(database, 'transactions', {
    required: {
      id: 'integer',
      store_id: 'integer',
      staff_id: 'integer',
      status: 'text',
      version: 'integer',
      claim_no: 'integer',
      draft_number: 'text',
      subtotal: 'bigint',
      discount_amount: 'bigint',
      taxable_amount: 'bigint',
      tax_rate: 'integer',
      prices_include_tax: 'integer',
      tax_amount: 'bigint',
      total_amount: 'bigint',
      change_due: 'bigint',
      points_earned: 'bigint',
      copies_printed: 'integer',
      created_at: 'bigint',
      updated_at: 'bigint',
    },
    optional: {
      customer_id: 'integer',
      invoice_no: 'integer',
      invoice_number: 'text',
      notes: 'text',
      receipt_email: 'text',
      completed_at: 'bigint',
      deleted_at: 'bigint',
    },
  })
    .addForeignKeyConstraint('transaction_store', ['store_id'], 'stores', ['id'])
    .addForeignKeyConstraint('transaction_staff', ['staff_id'], 'staff', ['id'])
    .addForeignKeyConstraint('transaction_customer', ['customer_id'], 'customers', ['id'])
    .addUniqueConstraint('one_draft_number', ['draft_number'])
    .execute();
  await sql`create unique index one_draft on transactions(staff_id, customer_id)
    where status = 'draft' and deleted_at is null`.execute(database);
  await sql`create unique index one_invoice_no on transactions(store_id, invoice_no)
    where invoice_no is not null`.execute(database);
  await database.schema
    .createIndex('transactions_by_number')
    .on('transactions')
    .column('invoice_number')
    .execute();
  await database.schema
    .createIndex('transactions_completed')
    .on('transactions')
    .columns(['store_id', 'completed_at'])
    .execute();
  await database.schema
    .createIndex('transactions_changed')
    .on('transactions')
    .columns(['store_id', 'updated_at'])
    .execute();

  await table(database, 'transaction_items', {
    required: {
      id: 'integer',
      transaction_id: 'integer',
      position: 'integer',
      inventory_item_id: 'integer',
      price: 'bigint',
      discount_amount: 'bigint',
      final_price: 'bigint',
      live: 'integer',
    },
    optional: { discount_reason: 'text' },
  })
    .addForeignKeyConstraint('line_transaction', ['transaction_id'], 'transactions', ['id'])
    .addForeignKeyConstraint('line_item', ['inventory_item_id'], 'inventory_items', ['id'])
    .execute();
  await sql`create unique index one_live_line on transaction_items(inventory_item_id) where live = 1`.execute(
    database,
  );
  await database.schema
    .createIndex('lines_by_transaction')
    .on('transaction_items')
    .columns(['transaction_id', 'position'])
    .execute();

  await table(database, 'payments', {
    required: {
      id: 'integer',
      transaction_id: 'integer',
      method: 'text',
      amount: 'bigint',
      status: 'text',
      created_at: 'bigint',
      created_by_id: 'integer',
    },
    optional: {
      reference_number: 'text',
      expected_date: 'text',
      screenshot_url: 'text',
      notes: 'text',
      paid_at: 'bigint',
      verified_by_id: 'integer',
      verified_at: 'bigint',
      deleted_at: 'bigint',
      deleted_by_id: 'integer',
      deletion_reason: 'text',
    },
  })
    .addForeignKeyConstraint('payment_transaction', ['transaction_id'], 'transactions', ['id'])
    .execute();
  await database.schema
    .createIndex('payments_by_transaction')
    .on('payments')
    .column('transaction_id')
    .execute();

  await table(database, 'number_series', {
    required: { store_id: 'integer', kind: 'text', last_no: 'integer' },
  })
    .addPrimaryKeyConstraint('number_series_key', ['store_id', 'kind'])
    .execute();
}

async function housekeeping(database: Kysely<unknown>): Promise<void> {
  await table(database, 'idempotency_keys', {
    required: {
      staff_id: 'integer',
      method: 'text',
      path: 'text',
      key: 'text',
      body_hash: 'text',
      status: 'integer',
      answer_json: 'text',
      created_at: 'bigint',
    },
  })
    .addPrimaryKeyConstraint('one_answer_a_key', ['staff_id', 'method', 'path', 'key'])
    .execute();

  await table(database, 'audit_log', {
    required: { id: 'integer', at: 'bigint', action: 'text' },
    optional: {
      staff_id: 'integer',
      session_id: 'integer',
      store_id: 'integer',
      subject_id: 'integer',
      details_json: 'text',
    },
  }).execute();

  await table(database, 'id_blocks', { required: { name: 'text', next_id: 'integer' } })
    .addPrimaryKeyConstraint('id_blocks_key', ['name'])
    .execute();
  await sql`insert into id_blocks (name, next_id) values ('all', 1)`.execute(database);
}

/** Everything the first sale needs: shops, people, catalogue, units, sales, and the server's own books. */
export const tillSells: Migration = { up };
