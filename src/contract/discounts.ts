import { z } from './zod.ts';
import { money, moneyFromZero, percent, reason } from './codecs.ts';

const discountReason = reason('Reason required');
const somePercent = percent.refine((rate) => rate > 0, 'Discount must be greater than 0');
const someMoney = moneyFromZero.refine((amount) => amount > 0, 'Discount must be greater than 0');

/** A discount as entered: percent of the price, or pesos off it. */
export const discountForm = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('percentage'), value: somePercent, reason: discountReason }),
    z.strictObject({ type: z.literal('fixed'), value: someMoney, reason: discountReason }),
  ])
  .meta({ id: 'DiscountForm' });

/** A stored discount. One from an older client may have no reason. */
const percentageStored = z.object({
  type: z.literal('percentage'),
  value: percent,
  reason: z.string().nullable(),
});
const fixedStored = z.object({ type: z.literal('fixed'), value: money, reason: z.string().nullable() });

/** A discount as stored. */
export const storedDiscount = z.discriminatedUnion('type', [percentageStored, fixedStored]);

const place = z
  .int()
  .positive()
  .optional()
  .describe('Its place among the discounts of its line or cart, from 1; servers before 1.1.0 do not tell it');

/** A discount as answered. */
export const discount = z
  .discriminatedUnion('type', [percentageStored.extend({ id: place }), fixedStored.extend({ id: place })])
  .meta({ id: 'Discount' });

/** The maximum number of discounts on one line or cart. */
export const DISCOUNTS_MAX = 5;
