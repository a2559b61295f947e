// Shared by `npm start` and `npm test`: packages, the right Node, the built app. Runs on any Node >= 20.19.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const project = path.resolve(import.meta.dirname, '..');
const modules = path.join(project, 'node_modules');
const isWindows = process.platform === 'win32';
const OLDEST_NODE = 24;

/** Runs a command to its end with its output shown; returns true if it succeeded. */
export function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: project, stdio: 'inherit', ...options });
  return status === 0;
}

/** Returns the environment with the project's own Node and tools first in the path. */
export function environment(extra = {}) {
  const bin = path.join(modules, '.bin');
  return {
    ...process.env,
    PATH: `${path.dirname(nodeBinary())}${path.delimiter}${bin}${path.delimiter}${process.env.PATH}`,
    ...extra,
  };
}

/** The same for tests, whose many programs find what Node has compiled of their sources. */
export const testEnvironment = (extra = {}) =>
  environment({ NODE_COMPILE_CACHE: path.join(modules, '.compiled'), ...extra });

/** Returns Node 24: the one in the packages, else the running one, if it is new enough. */
export function nodeBinary() {
  const platform = isWindows ? 'win' : process.platform;
  const shipped = path.join(
    modules,
    `node-${platform}-${process.arch}`,
    'bin',
    isWindows ? 'node.exe' : 'node',
  );
  if (existsSync(shipped)) return shipped;
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath;
  throw new Error(
    `Node ${OLDEST_NODE} or newer is needed on this machine (this is ${process.version}). Get it at https://nodejs.org`,
  );
}

/** Returns Electron's program, or null if it is not on this machine. */
export function electronBinary() {
  const folder = path.join(modules, 'electron');
  const pathFile = path.join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = path.join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : null;
}

const stamp = path.join(modules, '.tindahan-installed');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(project, 'package-lock.json')))
    .digest('hex');

const isLinked = () => lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/**
 * Installs the packages of the lock file if they are missing. Leaves packages that are linked from elsewhere to their
 * owner: npm would empty the folder behind the link.
 */
export function ensurePackages() {
  if (isLinked()) return;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return;
  console.log('Installing packages …');
  const npm = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!run(isWindows ? 'npm.cmd' : 'npm', npm, { shell: isWindows })) {
    throw new Error('The packages could not be installed. Check the network, then try again.');
  }
  writeFileSync(stamp, lockHash());
}

function newest(folder) {
  return Math.max(
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs),
  );
}

/** Builds main, preload and renderer if a source is newer than the last build. */
export function ensureBuild() {
  const built = path.join(project, 'out', '.built');
  const sources = ['domain', 'contract', 'bridge', 'main', 'preload', 'renderer'].map((layer) =>
    path.join(project, 'src', layer),
  );
  const single = ['electron.vite.config.ts', 'package-lock.json'].map(
    (file) => statSync(path.join(project, file)).mtimeMs,
  );
  const changed = Math.max(...sources.map(newest), ...single);
  if (existsSync(built) && statSync(built).mtimeMs >= changed) return;
  console.log('Building …');
  const tool = path.join(modules, 'electron-vite', 'bin', 'electron-vite.js');
  if (!run(nodeBinary(), [tool, 'build', '--logLevel', 'warn'], { env: environment() }))
    throw new Error('The build failed.');
  writeFileSync(built, '');
}
