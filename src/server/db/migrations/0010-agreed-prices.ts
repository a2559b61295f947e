import type { Kysely } from 'kysely';
import { addColumns } from './table.ts';

/** A line keeps whether somebody who may agreed to sell it below its lowest price. */
export const up = (database: Kysely<unknown>): Promise<void> =>
  addColumns(database, 'transaction_items', { floor_agreed: 'integer' });
