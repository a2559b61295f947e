import type { FileAnswer, RouteOutput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { media } from '#contract/media.ts';
import { mayUpload, mediaKinds, mediaUrl, type MediaKind, type ThumbnailSize } from '#domain/media.ts';
import { DAY } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import * as rows from './media.repository.ts';
import type { Picture, PictureChanger, PictureOwners } from './owners.ts';
import { reencode } from './reencode.ts';

/**
 * Re-encodes a picture; returns the function that saves it. 403 for a kind that the caller may not upload, 422 on
 * `model_id` for a photo of nothing.
 */
export async function preparePicture(
  owners: PictureOwners,
  upload: { file: Uint8Array; type: MediaKind; model_id?: number | undefined },
  changer: PictureChanger,
): Promise<(writer: Writer) => Promise<RouteOutput<typeof media.upload>>> {
  const { staff } = changer.session;
  const { type, model_id } = upload;
  if (!mayUpload(staff, type)) throw new ApiError('forbidden');
  const owner = owners[type];
  if ('attach' in owner && model_id === undefined)
    throw fieldError('model_id', 'Say what this is a photo of');
  const { files, ...reencoded } = await reencode(upload.file, type);
  // An upload names no store: until a payment shows it, its uploader's colleagues may see it.
  const home = staff.primary_store_id ?? staff.store_ids[0] ?? null;
  return async (writer) => {
    const id = writer.nextId();
    const picture: Picture = {
      ...reencoded,
      id,
      kind: type,
      store_id: owner.belongsTo === 'store' ? home : null,
      created_at: changer.now,
      created_by_id: staff.id,
    };
    await rows.insertMedia(writer, picture, files);
    if (!('attach' in owner) || model_id === undefined) return { id, url: mediaUrl(id) };
    await owner.attach(writer, picture, model_id, changer);
    return { id, url: mediaUrl(id, picture.content_key) };
  };
}

/** Finds a picture that the caller may see; 404 `media_not_found` for any other. */
async function seenPicture(reader: Reader, owners: PictureOwners, mediaId: number, session: Session) {
  const picture = await rows.findMedia(reader, mediaId);
  if (!picture || !(await owners[picture.kind].maySee(reader, session, picture))) {
    throw new ApiError('media_not_found');
  }
  return picture;
}

/** Returns a picture's bytes; 404 `media_not_found` if the caller may not see it. */
export async function viewPicture(
  reader: Reader,
  owners: PictureOwners,
  { mediaId, size, v }: { mediaId: number; size?: ThumbnailSize | undefined; v?: string | undefined },
  session: Session,
): Promise<FileAnswer> {
  const { kind, content_type, content_key } = await seenPicture(reader, owners, mediaId, session);
  const content = await rows.readBytes(reader, mediaId, size ?? 'full');
  if (!content) throw new ApiError('media_not_found');
  // Access to other kinds depends on what shows them: it is checked each time.
  const isImmutable = 'attach' in owners[kind] && v === content_key;
  return { content_type, content, isImmutable };
}

/** Deletes a picture: 409 `media_in_use` if something names it; an attached one is detached. */
export async function deletePicture(
  writer: Writer,
  owners: PictureOwners,
  mediaId: number,
  changer: PictureChanger,
): Promise<void> {
  const { kind } = await seenPicture(writer, owners, mediaId, changer.session);
  if (!mayUpload(changer.session.staff, kind)) throw new ApiError('forbidden');
  const owner = owners[kind];
  if ('detach' in owner) {
    if (!(await owner.detach(writer, mediaId, changer))) throw new ApiError('media_not_found');
    await rows.deleteMedia(writer, [mediaId]);
    return;
  }
  if (!(await rows.claimMedia(writer, mediaId, kind))) throw new ApiError('media_not_found');
  if (await owner.isShown(writer, mediaId)) {
    throw new ApiError('media_in_use', { message: owner.shownText });
  }
  await rows.deleteMedia(writer, [mediaId]);
}

/** Deletes the pictures that nothing shows a day after their upload. */
export async function forgetUnused(writer: Writer, owners: PictureOwners, now: number): Promise<void> {
  for (const kind of mediaKinds) {
    const owner = owners[kind];
    if ('attach' in owner) continue;
    for (const mediaId of (await owner.findUnused?.(writer, now - DAY)) ?? []) {
      // Something may begin to show it right now: checks again once its row is taken.
      await rows.claimMedia(writer, mediaId, kind);
      if (!(await owner.isShown(writer, mediaId))) await rows.deleteMedia(writer, [mediaId]);
    }
  }
}
