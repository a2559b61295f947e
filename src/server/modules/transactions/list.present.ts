import type { HeldDraft, TransactionRow } from '#contract/transactions.ts';
import { named } from '#domain/named.ts';
import type { DraftRow, HoldRow } from './held-drafts.repository.ts';
import type { ListedRow } from './list.repository.ts';

function buyerOf(row: ListedRow): TransactionRow['customer'] {
  const buyer = named(row.customer_id, row.customer_name);
  return buyer && { ...buyer, phone: row.customer_phone ?? '' };
}

export const presentListed = (row: ListedRow): TransactionRow => ({
  id: row.id,
  transaction_number: row.draft_number,
  draft_number: row.draft_number,
  invoice_number: row.invoice_number,
  status: row.status,
  staff: { id: row.staff_id, name: row.staff_name },
  store: { id: row.store_id, name: row.store_name },
  customer: buyerOf(row),
  subtotal: row.subtotal,
  discount_amount: row.discount_amount,
  tax_amount: row.tax_amount,
  total_amount: row.total_amount,
  balance_due: row.balance_due,
  refunded_amount: row.refunded_amount,
  items_count: row.items_count ?? 0,
  created_at: row.created_at,
  dated_at: row.dated_at,
  completed_at: row.completed_at,
  pending_amount: row.pending_amount,
});

/** A draft, and who works on it right now. */
export const presentHeldDraft = (row: DraftRow, hold: HoldRow | undefined): HeldDraft => ({
  id: row.id,
  transaction_number: row.draft_number,
  staff: { id: row.staff_id, name: row.staff_name },
  customer: named(row.customer_id, row.customer_name),
  items_count: row.items_count ?? 0,
  total_amount: row.total_amount,
  created_at: row.created_at,
  updated_at: row.updated_at,
  held_by: hold ? { id: hold.holder_id, name: hold.holder_name } : null,
  held_until: hold?.held_until ?? null,
});
