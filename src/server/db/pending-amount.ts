import { sql, type RawBuilder } from 'kysely';

/** The sum of a transaction's pending payments, as a column of a query that has its id. */
export const pendingAmount = (transactionId: string): RawBuilder<number> =>
  sql<number>`(select cast(coalesce(sum(waiting.amount), 0) as bigint) from payments as waiting
    where waiting.transaction_id = ${sql.ref(transactionId)}
      and waiting.status = 'pending' and waiting.deleted_at is null)`;
