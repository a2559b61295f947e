import type { FileAnswer, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { media } from '#contract/media.ts';
import { mayUpload, mediaKinds, mediaUrl, type MediaKind } from '#domain/media.ts';
import { DAY } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import * as rows from './media.repository.ts';
import type { PictureOwners } from './owners.ts';
import { reencode } from './reencode.ts';

type MediaCaller = { session: Session; now: number };

/** Re-encodes a picture, and returns how to keep it. 403 for a kind that the caller may not upload. */
export async function preparePicture(
  owners: PictureOwners,
  upload: { file: Uint8Array; type: MediaKind },
  { session, now }: MediaCaller,
): Promise<(writer: Writer) => Promise<RouteOutput<typeof media.upload>>> {
  const { staff } = session;
  if (!mayUpload(staff, upload.type)) throw new ApiError('forbidden');
  const picture = await reencode(upload.file, upload.type);
  // Which store it is for is not said: until a payment shows it, its uploader's colleagues may see it.
  const home = staff.primary_store_id ?? staff.store_ids[0] ?? null;
  return async (writer) => {
    const id = writer.nextId();
    await rows.insertMedia(writer, {
      ...picture,
      id,
      kind: upload.type,
      store_id: owners[upload.type].belongsTo === 'store' ? home : null,
      created_at: now,
      created_by_id: staff.id,
    });
    return { id, url: mediaUrl(id) };
  };
}

/** A picture that the caller may see; 404 `media_not_found` for any other. */
async function seenPicture(reader: Reader, owners: PictureOwners, mediaId: number, session: Session) {
  const picture = await rows.findMedia(reader, mediaId);
  if (!picture || !(await owners[picture.kind].maySee(reader, session, picture))) {
    throw new ApiError('media_not_found');
  }
  return picture;
}

/** A picture's bytes; 404 `media_not_found` for who may not see it. */
export async function viewPicture(
  reader: Reader,
  owners: PictureOwners,
  mediaId: number,
  session: Session,
): Promise<FileAnswer> {
  const { content_type } = await seenPicture(reader, owners, mediaId, session);
  const content = await rows.readBytes(reader, mediaId);
  if (!content) throw new ApiError('media_not_found');
  return { content_type, content };
}

/** Deletes a picture that nothing shows; 409 `media_in_use` for one that something does. */
export async function deletePicture(
  writer: Writer,
  owners: PictureOwners,
  mediaId: number,
  session: Session,
): Promise<void> {
  const { kind } = await seenPicture(writer, owners, mediaId, session);
  if (!mayUpload(session.staff, kind)) throw new ApiError('forbidden');
  if (!(await rows.claimMedia(writer, mediaId, kind))) throw new ApiError('media_not_found');
  const { isShown, shownWords } = owners[kind];
  if (await isShown(writer, mediaId)) throw new ApiError('media_in_use', { message: shownWords });
  await rows.deleteMedia(writer, mediaId);
}

/** Deletes the pictures that nothing came to show within a day. */
export async function forgetUnused(writer: Writer, owners: PictureOwners, now: number): Promise<void> {
  for (const kind of mediaKinds) {
    const { findUnused, isShown } = owners[kind];
    for (const mediaId of (await findUnused?.(writer, now - DAY)) ?? []) {
      // Something may be taking it at this very moment: looked at again once nobody else can.
      await rows.claimMedia(writer, mediaId, kind);
      if (!(await isShown(writer, mediaId))) await rows.deleteMedia(writer, mediaId);
    }
  }
}
