import { useEffect } from 'react';
import { z } from '#contract/zod.ts';
import { till } from '#renderer/lib/till.ts';
import type { Picked } from './picking.ts';

// What is packed and not sent is kept on the device: neither a reload nor another page loses a scan. The codes alone: what
// became of their units meanwhile is asked again.

const packing = z.object({
  /** In the order of their scans. */
  codes: z.array(z.string()),
  to_store_id: z.int().nullable(),
  reason: z.string(),
});
export type Packing = z.output<typeof packing>;

export const NOTHING_PACKED: Packing = { codes: [], to_store_id: null, reason: '' };

/** Under which name it is kept: each person packs their own, for each store. */
export const packingName = (staffId: number, storeId: number) => `transfer.${staffId}.${storeId}`;

/** What was packed there and not sent; nothing, where what is kept cannot be read. */
export async function readPacking(name: string): Promise<Packing> {
  try {
    return packing.parse(JSON.parse((await till.notes.read(name)) ?? 'null'));
  } catch {
    return NOTHING_PACKED;
  }
}

type Kept = { rows: readonly Picked[]; toStoreId: number | null; reason: string };

/** Keeps what is packed for as long as there is something of it. */
export function useKeptPacking(name: string, { rows, toStoreId, reason }: Kept, isSent: boolean): void {
  const codes = rows.map(({ code }) => code).reverse();
  const isNothing = isSent || (codes.length === 0 && toStoreId === null && reason === '');
  const text = isNothing ? null : JSON.stringify({ codes, to_store_id: toStoreId, reason } satisfies Packing);
  useEffect(() => {
    const keeping = text === null ? till.notes.remove(name) : till.notes.write({ name, text });
    // A full disk is told by the till itself.
    keeping.catch(() => undefined);
  }, [name, text]);
}
