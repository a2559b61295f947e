import { returnableUnit } from '#contract/supplier-returns.ts';
import { z } from '#contract/zod.ts';
import { comeBackStatuses } from '#domain/supplier-returns.ts';
import { savedRequest } from '#renderer/lib/saved-request.ts';

/** Saved input of a return that was not sent: only codes, as their units' state is loaded again. */
export const savedReturn = z.object({
  /** In the order of their scans. */
  codes: z.array(z.string()),
  supplier: z.object({ id: z.int(), name: z.string() }).nullable(),
  reference: z.string(),
  reason: z.string(),
  request: savedRequest,
  /** The units of the unanswered request: a barcode looked up again would find others. */
  picked: z.array(z.object({ code: z.string(), unit: returnableUnit })).catch([]),
});
export type SavedReturn = z.output<typeof savedReturn>;

export const NOTHING_PACKED: SavedReturn = {
  codes: [],
  supplier: null,
  reference: '',
  reason: '',
  request: null,
  picked: [],
};

/** Returns the storage name: each person packs a return of their own per store. */
export const returnName = (staffId: number, storeId: number) => `supplier-return.${staffId}.${storeId}`;

/** Saved input of returned units that were scanned or ticked and not yet received. */
export const savedArrival = z.object({
  item_ids: z.array(z.int()),
  status: z.enum(comeBackStatuses),
});
export type SavedArrival = z.output<typeof savedArrival>;

export const NOTHING_ARRIVED: SavedArrival = { item_ids: [], status: 'available' };

/** Returns the storage name: each person has input of their own per return. */
export const arrivalName = (staffId: number, returnId: number) => `take-back.${staffId}.${returnId}`;
