import { money } from '#contract/codecs.ts';
import {
  categoryPriceNames,
  priceNames,
  type CategoryPrices,
  type VariationPrices,
} from '#domain/pricing.ts';
import type { Reader } from '../../db/access.ts';

type Prices = Partial<VariationPrices & CategoryPrices>;

/** Returns the prices that some variations had at a moment, as far as they are others now. */
export async function pricesAt(
  reader: Reader,
  variations: readonly { product_id: number; product_variation_id: number }[],
  moment: number,
): Promise<ReadonlyMap<number, Prices>> {
  const products = [...new Set(variations.map(({ product_id }) => product_id))];
  if (products.length === 0) return new Map();
  const changes = await reader
    .selectFrom('product_history')
    .select(['product_variation_id', 'field', 'before_json'])
    .where('product_id', 'in', products)
    .where('at', '>', moment)
    .where('field', 'in', [...priceNames, ...categoryPriceNames])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const prices = new Map<number, Record<string, number | null>>();
  // The first change after the moment says what it was until then.
  for (const { product_variation_id: id, field, before_json } of changes) {
    if (id === null) continue;
    const before = before_json === null ? null : money.parse(JSON.parse(before_json));
    prices.set(id, { ...prices.get(id), [field]: before });
  }
  return prices;
}
