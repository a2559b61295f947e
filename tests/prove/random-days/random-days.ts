import { proveOn, withDatabase, type Report } from '#tests/support/proving.ts';
import { makeGroups, makeStaff, makeStore } from '#tests/support/shop.ts';
import type { EngineName } from '#tests/support/test-databases.ts';
import { Random } from '../random.ts';
import { ClockedServers } from './clocked-servers.ts';
import { exchange, giveBack, moveCash, openShift, price } from './actions.ts';
import { nextDay } from './drawer-model.ts';
import { ProvenStore, TILLS, type World } from './proven-store.ts';
import { closeShift, compareDay, compareExport, compareRegister, readZ } from './readings.ts';
import { deletePayment, payBalance, review, sell } from './selling.ts';
import { clear, sellForTradeIn, tradeIn, undo } from './trading.ts';

const MINUTE = 60_000;
/** The greatest difference between the clocks of two servers. */
const MINUTES_APART = 3;

/** Sells at several tills at the same moment. */
async function sellEverywhere(store: ProvenStore): Promise<void> {
  await Promise.all(store.openShifts().map((shift) => sell(store, shift)));
}

async function doSomething(store: ProvenStore): Promise<void> {
  const { random } = store;
  const till = random.whole(0, TILLS - 1);
  const shift = store.books.shifts.get(till);
  if (!shift) return openShift(store, till);
  const dice = random.next();
  if (dice < 0.24) await sell(store, shift);
  else if (dice < 0.31) await sellForTradeIn(store, shift);
  else if (dice < 0.34) await tradeIn(store, shift);
  else if (dice < 0.38) await clear(store, shift);
  else if (dice < 0.4) await undo(store, shift);
  else if (dice < 0.45) await sellEverywhere(store);
  else if (dice < 0.58) await review(store, shift);
  else if (dice < 0.62) await payBalance(store, shift);
  else if (dice < 0.635) await deletePayment(store, shift);
  else if (dice < 0.74) await giveBack(store, shift);
  else if (dice < 0.79) await exchange(store, shift);
  else if (dice < 0.81) await price(store);
  else if (dice < 0.815) await store.chooseCoin();
  else if (dice < 0.9) await moveCash(store, shift);
  else {
    await closeShift(store, shift);
    if (random.chance(0.3)) await readZ(store, till);
  }
}

/** One day: random actions, and in the evening most drawers are counted. Some days go on past midnight. */
async function live(store: ProvenStore): Promise<void> {
  const { random } = store;
  const { servers } = store.world;
  const days = new Set([store.today]);
  if (random.chance(0.15)) store.goOn(11 * 60);
  await store.signIn();
  for (let action = random.whole(6, 16); action > 0; action -= 1) {
    store.goOn(random.whole(1, 40));
    days.add(store.today);
    await doSomething(store);
    await store.checkUnits();
  }
  await compareDay(store, store.today);
  for (const shift of store.openShifts()) {
    // Some go on over midnight.
    if (random.chance(0.15)) continue;
    await closeShift(store, shift);
  }
  for (let till = 0; till < TILLS; till += 1) {
    if (!store.books.shifts.has(till) && random.chance(0.7)) await readZ(store, till);
  }
  for (const date of days) await compareDay(store, date);
  await compareRegister(store);
  servers.set(Date.parse(`${nextDay(store.today)}T08:00:00+08:00`));
  for (let server = 1; server < servers.count; server += 1) {
    servers.setApart(server, random.whole(-MINUTES_APART, MINUTES_APART) * MINUTE);
  }
  // Old sales are left alone after a while.
  store.sales.splice(0, Math.max(0, store.sales.length - 40));
}

/**
 * Random days of a store with three tills against books on paper: prices, cash rounding, drawers, readings, reports,
 * trade-ins and dashboard agree, whatever request is repeated, whichever server dies, and however far apart two servers' clocks are.
 * After some days another store opens, with other prices and another smallest coin. It takes an hour: SIGTERM ends it
 * after the present day.
 */
export function proveRandomDays(
  engine: EngineName,
  { days, daysOfStore, seed, cuts }: { days: number; daysOfStore: number; seed: number; cuts: number },
): Promise<Report> {
  return proveOn(`random days from seed ${seed}`, engine, async (ground, ledger) => {
    const begin = Date.parse('2026-11-21T08:00:00+08:00');
    const servers = await ClockedServers.start(ground, engine === 'postgresql' ? 2 : 1, begin);
    await withDatabase(ground, async (database) => {
      const { id: store_id } = await makeStore(database);
      const { id: adminId } = await makeStaff(database, { store_id, role: 'admin' });
      const groups = await makeGroups(database);
      const random = new Random(seed);
      const world: World = { database, adminId, groups, servers, random, ledger, cuts };
      let isEnough = false;
      const stop = () => (isEnough = true);
      process.once('SIGTERM', stop);
      while (ledger.report.rounds < days && !isEnough) {
        const store = await ProvenStore.open(world);
        ledger.saw('stores');
        for (let day = 0; day < daysOfStore && ledger.report.rounds < days && !isEnough; day += 1) {
          await live(store);
          ledger.report.rounds += 1;
          ledger.report.kills = servers.kills;
        }
        await store.signIn();
        await compareExport(store);
      }
      process.off('SIGTERM', stop);
    });
  });
}
