import { z } from '#contract/zod.ts';
import type { RouteInput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { Store } from '#contract/stores.ts';
import {
  zReading,
  zReadingRow,
  type ZReading,
  type ZReadingRow,
  type zReadings,
} from '#contract/z-readings.ts';
import { addDays, formatDate, type CalendarDate } from '#domain/calendar-dates.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { zReadingSlip } from '#domain/shift-slips.ts';
import { overAndShort } from '#domain/shifts.ts';
import { slipRows } from '#domain/slip.ts';
import { storeDate, type Zones, zonesOf } from '#domain/store-time.ts';
import { can } from '#domain/permissions.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { jsonColumn } from '../../db/json-column.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { NoteTarget } from '../../http/call.ts';
import { toShape } from '../../http/to-shape.ts';
import { queueMail, refuseTooManyMails } from '../mail/mail.public.ts';
import { dayOf } from '../payments/payments.public.ts';
import { differencesIn, presentFigures } from '../shifts/shifts.public.ts';
import { businessAt, businessesOf, detailsOfElsewhere, getStore } from '../stores/stores.public.ts';
import {
  findInvoices,
  findLateEntries,
  findLateSales,
  nameLateSales,
  sumReconcilingItems,
  sumShifts,
} from '../till-entries/till-entries.public.ts';
import { claimTill, findTillOfDevice, showTill, updateTill, type TillCaller } from '../tills/tills.public.ts';
import * as rows from './z-readings.repository.ts';

const READINGS_A_PAGE = 20;
const readReading = jsonColumn(zReading);

/** A day of a till without a reading, with the shifts that have entries on it. */
type DueDay = { date: CalendarDate; shifts: rows.ClosedShift[] };

/** Returns the days from a shift's first to its last entry, and those of entries that came late for an earlier one. */
function daysOf(
  { first_at, last_at }: rows.ClosedShift,
  late: readonly number[],
  zones: Zones,
): Set<CalendarDate> {
  const days = new Set(late.map((at) => storeDate(at, zones)));
  const last = storeDate(last_at, zones);
  for (let date = storeDate(first_at, zones); date <= last; date = addDays(date, 1)) days.add(date);
  return days;
}

/** Finds the days of a till's closed shifts without a reading, oldest first. */
async function findDue(reader: Reader, tillId: number, store: Store): Promise<DueDay[]> {
  const shifts = await rows.findClosedShifts(reader, tillId);
  if (shifts.length === 0) return [];
  const shiftIds = shifts.map(({ id }) => id);
  const read = await rows.findRead(reader, shiftIds);
  const isRead = new Set(read.map(({ shift_id, business_date }) => `${shift_id} ${business_date}`));
  const late = Map.groupBy(await findLateEntries(reader, store.id, { shiftIds }), ({ shift_id }) => shift_id);
  const parts = shifts.flatMap((shift) =>
    [
      ...daysOf(
        shift,
        (late.get(shift.id) ?? []).map(({ at }) => at),
        zonesOf(store),
      ),
    ].flatMap((date) => (isRead.has(`${shift.id} ${date}`) ? [] : [{ date, shift }])),
  );
  const byDate = Map.groupBy(parts, ({ date }) => date);
  return [...byDate]
    .map(([date, some]) => ({ date, shifts: some.map(({ shift }) => shift) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Returns the named till, if the caller has `shifts.view` or is at it; else the caller's own. */
async function tillOf(
  reader: Reader,
  tillId: number | undefined,
  { session, storeId, tillKey }: TillCaller,
): Promise<number> {
  const own = tillKey === null ? undefined : await findTillOfDevice(reader, storeId, tillKey);
  if (tillId === undefined) {
    if (!own) throw new ApiError('till_unknown');
    return own.id;
  }
  if (tillId !== own?.id && !can(session.staff, 'shifts.view')) throw new ApiError('till_not_found');
  return tillId;
}

/** Returns the days of a till that can be read. 404 `till_not_found`, 409 `till_unknown`. */
export async function dueDays(
  reader: Reader,
  { till_id }: RouteInput<typeof zReadings.due>['query'],
  caller: TillCaller,
) {
  const { id } = await showTill(reader, await tillOf(reader, till_id, caller), caller);
  const due = await findDue(reader, id, await getStore(reader, caller.storeId));
  return due.map(({ date, shifts }) => ({
    business_date: date,
    shifts: shifts.map(({ id: shiftId, number }) => ({ id: shiftId, number })),
  }));
}

/** Returns the day on which the last shift was opened, or the last due day if that one is read already. */
function lastDayOf(due: readonly DueDay[], store: Store): CalendarDate | undefined {
  const last = due.at(-1);
  const opened = last?.shifts.at(-1)?.opened_at;
  const began = opened === undefined ? undefined : storeDate(opened, zonesOf(store));
  return due.findLast(({ date }) => began !== undefined && date <= began)?.date ?? last?.date;
}

type Till = { id: number; name: string; grand_total: number; last_z_no: number };

const presentLate = (
  { till_id, till_name, ...sale }: Awaited<ReturnType<typeof findLateSales>>[number],
  is_in_figures: boolean,
): ZReading['late_sales'][number] => ({ ...sale, till: { id: till_id, name: till_name }, is_in_figures });

/** Takes one reading: the totals of a till's closed shifts on a day. */
async function readDay(
  writer: Writer,
  { date, shifts }: DueDay,
  { till, store, caller }: { till: Till; store: Store; caller: TillCaller },
): Promise<ZReading> {
  const ids = shifts.map(({ id }) => id);
  const span = dayOf(store, date);
  const invoices = await findInvoices(writer, { shiftIds: ids }, span);
  const told = { storeCode: store.code, isBlind: false };
  const figures = presentFigures(await sumShifts(writer, ids, span), invoices, told);
  const presented = shifts.map((shift) => ({
    id: shift.id,
    number: shift.number,
    opened_at: shift.opened_at,
    opened_by: { id: shift.opened_by_id, name: shift.opener_name },
    closed_at: shift.closed_at ?? 0,
    closed_by: { id: shift.closed_by_id ?? 0, name: shift.closer_name ?? '' },
    float_amount: shift.float_amount,
    counted_amount: shift.counted_amount ?? 0,
    difference: shift.difference ?? 0,
    differences: (differencesIn(shift) ?? []).map(({ expected: _expected, ...told }) => told),
    reason: shift.reason,
    is_counted_here: storeDate(shift.last_at, zonesOf(store)) === date,
  }));
  const counted = presented.filter(({ is_counted_here }) => is_counted_here);
  const { staff } = caller.session;
  const id = writer.nextId();
  const own = await findLateSales(writer, { storeId: store.id, shiftIds: ids }, span);
  const others = await nameLateSales(writer, { storeId: store.id, before: span.from, readingId: id });
  const reading: ZReading = {
    id,
    no: till.last_z_no + 1,
    till: { id: till.id, name: till.name },
    store: { id: store.id, name: store.name },
    business_date: date,
    taken_at: caller.now,
    taken_by: { id: staff.id, name: staff.name },
    sales: figures.sales,
    net: figures.net,
    difference: counted.reduce((sum, { difference }) => sum + difference, 0),
    differences: overAndShort(counted.flatMap(({ differences }) => differences)),
    figures,
    ...(await sumReconcilingItems(writer, { ...span, shifts: { tillId: till.id, ids } })),
    grand_total_before: till.grand_total,
    grand_total: till.grand_total + figures.sales.total,
    shifts: presented,
    late_sales: [
      ...own.map((sale) => presentLate(sale, true)),
      ...others.map((sale) => presentLate(sale, false)),
    ],
  };
  await rows.insertReading(
    writer,
    {
      id: reading.id,
      store_id: store.id,
      till_id: till.id,
      no: reading.no,
      business_date: date,
      taken_at: caller.now,
      taken_by_id: staff.id,
      reading_json: JSON.stringify(z.encode(zReading, reading)),
    },
    presented.map(({ id, is_counted_here }) => ({
      shift_id: id,
      business_date: date,
      is_last: is_counted_here ? 1 : 0,
    })),
  );
  return reading;
}

/**
 * Closes a till's days up to a given one with a reading each, and returns these. The default is the day on which the
 * last closed shift was opened, so that a shift over midnight leaves the rest to the next reading. Only closed shifts
 * are read, so a reading never changes; later sales of the same day get a further one. 409 `illegal_state` if a shift
 * of that time is still open, and if nothing is left to read.
 */
export async function takeZ(
  writer: Writer,
  { till_id, business_date }: RouteInput<typeof zReadings.create>['body'],
  { noteTarget, ...caller }: TillCaller & { noteTarget: NoteTarget },
): Promise<ZReading[]> {
  const { storeId } = caller;
  const claimed = await claimTill(writer, await tillOf(writer, till_id, caller), storeId);
  if (!claimed) throw new ApiError('till_not_found');
  noteTarget({ name: claimed.name });
  const store = await getStore(writer, storeId);
  if (business_date && business_date > storeDate(caller.now, zonesOf(store))) {
    throw fieldError('business_date', 'This day is still to come');
  }
  const due = await findDue(writer, claimed.id, store);
  const until = business_date ?? lastDayOf(due, store);
  const { open_shift } = await showTill(writer, claimed.id, caller);
  if (open_shift && (until === undefined || storeDate(open_shift.opened_at, zonesOf(store)) <= until)) {
    throw new ApiError('illegal_state', { message: `Close the open shift of ${claimed.name} first` });
  }
  const days = due.filter(({ date }) => until !== undefined && date <= until);
  if (days.length === 0) {
    const what = business_date ? `Everything of ${formatDate(business_date)}` : 'Everything';
    throw new ApiError('illegal_state', { message: `${what} is in a Z reading already` });
  }
  const readings = [];
  let till: Till = claimed;
  for (const day of days) {
    const reading = await readDay(writer, day, { till, store, caller });
    till = { ...till, last_z_no: reading.no, grand_total: reading.grand_total };
    readings.push(reading);
  }
  await updateTill(writer, till.id, { last_z_no: till.last_z_no, grand_total: till.grand_total });
  const namedAt = await businessesOf(writer, store);
  return readings.map((reading) => ({ ...reading, business: namedAt(reading.taken_at) }));
}

/** Returns a reading as it was taken. 404 `z_reading_not_found`, also for another till's without `shifts.view`. */
export async function showZ(reader: Reader, readingId: number, caller: TillCaller): Promise<ZReading> {
  const { session, storeId, tillKey } = caller;
  const seesAll = can(session.staff, 'shifts.view');
  const row = await rows.findReading(reader, readingId, storeId);
  if (!row) {
    const elsewhere = seesAll ? await rows.findStoreOfReading(reader, readingId) : undefined;
    throw new ApiError('z_reading_not_found', {
      details: await detailsOfElsewhere(reader, session, elsewhere?.store_id),
    });
  }
  const here = tillKey === null ? undefined : await findTillOfDevice(reader, storeId, tillKey);
  if (!seesAll && here?.id !== row.till_id) throw new ApiError('z_reading_not_found');
  const reading = readReading(row.reading_json);
  const store = await getStore(reader, storeId);
  return { ...reading, business: await businessAt(reader, store, reading.taken_at) };
}

/** Lists a store's readings, last day first. */
export async function listZ(
  reader: Reader,
  { page, per_page, ...filter }: RouteInput<typeof zReadings.list>['query'],
  { storeId }: TillCaller,
) {
  const ids = rows.readingIds(reader, storeId, filter);
  const rowsOf = (wanted: readonly number[]) => rows.readingRows(reader, wanted);
  return readPage(
    reader,
    { ids, rowsOf },
    pagePlace({ page, per_page }, READINGS_A_PAGE),
    ({ reading_json }): ZReadingRow => toShape(zReadingRow, readReading(reading_json)),
  );
}

/** Sends a reading, as printed, through the outbox. 429 after too many. */
export async function emailZ(
  writer: Writer,
  readingId: number,
  recipient: string,
  { noteTarget, ...caller }: TillCaller & { noteTarget: NoteTarget },
): Promise<void> {
  const { session, storeId, now } = caller;
  const reading = await showZ(writer, readingId, caller);
  const asked = { staffId: session.staff.id };
  await refuseTooManyMails(writer, { ...asked, recipient, now, what: 'readings' });
  const store = await getStore(writer, storeId);
  const slip = zReadingSlip(reading, {
    ...(await businessesOf(writer, store))(reading.taken_at),
    printed_at: reading.taken_at,
    time_zone: zonesOf(store),
    staff_name: reading.taken_by.name,
  });
  const width = 42;
  const text = slipRows(slip, width)
    .map((row) => ('text' in row ? row.text : '-'.repeat(width)))
    .join('\n');
  const subject = `Z reading ${reading.no} of ${reading.till.name}, ${formatDate(reading.business_date)}`;
  noteTarget({ name: subject });
  await queueMail(writer, { recipient, subject, text, html: `<pre>${escapeHtml(text)}</pre>` }, now, asked);
}
