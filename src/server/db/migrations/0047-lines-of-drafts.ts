import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** Finds the drafts that have a unit: a line gets its warranty when its sale is completed. */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    'create index draft_lines_of_unit on transaction_items(inventory_item_id) where warranty_months is null',
  );
