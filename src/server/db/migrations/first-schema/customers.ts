import { sql, type Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, table } from '../table.ts';
import { addTriggers, type Trigger } from '../triggers.ts';

const customerStatement = (by: string) =>
  `update chain_counts set count = count ${by} where name = 'customers';`;
const there = (row: 'new' | 'old') => `(case when ${row}.deleted_at is null then 1 else 0 end)`;

/** Triggers keep the number of customers, for every way of changing them. */
const triggers: readonly Trigger[] = [
  {
    name: 'customer_came',
    table: 'customers',
    event: 'insert',
    when: 'new.deleted_at is null',
    statements: customerStatement('+ 1'),
  },
  {
    name: 'customer_changed',
    table: 'customers',
    event: 'update',
    when: '(old.deleted_at is null) <> (new.deleted_at is null)',
    statements: customerStatement(`+ ${there('new')} - ${there('old')}`),
  },
  {
    name: 'customer_went',
    table: 'customers',
    event: 'delete',
    when: 'old.deleted_at is null',
    statements: customerStatement('- 1'),
  },
];

/**
 * Indexes that hold every column of the list's filters; deleted customers are in none. The condition on deletion stands
 * in the columns, too: without it, SQLite reads every row to check it.
 */
const indexes = {
  customers_in_group: `customers(customer_group_id, loyalty_points, signup_channel_id, name_key, deleted_at)
    where deleted_at is null`,
  customers_in_group_by_name: 'customers(customer_group_id, name_key, id) where deleted_at is null',
  customers_of_channel: `customers(signup_channel_id, loyalty_points, name_key, deleted_at)
    where deleted_at is null`,
  customers_by_points: 'customers(loyalty_points, name_key, deleted_at) where deleted_at is null',
  customers_there: 'customers(name_key, id, deleted_at) where deleted_at is null',
  // New customers of a day.
  customers_by_age: 'customers(created_at) where deleted_at is null',
  // Deleted customers have no search words, but their sales are found by their names.
  customers_gone: 'customers(id) where deleted_at is not null',
  customers_by_phone: 'customers(phone_key)',
  loyalty_by_date: 'loyalty_entries(customer_id, created_at, id)',
};

/** Creates customers with their groups, signup channels and points, and their number. */
export async function makeCustomers(database: Kysely<unknown>): Promise<void> {
  await table(database, 'customer_groups', {
    required: { id: 'integer', name: 'text', slug: 'text', discount_percentage: 'integer' },
    optional: { unique_name: 'text' },
  })
    .addUniqueConstraint('one_group_slug', ['slug'])
    .execute();
  await table(database, 'signup_channels', {
    required: { id: 'integer', name: 'text' },
    optional: { unique_name: 'text' },
  }).execute();
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
    optional: {
      email: 'text',
      address: 'text',
      birthday: 'text',
      notes: 'text',
      customer_group_id: 'integer',
      signup_channel_id: 'integer',
      deleted_at: 'bigint',
      last_transaction_at: 'bigint',
      search_text: 'text',
    },
  })
    .addColumn('total_spent', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('total_transactions', 'integer', (column) => column.notNull().defaultTo(0))
    .addForeignKeyConstraint('customer_group', ['customer_group_id'], 'customer_groups', ['id'])
    .execute();
  await table(database, 'loyalty_entries', {
    required: {
      id: 'integer',
      customer_id: 'integer',
      points: 'bigint',
      balance: 'bigint',
      reason: 'text',
      created_at: 'bigint',
      staff_id: 'integer',
    },
    optional: { transaction_id: 'integer' },
  })
    .addForeignKeyConstraint('entry_customer', ['customer_id'], 'customers', ['id'])
    .execute();
  await table(database, 'chain_counts', { required: { name: 'text', count: 'integer' } })
    .addPrimaryKeyConstraint('chain_counts_key', ['name'])
    .execute();
  await sql`insert into chain_counts (name, count) values ('customers', 0)`.execute(database);
  await addIndexes(database, indexes);
  await addUniqueIndexes(database, {
    one_group_name: 'customer_groups(unique_name)',
    one_channel_name: 'signup_channels(unique_name)',
  });
  await addTriggers(database, triggers);
}
