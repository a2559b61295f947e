import { startTestCluster } from '#tests/support/postgres.ts';
import { isNoisy, median, percentile, print } from './figures.ts';

// How a list's queries grow with its table: the same ones at two sizes, of the use case in process and of the call to a
// server process.

const ROUNDS = 9;
/** The goals: how p95 over HTTP may grow from the one size to the other, and what a query may take in process. */
const GROWTH_MAX = 1.5;
const GROWTH_FREE_MS = 1;
const QUERY_MAX_MS = 10;

type Ask<Query> = (query: Query) => Promise<unknown>;

/** A shop of one size. */
export type MeasuredShop<Query> = {
  queries: Query[];
  /** Asks the use case on the database itself. */
  inProcess: Ask<Query>;
  /** Asks a server process of its own, as somebody who is signed in; the connection stays open. */
  overHttp: Ask<Query>;
  close: () => Promise<void>;
};

export type Growth<Query> = {
  /** What is listed: `customers`. */
  name: string;
  small: number;
  large: number;
  open: (count: number, databaseUrl: string | undefined) => Promise<MeasuredShop<Query>>;
};

/** Milliseconds of each query, one after the other. */
async function timesOf<Query>(queries: readonly Query[], ask: Ask<Query>): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    const started = performance.now();
    await ask(query);
    times.push(performance.now() - started);
  }
  return times;
}

type Way = 'inProcess' | 'overHttp';
type Round = { small: number[]; large: number[] };

async function roundsOf<Query>(
  way: Way,
  small: MeasuredShop<Query>,
  large: MeasuredShop<Query>,
): Promise<Round[]> {
  const round = async (): Promise<Round> => ({
    small: await timesOf(small.queries, small[way]),
    large: await timesOf(large.queries, large[way]),
  });
  await round();
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) rounds.push(await round());
  return rounds;
}

const p95 = (times: readonly number[]) => percentile(times, 0.95);

/** The slowest of the queries, each by its median: one pause of the machine is not a slow query. */
function slowestOf<Query>({ queries }: MeasuredShop<Query>, rounds: readonly Round[]) {
  const each = queries.map((_, index) => median(rounds.map((round) => round.large[index] ?? 0)));
  const slowest = Math.max(...each);
  return { slowest, slowest_query: JSON.stringify(queries[each.indexOf(slowest)]) };
}

function figureOf(name: string, large: number, rounds: readonly Round[]) {
  const all = rounds.flatMap((round) => round.large);
  return {
    fig: `4 (${name})`,
    value: median(rounds.map((round) => p95(round.large))),
    unit: `ms p95 of a query at ${large.toLocaleString('en')}`,
    baseline: median(rounds.map((round) => p95(round.small))),
    ratio: median(rounds.map((round) => p95(round.large) / p95(round.small))),
    runs: all.length,
    p50: median(all),
    p95: p95(all),
    noisy: isNoisy(rounds.map((round) => p95(round.small))),
  };
}

async function measureOn<Query>(
  engine: string,
  { name, ...growth }: Growth<Query>,
  urls: readonly [string?, string?],
): Promise<void> {
  const small = await growth.open(growth.small, urls[0]);
  const large = await growth.open(growth.large, urls[1]);
  try {
    const inside = await roundsOf('inProcess', small, large);
    const slowest = slowestOf(large, inside);
    const ofProcess = figureOf(`${name}, ${engine}, in process`, growth.large, inside);
    print({ ...ofProcess, ...slowest, met: slowest.slowest < QUERY_MAX_MS });
    const outside = await roundsOf('overHttp', small, large);
    const figure = figureOf(`${name}, ${engine}, over HTTP`, growth.large, outside);
    const goal = GROWTH_MAX * figure.baseline + GROWTH_FREE_MS;
    print({ ...figure, ...slowestOf(large, outside), goal, met: figure.value <= goal });
  } finally {
    await small.close();
    await large.close();
  }
}

/** Prints figure 4 of a list: p95 at the large size against the small one, on SQLite and, where it is, on PostgreSQL. */
export async function measureGrowth<Query>(growth: Growth<Query>): Promise<void> {
  await measureOn('SQLite', growth, []);
  const cluster = startTestCluster();
  if (!cluster) return console.error('No PostgreSQL here: figure 4 was not measured on it');
  try {
    await measureOn('PostgreSQL', growth, [await cluster.createDatabase(), await cluster.createDatabase()]);
  } finally {
    await cluster.stop();
  }
}
