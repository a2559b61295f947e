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
import { assertSameRows, countRows, openSameRows, sameRowsFigures, type SameRows } from './raw-same-rows.ts';
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

/** The former baseline: fewer rows, in tables of its own with few indexes. */
type FewRows = {
  sell: (sales: number) => Promise<void> | void;
  /** Sells each sale as one statement, to report beside it. */
  sellAtOnce?: (sales: number) => Promise<void>;
  close: () => Promise<void> | void;
};

/** Milliseconds of processor time a sale: of this process, of the server and of the database's processes. */
type Processor = { client: number; server: number; database: number };
/** Returns what they have used so far. */
type ReadProcessor = () => Processor;

type Side = { perSecond: number; processor: Processor };
type Round = { baseline: Side; subject: Side; fewRows: Side; atOnce: Side; times: number[] };

type Sides = { clients: Client[]; sameRows: SameRows; fewRows: FewRows; readProcessor: ReadProcessor };

async function sellRound({ clients, sameRows, fewRows, readProcessor }: Sides): Promise<Round> {
  const timed = async (sell: () => Promise<void> | void): Promise<Side> => {
    const [started, before] = [performance.now(), readProcessor()];
    await sell();
    const perSecond = (SALES_A_ROUND * 1000) / (performance.now() - started);
    const after = readProcessor();
    const used = (of: keyof Processor) => (after[of] - before[of]) / SALES_A_ROUND;
    return {
      perSecond,
      processor: { client: used('client'), server: used('server'), database: used('database') },
    };
  };
  const times: number[] = [];
  return {
    baseline: await timed(() => sameRows.sell(SALES_A_ROUND)),
    subject: await timed(async () => void times.push(...(await sellOverHttp(clients, SALES_A_ROUND)))),
    fewRows: await timed(() => fewRows.sell(SALES_A_ROUND)),
    atOnce: await timed(() => fewRows.sellAtOnce?.(SALES_A_ROUND)),
    times,
  };
}

const medianOf = (sides: readonly Side[]): Processor => {
  const of = (part: keyof Processor) => median(sides.map(({ processor }) => processor[part]));
  return { client: of('client'), server: of('server'), database: of('database') };
};

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
  const fewRows: FewRows =
    shop.emptyUrl === undefined ? openRaw(dataDir) : await openRawPostgres(shop.emptyUrl, clientCount);
  const postmaster = databaseUrl === undefined ? null : await findPostmaster(databaseUrl);
  const readProcessor = () => {
    const { user, system } = process.cpuUsage();
    return {
      client: (user + system) / 1000,
      server: processorTime(server.child.pid ?? 0),
      database: postmaster === null ? 0 : processorTimeOfAll(postmaster),
    };
  };
  let sameRows: SameRows | null = null;
  try {
    const sales = Math.ceil(((ROUNDS + ROUNDS_TO_WARM_UP) * SALES_A_ROUND) / clientCount) + 40;
    const takers = await instrument.stock(database, clientCount, sales);
    const clients: Client[] = [];
    for (const takeThree of takers) {
      clients.push({ till: await instrument.signIn(server.url, database), takeThree });
    }
    const untaken = await instrument.stockUntaken(database, clientCount, sales);
    const before = await countRows(database);
    await sellOverHttp(clients, ROUNDS_TO_WARM_UP * SALES_A_ROUND);
    const sold = await countRows(database);
    sameRows = await openSameRows({ location: shop.location, database, units: untaken });
    await sameRows.sell(ROUNDS_TO_WARM_UP * SALES_A_ROUND);
    assertSameRows(before, sold, await countRows(database));
    await fewRows.sell(ROUNDS_TO_WARM_UP * SALES_A_ROUND);
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS)
      rounds.push(await sellRound({ clients, sameRows, fewRows, readProcessor }));
    await assertCorrect(database);
    const times = rounds.flatMap((round) => round.times);
    const shareOf = (other: 'baseline' | 'fewRows' | 'atOnce') =>
      median(rounds.map((round) => round.subject.perSecond / round[other].perSecond));
    const baselines = rounds.map(({ baseline }) => baseline.perSecond);
    print({
      fig: `${fig} (${clientCount} ${clientCount === 1 ? 'client' : 'clients'}, ${instrument.name})`,
      value: median(rounds.map(({ subject }) => subject.perSecond)),
      unit: 'sales/s',
      baseline: median(baselines),
      ratio: shareOf('baseline'),
      of_few_rows: shareOf('fewRows'),
      runs: ROUNDS,
      p50: median(times),
      p95: percentile(times, 0.95),
      noisy: isNoisy(baselines),
      ...(fewRows.sellAtOnce && { of_one_statement: shareOf('atOnce') }),
      processor_ms_a_sale: medianOf(rounds.map(({ subject }) => subject)),
      processor_ms_of_baseline: medianOf(rounds.map(({ baseline }) => baseline)),
      ...sameRowsFigures,
      ...(await sameRows.durability()),
    });
  } finally {
    await sameRows?.close();
    await fewRows.close();
    await database.close();
    await server.end('SIGTERM');
    await shop.close();
  }
}

/**
 * Figures 1 and 3: sales a second over HTTP as a share of raw better-sqlite3 or `pg` writing the same rows into the same
 * tables in as many commits, by two instruments: units without numbers, and phones that are scanned. `of_few_rows` is the
 * share of a baseline with fewer rows and indexes, against which earlier figures were taken.
 */
export async function measureSaleFlow(): Promise<void> {
  for (const instrument of [instruments.alike, instruments.scanned]) {
    await measure('1 SQLite', 'sqlite', instrument, 1);
    await measure('1 SQLite', 'sqlite', instrument, 16);
    await measure('3 PostgreSQL', 'postgresql', instrument, 16);
  }
}
