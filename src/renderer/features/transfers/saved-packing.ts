import { z } from '#contract/zod.ts';

/** What is packed and not sent. The codes alone: what became of their units meanwhile is asked again. */
export const packing = z.object({
  /** In the order of their scans. */
  codes: z.array(z.string()),
  to_store_id: z.int().nullable(),
  reason: z.string(),
});
export type Packing = z.output<typeof packing>;

export const NOTHING_PACKED: Packing = { codes: [], to_store_id: null, reason: '' };

/** Under which name it is kept: each person packs their own, for each store. */
export const packingName = (staffId: number, storeId: number) => `transfer.${staffId}.${storeId}`;
