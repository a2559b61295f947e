import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** What people have scanned of orders and not received yet. */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `create table open_receipts (
      supplier_transaction_id integer not null, staff_id integer not null,
      begun_at bigint not null, seen_at bigint not null, units_count integer not null, items text not null,
      constraint open_receipts_key primary key (supplier_transaction_id, staff_id),
      constraint open_receipt_order foreign key (supplier_transaction_id) references purchase_orders (id),
      constraint open_receipt_receiver foreign key (staff_id) references staff (id)
    );
    create index open_receipts_seen on open_receipts(seen_at)`,
  );
