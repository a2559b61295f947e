import path from 'node:path';
import { storeDate } from '#domain/store-time.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Database } from '#server/db/access.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, pay, type WireLock } from '#tests/support/selling.ts';
import { startProcess } from '#tests/support/server-process.ts';
import { openSizedShop } from '#tests/support/sized-shop/kept-shops.ts';
import { engines, type EngineName } from '#tests/support/test-databases.ts';
import { isNoisy, median, percentile, print } from './figures.ts';
import { signInByRow } from './lean-calls.ts';
import { stockAlike } from './sale-instruments.ts';

const SERVER = path.resolve(import.meta.dirname, 'server-at-opening.ts');
const ROUNDS = 3;
const SALES_A_ROUND = 150;
const ROWS = 100_000;
/** The least size with enough sales. */
const LEAST_SIZE = 200_000;
const GOAL_MS = 100;
/** The last whole day of the chain, its busiest. */
const REPORT = '/payments/daily-report?date=2026-11-20';

/** Returns the path of the whole chain's export, from the day that leaves this many sales. */
async function exportPath({ reader }: Database): Promise<string> {
  const { dated_at } = await reader
    .selectFrom('transactions')
    .select('dated_at')
    .where('deleted_at', 'is', null)
    .orderBy('dated_at', 'desc')
    .offset(ROWS)
    .limit(1)
    .executeTakeFirstOrThrow();
  return `/transactions/export?all_stores=true&start_date=${storeDate(dated_at, 'Asia/Manila')}`;
}

/** One sale of one unit; returns the milliseconds of its completion. */
async function completeOne(till: Caller, variationId: number): Promise<number> {
  const lock = expectDone(await till.post<WireLock>(`/pos/variations/${variationId}/lock-next`));
  const draft = await openDraft(till, [lock.inventoryItem.id]);
  await pay(till, draft.id, { method: 'cash', amount: draft.total_amount });
  const started = performance.now();
  expectDone(await till.post(`/transactions/${draft.id}/complete`, {}, { key: `complete-${draft.id}` }));
  return performance.now() - started;
}

/** Reads the whole export; returns the seconds it took. */
async function exportAll(address: string, { token }: Caller): Promise<number> {
  const started = performance.now();
  const answer = await fetch(address, {
    headers: { Authorization: `Bearer ${token}` },
  });
  let rows = -1;
  for await (const chunk of answer.body ?? []) rows += chunk.filter((byte: number) => byte === 10).length;
  if (rows < ROWS) throw new Error(`The export ended after ${rows} rows`);
  return (performance.now() - started) / 1000;
}

type Measured = { completions: number[]; exports: number[]; reports: number[] };

/** Sells at one till while exports and daily reports follow each other. */
async function sellBeside(
  address: string,
  till: Caller,
  admin: Caller,
  variationId: number,
): Promise<Measured> {
  const measured: Measured = { completions: [], exports: [], reports: [] };
  let isSelling = true;
  const exporting = async () => {
    while (isSelling) measured.exports.push(await exportAll(address, admin));
  };
  const reporting = async () => {
    while (isSelling) {
      const started = performance.now();
      expectDone(await admin.get(REPORT));
      measured.reports.push(performance.now() - started);
    }
  };
  const selling = async () => {
    while (measured.completions.length < SALES_A_ROUND) {
      measured.completions.push(await completeOne(till, variationId));
    }
    isSelling = false;
  };
  await Promise.all([selling(), exporting(), reporting()]);
  return measured;
}

async function sellAlone(till: Caller, variationId: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < SALES_A_ROUND) times.push(await completeOne(till, variationId));
  return times;
}

const p99 = (times: readonly number[]) => percentile(times, 0.99);

async function measureOn(engine: EngineName, size: number): Promise<void> {
  const shop = await openSizedShop(engine, Math.max(size, LEAST_SIZE));
  if (!shop) return console.error(`No ${engine} here: figure 19 was not measured on it`);
  const { dataDir, databaseUrl } = shop.location;
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const database = await openDatabase(shop.location);
  const server = await startProcess({ dataDir, env, main: SERVER });
  try {
    const [variationId = 0] = await stockAlike(database, 1, 2 * (ROUNDS + 1) * SALES_A_ROUND);
    const till = await signInByRow(server.url, { database, email: 'salesperson@demo.test' });
    const admin = await signInByRow(server.url, { database, email: 'admin@demo.test' });
    const address = `${server.url}/api/v1${await exportPath(database)}`;
    await sellAlone(till, variationId);
    const rounds: (Measured & { alone: number[] })[] = [];
    while (rounds.length < ROUNDS) {
      const alone = await sellAlone(till, variationId);
      rounds.push({ alone, ...(await sellBeside(address, till, admin, variationId)) });
    }
    printFigure(engine, rounds);
  } finally {
    await server.end('SIGTERM');
    await database.close();
    await shop.remove();
  }
}

function printFigure(engine: EngineName, rounds: readonly (Measured & { alone: number[] })[]): void {
  const beside = rounds.map(({ completions }) => p99(completions));
  const alone = rounds.map((round) => p99(round.alone));
  const all = rounds.flatMap(({ completions }) => completions);
  print({
    fig: `19 (${engine})`,
    value: median(beside),
    unit: `ms p99 of a completion while ${ROWS.toLocaleString('en')} rows are exported and reports run`,
    baseline: median(alone),
    ratio: median(beside) / median(alone),
    runs: all.length,
    p50: median(all),
    p95: percentile(all, 0.95),
    worst: Math.max(...all),
    export_seconds: median(rounds.flatMap(({ exports }) => exports)),
    report_ms: median(rounds.flatMap(({ reports }) => reports)),
    noisy: isNoisy(alone),
    goal: GOAL_MS,
    met: median(beside) <= GOAL_MS,
  });
}

/** Figure 19: completions of a till while a list is exported and daily reports run, in a chain that sold `size` units. */
export async function measureWhileExporting(size: number): Promise<void> {
  for (const engine of engines) await measureOn(engine, size);
}
