import { sql, type Insertable, type Selectable } from 'kysely';
import { MEDIA_PATH, type MediaKind } from '#domain/media.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { MediaTable } from '../../db/tables.ts';

export type MediaRow = Selectable<MediaTable>;
type MediaFacts = Omit<MediaRow, 'bytes'>;

export async function insertMedia(writer: Writer, media: Insertable<MediaTable>): Promise<void> {
  await writer.insertInto('media').values(media).execute();
}

/** What a picture is, without its bytes. */
export function findMedia(reader: Reader, mediaId: number): Promise<MediaFacts | undefined> {
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

/** The screenshots from before an instant that no payment shows, deleted or not. */
export async function findOrphans(reader: Reader, before: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('media')
    .select('id')
    .where('kind', '=', 'payment_screenshot')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .where('screenshot_url', '=', sql<string>`${MEDIA_PATH} || cast(media.id as text)`),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}
