import { ApiError } from '#contract/errors.ts';
import type { Reader } from '../../db/access.ts';
import { findDraftOf } from './transactions.repository.ts';

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
