import type { CDPSession, Page } from 'playwright-core';
import { runnerImport } from 'vite';
import type * as screensModule from '#renderer/app/screens.tsx';
import { launchBrowser, openPage } from '#tests/support/browser.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { signInAs } from '#tests/support/till-page.ts';
import { median, percentile, print } from './figures.ts';

/** Milliseconds of every request: far more than a page needs between two of them. */
const LATENCY = 200;
/** Milliseconds without a request after which a page has its content. */
const QUIET = LATENCY * 1.5;

/** The table that holds the things of an address. */
const tables: Readonly<Record<string, string>> = {
  productId: 'products',
  inventoryId: 'inventory_items',
  transferId: 'transfers',
  countId: 'stock_counts',
  importId: 'imports',
  transactionId: 'transactions',
  customerId: 'customers',
  shiftId: 'shifts',
  readingId: 'z_readings',
  orderId: 'purchase_orders',
  receiptId: 'goods_receipts',
  supplierId: 'suppliers',
  returnId: 'supplier_returns',
  storeId: 'stores',
  staffId: 'staff',
};

/** One request of a page; times in milliseconds. */
type Asked = { what: string; from: number; until: number };

async function addressOf(path: string, { database }: DemoServer): Promise<string | null> {
  const name = /:(\w+)/.exec(path)?.[1];
  if (!name) return path;
  const row = await database.reader
    .selectFrom(tables[name] as 'products')
    .select('id')
    .orderBy('id')
    .executeTakeFirst()
    .catch(() => undefined);
  return row ? path.replace(`:${name}`, String(row.id)) : null;
}

/** Records the scripts, styles and reads that a page asks for; pictures follow from what was read. */
async function watchRequests(page: Page): Promise<{ cdp: CDPSession; asked: Map<string, Asked> }> {
  const asked = new Map<string, Asked>();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    if (type !== 'Script' && type !== 'Stylesheet' && type !== 'Fetch') return;
    const { pathname, search } = new URL(request.url);
    const what = pathname.replace('/api/v1', '').replace(/-[\w-]{8}\.js$/, '.js') + search;
    asked.set(requestId, { what, from: timestamp * 1000, until: Infinity });
  });
  const end = ({ requestId, timestamp }: { requestId: string; timestamp: number }) => {
    const one = asked.get(requestId);
    if (one) one.until = timestamp * 1000;
  };
  cdp.on('Network.loadingFinished', end);
  cdp.on('Network.loadingFailed', end);
  return { cdp, asked };
}

/** Waits until no request was on its way for a while. */
async function quiet(page: Page, asked: Map<string, Asked>): Promise<void> {
  for (let calm = 0; calm < QUIET; calm += 50) {
    await page.waitForTimeout(50);
    if ([...asked.values()].some(({ until }) => until === Infinity)) calm = 0;
  }
}

/** Returns the longest chain of requests that each began after the one before had ended. */
function longestChain(asked: readonly Asked[]): Asked[] {
  const chains: Asked[][] = [];
  for (const one of asked.toSorted((a, b) => a.from - b.from)) {
    const before = chains.filter((chain) => (chain.at(-1)?.until ?? 0) <= one.from);
    chains.push([...(before.toSorted((a, b) => b.length - a.length)[0] ?? []), one]);
  }
  return chains.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/**
 * The requests that each screen makes one after another, from the click to its content, with nothing of it in the
 * browser's cache. A slow line shows what waits for what: what is asked together ends together.
 */
export async function measurePages(): Promise<void> {
  // Node itself loads no .tsx.
  const { module } = await runnerImport<typeof screensModule>('./src/renderer/app/screens.tsx');
  const { screens } = module;
  const server = await startDemoServer();
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser, server.url);
    await page.goto('/');
    await signInAs(page, 'admin@demo.test');
    const { cdp, asked } = await watchRequests(page);
    const depths: number[] = [];
    const counts: number[] = [];
    const deep: Record<string, string> = {};
    const twice: Record<string, string> = {};
    for (const { path } of screens) {
      const address = await addressOf(path, server);
      if (address === null) {
        deep[path] = 'nothing of it in the demo shop';
        continue;
      }
      await cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
      await page.goto(path === '/account' ? '/roles' : '/account');
      await page.locator('h1').waitFor();
      await quiet(page, asked);
      await cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: LATENCY,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
      asked.clear();
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, address);
      await quiet(page, asked);
      const all = [...asked.values()];
      const isRepeated = ({ what }: Asked, place: number) =>
        all.findIndex((one) => one.what === what) < place;
      // What is asked for again is told apart: a page that follows others' work does so every few seconds.
      const chain = longestChain(all.filter((one, place) => !isRepeated(one, place)));
      depths.push(chain.length);
      counts.push(all.length);
      if (chain.length > 1) deep[path] = chain.map(({ what }) => what).join(' > ');
      const again = all.filter(isRepeated);
      if (again.length > 0) twice[path] = again.map(({ what }) => what).join(', ');
    }
    print({
      fig: 'requests of a screen, one after another',
      value: Math.max(...depths),
      unit: 'requests',
      baseline: 1,
      ratio: median(depths),
      runs: depths.length,
      p50: median(depths),
      p95: percentile(depths, 0.95),
      noisy: false,
      requests: counts.reduce((sum, count) => sum + count, 0),
      deep,
      twice,
    });
  } finally {
    await browser.close();
    await server.close();
  }
}
