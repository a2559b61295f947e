import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** Why a unit of a supplier return never went back, as when it was sold without the server before: `Sold as …`. */
export const up = (database: Kysely<unknown>) =>
  addColumns(database, 'supplier_return_items', ['never_left text']);
