import Database from 'better-sqlite3';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasSmallDisks, mountSmallDisk } from '#tests/support/small-disk.ts';
import { hold } from '#tests/support/windows/held.ts';
import { draftTables, openDraftCache } from '../drafts/draft-cache.ts';
import { log } from '../app/log.ts';
import { diskFaultOf } from './disk-faults.ts';
import { openKeptFile } from './kept-file.ts';

const PAGE = 4096;
const isWindows = process.platform === 'win32';
const place = { staff_id: 1, store_id: 1 };
const NOW = 2_000;
let file: string;
let mended: number;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'kept-')), 'drafts.db');
  mended = 0;
  vi.spyOn(log, 'error').mockImplementation(() => {});
  vi.spyOn(log, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Files = Pick<Parameters<typeof openKeptFile>[1], 'rename' | 'wait'>;
const open = (files: Files = {}) =>
  openKeptFile(file, {
    open: (path) => openDraftCache(path, () => NOW),
    recovers: draftTables,
    onMended: () => {
      mended += 1;
    },
    ...files,
  });

/**
 * A virus scan on Windows, which lets nobody rename one file: there it has the file open, elsewhere the call says so.
 * `lasts`: until so many milliseconds were waited.
 */
function virusScan({ of, lasts = Infinity }: { of: string; lasts?: number }) {
  const scan = { lasts, waited: 0 };
  return {
    scan,
    rename: (from: string, to: string) => {
      if (from !== of || scan.waited >= scan.lasts) return renameSync(from, to);
      if (!isWindows)
        throw Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'rename', path: from });
      const held = hold(from);
      try {
        renameSync(from, to);
      } finally {
        held.end();
      }
    },
    wait: (milliseconds: number) => {
      scan.waited += milliseconds;
    },
  };
}
const cart = (key: string, saved_at = 1_000) => ({ cart_key: key, ...place, saved_at, cart: '{"lines":[]}' });
const keys = (cache: ReturnType<typeof open>) =>
  cache
    .list(place)
    .map(({ cart_key }) => cart_key)
    .sort();
const beside = () =>
  readdirSync(dirname(file))
    .filter((name) => name !== basename(file) && !/-(?:wal|shm)$/.test(name))
    .sort();

/** Returns the kind of disk fault with which a call fails. */
function faultOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (fault) {
    return diskFaultOf(fault);
  }
}

/** Writes nonsense over pages of a file; the first page is number 1. */
function breakPages(...pages: number[]): void {
  const handle = openSync(file, 'r+');
  for (const page of pages) writeSync(handle, Buffer.alloc(PAGE, 0x5a), 0, PAGE, (page - 1) * PAGE);
  closeSync(handle);
}

/** Invalidates SQLite's page cache, as another program's write does. */
function forgetPages(): void {
  const other = new Database(file);
  other.pragma('user_version = 7');
  other.close();
}

/** Fills a file with this many carts of about a page each, all of it in the file itself. */
function fill(count: number): void {
  const cache = openDraftCache(file, () => NOW);
  for (let number = 0; number < count; number += 1)
    cache.save({ ...cart(`cart-${number}`), cart: JSON.stringify({ note: 'x'.repeat(3_000) }) });
  cache.journal.write({ key: 'k1', about: 'cart-0', body: '{}', made_at: 1_000 });
  cache.notes.write({ name: 'sign-in', text: 'Ana' });
  cache.close();
}
const pagesOf = (table: string): number[] => {
  const db = new Database(file);
  const pages = db
    .prepare<[string], number>(
      "select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno",
    )
    .pluck()
    .all(table);
  db.close();
  return pages;
};

it('goes on with what it kept, and puts nothing aside, where nothing is damaged', () => {
  open().save(cart('a'));
  expect(keys(open())).toEqual(['a']);
  expect([beside(), mended]).toEqual([[], 0]);
});

it.each([
  ['is no database', () => writeFileSync(file, 'rubbish '.repeat(1_000))],
  ['has lost its list of tables', () => breakPages(1)],
])('begins anew where the file %s, and keeps that beside', (_name, damage) => {
  fill(3);
  damage();
  const cache = open();
  expect(keys(cache)).toEqual([]);
  cache.save(cart('new'));
  expect(keys(open())).toEqual(['new']);
  expect([beside(), mended]).toEqual([['drafts.db.damaged'], 1]);
});

