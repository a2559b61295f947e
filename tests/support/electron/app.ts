import { EventEmitter } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { closeChromium } from './chromium.ts';
import { strict } from './strict.ts';

const emitter = new EventEmitter();
const paths: Record<string, string> = {};
if (process.env.STAND_IN_DOWNLOADS) paths.downloads = process.env.STAND_IN_DOWNLOADS;
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
  // Two processes on one user-data folder: only real Electron can say. A test says what it would find.
  requestSingleInstanceLock: () => process.env.STAND_IN_LOCK !== 'taken',
  isPackaged: process.env.STAND_IN_PACKAGED === 'yes',
  // A server refuses a till that is too old: a test may say what this one is.
  getVersion: () => process.env.STAND_IN_VERSION ?? packageJson.version,
  getPath: (name: string) => {
    if (!['userData', 'downloads'].includes(name)) throw new Error(`electron stand-in: no path ${name}`);
    return (paths[name] ??= mkdtempSync(join(tmpdir(), 'till-')));
  },
  setPath: (name: string, path: string) => {
    paths[name] = path;
  },
  on: (event: string, listener: (...args: unknown[]) => void) => {
    const known = ['second-instance', 'window-all-closed', 'before-quit', 'web-contents-created'];
    if (!known.includes(event)) throw new Error(`electron stand-in: app event ${event} is not implemented`);
    emitter.on(event, listener);
  },
  quit: () => {
    emitter.emit('before-quit');
    exit(0);
  },
  exit,
});

export function contentsCreated(contents: object): void {
  emitter.emit('web-contents-created', {}, contents);
}

export function allWindowsClosed(): void {
  if (!emitter.emit('window-all-closed')) exit(0);
}

process.on('SIGTERM', () => {
  exit(0);
});
