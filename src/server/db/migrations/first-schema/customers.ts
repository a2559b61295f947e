import { sql, type Kysely } from 'kysely';
import { addIndexes, addUniqueIndexes, createTables } from '../table.ts';
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
  await createTables(
    database,
    `create table customer_groups (
      id integer primary key, name text not null, slug text not null, discount_percentage integer not null,
      unique_name text,
      constraint one_group_slug unique (slug)
    );
    create table signup_channels (
      id integer primary key, name text not null, unique_name text
    );
    create table customers (
      id integer primary key, name text not null, name_key text not null, phone text not null,
      phone_key text not null, loyalty_points bigint not null, created_at bigint not null, email text,
      address text, birthday text, notes text, customer_group_id integer, signup_channel_id integer,
      deleted_at bigint, last_transaction_at bigint, search_text text,
      total_spent bigint default 0 not null, total_transactions integer default 0 not null,
      constraint customer_group foreign key (customer_group_id) references customer_groups (id)
    );
    create table loyalty_entries (
      id integer primary key, customer_id integer not null, points bigint not null,
      balance bigint not null, reason text not null, created_at bigint not null, staff_id integer not null,
      transaction_id integer,
      constraint entry_customer foreign key (customer_id) references customers (id)
    );
    create table chain_counts (
      name text not null, count integer not null,
      constraint chain_counts_key primary key (name)
    )`,
  );
  await sql`insert into chain_counts (name, count) values ('customers', 0)`.execute(database);
  await addIndexes(database, indexes);
  await addUniqueIndexes(database, {
    one_group_name: 'customer_groups(unique_name)',
    one_channel_name: 'signup_channels(unique_name)',
  });
  await addTriggers(database, triggers);
}
