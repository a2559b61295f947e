import { createHmac, timingSafeEqual } from 'node:crypto';
import { id } from '#contract/codecs.ts';
import type { Reader } from '../../db/access.ts';
import { shopKey } from '../../db/shop-key.ts';

/** Proves that this shop gave a store this invoice number: `7.613.…`. */
export type Prove = (storeId: number, no: number) => string;

/** Returns what proves the shop's invoice numbers: docs/decisions/invoices-after-a-restore.md. */
export async function invoiceProofs(reader: Reader): Promise<Prove> {
  const secret = await shopKey(reader);
  return (storeId, no) => {
    const named = `${storeId}.${no}`;
    return `${named}.${createHmac('sha256', secret).update(`invoice ${named}`).digest('base64url')}`;
  };
}

/** Reads the store and number of a proof without checking it; null for any other text. */
export function readProof(proof: string): { storeId: number; no: number } | null {
  const [, ...parts] = /^([1-9]\d{0,9})\.([1-9]\d{0,9})\.[\w-]{43}$/.exec(proof) ?? [];
  const [storeId = 0, no = 0] = parts.map(Number);
  return [storeId, no].every((each) => id.safeParse(each).success) ? { storeId, no } : null;
}

/** True if two proofs of the same number are the same. */
export const isSameProof = (proof: string, own: string): boolean =>
  proof.length === own.length && timingSafeEqual(Buffer.from(proof), Buffer.from(own));
