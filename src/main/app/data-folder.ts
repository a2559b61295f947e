import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { retryWhileHeld } from '../disk/retry-while-held.ts';
import { log } from './log.ts';

/** libuv's UV_FS_O_EXLOCK: on Windows nobody else may open the file meanwhile. */
const EXCLUSIVE = process.platform === 'win32' ? 0x1000_0000 : 0;
/** Chromium's own lock of its folder: a running till has it open. */
const LOCK = 'lockfile';
/** Stands in the former folder from before the copy takes its place until everything is deleted. */
const MOVED = 'moved-to-this-computer';

/**
 * Returns the till's folder on Windows, below `local` (`%LOCALAPPDATA%`). Electron's own choice, `roaming`, may be redirected
 * to a server, where SQLite's log does not work. What is there is moved once, with everything in it.
 */
export function folderOnWindows(roaming: string, local: string | undefined): string {
  return local ? moveOnce(roaming, join(local, basename(roaming))) : roaming;
}

/**
 * Moves a folder whole or not at all, also if the computer stops in the middle; returns where everything is now: in the
 * former folder if another till runs there, or if it cannot be moved yet.
 */
export function moveOnce(from: string, to: string): string {
  try {
    if (isThere(to)) {
      if (existsSync(join(from, MOVED))) forget(from);
    } else if (existsSync(from)) move(from, to);
    return to;
  } catch (fault) {
    if (isThere(to)) return to;
    log.warn(`The till’s folder stays at ${from}:`, fault);
    return from;
  }
}

/** An empty folder is none: an installer, or whoever looked for it, may have made it. */
function isThere(folder: string): boolean {
  if (!existsSync(folder)) return false;
  if (readdirSync(folder).length > 0) return true;
  rmdirSync(folder);
  return false;
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    // At once, and refused while a till runs there, which has files of it open.
    retryWhileHeld(() => renameSync(from, to), 'short');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EXDEV') throw fault;
    copyAcross(from, to);
    forget(from);
  }
}

/** Copies a folder to another disk: what is half copied never has its name. */
function copyAcross(from: string, to: string): void {
  const lock = openSync(join(from, LOCK), constants.O_CREAT | constants.O_RDWR | EXCLUSIVE);
  try {
    const copy = `${to}.copy`;
    rmSync(copy, { recursive: true, force: true });
    copyFolder(from, copy);
    writeFileSync(join(from, MOVED), '');
    renameSync(copy, to);
  } finally {
    closeSync(lock);
  }
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else if (![LOCK, MOVED].includes(entry.name)) copyToDisk(source, target);
  }
}

function copyToDisk(source: string, target: string): void {
  copyFileSync(source, target);
  const file = openSync(target, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** Deletes what was moved, the mark of that last: names and phones are in it. */
function forget(folder: string): void {
  for (const name of readdirSync(folder))
    if (name !== MOVED) rmSync(join(folder, name), { recursive: true, force: true });
  rmSync(folder, { recursive: true });
}
