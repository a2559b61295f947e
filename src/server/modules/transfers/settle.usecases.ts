import { ApiError } from '#contract/errors.ts';
import type { RouteInput } from '#contract/define-route.ts';
import type { Transfer, transfers } from '#contract/transfers.ts';
import { shortOutcomes } from '#domain/transfers.ts';
import type { Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import { arriveUnits } from '../units/units.public.ts';
import { recount, type Noting } from './transfer-totals.usecases.ts';
import { claimTransfer, findItems, settledMeanwhile, showTransfer, type Caller } from './transfers.locks.ts';
import * as rows from './transfers.repository.ts';

type SettleForm = RouteInput<typeof transfers.settle>['body'];

/** The status in the sender's stock of a unit that did not arrive. */
const statusAfter = { lost: 'lost', returned: 'available' } as const;

/**
 * Settles units that did not arrive, for the sender: lost, or back in its stock. With the last one the transfer is
 * over. 409 `illegal_state` names those that were received, scanned or settled meanwhile.
 */
export async function settleShort(
  writer: Writer,
  transferId: number,
  { items, ...form }: SettleForm,
  caller: Caller & Noting,
): Promise<Transfer> {
  const { session, storeId, now } = caller;
  const transfer = await claimTransfer(writer, transferId, 'sender', caller);
  const records = await findItems(writer, transfer);
  const missing = new Set(
    records
      .filter(({ state, scanned_at }) => state === 'in_transit' && scanned_at === null)
      .map(({ inventory_item_id }) => inventory_item_id),
  );
  const there = items.filter(({ inventory_item_id }) => !missing.has(inventory_item_id));
  if (there.length) throw settledMeanwhile(there.map(({ inventory_item_id }) => inventory_item_id));
  for (const outcome of shortOutcomes) {
    const ids = items
      .filter((item) => item.outcome === outcome)
      .map((item) => item.inventory_item_id)
      .sort((a, b) => a - b);
    const lost = await arriveUnits(writer, { unitIds: ids, storeId, status: statusAfter[outcome], now });
    if (lost.length) throw settledMeanwhile(lost);
    const columns = updatedColumns('transfer_items', {
      ...form,
      state: outcome,
      settled_at: now,
      settled_by_id: session.staff.id,
    });
    await rows.updateOpenItems(writer, transferId, ids, columns);
  }
  await recount(writer, transfer, caller);
  return showTransfer(writer, transferId, caller);
}

/**
 * Cancels a transfer of which nothing arrived: all units return to the sender. 409 `illegal_state` once any of them was
 * received, settled, or scanned at the receiving store.
 */
export async function cancelTransfer(
  writer: Writer,
  transferId: number,
  { reason: cancel_reason, ...form }: RouteInput<typeof transfers.cancel>['body'],
  caller: Caller & Noting,
): Promise<Transfer> {
  const { session, storeId, now } = caller;
  const transfer = await claimTransfer(writer, transferId, 'sender', caller);
  const items = await findItems(writer, transfer);
  if (items.some(({ state }) => state !== 'in_transit' && state !== 'extra')) {
    throw new ApiError('illegal_state', { message: 'Part of this transfer has already been received' });
  }
  if (items.some(({ scanned_at }) => scanned_at !== null)) {
    throw new ApiError('illegal_state', { message: 'Units of this transfer were scanned where it goes to' });
  }
  const ids = items
    .filter(({ state }) => state === 'in_transit')
    .map((item) => item.inventory_item_id)
    .sort((a, b) => a - b);
  const lost = await arriveUnits(writer, { unitIds: ids, storeId, status: 'available', now });
  if (lost.length) throw settledMeanwhile(lost);
  await rows.updateOpenItems(writer, transferId, ids, {
    state: 'cancelled',
    settled_at: now,
    settled_by_id: session.staff.id,
  });
  const columns = updatedColumns('transfers', { ...form, cancel_reason });
  await rows.updateTransfer(writer, transferId, columns);
  await recount(writer, transfer, caller);
  return showTransfer(writer, transferId, caller);
}
