import type { Kysely } from 'kysely';
import { addColumns } from './table.ts';

/** Where a sign-in last worked, so that people can tell their own apart. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'sessions', { store_id: 'integer' });
}
