import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { findNextFree } from '#server/modules/units/units.repository.ts';
import { startTestCluster } from '#tests/support/postgres.ts';
import { isNoisy, median, percentile, print } from './figures.ts';

const FEW = 20;
const MANY = 20_000;
const ROUNDS = 9;
const ASKED_A_ROUND = 300;
const UNITS_AT_ONCE = 500;

/** Adds this many free units of a variation to a store; all but the last tenth are used ones, which are taken last. */
async function stockUp(database: Database, variationId: number, storeId: number, units: number) {
  for (let done = 0; done < units; done += UNITS_AT_ONCE) {
    await database.write(async (writer) => {
      const rows = Array.from({ length: Math.min(UNITS_AT_ONCE, units - done) }, (_, index) => ({
        id: writer.nextId(),
        product_variation_id: variationId,
        store_id: storeId,
        status: 'available' as const,
        category: done + index < units * 0.9 ? ('used' as const) : ('new' as const),
        created_at: 1,
      }));
      await writer.insertInto('inventory_items').values(rows).execute();
    });
  }
}

async function measureOn(engine: string, databaseUrl: string | undefined): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const database = await openDatabase({ dataDir: folder, databaseUrl });
  try {
    await fillDemoShop(database, Date.now());
    const warehouse = await database.reader
      .selectFrom('stores')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const [few, many] = await database.reader
      .selectFrom('product_variations')
      .select('id')
      .orderBy('id')
      .limit(2)
      .execute();
    if (!few || !many) throw new Error('The demo shop has no two variations');
    await stockUp(database, few.id, warehouse.id, FEW);
    await stockUp(database, many.id, warehouse.id, MANY);
    const timesOf = async (variationId: number) => {
      const times: number[] = [];
      for (let asked = 0; asked < ASKED_A_ROUND; asked += 1) {
        const started = performance.now();
        await findNextFree(database.reader, {
          variationId,
          storeId: warehouse.id,
          now: Date.now(),
          paidForToo: false,
        });
        times.push(performance.now() - started);
      }
      return times;
    };
    await timesOf(few.id);
    await timesOf(many.id);
    const rounds: { few: number; many: number[] }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ few: median(await timesOf(few.id)), many: await timesOf(many.id) });
    }
    const all = rounds.flatMap((round) => round.many);
    print({
      fig: `next free unit of ${MANY.toLocaleString('en')} (${engine})`,
      value: median(all),
      unit: 'ms p50',
      baseline: median(rounds.map((round) => round.few)),
      ratio: median(rounds.map((round) => median(round.many) / round.few)),
      runs: all.length,
      p50: median(all),
      p95: percentile(all, 0.95),
      noisy: isNoisy(rounds.map((round) => round.few)),
    });
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}

/** Measures finding the next free unit of a variation among very many, against a few, on both engines. */
export async function measureNextFree(): Promise<void> {
  await measureOn('SQLite', undefined);
  const cluster = startTestCluster();
  if (!cluster) return console.error('No PostgreSQL here: the next free unit was not measured on it');
  try {
    await measureOn('PostgreSQL', await cluster.createDatabase());
  } finally {
    await cluster.stop();
  }
}
