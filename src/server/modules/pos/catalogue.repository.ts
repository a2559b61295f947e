import { sql } from 'kysely';
import { imeiKey } from '#domain/barcodes.ts';
import { categoryPriceNames } from '#domain/pricing.ts';
import type { CodeParts } from '#domain/search-key.ts';
import { DAY } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { compiledRow, compiledRows } from '../../db/compiled-query.ts';
import { findByCode } from '../../db/search-codes.ts';

export type CatalogueMode = 'all' | 'frequent' | 'recent';

/** Frequently sold products are those of the newest sales: of so many days, and at most so many sales. */
const FREQUENT_DAYS = 30;
const FREQUENT_SALES = 300;
/** The maximum number of products found by a text, the newest ones, of which the first by name are shown. */
const PRODUCTS_READ = 300;

const activeProducts = (reader: Reader) =>
  reader
    .selectFrom('products')
    .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
    .select([
      'products.id',
      'products.name',
      'products.sku',
      'products.image_url',
      'product_types.slug as kind',
    ])
    .where('products.status', '=', 'active');

export type ProductRow = Awaited<ReturnType<ReturnType<typeof activeProducts>['executeTakeFirstOrThrow']>>;

/** Finds active products that are in stock in the store, by name. */
const inStock = compiledRows((reader: Reader, storeId: number, limit: number) =>
  activeProducts(reader)
    .innerJoin('stock_of_products as stock', 'stock.product_id', 'products.id')
    .where('stock.store_id', '=', storeId)
    // Literal, so that the partial index of products in stock is used.
    .where('stock.units', '>', sql.lit(0))
    .orderBy('stock.name_key')
    .orderBy('stock.product_id')
    .limit(limit),
);

/** Finds active products by name, those in stock in the store first. */
export async function findAll(reader: Reader, storeId: number, limit: number): Promise<ProductRow[]> {
  const first = await inStock(reader, storeId, limit);
  if (first.length === limit) return first;
  const others = await activeProducts(reader)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stock_of_products as stock')
            .select('stock.units')
            .whereRef('stock.product_id', '=', 'products.id')
            .where('stock.store_id', '=', storeId)
            .where('stock.units', '>', 0),
        ),
      ),
    )
    .orderBy('products.name_key')
    .orderBy('products.id')
    .limit(limit - first.length)
    .execute();
  return [...first, ...others];
}

/** Finds active products, the newest first. */
export const findRecent = compiledRows((reader: Reader, limit: number) =>
  activeProducts(reader).orderBy('products.created_at', 'desc').orderBy('products.id', 'desc').limit(limit),
);

/** Finds active products by units sold at a store during the last 30 days, in its newest sales. */
export async function findFrequent(
  reader: Reader,
  storeId: number,
  now: number,
  limit: number,
): Promise<ProductRow[]> {
  const newest = reader
    .selectFrom('transactions')
    .select('id')
    .where('store_id', '=', storeId)
    .where('completed_at', '>=', now - FREQUENT_DAYS * DAY)
    .orderBy('completed_at', 'desc')
    .limit(FREQUENT_SALES);
  const sold = await reader
    .selectFrom(newest.as('sale'))
    .innerJoin('transaction_items', 'transaction_items.transaction_id', 'sale.id')
    .innerJoin('inventory_items', 'inventory_items.id', 'transaction_items.inventory_item_id')
    .innerJoin('product_variations', 'product_variations.id', 'inventory_items.product_variation_id')
    .select(['product_variations.product_id as id', sql<number>`cast(count(*) as integer)`.as('units')])
    .groupBy('product_variations.product_id')
    .execute();
  if (sold.length === 0) return [];
  const units = new Map(sold.map((product) => [product.id, product.units]));
  // On their own: PostgreSQL would read all products to find these.
  const products = await activeProducts(reader)
    .where('products.id', 'in', [...units.keys()])
    .orderBy('products.name_key')
    .execute();
  return products.sort((a, b) => (units.get(b.id) ?? 0) - (units.get(a.id) ?? 0)).slice(0, limit);
}

