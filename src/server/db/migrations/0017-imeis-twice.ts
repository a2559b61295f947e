import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** Finds the few IMEIs that several units have, from before that was refused. */
export const up = (database: Kysely<unknown>) =>
  runSql(database, `create index imeis_twice on unit_imeis(imei_key) where duplicate_no > 0`);