it('recovers every row around a page that is found to be damaged later', () => {
  fill(40);
  const cache = open();
  const [, , third = 0, fourth = 0] = pagesOf('carts');
  breakPages(third, fourth);
  forgetPages();
  const left = keys(cache);
  expect(left.length).toBeGreaterThanOrEqual(36);
  expect(left.length).toBeLessThan(40);
  expect(left).toEqual(expect.arrayContaining(['cart-0', 'cart-1', 'cart-39']));
  expect(cache.journal.list('cart-0')).toHaveLength(1);
  expect(cache.notes.read('sign-in')).toBe('Ana');
  expect([beside(), mended]).toEqual([['drafts.db.damaged'], 1]);
  cache.save(cart('after'));
  expect(keys(open())).toContain('after');
});

// Windows moves no file that somebody has open.
it.skipIf(isWindows)('takes the log beside the file along, in which the last carts may be', () => {
  fill(1);
  const crashed = openDraftCache(file, () => NOW);
  crashed.save(cart('in the log'));
  breakPages(1);
  open();
  expect(existsSync(`${file}.damaged-wal`)).toBe(true);
});

it.each(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY'])(
  'leaves a healthy file where it is when it cannot be opened for another reason: %s',
  (code) => {
    fill(1);
    const fault = Object.assign(new Error(code), { code });
    const cannot = () => {
      throw fault;
    };
    expect(() => openKeptFile(file, { open: cannot, recovers: draftTables, onMended: cannot })).toThrow(
      fault,
    );
    expect(beside()).toEqual([]);
    expect(keys(open())).toEqual(['cart-0']);
  },
);

it('leaves a healthy file where it is while another program holds it', () => {
  fill(1);
  const backup = new Database(file);
  backup.pragma('journal_mode = DELETE');
  backup.exec('begin exclusive');
  const impatient = (path: string) => {
    const db = new Database(path, { timeout: 0 });
    try {
      db.pragma('journal_mode = WAL');
      return openDraftCache(path);
    } finally {
      db.close();
    }
  };
  expect(() => openKeptFile(file, { open: impatient, recovers: draftTables, onMended: () => {} })).toThrow(
    'locked',
  );
  backup.close();
  expect([beside(), keys(open())]).toEqual([[], ['cart-0']]);
});

it('finishes a mending that was cut off between the two moves', () => {
  fill(2);
  renameSync(file, `${file}.mending`);
  writeFileSync(`${file}-wal`, 'of the damaged file');
  expect(keys(open())).toEqual(['cart-0', 'cart-1']);
});

it('keeps the carts where the mended file is held while it is renamed', () => {
  fill(3);
  const { scan, ...files } = virusScan({ of: `${file}.mending` });
  const cache = open(files);
  const [first = 0] = pagesOf('carts');
  breakPages(first);
  forgetPages();
  for (const call of [() => cache.list(place), () => cache.save(cart('too early')), () => cache.list(place)])
    expect(faultOf(call)).toBe('busy');
  expect([existsSync(file), mended]).toEqual([false, 0]);
  scan.lasts = 0;
  expect(keys(cache)).toEqual(['cart-1', 'cart-2']);
  expect(cache.notes.read('sign-in')).toBe('Ana');
  expect([keys(open()), mended]).toEqual([['cart-1', 'cart-2'], 1]);
});

it.each(['drafts.db', 'drafts.db.mending'])('waits for a virus scan of %s that ends soon', (name) => {
  fill(2);
  breakPages(1);
  const { scan, ...files } = virusScan({ of: join(dirname(file), name), lasts: 300 });
  open(files);
  expect([scan.waited >= 300, beside(), mended]).toEqual([true, ['drafts.db.damaged'], 1]);
});

