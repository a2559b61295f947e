import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startMainOnWindows } from '../windows/main-process.ts';
import { onWindows } from '../windows/wine.ts';

export type LaunchedTill = {
  page: Page;
  /** The main process's output so far. */
  output: () => string;
  /** `SIGHUP` is the window's ✕, `SIGUSR2` a quit of the program from outside. */
  signal: (signal: 'SIGHUP' | 'SIGUSR2') => void;
  /** The exit code of the main process, once it has ended. */
  ended: Promise<number | null>;
  /** Kills the main process as a power cut would. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
};

/** The till's main process, on this system or under Wine. */
export type MainProcess = {
  output: () => string;
  signal: (name: 'SIGHUP' | 'SIGUSR2' | 'SIGTERM' | 'SIGKILL') => void;
  hasEnded: () => boolean;
  /** Its exit code. */
  ended: Promise<number | null>;
  /** Removes what it left behind. */
  forget: () => void;
};

const repository = join(import.meta.dirname, '../../..');
const START_LIMIT_MS = 60_000;
const LOOK_MS = 10;
/** What Node compiled of the till and the stand-in, for the next start: a seventh of the work of one. */
const COMPILED = join(repository, 'node_modules', '.till-compiled');

/** True in the suite that starts every till under Wine: `npm run test:windows`. */
export const isTillOnWindows = process.env.TINDAHAN_TILL_ON === 'windows';

/** Returns what the till calls a file or folder of the test. */
export const nameForTill = (path: string) => (isTillOnWindows ? onWindows(path) : path);

/**
 * Starts the built till (`npm run build` first) under the stand-in for Electron and returns its page.
 * @param options.env added to the environment: TINDAHAN_SERVER, TINDAHAN_PRINTER, TINDAHAN_TILL_DATA
 * @param options.out the folder of the bundles
 */
export async function launchTill(
  options: { env?: Record<string, string>; out?: string } = {},
): Promise<LaunchedTill> {
  const { env = {}, out = join(repository, 'out') } = options;
  const start = isTillOnWindows ? startMainOnWindows : startMain;
  const main = await start([join(import.meta.dirname, 'register.mjs'), join(out, 'main/index.js')], {
    NODE_COMPILE_CACHE: isTillOnWindows ? `${COMPILED}-on-windows` : COMPILED,
    ...env,
  });

  let browser: Browser | null = null;
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    await browser?.close().catch(() => undefined);
    main.signal(signal);
    await main.ended;
    main.forget();
  };
  try {
    await ready(main);
    const endpoint = /stand-in devtools (\S+)/.exec(main.output())?.[1];
    if (!endpoint) throw new Error(`The stand-in named no address:\n${main.output()}`);
    browser = await chromium.connectOverCDP(endpoint);
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error(`The till has no page:\n${main.output()}`);
    // The main process must answer the page's dialogs; without this listener Playwright would.
    page.on('dialog', () => undefined);
    return {
      page,
      output: main.output,
      signal: main.signal,
      ended: main.ended,
      kill: () => stop('SIGKILL'),
      close: () => stop('SIGTERM'),
    };
  } catch (fault) {
    await stop('SIGKILL');
    throw fault;
  }
}

async function startMain(
  [register, main]: readonly [string, string],
  env: Record<string, string>,
): Promise<MainProcess> {
  const child = spawn(process.execPath, ['--import', register, main], {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return {
    output: () => said,
    signal: (name) => void child.kill(name),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended: once(child, 'exit').then(([code]) => code as number | null),
    forget: () => undefined,
  };
}

/** Waits until the till is ready. */
async function ready(main: MainProcess): Promise<void> {
  const fault = (reason: string) => new Error(`The till ${reason}. It said:\n${main.output()}`);
  const until = performance.now() + START_LIMIT_MS;
  while (!/^till ready$/m.test(main.output())) {
    if (main.hasEnded()) throw fault(`ended with ${String(await main.ended)}`);
    if (performance.now() > until) throw fault('did not get ready');
    await pause(LOOK_MS);
  }
}
