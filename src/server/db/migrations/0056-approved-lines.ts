import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** The lines that an approval was given for, and the device that asked for it; null for none. */
export const up = (database: Kysely<unknown>) =>
  addColumns(database, 'approvals', ['item_ids text', 'device_hash text']);
