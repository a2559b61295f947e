import type { Kysely } from 'kysely';
import { addUniqueNames } from './unique-names.ts';

/** The names of product types are unique in whatever case. */
export const up = (database: Kysely<unknown>): Promise<void> =>
  addUniqueNames(database, 'product_types', 'one_product_type_name');
