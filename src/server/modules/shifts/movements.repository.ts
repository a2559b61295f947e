import { drawerKinds, type DrawerKind } from '#domain/shifts.ts';
import type { Reader } from '../../db/access.ts';

const SHOWN = ['float', ...drawerKinds, 'correction'] as const;

const selectNamed = (reader: Reader) =>
  reader
    .selectFrom('till_entries as entry')
    .innerJoin('staff as mover', 'mover.id', 'entry.staff_id')
    .leftJoin('staff as approver', 'approver.id', 'entry.approved_by_id')
    .leftJoin('tills as till', 'till.id', 'entry.till_id')
    .leftJoin('shifts as shift', 'shift.id', 'entry.shift_id')
    .select([
      'entry.id',
      'entry.kind',
      'entry.amount',
      'entry.cash_rounding',
      'entry.reason',
      'entry.at',
      'entry.staff_id',
      'mover.name as staff_name',
      'entry.approved_by_id',
      'approver.name as approver_name',
      'entry.till_id',
      'till.name as till_name',
      'entry.shift_id',
      'shift.number as shift_number',
    ]);
export type MovementRow = Awaited<ReturnType<ReturnType<typeof selectNamed>['executeTakeFirstOrThrow']>>;

/** Finds the cash movements of a shift's drawer besides its sales, oldest first. */
export const findMovements = (reader: Reader, shiftId: number) =>
  selectNamed(reader)
    .where('entry.shift_id', '=', shiftId)
    .where('entry.kind', 'in', SHOWN)
    .where('entry.method', '=', 'cash')
    .orderBy('entry.at')
    .orderBy('entry.id')
    .execute();

/** Finds the corrections made to a shift after it was closed, oldest first. */
export const findCorrections = (reader: Reader, shiftId: number) =>
  selectNamed(reader)
    .where('entry.corrects_shift_id', '=', shiftId)
    .orderBy('entry.at')
    .orderBy('entry.id')
    .execute();

export const findMovement = (reader: Reader, entryId: number) =>
  selectNamed(reader).where('entry.id', '=', entryId).executeTakeFirstOrThrow();

type MovementFilter = {
  kind?: DrawerKind | undefined;
  till_id?: number | undefined;
  from?: number | undefined;
  before?: number | undefined;
};

/** Selects the ids of a store's movements, newest first. */
export const movementIds = (reader: Reader, storeId: number, filter: MovementFilter) =>
  reader
    .selectFrom('till_entries')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', 'in', filter.kind ? [filter.kind] : drawerKinds)
    // A trade-in may be paid by a wallet.
    .where('method', '=', 'cash')
    .$if(filter.till_id !== undefined, (query) => query.where('till_id', '=', filter.till_id ?? 0))
    .$if(filter.from !== undefined, (query) => query.where('at', '>=', filter.from ?? 0))
    .$if(filter.before !== undefined, (query) => query.where('at', '<', filter.before ?? 0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');

export const movementRows = (reader: Reader, ids: readonly number[]) =>
  selectNamed(reader).where('entry.id', 'in', ids).orderBy('entry.at', 'desc').orderBy('entry.id', 'desc');
