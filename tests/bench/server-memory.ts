import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import type { Caller } from '#tests/support/http.ts';
import { startProcess } from '#tests/support/server-process.ts';
import type { EngineName } from '#tests/support/test-databases.ts';
import { sellOne } from './crowd.ts';
import { median, percentile, print } from './figures.ts';
import { signInLean } from './lean-calls.ts';
import { assertCorrect } from './sale-flow.ts';
import { instruments, stockAlike } from './sale-instruments.ts';

const GOAL_MB = 250;
const TILLS = 8;
const SALES = 10_000;
/** Sales between two looks at the server's memory. */
const LOOK_EVERY = 50;

/** The options that `npm run server` gives Node. */
function optionsOfServer(): string {
  const manifest = readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: { server: string } };
  return scripts.server
    .split(' ')
    .filter((word) => word.startsWith('--'))
    .join(' ');
}

/** Returns the megabytes of a process that are in memory. */
function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

async function measureOn(engine: EngineName, name: string): Promise<void> {
  const shop = await instruments.alike.open(engine);
  if (!shop) return console.error(`No ${engine} here: the server's memory was not measured on it`);
  const { dataDir, databaseUrl } = shop.location;
  const database = await openDatabase(shop.location);
  await fillDemoShop(database, Date.now());
  const variations = await stockAlike(database, TILLS, SALES / TILLS + 1);
  const server = await startProcess({
    dataDir,
    env: {
      NODE_OPTIONS: optionsOfServer(),
      // As in the unit file of the guide.
      MALLOC_ARENA_MAX: '2',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  });
  try {
    const pid = server.child.pid ?? 0;
    const tills: Caller[] = [];
    while (tills.length < TILLS) tills.push(await signInLean(server.url, 'salesperson@demo.test'));
    const seen = [residentMemory(pid)];
    let sold = 0;
    const sell = async (till: Caller) => {
      while (sold < SALES) {
        sold += 1;
        if (sold % LOOK_EVERY === 0) seen.push(residentMemory(pid));
        // However fast each till is, all variations sell equally often.
        await sellOne(till, variations[sold % TILLS] ?? 0);
      }
    };
    await Promise.all(tills.map(sell));
    const afterSales = residentMemory(pid);
    await assertCorrect(database);
    const thousand = 1000 / LOOK_EVERY;
    print({
      fig: `server memory (${name})`,
      value: afterSales,
      unit: `MB resident after ${SALES} sales`,
      baseline: GOAL_MB,
      ratio: afterSales / GOAL_MB,
      runs: 1,
      p50: median(seen),
      p95: percentile(seen, 0.95),
      noisy: false,
      at_the_start: seen[0],
      at_most: Math.max(...seen),
      median_of_each_thousand: Array.from({ length: SALES / 1000 }, (_, turn) =>
        median(seen.slice(1 + turn * thousand, 1 + (turn + 1) * thousand)),
      ),
    });
  } finally {
    await database.close();
    await server.end('SIGTERM');
    await shop.close();
  }
}

/** Resident memory of the server, started as `npm run server` and the guide start it, while it sells and after 10,000 sales. */
export async function measureServerMemory(): Promise<void> {
  await measureOn('sqlite', 'SQLite');
  await measureOn('postgresql', 'PostgreSQL');
}
