import { z } from './zod.ts';
import { unitCategories, unitStatuses } from '#domain/transactions.ts';
import { warrantyStates } from '#domain/warranty.ts';
import { calendarDate, id, instant, money, percent } from './codecs.ts';

/** An object with a name in the API's document, which describes it once and refers to it wherever it is used. */
export const shape = <T extends z.ZodRawShape>(name: string, fields: T) =>
  z.object(fields).meta({ id: name });

/**
 * The body of a change to what a form shows: any of the form's fields, and as `known` what the caller saw in them, each
 * field as `seen` describes it. `seen` has no defaults: what is left out of `known` was not seen.
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

// Shapes that more than one module answers with.

/** The answer of an action without content. */
export const message = shape('Message', { message: z.string() });

export const named = shape('Named', { id, name: z.string() });

/** A group decides its customers' prices; its percentage is a label only. */
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

export const unit = shape('InventoryItem', {
  id,
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  /** Most phones have a second one; older servers and kept carts know of none. */
  imei2: z.string().nullable().default(null),
  qr_code: z.string().nullable(),
  category: z.enum(unitCategories),
  condition_rating: z.int().nullable(),
  store_id: id,
  status: z.enum(unitStatuses),
  locked_at: instant.nullable(),
  locked_by_id: id.nullable(),
  locked_by: z.string().nullable(),
  locked_until: instant.nullable(),
});
export type Unit = z.output<typeof unit>;

/** What was promised for a unit when it was sold, and how that stands. */
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
  /** Its own photo, or the product's first; older servers and kept carts know of none. */
  image_url: z.string().nullable().default(null),
  product: z.object({ id, name: z.string(), sku: z.string() }),
});
export type ProductVariation = z.output<typeof productVariation>;

/** A variation that sold, net: less what was voided and came back. */
export const topProduct = shape('TopProduct', {
  id: id.describe('The variation'),
  name: z.string().describe('The product'),
  variation: z.string(),
  units_sold: z.int(),
  revenue: money,
});
export type TopProduct = z.output<typeof topProduct>;
