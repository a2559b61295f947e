import { EventEmitter } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeChromium } from './chromium.ts';
import { strict } from './strict.ts';

const emitter = new EventEmitter();
const paths: Record<string, string> = {};
let ready = false;

/** Electron is ready only after the main module has run. */
const whenReady = new Promise<void>((resolve) => {
  setTimeout(() => {
    ready = true;
    resolve();
  });
});

export const isReady = (): boolean => ready;

let exiting = false;

function exit(code: number): void {
  if (exiting) return;
  exiting = true;
  void closeChromium().finally(() => process.exit(code));
}

export const app = strict('app', {
  whenReady: () => whenReady,
  isReady,
  // Two processes on one user-data folder: only real Electron can say.
  requestSingleInstanceLock: () => true,
  getVersion: () => '0.0.0',
  getPath: (name: string) => {
    if (name !== 'userData') throw new Error(`electron stand-in: no path ${name}`);
    return (paths[name] ??= mkdtempSync(join(tmpdir(), 'till-')));
  },
  setPath: (name: string, path: string) => {
    paths[name] = path;
  },
  on: (event: string, listener: () => void) => {
    const known = ['second-instance', 'window-all-closed'];
    if (!known.includes(event)) throw new Error(`electron stand-in: app event ${event} is not implemented`);
    emitter.on(event, listener);
  },
  quit: () => {
    exit(0);
  },
  exit,
});

export function allWindowsClosed(): void {
  if (!emitter.emit('window-all-closed')) exit(0);
}

process.on('SIGTERM', () => {
  exit(0);
});
