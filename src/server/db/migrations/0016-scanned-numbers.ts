import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** The numbers that are scanned of each unit of a product; null: what its type has. */
export const up = (database: Kysely<unknown>) => addColumns(database, 'products', ['scanned_numbers text']);
