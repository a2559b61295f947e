import { appendFileSync, chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Electron's program as electron-builder unpacks it, for machines that cannot download the real one: some other program
// with Electron's row of fuses in it. It shows that packing sets them; only Electron can show that it obeys them.

/** The marker before the fuses in the program: https://github.com/electron/fuses, `SENTINEL`. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const VERSION = 1;
/** Electron's fuses as delivered: run as Node, NODE_OPTIONS, inspect and the file privileges are on. */
const DELIVERED = '101100011';

/** Makes the folder that electron-builder's `electronDist` names. */
export function makeDistribution(folder: string, version: string): string {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  const program = join(folder, 'electron');
  copyFileSync('/bin/true', program);
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([VERSION, DELIVERED.length])]);
  appendFileSync(program, Buffer.concat([wire, Buffer.from(DELIVERED)]));
  chmodSync(program, 0o755);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'locales/en-US.pak'])
    writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'version'), version);
  return folder;
}
