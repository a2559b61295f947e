import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

// Indexes for questions that took longer with every unit and order. A sale writes to neither of them.

/** Open orders are few beside those that a supplier has delivered. */
const OPEN_ORDERS = `create index orders_open on purchase_orders(supplier_id, status)
  where status in ('pending', 'partial')`;

/** Its condition is a column, too: without that, SQLite reads the IMEIs of all units for the few. */
const IMEIS_TWICE = `drop index imeis_twice;
  create index imeis_twice on unit_imeis(imei_key, duplicate_no) where duplicate_no > 0`;

export const up = (database: Kysely<unknown>) => runSql(database, `${OPEN_ORDERS};${IMEIS_TWICE}`);
