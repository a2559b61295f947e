import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/** What waits for a manager is listed in the order of its weight: disputed lines, what was not recorded, the others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'offline_sales', ['settle_rank integer not null default 2']);
  await runSql(
    database,
    `update offline_sales set settle_rank = 1 where state <> 'recorded';
     update offline_sales set settle_rank = 0
       where state = 'recorded' and reasons_json like '%"code":"unit"%';
     drop index offline_sales_to_settle;
     create index offline_sales_to_settle on offline_sales(store_id, settle_rank, made_at, id) where is_open = 1`,
  );
}
