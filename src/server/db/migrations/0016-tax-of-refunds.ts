import { sql, type Kysely } from 'kysely';

/** The tax in what each refund took off its sale, rounded so that all of them together take back no more than its tax. */
async function fill(database: Kysely<unknown>): Promise<void> {
  const off = sql`sum(earlier.amount + earlier.written_off)`;
  const offUntil = (isEarlier: ReturnType<typeof sql>) =>
    sql`coalesce((select round(sale.tax_amount * 1.0 * ${off} / sale.total_amount) from refunds earlier
      where earlier.transaction_id = sale.id and ${isEarlier}), 0)`;
  const before = sql`(earlier.created_at < refunds.created_at
    or (earlier.created_at = refunds.created_at and earlier.id < refunds.id))`;
  await sql`update refunds set tax = (select cast(
      ${offUntil(sql`(${before} or earlier.id = refunds.id)`)} - ${offUntil(before)} as bigint)
      from transactions sale where sale.id = refunds.transaction_id)
    where transaction_id in (select id from transactions where total_amount > 0)`.execute(database);
}

/** What of a refund is tax, for the day's report. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column tax bigint not null default 0`.execute(database);
  await fill(database);
}
