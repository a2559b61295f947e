import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';

const LACKS = join(import.meta.dirname, 'lacks.ts');

/** Returns the name that a file of this computer has for programs under Wine. */
export const onWindows = (path: string) => `Z:${path.replaceAll('/', '\\')}`;
export const urlOnWindows = (path: string) => `file:///Z:${path}`;

/**
 * Starts a program of Node under Wine, in the Windows that `npm run test:windows` has made. Wine has no pipes that Node
 * could use as its streams: `stdio` are files. A Unix signal to the process is its end, as a power cut would be.
 */
export function startOnWindows(
  args: readonly string[],
  { env = {}, stdio }: { env?: Record<string, string>; stdio: StdioOptions },
): ChildProcess {
  const {
    TINDAHAN_WINE: wine,
    TINDAHAN_WINDOWS_NODE: node,
    TINDAHAN_WINDOWS_MODULES: modules = '',
  } = process.env;
  if (!wine || !node) throw new Error('There is no Windows here: npm run test:windows');
  return spawn(wine, [node, '--import', urlOnWindows(LACKS), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_PATH: onWindows(modules), ...env },
    stdio,
  });
}
