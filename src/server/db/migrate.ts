import fs from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Tables } from './tables.ts';

/** Every file there that begins with a number is a migration, in the order of the numbers. */
const migrationFolder = path.join(import.meta.dirname, 'migrations');

function refuseIgnored(file: string): void {
  if (/^\d/.test(file)) throw new Error(`The migration ${file} exports no up`);
}

/** Brings a database to the newest shape; throws the first failing migration's error. */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  const provider = new FileMigrationProvider({
    fs,
    path,
    migrationFolder,
    onFileIgnored: refuseIgnored,
  });
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (error) throw error;
}
