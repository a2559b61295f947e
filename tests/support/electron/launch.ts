import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

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

const repository = join(import.meta.dirname, '../../..');
const START_LIMIT_MS = 60_000;
/** What Node compiled of the till and the stand-in, for the next start: a seventh of the work of one. */
const COMPILED = join(repository, 'node_modules', '.till-compiled');

/**
 * Starts the built till (`npm run build` first) under the stand-in for Electron and returns its page.
 * @param options.env added to the environment: TINDAHAN_SERVER, TINDAHAN_PRINTER, TINDAHAN_TILL_DATA
 * @param options.out the folder of the bundles
 */
export async function launchTill(
  options: { env?: Record<string, string>; out?: string } = {},
): Promise<LaunchedTill> {
  const { env = {}, out = join(repository, 'out') } = options;
  const main = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, 'register.mjs'), join(out, 'main/index.js')],
    {
      cwd: repository,
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(main, 'exit').then(([code]) => code as number | null);
  let said = '';
  const listen = (chunk: Buffer) => {
    said += chunk.toString();
  };
  main.stdout.on('data', listen);
  main.stderr.on('data', listen);

  let browser: Browser | null = null;
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    await browser?.close().catch(() => undefined);
    main.kill(signal);
    if (main.exitCode === null && main.signalCode === null) await ended;
  };
  try {
    await heard(main, () => said, /^till ready$/m);
    const endpoint = /stand-in devtools (\S+)/.exec(said)?.[1];
    if (!endpoint) throw new Error(`The stand-in named no address:\n${said}`);
    browser = await chromium.connectOverCDP(endpoint);
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error(`The till has no page:\n${said}`);
    // The main process must answer the page's dialogs; without this listener Playwright would.
    page.on('dialog', () => undefined);
    return {
      page,
      output: () => said,
      signal: (signal) => void main.kill(signal),
      ended,
      kill: () => stop('SIGKILL'),
      close: () => stop('SIGTERM'),
    };
  } catch (fault) {
    await stop('SIGKILL');
    throw fault;
  }
}

function heard(main: ChildProcess, said: () => string, wanted: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (reason: string) => {
      reject(new Error(`The till ${reason}. It said:\n${said()}`));
    };
    const limit = setTimeout(give, START_LIMIT_MS, 'did not get ready');
    main.once('exit', (code) => {
      clearTimeout(limit);
      give(`ended with ${String(code)}`);
    });
    main.stdout?.on('data', () => {
      if (!wanted.test(said())) return;
      clearTimeout(limit);
      resolve();
    });
  });
}
