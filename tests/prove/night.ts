import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/access.ts';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { callerWith } from '#tests/support/http.ts';
import { ask, startOwnCluster } from '#tests/support/postgres.ts';
import { Ledger, signInDirectly, type Report } from '#tests/support/proving.ts';
import { checkBooks } from '#tests/support/sale-books.ts';
import type { WireLock, WireSale, WireTransaction } from '#tests/support/selling.ts';
import { freePort, startProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { makeShop, makeStaff, makeUnits } from '#tests/support/shop.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import type { EngineName } from '#tests/support/test-databases.ts';

// A night of kills: clients sell on and on, each call under its key until it is answered, while server, database and disk
// fail by turns. In the morning each answered sale is there once, and no process has ended by itself.

const CLIENTS = 8;
const UNITS_A_MINUTE = 12_000;
const UNITS_AT_ONCE = 500;
/** Megabytes of the disk that is filled. */
const DISK = 256;
/** Milliseconds within which somebody sells again. */
const SELLING_AGAIN = 60_000;
/** Milliseconds before a call without an answer is sent again. */
const PATIENCE = 40;
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

/** Makes the shop; returns its clients' tokens and what they sell. */
async function openShop(database: Database, units: number) {
  const shop = await makeShop(database, { units: 1 });
  const place = { store_id: shop.store.id, product_variation_id: shop.variation.id };
  for (let made = 0; made < units; made += UNITS_AT_ONCE)
    await makeUnits(database, { count: UNITS_AT_ONCE, ...place });
  const tokens: string[] = [];
  while (tokens.length < CLIENTS) {
    const person = await makeStaff(database, { store_id: shop.store.id });
    tokens.push((await signInDirectly(database, person.id)).token);
  }
  return { tokens, variationId: shop.variation.id };
}

/** Sells one unit, sending each call until it is answered; any refusal but 503 breaks off the proof. */
async function sellOne(url: string, token: string, variationId: number, ledger: Ledger): Promise<WireSale> {
  const client = callerWith(url, token);
  const send = async <T>(address: string, body?: object): Promise<T> => {
    const key = randomUUID();
    for (;;) {
      const answer = await client.post<T>(address, body, { key }).catch(() => null);
      if (answer && answer.status < 300) return answer.body;
      if (answer && answer.status !== 503)
        throw new Error(`${address} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
      ledger.report.retries += 1;
      ledger.saw(answer ? `answered ${(answer.body as { code: string }).code}` : 'without an answer');
      await pause(PATIENCE);
    }
  };
  const lock = await send<WireLock>(`/pos/variations/${variationId}/lock-next`);
  const items = [{ inventory_item_id: lock.inventoryItem.id }];
  const draft = await send<WireTransaction>('/transactions', { items });
  await send(`/transactions/${draft.id}/payments`, { method: 'cash', amount: draft.total_amount });
  return send<WireSale>(`/transactions/${draft.id}/complete`, {});
}

/** Reads in the morning what is there. */
async function checkMorning(database: Database, sales: readonly WireSale[], ledger: Ledger): Promise<void> {
  const kept = await checkBooks(database, ledger);
  const numbers = new Set(sales.map(({ transaction }) => transaction.invoice_number));
  ledger.check(numbers.size === sales.length, 'Two sales were answered with one number');
  ledger.check(kept === sales.length, `${sales.length} sales were answered, ${kept} are there`);
  const { reader } = database;
  const rows = await reader
    .selectFrom('transactions')
    .select('invoice_number')
    .where('status', '=', 'completed')
    .execute();
  const found = new Set(rows.map(({ invoice_number }) => invoice_number));
  ledger.check(
    [...numbers].every((number) => found.has(number)),
    'A sale that was answered is lost',
  );
  const paid = await reader.selectFrom('payments').select('id').execute();
  ledger.check(
    paid.length === sales.length,
    `${sales.length} payments were answered, ${paid.length} are there`,
  );
}

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
    const { tokens, variationId } = await openShop(shop, Math.ceil(minutes * UNITS_A_MINUTE));
    await shop.close();
    server = await start();
    const { url } = server;
    const sales: WireSale[] = [];
    const end = performance.now() + minutes * 60_000;
    let isOver = false;
    const selling = Promise.all(
      tokens.map(async (token) => {
        while (!isOver) sales.push(await sellOne(url, token, variationId, ledger));
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
    await checkMorning(morning, sales, ledger);
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
