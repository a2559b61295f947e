import { sql, type Expression, type ExpressionBuilder, type Insertable, type SqlBool } from 'kysely';
import { imeiKey } from '#domain/barcodes.ts';
import { categoryPriceNames } from '#domain/pricing.ts';
import { unitText } from '#domain/search-key.ts';
import { imeisOf } from '#domain/units.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow, compiledRows } from '../../db/compiled-query.ts';
import { insertCodes } from '../../db/stored-codes.ts';
import type { Tables } from '../../db/tables.ts';
import { isPaidForElsewhere } from './deposits.repository.ts';

export type UnitExpressions = ExpressionBuilder<Tables, 'inventory_items'>;

/** True if a unit can be taken: nobody holds it, its hold has lapsed, or the hold is one of those that yield. */
export function isFree(eb: UnitExpressions, now: number, yielding: Expression<SqlBool>[] = []) {
  const holdYields = eb.or([eb('lock_expires_at', '<=', now), ...yielding]);
  return eb.or([eb('status', '=', 'available'), eb.and([eb('status', '=', 'locked'), holdYields])]);
}

/** True if a unit can leave without a word: nobody holds it, and nobody paid for it on a draft. */
export const canLeave = (eb: UnitExpressions, now: number) =>
  eb.and([isFree(eb, now), eb.not(isPaidForElsewhere(eb, null))]);

/** Joins units with their variation and product. */
export const unitsWithProduct = (reader: Reader) =>
  reader
    .selectFrom('inventory_items as unit')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id');

/** The columns of a unit itself. */
export const OWN = [
  'id',
  'product_variation_id',
  'store_id',
  'status',
  'category',
  'condition_rating',
  'own_price',
  'own_minimum_price',
  'serial_number',
  'imei',
  'imei2',
  'qr_code',
  'purchase_cost',
  'locked_at',
  'locked_by_id',
  'locked_by_session',
  'lock_token',
  'lock_expires_at',
  'locked_for_draft',
  'till_lock_until',
] as const;

const CATEGORY_PRICES = categoryPriceNames.map((name) => `variation.${name}` as const);

/** The columns of a unit's variation and product. */
const OF_PRODUCT = [
  'variation.name as variation_name',
  'variation.barcode',
  'variation.retail_price',
  'variation.member_price',
  'variation.wholesale_price',
  'variation.minimum_price',
  ...CATEGORY_PRICES,
  'variation.image_url',
  'product.id as product_id',
  'product.name as product_name',
  'product.sku',
  'product.image_url as product_image_url',
] as const;

/** Selects units with variation, product and holder's name. */
export function selectUnits(reader: Reader) {
  return unitsWithProduct(reader)
    .leftJoin('staff as holder', 'holder.id', 'unit.locked_by_id')
    .select(OWN.map((column) => `unit.${column}` as const))
    .select('holder.name as locked_by')
    .select(OF_PRODUCT);
}

/** Finds what units of a variation say of it and its product. */
export const findProductOf = compiledRow((reader: Reader, variationId: number) =>
  reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select(OF_PRODUCT)
    .where('variation.id', '=', variationId),
);

export type UnitRow = Awaited<ReturnType<ReturnType<typeof selectUnits>['executeTakeFirstOrThrow']>>;

export const findUnit = compiledRow((reader: Reader, unitId: number, storeId: number) =>
  selectUnits(reader).where('unit.id', '=', unitId).where('unit.store_id', '=', storeId),
);

const findSome = compiledRows((reader: Reader, unitIds: readonly number[]) =>
  selectUnits(reader).where('unit.id', 'in', unitIds),
);

const findOfDraft = compiledRows((reader: Reader, draftId: number) =>
  selectUnits(reader)
    .innerJoin('transaction_items as line', 'line.inventory_item_id', 'unit.id')
    .where('line.transaction_id', '=', draftId),
);

/** Selects what tells of a unit that it is reserved for a draft. */
export const findReservations = compiledRows((reader: Reader, draftId: number) =>
  reader
    .selectFrom('transaction_items as line')
    .innerJoin('inventory_items as unit', 'unit.id', 'line.inventory_item_id')
    .select([
      'unit.id',
      'unit.status',
      'unit.locked_for_draft',
      'unit.till_lock_until',
      'unit.lock_expires_at',
    ])
    .where('line.transaction_id', '=', draftId),
);
export type Reservation = Awaited<ReturnType<typeof findReservations>>[number];

