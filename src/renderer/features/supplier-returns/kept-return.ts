import { z } from '#contract/zod.ts';
import { comeBackStatuses } from '#domain/supplier-returns.ts';

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

/** What of a return was scanned or ticked as come back, and was not received. */
export const keptArrival = z.object({
  item_ids: z.array(z.int()),
  status: z.enum(comeBackStatuses),
});
export type KeptArrival = z.output<typeof keptArrival>;

export const NOTHING_ARRIVED: KeptArrival = { item_ids: [], status: 'available' };

/** Under which name it is kept: each person takes back their own of a return. */
export const arrivalName = (staffId: number, returnId: number) => `take-back.${staffId}.${returnId}`;
