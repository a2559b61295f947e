import { sql } from 'kysely';
import type { Reader } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { selectUnits, unitsWithProduct, type UnitRow } from './units.repository.ts';

// Units by their codes: an IMEI, a serial number, a QR code.

/** Three index lookups; the first hit counts. Units of an unfinished import are excluded. */
const carrying = compiledRow((reader: Reader, codes: readonly string[]) => {
  const units = (turn: number) =>
    reader
      .selectFrom('inventory_items as unit')
      .select(['unit.id', sql<number>`${sql.lit(turn)}`.as('turn')])
      .where(sql<boolean>`coalesce(unit.sold_at, 1) <> 0`);
  const found = units(0)
    .innerJoin('unit_imeis as own', 'own.inventory_item_id', 'unit.id')
    .where('own.imei', 'in', codes)
    .unionAll(units(1).where('unit.serial_number', 'in', codes))
    .unionAll(units(2).where('unit.qr_code', 'in', codes));
  return reader.selectFrom(found.as('found')).select('id').orderBy('turn').limit(1);
});

/** Finds the unit with one of some codes, in any store: by IMEI, else by serial number, else by QR code. */
export async function findIdOfCodes(reader: Reader, codes: readonly string[]): Promise<number | null> {
  return codes.length === 0 ? null : ((await carrying(reader, codes))?.id ?? null);
}

const findersByCode = [
  compiledRow((reader: Reader, code: string, storeId: number) =>
    selectUnits(reader)
      .innerJoin('unit_imeis', 'unit_imeis.inventory_item_id', 'unit.id')
      .where('unit_imeis.imei', '=', code)
      .where('unit.store_id', '=', storeId),
  ),
  ...(['unit.serial_number', 'unit.qr_code'] as const).map((column) =>
    compiledRow((reader: Reader, code: string, storeId: number) =>
      selectUnits(reader).where(column, '=', code).where('unit.store_id', '=', storeId),
    ),
  ),
];

/** Finds a store's unit with a code as its IMEI, serial number or QR code. */
export async function findUnitByCode(reader: Reader, code: string, storeId: number): Promise<UnitRow | null> {
  const found = await Promise.all(findersByCode.map((find) => find(reader, code, storeId)));
  return found.find((unit) => unit !== undefined) ?? null;
}

/** Finds units by IMEI, serial number or QR code, with what each code is to its unit. */
export async function findCodedUnits(reader: Reader, codes: readonly string[]) {
  if (codes.length === 0) return [];
  const coded = unitsWithProduct(reader).select([
    'unit.id',
    'variation.name as variation_name',
    'product.name as product_name',
  ]);
  const imeis = await coded
    .innerJoin('unit_imeis as own', 'own.inventory_item_id', 'unit.id')
    .select(['own.imei as code', sql.lit('IMEI').as('what')])
    .where('own.imei', 'in', codes)
    .execute();
  const serials = await coded
    .select(['unit.serial_number as code', sql.lit('serial number').as('what')])
    .where('unit.serial_number', 'in', codes)
    .execute();
  const qrCodes = await coded
    .select(['unit.qr_code as code', sql.lit('QR code').as('what')])
    .where('unit.qr_code', 'in', codes)
    .execute();
  return [...imeis, ...serials, ...qrCodes];
}

/** Finds the name of the store that has a unit in stock; undefined for a unit not in stock. */
export const findStoreOfUnit = compiledRow((reader: Reader, unitId: number) =>
  reader
    .selectFrom('inventory_items as unit')
    .innerJoin('stores', 'stores.id', 'unit.store_id')
    .select('stores.name')
    .where('unit.id', '=', unitId)
    .where('unit.status', 'in', ['available', 'locked']),
);
