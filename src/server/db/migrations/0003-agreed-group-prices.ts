import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** The customer group whose prices below the lowest ones were agreed to in a cart. */
export const up = (database: Kysely<unknown>) =>
  addColumns(database, 'transactions', ['floor_agreed_group text']);
