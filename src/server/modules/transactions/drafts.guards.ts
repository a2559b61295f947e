import { ApiError } from '#contract/errors.ts';
import type { Reader } from '../../db/access.ts';
import { refuseUnapproved } from '../settings/settings.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { findDraftOf, type TransactionRow } from './transactions.repository.ts';

/**
 * Refuses what is done to the cart of somebody else where the chain wants a manager to look: 403 `approval_required`. Whose
 * a cart is its draft says; who took it over is its owner from then on.
 */
export async function refuseColleaguesCart(
  reader: Reader,
  { staff_id }: Pick<TransactionRow, 'staff_id'>,
  caller: Pick<TillCaller, 'session' | 'approval'>,
): Promise<void> {
  if (staff_id === caller.session.staff.id) return;
  await refuseUnapproved(reader, 'approve_colleague_cart', caller);
}

/**
 * Refuses a second draft of one person for one customer; 409 `draft_exists` names the one there is. Walk-ins are exempt.
 * What two callers at once would both pass is stopped by the index `one_draft`; the second write is then run again.
 */
export async function refuseSecondDraft(
  reader: Reader,
  { staffId, customerId, draftId }: { staffId: number; customerId: number | null; draftId: number | null },
): Promise<void> {
  if (customerId === null) return;
  const other = await findDraftOf(reader, { staffId, customerId });
  if (!other || other.id === draftId) return;
  throw new ApiError('draft_exists', {
    details: { draft: { id: other.id, transaction_number: other.draft_number } },
  });
}
