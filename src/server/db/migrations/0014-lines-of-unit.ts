import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** All lines of a unit: its sales and drafts, and what the engine looks for before a unit is deleted. */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `drop index sold_lines_of_unit;
    create index lines_of_unit on transaction_items(inventory_item_id, id)`,
  );
