import { sql } from 'kysely';
import { imeiKey } from '#domain/barcodes.ts';
import type { Reader } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { selectUnits, unitsWithProduct, type UnitRow } from './units.repository.ts';

// Units by their codes: an IMEI, a serial number, a QR code. An IMEI is found with and without its check digit; where
// old data has units with both, by the one that was asked for.

const idsOf = (reader: Reader) => reader.selectFrom('inventory_items as unit').select('unit.id');

/** Three index lookups among some units; the first hit counts. */
function firstOf(
  reader: Reader,
  units: ReturnType<typeof idsOf>,
  { codes, imeiKeys }: { codes: readonly string[]; imeiKeys: readonly string[] },
) {
  const turn = (no: number) => sql<number>`${sql.lit(no)}`.as('turn');
  const found = units
    .innerJoin('unit_imeis as own', 'own.inventory_item_id', 'unit.id')
    .select((eb) =>
      eb.case().when('own.imei', 'in', codes).then(sql.lit(0)).else(sql.lit(3)).end().as('turn'),
    )
    .where('own.imei_key', 'in', imeiKeys)
    .unionAll(units.select(turn(1)).where('unit.serial_number', 'in', codes))
    .unionAll(units.select(turn(2)).where('unit.qr_code', 'in', codes));
  return reader.selectFrom(found.as('found')).select('id').orderBy('turn').limit(1);
}

/** Units of an unfinished import are excluded. */
const carrying = compiledRow((reader: Reader, codes: readonly string[], imeiKeys: readonly string[]) =>
  firstOf(reader, idsOf(reader).where(sql<boolean>`coalesce(unit.sold_at, 1) <> 0`), { codes, imeiKeys }),
);

/** Finds the unit with one of some codes, in any store: by IMEI, else by serial number, else by QR code. */
export async function findIdOfCodes(reader: Reader, codes: readonly string[]): Promise<number | null> {
  if (codes.length === 0) return null;
  return (await carrying(reader, codes, codes.map(imeiKey)))?.id ?? null;
}

const findInStore = compiledRow((reader: Reader, code: string, key: string, storeId: number) => {
  const own = idsOf(reader).where('unit.store_id', '=', storeId);
  return selectUnits(reader).where('unit.id', '=', firstOf(reader, own, { codes: [code], imeiKeys: [key] }));
});

/** Finds a store's unit with a code as its IMEI, serial number or QR code. */
export async function findUnitByCode(reader: Reader, code: string, storeId: number): Promise<UnitRow | null> {
  return (await findInStore(reader, code, imeiKey(code), storeId)) ?? null;
}

/**
 * Finds units by IMEI, serial number or QR code, with what each code is to its unit; by an IMEI also those that have it
 * with or without its check digit.
 */
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
    .where('own.imei_key', 'in', codes.map(imeiKey))
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
