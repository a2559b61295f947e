import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe } from 'vitest';
import { prepareBackups, startBackups, type Backups } from '#server/backups/backups.ts';
import type { Database } from '#server/db/access.ts';
import type { Stopwatch } from '#server/db/load.ts';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { secondPlaces } from '#server/modules/backups/backups.public.ts';
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
  /** The place of the database, for a test that bypasses the server. */
  location: DatabaseLocation;
  clock: TestClock;
  backups: Backups | null;
  close: () => Promise<void>;
};
type Starting = {
  clock?: TestClock;
  /** The clock of its database's waiting times. It stands still unless waiting is under test: a clock jumps. */
  stopwatch?: Stopwatch;
  demo?: boolean;
  /** Starts with the saved shop of a version instead of an empty one. */
  version?: string;
  /** Milliseconds within which a request must have arrived whole. */
  slowest?: number;
  /** Milliseconds of event-loop delay above which calls are refused. */
  mostBehind?: number;
  metricsToken?: string;
  /** The folder of the built screens. */
  screens?: string;
  trustedProxies?: readonly string[];
  /** True if it backs up its database, on the engine that does. */
  backsUp?: boolean;
};
export type StartServer = (options?: Starting) => Promise<TestServer>;

const startOn =
  (engine: EngineName): StartServer =>
  async ({ clock = makeClock(), stopwatch = () => 0, demo = false, version, backsUp, ...options } = {}) => {
    const content = demo && clock.now() === OPENING ? 'demo' : 'tables';
    const { location, remove } = await makeTestDatabase(engine, version === undefined ? content : undefined);
    if (version !== undefined) await runSql(location, keptDump(version, engine));
    const before = backsUp && engine === 'sqlite' ? await prepareBackups(location.dataDir) : null;
    const database = await openDatabase({ ...location, keepsLog: before !== null }, stopwatch);
    const backups =
      before &&
      startBackups({ database, before, clock: clock.now, secondPlaces: () => secondPlaces(database.reader) });
    if (demo) await fillDemoShop(database, clock.now());
    const app = await createServer({
      database,
      clock: clock.now,
      backups,
      dataDir: location.dataDir,
      ...options,
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      app,
      database,
      location,
      clock,
      backups,
      close: async () => {
        await app.close();
        await backups?.stop();
        await database.close();
        await remove();
      },
    };
  };

/** Starts a server for tests that do not depend on the engine. */
export const startOnSqlite = startOn('sqlite');

/**
 * Runs a suite on every engine; `start` gives it a listening server with a database of its own. For everything that
 * involves a query: transactions, uniqueness, order, numbers, searching, stored values, and values that a column may be
 * unable to hold.
 */
export function onEveryEngine(name: string, suite: (start: StartServer) => void): void {
  describe.each(engines)(`${name} (%s)`, (engine) => suite(startOn(engine)));
}

/**
 * Runs a suite on one engine: for behaviour decided before the first query or after the last one, and so the same on any,
 * such as the shape of a body, headers, cookies, the API's document. In doubt use `onEveryEngine`.
 */
export function onOneEngine(name: string, suite: (start: StartServer) => void): void {
  describe(name, () => suite(startOnSqlite));
}