type ProductSearch = {
  /** Every word that name, SKU or maker must hold. */
  words: CodeParts;
  /** A part of the codes of a unit that is in stock in the store. */
  unit: CodeParts;
  /** The spellings of a whole barcode, IMEI or serial number. */
  whole: readonly string[];
  storeId: number;
  limit: number;
};

async function findByWholeCode(reader: Reader, codes: readonly string[]): Promise<number[]> {
  const variations = reader.selectFrom('product_variations').select('product_id as id');
  const ofUnits = reader
    .selectFrom('inventory_items')
    .innerJoin('product_variations', 'product_variations.id', 'inventory_items.product_variation_id')
    .select('product_variations.product_id as id');
  const rows = await variations
    .where('barcode', 'in', codes)
    .unionAll(
      ofUnits
        .innerJoin('unit_imeis', 'unit_imeis.inventory_item_id', 'inventory_items.id')
        .where('unit_imeis.imei_key', 'in', codes.map(imeiKey)),
    )
    .unionAll(ofUnits.where('inventory_items.serial_number', 'in', codes))
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds active products with every word in name, SKU or maker, and those with a unit that has such a code. */
export async function findBySearch(
  reader: Reader,
  { words, unit, whole: codes, storeId, limit }: ProductSearch,
): Promise<ProductRow[]> {
  const byWords = await findByCode(reader, {
    table: 'product_codes',
    parts: words,
    direction: 'asc',
    newestFirst: true,
    read: PRODUCTS_READ,
    placeOf: sql`(select name_key from products where products.id = hit.id and products.status = 'active')`,
  });
  const whole = await findByWholeCode(reader, codes);
  const byUnit = await findByCode(reader, {
    table: 'unit_codes',
    // A whole code that was found needs no search by parts.
    parts: whole.length ? [] : unit,
    direction: 'asc',
    newestFirst: true,
    placeOf: sql`(select variation.product_id from inventory_items as item
      inner join product_variations as variation on variation.id = item.product_variation_id
      where item.id = hit.id and item.store_id = ${storeId} and item.status in ('available', 'locked'))`,
  });
  const ids = new Set([
    ...byWords.found.slice(0, limit).map(({ id }) => id),
    ...byUnit.found.map(({ place }) => Number(place)),
    ...whole,
  ]);
  if (ids.size === 0) return [];
  return activeProducts(reader)
    .where('products.id', 'in', [...ids])
    .orderBy('products.name_key')
    .orderBy('products.id')
    .limit(limit)
    .execute();
}

export const findProduct = compiledRow((reader: Reader, productId: number) =>
  activeProducts(reader).where('products.id', '=', productId),
);

export const findProductBySku = compiledRow((reader: Reader, sku: string) =>
  activeProducts(reader).where('products.sku', '=', sku),
);

export function findVariationByBarcode(reader: Reader, barcode: string) {
  return reader
    .selectFrom('product_variations')
    .select(['id', 'product_id'])
    .where('barcode', '=', barcode)
    .where('is_active', '=', 1)
    .executeTakeFirst();
}

const variationsOf = compiledRows((reader: Reader, productIds: readonly number[]) =>
  reader
    .selectFrom('product_variations')
    .select([
      'id',
      'product_id',
      'name',
      'barcode',
      'image_url',
      'retail_price',
      'member_price',
      'wholesale_price',
      'minimum_price',
      ...categoryPriceNames,
    ])
    .where('product_id', 'in', productIds)
    .where('is_active', '=', 1)
    .orderBy('id'),
);

/** Finds the active variations of some products, in the order they were made. */
export async function findVariations(reader: Reader, productIds: readonly number[]) {
  return productIds.length === 0 ? [] : variationsOf(reader, productIds);
}
