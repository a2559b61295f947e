import { ApiError, fieldError, type FieldErrors } from '#contract/errors.ts';
import type { ItemCategory } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { isOwn } from '../stores/stores.public.ts';
import { findSupplier } from '../suppliers/suppliers.public.ts';
import { findOwners, findVariationRule, type DetailRow } from './units.repository.ts';

/** What of a unit has rules among its fields, as it is going to be. */
export type WantedUnit = {
  product_variation_id: number;
  category: ItemCategory;
  condition_rating: number | null;
  serial_number: string | null;
  imei: string | null;
  imei2: string | null;
  qr_code: string | null;
  supplier_id: number | null;
};

const NUMBERS = ['serial_number', 'imei', 'imei2'] as const;

/**
 * 422 for what contradicts itself, or the product: a rating of a new unit, one IMEI twice, no number where one is needed.
 * Units from before their product asked for a number may stay without one, as long as nobody touches their numbers.
 */
export async function refuseWrong(
  reader: Reader,
  unit: WantedUnit,
  given: Partial<WantedUnit>,
): Promise<void> {
  const rule = await findVariationRule(reader, unit.product_variation_id);
  if (!rule) throw fieldError('product_variation_id', 'This product variation does not exist');
  if (unit.category === 'new' && unit.condition_rating !== null) {
    throw fieldError('condition_rating', 'Only used and refurbished items have a condition rating');
  }
  if (unit.imei2 !== null && unit.imei2 === unit.imei) {
    throw fieldError('imei2', 'This is the first IMEI again');
  }
  const isTouched = NUMBERS.some((number) => number in given);
  if (rule.requiresSerial && isTouched && NUMBERS.every((number) => unit[number] === null)) {
    throw fieldError('serial_number', 'This product needs a serial number or an IMEI');
  }
  // Whoever was deleted since stays with what came from them.
  if (given.supplier_id && !(await findSupplier(reader, given.supplier_id))) {
    throw fieldError('supplier_id', 'This supplier does not exist');
  }
}

const nameOf = (owner: DetailRow) => `${owner.product_name} ${owner.variation_name}, ${owner.store_name}`;

/**
 * 422 on each field whose code another unit has, which it names; `taken_by` has its id where it stands in one of the
 * caller's stores. Asked in the transaction that writes: of two writers at once the second one meets the first one's row.
 */
export async function refuseTaken(
  reader: Reader,
  unit: Omit<WantedUnit, 'product_variation_id' | 'category'>,
  { session, itemId }: { session: Session; itemId: number | null },
): Promise<void> {
  const imeis = [unit.imei, unit.imei2].filter((imei) => imei !== null);
  const owners = await findOwners(reader, { ...unit, imeis });
  const codes: [field: string, what: string, owner: DetailRow | undefined][] = [
    ['serial_number', 'serial number', owners.ofSerial],
    ['imei', 'IMEI', owners.ofImei(unit.imei)],
    ['imei2', 'IMEI', owners.ofImei(unit.imei2)],
    ['qr_code', 'QR code', owners.ofQrCode],
  ];
  const taken = codes.flatMap(([field, what, owner]) =>
    owner && owner.id !== itemId ? [{ field, what, owner }] : [],
  );
  if (taken.length === 0) return;
  const fields: FieldErrors = Object.fromEntries(
    taken.map(({ field, what, owner }) => [field, [`${nameOf(owner)}, has this ${what} already`]]),
  );
  const taken_by = Object.fromEntries(
    taken.flatMap(({ field, owner }) => (isOwn(session, owner.store_id) ? [[field, owner.id]] : [])),
  );
  throw new ApiError('number_taken', {
    message: Object.values(fields)[0]?.[0],
    fields,
    details: { taken_by },
  });
}
