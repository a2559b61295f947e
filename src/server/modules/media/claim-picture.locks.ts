import type { MediaKind } from '#domain/media.ts';
import type { Writer } from '../../db/access.ts';
import { claimMedia, findMedia } from './media.repository.ts';
import type { Picture } from './owners.ts';

/** Takes a picture to be shown: it is not deleted before the transaction ends. Null if there is none of the kind. */
export async function claimPicture(
  writer: Writer,
  mediaId: number,
  kind: MediaKind,
): Promise<Picture | null> {
  if (!(await claimMedia(writer, mediaId, kind))) return null;
  return (await findMedia(writer, mediaId)) ?? null;
}
