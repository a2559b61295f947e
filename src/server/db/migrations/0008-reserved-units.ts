import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** Until when a till works on a unit that its draft's payments reserve. */
export const up = (database: Kysely<unknown>) =>
  addColumns(database, 'inventory_items', ['till_lock_until bigint']);
