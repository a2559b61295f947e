import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { signIn } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { startOwnCluster } from '#tests/support/postgres.ts';
import { sell, unitsOnSale, type WireTransaction } from '#tests/support/selling.ts';
import { startProcess } from '#tests/support/server-process.ts';

// The files of `deploy`, read by the programs that they are for.

const deploy = path.resolve(import.meta.dirname, '../../deploy');
const file = (name: string) => path.join(deploy, name);
const environment = { ...process.env, SHOP_ADDRESS: 'shop.example', DATABASE_PASSWORD: 'secret' };

function run(program: string, args: string[], options: object = {}): string {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    env: environment,
    encoding: 'utf8',
    ...options,
  });
  if (status !== 0) throw error ?? new Error(`${program} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

describe('the files for a chain', () => {
  it('are a proxy that Caddy takes', () => {
    run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file('Caddyfile')]);
  });

  it('are services that Compose takes, whose two servers name both databases', () => {
    const services = run('docker-compose', ['-f', file('compose.yaml'), 'config']);
    expect(services.match(/postgres:\/\/tindahan:secret@postgres-1,postgres-2\/tindahan\?/g)).toHaveLength(2);
  });

  it('are scripts that a shell takes', () => {
    for (const script of ['first-start.sh', 'follow.sh', 'nightly.sh']) run('sh', ['-n', file(script)]);
  });

  it('are a unit that systemd takes', () => {
    run('systemd-analyze', ['verify', file('tindahan.service')]);
  });
});

describe('a database that pgBackRest backs up', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tindahan-pgbackrest-'));
  const cluster = startOwnCluster();
  afterAll(async () => {
    await cluster?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('is back with every sale up to the last archived moment, and the server goes on by itself', async () => {
    if (!cluster) throw new Error('No PostgreSQL here');
    cluster.takeFolder(root);
    const data = path.join(cluster.folder, 'data');
    // As it is shipped, but for the places and the names.
    const own: Record<string, string> = {
      'repo1-path': path.join(root, 'archive'),
      'pg1-path': data,
      'pg1-socket-path': cluster.folder,
      'pg1-user': 'tester',
      'pg1-database': 'postgres',
    };
    const shipped = readFileSync(file('pgbackrest.conf'), 'utf8');
    const placed = shipped.replaceAll(/^(\S+)=.*$/gm, (line, name: string) =>
      name in own ? `${name}=${own[name]}` : line,
    );
    const folders = ['lock', 'log'].map((name) => `${name}-path=${path.join(root, name)}`);
    const config = path.join(root, 'pgbackrest.conf');
    writeFileSync(config, placed.replace('[global]', ['[global]', ...folders].join('\n')));
    const pgBackRest = (command: string, ...more: string[]) =>
      run('pgbackrest', [`--config=${config}`, '--stanza=tindahan', ...more, command], {
        ...cluster.account,
        cwd: '/',
      });
    const ask = async (text: string) => {
      const client = new pg.Client({ connectionString: cluster.server });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text)).rows;
      } finally {
        await client.end();
      }
    };

    const [, archive = ''] =
      /^archive_command = '(.*)'$/m.exec(readFileSync(file('postgresql.conf'), 'utf8')) ?? [];
    await ask('alter system set archive_mode = on');
    await ask(
      `alter system set archive_command = '${archive.replace('pgbackrest', `pgbackrest --config=${config}`)}'`,
    );
    await cluster.shutDown('fast');
    await cluster.startAgain();
    pgBackRest('stanza-create');
    pgBackRest('check');

    const dataDir = path.join(root, 'server');
    mkdirSync(dataDir);
    const databaseUrl = await cluster.createDatabase();
    const server = await startProcess({ dataDir, args: ['--demo'], env: { DATABASE_URL: databaseUrl } });
    onTestFinished(async () => {
      await server.end('SIGKILL');
    });
    const enter = () => signIn(server.url, 'store_manager@demo.test', undefined, unlessBusy);
    const manager = await enter();
    pgBackRest('backup', '--type=full');
    const { transaction } = await sell(manager, await unitsOnSale(manager, 1));
    const [{ file: segment } = {}] = await ask('select pg_walfile_name(pg_switch_wal()) as file');
    const archived = async () =>
      (await ask('select last_archived_wal as last from pg_stat_archiver'))[0]?.last;
    await expect
      .poll(async () => String(await archived()) >= String(segment), { timeout: 30_000 })
      .toBe(true);

    await cluster.shutDown('immediate');
    rmSync(data, { recursive: true });
    pgBackRest('restore');
    await cluster.startAgain();
    const back = async () => {
      const { status, body } = await manager.get<WireTransaction>(`/transactions/${transaction.id}`);
      return status === 200 ? body.invoice_number : status;
    };
    await expect.poll(back, { timeout: 60_000 }).toBe(transaction.invoice_number);
    // Reads are answered before the database has taken in all of its log.
    const isRecovered = async () => (await ask('select not pg_is_in_recovery() as done'))[0]?.done;
    await expect.poll(isRecovered, { timeout: 60_000 }).toBe(true);
    expect((await sell(manager, await unitsOnSale(manager, 1))).transaction.invoice_number).not.toBe(
      transaction.invoice_number,
    );
  });
});
