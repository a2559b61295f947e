import { EventEmitter } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { closeChromium } from './chromium.ts';
import { RELAUNCH } from './relaunch.ts';
import { strict } from './strict.ts';

// Where the packed program has what lies beside its archive: a folder that is not there, unless a test makes one.
Object.assign(process, { resourcesPath: process.env.STAND_IN_RESOURCES ?? join(tmpdir(), 'no-resources') });

const emitter = new EventEmitter();
const paths: Record<string, string> = {};
if (process.env.STAND_IN_DOWNLOADS) paths.downloads = process.env.STAND_IN_DOWNLOADS;
if (process.env.STAND_IN_USER_DATA) paths.userData = process.env.STAND_IN_USER_DATA;
let ready = false;

let whenReady: Promise<void> | null = null;

/** Electron is ready only after the main module has run, with all that it awaits: it asks for this at its end. */
const becomeReady = (): Promise<void> =>
  (whenReady ??= new Promise<void>((resolve) => {
    setTimeout(() => {
      ready = true;
      resolve();
    });
  }));

export const isReady = (): boolean => ready;

let exiting = false;
/** True if the program is to start again when this one has ended. */
let relaunches = false;

function exit(code: number): void {
  if (exiting) return;
  exiting = true;
  void closeChromium().finally(() => {
    process.exit(relaunches ? RELAUNCH : code);
  });
}

export const app = strict('app', {
  whenReady: becomeReady,
  isReady,
  // Only real Electron can check for two processes on one user-data folder: a test sets the result.
  requestSingleInstanceLock: () => process.env.STAND_IN_LOCK !== 'taken',
  isPackaged: process.env.STAND_IN_PACKAGED === 'yes',
  // A test may set the till's version, as a server refuses one that is too old.
  getVersion: () => process.env.STAND_IN_VERSION ?? packageJson.version,
  getPath: (name: string) => {
    if (!['userData', 'downloads'].includes(name)) throw new Error(`electron stand-in: no path ${name}`);
    return (paths[name] ??= mkdtempSync(join(tmpdir(), 'till-')));
  },
  setPath: (name: string, path: string) => {
    paths[name] = path;
  },
  on: (event: string, listener: (...args: unknown[]) => void) => {
    const known = [
      'second-instance',
      'window-all-closed',
      'before-quit',
      'will-quit',
      'web-contents-created',
    ];
    if (!known.includes(event)) throw new Error(`electron stand-in: app event ${event} is not implemented`);
    emitter.on(event, listener);
  },
  // The program that started it does so: launch.ts.
  relaunch: ({ execPath }: { execPath: string }) => {
    if (execPath !== process.env.APPIMAGE) throw new Error(`electron stand-in: no start of ${execPath}`);
    relaunches = true;
  },
  quit,
  exit,
});

type Closable = { close: () => void };
const windows = new Set<Closable>();
let quitting = false;

/** Closes every window first, each of which may refuse: then quits. */
function quit(): void {
  emitter.emit('before-quit');
  if (windows.size === 0) return leave();
  quitting = true;
  for (const window of windows) window.close();
}

/** Ends the program, unless a listener has something to do before, and quits again. */
function leave(): void {
  let isPrevented = false;
  const preventDefault = () => {
    isPrevented = true;
  };
  emitter.emit('will-quit', { preventDefault });
  if (isPrevented) quitting = false;
  else exit(0);
}

export function windowOpened(window: Closable): void {
  windows.add(window);
}

/** Ends the quit: a window did not close. */
export function quitEnded(): void {
  quitting = false;
}

export function contentsCreated(contents: object): void {
  emitter.emit('web-contents-created', {}, contents);
}

export function windowClosed(window: Closable): void {
  windows.delete(window);
  if (windows.size > 0) return;
  // Electron emits this only while nothing quits already.
  if (quitting || !emitter.emit('window-all-closed')) leave();
}

// A test's signals: an end without questions, a quit of the program, and the window's ✕.
process.on('SIGTERM', () => {
  exit(0);
});
process.on('SIGUSR2', quit);
process.on('SIGHUP', () => {
  for (const window of windows) window.close();
});
// Under Wine, where no signal but an end arrives, they come by a socket.
if (process.env.STAND_IN_SIGNALS)
  connect(Number(process.env.STAND_IN_SIGNALS), '127.0.0.1', function listen(this: Socket) {
    this.on('data', (name) => process.emit(name.toString() as 'SIGTERM'));
    this.on('error', () => undefined);
    this.unref();
  });
