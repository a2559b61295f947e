import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setupCodes } from '#domain/server-setup.ts';
import { fromPrivateCopy, hashesOf } from './private-copy.ts';

// What pkexec runs, run without it: the folder that only its user may write is this user's then.
const itOnLinux = it.skipIf(process.platform === 'win32');

const SETUP = 'src/server/installed/setup.ts';

let folder: string;
let from: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-copy-'));
  from = join(folder, 'packed folder');
  root = join(folder, 'root');
  mkdirSync(join(from, 'src/server/installed'), { recursive: true });
  writeFileSync(join(from, SETUP), 'the set-up');
  // Tells what it is started with, from where, and what else lies there.
  writeFileSync(
    join(from, 'node'),
    `#!/bin/sh\nown=$(dirname "$0")\n{ printf '%s\\n' "$@"; stat -c %a "$own"; cat "$1"; ls "$own"; } > "${folder}/told"\nexit 5\n`,
  );
  chmodSync(join(from, 'node'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runWith = (hashes: string) => {
  const [program, words] = fromPrivateCopy({ from, hashes, root }, ['install', '4100', root]);
  return spawnSync(program, words).status;
};
const told = () => readFileSync(join(folder, 'told'), 'utf8').split('\n');
const isUnrun = () => {
  expect(existsSync(join(folder, 'told'))).toBe(false);
  expect(readdirSync(join(root, 'var/lib'))).toEqual([]);
};

itOnLinux(
  'the set-up runs from a folder of its user alone, which is gone afterwards, and its code comes back',
  async () => {
    expect(runWith(await hashesOf(from))).toBe(5);
    const [setup, what, port, where, mode, text] = told();
    expect(setup).toMatch(new RegExp(`^${root}/var/lib/tindahan-setup\\.\\w+/${SETUP}$`));
    expect([what, port, where, mode, text]).toEqual(['install', '4100', root, '700', 'the set-upnode']);
    expect(readdirSync(join(root, 'var/lib'))).toEqual([]);
  },
);

itOnLinux('a file that was changed after it was looked at runs nothing', async () => {
  const hashes = await hashesOf(from);
  writeFileSync(join(from, SETUP), 'another set-up');
  expect(runWith(hashes)).toBe(setupCodes.changed);
  isUnrun();
});

itOnLinux('a file that became a link to another one, or is gone, runs nothing', async () => {
  const hashes = await hashesOf(from);
  const other = join(folder, 'other');
  writeFileSync(other, 'another set-up');
  rmSync(join(from, SETUP));
  symlinkSync(other, join(from, SETUP));
  expect(runWith(hashes)).toBe(setupCodes.changed);
  rmSync(join(from, SETUP));
  expect(runWith(hashes)).toBe(setupCodes.changed);
  isUnrun();
});

itOnLinux(
  'a file that was added is not copied: a nearer package.json would say where modules lie',
  async () => {
    const hashes = await hashesOf(from);
    writeFileSync(join(from, 'src/server/package.json'), '{}');
    writeFileSync(join(from, 'package.json'), '{}');
    expect(runWith(hashes)).toBe(5);
    expect(told()).not.toContain('package.json');
  },
);
