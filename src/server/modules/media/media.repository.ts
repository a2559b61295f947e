import type { Insertable } from 'kysely';
import type { MediaKind, ThumbnailSize } from '#domain/media.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import type { Picture } from './owners.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    media: {
      id: number;
      kind: MediaKind;
      content_type: string;
      /** The shortened hash of its bytes; null for pictures from before there were hashes. */
      content_key: string | null;
      /** The store it was uploaded at; null for pictures of the chain. */
      store_id: number | null;
      created_at: number;
      created_by_id: number;
    };
    /** A picture's bytes, apart from its columns, which are read far more often. */
    media_files: { media_id: number; size: 'full' | ThumbnailSize; bytes: Buffer };
  }
}

type Files = readonly Pick<Tables['media_files'], 'size' | 'bytes'>[];

export async function insertMedia(
  writer: Writer,
  media: Insertable<Tables['media']>,
  files: Files,
): Promise<void> {
  await writer.insertInto('media').values(media).execute();
  await writer
    .insertInto('media_files')
    .values(files.map((file) => ({ ...file, media_id: media.id })))
    .execute();
}

export function findMedia(reader: Reader, mediaId: number): Promise<Picture | undefined> {
  return reader.selectFrom('media').selectAll().where('id', '=', mediaId).executeTakeFirst();
}

/** Returns a picture's bytes in a size; null if it has none of that size. */
export async function readBytes(
  reader: Reader,
  mediaId: number,
  size: 'full' | ThumbnailSize,
): Promise<Buffer | null> {
  const row = await reader
    .selectFrom('media_files')
    .select('bytes')
    .where('media_id', '=', mediaId)
    .where('size', '=', size)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

/** Takes a picture's row, so that it is not deleted before it is referred to; false if there is none of the kind. */
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

/** Deletes pictures that nothing refers to any more. */
export async function deleteMedia(writer: Writer, mediaIds: readonly number[]): Promise<void> {
  if (mediaIds.length === 0) return;
  await writer.deleteFrom('media_files').where('media_id', 'in', mediaIds).execute();
  await writer.deleteFrom('media').where('id', 'in', mediaIds).execute();
}
