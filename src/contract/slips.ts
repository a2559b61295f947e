import { z } from './zod.ts';
import type { SlipDocument } from '#domain/slip.ts';
import { instant } from './codecs.ts';
import { paperStore } from './receipts.ts';

/** A slip of the domain as sent to the printer; its amounts are already text. */
export const slip = z.object({
  title: z.string(),
  shop_name: z.string(),
  store: paperStore,
  rows: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('pair'),
        label: z.string(),
        value: z.string(),
        bold: z.boolean().optional(),
      }),
      z.object({ kind: z.literal('text'), text: z.string(), bold: z.boolean().optional() }),
      z.object({ kind: z.literal('rule') }),
    ]),
  ),
  printed_at: instant,
  time_zone: z.string(),
  staff_name: z.string(),
}) satisfies z.ZodType<SlipDocument>;
