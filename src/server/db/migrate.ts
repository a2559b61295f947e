import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { tillSells } from './migrations/0001-till-sells.ts';
import type { Tables } from './tables.ts';

const migrations = { '0001-till-sells': tillSells };

/** Brings a database to the newest shape; throws the first failing migration's error. */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
