import { type ExpressionBuilder, sql } from 'kysely';
import type { Reader } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import type { Tables } from '../../db/tables.ts';

// Payments on drafts hold their units to the end of the day. After that the money still stands there, and nobody else gets
// the unit without a word.

/** Words the drafts and payments that count like their indexes; a draft's lines have no warranty yet. */
const isPaidDraft = (
  eb: ExpressionBuilder<
    Tables & {
      line: Tables['transaction_items'];
      draft: Tables['transactions'];
      payment: Tables['payments'];
    },
    'line' | 'draft' | 'payment'
  >,
) =>
  eb.and([
    eb('line.warranty_months', 'is', null),
    eb('draft.status', '=', sql.lit('draft' as const)),
    eb('draft.deleted_at', 'is', null),
    eb('payment.status', '<>', sql.lit('failed' as const)),
    eb('payment.deleted_at', 'is', null),
  ]);

/** True if payments stand on another draft that has the unit, held or not. */
export const isPaidForElsewhere = (
  eb: ExpressionBuilder<Tables, 'inventory_items'>,
  draftId: number | null,
) =>
  eb.exists(
    eb
      .selectFrom('transaction_items as line')
      .innerJoin('transactions as draft', 'draft.id', 'line.transaction_id')
      .innerJoin('payments as payment', 'payment.transaction_id', 'draft.id')
      .select('line.id')
      .whereRef('line.inventory_item_id', '=', 'inventory_items.id')
      .where(isPaidDraft)
      .$if(draftId !== null, (lines) => lines.where('draft.id', '<>', draftId ?? 0)),
  );

/** Finds the oldest other draft with payments that has a unit, with its customer and what was paid. */
export const findDeposit = compiledRow(
  (reader: Reader, { unitId, draftId }: { unitId: number; draftId: number | null }) =>
    reader
      .selectFrom('transaction_items as line')
      .innerJoin('transactions as draft', 'draft.id', 'line.transaction_id')
      .innerJoin('payments as payment', 'payment.transaction_id', 'draft.id')
      .leftJoin('customers as customer', 'customer.id', 'draft.customer_id')
      .select(['draft.id', 'draft.draft_number as transaction_number', 'customer.name as customer'])
      .select((eb) => sql<number>`cast(${eb.fn.sum('payment.amount')} as bigint)`.as('amount'))
      .where('line.inventory_item_id', '=', unitId)
      .where(isPaidDraft)
      .$if(draftId !== null, (lines) => lines.where('draft.id', '<>', draftId ?? 0))
      .groupBy(['draft.id', 'draft.draft_number', 'customer.name'])
      .orderBy('draft.id')
      .limit(1),
);
