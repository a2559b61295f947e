import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startInstalledTill, startMainOnWindows } from '../windows/main-process.ts';
import { RELAUNCH } from './relaunch.ts';
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
  /** Waits until the till, once more, has ended and started itself again; returns its page. */
  relaunched: () => Promise<Page>;
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
 * @param options.program a file that starts it, and again where it says so at its end
 */
export async function launchTill(
  options: { env?: Record<string, string>; out?: string; program?: string } = {},
): Promise<LaunchedTill> {
  const { env = {}, out = join(repository, 'out'), program } = options;
  const start = program === undefined ? startMain : startProgram(program);
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
  const connect = async (times: number): Promise<Page> => {
    await ready(main, times);
    const endpoint = [...main.output().matchAll(/stand-in devtools (\S+)/g)].at(-1)?.[1];
    if (!endpoint) throw new Error(`The stand-in named no address:\n${main.output()}`);
    browser = await chromium.connectOverCDP(endpoint);
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error(`The till has no page:\n${main.output()}`);
    // The main process must answer the page's dialogs; without this listener Playwright would.
    page.on('dialog', () => undefined);
    return page;
  };
  let starts = 1;
  try {
    return {
      page: await connect(starts),
      relaunched: () => connect((starts += 1)),
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

const startMain = isTillOnWindows ? startMainOnWindows : startMainHere;
const startProgram = (program: string) =>
  program.endsWith('.exe') ? startInstalledTill(program) : startProgramHere(program);

async function startMainHere(
  [register, main]: readonly [string, string],
  env: Record<string, string>,
): Promise<MainProcess> {
  const child = spawn(process.execPath, ['--import', register, main], {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return mainOf(child, (name) => void child.kill(name));
}

function mainOf(
  child: ChildProcessByStdio<null, Readable, Readable>,
  signal: MainProcess['signal'],
): MainProcess {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return {
    output: () => said,
    signal,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended: once(child, 'exit').then(([code]) => code as number | null),
    forget: () => undefined,
  };
}

/** Runs a program, and again as long as it ends with the code that asks for it; only an end by force ends both. */
const AGAIN = `trap '' HUP USR2 TERM; while "$0"; code=$?; [ $code -eq ${RELAUNCH} ]; do :; done; exit $code`;

/** Starts a file in the place of Node, in a group of processes that gets the signals. */
function startProgramHere(program: string) {
  return async (_words: readonly string[], env: Record<string, string>): Promise<MainProcess> => {
    const child = spawn('/bin/sh', ['-c', AGAIN, program], {
      cwd: repository,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const main = mainOf(child, (name) => {
      // The group is gone with its last process.
      if (!main.hasEnded()) process.kill(-(child.pid ?? 0), name);
    });
    return main;
  };
}

/** Waits until the till is ready, for the first time or after another start. */
async function ready(main: MainProcess, times: number): Promise<void> {
  const fault = (reason: string) => new Error(`The till ${reason}. It said:\n${main.output()}`);
  const until = performance.now() + START_LIMIT_MS;
  while ((main.output().match(/^till ready$/gm) ?? []).length < times) {
    if (main.hasEnded()) throw fault(`ended with ${String(await main.ended)}`);
    if (performance.now() > until) throw fault('did not get ready');
    await pause(LOOK_MS);
  }
}
