import type { Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import type { Tables } from '../../db/tables.ts';
import { unitsWithProduct } from '../units/units.public.ts';

/** Units with what identifies them, and their place. */
const selectScanned = (reader: Reader) =>
  unitsWithProduct(reader)
    .innerJoin('stores as store', 'store.id', 'unit.store_id')
    .select([
      'unit.id as inventory_item_id',
      'unit.store_id',
      'store.name as store_name',
      'unit.status',
      'unit.category',
      'unit.serial_number',
      'unit.imei',
      'unit.imei2',
      'unit.qr_code',
      'variation.name as variation_name',
      'product.id as product_id',
      'product.product_type_id',
      'product.name as product_name',
    ]);
export type ScannedRow = Awaited<ReturnType<ReturnType<typeof selectScanned>['executeTakeFirstOrThrow']>>;

/** Finds a unit with what identifies it, and its place. */
export const findScanned = compiledRow((reader: Reader, unitId: number) =>
  selectScanned(reader).where('unit.id', '=', unitId),
);

/** Finds the variation with a barcode, active or not. */
export const findByBarcode = compiledRow((reader: Reader, codes: readonly string[]) =>
  reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select([
      'variation.id',
      'variation.name',
      'product.name as product_name',
      'product.requires_serial',
      'type.requires_serial as type_requires_serial',
    ])
    .where('variation.barcode', 'in', codes),
);

/** Finds the sale that a unit is out with. */
export const findSaleOf = compiledRow((reader: Reader, unitId: number) =>
  reader
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .select(['sale.store_id', 'sale.completed_at'])
    .where('line.inventory_item_id', '=', unitId)
    .where('line.live', '=', 1),
);

/** Saves that a unit was scanned, unless it was before. */
export const insertScanned = compiledRow((writer: Writer, row: Insertable<Tables['count_units']>) =>
  writer
    .insertInto('count_units')
    .values(row)
    .onConflict((conflict) => conflict.columns(['count_id', 'inventory_item_id']).doNothing())
    .returning('inventory_item_id'),
);

export const findFirstScan = compiledRow((reader: Reader, countId: number, unitId: number) =>
  reader
    .selectFrom('count_units as unit')
    .innerJoin('staff', 'staff.id', 'unit.staff_id')
    .leftJoin('stores as store', 'store.id', 'unit.place_store_id')
    .select([
      'unit.place',
      'unit.place_store_id',
      'store.name as place_store_name',
      'unit.staff_id',
      'staff.name as staff_name',
      'unit.scanned_at',
    ])
    .where('unit.count_id', '=', countId)
    .where('unit.inventory_item_id', '=', unitId),
);

type UnknownCode = { count_id: number; code: string; staff_id: number; scanned_at: number };

/** Saves a code that no unit has, unless it was scanned before. */
export const insertUnknown = compiledRow((writer: Writer, row: UnknownCode) =>
  writer
    .insertInto('count_codes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['count_id', 'code']).doNothing())
    .returning('code'),
);

export const findFirstUnknown = compiledRow((reader: Reader, countId: number, code: string) =>
  reader
    .selectFrom('count_codes as scan')
    .innerJoin('staff', 'staff.id', 'scan.staff_id')
    .select(['scan.staff_id', 'staff.name as staff_name', 'scan.scanned_at'])
    .where('scan.count_id', '=', countId)
    .where('scan.code', '=', code),
);

const COUNTED = ['found', 'unexpected', 'sold', 'unknown'] as const;

/** Adds to what a person scanned in a count, and keeps what they scanned last; returns the new tally. */
export const addTally = compiledRow((writer: Writer, tally: Insertable<Tables['count_tallies']>) =>
  writer
    .insertInto('count_tallies')
    .values(tally)
    .onConflict((conflict) =>
      conflict.columns(['count_id', 'staff_id']).doUpdateSet((eb) => ({
        ...Object.fromEntries(
          COUNTED.map((kind) => [kind, eb(`count_tallies.${kind}`, '+', eb.ref(`excluded.${kind}`))]),
        ),
        last_at: eb.ref('excluded.last_at'),
        last_type_id: eb.fn.coalesce('excluded.last_type_id', 'count_tallies.last_type_id'),
      })),
    )
    .returning(['found', 'unexpected', 'sold']),
);
