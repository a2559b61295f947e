import { isDeepStrictEqual } from 'node:util';
import { ApiError, fieldError, type FieldErrors } from '#contract/errors.ts';
import { can } from '#domain/permissions.ts';
import { pricesOfUnit, type PricedUnit } from '#domain/pricing.ts';
import { NO_CATEGORY_PRICE, priceText } from '#domain/product-prices.ts';
import { whyNotUnused } from '#domain/qr-codes.ts';
import {
  codesIn,
  ownTexts,
  ownTextsIn,
  repeatedNumbers,
  type UnitCodeField,
  unitCodeFields,
  unitCodeKinds,
  unitNumbers,
} from '#domain/receiving.ts';
import type { UnitCategory } from '#domain/transactions.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { holdUnitNumbers } from '../../db/hold-rows.ts';
import type { Session } from '../../http/call.ts';
import { findLabels, type LabelRow } from '../labels/labels.public.ts';
import { goodsOf, labelText } from '../products/products.public.ts';
import { isOwn } from '../stores/stores.public.ts';
import { findProductOf } from '../units/units.public.ts';
import { findSupplier } from '../suppliers/suppliers.public.ts';
import {
  type CodeOwner,
  findOwners,
  findVariationRule,
  isShown,
  type DetailRow,
} from './inventory.repository.ts';

/** The fields of a unit that have rules among each other, as they are going to be. */
type WantedUnit = {
  product_variation_id: number;
  category: UnitCategory;
  condition_rating: number | null;
  serial_number: string | null;
  imei: string | null;
  imei2: string | null;
  qr_code: string | null;
  supplier_id: number | null;
};

/**
 * Refuses contradictions with 422: a rating of a new unit, one number twice, no number where the product needs one. A
 * unit from before its product needed a number may stay without one, as long as nobody touches its numbers.
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
  const isTouched = unitNumbers.some((number) => number in given);
  const [repeated] = isTouched ? repeatedNumbers(unit) : [];
  if (repeated) throw fieldError(repeated.field, repeated.message);
  if (rule.requiresSerial && isTouched && unitNumbers.every((number) => unit[number] === null)) {
    throw fieldError('serial_number', 'This product needs a serial number or an IMEI');
  }
  // A supplier deleted since stays on the units that came from them.
  if (given.supplier_id && !(await findSupplier(reader, given.supplier_id))) {
    throw fieldError('supplier_id', 'This supplier does not exist');
  }
}

export const MAY_NOT_PRICE = 'Only somebody who may change prices may change this';

type WantedPrices = Pick<PricedUnit, 'category' | 'own_price' | 'own_minimum_price'> & {
  product_variation_id: number;
};

/**
 * Refuses with 422 a lowest price without a price, or above it, and other prices than before from somebody who may not
 * change prices, given or by another category. A new unit has none before; `null` for `session` allows them.
 */
export async function refuseWrongPrices(
  reader: Reader,
  before: WantedPrices | null,
  after: WantedPrices,
  session: Session | null,
): Promise<void> {
  const isGiven = (['own_price', 'own_minimum_price'] as const).filter(
    (field) => after[field] !== (before?.[field] ?? null),
  );
  const isOther = before !== null && before.category !== after.category;
  if (isGiven.length === 0 && !isOther) return;
  const product = await findProductOf(reader, after.product_variation_id);
  if (!product) return;
  const pricesFor = (unit: WantedPrices) => pricesOfUnit({ ...product, ...unit });
  const prices = pricesFor(after);
  const { own_minimum_price } = after;
  if (own_minimum_price !== null && !prices) {
    throw fieldError('own_price', NO_CATEGORY_PRICE);
  }
  if (own_minimum_price !== null && prices && own_minimum_price > prices.retail_price) {
    throw fieldError('own_minimum_price', priceText.minimum_price);
  }
  if (!session || can(session.staff, 'products.edit')) return;
  const isSame = before !== null && isDeepStrictEqual(pricesFor(before), prices);
  if (!isSame) throw fieldError(isGiven[0] ?? 'category', MAY_NOT_PRICE);
}

const nameOf = (owner: DetailRow) => `${owner.product_name} ${owner.variation_name}, ${owner.store_name}`;

type NumberedUnit = Pick<WantedUnit, 'serial_number' | 'imei' | 'imei2' | 'qr_code'>;

