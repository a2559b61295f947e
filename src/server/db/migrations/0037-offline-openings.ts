import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** Shifts that tills opened without the server: their texts come as those of sales do. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'offline_sales', [
    "kind text not null default 'sale'",
    'shift_id integer constraint offline_opening_shift references shifts (id)',
  ]);
}
