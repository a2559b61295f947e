import type { Writer } from '../../db/access.ts';
import * as rows from './supplier-returns.repository.ts';
import { noteCameBack } from './supplier-returns.usecases.ts';

/** A unit that is recorded as with its supplier, and the return that took it there. */
export type SentBack = Awaited<ReturnType<typeof rows.findOpenItems>>[number];

/** Claims the returns in which some units are with their suppliers, before the units themselves are held. */
export async function claimSentBack(writer: Writer, unitIds: readonly number[]): Promise<SentBack[]> {
  const found = await rows.findOpenItems(writer, unitIds);
  for (const returnId of new Set(found.map((item) => item.returnId))) await rows.claim(writer, returnId);
  return found.length === 0 ? [] : rows.findOpenItems(writer, unitIds);
}

/** Takes a unit out of a claimed return: it never went back, since it was sold before, at `at`. */
export const endSentBack = (
  writer: Writer,
  { unitId, created_at }: SentBack,
  { by, at, reason }: { by: number; at: number; reason: string },
): Promise<void> =>
  noteCameBack(writer, {
    ...{ unitIds: [unitId], as: null, by },
    ...{ now: Math.max(at, created_at), neverLeft: reason },
  });
