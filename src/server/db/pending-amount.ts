import { sql, type RawBuilder } from 'kysely';
import type { PaymentStatus } from '#domain/payments.ts';
import type { Reader } from './access.ts';

const sumOf = (transactionId: string, status: PaymentStatus): RawBuilder<number> =>
  sql<number>`(select cast(coalesce(sum(counted.amount), 0) as bigint) from payments as counted
    where counted.transaction_id = ${sql.ref(transactionId)}
      and counted.status = ${sql.lit(status)} and counted.deleted_at is null)`;

/** The sum of a transaction's pending payments, as a column of a query that has its id. */
export const pendingAmount = (transactionId: string): RawBuilder<number> => sumOf(transactionId, 'pending');

/** The sum of a draft's completed payments, as a column of a query over `sale`; 0 for what is no draft. */
export const paidOnDraft = (): RawBuilder<number> =>
  sql<number>`case when sale.status = 'draft' then ${sumOf('sale.id', 'completed')} else 0 end`;

/**
 * Selects the pending payments of completed sales that have a date: the caller asks for those that are late. Worded like the index of
 * pending payments.
 */
export const datedPayments = (reader: Reader) =>
  reader
    .selectFrom('payments as dated')
    .innerJoin('transactions as its', 'its.id', 'dated.transaction_id')
    .where(sql<boolean>`dated.status = 'pending' and dated.deleted_at is null`)
    .where('dated.expected_date', 'is not', null)
    .where('its.status', '=', 'completed');
