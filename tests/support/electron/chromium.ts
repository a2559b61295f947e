import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright-core';
import { shortLived } from '#tests/support/browser.ts';
import { chromiumPath } from '#tests/support/chromium-path.ts';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  '--remote-debugging-port=0',
];

let opened: Promise<BrowserContext> | null = null;
const profile = mkdtempSync(join(tmpdir(), 'till-chromium-'));

/** Opens the one Chromium of this main process. Prints on stdout where a test can reach it. */
export function openChromium(): Promise<BrowserContext> {
  return (opened ??= launch());
}

async function launch(): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    headless: true,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: process.env.STAND_IN_MEASURED === 'yes' ? quiet : [...quiet, ...shortLived],
    viewport: { width: 1366, height: 900 },
  });
  console.log(`stand-in devtools http://127.0.0.1:${await devToolsPort()}`);
  return context;
}

/** Reads the port from the file that Chromium writes, usually before it can be driven, sometimes a little later. */
async function devToolsPort(): Promise<string> {
  const file = join(profile, 'DevToolsActivePort');
  for (;;) {
    const [port, path] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (port && path) return port;
    await later(10);
  }
}

export async function closeChromium(): Promise<void> {
  await (await opened)?.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
