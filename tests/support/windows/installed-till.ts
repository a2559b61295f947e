import { spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { extractFile, uncacheAll } from '@electron/asar';
import { inWindows, localFolder, onWindows, startProgramOnWindows } from './wine.ts';

const scratch = mkdtempSync(join(tmpdir(), 'installed-till-'));
const [started, runsWhile] = [join(scratch, 'started'), join(scratch, 'runs-while')];

/**
 * Gives this test file a Windows of its own, where a till's folder is that of no other test. It shares the system's files.
 * Returns what ends it.
 */
export function ownWindows(): () => void {
  const made = process.env.TINDAHAN_WINDOWS_MADE ?? '';
  const system = join('drive_c', 'windows');
  const own = mkdtempSync(join(tmpdir(), 'own-windows-'));
  cpSync(made, own, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => source !== join(made, system),
  });
  symlinkSync(join(process.env.TINDAHAN_WINDOWS_FOLDER ?? '', system), join(own, system));
  process.env.WINEPREFIX = own;
  process.env.TINDAHAN_WINDOWS_FOLDER = own;
  return () => {
    spawnSync('wineserver', ['-k'], { stdio: 'ignore' });
    rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Where the installer puts the program, and what it may put beside it meanwhile. */
export const programs = () => join(localFolder(), 'Programs');
export const programFolder = () => join(programs(), 'Tindahan');
export const shortcuts = () => [
  inWindows(
    'users',
    userInfo().username,
    'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Tindahan.lnk',
  ),
  inWindows('users', userInfo().username, 'Desktop/Tindahan.lnk'),
];

/** The version that lies in the till's place; null where there is no program. */
export function installedVersion(): string | null {
  const archive = join(programFolder(), 'resources/app.asar');
  if (!existsSync(archive)) return null;
  uncacheAll();
  return (JSON.parse(extractFile(archive, 'package.json').toString()) as { version: string }).version;
}

/** The files of a folder, with the hash of each. */
export function contentsOf(place: string): Record<string, string> {
  const files = readdirSync(place, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path) => [
      path.slice(place.length + 1),
      createHash('sha256').update(readFileSync(path)).digest('base64'),
    ]),
  );
}

/** Starts a program of this computer under Wine; it tells the stand-in where to say that it was started. */
export const start = (program: string, ...words: string[]): ChildProcess =>
  startProgramOnWindows([program, ...words], {
    env: { TINDAHAN_STARTED: onWindows(started), TINDAHAN_RUNS_WHILE: onWindows(runsWhile) },
    stdio: 'ignore',
  });

/** Runs a program to its end; returns its exit code. */
export async function run(program: string, ...words: string[]): Promise<number | null> {
  const [code] = (await once(start(program, ...words), 'exit')) as [number | null];
  return code;
}

/** The tills that were started, by their program's name on Windows. */
export const startedTills = (): string[] =>
  existsSync(started) ? readFileSync(started, 'latin1').trim().split('\n') : [];
export const forgetStarts = () => rmSync(started, { force: true });

/** From now on a till that is started runs, until `endTills`. */
export const letTillsRun = () => writeFileSync(runsWhile, '');
export const endTills = () => rmSync(runsWhile, { force: true });

const keys = {
  uninstall: 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall',
  runOnce: 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\RunOnce',
};

/** Reads everything below a key of Windows' registry. */
export async function registry(key: keyof typeof keys): Promise<string> {
  const file = join(scratch, 'registry.txt');
  const output = openSync(file, 'w');
  const child = startProgramOnWindows(['reg', 'query', keys[key], '/s'], {
    stdio: ['ignore', output, 'ignore'],
  });
  closeSync(output);
  await once(child, 'exit');
  return readFileSync(file, 'latin1');
}

/** Runs what Windows runs at the next sign-in, which Wine does not: each command under `RunOnce`. */
export async function signIn(): Promise<void> {
  const entries = await registry('runOnce');
  const commands = [...entries.matchAll(/REG_SZ\s+(.*?)\r?\n/g)].map(([, command]) => command);
  const batch = join(scratch, 'sign-in.bat');
  writeFileSync(batch, commands.join('\r\n'));
  await run('cmd', '/c', onWindows(batch));
}
