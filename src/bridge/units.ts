import { z } from '#contract/zod.ts';
import { categoryPriceNames, priceNames, pricesOfUnit, type CategoryPriceName } from '#domain/pricing.ts';
import { unitCategories } from '#domain/transactions.ts';

// The till's copy of its store: every unit that stands there for sale, as the feed of changes (`pos.changes`) brings it.
// Prices in centavos, moments in epoch milliseconds.

const code = z.string().max(200);
const name = z.string().max(500);
const amount = z.int();
const version = z.string().max(200);
const inStore = { store_id: z.int() };

const pricesByCategory = Object.fromEntries(
  categoryPriceNames.map((name) => [name, amount.nullable()]),
) as Record<CategoryPriceName, z.ZodNullable<typeof amount>>;

const numbers = {
  serial_number: code.nullable(),
  imei: code.nullable(),
  imei2: code.nullable(),
  qr_code: code.nullable(),
};

const condition = { category: z.enum(unitCategories), condition_rating: z.int().nullable() };

export const copiedUnit = z.object({
  id: z.int(),
  ...numbers,
  ...condition,
  own_price: amount.nullable(),
  own_minimum_price: amount.nullable(),
});
export type CopiedUnit = z.output<typeof copiedUnit>;

const variationPrices = {
  retail_price: amount,
  member_price: amount.nullable(),
  wholesale_price: amount.nullable(),
  minimum_price: amount.nullable(),
};

export const copiedVariation = z.object({
  id: z.int(),
  product_id: z.int(),
  product_name: name,
  name,
  barcode: code.nullable(),
  ...variationPrices,
  ...pricesByCategory,
  /** Months of warranty of new units, and of used and refurbished ones; null where the server did not say. */
  warranty_months: z.int().nullable(),
  warranty_months_used: z.int().nullable(),
  units: z.array(copiedUnit).max(20_000),
});
export type CopiedVariation = z.output<typeof copiedVariation>;

/** The columns of a variation's prices. */
export const copiedPriceNames = [...priceNames, ...categoryPriceNames];

const hold = z.object({
  inventory_item_id: z.int(),
  locked_by: name,
  locked_until: z.number(),
  /** The number of the draft whose payments reserve it; null where it is in a cart alone. */
  reserved_for: name.nullable(),
});

/** One answer of the feed, to be put into the copy. */
export const storeAnswer = z.object({
  ...inStore,
  /** The version that the call named; null where it named none. An answer to any other than the present one is refused. */
  since: version.nullable(),
  /** The server's time when it was asked. */
  as_of: z.number(),
  changes: z.object({
    version,
    is_first: z.boolean(),
    has_more: z.boolean(),
    variations: z.array(copiedVariation).max(2000),
    holds: z.array(hold).max(20_000),
  }),
});
export type StoreAnswer = z.output<typeof storeAnswer>;

/** A store, for its copy. */
export const copiedStore = z.object(inStore);
export type CopiedStore = z.output<typeof copiedStore>;

/** How far a copy has come. `as_of`: the server's time that it stands at; null until all of it came once. */
export const copyVersion = z.object({ version, as_of: z.number().nullable() });
export type CopyVersion = z.output<typeof copyVersion>;

/** A unit of the copy: all that a cart line needs, for any customer. */
export const knownUnit = z.object({
  id: z.int(),
  variation_id: z.int(),
  product_name: name,
  variation_name: name,
  ...numbers,
  ...condition,
  own_price: amount.nullable(),
  /** Null for a unit that has no price yet, and so is not sold. */
  prices: z.object({ ...variationPrices, vip_price: amount.nullable().optional() }).nullable(),
  /** Null where the server did not say. */
  warranty_months: z.int().nullable(),
  /** The person who held it when the copy was made, and until when; null if nobody did. */
  held: hold.omit({ inventory_item_id: true }).nullable(),
  as_of: z.number(),
});
export type KnownUnit = z.output<typeof knownUnit>;

const notThese = { not: z.array(z.int()).max(1000) };

/**
 * A unit by a scanned code, as it is stored, by its id, or the next piece of a variation; `not` lists the units already
 * in the cart.
 */
export const unitWanted = z.union([
  z.object({ ...inStore, code, ...notThese }),
  z.object({ ...inStore, unit_id: z.int() }),
  z.object({ ...inStore, variation_id: z.int(), ...notThese }),
]);
export type UnitWanted = z.output<typeof unitWanted>;

/** The most units of a variation that a product is answered with. */
export const UNITS_SHOWN = 20;

export const productWanted = z.object({ ...inStore, product_id: z.int() });
export type ProductWanted = z.output<typeof productWanted>;

/** The most products that are answered with. */
export const PRODUCTS_SHOWN = 100;

/** The products of the copy, or those with all words of `search` in their names, or with that barcode; `now`: the server's time. */
export const productsWanted = z.object({ ...inStore, search: name, now: z.number() });
export type ProductsWanted = z.output<typeof productsWanted>;

/** A variation of the copy with the number of its units; `available` and `not_new` are those that nobody holds. */
export const knownVariation = copiedVariation.omit({ units: true }).extend({
  units_count: z.int(),
  available: z.int(),
  not_new: z.int(),
  is_identified: z.boolean(),
});
export type KnownVariation = z.output<typeof knownVariation>;

export const unitsGone = z.object({ ...inStore, ids: z.array(z.int()).max(1000) });
export type UnitsGone = z.output<typeof unitsGone>;

/** Returns a unit of the copy as it is found. */
export function knownUnitOf(
  unit: CopiedUnit,
  variation: Omit<CopiedVariation, 'units'>,
  { held, as_of }: Pick<KnownUnit, 'held' | 'as_of'>,
): KnownUnit {
  const { id, serial_number, imei, imei2, qr_code, category, condition_rating, own_price } = unit;
  return {
    id,
    variation_id: variation.id,
    product_name: variation.product_name,
    variation_name: variation.name,
    serial_number,
    imei,
    imei2,
    qr_code,
    category,
    condition_rating,
    own_price,
    prices: pricesOfUnit({ ...variation, ...unit }),
    warranty_months: category === 'new' ? variation.warranty_months : variation.warranty_months_used,
    held,
    as_of,
  };
}
