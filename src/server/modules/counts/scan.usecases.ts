import { countedUnit, type CountScan } from '#contract/counts.ts';
import { normaliseCode, readScan, unitCodes } from '#domain/barcodes.ts';
import type { CountedKind, CountOutcome, UnexpectedPlace } from '#domain/counts.ts';
import { needsNumber } from '#domain/receiving.ts';
import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { toShape } from '../../http/to-shape.ts';
import { findIdsInHand } from '../units/units.public.ts';
import { claimCount } from './counts.locks.ts';
import { presentPlace } from './counts.present.ts';
import type { CountRow } from './counts.repository.ts';
import * as rows from './scan.repository.ts';

type Caller = { session: Session; storeId: number; now: number };
type ScannedKind = Exclude<CountedKind, 'missing' | 'surplus'>;
type Verdict = { kind: ScannedKind; place: UnexpectedPlace | null };
type Tally = Record<ScannedKind | 'unknown', number> & { last_type_id: number | null };

const OUTCOMES: Record<ScannedKind, CountOutcome> = {
  found: 'found',
  unexpected: 'unexpected',
  sold: 'sold_meanwhile',
};

const FOUND: Verdict = { kind: 'found', place: null };
const unexpected = (place: UnexpectedPlace): Verdict => ({ kind: 'unexpected', place });

const isPart = (unit: rows.ScannedRow, { product_type_id, product_id, category }: CountRow) =>
  (product_type_id === null || unit.product_type_id === product_type_id) &&
  (product_id === null || unit.product_id === product_id) &&
  (category === null || unit.category === category);

/** Decides if a scanned unit is expected, and if not, where it should be. */
async function judge(writer: Writer, unit: rows.ScannedRow, count: CountRow): Promise<Verdict> {
  if (unit.status === 'sold') {
    const sale = await rows.findSaleOf(writer, unit.inventory_item_id);
    const isMeanwhile =
      sale?.store_id === count.store_id &&
      sale.completed_at !== null &&
      sale.completed_at >= count.started_at;
    if (!isMeanwhile) return unexpected('sold');
    return isPart(unit, count) ? { kind: 'sold', place: 'sold' } : unexpected('not_in_scope');
  }
  if (unit.status !== 'available' && unit.status !== 'locked') return unexpected(unit.status);
  if (unit.store_id !== count.store_id) return unexpected('other_store');
  return isPart(unit, count) ? FOUND : unexpected('not_in_scope');
}

type Scan = { count: CountRow; tally: Tally; caller: Caller };

async function scanUnknown(writer: Writer, code: string, { count, tally, caller }: Scan): Promise<CountScan> {
  const { session, now } = caller;
  const row = { count_id: count.id, code, staff_id: session.staff.id, scanned_at: now };
  const isNew = await rows.insertUnknown(writer, row);
  if (isNew) tally.unknown += 1;
  const first = isNew ? undefined : await rows.findFirstUnknown(writer, count.id, code);
  return {
    code,
    outcome: 'unknown',
    unit: null,
    variation: null,
    place: null,
    counted_by: { id: first?.staff_id ?? session.staff.id, name: first?.staff_name ?? session.staff.name },
    counted_at: first?.scanned_at ?? now,
  };
}

/** Answers a product's barcode, which counts nothing: units are scanned by their own codes, or a number is entered. */
const scanBarcode = (
  code: string,
  { id, name, product_name, ...rule }: NonNullable<Awaited<ReturnType<typeof rows.findByBarcode>>>,
  { session, now }: Caller,
): CountScan => ({
  code,
  outcome: 'barcode',
  unit: null,
  variation: { id, name, product: { name: product_name, requires_serial: needsNumber(rule) } },
  place: null,
  counted_by: { id: session.staff.id, name: session.staff.name },
  counted_at: now,
});

async function scanAgain(
  writer: Writer,
  code: string,
  unit: rows.ScannedRow,
  count: CountRow,
): Promise<CountScan> {
  const first = await rows.findFirstScan(writer, count.id, unit.inventory_item_id);
  if (!first?.staff_id) throw new Error('A unit that was counted has no scan');
  return {
    code,
    outcome: 'already_counted',
    unit: toShape(countedUnit, unit),
    variation: null,
    place: presentPlace(first.place, first.place_store_id, first.place_store_name),
    counted_by: { id: first.staff_id, name: first.staff_name },
    counted_at: first.scanned_at ?? count.started_at,
  };
}

async function scanOne(
  writer: Writer,
  { typed, unitId }: { typed: string; unitId: number | null },
  scan: Scan,
): Promise<CountScan> {
  const { count, tally, caller } = scan;
  const { session, now } = caller;
  const code = normaliseCode(readScan(typed));
  const unit = unitId === null ? undefined : await rows.findScanned(writer, unitId);
  if (!unit) {
    const variation = await rows.findByBarcode(writer, unitCodes(typed));
    return variation ? scanBarcode(code, variation, caller) : scanUnknown(writer, code, scan);
  }
  tally.last_type_id = unit.product_type_id;
  const { kind, place } = await judge(writer, unit, count);
  const isNew = await rows.insertScanned(writer, {
    count_id: count.id,
    inventory_item_id: unit.inventory_item_id,
    kind,
    place,
    place_store_id: place === null ? null : unit.store_id,
    code,
    staff_id: session.staff.id,
    scanned_at: now,
    settled: null,
  });
  if (!isNew) return scanAgain(writer, code, unit, count);
  tally[kind] += 1;
  return {
    code,
    outcome: OUTCOMES[kind],
    unit: toShape(countedUnit, unit),
    variation: null,
    place: presentPlace(place, unit.store_id, unit.store_name),
    counted_by: { id: session.staff.id, name: session.staff.name },
    counted_at: now,
  };
}

/**
 * Counts the units with some codes, each once; returns the outcome of each code, and how many units the caller has
 * scanned. 404 `count_not_found`, 409 `illegal_state` if the count is no longer open.
 */
export async function scanCodes(
  writer: Writer,
  countId: number,
  codes: readonly string[],
  caller: Caller,
): Promise<{ data: CountScan[]; own: number }> {
  const { session, storeId } = caller;
  const count = await claimCount(writer, countId, storeId);
  const tally: Tally = { found: 0, unexpected: 0, sold: 0, unknown: 0, last_type_id: null };
  const data: CountScan[] = [];
  const unitIds = await findIdsInHand(writer, codes);
  for (const [place, typed] of codes.entries()) {
    const unitId = unitIds[place] ?? null;
    data.push(await scanOne(writer, { typed, unitId }, { count, tally, caller }));
  }
  const last = { count_id: count.id, staff_id: session.staff.id, last_at: caller.now };
  const own = await rows.addTally(writer, { ...last, ...tally });
  return { data, own: own ? own.found + own.unexpected + own.sold : 0 };
}
