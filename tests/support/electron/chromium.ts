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

/** A running Chromium, and where others can reach it. */
export type RunningChromium = { context: BrowserContext; devTools: string; close: () => Promise<void> };

let opened: Promise<RunningChromium> | null = null;

/** Opens the one Chromium of this main process. Prints on stdout where a test can reach it. */
export async function openChromium(): Promise<BrowserContext> {
  opened ??= process.env.STAND_IN_DEVTOOLS ? connect(process.env.STAND_IN_DEVTOOLS) : launchChromium();
  const { context, devTools } = await opened;
  console.log(`stand-in devtools ${devTools}`);
  return context;
}

/** Connects to a Chromium that was started for this main process, which runs under Wine and can start none. */
async function connect(devTools: string): Promise<RunningChromium> {
  const browser = await chromium.connectOverCDP(devTools);
  const [context] = browser.contexts();
  if (!context) throw new Error('The Chromium has no window');
  return { context, devTools, close: () => browser.close() };
}

/** Starts a Chromium with a profile of its own. */
export async function launchChromium(): Promise<RunningChromium> {
  const profile = mkdtempSync(join(tmpdir(), 'till-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    headless: true,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: process.env.STAND_IN_MEASURED === 'yes' ? quiet : [...quiet, ...shortLived],
    viewport: { width: 1366, height: 900 },
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { context, devTools: `http://127.0.0.1:${await devToolsPort(profile)}`, close };
}

/** Reads the port from the file that Chromium writes, usually before it can be driven, sometimes a little later. */
async function devToolsPort(profile: string): Promise<string> {
  const file = join(profile, 'DevToolsActivePort');
  for (;;) {
    const [port, path] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (port && path) return port;
    await later(10);
  }
}

export async function closeChromium(): Promise<void> {
  await (await opened)?.close();
}
