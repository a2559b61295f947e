import { offlineNumber, partsOfOfflineNumber } from '#domain/offline-sales.ts';
import type { Reader } from '../../db/access.ts';
import { findHashes, findOthers, type OfflineRow } from './offline-sales.repository.ts';

export type OrderedText = Pick<OfflineRow, 'id' | 'number' | 'sale_key' | 'till_id'>;

/** Returns what is wrong with a sale's place among those of its till, in sentences, as known so far. */
export async function whatIsOutOfOrder(
  reader: Reader,
  told: OrderedText,
  { previous_hash }: { previous_hash: string | null },
  { code, letter }: { code: string; letter: string | null },
): Promise<string[]> {
  const found: string[] = [];
  const others = await findOthers(reader, told);
  if (others.some(({ sale_key }) => sale_key === told.sale_key))
    found.push('Another text of this sale came before');
  else if (others.length > 0) found.push(`Another sale came before with the number ${told.number}`);
  const parts = partsOfOfflineNumber(told.number);
  if (!parts || parts.till_code !== code || (letter !== null && parts.letter !== letter))
    return [...found, `The number ${told.number} is none of this till’s series`];
  if (parts.no === 1 && previous_hash === null) return found;
  const before = offlineNumber(parts, parts.no - 1);
  const hashes = parts.no > 1 ? await findHashes(reader, told.till_id, before) : [];
  if (hashes.length === 0) return [...found, `The sale before it, ${before}, has not come`];
  if (previous_hash === null || !hashes.includes(previous_hash))
    return [...found, `It follows another sale ${before} than the one that came`];
  return found;
}
