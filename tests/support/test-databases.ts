import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseLocation } from '#server/db/open.ts';
import { clusterAt, dropDatabase, startTestCluster, throughPooler, type TestCluster } from './postgres.ts';

/** Every engine that the API is tested on: a new one is a line here, with the means to make and copy its databases. */
export const engines = ['sqlite', 'postgresql'] as const;
export type EngineName = (typeof engines)[number];

/** The content of a database that is made once and copied: the newest tables, or the demo shop in them. */
export type Content = 'tables' | 'demo';

/** The shared databases of a test run (see database-templates.ts), as its workers get them in their environment. */
export type SharedDatabases = {
  /** The folder of all that the tests write; it is removed after the run. */
  folder: string;
  /** Null without PostgreSQL: then only the tests that need it fail. */
  cluster: Pick<TestCluster, 'server' | 'prefix'> | null;
  /** A data folder's SQLite file, or a database's name on the cluster. */
  templates: { sqlite: Record<Content, string>; postgresql: Record<Content, string> | null };
};

export const SHARED_DATABASES = 'TINDAHAN_SHARED_DATABASES';

/** Returns this run's shared databases; null outside of a run, as in `npm run prove`. */
export function sharedDatabases(): SharedDatabases | null {
  const shared = process.env[SHARED_DATABASES];
  return shared === undefined ? null : (JSON.parse(shared) as SharedDatabases);
}

let ownCluster: TestCluster | null = null;

function clusterOf(shared: SharedDatabases | null): TestCluster {
  if (shared?.cluster) return clusterAt(shared.cluster.server, shared.cluster.prefix);
  if (!shared) ownCluster ??= startTestCluster();
  if (!ownCluster)
    throw new Error('No PostgreSQL here. Set TEST_PG_URL, or install it: apt-get install postgresql');
  return ownCluster;
}

export type TestDatabase = { location: DatabaseLocation; remove: () => Promise<void> };

/**
 * Makes a place for a test's own database. It holds the requested content if a run shares it, else nothing: opening it
 * makes the tables anyway, and filling the demo shop does nothing if it is there.
 */
export async function makeTestDatabase(engine: EngineName, content?: Content): Promise<TestDatabase> {
  const shared = sharedDatabases();
  const dataDir = await mkdtemp(path.join(shared?.folder ?? os.tmpdir(), 'tindahan-data-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  const template = content && shared?.templates[engine]?.[content];
  if (engine === 'sqlite') {
    if (template) await copyFile(template, path.join(dataDir, 'tindahan.db'));
    return { location: { dataDir }, remove: removeFolder };
  }
  return makeOnCluster(clusterOf(shared), dataDir, template);
}

async function makeOnCluster(
  cluster: TestCluster,
  dataDir: string,
  template: string | undefined,
): Promise<TestDatabase> {
  const databaseUrl = throughPooler(await cluster.createDatabase(template));
  return {
    location: { dataDir, databaseUrl },
    remove: async () => {
      await dropDatabase(cluster, databaseUrl);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Copies a database that nobody has open, by the engine's own means, which write nothing into the copy. */
export async function copyTestDatabase({ dataDir, databaseUrl }: DatabaseLocation): Promise<TestDatabase> {
  const shared = sharedDatabases();
  const folder = await mkdtemp(path.join(shared?.folder ?? os.tmpdir(), 'tindahan-copy-'));
  if (databaseUrl !== undefined)
    return makeOnCluster(clusterOf(shared), folder, new URL(databaseUrl).pathname.slice(1));
  await copyFile(path.join(dataDir, 'tindahan.db'), path.join(folder, 'tindahan.db'));
  return { location: { dataDir: folder }, remove: () => rm(folder, { recursive: true, force: true }) };
}
