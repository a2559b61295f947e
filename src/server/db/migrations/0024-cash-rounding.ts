import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** What sales, voids and refunds were rounded by for want of smaller coins: nothing until now. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'transactions', [
    'cash_rounding bigint not null default 0',
    'void_rounding bigint not null default 0',
  ]);
  await addColumns(database, 'refunds', [
    'cash_rounding bigint not null default 0',
    'rounding_back bigint not null default 0',
  ]);
}
