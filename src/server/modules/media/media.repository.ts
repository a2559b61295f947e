import type { Insertable } from 'kysely';
import type { MediaKind } from '#domain/media.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { MediaTable } from '../../db/tables.ts';
import type { Picture } from './owners.ts';

export async function insertMedia(writer: Writer, media: Insertable<MediaTable>): Promise<void> {
  await writer.insertInto('media').values(media).execute();
}

export function findMedia(reader: Reader, mediaId: number): Promise<Picture | undefined> {
  return reader
    .selectFrom('media')
    .select(['id', 'kind', 'content_type', 'store_id', 'created_at', 'created_by_id'])
    .where('id', '=', mediaId)
    .executeTakeFirst();
}

export async function readBytes(reader: Reader, mediaId: number): Promise<Buffer | null> {
  const row = await reader.selectFrom('media').select('bytes').where('id', '=', mediaId).executeTakeFirst();
  return row?.bytes ?? null;
}

/** Takes a picture's row, so that it is not deleted while something comes to refer to it; false for none of the kind. */
export async function claimMedia(writer: Writer, mediaId: number, kind: MediaKind): Promise<boolean> {
  const row = await writer
    .updateTable('media')
    .set({ kind })
    .where('id', '=', mediaId)
    .where('kind', '=', kind)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteMedia(writer: Writer, mediaId: number): Promise<void> {
  await writer.deleteFrom('media').where('id', '=', mediaId).execute();
}
