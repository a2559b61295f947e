import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/** The key by which the shop proves that it gave an invoice number, and the last time that a series was found behind. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'number_series', ['moved_at bigint', 'moved_from integer']);
  await runSql(
    database,
    `create table shop_keys (name text not null, secret text not null,
      constraint shop_keys_key primary key (name));
    insert into shop_keys (name, secret) values ('invoices', '${randomBytes(32).toString('base64url')}')`,
  );
}
