import type { Kysely } from 'kysely';
import { addUniqueNames } from './unique-names.ts';

/** The names of manufacturers are unique in whatever case. */
export const up = (database: Kysely<unknown>): Promise<void> =>
  addUniqueNames(database, 'manufacturers', 'one_manufacturer_name');
