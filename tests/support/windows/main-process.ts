import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MainProcess } from '../electron/launch.ts';
import { launchChromium } from '../electron/chromium.ts';
import { onWindows, startOnWindows, urlOnWindows } from './wine.ts';

const inFiles = ([name, value]: [string, string]) => [name, value.startsWith('/') ? onWindows(value) : value];

/** Starts the till's main process under Wine: its Chromium runs here, its output is a file, its signals are a socket's. */
export async function startMainOnWindows(
  [register, main]: readonly [string, string],
  env: Record<string, string>,
): Promise<MainProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'till-output-'));
  const file = openSync(join(folder, 'output'), 'a');
  const signals = createServer();
  signals.listen(0, '127.0.0.1');
  await once(signals, 'listening');
  let line: Socket | null = null;
  signals.on('connection', (socket) => {
    line = socket;
    socket.on('error', () => undefined);
  });
  const chromium = await launchChromium();
  // The main process answers the page's dialogs; without this listener Playwright would.
  chromium.context.on('dialog', () => undefined);
  const child = startOnWindows(['--import', urlOnWindows(register), onWindows(main)], {
    env: {
      ...Object.fromEntries(Object.entries(env).map(inFiles)),
      STAND_IN_DEVTOOLS: chromium.devTools,
      STAND_IN_SIGNALS: String((signals.address() as AddressInfo).port),
    },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const ended = once(child, 'exit').then(async ([code]) => {
    line?.destroy();
    signals.close();
    await chromium.close().catch(() => undefined);
    return code as number | null;
  });
  return {
    output: () => readFileSync(join(folder, 'output'), 'utf8'),
    signal: (name) => void (name === 'SIGKILL' ? child.kill(name) : line?.write(name)),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended,
    forget: () => rmSync(folder, { recursive: true, force: true }),
  };
}
