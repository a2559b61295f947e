import { z } from '#contract/zod.ts';
import { unitCategories } from '#domain/transactions.ts';

const code = z.string().max(200);
const amount = z.int();

/** A unit that was looked up before: all that a cart line needs, for any customer. Prices in centavos. */
export const knownUnit = z.object({
  id: z.int(),
  serial_number: code.nullable(),
  imei: code.nullable(),
  /** Absent on units that were looked up before second IMEIs existed. */
  imei2: code.nullable().optional(),
  qr_code: code.nullable(),
  barcode: code.nullable(),
  /** Absent on units that were looked up before prices by condition existed. */
  category: z.enum(unitCategories).optional(),
  condition_rating: z.int().nullable().optional(),
  product_name: z.string().max(500),
  variation_name: z.string().max(500),
  prices: z.object({
    retail_price: amount,
    member_price: amount.nullable(),
    wholesale_price: amount.nullable(),
    minimum_price: amount.nullable(),
    vip_price: amount.nullable().optional(),
  }),
});
export type KnownUnit = z.output<typeof knownUnit>;

/** The most units that one message may carry. */
export const UNITS_AT_ONCE = 200;

export const unitsSeen = z.object({
  store_id: z.int(),
  units: z.array(knownUnit).max(UNITS_AT_ONCE),
});
export type UnitsSeen = z.output<typeof unitsSeen>;

/** A scanned code, as it is stored; `not` lists the units already in the cart. */
export const unitWanted = z.object({ store_id: z.int(), code, not: z.array(z.int()).max(1000) });
export type UnitWanted = z.output<typeof unitWanted>;

export const unitsGone = z.object({ store_id: z.int(), ids: z.array(z.int()).max(1000) });
export type UnitsGone = z.output<typeof unitsGone>;
