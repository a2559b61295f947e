import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { JSHandle, Page } from 'playwright-core';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { openCable, type Cable } from '#tests/support/pseudo-terminals.ts';
import { openTill, signInAs } from '#tests/support/till-page.ts';
import { writeTillSettings } from '#tests/support/till-settings.ts';
import { isNoisy, median, percentile, print } from './figures.ts';

const ROUNDS = 5;
const SCANS_A_ROUND = 12;

declare global {
  interface Window {
    lastKey?: { key: string; at: number };
  }
}

/** Records each key's event time before the app sees the key: the app stops a scanner's keys. */
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
  // The promise is in an object, so that it is awaited only after the key was pressed.
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

/** Watches for the first paint after the next change of the cart's content; in epoch milliseconds. */
function watchCart(page: Page): Promise<JSHandle<{ painted: Promise<number> }>> {
  return page.evaluateHandle(() => ({
    painted: new Promise<number>((resolve) => {
      const lines = () => document.querySelectorAll('[aria-label="Cart items"] li').length;
      const before = lines();
      const watching = new MutationObserver(() => {
        if (lines() === before) return;
        watching.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
      });
      watching.observe(document.body, { childList: true, subtree: true });
    }),
  }));
}

/** Milliseconds from the bytes of a scan on the serial port to the painted line. */
export async function scanToPaint(page: Page, cable: Cable, code: string): Promise<number> {
  const watch = await watchCart(page);
  const leftAt = await cable.send(`]C0${code}\r`);
  return (await watch.evaluate(({ painted }) => painted)) - leftAt;
}

async function imeisAt(server: DemoServer): Promise<string[]> {
  const units = await server.database.reader
    .selectFrom('inventory_items')
    .innerJoin('stores', 'stores.id', 'inventory_items.store_id')
    .select('inventory_items.imei')
    .where('stores.code', '=', 'MNL-01')
    .where('inventory_items.status', '=', 'available')
    .where('inventory_items.imei', 'is not', null)
    .limit(SCANS_A_ROUND)
    .execute();
  return units.flatMap(({ imei }) => imei ?? []);
}

async function measureRound(page: Page, cable: Cable, imeis: readonly string[]) {
  const search = page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
  const typed: number[] = [];
  const scanned: number[] = [];
  for (const imei of imeis) {
    await search.focus();
    typed.push(await keyToPaint(page, 'q', 'input[type=search]'));
    await search.fill('');
    await search.blur();
    scanned.push(await scanToPaint(page, cable, imei));
    await page.getByText(/^· Saved \d/).waitFor();
  }
  await page.getByRole('button', { name: 'Clear Items' }).click();
  await page.getByRole('button', { name: /^Clear \d+ items/ }).click();
  await page.getByText('Scan an item to start').waitFor();
  return { typed, scanned };
}

/** Starts the built till with a scanner on a serial port, under the stand-in for Electron. */
async function startTill(server: DemoServer) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const cable = await openCable();
  writeTillSettings(folder, { scanners: [{ kind: 'serial', path: cable.path, baud_rate: 9600 }] });
  const till = await launchTill({
    env: { TINDAHAN_SERVER: server.url, TINDAHAN_TILL_DATA: folder, STAND_IN_MEASURED: 'yes' },
  });
  const close = async () => {
    await till.close();
    await cable.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { page: till.page, cable, close };
}

/**
 * Figure 5: from the bytes on the serial port to the painted line, through the built main, preload and screens, against
 * the time from a typed key to paint on the same page.
 */
export async function measureScanToLine(slowdown: number): Promise<void> {
  const server = await startDemoServer();
  const { page, cable, close } = await startTill(server);
  try {
    await signInAs(page, 'salesperson@demo.test');
    await openTill(page);
    await page.evaluate(rememberKeys);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const imeis = await imeisAt(server);
    await measureRound(page, cable, imeis);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(page, cable, imeis));
    const scans = rounds.flatMap(({ scanned }) => scanned);
    const baselines = rounds.map(({ typed }) => median(typed));
    print({
      fig: `5 (scan to line, CPU ${slowdown}x)`,
      value: percentile(scans, 0.95),
      unit: 'ms p95',
      baseline: median(baselines),
      ratio: median(rounds.map(({ scanned, typed }) => percentile(scanned, 0.95) / percentile(typed, 0.95))),
      runs: scans.length,
      p50: median(scans),
      p95: percentile(scans, 0.95),
      noisy: isNoisy(baselines),
    });
  } finally {
    await close();
    await server.close();
  }
}
