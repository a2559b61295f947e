import { sql } from 'kysely';
import type { CountedKind } from '#domain/counts.ts';
import type { Reader } from '../../db/access.ts';
import type { CountRow } from './counts.repository.ts';
import { selectQuantities } from './quantities.repository.ts';
import { selectPaidUnits } from '../units/units.public.ts';
import { uncounted } from './scope.repository.ts';

const UNIT = [
  'item.id as inventory_item_id',
  'item.serial_number',
  'item.imei',
  'item.imei2',
  'item.qr_code',
  'item.category',
  'variation.name as variation_name',
  'product.id as product_id',
  'product.name as product_name',
] as const;

/** The units of a count, as they are shown. */
const selectCounted = (reader: Reader, countId: number) =>
  reader
    .selectFrom('count_units as counted')
    .innerJoin('inventory_items as item', 'item.id', 'counted.inventory_item_id')
    .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .leftJoin('staff', 'staff.id', 'counted.staff_id')
    .leftJoin('stores as store', 'store.id', 'counted.place_store_id')
    .innerJoin('stores as standing', 'standing.id', 'item.store_id')
    .select(UNIT)
    .select([
      'counted.kind',
      'counted.place',
      'counted.place_store_id',
      'store.name as place_store_name',
      'counted.code',
      'counted.staff_id',
      'staff.name as staff_name',
      'counted.scanned_at',
      'counted.settled',
      // The unit as it is now.
      'item.status',
      'item.store_id',
      'standing.name as store_name',
    ])
    .where('counted.count_id', '=', countId);
export type CountedRow = Awaited<ReturnType<ReturnType<typeof selectCounted>['executeTakeFirstOrThrow']>>;

/** Selects the scanned units of one kind or of all, the newest first. */
export const scannedUnits = (reader: Reader, countId: number, kind?: CountedKind) =>
  selectCounted(reader, countId)
    .where('counted.scanned_at', 'is not', null)
    .$if(kind !== undefined, (query) => query.where('counted.kind', '=', kind ?? 'found'))
    .orderBy('counted.scanned_at', 'desc')
    .orderBy('counted.inventory_item_id', 'desc');

/** Selects the units of a kind, product by product. */
export const unitsOfKind = (reader: Reader, countId: number, kind: CountedKind) =>
  selectCounted(reader, countId)
    .where('counted.kind', '=', kind)
    .orderBy('product.name_key')
    .orderBy('variation.id')
    .orderBy('item.id');

/** The counted units of a kind, with their products. */
const productsOfKind = (reader: Reader, countId: number, kind: CountedKind) =>
  reader
    .selectFrom('count_units as scan')
    .innerJoin('inventory_items as one', 'one.id', 'scan.inventory_item_id')
    .innerJoin('product_variations as part', 'part.id', 'one.product_variation_id')
    .innerJoin('products as whole', 'whole.id', 'part.product_id')
    .where('scan.count_id', '=', countId)
    .where('scan.kind', '=', kind);

/**
 * Selects the missing units of an open count, product by product; first those that customers paid for on drafts, then
 * those of whose product others were found, since somebody was there.
 */
export const missingUnits = (reader: Reader, count: CountRow) =>
  uncounted(reader, count)
    .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select(UNIT)
    .select((eb) =>
      eb
        .case()
        .when('product.id', 'in', productsOfKind(reader, count.id, 'found').select('whole.id'))
        .then(sql.lit(0))
        .else(sql.lit(1))
        .end()
        .as('untouched'),
    )
    .orderBy((eb) =>
      eb.case().when('item.id', 'in', selectPaidUnits(reader)).then(sql.lit(0)).else(sql.lit(1)).end(),
    )
    .orderBy('untouched')
    .orderBy('product.name_key')
    .orderBy('variation.id')
    .orderBy('item.id');
export type MissingRow = Awaited<ReturnType<ReturnType<typeof missingUnits>['executeTakeFirstOrThrow']>>;

const units = sql<number>`cast(count(*) as integer)`.as('units');

/** Counts the units of a kind by product. */
export const tallyOfKind = (reader: Reader, countId: number, kind: CountedKind) =>
  productsOfKind(reader, countId, kind)
    .select(['whole.id', 'whole.product_type_id', units])
    .groupBy(['whole.id', 'whole.product_type_id'])
    .execute();

/** Counts the missing units of an open count by product. */
export const tallyMissing = (reader: Reader, count: CountRow) =>
  uncounted(reader, count)
    .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select(['product.id', 'product.product_type_id', units])
    .groupBy(['product.id', 'product.product_type_id'])
    .execute();

/** Finds the names of all product types, by name. */
export const findTypes = (reader: Reader) =>
  reader.selectFrom('product_types').select(['id', 'name']).orderBy('unique_name').orderBy('id').execute();

/** Selects the codes that no unit has, the newest first. */
export const unknownCodes = (reader: Reader, countId: number) =>
  reader
    .selectFrom('count_codes as scan')
    .innerJoin('staff', 'staff.id', 'scan.staff_id')
    .select(['scan.code', 'scan.staff_id', 'staff.name as staff_name', 'scan.scanned_at'])
    .where('scan.count_id', '=', countId)
    .orderBy('scan.scanned_at', 'desc')
    .orderBy('scan.code');
export type UnknownRow = Awaited<ReturnType<ReturnType<typeof unknownCodes>['executeTakeFirstOrThrow']>>;

/** Selects the entered numbers that differ from the stock at that moment. */
export const differingQuantities = (reader: Reader, countId: number) =>
  selectQuantities(reader, countId)
    .select('entered.settled')
    .whereRef('entered.quantity', '<>', 'entered.expected')
    .orderBy('product.name_key')
    .orderBy('variation.id');
export type DifferingRow = Awaited<
  ReturnType<ReturnType<typeof differingQuantities>['executeTakeFirstOrThrow']>
>;
