import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/db/open.ts';
import type { Answer, Caller, Send } from '#tests/support/http.ts';
import { startTestCluster } from '#tests/support/postgres.ts';
import { expectDone, openDraft, type WireLock } from '#tests/support/selling.ts';
import { startProcess } from '#tests/support/server-process.ts';
import { percentile, print } from './figures.ts';
import { leanSend, signInByRow } from './lean-calls.ts';
import { assertCorrect } from './sale-flow.ts';
import { stockAlike } from './sale-instruments.ts';

type Crowd = {
  name: string;
  tills: number;
  readers: number;
  /** Milliseconds from one sale of a till to its next; 0 for as many as it can. */
  saleEvery: number;
  /** Milliseconds from one page of a reader to the next; 0 for as many as they can. */
  pageEvery: number;
};

/** Figure 33, and more than two cores can do. */
const CROWDS: readonly Crowd[] = [
  { name: '33 crowd', tills: 600, readers: 120, saleEvery: 30_000, pageEvery: 5_000 },
  { name: '33 too large a crowd', tills: 300, readers: 150, saleEvery: 0, pageEvery: 0 },
];
const SECONDS = 60;
const VARIATIONS = 100;
const UNITS_EACH = 400;
const GOAL_MS = 250;

const PAGES = [
  '/transactions?per_page=20',
  '/inventory?per_page=20',
  '/products?per_page=20',
  '/customers?per_page=20',
  '/dashboard',
];

class Calls {
  readonly served: number[] = [];
  /** From the first try, with the waits that the server named. */
  readonly whole: number[] = [];
  refused = 0;
}
type Kind = 'complete' | 'change' | 'read';
type Measured = Record<Kind, Calls>;

const kindOf = (method: string, asked: string): Kind =>
  method === 'GET' ? 'read' : asked.endsWith('/complete') ? 'complete' : 'change';

/** Calls as a screen does: a refusal of a busy server is asked again after the time that it names. */
function measuring(measured: Measured): Send {
  const send = leanSend();
  return async <T>(...asked: Parameters<Send>): Promise<Answer<T>> => {
    const calls = measured[kindOf(asked[1], asked[2])];
    const first = performance.now();
    for (;;) {
      const started = performance.now();
      const answer = await send<T>(...asked);
      if (answer.status !== 503) {
        calls.served.push(performance.now() - started);
        calls.whole.push(performance.now() - first);
        return answer;
      }
      calls.refused += 1;
      await pause(Number(answer.headers.get('retry-after')) * 1000 * (1 + Math.random()));
    }
  };
}

/** A sale of one unit for cash: three calls. */
export async function sellOne(till: Caller, variationId: number): Promise<void> {
  const lock = expectDone(await till.post<WireLock>(`/pos/variations/${variationId}/lock-next`));
  const draft = await openDraft(till, [lock.inventoryItem.id]);
  const payments = [{ method: 'cash', amount: draft.total_amount }];
  expectDone(await till.post(`/transactions/${draft.id}/complete`, { payments }, { key: `c-${draft.id}` }));
}

/** Repeats until the time is over, beginning anywhere within the first interval. */
async function repeat(until: number, every: number, act: (turn: number) => Promise<void>): Promise<void> {
  await pause(Math.random() * every);
  for (let turn = 0; performance.now() < until; turn += 1) {
    const next = performance.now() + every;
    await act(turn);
    await pause(Math.max(0, Math.min(next, until) - performance.now()));
  }
}

function printCrowd(engine: string, crowd: Crowd, { complete, change, read }: Measured): void {
  const of = ({ served, whole, refused }: Calls) => ({
    served: served.length,
    refused,
    p50: Math.round(percentile(served, 0.5)),
    p99: Math.round(percentile(served, 0.99)),
    worst: Math.round(Math.max(...served)),
    p99_with_tries: Math.round(percentile(whole, 0.99)),
  });
  const p99 = percentile(complete.served, 0.99);
  print({
    fig: `${crowd.name} (${engine})`,
    value: p99,
    unit: `ms p99 of a completion, ${crowd.tills} tills and ${crowd.readers} readers`,
    baseline: GOAL_MS,
    ratio: p99 / GOAL_MS,
    runs: 1,
    p50: percentile(complete.served, 0.5),
    p95: percentile(complete.served, 0.95),
    sales_per_second: complete.served.length / SECONDS,
    complete: of(complete),
    changes: of(change),
    reads: of(read),
    noisy: false,
  });
}

async function measureOn(engine: string, crowd: Crowd, databaseUrl: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await startProcess({ dataDir, args: ['--demo'], env });
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    const variations = await stockAlike(database, VARIATIONS, UNITS_EACH);
    const measured = { complete: new Calls(), change: new Calls(), read: new Calls() };
    const enter = async (count: number, email: string) => {
      const callers: Caller[] = [];
      while (callers.length < count) {
        const send = measuring(measured);
        const caller = await signInByRow(server.url, { database, email, now: Date.now(), send });
        // A busy server takes one new connection a turn of its loop, and clients keep theirs.
        expectDone(await caller.get(PAGES[0] ?? ''));
        callers.push(caller);
      }
      return callers;
    };
    const tills = await enter(crowd.tills, 'salesperson@demo.test');
    const readers = await enter(crowd.readers, 'admin@demo.test');
    const until = performance.now() + SECONDS * 1000;
    await Promise.all([
      ...tills.map((till, index) =>
        repeat(until, crowd.saleEvery, () => sellOne(till, variations[index % variations.length] ?? 0)),
      ),
      ...readers.map((reader, index) =>
        repeat(until, crowd.pageEvery, async (turn) => {
          expectDone(await reader.get(PAGES[(index + turn) % PAGES.length] ?? ''));
        }),
      ),
    ]);
    await assertCorrect(database);
    printCrowd(engine, crowd, measured);
  } finally {
    await database.close();
    await server.end('SIGTERM');
    await rm(dataDir, { recursive: true });
  }
}

/** Figure 33: completions in a crowd of tills and readers; in one that is too large the server refuses reads first. */
export async function measureCrowd(): Promise<void> {
  for (const crowd of CROWDS) await measureOn('SQLite', crowd, undefined);
  const cluster = startTestCluster({ isDurable: true });
  if (!cluster) return console.error('No PostgreSQL here: figure 33 was not measured on it');
  try {
    for (const crowd of CROWDS) await measureOn('PostgreSQL', crowd, await cluster.createDatabase());
  } finally {
    await cluster.stop();
  }
}
