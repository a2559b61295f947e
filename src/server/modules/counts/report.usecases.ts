import type { SelectQueryBuilder } from 'kysely';
import type { FileAnswer, RouteInput, RouteOutput } from '#contract/define-route.ts';
import { countedUnit, type CountDifference, type counts, type CountScan } from '#contract/counts.ts';
import {
  differenceKinds,
  differenceText,
  placeText,
  settlementText,
  type CountOutcome,
  type DifferenceKind,
} from '#domain/counts.ts';
import { depositText } from '#domain/payments.ts';
import { formatClock, storeDate, zonesOf, type Zones } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal, pageAnswer, pagePlace, type PagePlace } from '../../db/paging.ts';
import { csvFile, type CsvColumns } from '../../http/csv-file.ts';
import { toShape } from '../../http/to-shape.ts';
import { getStore } from '../stores/stores.public.ts';
import { depositsOf } from '../units/units.public.ts';
import { requireCount } from './counts.locks.ts';
import { presentPlace } from './counts.present.ts';
import type { CountRow } from './counts.repository.ts';
import * as rows from './report.repository.ts';

const ROWS_A_PAGE = 50;

async function readRows<DB, TB extends keyof DB, Row, Shown>(
  reader: Reader,
  query: SelectQueryBuilder<DB, TB, Row>,
  place: PagePlace,
  present: (row: Row) => Shown,
) {
  const page = await query.limit(place.perPage).offset(place.offset).execute();
  return pageAnswer(page.map(present), await cappedTotal(reader, query), place);
}

const OUTCOMES: Record<rows.CountedRow['kind'], CountOutcome> = {
  found: 'found',
  unexpected: 'unexpected',
  sold: 'sold_meanwhile',
  missing: 'found',
  surplus: 'found',
};

/**
 * Returns where a unit should be: as recorded with its scan. One that was on its way then is told by where it is now, as
 * long as the count is open: its transfer may have ended, or been cancelled.
 */
function placeOf(row: rows.CountedRow, count: CountRow) {
  const recorded = presentPlace(row.place, row.place_store_id, row.place_store_name);
  if (count.status !== 'open' || row.place !== 'in_transit' || row.status === 'in_transit') return recorded;
  if (row.status !== 'available' && row.status !== 'locked') {
    return presentPlace(row.status, row.store_id, row.store_name);
  }
  return row.store_id === count.store_id ? null : presentPlace('other_store', row.store_id, row.store_name);
}

const counter = (row: { staff_id: number | null; staff_name: string | null }) => ({
  id: row.staff_id ?? 0,
  name: row.staff_name ?? '',
});

const presentScan =
  (count: CountRow) =>
  (row: rows.CountedRow): CountScan => ({
    code: row.code ?? '',
    outcome: OUTCOMES[row.kind],
    unit: toShape(countedUnit, row),
    variation: null,
    place: placeOf(row, count),
    counted_by: counter(row),
    counted_at: row.scanned_at ?? 0,
  });

const presentUnknown = (row: rows.UnknownRow): CountScan => ({
  code: row.code,
  outcome: 'unknown',
  unit: null,
  variation: null,
  place: null,
  counted_by: counter(row),
  counted_at: row.scanned_at,
});

/** Returns one page of the scanned units of a count, the newest first; 404 `count_not_found`. */
export async function listScans(
  reader: Reader,
  countId: number,
  { kind, ...page }: RouteInput<typeof counts.scans>['query'],
  storeId: number,
): Promise<RouteOutput<typeof counts.scans>> {
  const count = await requireCount(reader, countId, storeId);
  const place = pagePlace(page, ROWS_A_PAGE);
  return kind === 'unknown'
    ? readRows(reader, rows.unknownCodes(reader, countId), place, presentUnknown)
    : readRows(reader, rows.scannedUnits(reader, countId, kind), place, presentScan(count));
}

