import type { Insertable } from 'kysely';
import { categoryPriceNames } from '#domain/pricing.ts';
import { productText, searchKey } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { insertCodes, removeCodes, replaceCodes } from '../../db/stored-codes.ts';
import type { Tables } from '../../db/tables.ts';

/** Selects products with their types and manufacturers. */
const selectProducts = (reader: Reader) =>
  reader
    .selectFrom('products')
    .innerJoin('product_types as type', 'type.id', 'products.product_type_id')
    .innerJoin('manufacturers as maker', 'maker.id', 'products.manufacturer_id')
    .selectAll('products')
    .select([
      'type.name as type_name',
      'type.slug as kind',
      'type.requires_serial as type_requires_serial',
      'type.scanned_numbers as type_scanned_numbers',
      'type.warranty_months as type_warranty_months',
      'type.warranty_months_used as type_warranty_months_used',
      'maker.name as manufacturer_name',
    ]);
export type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>['executeTakeFirstOrThrow']>>;

export const findProduct = compiledRow((reader: Reader, productId: number) =>
  selectProducts(reader).where('products.id', '=', productId),
);

/** Finds products by id, in any order. */
export const productsOf = (reader: Reader, ids: readonly number[]) =>
  selectProducts(reader).where('products.id', 'in', ids).execute();

/** Locks a product's row, so that changes run one after the other; undefined if there is none. */
export const claimProduct = (writer: Writer, productId: number) =>
  writer
    .updateTable('products')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', productId)
    .returning('id')
    .executeTakeFirst();

type NewProduct = Omit<Insertable<Tables['products']>, 'name_key'>;

/** Inserts a product; its search codes are inserted by `insertProductCodes`. */
export const insertProduct = (writer: Writer, row: NewProduct) =>
  writer
    .insertInto('products')
    .values({ ...row, name_key: searchKey(row.name) })
    .execute();

export type ProductChanges = Partial<Omit<Tables['products'], 'id' | 'name_key' | 'created_at'>>;

export const updateProductRow = (writer: Writer, productId: number, changes: ProductChanges) =>
  writer
    .updateTable('products')
    .set({
      ...changes,
      ...(changes.name === undefined ? {} : { name_key: searchKey(changes.name) }),
    })
    .where('id', '=', productId)
    .execute();

const selectTexts = (reader: Reader) =>
  reader
    .selectFrom('products')
    .innerJoin('manufacturers', 'manufacturers.id', 'products.manufacturer_id')
    .select(['products.id', 'products.name', 'products.sku', 'manufacturers.name as manufacturer']);

/** Inserts a new product's search codes. */
export async function insertProductCodes(writer: Writer, productId: number): Promise<void> {
  const row = await selectTexts(writer).where('products.id', '=', productId).executeTakeFirstOrThrow();
  await insertCodes(writer, 'product_codes', [{ id: productId, code_text: productText(row) }]);
}

/** Rebuilds a product's search codes after it or its manufacturer was renamed. Its row must be locked. */
export async function replaceProductCodes(writer: Writer, productId: number): Promise<void> {
  const row = await selectTexts(writer).where('products.id', '=', productId).executeTakeFirstOrThrow();
  replaceCodes(writer, 'product_codes', productId, productText(row));
}

/** Rebuilds the search codes of all products of a manufacturer. */
export async function replaceCodesOfMaker(writer: Writer, manufacturerId: number): Promise<void> {
  const rows = await selectTexts(writer).where('products.manufacturer_id', '=', manufacturerId).execute();
  for (const row of rows) replaceCodes(writer, 'product_codes', row.id, productText(row));
}

/** Deletes a product without variations, and its history. */
export async function removeProduct(writer: Writer, productId: number): Promise<void> {
  await writer.deleteFrom('product_history').where('product_id', '=', productId).execute();
  await writer.deleteFrom('products').where('id', '=', productId).execute();
  removeCodes(writer, 'product_codes', [productId]);
}

/** Finds the rules that a product type sets; undefined if there is none. */
export const findTypeRules = (reader: Reader, typeId: number) =>
  reader
    .selectFrom('product_types')
    .select(['id', 'requires_serial'])
    .where('id', '=', typeId)
    .executeTakeFirst();

export const findMaker = (reader: Reader, manufacturerId: number) =>
  reader.selectFrom('manufacturers').select('id').where('id', '=', manufacturerId).executeTakeFirst();

/** Returns stock and reorder points of a product's variations at some stores, where either was ever recorded. */
export const findStock = (reader: Reader, productId: number, storeIds: readonly number[]) =>
  reader
    .selectFrom('stock_of_variations as stock')
    .innerJoin('product_variations as variation', 'variation.id', 'stock.product_variation_id')
    .leftJoin('reorder_points as own', (join) =>
      join
        .onRef('own.product_variation_id', '=', 'stock.product_variation_id')
        .onRef('own.store_id', '=', 'stock.store_id'),
    )
    .select(['stock.store_id', 'stock.product_variation_id as id', 'stock.units', 'stock.reorder_point'])
    .select('own.reorder_point as own_reorder_point')
    .where('variation.product_id', '=', productId)
    .where('stock.store_id', 'in', storeIds)
    .orderBy('variation.id')
    .execute();

export const findStores = (reader: Reader, storeIds: readonly number[]) =>
  reader
    .selectFrom('stores')
    .select(['id', 'name', 'code'])
    .where('id', 'in', storeIds)
    .orderBy('name_key')
    .orderBy('id')
    .execute();

/** Finds the variations with some SKUs or barcodes, with what their units need and what they cost. */
export async function findVariationsByCodes(
  reader: Reader,
  { skus, barcodes }: { skus: readonly string[]; barcodes: readonly string[] },
) {
  const select = reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select([
      'variation.id',
      'variation.name',
      'variation.barcode',
      'variation.cost',
      'variation.retail_price',
      'variation.wholesale_price',
      'variation.member_price',
      'variation.minimum_price',
      ...categoryPriceNames.map((name) => `variation.${name}` as const),
      'product.id as product_id',
      'product.name as product_name',
      'product.sku',
      'product.requires_serial',
      'type.requires_serial as type_requires_serial',
    ])
    .orderBy('variation.id');
  const bySku = skus.length ? await select.where('product.sku', 'in', skus).execute() : [];
  const byBarcode = barcodes.length ? await select.where('variation.barcode', 'in', barcodes).execute() : [];
  return {
    ofSku: Map.groupBy(bySku, ({ sku }) => sku),
    ofBarcode: new Map(byBarcode.map((row) => [row.barcode, row])),
  };
}
export type CodedVariation =
  Awaited<ReturnType<typeof findVariationsByCodes>>['ofSku'] extends Map<string, (infer Row)[]> ? Row : never;
