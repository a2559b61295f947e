import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** A PostgreSQL for tests: every call of `createDatabase` answers the URL of an empty database of its own. */
export type TestCluster = { createDatabase: () => Promise<string>; stop: () => void };

const DEBIAN = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs on this machine, or null. */
function findPrograms(): string | null {
  if (!existsSync(DEBIAN)) return null;
  const newest = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0];
  const folder = newest === undefined ? null : path.join(DEBIAN, newest, 'bin');
  return folder !== null && existsSync(path.join(folder, 'initdb')) ? folder : null;
}

/** PostgreSQL refuses to run as root: then it runs as the account that its package has made. */
function account(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const read = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: read('-u'), gid: read('-g') };
}

let databases = 0;

async function createDatabaseOn(server: string): Promise<string> {
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function startThrowAway(programs: string, isDurable: boolean): TestCluster {
  const owner = account();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-pg-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const options: SpawnSyncOptions = { ...owner, cwd: '/', encoding: 'utf8' };
  const data = path.join(folder, 'data');
  const run = (program: string, args: string[]) => {
    const { status, stderr } = spawnSync(path.join(programs, program), args, options);
    if (status !== 0) throw new Error(`${program} failed: ${String(stderr)}`);
  };
  run('initdb', ['-D', data, '-U', 'tester', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']);
  const settings = `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=${isDurable ? 'on' : 'off'} -c max_connections=300`;
  run('pg_ctl', ['-D', data, '-w', '-o', settings, '-l', path.join(folder, 'log'), 'start']);
  const server = `postgres://tester@localhost/postgres?host=${encodeURIComponent(folder)}`;
  return {
    createDatabase: () => createDatabaseOn(server),
    stop: () => {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * TEST_PG_URL's server, else a throw-away cluster of this machine's programs, else null. A throw-away cluster forgets
 * what a power cut would take, unless `isDurable`: measurements must pay for it.
 */
export function startTestCluster({ isDurable = false } = {}): TestCluster | null {
  const server = process.env.TEST_PG_URL;
  if (server) return { createDatabase: () => createDatabaseOn(server), stop: () => undefined };
  const programs = findPrograms();
  return programs === null ? null : startThrowAway(programs, isDurable);
}
