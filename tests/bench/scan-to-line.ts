import type { Page } from 'playwright-core';
import { launchBrowser, openPage } from '#tests/support/browser.ts';
import { startDemoServer } from '#tests/support/demo-server.ts';
import { openTill, signInAs } from '#tests/support/till-page.ts';
import { isNoisy, median, percentile, print } from './figures.ts';

const ROUNDS = 5;
const SCANS_A_ROUND = 12;

declare global {
  interface Window {
    lastKey?: { key: string; at: number };
  }
}

/** Remembers each key's event time before the app sees the key: the app keeps a scanner's keys to itself. */
function rememberKeys(): void {
  window.addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      window.lastKey = { key, at: timeStamp };
    },
    { capture: true },
  );
}

/** Milliseconds from a key's event to the first paint after the content of `selector` has changed. */
async function keyToPaint(page: Page, key: string, selector: string): Promise<number> {
  await page.evaluate(() => {
    window.lastKey = undefined;
  });
  // The promise stands in an object, so that it is only waited for once the key has been pressed.
  const measuring = await page.evaluateHandle(
    ({ wanted, target }) => ({
      measured: new Promise<number>((resolve) => {
        const read = () => {
          const nodes = [...document.querySelectorAll(target)];
          return nodes
            .map((node) => (node instanceof HTMLInputElement ? node.value : node.textContent))
            .join();
        };
        const before = read();
        const look = () => {
          const pressed = window.lastKey?.key === wanted ? window.lastKey.at : null;
          if (pressed === null || read() === before) return;
          watching.disconnect();
          window.removeEventListener('input', look);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
        };
        const watching = new MutationObserver(look);
        watching.observe(document.body, { childList: true, subtree: true });
        window.addEventListener('input', look);
      }),
    }),
    { wanted: key, target: selector },
  );
  await page.keyboard.press(key);
  return measuring.evaluate(({ measured }) => measured);
}

/** Figure 5: from the wedge scanner's carriage return to the painted line, against a typed key's way to paint. */
export async function measureScanToLine(slowdown: number): Promise<void> {
  const server = await startDemoServer();
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser, server.url);
    await page.addInitScript(rememberKeys);
    await page.goto('/');
    await signInAs(page, 'salesperson@demo.test');
    await openTill(page);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const units = await server.database.reader
      .selectFrom('inventory_items')
      .innerJoin('stores', 'stores.id', 'inventory_items.store_id')
      .select('inventory_items.imei')
      .where('stores.code', '=', 'MNL-01')
      .where('inventory_items.status', '=', 'available')
      .where('inventory_items.imei', 'is not', null)
      .limit(ROUNDS * SCANS_A_ROUND + 1)
      .execute();
    const search = page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
    const scans: number[] = [];
    const ratios: number[] = [];
    const baselines: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const typed: number[] = [];
      const scanned: number[] = [];
      for (let index = 0; index < SCANS_A_ROUND; index += 1) {
        await search.focus();
        typed.push(await keyToPaint(page, 'q', 'input[type=search]'));
        await search.fill('');
        await search.blur();
        const { imei } = units[round * SCANS_A_ROUND + index] ?? {};
        for (const key of `]C0${imei ?? ''}`) await page.keyboard.press(key);
        scanned.push(await keyToPaint(page, 'Enter', '[aria-label="Cart items"] li'));
        await page.getByText(/^· Saved \d/).waitFor();
      }
      await page.getByRole('button', { name: 'Clear Items' }).click();
      await page.getByRole('button', { name: /^Clear \d+ items/ }).click();
      await page.getByText('Scan an item to start').waitFor();
      scans.push(...scanned);
      baselines.push(median(typed));
      ratios.push(percentile(scanned, 0.95) / percentile(typed, 0.95));
    }
    print({
      fig: `5 (scan to line, CPU ${slowdown}x)`,
      value: percentile(scans, 0.95),
      unit: 'ms p95',
      baseline: median(baselines),
      ratio: median(ratios),
      runs: scans.length,
      p50: median(scans),
      p95: percentile(scans, 0.95),
      noisy: isNoisy(baselines),
    });
  } finally {
    await browser.close();
    await server.close();
  }
}
