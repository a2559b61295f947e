import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Electron's program as electron-builder unpacks it, for machines that cannot download the real one: some other program
// with Electron's row of fuses in it. It shows that packing sets them; only Electron can show that it obeys them.

/** The marker before the fuses in the program: https://github.com/electron/fuses, `SENTINEL`. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const VERSION = 1;
/** Electron's fuses as delivered: run as Node, NODE_OPTIONS, inspect and the file privileges are on. */
const DELIVERED = '101100011';

/** Makes the folder that electron-builder's `electronDist` names, for Linux. */
export function makeDistribution(folder: string, version: string): string {
  const program = filesOf(folder, version, ['electron', 'chrome-sandbox']);
  copyFileSync('/bin/true', program);
  addFuses(program);
  chmodSync(program, 0o755);
  return folder;
}

/** Makes it for Windows: its program is one of `makensis`, which says that it was started. */
export function makeWindowsDistribution(folder: string, version: string): string {
  const program = filesOf(folder, version, ['electron.exe', 'ffmpeg.dll']);
  const script = join(import.meta.dirname, '../windows/stand-in.nsi');
  execFileSync('makensis', ['-V1', '-WX', `-XOutFile "${program}"`, script]);
  addFuses(program);
  return folder;
}

/** Writes Electron's other files, empty; returns the place of its program, the first of those that are the system's. */
function filesOf(folder: string, version: string, [program, ...others]: [string, ...string[]]): string {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak', ...others])
    writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'version'), version);
  return join(folder, program);
}

function addFuses(program: string): void {
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([VERSION, DELIVERED.length])]);
  appendFileSync(program, Buffer.concat([wire, Buffer.from(DELIVERED)]));
}
