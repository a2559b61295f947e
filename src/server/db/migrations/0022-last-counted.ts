import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** When a person scanned last in a count, and a unit of which product type. */
export const up = (database: Kysely<unknown>) =>
  addColumns(database, 'count_tallies', ['last_at bigint', 'last_type_id integer']);
