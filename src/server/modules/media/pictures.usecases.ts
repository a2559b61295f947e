import type { FileAnswer, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { media } from '#contract/media.ts';
import { mayUpload, mediaUrl, type MediaKind } from '#domain/media.ts';
import { DAY } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { hasPayment } from '../payments/screenshots.usecases.ts';
import { chainSettings } from '../settings/settings.usecases.ts';
import * as rows from './media.repository.ts';
import { reencode } from './reencode.ts';
import { maySee } from './sight.usecases.ts';

type MediaCaller = { session: Session; now: number };

/** Re-encodes a picture, and answers how to keep it. 403 for a kind that the caller may not upload. */
export async function preparePicture(
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
      store_id: upload.type === 'payment_screenshot' ? home : null,
      created_at: now,
      created_by_id: staff.id,
    });
    return { id, url: mediaUrl(id) };
  };
}

/** A picture's bytes; 404 `media_not_found` for who may not see it. */
export async function viewPicture(reader: Reader, mediaId: number, session: Session): Promise<FileAnswer> {
  const picture = await rows.findMedia(reader, mediaId);
  if (!picture || !(await maySee(reader, session, picture))) throw new ApiError('media_not_found');
  const content = await rows.readBytes(reader, mediaId);
  if (!content) throw new ApiError('media_not_found');
  return { content_type: picture.content_type, content };
}

/** Deletes a picture that nothing shows; 409 `media_in_use` for one that a payment or the shop does. */
export async function deletePicture(writer: Writer, mediaId: number, session: Session): Promise<void> {
  const picture = await rows.findMedia(writer, mediaId);
  if (!picture) throw new ApiError('media_not_found');
  if (picture.kind === 'payment_screenshot' && !(await maySee(writer, session, picture))) {
    throw new ApiError('media_not_found');
  }
  if (!mayUpload(session.staff, picture.kind)) throw new ApiError('forbidden');
  if (!(await rows.claimMedia(writer, mediaId, picture.kind))) throw new ApiError('media_not_found');
  if (picture.kind === 'payment_screenshot' && (await hasPayment(writer, mediaId))) {
    throw new ApiError('media_in_use');
  }
  if (picture.kind === 'shop_logo' && (await chainSettings(writer)).logo_id === mediaId) {
    throw new ApiError('media_in_use', { message: 'This picture is the shop’s logo' });
  }
  await rows.deleteMedia(writer, mediaId);
}

/** Deletes the screenshots that no payment came to show within a day. */
export async function forgetOrphans(writer: Writer, now: number): Promise<void> {
  for (const mediaId of await rows.findOrphans(writer, now - DAY)) {
    // A payment may be taking it at this very moment: looked at again once nobody else can.
    await rows.claimMedia(writer, mediaId, 'payment_screenshot');
    if (!(await hasPayment(writer, mediaId))) await rows.deleteMedia(writer, mediaId);
  }
}
