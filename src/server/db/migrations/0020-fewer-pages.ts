import { sql, type Kysely } from 'kysely';

/** Which index answers which question; what a lock or a draft does not change must not stand in one. */
const indexes = {
  // The units of a variation wherever they are in their lives: what is taken or sold stays where it stands.
  items_by_variation: `inventory_items(product_variation_id, store_id, id)`,
  // The few units that are held; those that nobody holds stand in \`next_free\`.
  held_units: `inventory_items(product_variation_id, store_id) where status = 'locked'`,
  // Drafts have neither a number nor a time of completion.
  transactions_by_number: `transactions(invoice_number) where invoice_number is not null`,
  transactions_completed: `transactions(store_id, completed_at) where completed_at is not null`,
  // Cash has no reference.
  payments_by_reference: `payments(reference_key, method) where reference_key is not null`,
};

const replaced = [
  'items_by_variation',
  'items_in_store',
  'transactions_by_number',
  'transactions_completed',
  'payments_by_reference',
];

/** Indexes that a sale writes less of: each page of them that it touches is written to the log, and later once more. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const name of replaced) await database.schema.dropIndex(name).execute();
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}
