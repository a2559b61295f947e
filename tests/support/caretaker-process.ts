import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

// Waits until its standard input is closed everywhere, then removes the things that its argument names.

export type Estate = {
  /** A throw-away cluster that runs in the folder `data` of `folder`. */
  cluster?: { programs: string; owner: { uid: number; gid: number } | null };
  /** Databases of a server that keeps running. */
  databases?: { server: string; prefix: string };
  folder?: string;
};

const { cluster, databases, folder } = JSON.parse(process.argv[2] ?? '{}') as Estate;

async function dropAll({ server, prefix }: NonNullable<Estate['databases']>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  await client.end();
}

process.stdin.resume();
await once(process.stdin, 'end');
if (cluster && folder) {
  const stop = ['-D', path.join(folder, 'data'), '-m', 'immediate', 'stop'];
  spawnSync(path.join(cluster.programs, 'pg_ctl'), stop, { ...cluster.owner, cwd: '/' });
}
if (databases) await dropAll(databases);
if (folder) await rm(folder, { recursive: true, force: true });
