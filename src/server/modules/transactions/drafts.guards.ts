import { ApiError } from '#contract/errors.ts';
import type { Reader } from '../../db/access.ts';
import { refuseUnapproved } from '../settings/settings.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { findHolder, findOtherTill, findOwner } from './held-drafts.repository.ts';
import { findDraftOf, type TransactionRow } from './transactions.repository.ts';

/**
 * Refuses work on a colleague's cart if the chain requires an approval: 403 `approval_required`. The draft names the
 * owner; whoever takes it over becomes the owner.
 */
export async function refuseColleaguesCart(
  reader: Reader,
  { staff_id }: Pick<TransactionRow, 'staff_id'>,
  caller: Pick<TillCaller, 'session' | 'approval'>,
): Promise<void> {
  if (staff_id === caller.session.staff.id) return;
  await refuseUnapproved(reader, 'approve_colleague_cart', caller);
}

/** Says so to whoever pays a sale that is another one than was shown. */
export const SALE_CHANGED =
  'This sale was changed meanwhile. Look at its items and its total, then press again';

/** Refuses a change of an outdated draft; 409 `draft_changed` names who has it now: its holder, else its owner. */
export async function refuseOutdated(
  reader: Reader,
  { id, version, staff_id }: TransactionRow,
  { seen, now, message }: { seen: number | undefined; now: number; message?: string },
): Promise<void> {
  if (seen === undefined || seen === version) return;
  const holder = await findHolder(reader, id, now);
  if (holder) throw new ApiError('draft_changed', { message, details: { held_by: holder } });
  const owner = await findOwner(reader, { staff_id });
  throw new ApiError('draft_changed', {
    message,
    details: owner ? { held_by: { name: owner.name, device: null } } : {},
  });
}

/** Refuses to resume a draft that another till has open; 409 `draft_open` names the person and the till. */
export async function refuseOpenElsewhere(
  reader: Reader,
  { id, draft_number }: Pick<TransactionRow, 'id' | 'draft_number'>,
  { session, now }: Pick<TillCaller, 'session' | 'now'>,
): Promise<void> {
  const held_by = await findOtherTill(reader, id, { sessionId: session.id, staffId: session.staff.id, now });
  if (!held_by) return;
  throw new ApiError('draft_open', { details: { held_by, draft: { id, transaction_number: draft_number } } });
}

/**
 * Refuses a person's second draft for a customer; 409 `draft_exists` names the existing one. Walk-ins are exempt. The
 * index `one_draft` stops two concurrent calls that both pass; the second write is then run again.
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
