import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { call, callerWith, type Answer } from '#tests/support/http.ts';
import { urlOn } from '#tests/support/postgres.ts';
import { startPrimaryAndStandby, type PrimaryAndStandby } from '#tests/support/primary-and-standby.ts';
import { Ledger, signInDirectly, type Report } from '#tests/support/proving.ts';
import type { WireSale, WireTransaction } from '#tests/support/selling.ts';
import { freePort, startProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { makeStaff, makeUnits, makeVariation } from '#tests/support/shop.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { checkUnits, type UnitAnswer, type UnitCall, type UnitOperation } from './linearizability/unit.ts';
import {
  checkSold,
  insist,
  openShop,
  PATIENCE,
  persistAt,
  sellOne,
  stock,
  type Persist,
} from './selling-on.ts';

// Two servers over a primary and its synchronous standby, under tills that sell on and on, while all of these fail by turns.

const SHOP = 'shop';
/** Tills that sell, and tills that are after the same few units. */
const [SELLERS, RIVALS] = [12, 4];
const HOT_UNITS = 3;
/** Units that are there before each failure; a seller takes a pause after each sale. */
const UNITS = 1500;
const BREATH = 250;
/** Megabytes of the disk of each PostgreSQL: its log alone takes 256. */
const DISK = 1024;
/** Milliseconds within which everybody sells again; how long it takes is told, and nobody's measure. */
const SELLING_AGAIN = 120_000;

/** Units that some tills are after, with all calls and answers on each. */
class Rivalry {
  readonly histories = new Map<number, UnitOperation[]>();
  readonly sales: WireSale[] = [];

  constructor(units: readonly number[]) {
    for (const id of units) this.histories.set(id, []);
  }

  /** Makes a call on a unit and writes down when it was sent and answered, and what that means. */
  async note<T>(
    unit: number,
    input: UnitCall,
    sending: () => Promise<Answer<T>>,
    meaning: (answer: Answer<T>) => UnitAnswer,
  ): Promise<Answer<T>> {
    const called = performance.now();
    const answer = await sending();
    const operation = { called, returned: performance.now(), input, output: meaning(answer) };
    this.histories.get(unit)?.push(operation);
    return answer;
  }
}

/** 409 refuses what another one has; any other refusal breaks off the proof. */
function doneOrRefused({ status, body }: Answer<unknown>): UnitAnswer {
  if (status < 300) return 'done';
  if (status === 409) return 'refused';
  throw new Error(`Refused with ${status}: ${JSON.stringify(body)}`);
}

type WireUnit = { status: string; locked_by_id: number | null };

function seen({ status, body }: Answer<WireUnit>): UnitAnswer {
  if (status !== 200) throw new Error(`A unit was not read: ${status} ${JSON.stringify(body)}`);
  if (body.status === 'sold') return 'sold';
  return body.locked_by_id === null ? 'free' : `held by ${body.locked_by_id}`;
}

type Rival = {
  id: number;
  persist: Persist;
  refund: Persist;
  read: (id: number) => Promise<Answer<WireUnit>>;
};

/** Looks at one of the units, or tries to get it; sells what it got, or puts it back; and has some sales refunded. */
async function rivalOnce(rivalry: Rivalry, { id: person, persist, refund, read }: Rival): Promise<void> {
  const units = [...rivalry.histories.keys()];
  const unit = units[Math.floor(Math.random() * units.length)] ?? 0;
  const by = String(person);
  await rivalry.note(unit, { what: 'read' }, () => read(unit), seen);
  const locked = await rivalry.note(
    unit,
    { what: 'lock', by },
    () => persist(`/pos/inventory/${unit}/lock`),
    doneOrRefused,
  );
  if (locked.status === 409) return;
  if (Math.random() < 0.2) {
    const unlock = () => persist(`/pos/inventory/${unit}/unlock`);
    await rivalry.note(unit, { what: 'unlock', by }, unlock, doneOrRefused);
    return;
  }
  const items = [{ inventory_item_id: unit }];
  const draft = await insist<WireTransaction>(persist, '/transactions', { items });
  await insist(persist, `/transactions/${draft.id}/payments`, { method: 'cash', amount: draft.total_amount });
  const sale = String(draft.id);
  const complete = () => persist<WireSale>(`/transactions/${draft.id}/complete`, {});
  const sold = await rivalry.note(unit, { what: 'sell', by, sale }, complete, doneOrRefused);
  if (sold.status >= 300) return;
  rivalry.sales.push(sold.body);
  const lines = draft.transaction_items.map((line) => ({ id: line.id, disposition: 'available' }));
  const body = { reason: 'Rivalry', items: lines };
  const refunding = () => refund(`/transactions/${draft.id}/refund`, body);
  // Twice at once, each under a key of its own: one of them comes second.
  await Promise.all(
    [refunding, refunding].map((each) => rivalry.note(unit, { what: 'refund', sale }, each, doneOrRefused)),
  );
}

/** Reads at the servers in turn until it is answered. */
function readAt(urls: readonly string[], token: string, signal: AbortSignal): Rival['read'] {
  const clients = urls.map((url) => callerWith(url, token));
  return async (id) => {
    for (let turn = 0; ; turn += 1) {
      const client = clients[turn % clients.length];
      const answer = await client?.get<WireUnit>(`/inventory/${id}`).catch(() => null);
      if (answer && answer.status !== 503) return answer;
      await pause(PATIENCE, undefined, { signal });
    }
  };
}

/** Holds the sales' numbers, so that nobody can complete one. */
async function holdNumbers(both: PrimaryAndStandby, milliseconds: number): Promise<void> {
  const holder = new pg.Client({ connectionString: urlOn(both.primary().server, SHOP) });
  await holder.connect();
  await holder.query('begin; lock table number_series in exclusive mode');
  await pause(milliseconds);
  await holder.end();
}

/** Takes every connection that is free, also those that the servers had, and gives them back. */
async function useUpConnections(both: PrimaryAndStandby, milliseconds: number): Promise<void> {
  const taken: pg.Client[] = [];
  const pids: number[] = [];
  const take = async () => {
    const client = new pg.Client({ connectionString: urlOn(both.primary().server, SHOP) });
    client.on('error', () => undefined);
    await client.connect();
    taken.push(client);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    pids.push(...rows.map(({ pid }) => pid));
  };
  const takeAll = async () => {
    for (;;) {
      try {
        await take();
      } catch {
        return;
      }
    }
  };
  await takeAll();
  const others = `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> all ($1)`;
  await taken[0]?.query(others, [pids]);
  const since = performance.now();
  while (performance.now() - since < milliseconds) {
    await takeAll();
    await pause(PATIENCE);
  }
  for (const client of taken) await client.end();
}

type Form = {
  rounds: number;
  /** How many of the failures come in each round, and after how many rounds all of them do; 0: never. */
  failures: number;
  allEvery: number;
  /** Milliseconds of a lock. */
  lockFor: number;
};

/** Sells while primaries are killed and cut off, standbys promoted, servers killed, PostgreSQL restarted and tables locked. */
export async function proveFailover({ rounds, failures, allEvery, lockFor }: Form): Promise<Report> {
  const ledger = new Ledger('failover to a standby', 'postgresql');
  const { seen: counts } = ledger.report;
  const disks = [mountSmallDisk(DISK), mountSmallDisk(DISK)].filter((disk) => disk !== null);
  const both = startPrimaryAndStandby(disks.map((disk) => disk.folder));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-failover-'));
  const servers: ServerProcess[] = [];
  let opened: Database | null = null;
  const broken = new AbortController();
  const { signal } = broken;
  let isOver = false;
  try {
    await both.ask(`create database ${SHOP}`);
    const databaseUrl = both.urlOf(SHOP);
    const database = await openDatabase({ dataDir: path.join(folder, 'prover'), databaseUrl });
    opened = database;
    const shop = await openShop(database, { clients: SELLERS + RIVALS, units: UNITS });
    const { storeId: store_id } = shop;
    const manager = await makeStaff(database, { store_id, role: 'store_manager' });
    const { token: managers } = await signInDirectly(database, manager.id);
    const hot = await makeVariation(database, { retail_price: 100_000 });
    const place = { store_id, product_variation_id: hot.id };
    const rivalry = new Rivalry(
      (await makeUnits(database, { count: HOT_UNITS, ...place })).map(({ id }) => id),
    );
    await both.synchronize();
    const ports = [await freePort(), await freePort()];
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const start = async (no: number) => {
      const env = { PORT: String(ports[no]), DATABASE_URL: databaseUrl };
      servers[no] = await startProcess({ dataDir: path.join(folder, String(no)), env });
    };
    await Promise.all([start(0), start(1)]);
    const sales: WireSale[] = [];
    const working = Promise.all(
      shop.people.map(async ({ id, token }, no) => {
        const persist = persistAt(urls, token, ledger, signal);
        const refund = persistAt(urls, managers, ledger, signal);
        const read = readAt(no % 2 === 0 ? urls : urls.toReversed(), managers, signal);
        while (!isOver && !signal.aborted) {
          if (no < SELLERS) sales.push(await sellOne(persist, shop.variationId));
          else await rivalOnce(rivalry, { id, persist, refund, read });
          await pause(BREATH);
        }
      }),
    );
    let isBroken = false;
    working.catch(() => (isBroken = true));
    const sellAgain = async (what: string) => {
      const [before, since] = [sales.length, performance.now()];
      while (sales.length < before + SELLERS && !isBroken && performance.now() - since < SELLING_AGAIN)
        await pause(PATIENCE);
      const took = Math.round(performance.now() - since);
      if (took >= SELLING_AGAIN) throw new Error(`Nobody sold again after ${what}`);
      const name = `slowest to sell again after ${what}, ms`;
      counts[name] = Math.max(counts[name] ?? 0, took);
    };
    const areReady = async () => {
      for (const url of urls)
        while ((await call(url, 'GET', '/health/ready').catch(() => null))?.status !== 200)
          await pause(PATIENCE);
    };
    const turns: Record<string, () => Promise<void>> = {
      'the primary was killed and the standby promoted': async () => {
        both.primary().signalAll('SIGKILL');
        await both.promote();
      },
      'the primary was cut off and the standby promoted': async () => {
        const before = both.primary();
        before.signalAll('SIGSTOP');
        await both.promote();
        await areReady();
        // The line is mended: the old primary is there again, and takes nothing.
        before.signalAll('SIGCONT');
      },
      'a server was killed': async () => {
        const no = Math.floor(Math.random() * 2);
        await servers[no]?.end('SIGKILL');
        ledger.report.kills += 1;
        await start(no);
      },
      'PostgreSQL was restarted': async () => {
        await both.primary().shutDown('fast');
        await both.primary().startAgain();
      },
      'the numbers were locked': () => holdNumbers(both, lockFor),
      'the connections were used up': () => useUpConnections(both, lockFor),
      'the disk of the primary was full': async () => {
        const primary = both.primary();
        const disk = disks.find((each) => primary.folder.startsWith(each.folder));
        if (!disk) return ledger.saw('no disk could be mounted, and none was full');
        const refused = () => counts['answered unavailable'] ?? 0;
        const before = refused();
        disk.fill();
        while (refused() === before && !isBroken) await pause(PATIENCE);
        disk.makeRoom();
        // It ends by itself if its log has no room.
        if (await both.ask('select 1').catch(() => null)) return;
        await primary.shutDown('fast').catch(() => undefined);
        await primary.startAgain();
      },
    };
    for (let round = 0; round < rounds && !isBroken; round += 1) {
      const areAll = allEvery > 0 && round % allEvery === 0;
      for (const [what, fail] of Object.entries(turns).slice(0, areAll ? undefined : failures)) {
        await sellAgain('a rest');
        const primary = both.primary();
        await fail();
        ledger.saw(what);
        await sellAgain(what);
        if (both.primary() !== primary) {
          both.standby().signalAll('SIGKILL');
          await both.rejoin();
        }
        await both.synchronize();
        for (const { child } of servers)
          ledger.check(
            child.exitCode === null && child.signalCode === null,
            `A server ended by itself: ${child.exitCode ?? child.signalCode}`,
          );
        const { left } = await database.reader
          .selectFrom('inventory_items')
          .select(({ fn }) => fn.countAll<number>().as('left'))
          .where('status', '=', 'available')
          .executeTakeFirstOrThrow();
        await stock(database, shop, UNITS - left);
        if (isBroken) break;
      }
      ledger.report.rounds += 1;
    }
    isOver = true;
    await working;
    const all = [...sales, ...rivalry.sales];
    ledger.report.acknowledged = all.length;
    await checkSold(database, all, ledger);
    for (const finding of checkUnits(rivalry.histories)) ledger.check(false, finding);
    ledger.saw('calls in histories', [...rivalry.histories.values()].flat().length);
  } catch (error) {
    broken.abort();
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    for (const server of servers) await server.end('SIGKILL');
    await opened?.close();
    await both.stop();
    for (const disk of disks) disk.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  return ledger.close();
}