const NOTHING = {
  others_counted: false,
  code: null,
  unit: null,
  place: null,
  counted_by: null,
  counted_at: null,
  settled: null,
  variation: null,
  expected: null,
  quantity: null,
  deposit: null,
};

const missing = (row: rows.MissingRow): CountDifference => ({
  ...NOTHING,
  kind: 'missing',
  others_counted: row.untouched === 0,
  unit: toShape(countedUnit, row),
});

const unitOf =
  (kind: DifferenceKind, count: CountRow) =>
  (row: rows.CountedRow): CountDifference => ({
    ...NOTHING,
    kind,
    code: row.code,
    unit: toShape(countedUnit, row),
    place: placeOf(row, count),
    counted_by: row.staff_id === null ? null : counter(row),
    counted_at: row.scanned_at,
    settled: row.settled,
  });

const unknown = (row: rows.UnknownRow): CountDifference => ({
  ...NOTHING,
  kind: 'unknown',
  code: row.code,
  counted_by: counter(row),
  counted_at: row.scanned_at,
});

const quantity = (row: rows.DifferingRow): CountDifference => ({
  ...NOTHING,
  kind: 'quantities',
  counted_by: counter(row),
  counted_at: row.counted_at,
  settled: row.settled === 0 ? null : row.quantity < row.expected ? 'lost' : 'none',
  variation: { id: row.product_variation_id, product_name: row.product_name, name: row.variation_name },
  expected: row.expected,
  quantity: row.quantity,
});

/** Adds what was paid for the units on drafts. */
async function withDeposits<Listed extends { data: CountDifference[] }>(
  reader: Reader,
  page: Listed,
): Promise<Listed> {
  const idOf = ({ unit }: CountDifference) => unit?.inventory_item_id ?? 0;
  const deposits = await depositsOf(reader, page.data.map(idOf));
  return { ...page, data: page.data.map((row) => ({ ...row, deposit: deposits.get(idOf(row)) ?? null })) };
}

/** Returns one page of a report's list: of an open count, as if it were closed now. */
async function readDifferences(reader: Reader, kind: DifferenceKind, count: CountRow, place: PagePlace) {
  if (kind === 'unknown') return readRows(reader, rows.unknownCodes(reader, count.id), place, unknown);
  if (kind === 'quantities') {
    return readRows(reader, rows.differingQuantities(reader, count.id), place, quantity);
  }
  if (kind === 'missing' && count.status === 'open') {
    return withDeposits(reader, await readRows(reader, rows.missingUnits(reader, count), place, missing));
  }
  const page = await readRows(reader, rows.unitsOfKind(reader, count.id, kind), place, unitOf(kind, count));
  return kind === 'sold' ? page : withDeposits(reader, page);
}

/** Returns one page of a list of a count's report; 404 `count_not_found`. */
export async function listDifferences(
  reader: Reader,
  countId: number,
  { kind, ...page }: RouteInput<typeof counts.differences>['query'],
  storeId: number,
): Promise<RouteOutput<typeof counts.differences>> {
  const count = await requireCount(reader, countId, storeId);
  return readDifferences(reader, kind, count, pagePlace(page, ROWS_A_PAGE));
}

