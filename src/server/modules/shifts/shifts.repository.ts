import type { Insertable, NotNull, Selectable, Updateable } from 'kysely';
import type { ShiftStatus } from '#domain/shifts.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { holdRows } from '../../db/hold-rows.ts';
import type { Tables } from '../../db/tables.ts';

export type ShiftRow = Selectable<Tables['shifts']>;

const selectNamed = (reader: Reader) =>
  reader
    .selectFrom('shifts as shift')
    .innerJoin('tills as till', 'till.id', 'shift.till_id')
    .innerJoin('stores as store', 'store.id', 'shift.store_id')
    .innerJoin('staff as opener', 'opener.id', 'shift.opened_by_id')
    .leftJoin('staff as counter', 'counter.id', 'shift.counted_by_id')
    .leftJoin('staff as closer', 'closer.id', 'shift.closed_by_id')
    .selectAll('shift')
    .select([
      'till.name as till_name',
      'till.device_key as device_key',
      'store.name as store_name',
      'store.code as store_code',
      'opener.name as opener_name',
      'counter.name as counter_name',
      'closer.name as closer_name',
    ]);
export type NamedShiftRow = Awaited<ReturnType<ReturnType<typeof selectNamed>['executeTakeFirstOrThrow']>>;

export const findShift = (reader: Reader, shiftId: number, storeId: number) =>
  selectNamed(reader)
    .where('shift.id', '=', shiftId)
    .where('shift.store_id', '=', storeId)
    .executeTakeFirst();

/** Finds the store of a shift, and who opened it. */
export const findStoreOfShift = (reader: Reader, shiftId: number) =>
  reader
    .selectFrom('shifts')
    .select(['store_id', 'opened_by_id'])
    .where('id', '=', shiftId)
    .executeTakeFirst();

/** Finds a till's open shift. */
export const findOpenShift = (reader: Reader, tillId: number) =>
  selectNamed(reader)
    .where('shift.till_id', '=', tillId)
    .where('shift.closed_at', 'is', null)
    .executeTakeFirst();

/** Finds a till's last closed shift by scanning the store's newest. */
export const findClosedLast = (reader: Reader, storeId: number, tillId: number) =>
  reader
    .selectFrom('shifts')
    .select(['id', 'number', 'closed_at'])
    .where('store_id', '=', storeId)
    .where('till_id', '=', tillId)
    .where('closed_at', 'is not', null)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ closed_at: NotNull }>()
    .executeTakeFirst();

/** Locks a shift: entries, counts and closing of it wait. */
export const claimShift = compiledRow((writer: Writer, shiftId: number, storeId: number) =>
  holdRows(
    writer,
    writer.selectFrom('shifts').selectAll().where('id', '=', shiftId).where('store_id', '=', storeId),
  ),
);

/** Locks the open shift of a device's till. */
export const claimOpenShift = compiledRow((writer: Writer, storeId: number, deviceKey: string) =>
  holdRows(
    writer,
    writer
      .selectFrom('shifts')
      .selectAll()
      .where('closed_at', 'is', null)
      .where('till_id', '=', (eb) =>
        eb
          .selectFrom('tills')
          .select('id')
          .where('store_id', '=', storeId)
          .where('device_key', '=', deviceKey),
      ),
  ),
);

/** Locks the shift of a till that is not closed. */
export const claimOpenShiftOfTill = compiledRow((writer: Writer, tillId: number) =>
  holdRows(
    writer,
    writer.selectFrom('shifts').selectAll().where('till_id', '=', tillId).where('closed_at', 'is', null),
  ),
);

/** Finds the shift that was open at a till at a moment. */
export const findShiftAt = (
  reader: Reader,
  { tillId, storeId, at }: { tillId: number; storeId: number; at: number },
) =>
  reader
    .selectFrom('shifts')
    .select('id')
    .where('store_id', '=', storeId)
    .where('till_id', '=', tillId)
    .where('opened_at', '<=', at)
    .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>', at)]))
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds a shift that was closed at a till after a moment: it overlaps one that was opened then. */
export const findShiftAfter = (
  reader: Reader,
  { tillId, storeId, at }: { tillId: number; storeId: number; at: number },
) =>
  reader
    .selectFrom('shifts')
    .select('number')
    .where('store_id', '=', storeId)
    .where('till_id', '=', tillId)
    .where('closed_at', '>', at)
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds the number of a shift. */
export async function findShiftNumber(reader: Reader, shiftId: number): Promise<string> {
  const { number } = await reader
    .selectFrom('shifts')
    .select('number')
    .where('id', '=', shiftId)
    .executeTakeFirstOrThrow();
  return number;
}

export async function insertShift(writer: Writer, row: Insertable<Tables['shifts']>): Promise<void> {
  await writer.insertInto('shifts').values(row).execute();
}

export async function updateShift(
  writer: Writer,
  shiftId: number,
  changes: Updateable<Tables['shifts']>,
): Promise<void> {
  await writer.updateTable('shifts').set(changes).where('id', '=', shiftId).execute();
}

export async function insertCount(writer: Writer, row: Insertable<Tables['shift_counts']>): Promise<void> {
  await writer.insertInto('shift_counts').values(row).execute();
}

/** Finds every count of a shift's drawer, oldest first. */
export const findCounts = (reader: Reader, shiftId: number) =>
  reader
    .selectFrom('shift_counts as count')
    .innerJoin('staff as counter', 'counter.id', 'count.staff_id')
    .selectAll('count')
    .select('counter.name as counter_name')
    .where('count.shift_id', '=', shiftId)
    .orderBy('count.at')
    .orderBy('count.id')
    .execute();
export type CountRow = Awaited<ReturnType<typeof findCounts>>[number];

type ShiftFilter = {
  till_id?: number | undefined;
  status?: ShiftStatus | undefined;
  differing?: 'true' | undefined;
  /** Instants of opening, in milliseconds. */
  from?: number | undefined;
  before?: number | undefined;
};

/** Selects the ids of a store's shifts, newest opening first. */
export const shiftIds = (reader: Reader, storeId: number, filter: ShiftFilter) =>
  reader
    .selectFrom('shifts')
    .select('id')
    .where('store_id', '=', storeId)
    .$if(filter.till_id !== undefined, (query) => query.where('till_id', '=', filter.till_id ?? 0))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? 'open'))
    .$if(filter.differing !== undefined, (query) => query.where('differs', '=', 1))
    .$if(filter.from !== undefined, (query) => query.where('opened_at', '>=', filter.from ?? 0))
    .$if(filter.before !== undefined, (query) => query.where('opened_at', '<', filter.before ?? 0))
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc');

export const shiftRows = (reader: Reader, ids: readonly number[]) =>
  selectNamed(reader)
    .where('shift.id', 'in', ids)
    .orderBy('shift.opened_at', 'desc')
    .orderBy('shift.id', 'desc');
