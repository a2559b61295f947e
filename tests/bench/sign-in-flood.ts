import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { approve, makeBadge } from '#tests/support/approvals.ts';
import { call, type Caller } from '#tests/support/http.ts';
import { startTestCluster } from '#tests/support/postgres.ts';
import { expectDone } from '#tests/support/selling.ts';
import { startProcess } from '#tests/support/server-process.ts';
import { median, percentile, print } from './figures.ts';
import { leanSend, signInByRow } from './lean-calls.ts';

/** Sign-ins that one stranger sends at once, and how often. */
const AT_ONCE = 600;
const FLOODS = 10;
const MANAGER = 'store_manager@demo.test';
const GOAL_MS = 1000;

/** Reads a manager's badge over and over until the strangers have their answers; returns the milliseconds of each. */
async function readDuring(till: Caller, body: object, flood: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const over = flood.finally(() => (isOver = true));
  while (!isOver) {
    const started = performance.now();
    expectDone(await approve(till, body));
    times.push(performance.now() - started);
  }
  await over;
  return times;
}

async function measureOn(engine: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await startProcess({ dataDir, args: ['--demo'], env });
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    const { id } = await database.reader
      .selectFrom('staff')
      .select('id')
      .where('email', '=', MANAGER)
      .executeTakeFirstOrThrow();
    const now = Date.now();
    const badge = await makeBadge(await signInByRow(server.url, { database, email: MANAGER, now }));
    const email = 'salesperson@demo.test';
    const till = await signInByRow(server.url, { database, email, now, send: leanSend() });
    const body = { act: 'void', staff_id: id, badge };
    expectDone(await approve(till, body));
    const times: number[] = [];
    const statuses: number[] = [];
    const guess = async (no: number) => {
      const wrong = { email: `stranger-${no}@shop.test`, password: 'not-this-one' };
      statuses.push((await call(server.url, 'POST', '/staff/login', wrong)).status);
    };
    for (let flood = 0; flood < FLOODS; flood += 1) {
      const guesses = Promise.all(Array.from({ length: AT_ONCE }, (_, no) => guess(flood * AT_ONCE + no)));
      times.push(...(await readDuring(till, body, guesses)));
    }
    const p99 = percentile(times, 0.99);
    print({
      fig: `badge beside a flood (${engine})`,
      value: p99,
      unit: `ms p99 of a badge while ${AT_ONCE} sign-ins come at once`,
      baseline: GOAL_MS,
      ratio: p99 / GOAL_MS,
      runs: times.length,
      p50: median(times),
      p95: percentile(times, 0.95),
      worst: Math.max(...times),
      answers: Object.fromEntries(
        Map.groupBy(statuses, String)
          .entries()
          .map(([status, all]) => [status, all.length]),
      ),
      noisy: false,
      goal: GOAL_MS,
      met: p99 <= GOAL_MS,
    });
  } finally {
    await database.close();
    await server.end('SIGTERM');
    await rm(dataDir, { recursive: true });
  }
}

/** A manager's badge at a till while a stranger floods the server with sign-ins. */
export async function measureSignInFlood(): Promise<void> {
  await measureOn('SQLite', undefined);
  const cluster = startTestCluster({ isDurable: true });
  if (!cluster) return console.error('No PostgreSQL here: the flood was not measured on it');
  try {
    await measureOn('PostgreSQL', await cluster.createDatabase());
  } finally {
    await cluster.stop();
  }
}
