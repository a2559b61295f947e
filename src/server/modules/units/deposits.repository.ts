import { type ExpressionBuilder, sql } from 'kysely';
import type { Reader } from '../../db/access.ts';
import { compiledRows } from '../../db/compiled-query.ts';
import type { Tables } from '../../db/tables.ts';

// Payments on drafts hold their units to the end of the day. After that the money still stands there, and nobody else gets
// the unit without a word.

type Drafts = ExpressionBuilder<Tables & { draft: Tables['transactions'] }, 'draft'>;

/** Selects the payments of a draft that count. */
const countingPayments = (eb: Drafts) =>
  eb
    .selectFrom('payments as payment')
    .whereRef('payment.transaction_id', '=', 'draft.id')
    .where('payment.status', '<>', sql.lit('failed' as const))
    .where('payment.deleted_at', 'is', null);

/** True if a transaction, as `draft`, is one with payments that count; a literal, for the index of drafts. */
export const isPaidDraft = (eb: Drafts) =>
  eb.and([
    eb('draft.status', '=', sql.lit('draft' as const)),
    eb('draft.deleted_at', 'is', null),
    eb.exists(countingPayments(eb).select('payment.id')),
  ]);

/** True if payments stand on another draft that has the unit, held or not; a draft's lines have no warranty yet. */
export const isPaidForElsewhere = (
  eb: ExpressionBuilder<Tables, 'inventory_items'>,
  draftId: number | null,
) =>
  eb.exists(
    eb
      .selectFrom('transaction_items as line')
      .innerJoin('transactions as draft', 'draft.id', 'line.transaction_id')
      .select('line.id')
      .whereRef('line.inventory_item_id', '=', 'inventory_items.id')
      .where('line.warranty_months', 'is', null)
      .where(isPaidDraft)
      .$if(draftId !== null, (lines) => lines.where('draft.id', '<>', draftId ?? 0)),
  );

/** Selects the lines of drafts with payments; a draft's lines have no warranty yet. */
const paidLines = (reader: Reader) =>
  reader
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as draft', 'draft.id', 'line.transaction_id')
    .where('line.warranty_months', 'is', null)
    .where(isPaidDraft);

const findOfUnits = compiledRows((reader: Reader, unitIds: readonly number[]) =>
  paidLines(reader)
    .leftJoin('customers as customer', 'customer.id', 'draft.customer_id')
    .select([
      'line.inventory_item_id as unit_id',
      'draft.id',
      'draft.draft_number as transaction_number',
      'customer.name as customer',
    ])
    .select((eb) =>
      countingPayments(eb)
        .select((of) => sql<number>`cast(${of.fn.sum('payment.amount')} as bigint)`.as('amount'))
        .as('amount'),
    )
    .where('line.inventory_item_id', 'in', unitIds)
    .orderBy('draft.id'),
);

/** Selects the units that are in drafts with payments. */
export const selectPaidUnits = (reader: Reader) => paidLines(reader).select('line.inventory_item_id');

/** Finds the drafts with payments that have some units, with their customers and what was paid, the oldest first. */
export const findDeposits = (reader: Reader, unitIds: readonly number[]) =>
  unitIds.length === 0 ? Promise.resolve([]) : findOfUnits(reader, unitIds);
