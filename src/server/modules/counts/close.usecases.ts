import type { counts, StockCount } from '#contract/counts.ts';
import type { RouteInput } from '#contract/define-route.ts';
import { z } from '#contract/zod.ts';
import { countStatusLabels, type Settlement } from '#domain/counts.ts';
import type { Database, Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import type { NoteChange, NoteTarget } from '../../http/call.ts';
import { repeat, type Repeated } from '../../repeat.ts';
import { claimCount } from './counts.locks.ts';
import * as rows from './counts.repository.ts';
import { showCount, type CountCaller } from './counts.usecases.ts';
import { countUncounted } from './scope.repository.ts';
import * as stock from './settle.repository.ts';

/** Units that are settled in one transaction, so that tills do not wait for more. */
export const UNITS_AT_ONCE = 250;

type Piece = { now: number; limit: number };

/** Marks the next missing units lost; returns how many it found. */
async function loseMissing(writer: Writer, count: rows.CountRow, { now, limit }: Piece): Promise<number> {
  const missing = await stock.findMissing(writer, count, now, limit);
  const lost = await stock.loseUnits(
    writer,
    missing.map(({ id }) => id),
    count,
    now,
  );
  await stock.insertSettled(writer, count.id, 'missing', lost);
  await rows.updateCount(writer, count.id, { lost: count.lost + lost.length });
  return missing.length;
}

type Unsettled = Awaited<ReturnType<typeof stock.findUnsettled>>[number];

/** Brings an unexpected unit here if it still stands where it stood when scanned; else it is only reported. */
async function bringHere(
  writer: Writer,
  { inventory_item_id: unitId, place, place_store_id: from }: Unsettled,
  { store_id: to }: rows.CountRow,
  now: number,
): Promise<Settlement> {
  if (from === null) return 'none';
  const found = { unitId, from, to, now };
  if (place === 'other_store') return (await stock.moveInStock(writer, found)) ? 'moved' : 'none';
  if (place === 'lost') return (await stock.moveNotForSale(writer, found, 'lost')) ? 'brought_back' : 'none';
  if ((place === 'defective' || place === 'on_hold') && from !== to) {
    return (await stock.moveNotForSale(writer, found, place)) ? 'moved' : 'none';
  }
  return 'none';
}

async function settleUnexpected(
  writer: Writer,
  count: rows.CountRow,
  { now, limit }: Piece,
): Promise<number> {
  const units = await stock.findUnsettled(writer, count.id, limit);
  const unitIds = units.map(({ inventory_item_id }) => inventory_item_id);
  const movedOn = await stock.findMovedOn(writer, count.id, unitIds);
  const done = { lost: 0, moved: 0, brought_back: 0, none: 0 };
  for (const unit of units) {
    const isThere = !movedOn.has(unit.inventory_item_id);
    const settled = isThere ? await bringHere(writer, unit, count, now) : 'none';
    done[settled] += 1;
    await stock.markSettled(writer, count.id, unit.inventory_item_id, settled);
  }
  await rows.updateCount(writer, count.id, {
    moved: count.moved + done.moved,
    brought_back: count.brought_back + done.brought_back,
  });
  return units.length;
}

/** Marks units lost that an entered number lacks; an excess is only reported. Returns 0 once no number is left. */
async function settleNumber(writer: Writer, count: rows.CountRow, { now, limit }: Piece): Promise<number> {
  const entered = await stock.findUnsettledQuantity(writer, count.id);
  if (!entered) return 0;
  const { product_variation_id: variationId, quantity, expected, counted_at: enteredAt } = entered;
  const lostHere = await stock.countSurplusOf(writer, count.id, variationId);
  const lostElsewhere = await stock.countLostSince(writer, variationId, count, enteredAt);
  const leftBefore = await stock.countLeftBefore(writer, variationId, count, enteredAt);
  const left = expected - quantity - lostHere - lostElsewhere - leftBefore;
  const wanted = { now, enteredAt, limit: Math.max(0, Math.min(left, limit)) };
  const units = await stock.findSurplus(writer, variationId, count, wanted);
  const ids = units.map(({ id }) => id);
  const lost = await stock.loseUnits(writer, ids, { store_id: count.store_id }, now);
  await stock.insertSettled(writer, count.id, 'surplus', lost);
  await rows.updateCount(writer, count.id, { surplus: count.surplus + lost.length });
  if (units.length < limit) await stock.settleQuantity(writer, count.id, variationId);
  return Math.max(1, units.length);
}

async function finish(writer: Writer, count: rows.CountRow): Promise<void> {
  await stock.insertSold(writer, count);
  await rows.updateCount(writer, count.id, {
    status: 'closed',
    sold_meanwhile: await stock.countSold(writer, count.id),
    held: await countUncounted(writer, count),
  });
}

/**
 * Writes the next piece of a count's result to the stock, at most `limit` units; returns true if it was the last one.
 * The settlement is saved in the same transaction: after a crash the next piece begins where this one would have ended.
 */
async function settlePiece(writer: Writer, countId: number, { now, limit }: Piece): Promise<boolean> {
  let left = limit;
  for (const settle of [loseMissing, settleUnexpected, settleNumber]) {
    for (;;) {
      if (left <= 0) return false;
      const count = await rows.claimClosing(writer, countId);
      if (!count) return true;
      const taken = await settle(writer, count, { now, limit: left });
      if (taken === 0) break;
      // Units that are held meanwhile stay; the limit shrinks all the same, so that the loop ends.
      left -= taken;
    }
  }
  const count = await rows.claimClosing(writer, countId);
  if (count) await finish(writer, count);
  return true;
}

type Closing = CountCaller & { noteChange: NoteChange; noteTarget: NoteTarget };

/** The fields of a closing in the audit log. */
const noted = z.object({ status: z.string(), missing: z.int(), unexpected: z.int() });

/**
 * Closes a count: from here on nothing is scanned, and its result is written to the stock, at once or, if it is large,
 * in pieces that follow. 404 `count_not_found`, 409 `illegal_state` if it is no longer open.
 */
export async function closeCount(
  writer: Writer,
  countId: number,
  form: RouteInput<typeof counts.close>['body'],
  { noteChange, noteTarget, ...caller }: Closing,
): Promise<StockCount> {
  const { session, storeId, now } = caller;
  const open = await claimCount(writer, countId, storeId);
  noteTarget({ name: open.number, storeId });
  const missing = await countUncounted(writer, open);
  const ended = { ended_at: now, ended_by_id: session.staff.id, status: 'closing' as const };
  await rows.updateCount(writer, countId, updatedColumns('stock_counts', { ...form, ...ended }));
  await settlePiece(writer, countId, { now, limit: UNITS_AT_ONCE });
  const shown = await showCount(writer, countId, caller);
  noteChange(
    noted,
    { status: countStatusLabels.open, missing: 0, unexpected: 0 },
    { status: countStatusLabels[shown.status], missing, unexpected: shown.progress.unexpected },
  );
  return shown;
}

/** Finishes every count that is being written to the stock. */
export async function finishClosing(database: Database, clock: () => number): Promise<void> {
  for (const { id } of await rows.findClosing(database.reader)) {
    const piece = () =>
      database.write((writer) => settlePiece(writer, id, { now: clock(), limit: UNITS_AT_ONCE }));
    while (!(await piece()));
  }
}

const EVERY = 1000;

/** Finishes closing counts, also those of a crashed server. */
export const keepClosing = (database: Database, clock: () => number): Repeated =>
  repeat(() => finishClosing(database, clock), { every: EVERY });
