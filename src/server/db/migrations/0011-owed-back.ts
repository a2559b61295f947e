import type { Kysely } from 'kysely';
import { owedBack, paidAmount, refundShares } from '#domain/refunds.ts';
import type { Tables } from '../tables.ts';
import { addColumns, runSql } from './sql.ts';

/** Sets what is still to be given back of the sales that were refunded in part. */
async function fill(database: Kysely<Tables>): Promise<void> {
  const sales = await database
    .selectFrom('transactions')
    .select(['id', 'change_due', 'refunded_amount', 'subtotal', 'discount_amount', 'total_amount'])
    .where('status', '=', 'completed')
    .where('id', 'in', database.selectFrom('refunds').select('transaction_id'))
    .execute();
  for (const sale of sales) {
    const lines = await database
      .selectFrom('transaction_items')
      .select(['final_price', 'refunded_at'])
      .where('transaction_id', '=', sale.id)
      .orderBy('position')
      .execute();
    const payments = await database
      .selectFrom('payments')
      .select(['method', 'amount', 'status', 'deleted_at'])
      .where('transaction_id', '=', sale.id)
      .execute();
    const refunds = await database
      .selectFrom('refunds')
      .select('withheld')
      .where('transaction_id', '=', sale.id)
      .execute();
    const shares = refundShares({ ...sale, lines }, paidAmount(payments, sale.change_due));
    const owed_back = owedBack(shares, {
      back: new Set(lines.flatMap((line, index) => (line.refunded_at === null ? [] : [index]))),
      refunded: sale.refunded_amount,
      withheld: refunds.reduce((sum, refund) => sum + refund.withheld, 0),
    });
    await database.updateTable('transactions').set({ owed_back }).where('id', '=', sale.id).execute();
  }
}

/** What is to be given back of a sale, and indexes of the few sales that owe or are owed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'transactions', ['owed_back bigint not null default 0']);
  await fill(database as Kysely<Tables>);
  await runSql(
    database,
    `create index transactions_owing on transactions(store_id, balance_due)
       where balance_due > 0 and deleted_at is null;
     create index transactions_owed on transactions(store_id, owed_back)
       where owed_back > 0 and deleted_at is null`,
  );
}
