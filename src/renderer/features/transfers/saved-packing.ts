import { z } from '#contract/zod.ts';

/** Saved input of a transfer that was not sent: only codes, as their units' state is loaded again. */
export const packing = z.object({
  /** In the order of their scans. */
  codes: z.array(z.string()),
  to_store_id: z.int().nullable(),
  reason: z.string(),
});
export type Packing = z.output<typeof packing>;

export const NOTHING_PACKED: Packing = { codes: [], to_store_id: null, reason: '' };

/** Returns the storage name: each person packs a transfer of their own per store. */
export const packingName = (staffId: number, storeId: number) => `transfer.${staffId}.${storeId}`;
