import { sql } from 'kysely';
import { DAY } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';

export type CatalogueMode = 'all' | 'frequent' | 'recent';

/** Sales of this many days decide what is frequently sold. */
const FREQUENT_DAYS = 30;

const activeProducts = (reader: Reader) =>
  reader
    .selectFrom('products')
    .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
    .select(['products.id', 'products.name', 'products.sku', 'product_types.slug as kind'])
    .where('products.status', '=', 'active');

export type ProductRow = Awaited<ReturnType<ReturnType<typeof activeProducts>['executeTakeFirstOrThrow']>>;

/** Active products by name. */
export function findAll(reader: Reader, limit: number): Promise<ProductRow[]> {
  return activeProducts(reader).orderBy('products.name_key').orderBy('products.id').limit(limit).execute();
}

/** Active products, the newest first. */
export function findRecent(reader: Reader, limit: number): Promise<ProductRow[]> {
  return activeProducts(reader)
    .orderBy('products.created_at', 'desc')
    .orderBy('products.id', 'desc')
    .limit(limit)
    .execute();
}

/** Active products by units sold at a store during the last 30 days. */
export function findFrequent(
  reader: Reader,
  storeId: number,
  now: number,
  limit: number,
): Promise<ProductRow[]> {
  const sold = reader
    .selectFrom('transactions')
    .innerJoin('transaction_items', 'transaction_items.transaction_id', 'transactions.id')
    .innerJoin('inventory_items', 'inventory_items.id', 'transaction_items.inventory_item_id')
    .innerJoin('product_variations', 'product_variations.id', 'inventory_items.product_variation_id')
    .select(['product_variations.product_id', sql<number>`count(*)`.as('units')])
    .where('transactions.store_id', '=', storeId)
    .where('transactions.completed_at', '>=', now - FREQUENT_DAYS * DAY)
    .groupBy('product_variations.product_id')
    .as('sold');
  return activeProducts(reader)
    .innerJoin(sold, 'sold.product_id', 'products.id')
    .orderBy('sold.units', 'desc')
    .orderBy('products.name_key')
    .limit(limit)
    .execute();
}

/** Active products whose name, SKU or maker holds every word of a normalised search, or one of whose codes it is. */
export function findBySearch(
  reader: Reader,
  { words, code, limit }: { words: readonly string[]; code: string; limit: number },
): Promise<ProductRow[]> {
  return activeProducts(reader)
    .where((eb) =>
      eb.or([
        eb.and(words.map((word) => eb('products.search_key', 'like', `%${word}%`))),
        eb(
          'products.id',
          'in',
          eb.selectFrom('product_variations').select('product_id').where('barcode', '=', code),
        ),
        eb(
          'products.id',
          'in',
          eb
            .selectFrom('inventory_items')
            .innerJoin('product_variations', 'product_variations.id', 'inventory_items.product_variation_id')
            .select('product_variations.product_id')
            .where((unit) =>
              unit.or([
                unit('inventory_items.imei', '=', code),
                unit('inventory_items.serial_number', '=', code),
              ]),
            ),
        ),
      ]),
    )
    .orderBy('products.name_key')
    .orderBy('products.id')
    .limit(limit)
    .execute();
}

export function findProduct(reader: Reader, productId: number): Promise<ProductRow | undefined> {
  return activeProducts(reader).where('products.id', '=', productId).executeTakeFirst();
}

export function findProductBySku(reader: Reader, sku: string): Promise<ProductRow | undefined> {
  return activeProducts(reader).where('products.sku', '=', sku).executeTakeFirst();
}

export function findVariationByBarcode(reader: Reader, barcode: string) {
  return reader
    .selectFrom('product_variations')
    .select(['id', 'product_id'])
    .where('barcode', '=', barcode)
    .where('is_active', '=', 1)
    .executeTakeFirst();
}

/** The active variations of some products, in the order they were made. */
export function findVariations(reader: Reader, productIds: readonly number[]) {
  if (productIds.length === 0) return Promise.resolve([]);
  return reader
    .selectFrom('product_variations')
    .select([
      'id',
      'product_id',
      'name',
      'barcode',
      'retail_price',
      'member_price',
      'wholesale_price',
      'minimum_price',
    ])
    .where('product_id', 'in', productIds)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute();
}
