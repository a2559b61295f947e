import { z } from '#contract/zod.ts';
import { comeBackStatuses } from '#domain/supplier-returns.ts';

/** What is packed to go back and was not sent. The codes alone: what became of their units meanwhile is asked again. */
export const savedReturn = z.object({
  /** In the order of their scans. */
  codes: z.array(z.string()),
  supplier: z.object({ id: z.int(), name: z.string() }).nullable(),
  reference: z.string(),
  reason: z.string(),
});
export type SavedReturn = z.output<typeof savedReturn>;

export const NOTHING_PACKED: SavedReturn = { codes: [], supplier: null, reference: '', reason: '' };

/** Under which name it is kept: each person packs their own, in each store. */
export const returnName = (staffId: number, storeId: number) => `supplier-return.${staffId}.${storeId}`;

/** What of a return was scanned or ticked as come back, and was not received. */
export const savedArrival = z.object({
  item_ids: z.array(z.int()),
  status: z.enum(comeBackStatuses),
});
export type SavedArrival = z.output<typeof savedArrival>;

export const NOTHING_ARRIVED: SavedArrival = { item_ids: [], status: 'available' };

/** Under which name it is kept: each person takes back their own of a return. */
export const arrivalName = (staffId: number, returnId: number) => `take-back.${staffId}.${returnId}`;
