import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe } from 'vitest';
import type { Database } from '#server/db/access.ts';
import type { Stopwatch } from '#server/db/load.ts';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { createServer } from '#server/server.ts';
import { keptDump } from './kept-versions.ts';
import { runSql } from './run-sql.ts';
import { engines, makeTestDatabase, type EngineName } from './test-databases.ts';

/** Saturday, 21 November 2026, 10:00 in Manila. */
export const OPENING = Date.parse('2026-11-21T02:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export type TestClock = { now: () => number; advance: (milliseconds: number) => void };

export function makeClock(start = OPENING): TestClock {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

export type TestServer = {
  url: string;
  app: FastifyInstance;
  database: Database;
  /** Where the database is, for a test that goes around the server. */
  location: DatabaseLocation;
  clock: TestClock;
  close: () => Promise<void>;
};
type Starting = {
  clock?: TestClock;
  /** What its database measures waiting by. It stands still unless waiting is what a test is about: a clock jumps. */
  stopwatch?: Stopwatch;
  demo?: boolean;
  /** Begins with the shop that was kept of a version, in place of an empty one. */
  version?: string;
  /** Milliseconds in which a request must have come whole. */
  slowest?: number;
  /** Milliseconds that the event loop may be behind. */
  mostBehind?: number;
  metricsToken?: string;
  setupCode?: string;
};
export type StartServer = (options?: Starting) => Promise<TestServer>;

const startOn =
  (engine: EngineName): StartServer =>
  async ({ clock = makeClock(), stopwatch = () => 0, demo = false, version, ...options } = {}) => {
    const content = demo && clock.now() === OPENING ? 'demo' : 'tables';
    const { location, remove } = await makeTestDatabase(engine, version === undefined ? content : undefined);
    if (version !== undefined) await runSql(location, keptDump(version, engine));
    const database = await openDatabase(location, stopwatch);
    if (demo) await fillDemoShop(database, clock.now());
    const app = await createServer({ database, clock: clock.now, ...options });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      app,
      database,
      location,
      clock,
      close: async () => {
        await app.close();
        await database.close();
        await remove();
      },
    };
  };

/** A server for what no engine has a say in. */
export const startOnSqlite = startOn('sqlite');

/**
 * Runs a suite over every engine; `start` gives it a listening server with a database of its own. For all that a query
 * has a part in: transactions, uniqueness, order, numbers, searching, what is stored and read again, and what might
 * reach a column that cannot hold it.
 */
export function onEveryEngine(name: string, suite: (start: StartServer) => void): void {
  describe.each(engines)(`${name} (%s)`, (engine) => suite(startOn(engine)));
}

/**
 * Runs a suite on one engine: for what is decided before the first query or after the last one, and so is the same on
 * any, such as the shape of a body, headers, cookies, the API's document. Whoever doubts takes `onEveryEngine`.
 */
export function onOneEngine(name: string, suite: (start: StartServer) => void): void {
  describe(name, () => suite(startOnSqlite));
}
