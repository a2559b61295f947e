import { spawnSync } from 'node:child_process';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { keptDump, keptVersions } from './kept-versions.ts';
import { sharedDatabases } from './test-databases.ts';

// A SQLite shop of the oldest kept version, and its upgrade in a process that may be killed.

const UPGRADE = path.join(import.meta.dirname, 'upgrade-and-die.ts');
const [oldest = ''] = keptVersions;

export const dataFile = (dataDir: string) => path.join(dataDir, 'tindahan.db');

/** Puts the shop of the oldest kept version into a folder. */
export function makeOldShop(dataDir: string): void {
  new BetterSqlite(dataFile(dataDir)).exec(keptDump(oldest, 'sqlite')).close();
}

/** Upgrades a shop; `before` is the number of the statement before which the process is killed. */
export function upgrade(
  dataDir: string,
  { before = Infinity, env = {} }: { before?: number; env?: object } = {},
) {
  const shared = sharedDatabases();
  return spawnSync(process.execPath, [UPGRADE, dataDir, String(before)], {
    encoding: 'utf8',
    env: {
      ...process.env,
      ...(shared && { NODE_COMPILE_CACHE: path.join(shared.folder, 'compiled') }),
      ...env,
    },
  });
}

/** Reads what an upgrade left, bypassing the server. */
export function stateOf(dataDir: string) {
  const file = new BetterSqlite(dataFile(dataDir), { readonly: true });
  const names = (text: string) => file.prepare<[], { name: string }>(text).all();
  const state = {
    migrations: names('select name from kysely_migration order by name').map(({ name }) => name),
    planted: names(`select name from sqlite_master where name like '%planted%' or name like '%_new'`).length,
    customers: names('select name from customers').map(({ name }) => name),
    whole: file.pragma('integrity_check', { simple: true }),
  };
  file.close();
  return state;
}
