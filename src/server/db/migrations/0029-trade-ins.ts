import { sql, type Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/**
 * Trade-ins at the till: who sold the unit, how it was paid for, its clearance, and the unit that goes back. What a unit
 * cost belongs to its stay: a sale whose unit was traded in since keeps what it had cost until then.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'trade_ins', [
    'number text',
    'seller_name text',
    'seller_address text',
    'seller_id_type text',
    'seller_id_number text',
    'payment_id integer',
    'payout_method text',
    'payout_amount bigint not null default 0',
    'payout_reference text',
    'cleared_at bigint',
    'cleared_by_id integer',
    'clearance text',
    'given_back_at bigint',
    'given_back_by_id integer',
  ]);
  await addColumns(database, 'transaction_items', ['cost bigint']);
  await runSql(
    database,
    `create index trade_ins_of_store on trade_ins(store_id, traded_in_at, id);
     create unique index trade_in_of_payment on trade_ins(payment_id) where payment_id is not null;
     drop index units_aside;
     create index units_aside on inventory_items(status, store_id, created_at, id)
     where status in ('in_transit', 'defective', 'on_hold', 'lost', 'returned')`,
  );
  const { rows } = await sql<{ line: number; paid: number | null; details: string | null }>`
    select trade_in.transaction_item_id as line, trade_in.paid, event.details_json as details from trade_ins as trade_in
    inner join unit_events as event on event.id = trade_in.id
    where trade_in.transaction_item_id is not null`.execute(database);
  for (const { line, paid, details } of rows) {
    const { cost } = JSON.parse(details ?? '{}') as { cost?: { before: number | null } };
    // An event names a cost only where it changed.
    const before = cost ? cost.before : paid;
    await sql`update transaction_items set cost = ${before} where id = ${line}`.execute(database);
  }
}
