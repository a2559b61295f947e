import { sql, type Kysely } from 'kysely';
import { addColumns } from './table.ts';

/** Which index answers which question; none of them is written by a lock or a draft. */
const indexes = {
  // A store's units by how long they have been there: those that are not sold, and those that are. Their variations stand in
  // them, so that rare ones are found without their rows.
  units_unsold: `inventory_items(store_id, created_at, id, product_variation_id) where sold_at is null`,
  units_sold: `inventory_items(store_id, created_at, id, product_variation_id) where sold_at is not null`,
  // Used and refurbished ones, of which there are few beside the new ones.
  units_second_hand: `inventory_items(store_id, category, created_at, id, sold_at) where category <> 'new'`,
  // The few that can neither be sold nor were.
  units_aside: `inventory_items(status, store_id, created_at, id)
    where status in ('in_transit', 'defective', 'lost', 'returned')`,
  // The sales of a unit. Lines of drafts, which come and go, promise no warranty yet.
  sold_lines_of_unit: `transaction_items(inventory_item_id, id) where warranty_months is not null`,
  // A unit's two IMEIs, for who takes them away.
  imeis_of_unit: `unit_imeis(inventory_item_id)`,
};

/** Units as lists: a column for what locks do not change, and the indexes. What was sold before promised no warranty. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'inventory_items', { sold_at: 'bigint' });
  await sql`update inventory_items set sold_at = coalesce(
      (select sale.completed_at from transaction_items line join transactions sale on sale.id = line.transaction_id
        where line.inventory_item_id = inventory_items.id and line.live = 1), created_at)
    where status = 'sold'`.execute(database);
  await sql`update transaction_items set warranty_months = 0
    where transaction_id in (select id from transactions where status <> 'draft')`.execute(database);
  for (const [name, what] of Object.entries(indexes)) {
    await sql`create index ${sql.id(name)} on ${sql.raw(what)}`.execute(database);
  }
}
