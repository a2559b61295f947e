import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** The zones that a store had one after the other; null while it had only that of now. */
export const up = (database: Kysely<unknown>) => addColumns(database, 'stores', ['zones_json text']);
