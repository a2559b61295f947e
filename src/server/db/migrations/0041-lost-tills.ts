import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** When a till's computer was declared lost, and by whom, until another one takes its place. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'tills', [
    'lost_at bigint',
    'lost_by_id integer constraint till_loser references staff (id)',
  ]);
}
