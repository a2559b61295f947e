import type { CountedKind } from '#domain/counts.ts';
import type { Reader } from '../../db/access.ts';
import type { CountRow } from './counts.repository.ts';
import { selectQuantities } from './quantities.repository.ts';
import { uncounted } from './scope.repository.ts';

const UNIT = [
  'item.id as inventory_item_id',
  'item.serial_number',
  'item.imei',
  'item.imei2',
  'item.qr_code',
  'item.category',
  'variation.name as variation_name',
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

/** Selects the missing units of an open count, product by product. */
export const missingUnits = (reader: Reader, count: CountRow) =>
  uncounted(reader, count)
    .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select(UNIT)
    .orderBy('product.name_key')
    .orderBy('variation.id')
    .orderBy('item.id');
export type MissingRow = Awaited<ReturnType<ReturnType<typeof missingUnits>['executeTakeFirstOrThrow']>>;

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
