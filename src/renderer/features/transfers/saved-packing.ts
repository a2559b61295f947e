import { transferableUnit } from '#contract/transfers.ts';
import { z } from '#contract/zod.ts';
import { savedRequest } from '#renderer/lib/saved-request.ts';

/** Saved input of a transfer that was not sent: only codes, as their units' state is loaded again. */
export const packing = z.object({
  /** In the order of their scans. */
  codes: z.array(z.string()),
  to_store_id: z.int().nullable(),
  reason: z.string(),
  request: savedRequest,
  /** The units of the unanswered request: a barcode looked up again would find others. */
  picked: z.array(z.object({ code: z.string(), unit: transferableUnit })).catch([]),
});
export type Packing = z.output<typeof packing>;

export const NOTHING_PACKED: Packing = {
  codes: [],
  to_store_id: null,
  reason: '',
  request: null,
  picked: [],
};

/** Returns the storage name: each person packs a transfer of their own per store. */
export const packingName = (staffId: number, storeId: number) => `transfer.${staffId}.${storeId}`;
