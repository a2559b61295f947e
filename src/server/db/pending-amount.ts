import { sql, type RawBuilder } from 'kysely';
import type { PaymentStatus } from '#domain/payments.ts';

const sumOf = (transactionId: string, status: PaymentStatus): RawBuilder<number> =>
  sql<number>`(select cast(coalesce(sum(counted.amount), 0) as bigint) from payments as counted
    where counted.transaction_id = ${sql.ref(transactionId)}
      and counted.status = ${sql.lit(status)} and counted.deleted_at is null)`;

/** The sum of a transaction's pending payments, as a column of a query that has its id. */
export const pendingAmount = (transactionId: string): RawBuilder<number> => sumOf(transactionId, 'pending');

/** The sum of a draft's completed payments, as a column of a query over `sale`; 0 for what is no draft. */
export const paidOnDraft = (): RawBuilder<number> =>
  sql<number>`case when sale.status = 'draft' then ${sumOf('sale.id', 'completed')} else 0 end`;
