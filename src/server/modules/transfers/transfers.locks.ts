import { ApiError } from '#contract/errors.ts';
import type { Transfer } from '#contract/transfers.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { getStore } from '../stores/stores.public.ts';
import { presentItem, presentTransfer } from './transfers.present.ts';
import * as rows from './transfers.repository.ts';

export type Caller = { session: Session; storeId: number; now: number };

/**
 * Finds a transfer's units, extra ones included. Scans at a receiving store that was deactivated since do not count:
 * nobody can receive there any more, and the sender settles the units.
 */
export async function findItems(
  reader: Reader,
  { id, to_store_id }: Pick<rows.TransferRecord, 'id' | 'to_store_id'>,
): Promise<rows.ItemRecord[]> {
  const [items, to] = await Promise.all([rows.findItemRecords(reader, id), getStore(reader, to_store_id)]);
  if (to.is_active) return items;
  return items.map((item) =>
    item.state === 'in_transit' || item.state === 'extra'
      ? { ...item, scanned_at: null, scanned_by_id: null }
      : item,
  );
}

/** Returns a transfer to callers who work at one of its ends; 404 `transfer_not_found` for any other. */
export async function showTransfer(
  reader: Reader,
  transferId: number,
  { session, now }: Pick<Caller, 'session' | 'now'>,
): Promise<Transfer> {
  const row = await rows.findNamedTransfer(reader, transferId, session.staff.store_ids);
  if (!row) throw new ApiError('transfer_not_found');
  const [items, units, people] = await Promise.all([
    findItems(reader, row),
    rows.findUnitsOf(reader, transferId),
    rows.findPeopleOf(reader, transferId),
  ]);
  const unitOf = new Map(units.map((unit) => [unit.inventory_item_id, unit]));
  const shown = items
    .sort((a, b) => a.position - b.position)
    .flatMap((item) => {
      const unit = unitOf.get(item.inventory_item_id);
      return unit ? [presentItem(item, unit, { people, now })] : [];
    });
  return presentTransfer(row, shown);
}

const SENTENCES: Record<rows.TransferRecord['status'], string> = {
  in_transit: 'This transfer is still in transit',
  received: 'This transfer has already been received',
  cancelled: 'This transfer was cancelled',
};

type End = 'sender' | 'receiver';

/**
 * Locks a transfer in transit for a change at one of its ends. 404 `transfer_not_found` if the caller works at neither,
 * 409 `illegal_state` at the other end, and for one that is not in transit any more.
 */
export async function claimTransfer(
  writer: Writer,
  transferId: number,
  end: End,
  { session, storeId }: Caller,
): Promise<rows.TransferRecord> {
  const claimed = await rows.claim(writer, transferId, 'in_transit');
  const transfer = claimed ?? (await rows.findTransfer(writer, transferId));
  const { store_ids } = session.staff;
  if (!transfer || ![transfer.from_store_id, transfer.to_store_id].some((id) => store_ids.includes(id))) {
    throw new ApiError('transfer_not_found');
  }
  if (!claimed) throw new ApiError('illegal_state', { message: SENTENCES[transfer.status] });
  const place = end === 'sender' ? transfer.from_store_id : transfer.to_store_id;
  if (storeId !== place) {
    const { name } = await getStore(writer, place);
    throw new ApiError('illegal_state', { message: `Only ${name} can do this` });
  }
  return transfer;
}

/** 409 `illegal_state` naming the units that are no longer in transit. */
export const settledMeanwhile = (unitIds: readonly number[]): ApiError =>
  new ApiError('illegal_state', {
    message:
      unitIds.length === 1
        ? 'One of these units is not in transit any more'
        : `${unitIds.length} of these units are not in transit any more`,
    details: { inventory_item_ids: [...unitIds] },
  });
