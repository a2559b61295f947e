import { heldDraft, transactionRow, type HeldDraft, type TransactionRow } from '#contract/transactions.ts';
import { namedOrNull } from '#domain/named.ts';
import { toShape } from '../../http/to-shape.ts';
import type { DraftRow, HoldRow } from './held-drafts.repository.ts';
import type { ListedRow } from './list.repository.ts';

function buyerOf(row: ListedRow): TransactionRow['customer'] {
  const buyer = namedOrNull(row.customer_id, row.customer_name);
  return buyer && { ...buyer, phone: row.customer_phone ?? '' };
}

export const presentListed = (row: ListedRow): TransactionRow =>
  toShape(transactionRow, row, {
    transaction_number: row.draft_number,
    staff: { id: row.staff_id, name: row.staff_name },
    store: { id: row.store_id, name: row.store_name },
    customer: buyerOf(row),
    items_count: row.items_count ?? 0,
  });

/** A draft, and who works on it right now. */
export const presentHeldDraft = (row: DraftRow, hold: HoldRow | undefined): HeldDraft =>
  toShape(heldDraft, row, {
    transaction_number: row.draft_number,
    staff: { id: row.staff_id, name: row.staff_name },
    customer: namedOrNull(row.customer_id, row.customer_name),
    items_count: row.items_count ?? 0,
    held_by: hold ? { id: hold.holder_id, name: hold.holder_name } : null,
    held_until: hold?.held_until ?? null,
  });
