import { execFile, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { leaveToCaretaker } from './caretaker.ts';
import { scratchRoot } from './scratch-folder.ts';

/** A PostgreSQL for tests. */
export type TestCluster = {
  /** The URL of its own database, from which others are made. */
  server: string;
  /** The prefix of the names of databases that are made here. */
  prefix: string;
  /** Creates a database, empty or as a copy of another one without connections; returns its URL. */
  createDatabase: (template?: string) => Promise<string>;
};

const execFileAsync = promisify(execFile);

const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of PostgreSQL's programs on this machine, or null. */
export function findPrograms(): string | null {
  if (!existsSync(DEBIAN)) return null;
  const newest = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0];
  const folder = newest === undefined ? null : path.join(DEBIAN, newest, 'bin');
  return folder !== null && existsSync(path.join(folder, 'initdb')) ? folder : null;
}

/** Returns the account of PostgreSQL's package, under which it runs if we are root, as it refuses to run as root. */
function account(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const read = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: read('-u'), gid: read('-g') };
}

async function connected<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Asks a database past any server; returns the rows. */
export const ask = (url: string, text: string) =>
  connected(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

/** Copies the files of a template: PostgreSQL's other way, by its log, takes twice the work. */
async function copyTemplate(client: pg.Client, name: string, template: string): Promise<void> {
  const { rows } = await client.query<{ no: number }>(
    `select current_setting('server_version_num')::int as no`,
  );
  // Older ones know no other way.
  const strategy = (rows[0]?.no ?? 0) >= 150_000 ? 'strategy file_copy' : '';
  await client.query(`create database ${name} template ${template} ${strategy}`);
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Returns the URL of another database of a server. */
export function urlOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns a database's URL at the pooler of TEST_PG_POOLER, if there is one before the server; else unchanged. */
export function throughPooler(url: string): string {
  const pooler = process.env.TEST_PG_POOLER;
  return pooler ? urlOn(pooler, nameOf(url)) : url;
}

/** Returns a cluster that was started elsewhere. */
export function clusterAt(server: string, prefix: string): TestCluster {
  return {
    server,
    prefix,
    createDatabase: async (template) => {
      const name = `${prefix}_${randomBytes(6).toString('hex')}`;
      if (template === undefined) await ask(server, `create database ${name}`);
      else await connected(server, (client) => copyTemplate(client, name, template));
      return urlOn(server, name);
    },
  };
}

/** Drops a database, whoever is connected to it. */
export const dropDatabase = ({ server }: TestCluster, url: string) =>
  ask(server, `drop database if exists ${nameOf(url)} with (force)`);

/** Refuses connections to a database from now on, even autovacuum's: it can be copied at any time. Returns its name. */
export async function keepAsTemplate({ server }: TestCluster, url: string): Promise<string> {
  await ask(server, `alter database ${nameOf(url)} allow_connections false`);
  return nameOf(url);
}

export type OwnCluster = TestCluster & {
  stop: () => Promise<void>;
  /** The folder of its socket, which is its host's name in URLs. */
  folder: string;
  /** The account that it runs as; null for this process's own. */
  account: { uid: number; gid: number } | null;
  /** Starts a standby that follows this one, with all that it has; in a folder of another disk. */
  startStandby: (root?: string) => OwnCluster;
  /** Makes a standby the primary. */
  promote: () => Promise<void>;
  /** Throws all data away, and follows another one from now on; stopped or killed before. */
  follow: (primary: OwnCluster) => Promise<void>;
  /** Ends the server as `pg_ctl stop` does in a mode; the data stay. */
  shutDown: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Kills the server's first process, without a word to anybody. */
  killPostmaster: () => void;
  /** Signals all of the server's processes, as if its computer stood still, woke up, or lost its power. */
  signalAll: (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => void;
  /** Gives a folder to the account that the server runs as. */
  takeFolder: (folder: string) => void;
  /** Starts the server again. */
  startAgain: () => Promise<void>;
  /**
   * Stops the server cleanly and copies its data into a folder that must not exist yet; one of its databases is called
   * `kept` there.
   */
  keepAs: (folder: string, url: string) => Promise<void>;
};

const newPrefix = () => `test_${randomBytes(4).toString('hex')}`;

type Starting = {
  /** True to survive a power cut. */
  isDurable?: boolean;
  /** A folder of another cluster's data to start with. */
  kept?: string;
  /** The folder of a running cluster's socket, which it follows as its standby. */
  primary?: string;
  /** The folder in which it gets its own; one in memory by default. */
  root?: string | undefined;
};

/** Copies with owners and times, as fast as the file system can. */
function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', '--reflink=auto', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp failed: ${stderr}`);
}

function startThrowAway(
  programs: string,
  { isDurable = false, kept, primary, ...starting }: Starting,
): OwnCluster {
  const owner = account();
  // Kept data may be larger than memory.
  const root = starting.root ?? (isDurable || kept !== undefined ? os.tmpdir() : scratchRoot());
  const folder = mkdtempSync(path.join(root, 'tindahan-pg-'));
  const stop = leaveToCaretaker({ folder, cluster: { programs, owner } });
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const options: SpawnSyncOptions = { ...owner, cwd: '/', encoding: 'utf8' };
  const data = path.join(folder, 'data');
  const run = (program: string, args: string[]) => {
    const { status, stderr } = spawnSync(path.join(programs, program), args, options);
    if (status !== 0) throw new Error(`${program} failed: ${String(stderr)}`);
  };
  const copyOf = (host: string) => ['-h', host, '-U', 'tester', '-D', data, '-R', '-c', 'fast', '--no-sync'];
  if (primary !== undefined) run('pg_basebackup', copyOf(primary));
  else if (kept === undefined)
    run('initdb', [
      '-D',
      data,
      '-U',
      'tester',
      '--auth=trust',
      '--no-sync',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ]);
  else copyFolder(kept, data);
  const settings = `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=${isDurable ? 'on' : 'off'} -c max_connections=300${isDurable ? '' : ' -c full_page_writes=off -c max_wal_size=256MB'}`;
  const start = ['-D', data, '-w', '-o', settings, '-l', path.join(folder, 'log'), 'start'];
  run('pg_ctl', start);
  const server = `postgres://tester@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const keepAs = async (to: string, url: string) => {
    await ask(server, `alter database ${nameOf(url)} rename to kept`);
    run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']);
    copyFolder(data, to);
  };
  const runLater = (program: string, args: string[]) =>
    execFileAsync(path.join(programs, program), args, { ...owner, cwd: '/' });
  const postmaster = () => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const control = (args: string[]) => runLater('pg_ctl', args);
  const startAgain = async () => {
    // After a kill the start is refused until the last of its processes has ended.
    while (
      !(await control(start).then(
        () => true,
        () => false,
      ))
    );
  };
  return {
    ...clusterAt(server, newPrefix()),
    stop,
    folder,
    account: owner,
    startStandby: (other) => startThrowAway(programs, { primary: folder, root: other }),
    promote: async () => {
      await control(['-D', data, '-w', 'promote']);
    },
    follow: async ({ folder: host }) => {
      // Its last processes may still write.
      await rm(data, { recursive: true, force: true, maxRetries: 20 });
      await runLater('pg_basebackup', copyOf(host));
      await startAgain();
    },
    keepAs,
    shutDown: async (mode) => {
      await control(['-D', data, '-m', mode, '-w', 'stop']);
    },
    killPostmaster: () => process.kill(postmaster(), 'SIGKILL'),
    signalAll: (signal) => {
      const [name, pid] = [`-${signal.slice(3)}`, String(postmaster())];
      // The first one before all others: it would start new ones, or end with them.
      spawnSync('kill', [name, pid]);
      spawnSync('pkill', [name, '-P', pid]);
    },
    takeFolder: (taken) => {
      if (owner) chownSync(taken, owner.uid, owner.gid);
    },
    startAgain,
  };
}

/**
 * Starts a throw-away cluster of this machine's programs, or returns null without any; see startTestCluster. `kept` is a
 * folder that another one has made with `keepAs`.
 */
export function startOwnCluster(starting: Starting = {}): OwnCluster | null {
  const programs = findPrograms();
  return programs === null ? null : startThrowAway(programs, starting);
}

/**
 * Returns TEST_PG_URL's server, else a throw-away cluster of this machine's programs, else null. A throw-away cluster
 * does not survive a power cut, unless `isDurable`: measurements must pay for that. Everything made is removed by `stop`,
 * or when this process ends.
 */
export function startTestCluster({ isDurable = false }: Pick<Starting, 'isDurable'> = {}):
  | (TestCluster & Pick<OwnCluster, 'stop'>)
  | null {
  const server = process.env.TEST_PG_URL;
  if (server) {
    const databases = { server, prefix: newPrefix() };
    return { ...clusterAt(server, databases.prefix), stop: leaveToCaretaker({ databases }) };
  }
  return startOwnCluster({ isDurable });
}
