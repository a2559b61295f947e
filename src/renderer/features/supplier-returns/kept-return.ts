import { z } from '#contract/zod.ts';

/** What is packed to go back and was not sent. The codes alone: what became of their units meanwhile is asked again. */
export const keptReturn = z.object({
  /** In the order of their scans. */
  codes: z.array(z.string()),
  supplier: z.object({ id: z.int(), name: z.string() }).nullable(),
  reference: z.string(),
  reason: z.string(),
});
export type KeptReturn = z.output<typeof keptReturn>;

export const NOTHING_PACKED: KeptReturn = { codes: [], supplier: null, reference: '', reason: '' };

/** Under which name it is kept: each person packs their own, in each store. */
export const returnName = (staffId: number, storeId: number) => `supplier-return.${staffId}.${storeId}`;
