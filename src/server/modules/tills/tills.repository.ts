import type { Insertable, Selectable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { holdRows } from '../../db/hold-rows.ts';
import type { Tables } from '../../db/tables.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    tills: {
      id: number;
      store_id: number;
      name: string;
      /** `T2`: fixed for ever, unique in its store. */
      code: string;
      /** Unique in its store. */
      unique_name: string;
      /** The sum of all sales ever, before voids and refunds: never reset. */
      grand_total: number;
      last_z_no: number;
      claim_no: number;
      created_at: number;
      created_by_id: number;
      /** The device that is this till now; null once it is retired. */
      device_key: string | null;
      /** Who made that device this till; null in data of before. */
      device_by_id: number | null;
      retired_at: number | null;
      /** When its computer was declared lost, and by whom; null once another one is this till. */
      lost_at: number | null;
      lost_by_id: number | null;
      /** The version of its program, `win32 x64`, and why it could not take its last release: as it told last. */
      version: string | null;
      system: string | null;
      update_error: string | null;
      seen_at: number | null;
    };
  }
}

export type TillRow = Selectable<Tables['tills']>;

/** Selects tills with their open shifts. */
const selectNamed = (reader: Reader) =>
  reader
    .selectFrom('tills as till')
    .leftJoin('shifts as shift', (join) =>
      join.onRef('shift.till_id', '=', 'till.id').on('shift.closed_at', 'is', null),
    )
    .leftJoin('staff as opener', 'opener.id', 'shift.opened_by_id')
    .leftJoin('till_credentials as credential', (join) =>
      join.onRef('credential.till_id', '=', 'till.id').on('credential.ended_at', 'is', null),
    )
    .leftJoin('staff as declarer', 'declarer.id', 'till.lost_by_id')
    .selectAll('till')
    .select([
      'declarer.name as lost_by_name',
      'shift.id as shift_id',
      'shift.number as shift_number',
      'shift.opened_at as shift_opened_at',
      'shift.opened_by_id as shift_opened_by_id',
      'opener.name as shift_opener_name',
      'credential.letter',
      'credential.created_at as given_at',
      'credential.last_no',
      'credential.came',
      'credential.waiting',
      'credential.told_at',
    ]);
export type NamedTillRow = Awaited<ReturnType<ReturnType<typeof selectNamed>['executeTakeFirstOrThrow']>>;

/** Finds a store's tills by name; retired ones last. */
export const findTills = (reader: Reader, storeId: number) =>
  selectNamed(reader)
    .where('till.store_id', '=', storeId)
    .orderBy((eb) => eb.case().when('till.retired_at', 'is', null).then(0).else(1).end())
    .orderBy('till.unique_name')
    .execute();

export const findTill = (reader: Reader, tillId: number, storeId: number) =>
  selectNamed(reader).where('till.id', '=', tillId).where('till.store_id', '=', storeId).executeTakeFirst();

/** Finds the till of a device in a store. */
export const findTillOfDevice = compiledRow((reader: Reader, storeId: number, deviceKey: string) =>
  reader.selectFrom('tills').selectAll().where('store_id', '=', storeId).where('device_key', '=', deviceKey),
);

/** Finds the till whose series a number is of, in any store. */
export const findTillOfNumber = (
  reader: Reader,
  { store_code, till_code }: { store_code: string; till_code: string },
) =>
  reader
    .selectFrom('tills as till')
    .innerJoin('stores as store', 'store.id', 'till.store_id')
    .select(['till.id', 'till.code', 'till.name', 'till.created_at', 'till.store_id'])
    .where('store.code', '=', store_code)
    .where('till.code', '=', till_code)
    .executeTakeFirst();

/** Locks the row of a device's till, so that two openings run one after the other. */
export const claimTillOfDevice = compiledRow((writer: Writer, storeId: number, deviceKey: string) =>
  writer
    .updateTable('tills')
    .set((eb) => ({ claim_no: eb('claim_no', '+', 1) }))
    .where('store_id', '=', storeId)
    .where('device_key', '=', deviceKey)
    .returningAll(),
);

/** Locks a till of a store, retired or not. */
export const claimTill = compiledRow((writer: Writer, tillId: number, storeId: number) =>
  writer
    .updateTable('tills')
    .set((eb) => ({ claim_no: eb('claim_no', '+', 1) }))
    .where('id', '=', tillId)
    .where('store_id', '=', storeId)
    .returningAll(),
);

/** Makes new tills of a store wait for each other, so that each counts those before it. */
export async function holdTillsOf(writer: Writer, storeId: number): Promise<void> {
  await holdRows(writer, writer.selectFrom('stores').select('id').where('id', '=', storeId)).execute();
}

/** Finds when a person made the tills that they made since a moment, the earliest first. */
export async function findMadeSince(reader: Reader, staffId: number, since: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('tills')
    .select('created_at')
    .where('created_by_id', '=', staffId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.created_at);
}

/** Makes a person's new tills wait for each other, in whatever stores, so that each counts those before it. */
export async function holdMaker(writer: Writer, staffId: number): Promise<void> {
  await holdRows(writer, writer.selectFrom('staff').select('id').where('id', '=', staffId)).execute();
}

/** Counts the tills that a store ever had. */
export async function countTills(reader: Reader, storeId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('tills')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertTill(writer: Writer, row: Insertable<Tables['tills']>): Promise<void> {
  await writer.insertInto('tills').values(row).execute();
}

export async function updateTill(
  writer: Writer,
  tillId: number,
  changes: Partial<Omit<TillRow, 'id' | 'code' | 'claim_no'>>,
): Promise<void> {
  await writer.updateTable('tills').set(changes).where('id', '=', tillId).execute();
}

/** Frees a device from its till: a device is one till of a store at most. */
export async function freeDevice(writer: Writer, storeId: number, deviceKey: string): Promise<void> {
  await writer
    .updateTable('tills')
    .set({ device_key: null })
    .where('store_id', '=', storeId)
    .where('device_key', '=', deviceKey)
    .execute();
}
