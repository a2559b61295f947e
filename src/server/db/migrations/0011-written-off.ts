import { sql, type Kysely } from 'kysely';

/** What was never received of sales that came back whole, with the refund that was their last. */
async function fill(database: Kysely<unknown>): Promise<void> {
  const received = sql`(select coalesce(sum(payment.amount), 0) from payments payment
    where payment.transaction_id = sale.id and payment.status = 'completed' and payment.deleted_at is null)`;
  const unpaid = sql`sale.total_amount - (${received} - sale.change_due)`;
  await sql`update refunds set written_off = (select cast(${unpaid} as bigint)
      from transactions sale where sale.id = refunds.transaction_id)
    where id in (select max(last.id) from refunds last
      join transactions sale on sale.id = last.transaction_id
      where sale.status = 'refunded' and ${unpaid} > 0 group by sale.id)`.execute(database);
  const ofCustomer = sql`from refunds join transactions sale on sale.id = refunds.transaction_id
    where sale.customer_id = customers.id and refunds.written_off <> 0`;
  await sql`update customers set total_spent = total_spent
      - (select cast(sum(refunds.written_off) as bigint) ${ofCustomer})
    where exists (select 1 ${ofCustomer})`.execute(database);
}

/** What customers owe no more after a refund: nobody paid it, so no refund gives it back, and no sale is left. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column written_off bigint not null default 0`.execute(database);
  await fill(database);
}
