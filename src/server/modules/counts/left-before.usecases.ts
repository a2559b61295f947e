import type { Writer } from '../../db/access.ts';
import * as rows from './counts.repository.ts';
import { expectedAmong } from './scope.repository.ts';

type Left = { storeId: number; at: number };

/** Holds a store's open counts that began since a moment, before units are held: whoever scans holds both, the count first. */
export async function holdOpenSince(writer: Writer, { storeId, at }: Left): Promise<void> {
  for (const { id } of await rows.findOpenSince(writer, storeId, at))
    await rows.claimOpen(writer, id, storeId);
}

/**
 * Tells a store's open counts that began since a moment of units that had left by then, and were in its stock all the
 * same: they are not expected there.
 */
export async function expectNoMore(
  writer: Writer,
  unitIds: readonly number[],
  { storeId, at }: Left,
): Promise<void> {
  if (unitIds.length === 0) return;
  for (const { id } of await rows.findOpenSince(writer, storeId, at)) {
    const count = await rows.claimOpen(writer, id, storeId);
    if (!count) continue;
    const { units } = await expectedAmong(writer, count, unitIds);
    if (units > 0) await rows.updateCount(writer, id, { expected: count.expected - units });
  }
}
