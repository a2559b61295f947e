import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/db/open.ts';
import { signIn } from '#tests/support/http.ts';
import { applied, checked, csvOf } from '#tests/support/imports.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { ask } from '#tests/support/postgres.ts';
import { Ledger, type Report } from '#tests/support/proving.ts';
import { releasedVersion, type ReleasedVersion } from '#tests/support/released-version.ts';
import { checkBooks } from '#tests/support/sale-books.ts';
import type { WireSale } from '#tests/support/selling.ts';
import { freePort, startProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { makeImei } from '#tests/support/shop.ts';
import { makeTestDatabase } from '#tests/support/test-databases.ts';
import { persistAt, sellOne } from './selling-on.ts';

const SELLERS = ['store_manager', 'salesperson'];
/** Variations that each seller sells in a loop of its own, and the units of each. */
const [VARIATIONS, UNITS] = [4, 400];
/** A seller's pause after each sale, in milliseconds. */
const BREATH = 200;

/** Two servers of an older version on PostgreSQL, upgraded one after the other while tills sell at both. */
export async function proveUpgradeInTurn({
  from,
  sales: between,
}: {
  from: ReleasedVersion;
  /** Sales that each step waits for. */
  sales: number;
}): Promise<Report> {
  const ledger = new Ledger('upgrade-in-turn', 'postgresql');
  const old = releasedVersion(from);
  if (old === null) {
    ledger.report.skipped = `This clone has no history back to ${from}`;
    return ledger.close();
  }
  const main = path.join(old, 'src/server/main.ts');
  const { location, remove } = await makeTestDatabase('postgresql');
  const { dataDir, databaseUrl = '' } = location;
  const servers: ServerProcess[] = [];
  const start = async (port: number, settings: { main?: string; args?: string[] } = {}) => {
    const env = { DATABASE_URL: databaseUrl, PORT: String(port) };
    const server = await startProcess({ dataDir: path.join(dataDir, String(port)), env, ...settings });
    servers.push(server);
    return server;
  };
  const selling = new AbortController();
  try {
    const ports = [await freePort(), await freePort()] as const;
    let first = await start(ports[0], { main, args: ['--demo'] });
    let second = await start(ports[1], { main });

    const variations = (await ask(
      databaseUrl,
      `select v.id, v.name, p.sku from product_variations v join products p on p.id = v.product_id
        where p.requires_serial = 1 order by v.id limit ${VARIATIONS}`,
    )) as { id: string; name: string; sku: string }[];
    const manager = await signIn(first.url, 'store_manager@demo.test', undefined, unlessBusy);
    const rows = variations.flatMap(({ sku, name }, kind) =>
      Array.from({ length: UNITS }, (_, place) => [
        sku,
        name,
        makeImei(700_000 + kind * UNITS + place),
        'new',
      ]),
    );
    const file = csvOf([['SKU', 'Variation', 'IMEI', 'Category'], ...rows]);
    const { id, good_rows } = await checked(manager, 'inventory', file);
    ledger.check(good_rows === rows.length, `${from} refused rows of its stock`, good_rows);
    await applied(manager, id);
    const countSales = async () =>
      Number(
        (await ask(databaseUrl, `select count(*) as n from transactions where status <> 'draft'`))[0]?.n,
      );
    const before = await countSales();

    const sales: WireSale[] = [];
    const sellOn = async (who: string, variationId: number) => {
      const { token } = await signIn(first.url, `${who}@demo.test`, undefined, unlessBusy);
      const persist = persistAt([first.url, second.url], token, ledger, selling.signal);
      while (!selling.signal.aborted) {
        sales.push(await sellOne(persist, variationId));
        await pause(BREATH);
      }
    };
    const loops = variations.map((variation, place) =>
      sellOn(SELLERS[place % SELLERS.length] ?? '', Number(variation.id)).catch((error: unknown) => {
        if (!selling.signal.aborted) ledger.check(false, `A till stopped: ${String(error)}`);
      }),
    );
    const ended = Promise.all(loops);
    const sellMore = async (step: string) => {
      const target = sales.length + between;
      const started = performance.now();
      while (sales.length < target && ledger.report.findings.length === 0) await pause(20);
      ledger.saw(`milliseconds for ${between} sales: ${step}`, Math.round(performance.now() - started));
    };

    await sellMore('both old');
    await first.end('SIGTERM');
    await sellMore('one old alone');
    first = await start(ports[0]);
    await sellMore('one new, one old');
    await second.end('SIGTERM');
    await sellMore('one new alone');
    second = await start(ports[1]);
    await sellMore('both new');
    selling.abort();
    await ended;

    const numbers = new Set(sales.map(({ transaction }) => transaction.invoice_number));
    ledger.check(numbers.size === sales.length, 'Two sales were answered with one number');
    const database = await openDatabase(location);
    try {
      const kept = (await countSales()) - before;
      ledger.check(kept >= sales.length, `${sales.length} sales were answered, ${kept} are there`);
      await checkBooks(database, ledger);
    } finally {
      await database.close();
    }
    ledger.report.acknowledged = sales.length;
    ledger.report.rounds = 1;
  } catch (error) {
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    selling.abort();
    for (const server of servers) await server.end('SIGKILL');
    await remove();
    await rm(dataDir, { recursive: true, force: true });
  }
  return ledger.close();
}
