import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';

const LACKS = join(import.meta.dirname, 'lacks.ts');

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

/** Starts a program of Node so. */
export function startOnWindows(args: readonly string[], { env = {}, stdio }: StartOptions): ChildProcess {
  const { TINDAHAN_WINDOWS_NODE: node = '', TINDAHAN_WINDOWS_MODULES: modules = '' } = process.env;
  return startProgramOnWindows([node, '--import', urlOnWindows(LACKS), ...args], {
    env: { NODE_OPTIONS: '', NODE_PATH: onWindows(modules), ...env },
    stdio,
  });
}
