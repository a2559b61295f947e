import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

const LACKS = join(import.meta.dirname, 'lacks.ts');
const REGISTER = join(import.meta.dirname, '../electron/register.mjs');
const RUN_INSTALLED = join(import.meta.dirname, 'run-installed.ts');

/** Returns the name that a file of this computer has for programs under Wine. */
export const onWindows = (path: string) => `Z:${path.replaceAll('/', '\\')}`;
export const urlOnWindows = (path: string) => `file:///Z:${path}`;

/** `%LOCALAPPDATA%` of the Windows that `npm run test:windows` has made. */
export const localFolder = () => inWindows('users', userInfo().username, 'AppData', 'Local');
/** Returns the place of a file of the drive `C:`. */
export const inWindows = (...path: string[]) =>
  join(process.env.TINDAHAN_WINDOWS_FOLDER ?? '', 'drive_c', ...path);

type StartOptions = { env?: Record<string, string>; stdio: StdioOptions };

/**
 * Starts a program under Wine, in the Windows that `npm run test:windows` has made. Wine has no pipes that Node could use
 * as its streams: `stdio` are files. A Unix signal to the process is its end, as a power cut would be.
 */
export function startProgramOnWindows(
  args: readonly string[],
  { env = {}, stdio }: StartOptions,
): ChildProcess {
  const { TINDAHAN_WINE: wine } = process.env;
  if (!wine) throw new Error('There is no Windows here: npm run test:windows');
  return spawn(wine, args, { env: { ...process.env, ...env }, stdio });
}

/** What Node finds the packages for Windows by. */
const forNode = () => ({
  NODE_OPTIONS: '',
  NODE_PATH: onWindows(process.env.TINDAHAN_WINDOWS_MODULES ?? ''),
});

/** Starts an installed program, which runs its till by that command. */
export const startInstalledProgram = (program: string, env: Record<string, string>): ChildProcess =>
  startProgramOnWindows([program], {
    env: { ...forNode(), TINDAHAN_TILL: tillCommand(), ...env },
    stdio: 'ignore',
  });

/** The command by which an installed program, whose name comes after it, runs its till. */
const tillCommand = (): string => {
  const node = onWindows(process.env.TINDAHAN_WINDOWS_NODE ?? '');
  const imports = [LACKS, REGISTER].map((file) => `--import ${urlOnWindows(file)}`).join(' ');
  return `"${node}" ${imports} "${onWindows(RUN_INSTALLED)}"`;
};

/** The processes of this Windows, by their numbers on Linux. */
function processes(): number[] {
  const own = `WINEPREFIX=${process.env.WINEPREFIX ?? ''}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isWine = readlinkSync(`/proc/${pid}/exe`).includes('wine');
        return isWine && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(own);
      } catch {
        // It has ended meanwhile.
        return false;
      }
    })
    .map(Number);
}

/** Ends everything that runs in this Windows at once, and Windows itself, as a power cut does. */
export function cutPower(): void {
  for (let left = processes(); left.length > 0; left = processes())
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
}

/** Starts a program of Node so. */
export function startOnWindows(args: readonly string[], { env = {}, stdio }: StartOptions): ChildProcess {
  const { TINDAHAN_WINDOWS_NODE: node = '' } = process.env;
  return startProgramOnWindows([node, '--import', urlOnWindows(LACKS), ...args], {
    env: { ...forNode(), ...env },
    stdio,
  });
}
