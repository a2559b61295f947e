import { sql, type Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

/** The first entry of a shift's own: those that came late for an earlier one keep their moment. */
const firstAt = sql<number>`min(case when entry.is_late = 1 then shift.opened_at else entry.at end)`;

/** Finds a till's closed shifts with the instants of their first and last entries. */
export const findClosedShifts = (reader: Reader, tillId: number) =>
  reader
    .selectFrom('shifts as shift')
    .innerJoin('staff as opener', 'opener.id', 'shift.opened_by_id')
    .leftJoin('staff as closer', 'closer.id', 'shift.closed_by_id')
    .innerJoin('till_entries as entry', 'entry.shift_id', 'shift.id')
    .select([
      'shift.id',
      'shift.number',
      'shift.opened_at',
      'shift.opened_by_id',
      'opener.name as opener_name',
      'shift.closed_at',
      'shift.closed_by_id',
      'closer.name as closer_name',
      'shift.float_amount',
      'shift.counted_amount',
      'shift.difference',
      'shift.count_json',
      'shift.expected_json',
      'shift.reason',
      firstAt.as('first_at'),
      sql<number>`max(entry.at)`.as('last_at'),
    ])
    .where('shift.till_id', '=', tillId)
    .where('shift.status', '=', 'closed')
    // A shift whose last day is in a reading is finished.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('z_reading_shifts as read')
            .select('read.shift_id')
            .whereRef('read.shift_id', '=', 'shift.id')
            .where('read.is_last', '=', 1),
        ),
      ),
    )
    .groupBy([
      'shift.id',
      'shift.number',
      'shift.opened_at',
      'shift.opened_by_id',
      'opener.name',
      'shift.closed_at',
      'shift.closed_by_id',
      'closer.name',
      'shift.float_amount',
      'shift.counted_amount',
      'shift.difference',
      'shift.count_json',
      'shift.expected_json',
      'shift.reason',
    ])
    .orderBy('shift.opened_at')
    .orderBy('shift.id')
    .execute();
export type ClosedShift = Awaited<ReturnType<typeof findClosedShifts>>[number];

/** Finds the days of some shifts that are in readings. */
export const findRead = (reader: Reader, shiftIds: readonly number[]) =>
  reader
    .selectFrom('z_reading_shifts')
    .select(['shift_id', 'business_date'])
    .where('shift_id', 'in', shiftIds)
    .execute();

type Shown = { shift_id: number; business_date: string; is_last: 0 | 1 };

export async function insertReading(
  writer: Writer,
  row: Insertable<Tables['z_readings']>,
  shifts: readonly Shown[],
): Promise<void> {
  await writer.insertInto('z_readings').values(row).execute();
  await writer
    .insertInto('z_reading_shifts')
    .values(shifts.map((shift) => ({ ...shift, z_reading_id: row.id })))
    .execute();
}

export const findReading = (reader: Reader, readingId: number, storeId: number) =>
  reader
    .selectFrom('z_readings')
    .selectAll()
    .where('id', '=', readingId)
    .where('store_id', '=', storeId)
    .executeTakeFirst();

/** Finds the store of a reading. */
export const findStoreOfReading = (reader: Reader, readingId: number) =>
  reader.selectFrom('z_readings').select('store_id').where('id', '=', readingId).executeTakeFirst();

type ReadingFilter = {
  till_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Selects the ids of a store's readings, last day first. */
export const readingIds = (reader: Reader, storeId: number, filter: ReadingFilter) =>
  reader
    .selectFrom('z_readings')
    .select('id')
    .where('store_id', '=', storeId)
    .$if(filter.till_id !== undefined, (query) => query.where('till_id', '=', filter.till_id ?? 0))
    .$if(filter.from !== undefined, (query) => query.where('business_date', '>=', filter.from ?? ''))
    .$if(filter.to !== undefined, (query) => query.where('business_date', '<=', filter.to ?? ''))
    .orderBy('business_date', 'desc')
    .orderBy('id', 'desc');

export const readingRows = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('z_readings')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('business_date', 'desc')
    .orderBy('id', 'desc');

/** Finds the readings of a store's day. */
export const findReadingsOfDay = (reader: Reader, storeId: number, date: string) =>
  reader
    .selectFrom('z_readings')
    .select(['id', 'no', 'till_id'])
    .where('store_id', '=', storeId)
    .where('business_date', '=', date)
    .orderBy('no')
    .execute();

/** Finds the shifts open in a period, and some others, with the instants of their first and last entries. */
export const findShiftsWithin = (
  reader: Reader,
  storeId: number,
  { from, to, others }: { from: number; to: number; others: readonly number[] },
) =>
  reader
    .selectFrom('shifts as shift')
    .innerJoin('till_entries as entry', 'entry.shift_id', 'shift.id')
    .select(['shift.id', firstAt.as('first_at'), sql<number>`max(entry.at)`.as('last_at')])
    .where('shift.store_id', '=', storeId)
    .where((eb) => {
      const isOpen = eb.and([
        eb('shift.opened_at', '<', to),
        eb.or([eb('shift.closed_at', 'is', null), eb('shift.closed_at', '>=', from)]),
      ]);
      return others.length > 0 ? eb.or([isOpen, eb('shift.id', 'in', others)]) : isOpen;
    })
    .groupBy('shift.id')
    .execute();
