import { sql, type Kysely } from 'kysely';

/** Which index answers which question of a list that grows; none of them may sort or scan for a page. */
const indexes = {
  // A store's transactions by what they came to; dates are looked at without their rows.
  transactions_by_total: `transactions(store_id, total_amount, id, dated_at, deleted_at)`,
  // The few of one state, newest first and by what they came to: among all of a store's, they would be looked for to the
  // last one. Their state stands in them although all of them have it, or SQLite holds a longer index for as good.
  drafts_in_store: `transactions(store_id, status, dated_at, id) where status = 'draft' and deleted_at is null`,
  transactions_void: `transactions(store_id, status, dated_at, id, staff_id, deleted_at)
    where status = 'void' and deleted_at is null`,
  transactions_refunded: `transactions(store_id, status, dated_at, id, staff_id, deleted_at)
    where status = 'refunded' and deleted_at is null`,
  transactions_void_by_total: `transactions(store_id, status, total_amount, id)
    where status = 'void' and deleted_at is null`,
  transactions_refunded_by_total: `transactions(store_id, status, total_amount, id)
    where status = 'refunded' and deleted_at is null`,
  // What somebody sold, newest first.
  transactions_of_staff: `transactions(store_id, staff_id, dated_at, id, deleted_at)`,
  // What a customer bought in some stores, newest first, and how much of it there is.
  transactions_of_customer: `transactions(customer_id, dated_at, id, store_id, deleted_at)`,
  // Units of a variation that stand in a store, the first of them, in the order of their records.
  items_by_variation: `inventory_items(product_variation_id, store_id, status, id)`,
  // Customers by what they are filtered by. That they are not deleted stands in the indexes although it is so of all of
  // them: without it, SQLite looks at every row to see it.
  customers_in_group: `customers(customer_group_id, loyalty_points, signup_channel_id, name_key, deleted_at)
    where deleted_at is null`,
  customers_of_channel: `customers(signup_channel_id, loyalty_points, name_key, deleted_at)
    where deleted_at is null`,
  customers_by_points: `customers(loyalty_points, name_key, deleted_at) where deleted_at is null`,
  customers_there: `customers(name_key, id, deleted_at) where deleted_at is null`,
  // Who became a customer today.
  customers_by_age: `customers(created_at) where deleted_at is null`,
  // The newest products.
  products_by_age: `products(created_at, id)`,
};

/** Those that another one of the same name takes the place of. */
const replaced = [
  'customers_in_group',
  'customers_of_channel',
  'customers_by_points',
  'customers_there',
  'transactions_of_customer',
  'items_by_variation',
  'drafts_in_store',
  'transactions_void',
  'transactions_refunded',
];

/** Indexes for lists that grow: the orders and filters that read a whole store before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const name of replaced) await database.schema.dropIndex(name).execute();
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}
