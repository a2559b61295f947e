import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** The date of a store's last invoice: no later number gets an earlier one, whatever the clock says. */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `alter table number_series add column last_at bigint;
    update number_series set last_at =
      (select max(completed_at) from transactions where transactions.store_id = number_series.store_id)
      where kind = 'invoice'`,
  );
