import type { HeldDraft } from '#contract/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { findDrafts, findHolds } from './held-drafts.repository.ts';
import { presentHeldDraft } from './list.present.ts';

const DRAFTS_MAX = 200;

/** The drafts of a store, the one that was saved last first, with whoever works on them at a till right now. */
export async function heldDrafts(reader: Reader, storeId: number, now: number): Promise<HeldDraft[]> {
  const drafts = await findDrafts(reader, storeId, DRAFTS_MAX);
  const draftIds = drafts.map((draft) => draft.id);
  const holds = new Map((await findHolds(reader, draftIds, now)).map((hold) => [hold.draft_id, hold]));
  return drafts.map((draft) => presentHeldDraft(draft, holds.get(draft.id)));
}
