import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** Keeps scans that are not received yet by person and computer: two computers may share an account. */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `create table receipts_by_computer (
      supplier_transaction_id integer not null, staff_id integer not null, computer text not null,
      begun_at bigint not null, seen_at bigint not null, units_count integer not null, items text not null, codes text,
      constraint open_receipts_by_computer primary key (supplier_transaction_id, staff_id, computer),
      constraint open_receipt_of_order foreign key (supplier_transaction_id) references purchase_orders (id),
      constraint open_receipt_of_receiver foreign key (staff_id) references staff (id)
    );
    insert into receipts_by_computer
      (supplier_transaction_id, staff_id, computer, begun_at, seen_at, units_count, items, codes)
      select supplier_transaction_id, staff_id, 'unknown', begun_at, seen_at, units_count, items, codes from open_receipts;
    drop table open_receipts;
    alter table receipts_by_computer rename to open_receipts;
    create index open_receipts_seen on open_receipts(seen_at)`,
  );
