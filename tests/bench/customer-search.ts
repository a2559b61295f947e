import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { listCustomers } from '#server/modules/customers/customers.usecases.ts';
import { callerWith } from '#tests/support/http.ts';
import { fillManyCustomers, manyCustomer } from '#tests/support/many-customers.ts';
import { startTestCluster } from '#tests/support/postgres.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { startProcess } from '#tests/support/server-process.ts';
import { makeGroups, makeStaff, makeStore } from '#tests/support/shop.ts';
import { isNoisy, median, percentile, print } from './figures.ts';

const SMALL = 10_000;
const LARGE = 200_000;
const ROUNDS = 9;
/** The goals: how p95 over HTTP may grow from the one size to the other, and what a query may take in process. */
const GROWTH_MAX = 1.5;
const GROWTH_FREE_MS = 1;
const QUERY_MAX_MS = 10;

type Query = Parameters<typeof listCustomers>[1];
type Ask = (query: Query) => Promise<unknown>;
type Shop = {
  queries: Query[];
  /** Asks the use case on the database itself. */
  inProcess: Ask;
  /** Asks a server process of its own, as a manager who is signed in; the connection stays open. */
  overHttp: Ask;
  close: () => Promise<void>;
};

/** What is typed at a till and asked for in the list, for customers whom both sizes have. */
function queriesFor({ vip, regular }: { vip: number; regular: number }): Query[] {
  const people = [17, 4321, 9876].map(manyCustomer);
  const typed = people.flatMap(({ name, phone, email }) => {
    const [first = '', last = ''] = name.split(' ');
    const national = `0${phone.slice(2)}`;
    const numbers = [national, national.slice(0, 7), phone.slice(-4), phone.slice(5, 10)];
    return [
      first,
      last,
      name,
      `${last} ${first}`,
      `${first.slice(0, 3)} ${last.slice(0, 3)}`,
      ...numbers,
      email,
    ];
  });
  const searches = [...typed, 'ma', 'maria', 'maria santos', 'm s'].map((search) => ({ search }));
  const filters = [
    {},
    { page: 40 },
    { customer_group_id: vip },
    { customer_group_id: regular },
    { min_points: 4980 },
    { customer_group_id: vip, max_points: 40 },
    { customer_group_id: vip, search: 'maria' },
    { phone: people[0]?.phone ?? '' },
  ];
  return [...searches, ...filters];
}

async function signInManager(database: Database, url: string) {
  const store = await makeStore(database);
  const manager = await makeStaff(database, { store_id: store.id, role: 'store_manager' });
  const { token } = await signInDirectly(database, manager.id);
  return callerWith(url, token);
}

const addressOf = (query: Query) =>
  `/customers?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()}`;

async function openShop(count: number, databaseUrl: string | undefined): Promise<Shop> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const database = await openDatabase({ dataDir, databaseUrl });
  const groups = await makeGroups(database);
  await fillManyCustomers({ dataDir, databaseUrl }, count, [groups.regular.id, groups.vip.id]);
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await startProcess({ dataDir, env });
  const manager = await signInManager(database, server.url);
  return {
    queries: queriesFor({ vip: groups.vip.id, regular: groups.regular.id }),
    inProcess: (query) => listCustomers(database.reader, query),
    overHttp: async (query) => expectDone(await manager.get(addressOf(query))),
    close: async () => {
      await server.end('SIGTERM');
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Milliseconds of each query, one after the other. */
async function timesOf(queries: readonly Query[], ask: Ask): Promise<number[]> {
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

async function roundsOf(way: Way, small: Shop, large: Shop): Promise<Round[]> {
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
function slowestOf({ queries }: Shop, rounds: readonly Round[]) {
  const each = queries.map((_, index) => median(rounds.map((round) => round.large[index] ?? 0)));
  const slowest = Math.max(...each);
  return { slowest, slowest_query: JSON.stringify(queries[each.indexOf(slowest)]) };
}

function figureOf(name: string, rounds: readonly Round[]) {
  const all = rounds.flatMap((round) => round.large);
  return {
    fig: `4 (customers, ${name})`,
    value: median(rounds.map((round) => p95(round.large))),
    unit: `ms p95 of a query at ${LARGE.toLocaleString('en')}`,
    baseline: median(rounds.map((round) => p95(round.small))),
    ratio: median(rounds.map((round) => p95(round.large) / p95(round.small))),
    runs: all.length,
    p50: median(all),
    p95: p95(all),
    noisy: isNoisy(rounds.map((round) => p95(round.small))),
  };
}

async function measureOn(engine: string, urls: readonly [string?, string?]): Promise<void> {
  const [small, large] = [await openShop(SMALL, urls[0]), await openShop(LARGE, urls[1])];
  try {
    const inside = await roundsOf('inProcess', small, large);
    const slowest = slowestOf(large, inside);
    print({ ...figureOf(`${engine}, in process`, inside), ...slowest, met: slowest.slowest < QUERY_MAX_MS });
    const outside = await roundsOf('overHttp', small, large);
    const figure = figureOf(`${engine}, over HTTP`, outside);
    const goal = GROWTH_MAX * figure.baseline + GROWTH_FREE_MS;
    print({ ...figure, ...slowestOf(large, outside), goal, met: figure.value <= goal });
  } finally {
    await small.close();
    await large.close();
  }
}

/**
 * Figure 4, customers: p95 of the list and its search at 200,000 customers against 10,000, of the use case in process
 * and of the call to a server process.
 */
export async function measureCustomerSearch(): Promise<void> {
  await measureOn('SQLite', []);
  const cluster = startTestCluster();
  if (!cluster) return console.error('No PostgreSQL here: figure 4 was not measured on it');
  try {
    await measureOn('PostgreSQL', [await cluster.createDatabase(), await cluster.createDatabase()]);
  } finally {
    await cluster.stop();
  }
}
