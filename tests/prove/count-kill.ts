import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/access.ts';
import { close, look, scanned, setQuantity, started, type WireCount } from '#tests/support/counts.ts';
import { callerWith, type Caller } from '#tests/support/http.ts';
import { patiently } from '#tests/support/patient-calls.ts';
import {
  proveOn,
  signInDirectly,
  withDatabase,
  type Ground,
  type Ledger,
  type Report,
} from '#tests/support/proving.ts';
import { expectDone } from '#tests/support/selling.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { makeStaff, makeStore, makeUnits, makeVariation } from '#tests/support/shop.ts';
import type { EngineName } from '#tests/support/test-databases.ts';

const FOUND = 20;
const AT_ONCE = 250;
/** Units without a code, of which fewer are counted. */
const [PLAIN, COUNTED] = [6, 4];
const AWAY = 3;
/** Closing resumes automatically, every second. */
const LONGEST_CLOSING_MS = 60_000;
const ASKED_AGAIN_MS = 50;

type Stock = {
  storeId: number;
  token: string;
  variationId: number;
  /** IMEIs and ids of units that are scanned, that nobody scans, and that are in another store. */
  found: { id: number; imei: string | null }[];
  missing: number[];
  away: { id: number; imei: string | null }[];
  plain: number[];
};

/** Makes a store with units, of which a count will miss a few. */
async function stockUp(database: Database, missing: number): Promise<Stock> {
  const [here, elsewhere] = [await makeStore(database), await makeStore(database)];
  const { id: variationId } = await makeVariation(database);
  const make = async (count: number, store_id: number, given: object = {}) => {
    const units: Stock['found'] = [];
    while (units.length < count) {
      const place = { count: Math.min(AT_ONCE, count - units.length), store_id };
      units.push(...(await makeUnits(database, { ...place, product_variation_id: variationId, ...given })));
    }
    return units;
  };
  const manager = await makeStaff(database, { store_id: here.id, role: 'store_manager' });
  const idsOf = (units: Stock['found']) => units.map(({ id }) => id);
  return {
    storeId: here.id,
    token: (await signInDirectly(database, manager.id)).token,
    variationId,
    found: await make(FOUND, here.id),
    missing: idsOf(await make(missing, here.id)),
    away: await make(AWAY, elsewhere.id),
    plain: idsOf(await make(PLAIN, here.id, { serial_number: null, imei: null })),
  };
}

/** Counts the units that are there, and kills the server at a random moment of its closing. */
async function closeAndKill(server: ServerProcess, stock: Stock, key: string, within: number) {
  const manager = callerWith(server.url, stock.token, patiently);
  const { id } = await started(manager);
  await scanned(
    manager,
    id,
    [...stock.found, ...stock.away].map(({ imei }) => imei),
  );
  expectDone(await setQuantity(manager, id, stock.variationId, COUNTED));
  const answer = close<WireCount>(manager, id, { key }, 'Proof').catch(() => null);
  await pause(Math.random() * within);
  await server.end('SIGKILL');
  return { id, isAnswered: (await answer)?.status === 200 };
}

/** Returns the count once it is fully written; an unfinished closing is requested again, twice. */
async function ended(
  manager: Caller,
  countId: number,
  key: string,
  isAnswered: boolean,
  ledger: Ledger,
): Promise<WireCount> {
  const shown = () => look(manager, countId);
  const again = () => close(manager, countId, { key }, 'Proof');
  const first = await shown();
  ledger.saw(`${first.status} after the restart, ${isAnswered ? 'answered' : 'not answered'}`);
  ledger.check(!isAnswered || first.status !== 'open', 'A closing that was answered is lost', countId);
  const [one, two] = [await again(), await again()];
  ledger.report.retries += 2;
  ledger.check(one.status === 200, 'A closing was refused when repeated', one.body);
  ledger.check(JSON.stringify(one.body) === JSON.stringify(two.body), 'A closing gave two answers');
  const until = performance.now() + LONGEST_CLOSING_MS;
  for (;;) {
    const count = await shown();
    if (count.status === 'closed' || performance.now() > until) return count;
    await pause(ASKED_AGAIN_MS);
  }
}

/** Checks every unit's place and the count's result. */
async function checkStock(
  { reader }: Database,
  { storeId, found, missing, away, plain }: Stock,
  count: WireCount,
  ledger: Ledger,
): Promise<void> {
  const { id } = count;
  ledger.check(count.status === 'closed', 'A closing never ended', count.status);
  const settled = { lost: missing.length, surplus: PLAIN - COUNTED, moved: AWAY, brought_back: 0, held: 0 };
  for (const [what, units] of Object.entries(settled)) {
    const told = count.settled?.[what as keyof typeof settled];
    ledger.check(told === units, `A count says ${told} ${what} instead of ${units}`);
  }
  const rows = await reader
    .selectFrom('inventory_items')
    .select(['id', 'status'])
    .where('store_id', '=', storeId)
    .execute();
  const lost = new Set(rows.filter(({ status }) => status === 'lost').map((row) => row.id));
  const there = new Set(rows.filter(({ status }) => status === 'available').map((row) => row.id));
  ledger.check(
    missing.every((unit) => lost.has(unit)),
    'A missing unit is not lost',
  );
  ledger.check(
    [...found, ...away].every((unit) => there.has(unit.id)),
    'A unit that was found does not stand here',
  );
  const short = plain.filter((unit) => lost.has(unit));
  ledger.check(short.join() === plain.slice(0, PLAIN - COUNTED).join(), 'Other units are short', short);
  ledger.check(lost.size === missing.length + short.length, 'Too many units are lost', lost.size);
  const kept = await reader
    .selectFrom('stock_of_stores')
    .select('units')
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  ledger.check(kept?.units === there.size, 'The counts that are kept are wrong', [kept?.units, there.size]);
  const told = await reader
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'counts.close')
    .where('subject_id', '=', id)
    .execute();
  ledger.check(told.length === 1, 'A closing stands in the log not once', told.length);
}

type Form = { kills: number; missing: number; within: number };

async function killOnce(ground: Ground, { missing, within }: Form, ledger: Ledger): Promise<void> {
  const stock = await withDatabase(ground, (database) => stockUp(database, missing));
  const key = randomUUID();
  const { id, isAnswered } = await closeAndKill(await ground.startServer(), stock, key, within);
  ledger.report.kills += 1;
  ledger.report.rounds += 1;
  const server = await ground.startServer();
  const count = await ended(callerWith(server.url, stock.token, patiently), id, key, isAnswered, ledger);
  await server.end('SIGTERM');
  await withDatabase(ground, (database) => checkStock(database, stock, count, ledger));
}

/** kill -9 while a count is closed, in one batch or in several: each unit is settled once. */
export function proveCountKills(engine: EngineName, form: Form): Promise<Report> {
  return proveOn('kill -9 while a count is closed', engine, async (ground, ledger) => {
    while (ledger.report.kills < form.kills) await killOnce(ground, form, ledger);
  });
}
