import { sql, type Kysely } from 'kysely';

/** Finds the next unit that a till may take of a variation among twenty thousand as among twenty: new ones, then by id. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The first one there is: the words of the order are those of the question.
  await sql`create index next_free on inventory_items(
      product_variation_id, store_id, (case when category = 'new' then 0 else 1 end), id)
    where status = 'available'`.execute(database);
  // The first one whose hold has lapsed: as many are held as stand in carts.
  await sql`create index held_of_variation on inventory_items(product_variation_id, store_id)
    where status = 'locked'`.execute(database);
}
