import { sql } from 'kysely';
import type { PaymentStatus } from '#domain/payments.ts';
import type { Reader } from '../../db/access.ts';
import { storeOfPayment } from './payments.repository.ts';

/** A store's day: epoch milliseconds from its start to the start of the next one. */
export type StoreDay = { storeId: number; from: number; to: number };

/** Milliseconds of a quarter of an hour: the hours of every time zone begin at one. */
const QUARTER = 900_000;

/** A whole number on both engines: `sum` makes another type of bigints on PostgreSQL, and null of nothing. */
const total = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;
const count = sql<number>`cast(count(*) as integer)`;

/**
 * Finds the sales completed within a day by the quarter of an hour, whatever became of them; `at` is when the first of
 * them was completed, `voided` and `voided_total` are those that were voided on the same day. Quarters are split at the
 * `changes` of the store's zone: what was sold before and after belongs to different hours.
 */
export function findSalesByQuarter(
  reader: Reader,
  { storeId, from, to }: StoreDay,
  changes: readonly number[] = [],
) {
  const quarter = sql<number>`completed_at / ${sql.lit(QUARTER)}`;
  const splits = changes.filter((at) => at > from && at < to && at % QUARTER > 0);
  return reader
    .selectFrom('transactions')
    .select([
      sql<number>`min(completed_at)`.as('at'),
      count.as('count'),
      total('total_amount').as('total'),
      sql<number>`cast(sum(case when discount_amount > 0 then 1 else 0 end) as integer)`.as('discounted'),
      total('discount_amount').as('discount'),
      total('tax_amount').as('tax'),
      sql<number>`cast(sum(case when voided_at < ${to} then 1 else 0 end) as integer)`.as('voided'),
      sql<number>`cast(sum(case when voided_at < ${to} then total_amount else 0 end) as bigint)`.as(
        'voided_total',
      ),
      sql<number | null>`min(invoice_no)`.as('first_no'),
      sql<number | null>`max(invoice_no)`.as('last_no'),
    ])
    .where('store_id', '=', storeId)
    .where('completed_at', '>=', from)
    .where('completed_at', '<', to)
    .groupBy([quarter, ...splits.map((at) => sql<boolean>`completed_at >= ${sql.lit(at)}`)])
    .orderBy('at')
    .execute();
}

export type Quarter = Awaited<ReturnType<typeof findSalesByQuarter>>[number];

/** A void or a refund: when its sale was completed, when it happened, and what it takes off the sales. */
export type TakenBack = { completed_at: number; at: number; total: number };

/** Finds the voids and refunds of a day, whenever their sales were. */
export async function findTakenBack(reader: Reader, { storeId, from, to }: StoreDay): Promise<TakenBack[]> {
  const voids = await reader
    .selectFrom('transactions')
    .select(['completed_at', 'voided_at as at', 'total_amount as total'])
    .where('store_id', '=', storeId)
    .where('voided_at', '>=', from)
    .where('voided_at', '<', to)
    .$narrowType<{ completed_at: number; at: number }>()
    .execute();
  const refunds = await reader
    .selectFrom('refunds')
    .innerJoin('transactions', 'transactions.id', 'refunds.transaction_id')
    .select([
      'transactions.completed_at',
      'refunds.created_at as at',
      sql<number>`refunds.amount + refunds.written_off`.as('total'),
    ])
    .where('refunds.store_id', '=', storeId)
    .where('refunds.created_at', '>=', from)
    .where('refunds.created_at', '<', to)
    .$narrowType<{ completed_at: number }>()
    .execute();
  return [...voids, ...refunds];
}

/** Finds the sales completed within a day that had refunds on it: their totals, and what the refunds took off. */
export function findRefunded(reader: Reader, { storeId, from, to }: StoreDay) {
  const kept = reader
    .selectFrom('transaction_items as line')
    .select('line.id')
    .where('line.transaction_id', '=', sql.ref<number>('sale.id'))
    .where((eb) => eb.or([eb('line.refunded_at', 'is', null), eb('line.refunded_at', '>=', to)]));
  return reader
    .selectFrom('refunds')
    .innerJoin('transactions as sale', 'sale.id', 'refunds.transaction_id')
    .select([
      'sale.total_amount as total',
      sql<number>`cast(sum(refunds.amount + refunds.written_off) as bigint)`.as('taken_off'),
    ])
    .select(sql<number>`case when exists ${kept} then 1 else 0 end`.as('is_kept'))
    .where('refunds.store_id', '=', storeId)
    .where('refunds.created_at', '>=', from)
    .where('refunds.created_at', '<', to)
    .where('sale.store_id', '=', storeId)
    .where('sale.completed_at', '>=', from)
    .groupBy(['sale.id', 'sale.total_amount'])
    .execute();
}

/** Sums up the sales voided within a day, and their tax. */
export function tallyVoids(reader: Reader, { storeId, from, to }: StoreDay) {
  return reader
    .selectFrom('transactions')
    .select([count.as('count'), total('total_amount').as('total'), total('tax_amount').as('tax')])
    .where('store_id', '=', storeId)
    .where('voided_at', '>=', from)
    .where('voided_at', '<', to)
    .executeTakeFirstOrThrow();
}

export function tallyRefunds(reader: Reader, { storeId, from, to }: StoreDay) {
  return reader
    .selectFrom('refunds')
    .select([
      count.as('count'),
      total('amount').as('total'),
      total('written_off').as('written_off'),
      total('tax').as('tax'),
    ])
    .where('store_id', '=', storeId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .executeTakeFirstOrThrow();
}

/** The column that dates a payment that has not come in; those that have are till entries. */
const DAY_OF = {
  pending: 'payments.created_at',
  failed: 'payments.failed_at',
} as const satisfies Record<Exclude<PaymentStatus, 'completed'>, string>;

/** Sums up the payments of a day in a status, by method; without deleted ones and those of deleted drafts. */
export function tallyPayments(reader: Reader, status: keyof typeof DAY_OF, { storeId, from, to }: StoreDay) {
  return reader
    .selectFrom('payments')
    .innerJoin('transactions', 'transactions.id', 'payments.transaction_id')
    .select(['payments.method', count.as('count'), total('payments.amount').as('total')])
    .where(storeOfPayment, '=', storeId)
    .where('transactions.deleted_at', 'is', null)
    .where('payments.deleted_at', 'is', null)
    .where('payments.status', '=', sql.lit(status))
    .where(DAY_OF[status], '>=', from)
    .where(DAY_OF[status], '<', to)
    .groupBy('payments.method')
    .execute();
}
