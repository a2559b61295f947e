import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MainProcess } from '../electron/launch.ts';
import { launchChromium } from '../electron/chromium.ts';
import { cutPower, onWindows, startOnWindows, startInstalledProgram, urlOnWindows } from './wine.ts';

const inFiles = ([name, value]: [string, string]) => [name, value.startsWith('/') ? onWindows(value) : value];

/** A socket by which a till under Wine gets its signals; a till that it starts in its place connects anew. */
async function signalsByWire() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let line: Socket | null = null;
  server.on('connection', (socket) => {
    line = socket;
    socket.on('error', () => undefined);
  });
  return {
    port: String((server.address() as AddressInfo).port),
    send: (name: string) => void line?.write(name),
    close: () => {
      line?.destroy();
      server.close();
    },
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Starts the till's main process under Wine: its Chromium runs here, its output is a file, its signals are a socket's. */
export async function startMainOnWindows(
  [register, main]: readonly [string, string],
  env: Record<string, string>,
): Promise<MainProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'till-output-'));
  const file = openSync(join(folder, 'output'), 'a');
  const signals = await signalsByWire();
  const chromium = await launchChromium();
  // The main process answers the page's dialogs; without this listener Playwright would.
  chromium.context.on('dialog', () => undefined);
  const child = startOnWindows(['--import', urlOnWindows(register), onWindows(main)], {
    env: {
      ...Object.fromEntries(Object.entries(env).map(inFiles)),
      STAND_IN_DEVTOOLS: chromium.devTools,
      STAND_IN_SIGNALS: signals.port,
    },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const ended = once(child, 'exit').then(async ([code]) => {
    signals.close();
    await chromium.close().catch(() => undefined);
    return code as number | null;
  });
  return {
    output: () => readFileSync(join(folder, 'output'), 'utf8'),
    signal: (name) => void (name === 'SIGKILL' ? child.kill(name) : signals.send(name)),
    hasEnded: () => hasEnded(child),
    ended,
    forget: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Starts a program that an installer has put there, whose till says everything in one file, as does the one that an update
 * starts in its place. They share a Chromium that somebody else has started: STAND_IN_DEVTOOLS.
 */
export const startInstalledTill =
  (program: string) =>
  async (_words: readonly string[], env: Record<string, string>): Promise<MainProcess> => {
    const folder = mkdtempSync(join(tmpdir(), 'till-output-'));
    const file = join(folder, 'output');
    writeFileSync(file, '');
    const signals = await signalsByWire();
    const child = startInstalledProgram(program, {
      ...Object.fromEntries(Object.entries(env).map(inFiles)),
      TINDAHAN_OUTPUT: onWindows(file),
      STAND_IN_SIGNALS: signals.port,
    });
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    return {
      output: () => readFileSync(file, 'utf8'),
      signal: (name) => (name === 'SIGKILL' ? cutPower() : signals.send(name)),
      // One that ends well may have another start in its place.
      hasEnded: () => hasEnded(child) && child.exitCode !== 0,
      ended,
      forget: () => {
        signals.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  };
