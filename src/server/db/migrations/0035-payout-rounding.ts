import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/**
 * An entry of what was paid out for a traded-in unit keeps by how much its cash was rounded up: by what the payout exceeds
 * the agreed amount less what that paid for a sale.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'till_entries', ['cash_rounding bigint not null default 0']);
  await runSql(
    database,
    `update till_entries set cash_rounding = quantity * coalesce((
       select max(trade_in.payout_amount - trade_in.paid + coalesce(payment.amount, 0))
       from trade_ins as trade_in left join payments as payment on payment.id = trade_in.payment_id
       where trade_in.store_id = till_entries.store_id and trade_in.number = till_entries.reason
     ), 0)
     where kind = 'trade_in' and method = 'cash'`,
  );
}
