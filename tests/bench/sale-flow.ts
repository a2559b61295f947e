import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, pay, type WireLock } from '#tests/support/selling.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { isNoisy, median, percentile, print } from './figures.ts';
import { COMMITS_A_SALE, openRaw, ROW_WRITES_A_SALE } from './raw-sales.ts';

const ROUNDS = 5;
const SALES_A_ROUND = 64;
const UNITS_A_SALE = 3;

/** Seven calls: three locks, a draft, two payments, the completion. */
async function sellThree(till: Caller, variationId: number): Promise<void> {
  const held: number[] = [];
  for (let unit = 0; unit < UNITS_A_SALE; unit += 1) {
    const lock = expectDone(await till.post<WireLock>(`/pos/variations/${variationId}/lock-next`));
    held.push(lock.inventoryItem.id);
  }
  const draft = await openDraft(till, held);
  await pay(till, draft.id, { method: 'cash', amount: 1 });
  await pay(till, draft.id, { method: 'cash', amount: draft.total_amount });
  expectDone(await till.post(`/transactions/${draft.id}/complete`, {}, { key: `complete-${draft.id}` }));
}

/** Units for the whole run, of one variation that cannot be told apart. */
async function stockUp({ database }: DemoServer, units: number): Promise<number> {
  const store = await database.reader
    .selectFrom('stores')
    .select('id')
    .where('code', '=', 'MNL-01')
    .executeTakeFirstOrThrow();
  const variation = await database.reader
    .selectFrom('product_variations')
    .select('id')
    .executeTakeFirstOrThrow();
  for (let done = 0; done < units; done += 500) {
    await database.write(async (writer) => {
      const rows = Array.from({ length: 500 }, () => ({
        id: writer.nextId(),
        product_variation_id: variation.id,
        store_id: store.id,
        status: 'available' as const,
        category: 'new' as const,
        created_at: 1,
      }));
      await writer.insertInto('inventory_items').values(rows).execute();
    });
  }
  return variation.id;
}

async function sellOverHttp(tills: Caller[], variationId: number, sales: number): Promise<number[]> {
  const times: number[] = [];
  let left = sales;
  await Promise.all(
    tills.map(async (till) => {
      while (left > 0) {
        left -= 1;
        const started = performance.now();
        await sellThree(till, variationId);
        times.push(performance.now() - started);
      }
    }),
  );
  return times;
}

/** No unit sold twice, no gap in the invoice numbers. */
async function assertCorrect({ database }: DemoServer): Promise<void> {
  const lines = await database.reader
    .selectFrom('transaction_items')
    .select(({ fn }) => ['inventory_item_id', fn.countAll<number>().as('times')])
    .where('live', '=', 1)
    .groupBy('inventory_item_id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  if (lines.length) throw new Error(`${lines.length} units were sold twice`);
  const numbers = await database.reader
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

/** Figure 1: sales a second over HTTP as a share of raw better-sqlite3 doing the same row writes. */
export async function measureSaleFlow(clients: number): Promise<void> {
  const server = await startDemoServer();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const raw = openRaw(folder);
  try {
    const tills = await Promise.all(
      Array.from({ length: clients }, () => signIn(server.url, 'salesperson@demo.test')),
    );
    const variationId = await stockUp(server, (ROUNDS + 1) * SALES_A_ROUND * UNITS_A_SALE + 500);
    await sellOverHttp(tills, variationId, SALES_A_ROUND);
    const ratios: number[] = [];
    const baselines: number[] = [];
    const subjects: number[] = [];
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const rawStarted = performance.now();
      for (let sale = 0; sale < SALES_A_ROUND; sale += 1) raw.sell();
      const baseline = (SALES_A_ROUND * 1000) / (performance.now() - rawStarted);
      const started = performance.now();
      times.push(...(await sellOverHttp(tills, variationId, SALES_A_ROUND)));
      const subject = (SALES_A_ROUND * 1000) / (performance.now() - started);
      baselines.push(baseline);
      subjects.push(subject);
      ratios.push(subject / baseline);
    }
    await assertCorrect(server);
    print({
      fig: `1 (${clients} ${clients === 1 ? 'client' : 'clients'})`,
      value: median(subjects),
      unit: 'sales/s',
      baseline: median(baselines),
      ratio: median(ratios),
      runs: ROUNDS,
      p50: median(times),
      p95: percentile(times, 0.95),
      noisy: isNoisy(baselines),
      commits_a_sale: COMMITS_A_SALE,
      row_writes_a_sale: ROW_WRITES_A_SALE,
      durability: raw.durability(),
    });
  } finally {
    raw.close();
    await rm(folder, { recursive: true });
    await server.close();
  }
}
