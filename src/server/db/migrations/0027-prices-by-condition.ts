import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/**
 * Prices of used and refurbished units, a unit's own prices, and the condition that a unit was sold in. Used units sold at
 * the price of new ones until now: those in drafts keep the price that they have there.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(
    database,
    'product_variations',
    ['used', 'refurbished'].flatMap((category) =>
      ['retail', 'wholesale', 'member', 'minimum'].map((name) => `${category}_${name}_price bigint`),
    ),
  );
  await addColumns(database, 'inventory_items', ['own_price bigint', 'own_minimum_price bigint']);
  await addColumns(database, 'transaction_items', ['category text', 'condition_rating integer']);
  await runSql(
    database,
    `create index units_priced_by_list on inventory_items(store_id, product_variation_id)
     where category <> 'new' and own_price is null and sold_at is null;
     update inventory_items set own_price = (
       select max(line.price) from transaction_items as line
       inner join transactions as draft on draft.id = line.transaction_id
       where line.inventory_item_id = inventory_items.id and draft.status = 'draft'
     )
     where category <> 'new' and sold_at is null`,
  );
}
