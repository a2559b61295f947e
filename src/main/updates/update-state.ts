import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { signedRelease } from '#contract/release-manifest.ts';
import { z } from '#contract/zod.ts';
import { retryWhileHeld } from '../disk/retry-while-held.ts';

/** What the till keeps of its updates. An older version of the till leaves out what it does not know. */
const updateState = z.object({
  /** The highest number of a release that ever ran here: none with that number or a lower one is taken again. */
  floor: z.int().default(0),
  /** The release that lies here whole and checked, to be installed between sales. */
  staged: signedRelease.nullable().default(null),
  /** The number of the release that the cashier put off until the till is closed. */
  put_off: z.int().default(0),
  /** The release that is being installed, from its installer's start until it ran well. */
  installing: z.object({ signed: signedRelease, tries: z.int(), starts: z.int() }).nullable().default(null),
  /** The release that could not be installed, or did not run, with the reason as a sentence. */
  failed: z.object({ sequence: z.int(), reason: z.string() }).nullable().default(null),
  /** The release that runs, where its installer is kept to put it back. */
  kept: signedRelease.nullable().default(null),
});
export type UpdateState = z.output<typeof updateState>;

export type StateFile = { read: () => UpdateState; change: (changes: Partial<UpdateState>) => void };

/** The folder of the till's updates in its data folder. */
export const updatesIn = (dataFolder: string) => join(dataFolder, 'updates');

/** Brings a file, or on Linux a folder's list of names, to the disk. */
export function syncPath(path: string, flags = 'r+'): void {
  const opened = openSync(path, flags);
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Windows keeps the names of a folder by itself. */
export const syncFolder = (folder: string): void => {
  if (process.platform !== 'win32') syncPath(folder, 'r');
};

/**
 * Opens the state in a folder, which need not exist. A change is on the disk when it returns, whole or not at all; what
 * cannot be read counts as nothing: the server names the release again.
 */
export function openUpdateState(folder: string): StateFile {
  const file = join(folder, 'state.json');
  const read = (): UpdateState => {
    try {
      return updateState.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return updateState.parse({});
    }
  };
  const change = (changes: Partial<UpdateState>): void => {
    mkdirSync(folder, { recursive: true });
    const next = `${file}.next`;
    const opened = openSync(next, 'w', 0o600);
    try {
      writeSync(opened, JSON.stringify({ ...read(), ...changes }));
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    retryWhileHeld(() => renameSync(next, file), 'short');
    syncFolder(folder);
  };
  return { read, change };
}