/** Returns what was found and what is missing of each product type, and of one product; 404 `count_not_found`. */
export async function breakDown(
  reader: Reader,
  countId: number,
  { product_id: productId }: RouteInput<typeof counts.breakdown>['query'],
  storeId: number,
): Promise<RouteOutput<typeof counts.breakdown>> {
  const count = await requireCount(reader, countId, storeId);
  const found = await rows.tallyOfKind(reader, countId, 'found');
  const missing =
    count.status === 'open'
      ? await rows.tallyMissing(reader, count)
      : await rows.tallyOfKind(reader, countId, 'missing');
  const touched = new Set(found.map(({ id }) => id));
  type Tally = (typeof found)[number];
  const byType = (tallies: readonly Tally[]) => Map.groupBy(tallies, ({ product_type_id: type }) => type);
  const ofFound = byType(found);
  const ofMissing = byType(missing);
  const ofMissingSoFar = byType(missing.filter(({ id }) => touched.has(id)));
  const sum = (tallies: readonly Tally[] = []) => tallies.reduce((total, { units }) => total + units, 0);
  const data = (await rows.findTypes(reader)).map((type) => ({
    product_type: type,
    found: sum(ofFound.get(type.id)),
    missing: sum(ofMissing.get(type.id)),
    missing_so_far: sum(ofMissingSoFar.get(type.id)),
  }));
  const isAsked = ({ id }: Tally) => id === productId;
  return {
    data: data.filter((type) => type.found + type.missing > 0),
    product:
      productId === undefined
        ? null
        : { id: productId, found: sum(found.filter(isAsked)), missing: sum(missing.filter(isAsked)) },
  };
}

/** A row of the file, with its place in the lists. */
type FileRow = { difference: CountDifference; kindNo: number; offset: number };

const columnsIn = (zone: Zones): CsvColumns<FileRow> => {
  const at = (instant: number | null) =>
    instant === null ? '' : `${storeDate(instant, zone)} ${formatClock(instant, zone)}`;
  const of = (read: (difference: CountDifference) => string | number) => (row: FileRow) =>
    read(row.difference);
  return [
    ['Difference', of(({ kind }) => differenceText[kind])],
    ['Product', of(({ unit, variation }) => unit?.product_name ?? variation?.product_name ?? '')],
    ['Variation', of(({ unit, variation }) => unit?.variation_name ?? variation?.name ?? '')],
    ['Serial number', of(({ unit }) => unit?.serial_number ?? '')],
    ['IMEI', of(({ unit }) => unit?.imei ?? '')],
    ['IMEI 2', of(({ unit }) => unit?.imei2 ?? '')],
    ['QR code', of(({ unit }) => unit?.qr_code ?? '')],
    ['Scanned code', of(({ code }) => code ?? '')],
    ['Expected', of(({ expected }) => expected ?? '')],
    ['Counted', of(({ quantity: counted }) => counted ?? '')],
    ['Should be', of(({ place }) => (place ? placeText(place.kind, place.store.name) : ''))],
    ['Scanned by', of(({ counted_by }) => counted_by?.name ?? '')],
    ['Scanned at', of(({ counted_at }) => at(counted_at))],
    ['Paid for', of(({ deposit }) => (deposit ? depositText(deposit) : ''))],
    ['Settled', of(({ settled }) => (settled ? settlementText[settled] : ''))],
  ];
};

async function findFollowing(
  reader: Reader,
  count: CountRow,
  after: FileRow | undefined,
  limit: number,
): Promise<FileRow[]> {
  const found: FileRow[] = [];
  let [kindNo, offset] = after ? [after.kindNo, after.offset + 1] : [0, 0];
  while (found.length < limit) {
    const kind = differenceKinds[kindNo];
    if (!kind) break;
    const perPage = limit - found.length;
    const { data } = await readDifferences(reader, kind, count, { page: 1, perPage, offset });
    const no = kindNo;
    const start = offset;
    found.push(...data.map((difference, at) => ({ difference, kindNo: no, offset: start + at })));
    if (data.length < perPage) [kindNo, offset] = [kindNo + 1, 0];
  }
  return found;
}

/** Returns the lists of a count's report one after another, as a CSV file; 404 `count_not_found`. */
export async function exportDifferences(
  reader: Reader,
  countId: number,
  storeId: number,
): Promise<FileAnswer> {
  const count = await requireCount(reader, countId, storeId);
  const zones = zonesOf(await getStore(reader, storeId));
  return csvFile({
    name: `${count.number}.csv`,
    columns: columnsIn(zones),
    following: (after, limit) => findFollowing(reader, count, after, limit),
  });
}
