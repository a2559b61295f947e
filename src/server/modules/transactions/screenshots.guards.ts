import { fieldError } from '#contract/errors.ts';
import { mediaIdIn, mediaUrl } from '#domain/media.ts';
import { can } from '#domain/permissions.ts';
import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { claimPicture, type PictureOwner } from '../media/media.public.ts';
import { findUnusedScreenshots, isScreenshotShown } from './screenshots.repository.ts';

/**
 * Payment screenshots: each belongs to its uploader's store until a payment shows it, is visible to everybody who sees
 * that store's sales or the payment's, and stays while a payment refers to it, deleted or not.
 */
export const screenshots: PictureOwner = {
  belongsTo: 'store',
  maySee: async (reader, { staff }, picture) => {
    if (!can(staff, 'transactions.view')) return false;
    const isHome = picture.store_id !== null && staff.store_ids.includes(picture.store_id);
    return isHome || isScreenshotShown(reader, mediaUrl(picture.id), staff.store_ids);
  },
  isShown: (reader, mediaId) => isScreenshotShown(reader, mediaUrl(mediaId)),
  shownText: 'This picture belongs to a payment',
  findUnused: findUnusedScreenshots,
};

/**
 * 422 on `screenshot_url` for anything but the URL of an uploaded screenshot that the caller may see: the payment would
 * show it to them. The screenshot stays at least until the transaction ends.
 */
export async function refuseUnknownScreenshot(
  writer: Writer,
  url: string | null | undefined,
  { session }: { session: Session },
): Promise<void> {
  if (!url) return;
  const mediaId = mediaIdIn(url);
  const picture = mediaId === null ? null : await claimPicture(writer, mediaId, 'payment_screenshot');
  const isOwn = picture?.created_by_id === session.staff.id;
  if (!picture || !(isOwn || (await screenshots.maySee(writer, session, picture)))) {
    throw fieldError('screenshot_url', 'Screenshot could not be found');
  }
}