it('finishes at the next start what a virus scan held up to the end', () => {
  fill(2);
  breakPages(...pagesOf('notes'));
  const { scan: _, ...files } = virusScan({ of: `${file}.mending` });
  expect(faultOf(() => open(files).notes.read('sign-in'))).toBe('busy');
  expect(keys(open())).toEqual(['cart-0', 'cart-1']);
  expect(mended).toBe(1);
});

it('tells a file that exists and cannot be opened as one that is in use', () => {
  fill(1);
  mkdirSync(`${file}-wal`);
  expect(faultOf(() => open({ wait: () => {} }))).toBe('busy');
});

describe.runIf(isWindows)('a file that another program holds', () => {
  it.each(['', '-wal', '-shm'])(
    'is told as busy, and opened when it lets go of it: drafts.db%s',
    (suffix) => {
      fill(1);
      writeFileSync(file + suffix, '', { flag: 'a' });
      const held = hold(file + suffix);
      let waited = 0;
      const wait = (milliseconds: number) => {
        waited += milliseconds;
        if (waited > 300) held.end();
      };
      expect(faultOf(() => openDraftCache(file))).toBe('busy');
      expect(keys(open({ wait }))).toEqual(['cart-0']);
      expect([waited >= 300, beside(), mended]).toEqual([true, [], 0]);
    },
  );

  it('is told as busy while it is mended', () => {
    fill(3);
    const cache = open();
    const [first = 0] = pagesOf('carts');
    breakPages(first);
    forgetPages();
    const fresh = `${file}.mending`;
    writeFileSync(fresh, '');
    const held = hold(fresh);
    expect(faultOf(() => cache.list(place))).toBe('busy');
    held.end();
    expect(keys(cache)).toEqual(['cart-1', 'cart-2']);
    expect(mended).toBe(1);
  });
});

it('tells a file that may not be opened as refused where nothing may be made beside it, else as busy', () => {
  fill(1);
  const fault = { code: 'EPERM', syscall: 'open', path: file };
  expect(diskFaultOf(fault)).toBe('busy');
  for (const path of [`${file}.missing`, '/proc/version', dirname(file)])
    expect(diskFaultOf({ ...fault, path })).toBe('refused');
  expect(diskFaultOf({ ...fault, code: 'EACCES' })).toBe('refused');
  expect(diskFaultOf({ ...fault, syscall: 'mkdir' })).toBe('refused');
});

it('tries again at the next call where mending failed for want of space', () => {
  fill(3);
  let isFull = false;
  const cache = openKeptFile(file, {
    open: (path) => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
      return openDraftCache(path, () => NOW);
    },
    recovers: draftTables,
    onMended: () => {
      mended += 1;
    },
  });
  const [first = 0] = pagesOf('carts');
  breakPages(first);
  forgetPages();
  isFull = true;
  expect(() => cache.list(place)).toThrow('full');
  expect(() => cache.list(place)).toThrow('full');
  isFull = false;
  expect(cache.notes.read('sign-in')).toBe('Ana');
  expect(keys(cache)).toEqual(['cart-1', 'cart-2']);
  expect(mended).toBe(1);
});

it.skipIf(!hasSmallDisks)('is opened on a full disk with what only the log beside it has', () => {
  const disk = mountSmallDisk();
  if (!disk) throw new Error('There was one just now');
  fill(1);
  const running = openDraftCache(file, () => NOW);
  for (const key of ['a', 'b', 'c']) running.save({ ...cart(key), cart: 'x'.repeat(3 * PAGE) });
  const crashed = join(disk.folder, 'drafts.db');
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, crashed + suffix);
  running.close();
  writeFileSync(`${crashed}-shm`, Buffer.alloc(8 * PAGE));
  disk.fill();
  try {
    const cache = openDraftCache(crashed, () => NOW);
    expect(keys(cache)).toEqual(['a', 'b', 'c', 'cart-0']);
    cache.close();
  } finally {
    disk.remove();
  }
});

it('forgets a damaged file after 30 days, for there are names in it', () => {
  fill(1);
  breakPages(1);
  open().close();
  const old = Date.now() / 1_000 - 31 * 86_400;
  utimesSync(`${file}.damaged`, old, old);
  open();
  expect(beside()).toEqual([]);
});
