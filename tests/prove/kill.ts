import type { Database } from '#server/db/access.ts';
import { call } from '#tests/support/http.ts';
import { isFinished, openKilledTill, type KilledTill } from '#tests/support/killed-till.ts';
import {
  proveOn,
  signInDirectly,
  withDatabase,
  type Ground,
  type Ledger,
  type Report,
} from '#tests/support/proving.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { makeShop, makeStaff, makeUnits } from '#tests/support/shop.ts';
import type { EngineName } from '#tests/support/test-databases.ts';
import { checkCounts, checkKept, countInterrupted, repeat } from './kill-checks.ts';

const TILLS = 4;
const FEWEST_CALLS = 3;
const MOST_CALLS = 40;
const LONGEST_AFTER_MS = 6;

async function openTills(database: Database, units: number): Promise<KilledTill[]> {
  const shop = await makeShop(database, { units: 1 });
  for (let made = 0; made < units; made += 500) {
    const place = { store_id: shop.store.id, product_variation_id: shop.variation.id };
    await makeUnits(database, { count: Math.min(500, units), ...place });
  }
  const tills: KilledTill[] = [];
  while (tills.length < TILLS) {
    const person = await makeStaff(database, { store_id: shop.store.id });
    tills.push(openKilledTill(await signInDirectly(database, person.id), shop.variation.id));
  }
  return tills;
}

/** Lets every till sell and kills the server a random moment after one of its calls was sent. */
async function sellAndKill(server: ServerProcess, tills: readonly KilledTill[]): Promise<void> {
  let calls = FEWEST_CALLS + Math.floor(Math.random() * (MOST_CALLS - FEWEST_CALLS));
  const { promise: killed, resolve } = Promise.withResolvers<unknown>();
  const onSend = () => {
    calls -= 1;
    if (calls === 0) setTimeout(() => resolve(server.end('SIGKILL')), Math.random() * LONGEST_AFTER_MS);
  };
  await Promise.all([killed, ...tills.map((till) => till.sellUntilKilled(server.url, onSend))]);
}

async function serveAgain(ground: Ground, within: number, ledger: Ledger): Promise<ServerProcess> {
  const started = performance.now();
  const server = await ground.startServer();
  const health = await call(server.url, 'GET', '/health');
  const took = Math.round(performance.now() - started);
  ledger.check(health.status === 200 && took < within, `Serving again took ${took} ms`);
  const { seen } = ledger.report;
  seen['slowest restart, ms'] = Math.max(seen['slowest restart, ms'] ?? 0, took);
  return server;
}

/** kill -9 in mid-sale, until the given numbers of kills and acknowledged sales are reached. */
export function proveKills(
  engine: EngineName,
  { kills, sales, servingAgainWithin }: { kills: number; sales: number; servingAgainWithin: number },
): Promise<Report> {
  return proveOn('kill -9 in mid-sale', engine, async (ground, ledger) => {
    const { report } = ledger;
    // A kill comes within 40 calls; four calls make a sale.
    const units = 500 + (kills + sales) * MOST_CALLS;
    const tills = await withDatabase(ground, (database) => openTills(database, units));
    let server = await ground.startServer();
    let told = 0;
    while (report.kills < kills || told < sales) {
      const finished = new Set(tills.flatMap((till) => till.sales.filter(isFinished)));
      // Only the server has the database open, so that its restart is what repairs it.
      await sellAndKill(server, tills);
      report.kills += 1;
      report.rounds += 1;
      server = await serveAgain(ground, servingAgainWithin, ledger);
      await withDatabase(ground, async (database) => {
        for (const till of tills) {
          for (const sale of till.sales.filter((each) => !finished.has(each))) {
            if (isFinished(sale)) told += 1;
            await countInterrupted(database, sale, ledger);
            await checkKept(database, till, sale, ledger);
            await repeat(server.url, till, sale, ledger);
          }
        }
        await checkCounts(database, tills, ledger);
      });
    }
    ledger.saw('sales answered before a kill', told);
  });
}
