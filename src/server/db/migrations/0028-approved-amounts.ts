import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** The amount that an approval was given for; null for none. */
export const up = (database: Kysely<unknown>) => addColumns(database, 'approvals', ['amount bigint']);
