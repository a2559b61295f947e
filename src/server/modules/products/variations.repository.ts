import { type Insertable, sql } from 'kysely';
import type { Attribute } from '#contract/products.ts';
import { searchKey, variationText } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertCodes, removeCodes, replaceCodes } from '../../db/stored-codes.ts';
import type { Tables } from '../../db/tables.ts';

const selectVariations = (reader: Reader) => reader.selectFrom('product_variations').selectAll();
export type VariationRow = Awaited<
  ReturnType<ReturnType<typeof selectVariations>['executeTakeFirstOrThrow']>
>;

/** Finds all variations of some products, oldest first. */
export const findVariationsOf = (reader: Reader, productIds: readonly number[]) =>
  selectVariations(reader).where('product_id', 'in', productIds).orderBy('id').execute();

/** Finds the attributes of some variations, in the order they were given. */
export const findAttributes = (reader: Reader, variationIds: readonly number[]) =>
  reader
    .selectFrom('variation_attributes')
    .select(['product_variation_id', 'name', 'value'])
    .where('product_variation_id', 'in', variationIds)
    .orderBy('product_variation_id')
    .orderBy('position')
    .execute();

/** Counts the units of some variations in stock at some stores; no row for a variation with none. */
export const countInStock = (reader: Reader, variationIds: readonly number[], storeIds: readonly number[]) =>
  reader
    .selectFrom('stock_of_variations')
    .select(['product_variation_id as id', sql<number>`cast(sum(units) as integer)`.as('units')])
    .where('product_variation_id', 'in', variationIds)
    .where('store_id', 'in', storeIds)
    .groupBy('product_variation_id')
    .execute();

/** True if there was ever a unit of some variations. */
export async function haveUnits(reader: Reader, variationIds: readonly number[]): Promise<boolean> {
  if (variationIds.length === 0) return false;
  const unit = await reader
    .selectFrom('inventory_items')
    .select('id')
    .where('product_variation_id', 'in', variationIds)
    .limit(1)
    .executeTakeFirst();
  return unit !== undefined;
}

/** Replaces a variation's attributes. */
export async function replaceAttributes(
  writer: Writer,
  product_variation_id: number,
  attributes: readonly Attribute[],
): Promise<void> {
  await writer
    .deleteFrom('variation_attributes')
    .where('product_variation_id', '=', product_variation_id)
    .execute();
  const product_id = writer
    .selectFrom('product_variations')
    .select('product_id')
    .where('id', '=', product_variation_id)
    .$asScalar()
    .$notNull();
  const rows = attributes.map(({ name, value }, position) => ({
    product_variation_id,
    product_id,
    name,
    value,
    position,
    name_key: searchKey(name),
    value_key: searchKey(value),
  }));
  if (rows.length) await writer.insertInto('variation_attributes').values(rows).execute();
}

const selectTexts = (reader: Reader) =>
  reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select([
      'variation.id',
      'variation.name',
      'variation.barcode',
      'product.name as product_name',
      'product.sku',
    ]);

/** Inserts a variation with its search codes. */
export async function insertVariation(
  writer: Writer,
  row: Insertable<Tables['product_variations']>,
): Promise<void> {
  await writer.insertInto('product_variations').values(row).execute();
  const text = await selectTexts(writer).where('variation.id', '=', row.id).executeTakeFirstOrThrow();
  await insertCodes(writer, 'variation_codes', [{ id: row.id, code_text: variationText(text) }]);
}

type VariationColumns = Partial<Omit<Tables['product_variations'], 'id' | 'product_id' | 'created_at'>>;

/** Changes a variation and its search codes. The product's row must be locked. */
export async function updateVariationRow(
  writer: Writer,
  variationId: number,
  changes: VariationColumns,
): Promise<void> {
  await writer.updateTable('product_variations').set(changes).where('id', '=', variationId).execute();
  const text = await selectTexts(writer).where('variation.id', '=', variationId).executeTakeFirstOrThrow();
  replaceCodes(writer, 'variation_codes', variationId, variationText(text));
}

/** Rebuilds the search codes of a product's variations after a rename. The product's row must be locked. */
export async function replaceVariationCodes(writer: Writer, productId: number): Promise<void> {
  const rows = await selectTexts(writer).where('variation.product_id', '=', productId).execute();
  for (const row of rows) replaceCodes(writer, 'variation_codes', row.id, variationText(row));
}

/** Deletes variations that never had a unit. */
export async function removeVariations(writer: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await writer.deleteFrom('variation_attributes').where('product_variation_id', 'in', ids).execute();
  await writer.deleteFrom('reorder_points').where('product_variation_id', 'in', ids).execute();
  await writer.deleteFrom('product_variations').where('id', 'in', ids).execute();
  removeCodes(writer, 'variation_codes', ids);
}

/** The most attributes, and values of one, that are offered. */
const NAMES_SHOWN = 30;
const VALUES_SHOWN = 60;

type Key = { key: string | null };

/** Jumps from each name in the index to the next, so that the number of variations does not matter. */
const nameKeys = (reader: Reader) =>
  reader
    .selectFrom(
      sql<Key>`(with recursive names(key) as (
        select min(name_key) from variation_attributes
        union all
        select (select min(name_key) from variation_attributes where name_key > names.key)
          from names where names.key is not null)
      select key from names where key is not null limit ${sql.lit(NAMES_SHOWN)})`.as('found'),
    )
    .select('found.key')
    .execute();

/** Finds an attribute's values by the same jumps, each in one of its spellings. */
const valuesOf = (reader: Reader, nameKey: string) => {
  const written = (
    column: 'name' | 'value',
  ) => sql<string>`(select ${sql.ref(column)} from variation_attributes
    where name_key = ${nameKey} and value_key = found.key limit 1)`;
  return reader
    .selectFrom(
      sql<Key>`(with recursive vals(key) as (
        select min(value_key) from variation_attributes where name_key = ${nameKey}
        union all
        select (select min(value_key) from variation_attributes
            where name_key = ${nameKey} and value_key > vals.key)
          from vals where vals.key is not null)
      select key from vals where key is not null limit ${sql.lit(VALUES_SHOWN)})`.as('found'),
    )
    .select([written('name').as('name'), written('value').as('value')])
    .execute();
};

/** Returns the attributes in use with their values, each in one of its spellings. */
export async function findAttributeValues(reader: Reader) {
  const keys = (await nameKeys(reader)).flatMap(({ key }) => (key === null ? [] : [key]));
  return Promise.all(
    keys.map(async (key) => {
      const rows = await valuesOf(reader, key);
      return { name: rows[0]?.name ?? key, values: rows.map(({ value }) => value) };
    }),
  );
}
