import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { recount } from './transfer-totals.usecases.ts';
import { transitsOfUnits } from './unit-history.repository.ts';
import * as rows from './transfers.repository.ts';

/** A unit that is in transit, with its transfer. */
export type Transit = { unitId: number; transfer: rows.TransferRecord; item: rows.ItemRecord };

/** Claims the transfers that some units are in transit with, before the units themselves are held. */
export async function claimTransits(writer: Writer, unitIds: readonly number[]): Promise<Transit[]> {
  const found = await transitsOfUnits(writer, unitIds);
  const transits: Transit[] = [];
  for (const transferId of [...new Set(found.map(({ transfer_id }) => transfer_id))].sort((a, b) => a - b)) {
    const transfer = await rows.claim(writer, transferId, 'in_transit');
    if (!transfer) continue;
    for (const unitId of found.filter((row) => row.transfer_id === transferId).map((row) => row.unit_id)) {
      const item = await rows.findItemRecord(writer, transferId, unitId);
      if (item?.state === 'in_transit') transits.push({ unitId, transfer, item });
    }
  }
  return transits;
}

type Left = { session: Session; at: number; now: number; reason: string };

/** Settles a claimed transfer's line of a unit that never left: it was sold before, at `at`. */
export async function endTransit(
  writer: Writer,
  { unitId, transfer }: Transit,
  { session, at, now, reason }: Left,
): Promise<void> {
  await rows.updateOpenItems(writer, transfer.id, [unitId], {
    state: 'returned',
    settled_at: Math.max(at, transfer.sent_at),
    settled_by_id: session.staff.id,
    reason,
  });
  const nothing = () => undefined;
  await recount(writer, transfer, {
    session,
    storeId: transfer.from_store_id,
    now,
    noteChange: nothing,
    noteTarget: nothing,
  });
}
