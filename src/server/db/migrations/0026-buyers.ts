import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** Whom the receipt of a sale names as its buyer. */
export const up = (database: Kysely<unknown>) =>
  addColumns(database, 'transactions', ['buyer_name text', 'buyer_tin text', 'buyer_address text']);
