import type { Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

/** Finds a variation with the columns that a count's scope is compared with. */
export const findVariation = (reader: Reader, variationId: number) =>
  reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select([
      'variation.id',
      'product.id as product_id',
      'product.product_type_id',
      'product.requires_serial',
      'type.requires_serial as type_requires_serial',
    ])
    .where('variation.id', '=', variationId)
    .executeTakeFirst();

/** Saves an entered number in place of an earlier one. */
export async function saveQuantity(
  writer: Writer,
  row: Insertable<Tables['count_quantities']>,
): Promise<void> {
  const { count_id, product_variation_id, settled, ...changes } = row;
  await writer
    .insertInto('count_quantities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['count_id', 'product_variation_id']).doUpdateSet(changes))
    .execute();
}

/** Deletes the number entered of a variation; returns it, null if there was none. */
export async function deleteQuantity(
  writer: Writer,
  countId: number,
  variationId: number,
): Promise<number | null> {
  const row = await writer
    .deleteFrom('count_quantities')
    .where('count_id', '=', countId)
    .where('product_variation_id', '=', variationId)
    .returning('quantity')
    .executeTakeFirst();
  return row?.quantity ?? null;
}

export const quantityIds = (reader: Reader, countId: number) =>
  reader
    .selectFrom('count_quantities')
    .select('product_variation_id as id')
    .where('count_id', '=', countId)
    .orderBy('counted_at', 'desc')
    .orderBy('product_variation_id', 'desc');

/** Selects the numbers that were entered in a count, with their variations and who entered them. */
export const selectQuantities = (reader: Reader, countId: number) =>
  reader
    .selectFrom('count_quantities as entered')
    .innerJoin('product_variations as variation', 'variation.id', 'entered.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('staff', 'staff.id', 'entered.staff_id')
    .select([
      'entered.product_variation_id',
      'product.name as product_name',
      'variation.name as variation_name',
      'entered.quantity',
      'entered.expected',
      'entered.staff_id',
      'staff.name as staff_name',
      'entered.counted_at',
    ])
    .where('entered.count_id', '=', countId);

export const quantityRows = (reader: Reader, countId: number, variationIds: readonly number[]) =>
  selectQuantities(reader, countId)
    .where('entered.product_variation_id', 'in', variationIds)
    .orderBy('entered.counted_at', 'desc')
    .orderBy('entered.product_variation_id', 'desc');
export type QuantityRow = Awaited<ReturnType<ReturnType<typeof quantityRows>['executeTakeFirstOrThrow']>>;
