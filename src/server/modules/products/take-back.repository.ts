import type { Reader } from '../../db/access.ts';

/** Returns some products with what has become of each since it was made. */
export const findLives = (reader: Reader, productIds: readonly number[]) =>
  reader
    .selectFrom('products')
    .select(['products.id', 'products.updated_at'])
    .select(({ exists, selectFrom, fn }) => [
      selectFrom('product_variations as variation')
        .select(fn.countAll<number>().as('variations'))
        .whereRef('variation.product_id', '=', 'products.id')
        .as('variations'),
      exists(
        selectFrom('product_history as entry')
          .select('entry.id')
          .whereRef('entry.product_id', '=', 'products.id')
          .where('entry.field', '<>', 'created'),
      ).as('was_changed'),
      exists(
        selectFrom('product_variations as variation')
          .innerJoin('inventory_items as item', 'item.product_variation_id', 'variation.id')
          .select('item.id')
          .whereRef('variation.product_id', '=', 'products.id'),
      ).as('has_units'),
      exists(
        selectFrom('product_variations as variation')
          .innerJoin('purchase_order_items as ordered', 'ordered.product_variation_id', 'variation.id')
          .select('ordered.id')
          .whereRef('variation.product_id', '=', 'products.id'),
      ).as('was_ordered'),
    ])
    .where('products.id', 'in', productIds)
    .execute();
export type ProductLife = Awaited<ReturnType<typeof findLives>>[number];
