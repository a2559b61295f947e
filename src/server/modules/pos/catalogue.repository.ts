import { sql } from 'kysely';
import type { CodeParts } from '#domain/search-key.ts';
import { DAY } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { findByCode } from '../../db/search-codes.ts';

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

/** Active products by name, those of which something stands in the store first. */
export function findAll(reader: Reader, storeId: number, limit: number): Promise<ProductRow[]> {
  const standsHere = sql`exists (select 1 from inventory_items as item
    inner join product_variations as variation on variation.id = item.product_variation_id
    where variation.product_id = products.id and item.store_id = ${storeId} and item.status in ('available', 'locked'))`;
  return activeProducts(reader)
    .orderBy(standsHere, 'desc')
    .orderBy('products.name_key')
    .orderBy('products.id')
    .limit(limit)
    .execute();
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

export type ProductSearch = {
  /** Every word that name, SKU or maker must hold. */
  words: CodeParts;
  /** A part of the codes of a unit that stands in the store. */
  unit: CodeParts;
  /** The whole of a barcode, an IMEI or a serial number. */
  code: string;
  storeId: number;
  limit: number;
};

/** The products with a whole code: few. */
async function findByWholeCode(reader: Reader, code: string): Promise<number[]> {
  const variations = reader.selectFrom('product_variations').select('product_id as id');
  const ofUnits = reader
    .selectFrom('inventory_items')
    .innerJoin('product_variations', 'product_variations.id', 'inventory_items.product_variation_id')
    .select('product_variations.product_id as id');
  const rows = await variations
    .where('barcode', '=', code)
    .unionAll(ofUnits.where('inventory_items.imei', '=', code))
    .unionAll(ofUnits.where('inventory_items.serial_number', '=', code))
    .execute();
  return rows.map(({ id }) => id);
}

/** Active products whose name, SKU or maker holds every word of a search, and those that have a unit with such a code. */
export async function findBySearch(
  reader: Reader,
  { words, unit, code, storeId, limit }: ProductSearch,
): Promise<ProductRow[]> {
  const byWords = await findByCode(reader, {
    table: 'product_codes',
    parts: words,
    direction: 'asc',
    newestFirst: true,
    placeOf: sql`(select name_key from products where products.id = hit.id and products.status = 'active')`,
    first: {
      lists: 1,
      rows: (first) =>
        sql`select id, name_key as place from products where status = 'active' order by name_key, id limit ${first}`,
    },
  });
  const byUnit = await findByCode(reader, {
    table: 'unit_codes',
    parts: unit,
    direction: 'asc',
    newestFirst: true,
    placeOf: sql`(select variation.product_id from inventory_items as item
      inner join product_variations as variation on variation.id = item.product_variation_id
      where item.id = hit.id and item.store_id = ${storeId} and item.status in ('available', 'locked'))`,
  });
  const ids = new Set([
    ...byWords.found.slice(0, limit).map(({ id }) => id),
    ...byUnit.found.map(({ place }) => Number(place)),
    ...(await findByWholeCode(reader, code)),
  ]);
  if (ids.size === 0) return [];
  return activeProducts(reader)
    .where('products.id', 'in', [...ids])
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
