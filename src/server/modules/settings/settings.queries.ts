import { ApiError } from '#contract/errors.ts';
import type { ChainSettings } from '#contract/settings.ts';
import { can } from '#domain/permissions.ts';
import type { Reader } from '../../db/access.ts';
import type { Approval, Session } from '../../http/call.ts';
import type { PictureOwner } from '../media/media.public.ts';
import { chainSettings } from './settings.usecases.ts';

/** The shop's pictures: everybody sees them, and the current logo cannot be deleted. */
export const logos: PictureOwner = {
  belongsTo: 'chain',
  maySee: () => Promise.resolve(true),
  isShown: async (reader, mediaId) => (await chainSettings(reader)).logo_id === mediaId,
  shownText: 'This picture is the shop’s logo',
};

/** An approval that a chain may require. */
type ApprovalSetting = keyof Pick<ChainSettings, 'approve_no_sale' | 'approve_colleague_cart'>;

/** 403 `approval_required` if the chain requires an approval and the caller neither brings nor may give one. */
export async function refuseUnapproved(
  reader: Reader,
  setting: ApprovalSetting,
  { session, approval }: { session: Session; approval?: Approval | null },
): Promise<void> {
  if (approval || can(session.staff, 'approvals.give')) return;
  if ((await chainSettings(reader))[setting]) throw new ApiError('approval_required');
}
