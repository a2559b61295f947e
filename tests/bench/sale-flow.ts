import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import type { Caller } from '#tests/support/http.ts';
import { startTestCluster } from '#tests/support/postgres.ts';
import { expectDone, openDraft, pay, type WireLock } from '#tests/support/selling.ts';
import { startProcess } from '#tests/support/server-process.ts';
import type { Database } from '#server/db/access.ts';
import { isNoisy, median, percentile, print } from './figures.ts';
import { signInLean } from './lean-calls.ts';
import { openRawPostgres } from './raw-postgres.ts';
import { openRaw } from './raw-sales.ts';

const ROUNDS = 5;
const SALES_A_ROUND = 96;
/** Until then engines compile hot code, and PostgreSQL's connections keep the plans of their statements. */
const ROUNDS_TO_WARM_UP = 4;
const UNITS_A_SALE = 3;

/** Seven calls: three locks, a draft, two payments, the completion. */
async function sellThree(till: Caller, variationId: number): Promise<void> {
  const held: number[] = [];
  for (let unit = 0; unit < UNITS_A_SALE; unit += 1) {
    const lock = expectDone(await till.post<WireLock>(`/pos/variations/${variationId}/lock-next`));
    held.push(lock.inventoryItem.id);
  }
  const draft = await openDraft(till, held);
  await pay(till, draft.id, { method: 'cash', amount: 1 });
  await pay(till, draft.id, { method: 'cash', amount: draft.total_amount });
  expectDone(await till.post(`/transactions/${draft.id}/complete`, {}, { key: `complete-${draft.id}` }));
}

/**
 * Stocks units for a whole run, `each` for each client; each has a variation of its own, as tills scan different goods.
 */
export async function stockUp(database: Database, clients: number, each: number): Promise<number[]> {
  const store = await database.reader
    .selectFrom('stores')
    .select('id')
    .where('code', '=', 'MNL-01')
    .executeTakeFirstOrThrow();
  const variations = await database.reader
    .selectFrom('product_variations')
    .select('id')
    .limit(clients)
    .execute();
  for (const variation of variations) {
    for (let done = 0; done < each; done += 500) {
      await database.write(async (writer) => {
        const rows = Array.from({ length: Math.min(500, each - done) }, () => ({
          id: writer.nextId(),
          product_variation_id: variation.id,
          store_id: store.id,
          status: 'available' as const,
          category: 'new' as const,
          created_at: 1,
        }));
        await writer.insertInto('inventory_items').values(rows).execute();
      });
    }
  }
  return variations.map((variation) => variation.id);
}

async function sellOverHttp(tills: Caller[], variations: number[], sales: number): Promise<number[]> {
  const times: number[] = [];
  let left = sales;
  await Promise.all(
    tills.map(async (till, index) => {
      while (left > 0) {
        left -= 1;
        const started = performance.now();
        await sellThree(till, variations[index] ?? 0);
        times.push(performance.now() - started);
      }
    }),
  );
  return times;
}

/** Checks that no unit was sold twice and no invoice number is missing. */
export async function assertCorrect({ reader }: Database): Promise<void> {
  const twice = await reader
    .selectFrom('transaction_items')
    .select('inventory_item_id')
    .where('live', '=', 1)
    .groupBy('inventory_item_id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  if (twice.length) throw new Error(`${twice.length} units were sold twice`);
  const numbers = await reader
    .selectFrom('transactions')
    .select(['store_id', 'invoice_no'])
    .where('invoice_no', 'is not', null)
    .orderBy('store_id')
    .orderBy('invoice_no')
    .execute();
  for (const [storeId, rows] of Map.groupBy(numbers, (row) => row.store_id)) {
    if (rows.some((row, index) => row.invoice_no !== index + 1))
      throw new Error(`Store ${storeId} has a number gap`);
  }
}

type Baseline = {
  sell: (sales: number) => Promise<void> | void;
  /** A second baseline to report, in the same run: each sale as one statement. */
  sellAtOnce?: (sales: number) => Promise<void>;
  durability: () => Promise<object> | object;
  close: () => Promise<void> | void;
};

async function measure(
  fig: string,
  clients: number,
  databaseUrl: string | null,
  openBaseline: (folder: string) => Promise<Baseline> | Baseline,
) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const env: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  const server = await startProcess({ dataDir: folder, args: ['--demo'], env });
  const database = await openDatabase({ dataDir: folder, databaseUrl: databaseUrl ?? undefined });
  const raw = await openBaseline(folder);
  try {
    const units =
      Math.ceil(((ROUNDS + ROUNDS_TO_WARM_UP + 1) * SALES_A_ROUND * UNITS_A_SALE) / clients) + 100;
    const variations = await stockUp(database, clients, units);
    const tills = await Promise.all(
      Array.from({ length: clients }, () => signInLean(server.url, 'salesperson@demo.test')),
    );
    await sellOverHttp(tills, variations, ROUNDS_TO_WARM_UP * SALES_A_ROUND);
    await raw.sell(ROUNDS_TO_WARM_UP * SALES_A_ROUND);
    const rounds: { baseline: number; subject: number; atOnce: number }[] = [];
    const times: number[] = [];
    const perSecond = (started: number) => (SALES_A_ROUND * 1000) / (performance.now() - started);
    for (let round = 0; round < ROUNDS; round += 1) {
      let started = performance.now();
      await raw.sell(SALES_A_ROUND);
      const baseline = perSecond(started);
      started = performance.now();
      times.push(...(await sellOverHttp(tills, variations, SALES_A_ROUND)));
      const subject = perSecond(started);
      started = performance.now();
      await raw.sellAtOnce?.(SALES_A_ROUND);
      rounds.push({ baseline, subject, atOnce: perSecond(started) });
    }
    await assertCorrect(database);
    print({
      fig: `${fig} (${clients} ${clients === 1 ? 'client' : 'clients'})`,
      value: median(rounds.map((round) => round.subject)),
      unit: 'sales/s',
      baseline: median(rounds.map((round) => round.baseline)),
      ratio: median(rounds.map((round) => round.subject / round.baseline)),
      runs: ROUNDS,
      p50: median(times),
      p95: percentile(times, 0.95),
      noisy: isNoisy(rounds.map((round) => round.baseline)),
      ...(raw.sellAtOnce && {
        of_one_statement: median(rounds.map((round) => round.subject / round.atOnce)),
      }),
      ...(await raw.durability()),
    });
  } finally {
    await raw.close();
    await database.close();
    await server.end('SIGTERM');
    await rm(folder, { recursive: true });
  }
}

/** Figure 1: sales a second over HTTP as a share of raw better-sqlite3 doing the same row writes and commits. */
export function measureSaleFlow(clients: number): Promise<void> {
  return measure('1 SQLite', clients, null, openRaw);
}

/** Figure 3: the same on PostgreSQL, as a share of raw `pg`; reports a missing PostgreSQL. */
export async function measureSaleFlowOnPostgres(clients: number): Promise<void> {
  const cluster = startTestCluster({ isDurable: true });
  if (!cluster) return console.error('No PostgreSQL here: figure 3 was not measured');
  try {
    const rawUrl = await cluster.createDatabase();
    await measure('3 PostgreSQL', clients, await cluster.createDatabase(), () =>
      openRawPostgres(rawUrl, clients),
    );
  } finally {
    await cluster.stop();
  }
}
