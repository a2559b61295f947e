import { bucketName, type Bucket } from '../../backups/bucket-place.ts';
import type { PlaceAddress } from '../../backups/places.ts';
import type { Reader, Writer } from '../../db/access.ts';

type BucketColumns = {
  endpoint: string | null;
  region: string | null;
  bucket: string | null;
  prefix: string | null;
  key_id: string | null;
  secret: string | null;
};

declare module '../../db/tables.ts' {
  interface Tables {
    backup_places: {
      id: number;
      path: string;
      created_at: number;
      created_by_id: number;
      /** 1 for a place that restored data know of: it gets no backups until somebody takes the shop over. */
      is_held: 0 | 1;
    } & BucketColumns;
    backup_key_checks: { id: number; at: number; staff_id: number };
  }
}

const columns = [
  'id',
  'path',
  'is_held',
  'endpoint',
  'region',
  'bucket',
  'prefix',
  'key_id',
  'secret',
] as const;

/** Returns the bucket that a place is; null for a folder. */
function bucketIn({ endpoint, region, bucket, prefix, key_id, secret }: BucketColumns): Bucket | null {
  if (!endpoint || !region || !bucket || !key_id || !secret) return null;
  return { endpoint, region, bucket, prefix: prefix ?? '', keyId: key_id, secret };
}

const columnsOf = ({ keyId, ...rest }: Bucket) => ({ ...rest, key_id: keyId, path: bucketName(rest) });

/** Returns the places that backups are copied to, besides the server's own folder. */
export const findPlaces = async (
  reader: Reader,
): Promise<(PlaceAddress & { id: number; isHeld: boolean })[]> => {
  const places = await reader
    .selectFrom('backup_places')
    .select(columns)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return places.map(({ id, path, is_held, ...rest }) => ({
    id,
    path,
    isHeld: is_held === 1,
    bucket: bucketIn(rest),
  }));
};

/** Returns the places that get backups: those that a restored copy knows from its data are not among them. */
export const secondPlaces = async (reader: Reader): Promise<PlaceAddress[]> =>
  (await findPlaces(reader)).filter(({ isHeld }) => !isHeld).map(({ path, bucket }) => ({ path, bucket }));

/** Lets all places get backups. */
export const releasePlaces = async (writer: Writer): Promise<void> => {
  await writer.updateTable('backup_places').set({ is_held: 0 }).execute();
};

const insert = (
  writer: Writer,
  place: { path: string } & Partial<BucketColumns>,
  staffId: number,
  now: number,
) =>
  writer
    .insertInto('backup_places')
    .values({ id: writer.nextId(), ...place, created_at: now, created_by_id: staffId, is_held: 0 })
    .returning(['id', 'path'])
    .executeTakeFirstOrThrow();

export const insertPlace = (writer: Writer, path: string, staffId: number, now: number) =>
  insert(writer, { path }, staffId, now);

export const insertBucket = (writer: Writer, bucket: Bucket, staffId: number, now: number) =>
  insert(writer, columnsOf(bucket), staffId, now);

export const updateBucket = async (writer: Writer, placeId: number, bucket: Bucket): Promise<void> => {
  await writer.updateTable('backup_places').set(columnsOf(bucket)).where('id', '=', placeId).execute();
};

/** Returns the removed place; undefined if there is none. */
export const removePlace = (writer: Writer, placeId: number) =>
  writer.deleteFrom('backup_places').where('id', '=', placeId).returning('path').executeTakeFirst();

export const findKeyCheck = (reader: Reader) =>
  reader
    .selectFrom('backup_key_checks as checked')
    .innerJoin('staff', 'staff.id', 'checked.staff_id')
    .select(['checked.at', 'staff.id', 'staff.name'])
    .orderBy('checked.at', 'desc')
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
