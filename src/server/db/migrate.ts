import fs from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { FileMigrationProvider, Migrator, type MigrationProvider } from 'kysely/migration';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Tables } from './tables.ts';

/** The folder of migrations: each file whose name begins with a number, in the order of the numbers. */
const migrationFolder = path.join(import.meta.dirname, 'migrations');

/** The first migration of every database since version 1.0.0. */
const FIRST = '0001-first-schema';

const BEFORE_FIRST = `This data was made by a version before 1.0.0, which this version cannot open.
Start this version with an empty data folder (and an empty database, where DATABASE_URL names one), or keep using the version that made the data.`;
const newerBy = (
  version: string,
) => `This data was made by ${version}, which this version, ${packageJson.version}, cannot open.
Start the newer version again, or put back the data from before its upgrade.`;

function refuseIgnored(file: string): void {
  if (/^\d/.test(file)) throw new Error(`The migration ${file} exports no up`);
}

/** Returns why a database with unknown migrations is refused, in words; null if it has none. */
async function refusalOf(database: Kysely<Tables>, provider: MigrationProvider): Promise<string | null> {
  const marks = (database as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name');
  const names = (await marks.execute()).map(({ name }) => name);
  const known = await provider.getMigrations();
  if (names.every((name) => name in known)) return null;
  return names.includes(FIRST) ? newerBy(await madeBy(database)) : BEFORE_FIRST;
}

/** Returns in words which version made the data. */
async function madeBy(database: Kysely<Tables>): Promise<string> {
  try {
    const { made_by } = await database.selectFrom('data_version').select('made_by').executeTakeFirstOrThrow();
    return `version ${made_by}`;
  } catch {
    // The newer version keeps it elsewhere.
    return 'a newer version';
  }
}

/** True if the database has migrations unknown here; Kysely compares the names before it runs any statement of these. */
const areMarksUnknown = (error: unknown) =>
  error instanceof Error && error.message.startsWith('corrupted migrations');

/** The migrations of this version. */
export const migrations: MigrationProvider = new FileMigrationProvider({
  fs,
  path,
  migrationFolder,
  onFileIgnored: refuseIgnored,
});

/** True if a database has data of an older version: some migrations were run on it, and some are still to come. */
export async function isUpgradeDue(database: Kysely<Tables>, provider: MigrationProvider): Promise<boolean> {
  const found = await new Migrator({ db: database, provider }).getMigrations();
  const isDone = found.map(({ executedAt }) => executedAt !== undefined);
  return isDone.includes(true) && isDone.includes(false);
}

/**
 * Brings a database to the newest schema, in the caller's transaction: a process that is killed in between must leave the
 * old schema whole. Throws the first failing migration's error.
 */
export async function migrate(
  database: Kysely<Tables>,
  provider: MigrationProvider = migrations,
): Promise<void> {
  const { error, results = [] } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (!error) {
    if (results.length > 0)
      await database.updateTable('data_version').set({ made_by: packageJson.version }).execute();
    return;
  }
  const refusal = areMarksUnknown(error) ? await refusalOf(database, provider) : null;
  throw refusal === null ? error : new Error(refusal, { cause: error });
}
