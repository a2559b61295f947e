import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchBrowser, openPage } from '#tests/support/browser.ts';
import { startDemoServer } from '#tests/support/demo-server.ts';
import { median, percentile, print } from './figures.ts';

const GOAL_KB = 280;
/** The document, its styles and font, what the server is asked, and scripts. */
const GOAL_REQUESTS = 12;
const RUNS = 7;

/** Figure 6: the JavaScript that the sign-in page loads, its requests, and the time until a cold browser takes input. */
export async function measureFirstLoad(): Promise<void> {
  const server = await startDemoServer();
  const browser = await launchBrowser();
  try {
    const times: number[] = [];
    let loaded: string[] = [];
    let requests = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const { page } = await openPage(browser, server.url);
      const scripts: string[] = [];
      let asked = 0;
      page.on('request', (request) => {
        asked += 1;
        if (request.resourceType() === 'script') scripts.push(path.basename(new URL(request.url()).pathname));
      });
      const started = performance.now();
      await page.goto('/');
      await page.getByLabel('Email').waitFor();
      times.push(performance.now() - started);
      loaded = [...scripts];
      requests = asked;
      await page.context().close();
    }
    const assets = path.resolve(import.meta.dirname, '../../out/renderer/assets');
    const bytes = readdirSync(assets)
      .filter((file) => loaded.includes(file))
      .reduce((sum, file) => sum + gzipSync(readFileSync(path.join(assets, file))).length, 0);
    print({
      fig: '6 (first load)',
      value: bytes / 1024,
      unit: 'KB gzip of initial JS',
      baseline: GOAL_KB,
      ratio: bytes / 1024 / GOAL_KB,
      runs: RUNS,
      p50: median(times),
      p95: percentile(times, 0.95),
      noisy: false,
    });
    print({
      fig: '6 (first load, requests)',
      value: requests,
      unit: 'requests before the form',
      baseline: GOAL_REQUESTS,
      ratio: requests / GOAL_REQUESTS,
      runs: 1,
      p50: requests,
      p95: requests,
      noisy: false,
    });
  } finally {
    await browser.close();
    await server.close();
  }
}
