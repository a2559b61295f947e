import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hold } from '#tests/support/windows/held.ts';
import { folderOnWindows, moveOnce } from './data-folder.ts';
import { log } from './log.ts';

const isWindows = process.platform === 'win32';
const root = isWindows ? 'Z:' : '';
/** Another disk than that of temporary files. */
const memory = `${root}/dev/shm`;
const isOtherDisk = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev;

let folders: string[];
let to: string;
const newFolder = (parent: string) => {
  const folder = mkdtempSync(join(parent, 'till-folder-'));
  folders.push(folder);
  return folder;
};
beforeEach(() => {
  folders = [];
  to = join(newFolder(tmpdir()), 'local', 'tindahan');
  vi.spyOn(log, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Makes a till's folder on a disk. */
function makeFolder(parent: string): string {
  const from = join(newFolder(parent), 'tindahan');
  mkdirSync(join(from, 'logs'), { recursive: true });
  for (const name of ['settings.json', 'drafts.db', 'drafts.db-wal', 'lockfile', 'logs/till.log'])
    writeFileSync(join(from, name), name);
  return from;
}
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith('lockfile'))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')])
    .sort();
const everything = ['drafts.db', 'drafts.db-wal', 'logs/till.log', 'settings.json'].map((name) => [
  name,
  name,
]);

describe.each([
  ['the same disk', tmpdir()],
  ['another disk', isOtherDisk ? memory : null],
])('a till’s folder on %s', (_name, parent) => {
  it.skipIf(parent === null)('is moved once, with everything in it', () => {
    const from = makeFolder(parent ?? '');
    expect(moveOnce(from, to)).toBe(to);
    expect([existsSync(from), filesIn(to)]).toEqual([false, everything]);
    writeFileSync(join(to, 'settings.json'), 'newer');
    expect(moveOnce(from, to)).toBe(to);
    expect(readFileSync(join(to, 'settings.json'), 'utf8')).toBe('newer');
  });

  it.skipIf(parent === null)('takes the place of an empty one', () => {
    const from = makeFolder(parent ?? '');
    mkdirSync(to, { recursive: true });
    expect([moveOnce(from, to), filesIn(to)]).toEqual([to, everything]);
  });
});

describe.skipIf(!isOtherDisk)('a move to another disk', () => {
  it('that was cut off begins anew', () => {
    const from = makeFolder(memory);
    mkdirSync(`${to}.copy`, { recursive: true });
    writeFileSync(join(`${to}.copy`, 'drafts.db'), 'half');
    writeFileSync(join(from, 'moved-to-this-computer'), '');
    expect([moveOnce(from, to), filesIn(to), existsSync(from)]).toEqual([to, everything, false]);
    expect(existsSync(`${to}.copy`)).toBe(false);
  });

  it('that was cut off while the former folder was deleted deletes the rest', () => {
    const from = makeFolder(memory);
    const copy = makeFolder(tmpdir());
    writeFileSync(join(from, 'moved-to-this-computer'), '');
    expect([moveOnce(from, copy), existsSync(from)]).toEqual([copy, false]);
    expect(filesIn(copy)).toEqual(everything);
  });

  it.runIf(isWindows)('waits for the next start while a till runs in the former folder', () => {
    const from = makeFolder(memory);
    const running = hold(join(from, 'lockfile'));
    expect([moveOnce(from, to), existsSync(to)]).toEqual([from, false]);
    running.end();
    expect([moveOnce(from, to), filesIn(to)]).toEqual([to, everything]);
  });
});

it('leaves a former folder that an older till made after the move', () => {
  const from = makeFolder(tmpdir());
  const copy = makeFolder(tmpdir());
  expect([moveOnce(from, copy), filesIn(from)]).toEqual([copy, everything]);
});

it('stays where it is while it cannot be moved', () => {
  const from = makeFolder(tmpdir());
  writeFileSync(join(from, '..', 'file'), '');
  const below = join(from, '..', 'file', 'tindahan');
  expect([moveOnce(from, below), filesIn(from)]).toEqual([from, everything]);
});

it('is made below the folder of this computer at the first start; without one it is Electron’s own', () => {
  expect(folderOnWindows(join(to, 'roaming', 'tindahan'), to)).toBe(join(to, 'tindahan'));
  expect(folderOnWindows('roaming', undefined)).toBe('roaming');
});
