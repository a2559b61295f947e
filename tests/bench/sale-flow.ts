import { openDatabase } from '#server/db/open.ts';
import type { Database } from '#server/db/access.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, pay } from '#tests/support/selling.ts';
import { startProcess } from '#tests/support/server-process.ts';
import type { EngineName } from '#tests/support/test-databases.ts';
import { isNoisy, median, percentile, print } from './figures.ts';
import { findPostmaster, processorTime, processorTimeOfAll } from './processor-time.ts';
import { openRawPostgres } from './raw-postgres.ts';
import { openRaw } from './raw-sales.ts';
import { instruments, type Instrument, type TakeThree } from './sale-instruments.ts';

const ROUNDS = 5;
const SALES_A_ROUND = 96;
/** Until then engines compile hot code, and PostgreSQL's connections keep the plans of their statements. */
const ROUNDS_TO_WARM_UP = 4;

/** Seven calls: three units, a draft, two payments, the completion. */
async function sellThree(till: Caller, takeThree: TakeThree): Promise<void> {
  const draft = await openDraft(till, await takeThree(till));
  await pay(till, draft.id, { method: 'cash', amount: 1 });
  await pay(till, draft.id, { method: 'cash', amount: draft.total_amount });
  expectDone(await till.post(`/transactions/${draft.id}/complete`, {}, { key: `complete-${draft.id}` }));
}

type Client = { till: Caller; takeThree: TakeThree };

async function sellOverHttp(clients: readonly Client[], sales: number): Promise<number[]> {
  const times: number[] = [];
  let left = sales;
  await Promise.all(
    clients.map(async ({ till, takeThree }) => {
      while (left > 0) {
        left -= 1;
        const started = performance.now();
        await sellThree(till, takeThree);
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

type Round = { baseline: number; subject: number; atOnce: number; times: number[]; processor: number[] };

/** Returns milliseconds of this process, of the server and of the database's processes, so far. */
type ReadProcessor = () => number[];

async function sellRound(clients: Client[], raw: Baseline, readProcessor: ReadProcessor): Promise<Round> {
  const perSecond = (started: number) => (SALES_A_ROUND * 1000) / (performance.now() - started);
  let started = performance.now();
  await raw.sell(SALES_A_ROUND);
  const baseline = perSecond(started);
  const before = readProcessor();
  started = performance.now();
  const times = await sellOverHttp(clients, SALES_A_ROUND);
  const subject = perSecond(started);
  const processor = readProcessor().map((ms, index) => (ms - (before[index] ?? 0)) / SALES_A_ROUND);
  started = performance.now();
  await raw.sellAtOnce?.(SALES_A_ROUND);
  return { baseline, subject, atOnce: perSecond(started), times, processor };
}

async function measure(
  fig: string,
  engine: EngineName,
  instrument: Instrument,
  clientCount: number,
): Promise<void> {
  const shop = await instrument.open(engine);
  if (!shop) return console.error(`No ${engine} here: figure ${fig} was not measured`);
  const { dataDir, databaseUrl } = shop.location;
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await startProcess({ dataDir, ...shop.server, env });
  const database = await openDatabase(shop.location);
  const raw: Baseline =
    shop.emptyUrl === undefined ? openRaw(dataDir) : await openRawPostgres(shop.emptyUrl, clientCount);
  const postmaster = databaseUrl === undefined ? null : await findPostmaster(databaseUrl);
  const readProcessor = () => {
    const { user, system } = process.cpuUsage();
    const ofDatabase = postmaster === null ? 0 : processorTimeOfAll(postmaster);
    return [(user + system) / 1000, processorTime(server.child.pid ?? 0), ofDatabase];
  };
  try {
    const sales = Math.ceil(((ROUNDS + ROUNDS_TO_WARM_UP) * SALES_A_ROUND) / clientCount) + 40;
    const takers = await instrument.stock(database, clientCount, sales);
    const clients: Client[] = [];
    for (const takeThree of takers) {
      clients.push({ till: await instrument.signIn(server.url, database), takeThree });
    }
    await sellOverHttp(clients, ROUNDS_TO_WARM_UP * SALES_A_ROUND);
    await raw.sell(ROUNDS_TO_WARM_UP * SALES_A_ROUND);
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await sellRound(clients, raw, readProcessor));
    await assertCorrect(database);
    const times = rounds.flatMap((round) => round.times);
    const ofProcessor = (index: number) => median(rounds.map(({ processor }) => processor[index] ?? 0));
    print({
      fig: `${fig} (${clientCount} ${clientCount === 1 ? 'client' : 'clients'}, ${instrument.name})`,
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
      processor_ms_a_sale: { client: ofProcessor(0), server: ofProcessor(1), database: ofProcessor(2) },
      ...(await raw.durability()),
    });
  } finally {
    await raw.close();
    await database.close();
    await server.end('SIGTERM');
    await shop.close();
  }
}

/**
 * Figures 1 and 3: sales a second over HTTP as a share of raw better-sqlite3 or `pg` doing the row writes and commits of
 * a sale, by two instruments: units without numbers, and phones that are scanned.
 */
export async function measureSaleFlow(): Promise<void> {
  for (const instrument of [instruments.alike, instruments.scanned]) {
    await measure('1 SQLite', 'sqlite', instrument, 1);
    await measure('1 SQLite', 'sqlite', instrument, 16);
    await measure('3 PostgreSQL', 'postgresql', instrument, 16);
  }
}
