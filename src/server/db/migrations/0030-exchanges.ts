import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** An exchange is a refund and a sale that name each other; the warranty of a unit that replaces another one runs on. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'refunds', ['exchange_transaction_id integer']);
  await addColumns(database, 'transactions', ['exchange_refund_id integer']);
  await addColumns(database, 'transaction_items', ['warranty_from bigint']);
}
