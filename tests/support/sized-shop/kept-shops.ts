import { createHash } from 'node:crypto';
import { constants, existsSync, globSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseLocation } from '#server/db/open.ts';
import { findPrograms, startOwnCluster, urlOn } from '../postgres.ts';
import type { EngineName } from '../test-databases.ts';
import { fillSizedShop, SEED } from './fill-sized-shop.ts';

// Shops of one size are made once and kept, so that every run starts with a copy; they are made anew when their sources
// change.

const PROJECT = path.resolve(import.meta.dirname, '../../..');
/** The sources of a filled shop, besides its size and seed. */
const MADE_BY = ['src/server/db/migrations', 'src/server/demo', 'src/domain', 'tests/support/sized-shop'];
const UNUSED_MS = 7 * 86_400_000;
const FOLDER = path.join(os.tmpdir(), 'tindahan-sized-shops');

function makersHash(): string {
  const hash = createHash('sha256').update(String(SEED));
  for (const folder of MADE_BY) {
    const files = globSync('**/*.ts', { cwd: path.join(PROJECT, folder) });
    for (const file of files.filter((name) => !name.endsWith('.test.ts')).sort()) {
      hash.update(file).update(readFileSync(path.join(PROJECT, folder, file)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

/** A run's own copy of a shop. */
export type SizedShop = { location: DatabaseLocation; remove: () => Promise<void> };

/** Deletes shops that were not used in a week: mostly those of older sources. */
async function forgetUnused(): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const folder = path.join(FOLDER, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > UNUSED_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a folder whole or not at all, so that an interrupted one is never used. */
async function keep(folder: string, make: (there: string) => Promise<void>): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  if (existsSync(folder)) return utimes(folder, new Date(), new Date());
  await forgetUnused();
  const making = await mkdtemp(path.join(FOLDER, 'making-'));
  try {
    await make(making);
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

async function openOnSqlite(kept: string, size: number): Promise<SizedShop> {
  await keep(kept, (dataDir) => fillSizedShop({ dataDir }, size));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const file = 'tindahan.db';
  await copyFile(path.join(kept, file), path.join(dataDir, file), constants.COPYFILE_FICLONE);
  return { location: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function makeKeptCluster(folder: string, size: number): Promise<void> {
  const cluster = startOwnCluster();
  if (!cluster) throw new Error('No PostgreSQL here');
  try {
    const databaseUrl = await cluster.createDatabase();
    await fillSizedShop({ dataDir: '', databaseUrl }, size);
    await cluster.keepAs(path.join(folder, 'data'), databaseUrl);
  } finally {
    await cluster.stop();
  }
}

async function openOnPostgres(kept: string, size: number): Promise<SizedShop | null> {
  if (findPrograms() === null) return null;
  await keep(kept, (folder) => makeKeptCluster(folder, size));
  const cluster = startOwnCluster({ kept: path.join(kept, 'data'), isDurable: true });
  if (!cluster) return null;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  return {
    location: { dataDir, databaseUrl: urlOn(cluster.server, 'kept') },
    remove: async () => {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Opens a copy of the shop of some size, which is filled first unless it was kept; null if the engine is missing here.
 */
export function openSizedShop(engine: EngineName, size: number): Promise<SizedShop | null> {
  const kept = path.join(FOLDER, `${engine}-${size}-${makersHash()}`);
  return engine === 'sqlite' ? openOnSqlite(kept, size) : openOnPostgres(kept, size);
}
