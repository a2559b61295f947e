import { z } from './zod.ts';
import type { LabelDocument } from '#domain/label.ts';
import { money } from './codecs.ts';

/** A unit's label (see the domain) as sent to the printer. */
export const label = z.object({
  shop_name: z.string(),
  product: z.string(),
  variation: z.string(),
  price: money.nullable(),
  adds_tax: z.boolean().optional(),
  numbers: z.array(z.string()),
  code: z.string().nullable(),
}) satisfies z.ZodType<LabelDocument>;
