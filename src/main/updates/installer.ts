import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { App } from 'electron';
import { whyUnsigned } from './authenticode.ts';
import { syncFolder, syncPath } from './update-state.ts';

/** Puts a program in the place of the running one. */
export type Installer = {
  /** Returns why this till cannot be updated by itself, as a sentence without a full stop; null if it can. */
  whyNot: () => string | null;
  /** Returns why a program must not be installed, as a sentence without a full stop; null if it may. */
  refusalOf: (program: string) => Promise<string | null>;
  /**
   * Begins to install a program, to be ended by the end of this one. An update that a power cut ends leaves the old program
   * or the new one.
   */
  install: (program: string, options: { thenStart: boolean }) => void;
  /**
   * Puts the program back that ran before the last install, which then starts at the end of this one; false where there is
   * none.
   * @param kept the program of that version as it was installed, where it is kept
   */
  putBack: (kept: string | null) => boolean;
  /** Deletes what was left for putting back. */
  forget: () => void;
  /** True if a program must be kept for putting it back. */
  keepsPrograms: boolean;
};

/** Starts a program when this one has ended. */
type StartAtEnd = (program: string) => void;

const NOT_WRITABLE =
  'This till was installed for all users of the computer, so it cannot update itself. Install it for its own user once';

/** True if this program may write to a folder; Windows tells it by trying alone. */
function mayWrite(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.tindahan-')));
    return true;
  } catch {
    return false;
  }
}

/** Gives a file a second name; a copy, where the disk knows no second names. */
function keepBeside(file: string, other: string): void {
  try {
    linkSync(file, other);
  } catch {
    copyFileSync(file, other);
    syncPath(other);
  }
}

/**
 * Replaces an AppImage. The old one stays beside it until the new one ran well; both renames are of one folder, so that
 * there is a whole program under its name at every moment.
 * @param image the file that the running program was started from
 */
export function appImageInstaller(image: string, startAtEnd: StartAtEnd): Installer {
  const old = `${image}.old`;
  const folder = dirname(image);
  const unfinished = `.${basename(image)}.new`;
  return {
    whyNot: () => (mayWrite(folder) ? null : NOT_WRITABLE),
    refusalOf: () => Promise.resolve(null),
    install: (program, { thenStart }) => {
      const fresh = join(folder, unfinished);
      rmSync(fresh, { force: true });
      copyFileSync(program, fresh);
      chmodSync(fresh, 0o755);
      syncPath(fresh);
      rmSync(old, { force: true });
      keepBeside(image, old);
      renameSync(fresh, image);
      syncFolder(folder);
      if (thenStart) startAtEnd(image);
    },
    putBack: () => {
      if (!existsSync(old)) return false;
      renameSync(old, image);
      syncFolder(folder);
      startAtEnd(image);
      return true;
    },
    forget: () => {
      for (const name of readdirSync(folder))
        if (name === basename(old) || name === unfinished) rmSync(join(folder, name), { force: true });
    },
    keepsPrograms: false,
  };
}

/** Runs the installer for Windows silently: it waits for the running program to end, and replaces it whole or not at all. */
export function windowsInstaller(running: string): Installer {
  const run = (installer: string, thenStart: boolean) => {
    const words = ['/S', ...(thenStart ? ['--force-run'] : [])];
    spawn(installer, words, { detached: true, stdio: 'ignore' }).unref();
  };
  return {
    whyNot: () => (mayWrite(dirname(running)) ? null : NOT_WRITABLE),
    refusalOf: (program) => whyUnsigned(program, running),
    install: (program, { thenStart }) => run(program, thenStart),
    putBack: (kept) => {
      if (kept === null) return false;
      run(kept, true);
      return true;
    },
    forget: () => undefined,
    keepsPrograms: true,
  };
}

/** What a till can be updated by; null where it was not packed, or comes from the system's own packages. */
export function installerOf(app: Pick<App, 'isPackaged' | 'relaunch'>): Installer | null {
  const { APPIMAGE: image } = process.env;
  if (!app.isPackaged) return null;
  if (process.platform === 'win32') return windowsInstaller(process.execPath);
  return image === undefined
    ? null
    : appImageInstaller(image, (execPath) => app.relaunch({ execPath, args: [] }));
}
