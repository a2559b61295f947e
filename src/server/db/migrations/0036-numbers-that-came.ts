import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/** How many numbers of a till's series came, and the last one that it told last: a till may be an older copy of itself. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const columns = ['came integer not null default 0', 'told_no integer not null default 0'];
  await addColumns(database, 'till_credentials', columns);
  await runSql(
    database,
    `update till_credentials set told_no = last_no, came = (
       select count(distinct sale.number) from offline_sales sale
       join tills till on till.id = sale.till_id
       where sale.till_id = till_credentials.till_id
         and sale.number like '%-' || till.code || till_credentials.letter || '-X%');
     create index offline_sales_of_credential on offline_sales(credential_id, made_at)`,
  );
}
