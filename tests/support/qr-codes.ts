import type { z } from 'zod';
import type { qrCodes } from '#contract/qr-codes.ts';
import type { Caller } from './http.ts';
import { expectDone } from './selling.ts';

export type WireCode = z.input<typeof qrCodes.get.response>;
export type WireCodes = z.input<typeof qrCodes.list.response>;
export type WireBatch = z.input<typeof qrCodes.batch.response>;
export type WireStats = z.input<typeof qrCodes.stats.response>;
export type Generated = z.input<typeof qrCodes.generateBatch.response>;

/** Generates a batch of codes for an order; returns its code, and its codes in the order of its sheet. */
export async function generated(
  caller: Caller,
  supplier_transaction_id: number,
  quantity: number,
  notes?: string,
): Promise<{ batch: string; codes: string[] }> {
  const body = { supplier_transaction_id, quantity, ...(notes === undefined ? {} : { notes }) };
  const { batch_code } = expectDone(await caller.post<Generated>('/qr-codes/generate-batch', body));
  const path = `/qr-codes?per_page=200&batch_code=${batch_code}`;
  const { data } = expectDone(await caller.get<WireCodes>(path));
  return { batch: batch_code, codes: data.map(({ qr_code }) => qr_code) };
}
