import { ApiError } from '#contract/errors.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { ScannedCode, Transfer, transfers } from '#contract/transfers.ts';
import { unitCodes } from '#domain/barcodes.ts';
import type { Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { arriveUnits, findIdsInHand } from '../units/units.public.ts';
import { recount, type Noting } from './transfer-totals.usecases.ts';
import { claimTransfer, settledMeanwhile, showTransfer, type Caller } from './transfers.locks.ts';
import { presentItem } from './transfers.present.ts';
import * as rows from './transfers.repository.ts';

type Scan = { transfer: rows.TransferRecord; caller: Caller };

/** Records a unit's scan, once; a unit that is not in the transfer stays where it is and is recorded as extra. */
async function noteScan(writer: Writer, unitId: number, { transfer, caller }: Scan) {
  const { now } = caller;
  const by = caller.session.staff.id;
  const item = await rows.findItemRecord(writer, transfer.id, unitId);
  if (!item) {
    // After all of the transfer's units, whenever it was scanned.
    const position = transfer.units_count;
    await rows.insertExtra(writer, { transferId: transfer.id, unitId, position, by, now });
    return 'extra';
  }
  if (item.state === 'extra') return 'extra';
  if (item.state !== 'in_transit') return 'settled';
  if (item.scanned_at !== null) return 'again';
  await rows.updateOpenItems(writer, transfer.id, [unitId], { scanned_at: now, scanned_by_id: by });
  return 'scanned';
}

/** Records the scan of a barcode for the next expected unit of its variation that has no numbers of its own. */
async function scanBarcode(writer: Writer, code: string, scan: Scan): Promise<ScannedCode> {
  const variationId = await rows.findVariationOfBarcode(writer, unitCodes(code));
  if (variationId === null) return { code, outcome: 'unknown', item: null };
  const unit = await rows.findUnnumberedUnit(writer, scan.transfer.id, variationId);
  if (!unit) return { code, outcome: 'barcode', item: null };
  const outcome = unit.is_expected ? await noteScan(writer, unit.id, scan) : 'all_scanned';
  return presentScan(writer, { code, outcome, unitId: unit.id }, scan);
}

async function scanOne(
  writer: Writer,
  { code, unitId }: { code: string; unitId: number | null },
  scan: Scan,
): Promise<ScannedCode> {
  if (unitId === null) return scanBarcode(writer, code, scan);
  const outcome = await noteScan(writer, unitId, scan);
  return presentScan(writer, { code, outcome, unitId }, scan);
}

async function presentScan(
  writer: Writer,
  { unitId, ...scanned }: Pick<ScannedCode, 'code' | 'outcome'> & { unitId: number },
  { transfer, caller }: Scan,
): Promise<ScannedCode> {
  const [item, [unit], people] = await Promise.all([
    rows.findItemRecord(writer, transfer.id, unitId),
    rows.findPlacedUnits(writer, [unitId]),
    rows.findPeopleOf(writer, transfer.id),
  ]);
  if (!item || !unit) throw new Error(`Unit ${unitId} was scanned and is not there`);
  return { ...scanned, item: presentItem(item, unit, { people, now: caller.now }) };
}

/**
 * Records the codes scanned while unpacking, by any number of people; units stay in transit until received. 404
 * `transfer_not_found`, 409 `illegal_state` at any other store than the receiving one, and once it is over.
 */
export async function scanArrivals(
  writer: Writer,
  transferId: number,
  codes: readonly string[],
  caller: Caller,
): Promise<RouteOutput<typeof transfers.scan>> {
  const transfer = await claimTransfer(writer, transferId, 'receiver', caller);
  const data: ScannedCode[] = [];
  const unitIds = await findIdsInHand(writer, codes);
  for (const [place, code] of codes.entries()) {
    const unitId = unitIds[place] ?? null;
    data.push(await scanOne(writer, { code, unitId }, { transfer, caller }));
  }
  return { data };
}

type Mark = RouteInput<typeof transfers.mark>['body'];

/** Marks a unit as damaged or whole on arrival, or takes its scan back. 409 for one that is settled already. */
export async function markArrival(
  writer: Writer,
  { transferId, itemId: unitId }: { transferId: number; itemId: number },
  { condition, ...form }: Mark,
  { noteChange, noteTarget, ...caller }: Caller & Noting,
): Promise<Transfer> {
  const transfer = await claimTransfer(writer, transferId, 'receiver', caller);
  const item = await rows.findItemRecord(writer, transferId, unitId);
  if (!item) throw new ApiError('not_found');
  const isExtra = item.state === 'extra';
  const isOpen = item.state === 'in_transit';
  const fits = isExtra ? ['extra', 'expected'].includes(condition) : condition !== 'extra';
  if (!(isExtra || isOpen) || !fits) throw settledMeanwhile([unitId]);
  const noted = insertedColumns('transfer_items', { reason: null, ...form });
  if (condition === 'damaged' && noted.reason === null) {
    throw new ApiError('validation_failed', {
      message: 'Reason required',
      fields: { reason: ['Reason required'] },
    });
  }
  if (isExtra && condition === 'expected') await rows.deleteExtra(writer, { transferId, unitId });
  else if (isExtra) await rows.updateExtra(writer, { transferId, unitId }, noted);
  else if (condition === 'expected') {
    const unseen = { scanned_at: null, scanned_by_id: null, is_damaged: 0 as const, reason: null };
    await rows.updateOpenItems(writer, transferId, [unitId], unseen);
  } else {
    await rows.updateOpenItems(writer, transferId, [unitId], {
      scanned_at: item.scanned_at ?? caller.now,
      scanned_by_id: item.scanned_by_id ?? caller.session.staff.id,
      is_damaged: condition === 'damaged' ? 1 : 0,
      ...noted,
    });
  }
  noteTarget({ name: transfer.number, storeId: caller.storeId });
  return showTransfer(writer, transferId, caller);
}

/** Returns the units to receive: the named ones, or all that were scanned. */
function chosen(items: readonly rows.ItemRecord[], unitIds: readonly number[] | undefined) {
  const open = items.filter(({ state }) => state === 'in_transit');
  if (!unitIds) return open.filter((item) => item.scanned_at !== null);
  const wanted = new Set(unitIds);
  const found = open.filter((item) => wanted.has(item.inventory_item_id));
  if (found.length < wanted.size) {
    const there = new Set(found.map((item) => item.inventory_item_id));
    throw settledMeanwhile(unitIds.filter((id) => !there.has(id)));
  }
  return found;
}

/**
 * Receives units of a transfer into the receiving store's stock, damaged ones as defective. Each once: 409
 * `illegal_state` names units that were received, settled or taken back meanwhile; also if nothing was scanned.
 */
export async function receiveUnits(
  writer: Writer,
  transferId: number,
  unitIds: readonly number[] | undefined,
  caller: Caller & Noting,
): Promise<Transfer> {
  const { session, storeId, now } = caller;
  const transfer = await claimTransfer(writer, transferId, 'receiver', caller);
  const arriving = chosen(await rows.findItemRecords(writer, transferId), unitIds);
  if (arriving.length === 0) throw new ApiError('illegal_state', { message: 'Nothing was scanned yet' });
  for (const [isDamaged, state, status] of [
    [0, 'received', 'available'],
    [1, 'defective', 'defective'],
  ] as const) {
    const ids = arriving
      .filter((item) => item.is_damaged === isDamaged)
      .map((item) => item.inventory_item_id)
      .sort((a, b) => a - b);
    const lost = await arriveUnits(writer, { unitIds: ids, storeId, status, now });
    if (lost.length) throw settledMeanwhile(lost);
    await rows.updateOpenItems(writer, transferId, ids, {
      state,
      settled_at: now,
      settled_by_id: session.staff.id,
    });
  }
  await recount(writer, transfer, caller);
  return showTransfer(writer, transferId, caller);
}
