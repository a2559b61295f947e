import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseLocation } from '#server/db/open.ts';
import { clusterAt, dropDatabase, startTestCluster, throughPooler, type TestCluster } from './postgres.ts';

/** Every engine that the API is tested on: a new one is a line here, and what makes and copies its databases. */
export const engines = ['sqlite', 'postgresql'] as const;
export type EngineName = (typeof engines)[number];

/** What a database holds that is made once and copied: the newest tables, or the demo shop in them. */
export type Content = 'tables' | 'demo';

/** What a run of the tests shares (see database-templates.ts), as its workers get it in their environment. */
export type SharedDatabases = {
  /** For whatever the tests write; it is removed after the run. */
  folder: string;
  /** Null where there is no PostgreSQL: then only what needs it fails. */
  cluster: Pick<TestCluster, 'server' | 'prefix'> | null;
  /** A data folder's SQLite file, or a database's name on the cluster. */
  templates: { sqlite: Record<Content, string>; postgresql: Record<Content, string> | null };
};

export const SHARED_DATABASES = 'TINDAHAN_SHARED_DATABASES';

/** What this run shares; null outside of one, as in `npm run prove`. */
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
 * Makes a place for a database of one's own. It holds what is asked for where a run shares it, else nothing: who opens
 * it gets the tables anyway, and who wants the demo shop fills it, which does nothing where it is.
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
  const cluster = clusterOf(shared);
  const databaseUrl = throughPooler(await cluster.createDatabase(template));
  return {
    location: { dataDir, databaseUrl },
    remove: async () => {
      await dropDatabase(cluster, databaseUrl);
      await removeFolder();
    },
  };
}
