import type { HeldDraft } from '#contract/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { findDrafts, findHolds } from './held-drafts.repository.ts';

const DRAFTS_MAX = 200;

/** The drafts of a store, the one that was saved last first, with whoever works on them at a till right now. */
export async function heldDrafts(reader: Reader, storeId: number, now: number): Promise<HeldDraft[]> {
  const drafts = await findDrafts(reader, storeId, DRAFTS_MAX);
  const draftIds = drafts.map((draft) => draft.id);
  const holds = new Map((await findHolds(reader, draftIds, now)).map((hold) => [hold.draft_id, hold]));
  return drafts.map(({ staff_id, staff_name, customer_id, customer_name, ...draft }) => {
    const hold = holds.get(draft.id);
    return {
      ...draft,
      transaction_number: draft.draft_number,
      items_count: draft.items_count ?? 0,
      staff: { id: staff_id, name: staff_name },
      customer:
        customer_id === null || customer_name === null ? null : { id: customer_id, name: customer_name },
      held_by: hold ? { id: hold.holder_id, name: hold.holder_name } : null,
      held_until: hold?.held_until ?? null,
    };
  });
}
