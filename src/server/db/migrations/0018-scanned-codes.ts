import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** JSON: the codes of the units in an open receipt; null where its computer does not tell them. */
export const up = (database: Kysely<unknown>) => addColumns(database, 'open_receipts', ['codes text']);
