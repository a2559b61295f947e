import { layGround, Ledger, type Ground, type Report } from '#tests/support/proving.ts';
import { checkBooks } from '#tests/support/sale-books.ts';
import { makeStaff, makeStore } from '#tests/support/shop.ts';
import type { EngineName } from '#tests/support/test-databases.ts';
import { ClockedServers } from '../random-days/clocked-servers.ts';
import { nextDay } from '../random-days/drawer-model.ts';
import { Random } from '../random.ts';
import { act, cut } from './acts.ts';
import { closeShift, compareShop, compareUnits, readZ } from './compare.ts';
import { letSend } from './selling.ts';
import { restoreOlder } from './restore.ts';
import { settleSome } from './settle.ts';
import { Shop, type World } from './shop.ts';

const BEGIN = Date.parse('2026-11-28T08:00:00+08:00');
/** Rounds in one database. */
const ROUNDS_OF_A_CHAIN = 20;

/** Set by SIGTERM: the present round is the last one. */
let isEnough = false;

type Form = { rounds: number; seed: number; acts: number; cuts: number };

const isOver = ({ report }: Ledger) => isEnough || report.findings.length > 0;

/** One random shop, from its first morning until everything is sent and settled. */
async function live(world: World, ground: Ground, seed: number, acts: number): Promise<void> {
  const shop = await Shop.open(world, `seed ${seed}`);
  try {
    for (const till of shop.tills) if (world.random.chance(0.7)) await cut(shop, till);
    const restored = world.random.chance(0.3) ? world.random.whole(1, acts) : 0;
    for (let left = acts; left > 0; left -= 1) {
      if (left === restored) await restoreOlder(shop, ground);
      await shop.goOn(world.random.whole(1, 1200));
      await act(shop);

      await compareUnits(shop);
      if (world.ledger.report.findings.length > 0) return;
    }
    await shop.goOn(60);
    for (const till of shop.tills) await letSend(shop, till);
    await compareShop(shop);
    await settleSome(shop);
    for (const till of shop.tills) {
      await closeShift(shop, till, true);
      await readZ(shop, till);
    }
    await compareShop(shop);
  } catch (error) {
    shop.check(false, `It broke off: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    shop.stop();
  }
}

async function proveChain(
  ground: Ground,
  ledger: Ledger,
  { from, to, acts, cuts }: { from: number; to: number; acts: number; cuts: number },
): Promise<void> {
  const count = ground.engine === 'postgresql' ? 2 : 1;
  const servers = await ClockedServers.start(ground, count, BEGIN);
  const database = await ground.open();
  const random = new Random(from);
  const world: World = { database, adminId: 0, servers, random, ledger, cuts };
  try {
    const { id: store_id } = await makeStore(database);
    world.adminId = (await makeStaff(database, { store_id, role: 'admin' })).id;
    for (let seed = from; seed < to && !isOver(ledger); seed += 1) {
      world.random = new Random(seed);
      const today = new Date(servers.now(0) + 8 * 3_600_000).toISOString().slice(0, 10);
      servers.set(Date.parse(`${nextDay(today)}T08:00:00+08:00`));
      await live(world, ground, seed, acts);
      ledger.report.rounds += 1;
    }
    await checkBooks(world.database, ledger);
    ledger.report.kills += servers.kills;
  } finally {
    await world.database.close();
  }
}

/**
 * Random shops whose tills sell without the server: lines are cut, answers get lost, tills and servers die, and the same
 * goods are sold, taken back, moved and counted elsewhere meanwhile. Once everything is sent, each sale is there once, no
 * unit is in two live sales, every conflict waits for a manager with its reason and nothing else does, and the money agrees to the
 * centavo with books on paper. The first finding ends it; SIGTERM ends it after the present round.
 */
export async function proveOffline(engine: EngineName, { rounds, seed, acts, cuts }: Form): Promise<Report> {
  const ledger = new Ledger(`sales without the server from seed ${seed}`, engine);
  const end = seed + rounds;
  const stop = () => (isEnough = true);
  process.once('SIGTERM', stop);
  for (let from = seed; from < end && !isOver(ledger); from += ROUNDS_OF_A_CHAIN) {
    const ground = await layGround(engine);
    try {
      await proveChain(ground, ledger, { from, to: Math.min(end, from + ROUNDS_OF_A_CHAIN), acts, cuts });
    } catch (error) {
      ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      await ground.close();
    }
  }
  process.off('SIGTERM', stop);
  return ledger.close();
}
