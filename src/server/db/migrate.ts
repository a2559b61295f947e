import fs from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Tables } from './tables.ts';

/** Every file there that has an `up` is a migration, in the order of the file names. */
const migrationFolder = path.join(import.meta.dirname, 'migrations');

/** Brings a database to the newest shape; throws the first failing migration's error. */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (error) throw error;
}
