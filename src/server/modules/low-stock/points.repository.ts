import type { Reader, Writer } from '../../db/access.ts';

/** The reorder point that somebody set for a variation in a store; null where nobody did. */
export async function findPoint(
  reader: Reader,
  variationId: number,
  storeId: number,
): Promise<number | null> {
  const row = await reader
    .selectFrom('reorder_points')
    .select('reorder_point')
    .where('product_variation_id', '=', variationId)
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return row?.reorder_point ?? null;
}

/** Sets a variation's reorder point in a store, or with null takes it away. Its product's row must be held. */
export async function putPoint(
  writer: Writer,
  key: { product_variation_id: number; store_id: number },
  reorder_point: number | null,
): Promise<void> {
  if (reorder_point === null) {
    await writer
      .deleteFrom('reorder_points')
      .where('product_variation_id', '=', key.product_variation_id)
      .where('store_id', '=', key.store_id)
      .execute();
    return;
  }
  await writer
    .insertInto('reorder_points')
    .values({ ...key, reorder_point })
    .onConflict((on) =>
      on.columns(['product_variation_id', 'store_id']).doUpdateSet({ ...key, reorder_point }),
    )
    .execute();
}
