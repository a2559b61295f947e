import { z } from './zod.ts';
import { unitCategories, unitStatuses } from '#domain/transactions.ts';
import { warrantyStates } from '#domain/warranty.ts';
import { categoryPriceNames, type CategoryPriceName } from '#domain/pricing.ts';
import { calendarDate, id, instant, money, percent } from './codecs.ts';

/** Returns an object schema with a name in the API's document, which describes it once and refers to it. */
export const shape = <T extends z.ZodRawShape>(name: string, fields: T) =>
  z.object(fields).meta({ id: name });

/**
 * Returns the body of an update: any of the form's fields, and as `known` the values that the caller saw, each as
 * `seen` describes it. `seen` has no defaults: a field absent from `known` was not seen.
 */
export function changesOf<F extends z.ZodRawShape, S extends z.ZodRawShape>(
  form: z.ZodObject<F>,
  seen: z.ZodObject<S>,
) {
  const shown = Object.fromEntries(Object.entries(seen.shape).filter(([name]) => name in form.shape)) as Pick<
    S,
    keyof F & keyof S
  >;
  return z.strictObject({
    ...form.partial().shape,
    known: z
      .strictObject(shown)
      .partial()
      .optional()
      .describe('As the caller saw it: what others changed since is kept, what both changed is refused'),
  });
}

/** Returns the names of a shape's fields: a list of them by hand would forget the next one. */
export const fieldsOf = <S extends z.ZodObject>({ shape: fields }: S): (keyof z.output<S>)[] =>
  Object.keys(fields) as (keyof z.output<S>)[];

// Shapes used by more than one module.

/** The answer of an action without content. */
export const message = shape('Message', { message: z.string() });

export const named = shape('Named', { id, name: z.string() });

/** The payments on a draft that has a unit. */
export const unitDeposit = shape('UnitDeposit', {
  amount: money,
  customer: z.string().nullable(),
  draft: z.object({ id: z.int(), transaction_number: z.string() }),
});
export type UnitDeposit = z.output<typeof unitDeposit>;

/** The rounding in what is paid out for a traded-in unit; absent from older servers. */
export const payoutRounding = money
  .default(0)
  .describe('The part of the amount that is given for want of smaller coins');
/** The rounding in all that was paid out for traded-in units; absent from older readings. */
export const tradeInRounding = money
  .default(0)
  .describe(
    'The part of the cash paid out for traded-in units that was given for want of smaller coins. It is no part of `cash_rounding`, which is that of sales',
  );

/** A customer group, which decides prices; its percentage is only a label. */
export const customerGroup = shape('CustomerGroup', {
  id,
  name: z.string(),
  slug: z.string(),
  discount_percentage: percent,
});
export type CustomerGroup = z.output<typeof customerGroup>;

export const variationPrices = {
  retail_price: money,
  member_price: money.nullable(),
  wholesale_price: money.nullable(),
  minimum_price: money.nullable(),
};

const ofCategories = <T extends z.ZodType>(amount: T) =>
  Object.fromEntries(categoryPriceNames.map((name) => [name, amount])) as Record<CategoryPriceName, T>;

/** The prices of a variation's used and refurbished units. */
export const categoryPrices = ofCategories(money.nullable());
/** The same, absent from older servers. */
export const categoryPricesOrNone = ofCategories(money.nullable().default(null));

/** The prices that hold for one unit. */
export const unitPrices = shape('UnitPrices', {
  ...variationPrices,
  vip_price: money.nullable().optional().describe('Where VIPs do not pay 90 % of the member price'),
});

/** The numbers by which a unit is known. */
export const numbersOfUnit = z.object({
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  imei2: z.string().nullable(),
});

export const unit = shape('InventoryItem', {
  id,
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  /** The second IMEI of most phones; absent from older servers and saved carts. */
  imei2: z.string().nullable().default(null),
  qr_code: z.string().nullable(),
  category: z.enum(unitCategories),
  condition_rating: z.int().nullable(),
  own_price: money.nullable().default(null).describe('Its own price, which every customer group pays'),
  own_minimum_price: money.nullable().default(null).describe('Its own lowest price'),
  prices: unitPrices
    .nullable()
    .optional()
    .describe('What holds for it; null for a unit without a price, absent from older servers'),
  store_id: id,
  status: z.enum(unitStatuses),
  locked_at: instant.nullable(),
  locked_by_id: id.nullable(),
  locked_by: z.string().nullable(),
  locked_until: instant.nullable(),
});
export type Unit = z.output<typeof unit>;

/** A unit's warranty as sold, and its current state. */
export const warranty = shape('Warranty', {
  months: z.int(),
  state: z.enum(warrantyStates),
  until: calendarDate.nullable(),
  days_left: z.int().nullable(),
});

export const productVariation = shape('ProductVariation', {
  id,
  name: z.string(),
  barcode: z.string().nullable(),
  ...variationPrices,
  /** Its own photo, or the product's first; absent from older servers and saved carts. */
  image_url: z.string().nullable().default(null),
  product: z.object({ id, name: z.string(), sku: z.string() }),
});
export type ProductVariation = z.output<typeof productVariation>;

/** A sold variation, net: less voids and returns. */
export const topProduct = shape('TopProduct', {
  id: id.describe('The variation'),
  /** Absent from older servers. */
  product_id: id.nullable().default(null),
  name: z.string().describe('The product'),
  variation: z.string(),
  units_sold: z.int(),
  revenue: money,
});
export type TopProduct = z.output<typeof topProduct>;
