import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

/** A place of backups may be a bucket of an S3 server instead of a folder; null in all of these for a folder. */
export const up = (database: Kysely<unknown>) =>
  addColumns(database, 'backup_places', [
    'endpoint text',
    'region text',
    'bucket text',
    'prefix text',
    'key_id text',
    'secret text',
  ]);
