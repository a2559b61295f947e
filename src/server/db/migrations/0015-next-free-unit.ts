import { sql, type Kysely } from 'kysely';

/** Finds the next unit that a till may take of a variation among twenty thousand as among twenty: new ones, then by id. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The words of the order are those of the question. Those that are held are few and stand in `items_in_store`.
  await sql`create index next_free on inventory_items(
      product_variation_id, store_id, (case when category = 'new' then 0 else 1 end), id)
    where status = 'available'`.execute(database);
}
