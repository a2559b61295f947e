import { folderAddress } from '../../backups/places.ts';
import type { Reader, Writer } from '../../db/access.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    backup_places: { id: number; path: string; created_at: number; created_by_id: number };
    backup_key_checks: { id: number; at: number; staff_id: number };
  }
}

export const findPlaces = (reader: Reader) =>
  reader.selectFrom('backup_places').select(['id', 'path']).orderBy('id').execute();

/** Returns the folders that backups are copied to, besides the server's own. */
export const secondPlaces = async (reader: Reader) =>
  (await findPlaces(reader)).map(({ path }) => folderAddress(path));

export const insertPlace = (writer: Writer, path: string, staffId: number, now: number) =>
  writer
    .insertInto('backup_places')
    .values({ id: writer.nextId(), path, created_at: now, created_by_id: staffId })
    .returning(['id', 'path'])
    .executeTakeFirstOrThrow();

/** Returns the removed place; undefined if there is none. */
export const removePlace = (writer: Writer, placeId: number) =>
  writer.deleteFrom('backup_places').where('id', '=', placeId).returning('path').executeTakeFirst();

export const findKeyCheck = (reader: Reader) =>
  reader
    .selectFrom('backup_key_checks as checked')
    .innerJoin('staff', 'staff.id', 'checked.staff_id')
    .select(['checked.at', 'staff.id', 'staff.name'])
    .orderBy('checked.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const isKeyChecked = async (reader: Reader) => (await findKeyCheck(reader)) !== undefined;

export async function insertKeyCheck(writer: Writer, staffId: number, now: number): Promise<void> {
  await writer
    .insertInto('backup_key_checks')
    .values({ id: writer.nextId(), at: now, staff_id: staffId })
    .execute();
}
