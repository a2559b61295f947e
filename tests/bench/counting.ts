import { openDatabase } from '#server/db/open.ts';
import type { Database } from '#server/db/access.ts';
import { close, look, scan, started, type WireScans } from '#tests/support/counts.ts';
import { callerWith, type Caller } from '#tests/support/http.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { startProcess } from '#tests/support/server-process.ts';
import { makeStaff, makeStore, makeUnits, makeVariation } from '#tests/support/shop.ts';
import { engines, makeTestDatabase, type EngineName } from '#tests/support/test-databases.ts';
import { isNoisy, median, percentile, print } from './figures.ts';
import { leanSend } from './lean-calls.ts';

const ROUNDS = 3;
const UNITS = 10_000;
const COUNTERS = 4;
/** Units scanned by one person alone first, as the machine's own measure. */
const ALONE = 500;
/** Milliseconds between the closing screen's requests for missing units. */
const SCREEN_MS = 5000;
const GOAL_MS = 100;

type Counted = { storeId: number; manager: Caller; counters: Caller[]; codes: string[] };

/** Opens a store with its people, and with units enough for a count by all of them. */
async function openStore(database: Database, url: string): Promise<Counted> {
  const { id: storeId } = await makeStore(database);
  const { id: product_variation_id } = await makeVariation(database);
  const units = await makeUnits(database, { count: UNITS + ALONE, store_id: storeId, product_variation_id });
  const sign = async (role: 'store_manager' | 'warehouse_staff') => {
    const { id } = await makeStaff(database, { store_id: storeId, role });
    return callerWith(url, (await signInDirectly(database, id)).token, leanSend());
  };
  const counters = await Promise.all(Array.from({ length: COUNTERS }, () => sign('warehouse_staff')));
  const codes = units.map(({ imei }) => imei ?? '');
  return { storeId, manager: await sign('store_manager'), counters, codes };
}

/** Scans codes one after another; returns the milliseconds of each. */
async function scanAll(by: Caller, countId: number, codes: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const code of codes) {
    const begun = performance.now();
    const [first] = expectDone(await scan<WireScans>(by, countId, [code])).data;
    times.push(performance.now() - begun);
    if (first?.outcome !== 'found') throw new Error(`${code} came to ${first?.outcome}`);
  }
  return times;
}

/** Runs one count of the store: by one person alone, then by all at once while the closing screen polls. */
async function countOnce({ manager, counters, codes }: Counted) {
  const [first] = counters;
  if (!first) throw new Error('Nobody counts');
  const { id } = await started(manager);
  const alone = await scanAll(first, id, codes.slice(0, ALONE));
  const looking = setInterval(() => void look(manager, id), SCREEN_MS);
  const begun = performance.now();
  const each = await Promise.all(
    counters.map((by, at) =>
      scanAll(
        by,
        id,
        codes.slice(ALONE).filter((_, place) => place % COUNTERS === at),
      ),
    ),
  ).finally(() => clearInterval(looking));
  const seconds = (performance.now() - begun) / 1000;
  const { progress } = await look(manager, id);
  if (progress.missing !== 0) throw new Error(`${progress.missing} are missing`);
  const closing = performance.now();
  expectDone(await close<object>(manager, id));
  return { alone, together: each.flat(), seconds, closing: performance.now() - closing };
}

async function measureOn(engine: EngineName): Promise<void> {
  const { location, remove } = await makeTestDatabase(engine, 'tables');
  const { dataDir, databaseUrl } = location;
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const database = await openDatabase(location);
  const server = await startProcess({ dataDir, env });
  try {
    const rounds: Awaited<ReturnType<typeof countOnce>>[] = [];
    while (rounds.length < ROUNDS) rounds.push(await countOnce(await openStore(database, server.url)));
    const each = rounds.map(({ together }) => percentile(together, 0.95));
    const alone = rounds.map((round) => percentile(round.alone, 0.95));
    const all = rounds.flatMap(({ together }) => together);
    print({
      fig: `23 (${engine})`,
      value: median(each),
      unit: `ms p95 of a scan in a count of ${UNITS.toLocaleString('en')} units by ${COUNTERS} at once`,
      baseline: median(alone),
      ratio: median(each) / median(alone),
      runs: all.length,
      p50: median(all),
      p95: percentile(all, 0.95),
      worst_round: Math.max(...each),
      worst: Math.max(...all),
      seconds: median(rounds.map(({ seconds }) => seconds)),
      closing_ms: Math.max(...rounds.map(({ closing }) => closing)),
      noisy: isNoisy(alone),
      goal: GOAL_MS,
      met: Math.max(...each) <= GOAL_MS,
    });
  } finally {
    await server.end('SIGTERM');
    await database.close();
    await remove();
  }
}

/** Figure 23: a count of 10,000 units, scanned by four people as fast as they are answered. */
export async function measureCounting(): Promise<void> {
  for (const engine of engines) await measureOn(engine);
}
