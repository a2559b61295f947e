// Sets up the shop's server on this computer, or removes it; started by the till with the rights of an administrator, from
// the files that came with it: node setup.ts install|remove <port> [the folder that is /]. docs/decisions/one-computer.md
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { setupCodes } from '#domain/server-setup.ts';
import { type Host, type Run, Unscheduled } from './host.ts';
import { linuxHost } from './linux.ts';
import { unpack } from './unpack.ts';
import { windowsHost } from './windows.ts';

/** The folder that came with the till: Node, this program, and the archive of the server. */
const packed = path.resolve(import.meta.dirname, '../../..');

const versionOf = (folder: string) =>
  (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** Names the folder of a new version, also where the same one is set up again: the running one stays whole. */
const folderOf = (version: string) => `${version}-${Date.now().toString(36)}`;

function install(host: Host, run: Run): void {
  const version = versionOf(packed);
  const name = folderOf(version);
  const folder = path.join(host.program, name);
  try {
    unpack(path.join(packed, 'server.tar'), folder);
    const node = path.join(folder, host.node);
    copyFileSync(process.execPath, node);
    chmodSync(node, 0o755);
    host.keepData(run);
    host.start(name, run);
  } catch (fault) {
    rmSync(folder, { recursive: true, force: true });
    throw fault;
  }
  writeFileSync(path.join(host.program, 'installed.json'), JSON.stringify({ version }));
  removeOthers(host, name);
}

/**
 * What a scan holds, or the server that is just ending, goes with the next version; the folder that this runs from is removed by
 * what started it, as Windows keeps a program that runs.
 */
function removeOthers(host: Host, kept: string | null): void {
  const folders = readdirSync(host.program, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== kept && path.join(host.program, entry.name) !== packed,
  );
  for (const { name } of folders) {
    try {
      rmSync(path.join(host.program, name), { recursive: true, maxRetries: 5, retryDelay: 1000 });
    } catch (fault) {
      console.error(fault);
    }
  }
}

/** Removes the server; the shop's data stays. */
function remove(host: Host, run: Run): void {
  host.remove(run);
  rmSync(path.join(host.program, 'installed.json'), { force: true });
  removeOthers(host, null);
}

function codeOf(fault: unknown): number {
  if (fault instanceof Unscheduled) return setupCodes.unscheduled;
  const { code } = fault as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return setupCodes.full;
  return code && ['EACCES', 'EPERM', 'EBUSY', 'EROFS'].includes(code) ? setupCodes.locked : setupCodes.failed;
}

function setUp([what, port = '', root = '/']: string[]): void {
  const host = process.platform === 'win32' ? windowsHost(port, process.env) : linuxHost(port, root);
  mkdirSync(host.program, { recursive: true });
  // Whoever starts this sees nothing of it.
  const log = openSync(path.join(host.program, 'setup.log'), 'w');
  const run: Run = (tool, ...words) => {
    writeSync(log, `${tool} ${words.join(' ')}\n`);
    execFileSync(tool, words, { stdio: ['ignore', log, log] });
  };
  try {
    if (what === 'install') install(host, run);
    else if (what === 'remove') remove(host, run);
    else throw new Error('node setup.ts install|remove <port>');
  } catch (fault) {
    writeSync(log, `${inspect(fault)}\n`);
    throw fault;
  }
}

// What it writes is read by the server's own user.
process.umask(0o022);
try {
  setUp(process.argv.slice(2));
} catch (fault) {
  console.error(fault);
  process.exitCode = codeOf(fault);
}
