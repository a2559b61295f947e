import { ApiError } from '#contract/errors.ts';
import type { Product, Variation } from '#contract/products.ts';
import type { Reader } from '../../db/access.ts';
import { photosOf } from './photos.repository.ts';
import { presentProduct, presentVariation } from './products.present.ts';
import { findProduct } from './products.repository.ts';
import { countInStock, findAttributes, findVariationsOf } from './variations.repository.ts';

/** Returns the variations of some products, by product, oldest first; units are those at the given stores. */
export async function variationsOf(
  reader: Reader,
  productIds: readonly number[],
  storeIds: readonly number[],
): Promise<Map<number, Variation[]>> {
  if (productIds.length === 0) return new Map();
  const rows = await findVariationsOf(reader, productIds);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const attributes = Map.groupBy(await findAttributes(reader, ids), (row) => row.product_variation_id);
  const counts = storeIds.length ? await countInStock(reader, ids, storeIds) : [];
  const units = new Map(counts.map((row) => [row.id, row.units]));
  const byProduct = Map.groupBy(rows, (row) => row.product_id);
  return new Map(
    [...byProduct].map(([productId, some]) => [
      productId,
      some.map((row) =>
        presentVariation(row, { attributes: attributes.get(row.id) ?? [], units: units.get(row.id) ?? 0 }),
      ),
    ]),
  );
}

const NO_PRODUCT = { message: 'Product not found' };

/** Returns a product with its variations, active or not; 404 `not_found`. */
export async function requireProduct(
  reader: Reader,
  productId: number,
  storeIds: readonly number[],
): Promise<Product> {
  const row = await findProduct(reader, productId);
  if (!row) throw new ApiError('not_found', NO_PRODUCT);
  const variations = await variationsOf(reader, [productId], storeIds);
  const photos = await photosOf(reader, productId);
  return presentProduct(row, { photos, variations: variations.get(productId) ?? [] });
}

/** Returns one of a product's variations; 404 `not_found`. */
export function requireVariation(of: Product, variationId: number): Variation {
  const found = of.product_variations.find(({ id }) => id === variationId);
  if (!found) throw new ApiError('not_found', { message: 'Variation not found' });
  return found;
}

/** 404 `not_found` for a product that does not exist. */
export async function requireProductRow(reader: Reader, productId: number): Promise<void> {
  if (!(await findProduct(reader, productId))) throw new ApiError('not_found', NO_PRODUCT);
}