/** A number of a unit that is taken; `owner` is the unit that has it, null for a product or a label. */
export type TakenNumber = { field: string; message: string; owner: DetailRow | null };

/** Returns a code's owner other than the unit itself: best one that has just this code, as the same kind. */
function otherOwner(
  owners: ReadonlyMap<string, CodeOwner[]>,
  field: UnitCodeField,
  code: string,
  unitId: number | null,
): CodeOwner | undefined {
  const known = ownTexts(field, code).flatMap((text) => owners.get(text) ?? []);
  // A number that the unit has already may stand beside another of its phone from before that was refused.
  const isAlike = ({ what }: CodeOwner) => what === unitCodeKinds[field];
  const hasIt = known.some((one) => one.owner.id === unitId && one.code === code && isAlike(one));
  const others = known.filter((one) => one.owner.id !== unitId && (one.code === code || !hasIt));
  const alike = others.filter(isAlike);
  return alike.find((one) => one.code === code) ?? alike[0] ?? others[0];
}

/** Says which unit has a code: `Galaxy A56 Black, Main, has this IMEI already, as 35678910452342`. */
function ownerText({ what, code: own, owner }: CodeOwner, field: UnitCodeField, code: string): string {
  const [has, as] =
    what === unitCodeKinds[field] ? [`has this ${what} already`, 'as '] : [`has this as its ${what}`, ''];
  return `${nameOf(owner)}, ${has}${own === code ? '' : `, ${as}${own}`}`;
}

/**
 * Finds which numbers of some units are taken, unit by unit, with messages: as any code of another unit, as the SKU or
 * barcode of a product, or as a label that is not the unit's own. A scan must lead to one thing.
 *
 * @param ownLabels the codes that the units get as their labels
 */
export async function findTaken(
  reader: Reader,
  units: readonly NumberedUnit[],
  unitId: number | null = null,
  ownLabels: ReadonlySet<string> = new Set(),
): Promise<TakenNumber[][]> {
  const codes = units.flatMap(codesIn);
  const owners = await findOwners(reader, [...new Set(units.flatMap(ownTextsIn))]);
  const goods = await goodsOf(reader, { skus: codes, barcodes: codes });
  const labels = new Map((await findLabels(reader, codes)).map((label) => [label.qr_code, label]));
  const isOwnLabel = ({ qr_code, inventory_item_id }: LabelRow) =>
    ownLabels.has(qr_code) || (unitId !== null && inventory_item_id === unitId);
  return units.map((unit) =>
    unitCodeFields.flatMap((field): TakenNumber[] => {
      const code = unit[field];
      if (!code) return [];
      const other = otherOwner(owners, field, code, unitId);
      if (other) return [{ field, message: ownerText(other, field, code), owner: other.owner }];
      const label = labels.get(code);
      if (label && !(field === 'qr_code' && isOwnLabel(label))) {
        const isVoided = field === 'qr_code' && label.status === 'voided';
        return [{ field, message: isVoided ? whyNotUnused(label) : labelText(label), owner: null }];
      }
      const message = goods.get(code);
      return message === undefined ? [] : [{ field, message, owner: null }];
    }),
  );
}

/**
 * Refuses with 422 on each field whose code is taken, naming the owner; `taken_by` has its id if it is in one of the
 * caller's stores. Of two who write the same number, in whatever fields, the second waits and sees the first one's row.
 */
export async function refuseTaken(
  writer: Writer,
  unit: NumberedUnit,
  { session, unitId, ownLabel }: { session: Session; unitId: number | null; ownLabel?: string | null },
): Promise<void> {
  await holdUnitNumbers(writer);
  const [taken = []] = await findTaken(writer, [unit], unitId, new Set(ownLabel ? [ownLabel] : []));
  if (taken.length === 0) return;
  const fields: FieldErrors = Object.fromEntries(taken.map(({ field, message }) => [field, [message]]));
  const taken_by = Object.fromEntries(
    taken.flatMap(({ field, owner }) =>
      owner && isOwn(session, owner.store_id) && isShown(owner) ? [[field, owner.id]] : [],
    ),
  );
  throw new ApiError('number_taken', {
    message: taken[0]?.message,
    fields,
    details: { taken_by },
  });
}