/** Finds units in any store: returned ones may have moved since. */
export async function findUnitsAnywhere(reader: Reader, unitIds: readonly number[]): Promise<UnitRow[]> {
  return unitIds.length === 0 ? [] : findSome(reader, unitIds);
}

export async function findUnits(
  reader: Reader,
  unitIds: readonly number[],
  storeId: number,
): Promise<UnitRow[]> {
  const units = await findUnitsAnywhere(reader, unitIds);
  return units.filter((unit) => unit.store_id === storeId);
}

/** Finds the units of a draft's lines that stand in a store. */
export async function findUnitsOfDraft(reader: Reader, draftId: number, storeId: number): Promise<UnitRow[]> {
  const units = await findOfDraft(reader, draftId);
  return units.filter((unit) => unit.store_id === storeId);
}

/** Puts new units first, under any table alias; worded like the index that has this order. */
export const turnOf = (unit: string) =>
  sql<number>`case when ${sql.ref(`${unit}.category`)} = 'new' then 0 else 1 end`;

/**
 * Selects a variation's first new unit in a store, `paidForToo` also one that was paid for on a draft; literals, for
 * partial indexes and the one of this order.
 */
const firstNew = (
  reader: Reader,
  { variationId, storeId, paidForToo }: NextFree,
  status: 'available' | 'locked',
) =>
  reader
    .selectFrom('inventory_items')
    .select('id')
    .where('product_variation_id', '=', variationId)
    .where('store_id', '=', storeId)
    .where('status', '=', sql.lit(status))
    .where(turnOf('inventory_items'), '=', sql.lit(0))
    .$if(!paidForToo, (units) => units.where((eb) => eb.not(isPaidForElsewhere(eb, null))))
    .orderBy('id')
    .limit(1);

type NextFree = { variationId: number; storeId: number; now: number; paidForToo: boolean };

/** Selects a variation's next free new unit: the oldest record. */
export const nextFree = (reader: Reader, wanted: NextFree) =>
  reader
    .selectFrom(
      reader
        .selectFrom(firstNew(reader, wanted, 'available').as('free'))
        .select('id')
        .unionAll(
          reader
            .selectFrom(
              firstNew(reader, wanted, 'locked').where('lock_expires_at', '<=', wanted.now).as('lapsed'),
            )
            .select('id'),
        )
        .as('next'),
    )
    .select('id')
    .orderBy('id')
    .limit(1);

export const findNextFree = compiledRow(nextFree);

/** Stays below every engine's limit on bound values. */
const UNITS_AT_ONCE = 200;
const IMEIS_AT_ONCE = 2000;

/** A unit sold without a date counts as sold when it was created. */
const withSoldAt = (unit: Insertable<Tables['inventory_items']>): Insertable<Tables['inventory_items']> => ({
  ...unit,
  sold_at: unit.status === 'sold' ? (unit.sold_at ?? unit.created_at) : null,
});

type WithImeis = { id: number; imei?: string | null; imei2?: string | null };

/** Returns the rows of `unit_imeis` for a unit. */
export const imeiRowsOf = ({ id, imei = null, imei2 = null }: WithImeis) =>
  imeisOf({ imei, imei2 }).map((one) => ({ imei: one, imei_key: imeiKey(one), inventory_item_id: id }));

/** Inserts units with their IMEIs, which are unique, and their search codes. */
export async function insertUnits(
  writer: Writer,
  units: readonly Insertable<Tables['inventory_items']>[],
): Promise<void> {
  for (let start = 0; start < units.length; start += UNITS_AT_ONCE) {
    await writer
      .insertInto('inventory_items')
      .values(units.slice(start, start + UNITS_AT_ONCE).map(withSoldAt))
      .execute();
  }
  const imeis = units.flatMap(imeiRowsOf);
  for (let start = 0; start < imeis.length; start += IMEIS_AT_ONCE) {
    await writer
      .insertInto('unit_imeis')
      .values(imeis.slice(start, start + IMEIS_AT_ONCE))
      .execute();
  }
  const codes = units.map((unit) => ({ id: unit.id, code_text: unitText(unit) }));
  await insertCodes(writer, 'unit_codes', codes);
}
