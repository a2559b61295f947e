import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { bundleServers } from './bundled-servers.ts';
import { leaveToCaretaker } from './caretaker.ts';
import { keepAsTemplate, startTestCluster, type TestCluster } from './postgres.ts';
import { giveQuickPasswords } from './quick-password.ts';
import { scratchRoot } from './scratch-folder.ts';
import { OPENING } from './server.ts';
import { SHARED_DATABASES, type Content, type SharedDatabases } from './test-databases.ts';

async function fill(location: DatabaseLocation, content: Content): Promise<void> {
  const database = await openDatabase(location);
  if (content === 'demo') {
    await fillDemoShop(database, OPENING);
    await giveQuickPasswords(database);
  }
  await database.close();
}

async function makeOnSqlite(folder: string, content: Content): Promise<string> {
  const dataDir = path.join(folder, content);
  await fill({ dataDir }, content);
  return path.join(dataDir, 'tindahan.db');
}

async function makeOnPostgres(cluster: TestCluster, content: Content): Promise<string> {
  const databaseUrl = await cluster.createDatabase();
  await fill({ dataDir: '', databaseUrl }, content);
  return keepAsTemplate(cluster, databaseUrl);
}

/**
 * Runs before the tests that need a database (vitest's globalSetup of their projects): one PostgreSQL for all of them,
 * and for each engine a database with the newest tables and one with the demo shop of OPENING, which every test server
 * copies; and the bundled servers. A second project gets the first one's.
 */
export default async function makeTemplates(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[SHARED_DATABASES]) return undefined;
  const folder = await mkdtemp(path.join(scratchRoot(), 'tindahan-databases-'));
  const removeFolder = leaveToCaretaker({ folder });
  const cluster = startTestCluster();
  const [, sqliteTables, sqliteDemo, ...postgresql] = await Promise.all([
    bundleServers(folder),
    makeOnSqlite(folder, 'tables'),
    makeOnSqlite(folder, 'demo'),
    ...(cluster ? [makeOnPostgres(cluster, 'tables'), makeOnPostgres(cluster, 'demo')] : []),
  ]);
  const shared: SharedDatabases = {
    folder,
    cluster: cluster && { server: cluster.server, prefix: cluster.prefix },
    templates: {
      sqlite: { tables: sqliteTables, demo: sqliteDemo },
      postgresql: cluster && { tables: postgresql[0] ?? '', demo: postgresql[1] ?? '' },
    },
  };
  process.env[SHARED_DATABASES] = JSON.stringify(shared);
  return async () => {
    await cluster?.stop();
    await removeFolder();
  };
}
