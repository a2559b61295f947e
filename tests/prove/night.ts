import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { ask, startOwnCluster } from '#tests/support/postgres.ts';
import { Ledger, type Report } from '#tests/support/proving.ts';
import type { WireSale } from '#tests/support/selling.ts';
import { freePort, startProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import type { EngineName } from '#tests/support/test-databases.ts';
import { checkSold, openShop, PATIENCE, persistAt, sellOne } from './selling-on.ts';

// A night of kills: clients sell on and on, each call under its key until it is answered, while server, database and disk
// fail by turns. In the morning each answered sale is there once, and no process has ended by itself.

const CLIENTS = 8;
const UNITS_A_MINUTE = 12_000;
/** Megabytes of the disk that is filled. */
const DISK = 256;
/** Milliseconds within which somebody sells again. */
const SELLING_AGAIN = 60_000;
/** Milliseconds between two failures. */
const [LEAST_PAUSE, PAUSE] = [200, 1300];
/** Milliseconds that a disk stays full. */
const FULL_FOR = 1500;

type Place = {
  location: DatabaseLocation;
  failures: Record<string, () => Promise<unknown>>;
  close: () => Promise<void>;
};
type Disk = NonNullable<ReturnType<typeof mountSmallDisk>>;

async function fillForAWhile(disk: Disk): Promise<void> {
  disk.fill();
  await pause(FULL_FOR);
  disk.makeRoom();
}

/** A cluster of its own, which loses connections, processes and, for the busiest tables, room. */
async function onPostgres(disk: Disk): Promise<Place> {
  const cluster = startOwnCluster();
  if (!cluster) throw new Error('No PostgreSQL here');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tindahan-night-'));
  const databaseUrl = await cluster.createDatabase();
  const location = { dataDir, databaseUrl };
  await (await openDatabase(location)).close();
  const space = path.join(disk.folder, 'space');
  mkdirSync(space);
  cluster.takeFolder(space);
  await ask(databaseUrl, `create tablespace small location '${space}'`);
  for (const table of ['audit_log', 'payments', 'transactions'])
    await ask(databaseUrl, `alter table ${table} set tablespace small`);
  return {
    location,
    failures: {
      'the disk was full': () => fillForAWhile(disk),
      'a connection was killed': async () => {
        const [{ pid } = {}] = await ask(
          databaseUrl,
          `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           order by query_start desc limit 1`,
        );
        process.kill(Number(pid), 'SIGKILL');
      },
      'the database’s first process was killed': async () => {
        cluster.killPostmaster();
        await cluster.startAgain();
      },
      'the database was stopped at once': async () => {
        await cluster.shutDown('immediate');
        await cluster.startAgain();
      },
      'the database was restarted': async () => {
        await cluster.shutDown('fast');
        await cluster.startAgain();
      },
    },
    close: async () => {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const onSqlite = (disk: Disk): Promise<Place> =>
  Promise.resolve({
    location: { dataDir: disk.folder },
    failures: { 'the disk was full': () => fillForAWhile(disk) },
    close: () => Promise.resolve(),
  });

/** Sells for some minutes while everything fails by turns. */
export async function proveNight(engine: EngineName, { minutes }: { minutes: number }): Promise<Report> {
  const ledger = new Ledger('a night of kills', engine);
  const disk = mountSmallDisk(DISK);
  if (!disk) return { ...ledger.close(), skipped: 'Mounting a disk that can be full needs root on Linux' };
  const place = await (engine === 'sqlite' ? onSqlite : onPostgres)(disk);
  const { location, failures } = place;
  const port = await freePort();
  const start = () =>
    startProcess({
      dataDir: location.dataDir,
      env: {
        PORT: String(port),
        ...(location.databaseUrl !== undefined && { DATABASE_URL: location.databaseUrl }),
      },
    });
  let server: ServerProcess | undefined;
  try {
    const shop = await openDatabase(location);
    const units = Math.ceil(minutes * UNITS_A_MINUTE);
    const { people, variationId } = await openShop(shop, { clients: CLIENTS, units });
    await shop.close();
    server = await start();
    const { url } = server;
    const sales: WireSale[] = [];
    const end = performance.now() + minutes * 60_000;
    let isOver = false;
    const selling = Promise.all(
      people.map(async ({ token }) => {
        const persist = persistAt([url], token, ledger);
        while (!isOver) sales.push(await sellOne(persist, variationId));
      }),
    );
    let isBroken = false;
    selling.catch(() => (isBroken = true));
    const turns = Object.entries({
      ...failures,
      'the server was killed': async () => {
        await server?.end('SIGKILL');
        ledger.report.kills += 1;
        server = await start();
      },
    });
    for (let turn = 0; performance.now() < end && !isBroken; turn += 1) {
      await pause(LEAST_PAUSE + Math.random() * PAUSE);
      const { exitCode, signalCode } = server.child;
      ledger.check(
        exitCode === null && signalCode === null,
        `The server ended by itself: ${exitCode ?? signalCode}`,
      );
      const [what = '', fail] = turns[turn % turns.length] ?? [];
      await fail?.();
      ledger.saw(what);
      ledger.report.rounds += 1;
      const [before, failedAt] = [sales.length, performance.now()];
      while (sales.length < before + CLIENTS && !isBroken && performance.now() - failedAt < SELLING_AGAIN)
        await pause(PATIENCE);
      const took = Math.round(performance.now() - failedAt);
      ledger.check(took < SELLING_AGAIN, `Nobody sold again within a minute after ${what}`);
      const { seen } = ledger.report;
      seen['slowest to sell again, ms'] = Math.max(seen['slowest to sell again, ms'] ?? 0, took);
    }
    isOver = true;
    await selling;
    ledger.report.acknowledged = sales.length;
    ledger.check(server.child.exitCode === null, 'The server ended by itself');
    await server.end('SIGTERM');
    const morning = await openDatabase(location);
    await checkSold(morning, sales, ledger);
    await morning.close();
  } catch (error) {
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await server?.end('SIGKILL');
    await place.close();
    disk.remove();
  }
  return ledger.close();
}
