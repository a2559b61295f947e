import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe } from 'vitest';
import type { Database } from '#server/db/access.ts';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { createServer } from '#server/server.ts';
import { startTestCluster, type TestCluster } from './postgres.ts';

type Engine = { name: string; locate: (folder: string) => Promise<DatabaseLocation> };

let cluster: TestCluster | null = null;

async function locateOnPostgres(folder: string): Promise<DatabaseLocation> {
  cluster ??= startTestCluster();
  if (!cluster)
    throw new Error('No PostgreSQL here. Set TEST_PG_URL, or install it: apt-get install postgresql');
  return { dataDir: folder, databaseUrl: await cluster.createDatabase() };
}

const sqlite: Engine = { name: 'sqlite', locate: (folder) => Promise.resolve({ dataDir: folder }) };
/** Every engine that the API is tested on: a new one is one more line here. */
const engines: readonly Engine[] = [sqlite, { name: 'postgresql', locate: locateOnPostgres }];

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
export type StartServer = (options?: { clock?: TestClock; demo?: boolean }) => Promise<TestServer>;

const startOn =
  (engine: Engine): StartServer =>
  async ({ clock = makeClock(), demo = false } = {}) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-api-'));
    const location = await engine.locate(folder);
    const database = await openDatabase(location);
    if (demo) await fillDemoShop(database, clock.now());
    const app = await createServer({ database, clock: clock.now });
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
        await rm(folder, { recursive: true, force: true });
      },
    };
  };

/** A server for what no engine has a say in. */
export const startOnSqlite = startOn(sqlite);

/** Runs a suite over every engine; `start` gives it a listening server with a database of its own. */
export function onEveryEngine(name: string, suite: (start: StartServer) => void): void {
  describe.each(engines)(`${name} ($name)`, (engine) => suite(startOn(engine)));
  afterAll(() => {
    cluster?.stop();
    cluster = null;
  });
}
