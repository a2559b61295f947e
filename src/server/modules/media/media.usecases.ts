import { ApiError } from '#contract/errors.ts';
import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { claimMedia, findMedia } from './media.repository.ts';
import { maySee } from './sight.usecases.ts';

/**
 * Takes a logo for the shop to show: it is not deleted before the transaction ends. 404 `media_not_found` for none, and
 * for a picture of another kind.
 */
export async function claimLogo(writer: Writer, mediaId: number): Promise<void> {
  if (!(await claimMedia(writer, mediaId, 'shop_logo'))) throw new ApiError('media_not_found');
}

/**
 * Whether a screenshot is there for a payment of somebody to refer to; it stays at least until the transaction ends. One
 * that they may not see is none: the payment would show it to them.
 */
export async function claimScreenshot(writer: Writer, mediaId: number, session: Session): Promise<boolean> {
  if (!(await claimMedia(writer, mediaId, 'payment_screenshot'))) return false;
  const picture = await findMedia(writer, mediaId);
  if (!picture) return false;
  return picture.created_by_id === session.staff.id || maySee(writer, session, picture);
}
