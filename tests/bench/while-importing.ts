import path from 'node:path';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Caller } from '#tests/support/http.ts';
import { applied, checked, csvOf } from '#tests/support/imports.ts';
import { expectDone, openDraft, pay, type WireLock } from '#tests/support/selling.ts';
import { startProcess } from '#tests/support/server-process.ts';
import { makeImei } from '#tests/support/shop.ts';
import { openSizedShop } from '#tests/support/sized-shop/kept-shops.ts';
import { engines, type EngineName } from '#tests/support/test-databases.ts';
import { isNoisy, median, percentile, print } from './figures.ts';
import { signInByRow } from './lean-calls.ts';
import { stockAlike } from './sale-instruments.ts';

const SERVER = path.resolve(import.meta.dirname, 'server-at-opening.ts');
const ROUNDS = 3;
const ROWS = 5000;
const TILLS = 2;
const SALES_ALONE = 100;
const GOAL_SECONDS = 30;
const GOAL_MS = 100;

/** One sale of one unit; returns the milliseconds of its completion. */
async function completeOne(till: Caller, variationId: number): Promise<number> {
  const lock = expectDone(await till.post<WireLock>(`/pos/variations/${variationId}/lock-next`));
  const draft = await openDraft(till, [lock.inventoryItem.id]);
  await pay(till, draft.id, { method: 'cash', amount: draft.total_amount });
  const started = performance.now();
  expectDone(await till.post(`/transactions/${draft.id}/complete`, {}, { key: `complete-${draft.id}` }));
  return performance.now() - started;
}

/** A file of phones with two IMEIs each, of ten variations. */
async function fileOf({ reader }: Database, round: number): Promise<string> {
  const skus = await reader
    .selectFrom('products')
    .innerJoin('product_variations as variation', 'variation.product_id', 'products.id')
    .select(['products.sku', 'variation.name'])
    .orderBy('variation.id')
    .limit(10)
    .execute();
  const rows = Array.from({ length: ROWS }, (_, place) => {
    const { sku = '', name = '' } = skus[place % skus.length] ?? {};
    const no = 10_000_000 + (round * ROWS + place) * 2;
    return [sku, name, `BENCH-${no}`, makeImei(no), makeImei(no + 1), 'new', '12500.00'];
  });
  return csvOf([
    ['SKU', 'Variation', 'Serial number', 'IMEI', 'IMEI 2', 'Category', 'Purchase cost'],
    ...rows,
  ]);
}

type Round = { alone: number[]; beside: number[]; seconds: number };

async function measureRound(
  admin: Caller,
  till: Caller,
  variationIds: readonly number[],
  file: string,
): Promise<Round> {
  const sell = async (isSelling: (done: number) => boolean) => {
    const times = variationIds.map(async (variationId) => {
      const own: number[] = [];
      while (isSelling(own.length)) own.push(await completeOne(till, variationId));
      return own;
    });
    return (await Promise.all(times)).flat();
  };
  const alone = await sell((done) => done < SALES_ALONE / TILLS);
  let isImporting = true;
  const selling = sell(() => isImporting);
  const started = performance.now();
  const { id } = await checked(admin, 'inventory', file);
  const { made_rows } = await applied(admin, id);
  const seconds = (performance.now() - started) / 1000;
  isImporting = false;
  if (made_rows !== ROWS) throw new Error(`${made_rows} of ${ROWS} units were imported`);
  return { alone, beside: await selling, seconds };
}

const p99 = (times: readonly number[]) => percentile(times, 0.99);

function printFigures(engine: EngineName, rounds: readonly Round[]): void {
  const seconds = rounds.map((round) => round.seconds);
  const beside = rounds.map((round) => p99(round.beside));
  const alone = rounds.map((round) => p99(round.alone));
  const all = rounds.flatMap((round) => round.beside);
  const asked = { baseline: median(alone), runs: ROUNDS, noisy: isNoisy(alone) };
  print({
    fig: `24 seconds (${engine})`,
    value: median(seconds),
    unit: `s to check and import ${ROWS.toLocaleString('en')} units while ${TILLS} tills sell`,
    ...asked,
    ratio: median(seconds) / GOAL_SECONDS,
    p50: median(seconds),
    p95: percentile(seconds, 0.95),
    worst: Math.max(...seconds),
    goal: GOAL_SECONDS,
    met: Math.max(...seconds) <= GOAL_SECONDS,
  });
  print({
    fig: `24 completions (${engine})`,
    value: median(beside),
    unit: 'ms p99 of a completion meanwhile',
    ...asked,
    ratio: median(beside) / median(alone),
    p50: median(all),
    p95: percentile(all, 0.95),
    worst: Math.max(...beside),
    slowest: Math.max(...all),
    sales: all.length,
    goal: GOAL_MS,
    met: median(beside) <= GOAL_MS,
  });
}

async function measureOn(engine: EngineName, size: number): Promise<void> {
  const shop = await openSizedShop(engine, size);
  if (!shop) return console.error(`No ${engine} here: figure 24 was not measured on it`);
  const { dataDir, databaseUrl } = shop.location;
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const database = await openDatabase(shop.location);
  const server = await startProcess({ dataDir, env, main: SERVER });
  try {
    const variationIds = await stockAlike(database, TILLS, 3000);
    const till = await signInByRow(server.url, { database, email: 'salesperson@demo.test' });
    const admin = await signInByRow(server.url, { database, email: 'admin@demo.test' });
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) {
      rounds.push(await measureRound(admin, till, variationIds, await fileOf(database, rounds.length)));
    }
    printFigures(engine, rounds);
  } finally {
    await server.end('SIGTERM');
    await database.close();
    await shop.remove();
  }
}

/** Figure 24: an import of units while tills sell, in a chain that sold `size` units. */
export async function measureWhileImporting(size: number): Promise<void> {
  for (const engine of engines) await measureOn(engine, size);
}
