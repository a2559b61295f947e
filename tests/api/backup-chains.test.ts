import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { databaseFile } from '#server/db/sqlite-copy.ts';
import { headerOf, seal, unseal } from '#server/backups/age-files.ts';
import { prepareBackups, startBackups, type Backups } from '#server/backups/backups.ts';
import { nameOf } from '#server/backups/files.ts';
import { folderPlace } from '#server/backups/folder-place.ts';
import { folderAddress, openPlace, type PlaceAddress } from '#server/backups/places.ts';
import { restoreShop } from '#server/backups/restore.ts';
import { runProcess } from '#tests/support/server-process.ts';
import { startS3Server, type S3Server } from '#tests/support/s3-server.ts';
import { hasSmallDisks, mountSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts';

const WRITER = 'tests/support/write-and-die.ts';
const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let root: string;
let dataDir: string;
let second: string;
/** The second place: the folder, or a bucket in its stead. */
let address: PlaceAddress;
let now: number;
let said: string[];
let database: Database;
let backups: Backups;
/** Work before the next fillings of the second places, one for each. */
let beforeFills: (() => Promise<void>)[];

async function start(): Promise<void> {
  const before = await prepareBackups(dataDir);
  database = await openDatabase({ dataDir, keepsLog: true });
  backups = startBackups({
    database,
    before,
    clock: () => now,
    secondPlaces: async () => {
      await beforeFills.shift()?.();
      return [address];
    },
    log: (line) => said.push(line),
  });
}

async function stop(): Promise<void> {
  await backups.stop();
  await database.close();
}

/** Lets time pass, and what is due then be done. */
async function pass(ms: number): Promise<void> {
  now += ms;
  backups.turn();
  await backups.settled();
}

const add = (name: string) =>
  database.write((writer) =>
    writer.insertInto('manufacturers').values({ id: writer.nextId(), name, unique_name: name }).execute(),
  );

/** Writes to the database as a command does while no server runs. */
function writeAside(): void {
  const other = new BetterSqlite(databaseFile(dataDir));
  other.exec(`insert into manufacturers (id, name, unique_name) values (1000001, 'other', 'other')`);
  other.close();
}

const namesIn = (folder: string) => {
  const copy = new BetterSqlite(databaseFile(folder), { readonly: true });
  try {
    return copy.prepare('select name from manufacturers order by id').pluck().all();
  } finally {
    copy.close();
  }
};

async function restored(until?: number, tell: (line: string) => void = () => undefined): Promise<unknown[]> {
  const target = mkdtempSync(path.join(root, 'restored-'));
  const key = backups.key.identity;
  await restoreShop({ place: openPlace(address), dataDir: target, key, until, tell });
  return namesIn(target);
}

function onSmallDisk(megabytes: number): SmallDisk {
  const disk = mountSmallDisk(megabytes);
  if (!disk) throw new Error('No disk can be mounted here');
  onTestFinished(disk.remove);
  return disk;
}

const sealed = () => {
  const [chain = ''] = readdirSync(second);
  return readdirSync(path.join(second, chain)).map((name) => path.join(second, chain, name));
};

beforeEach(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'tindahan-backups-'));
  dataDir = path.join(root, 'data');
  second = path.join(root, 'second');
  mkdirSync(second);
  address = folderAddress(second);
  now = Date.parse('2026-11-26T09:00:00Z');
  said = [];
  beforeFills = [];
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(root, { recursive: true, force: true });
});

// Processes of its own: slow beside other files.
/** The process of backups yields to everything else on a busy computer. */
const PATIENT = { timeout: 120_000 };

describe('backups', () => {
  it('copy the whole after a minute, then what each minute brings, and are restored to any of these minutes', async () => {
    await add('apple');
    await pass(MINUTE);
    expect(backups.status().good).toMatchObject({ at: now, sales: 0 });
    const moments: number[] = [];
    for (const name of ['samsung', 'xiaomi', 'vivo']) {
      await add(name);
      await pass(MINUTE);
      moments.push(now);
    }
    expect(await restored()).toEqual(['apple', 'samsung', 'xiaomi', 'vivo']);
    expect(await restored(moments[0])).toEqual(['apple', 'samsung']);
    expect(said).toEqual([]);
  });

  it('go on in the same chain after a stop and a start', async () => {
    await add('apple');
    await pass(MINUTE);
    await add('samsung');
    await stop();
    await start();
    await add('xiaomi');
    await pass(MINUTE);
    expect(sealed().filter((file) => file.includes('base'))).toHaveLength(1);
    expect(await restored()).toEqual(['apple', 'samsung', 'xiaomi']);
  });

  it('go on in the same chain after the server was killed, whatever was copied before', async () => {
    await stop();
    for (const copies of ['0', '1']) {
      const { signal, stderr } = spawnSync(process.execPath, [WRITER, dataDir, second, copies, copies], {
        encoding: 'utf8',
      });
      expect(signal, stderr).toBe('SIGKILL');
    }
    await start();
    await pass(MINUTE);
    expect(readdirSync(second)).toHaveLength(1);
    expect(await restored()).toEqual(['before 0', 'after 0', 'before 1', 'after 1']);
  });

  it('begin a new chain when somebody else has written to the database', async () => {
    await add('apple');
    await pass(MINUTE);
    await stop();
    writeAside();
    await start();
    await pass(MINUTE);
    expect(readdirSync(second)).toHaveLength(2);
    expect(await restored()).toEqual(['apple', 'other']);
  });

  it('leave what an ended chain had not encrypted yet out of the next one', async () => {
    await add('apple');
    await pass(MINUTE);
    await stop();
    writeAside();
    const left = nameOf({ kind: 'segment', generation: 1, from: 0, to: 1 << 20, at: now, isLast: false });
    writeFileSync(path.join(dataDir, 'backups', 'spool', left), Buffer.alloc(1 << 20));
    await start();
    await pass(MINUTE);
    await add('samsung');
    await pass(MINUTE);
    expect(said).toEqual([]);
    expect(await restored()).toEqual(['apple', 'samsung', 'other']);
  });

  it('empty a long log between the writes, and lose nothing of it', async () => {
    await pass(MINUTE);
    const long = 'x'.repeat(1_500_000);
    for (const name of ['1', '2', '3']) await add(name + long);
    expect(readFileSync(`${databaseFile(dataDir)}-wal`).length).toBeGreaterThan(8 << 20);
    backups.turn();
    await expect.poll(() => readFileSync(`${databaseFile(dataDir)}-wal`).length).toBe(0);
    await add('last');
    await pass(HOUR);
    expect(said).toEqual([]);
    expect(backups.status().good).toMatchObject({ at: now });
    expect(await restored()).toHaveLength(4);
  });

  it('say when what lies in the second place is damaged', async () => {
    await add('apple');
    await pass(MINUTE);
    await add('samsung');
    await pass(MINUTE);
    const { good } = backups.status();
    const part = sealed().findLast((file) => !file.includes('base')) ?? '';
    const size = readFileSync(part).length;
    writeFileSync(part, Buffer.alloc(size, 7));
    await pass(HOUR);
    expect(backups.status()).toMatchObject({ good, trouble: { at: now } });
    expect(said).not.toEqual([]);
    // A new base takes its place.
    await pass(10 * MINUTE);
    expect(backups.status()).toMatchObject({ good: { at: now }, trouble: null });
    expect(await restored()).toEqual(['apple', 'samsung']);
  });

  it('compare the moment that is held, whatever is copied while they are checked', async () => {
    await add('apple');
    await pass(MINUTE);
    const copied = sealed().length;
    const sellMeanwhile = async () => {
      await add('samsung');
      now += MINUTE;
      backups.turn();
      await expect.poll(() => sealed().length).toBeGreaterThan(copied + 1);
    };
    await add('xiaomi');
    const nothing = async () => undefined;
    // The minute fills the places, the check does, and does again once the moment is held.
    beforeFills = [nothing, nothing, sellMeanwhile];
    await pass(HOUR);
    expect(said).toEqual([]);
    expect(backups.status()).toMatchObject({ good: { checkedAt: now }, trouble: null });
    expect(await restored()).toEqual(['apple', 'xiaomi', 'samsung']);
  });

  it('say when the second place is gone, and fill it when it is back', async () => {
    await add('apple');
    await pass(MINUTE);
    const away = `${second}-away`;
    execFileSync('mv', [second, away]);
    await add('samsung');
    await pass(MINUTE);
    expect(backups.status().places[0]).toMatchObject({ path: second, trouble: `${second} is not there` });
    execFileSync('mv', [away, second]);
    await pass(MINUTE);
    expect(backups.status().places[0]).toMatchObject({ trouble: null, filledAt: now });
    expect(await restored()).toEqual(['apple', 'samsung']);
  });

  it.skipIf(!hasSmallDisks)(
    'go on when the disk of the second place was full, and lose nothing',
    async () => {
      const disk = onSmallDisk(32);
      await stop();
      second = disk.folder;
      address = folderAddress(second);
      await start();
      await add('apple');
      await pass(MINUTE);
      disk.fill();
      for (const name of ['samsung', 'xiaomi']) {
        await add(name);
        await pass(MINUTE);
      }
      expect(said.join()).toMatch(/no space left/i);
      disk.makeRoom();
      await pass(MINUTE);
      expect(await restored()).toEqual(['apple', 'samsung', 'xiaomi']);
    },
  );

  it.skipIf(!hasSmallDisks)(
    'go on when the disk of the shop was full: what was told to be written is restored',
    async () => {
      const disk = onSmallDisk(64);
      await stop();
      dataDir = path.join(disk.folder, 'data');
      await start();
      await add('apple');
      await pass(MINUTE);
      disk.fill();
      await expect(add('samsung')).rejects.toThrow();
      for (const time of [MINUTE, MINUTE, HOUR]) await pass(time);
      expect(said.join()).toMatch(/no space left|disk is full/i);
      disk.makeRoom();
      await add('xiaomi');
      await pass(MINUTE);
      await pass(HOUR);
      expect(await restored()).toEqual(['apple', 'xiaomi']);
      expect(backups.status().good).toMatchObject({ at: now });
      await stop();
      dataDir = path.join(root, 'elsewhere');
      await start();
    },
  );

  it.skipIf(!hasSmallDisks)('make the first copy as soon as there is room for it', async () => {
    const disk = onSmallDisk(64);
    await stop();
    dataDir = path.join(disk.folder, 'data');
    await start();
    await add('apple');
    disk.fill();
    await pass(MINUTE);
    await pass(SECOND);
    expect(backups.status().good).toBeNull();
    expect(said.join()).toMatch(/no space left/i);
    disk.makeRoom();
    await pass(SECOND);
    expect(backups.status().good).toMatchObject({ at: now });
    expect(await restored()).toEqual(['apple']);
    await stop();
    dataDir = path.join(root, 'elsewhere');
    await start();
  });

  it.skipIf(!hasSmallDisks)(
    'bring the first copy to a second place as soon as there is room there',
    async () => {
      const disk = onSmallDisk(32);
      await stop();
      second = disk.folder;
      address = folderAddress(second);
      disk.fill();
      await start();
      await add('apple');
      await pass(MINUTE);
      expect(backups.status().places[0]).toMatchObject({ bases: [] });
      disk.makeRoom();
      await pass(MINUTE);
      expect(backups.status().places[0]).toMatchObject({ bases: [expect.any(Number)], trouble: null });
      expect(await restored()).toEqual(['apple']);
    },
  );

  it('restore to the last whole write when the last part is torn off', async () => {
    await add('apple');
    await pass(MINUTE);
    await add('samsung');
    await pass(MINUTE);
    await add('xiaomi');
    await pass(MINUTE);
    const part = sealed().findLast((file) => !file.includes('base')) ?? '';
    truncateSync(part, readFileSync(part).length - 10);
    expect(await restored()).toEqual(['apple', 'samsung']);
  });

  it('say what cannot be restored for a missing part, and that the copy of the whole shop is missing', async () => {
    await add('apple');
    for (const name of ['samsung', 'xiaomi']) {
      await pass(MINUTE);
      await add(name);
    }
    await pass(MINUTE);
    const [base = '', first = ''] = sealed();
    rmSync(first);
    const told: string[] = [];
    expect(await restored(undefined, (line) => told.push(line))).toEqual(['apple']);
    expect(told.join()).toContain(
      `A part is missing after ${new Date(now - 2 * MINUTE).toISOString()}. What came later, until ${new Date(now).toISOString()},`,
    );
    rmSync(base);
    await expect(restored()).rejects.toThrow('a copy of the whole shop that is missing');
  });

  /** Makes a base, and a newer one a day later; returns both. */
  async function twoBases(first: string): Promise<[older: string, newer: string]> {
    await add(first);
    await pass(MINUTE);
    await add('samsung');
    await pass(24 * HOUR);
    await add('xiaomi');
    await pass(MINUTE);
    const [older = '', newer = ''] = sealed().filter((file) => file.includes('base'));
    return [older, newer];
  }

  it('are restored from the copy of the night before when the last one is torn off', async () => {
    // Long enough that the beginning of a torn base is read.
    const long = randomBytes(600_000).toString('hex');
    const [older, newer] = await twoBases(long);
    const told: string[] = [];
    for (const base of [newer, older]) {
      truncateSync(base, readFileSync(base).length - 10);
      const restoring = restored(undefined, (line) => told.push(line));
      if (base === newer) expect(await restoring).toEqual([long, 'samsung', 'xiaomi']);
      else await expect(restoring).rejects.toThrow('None of the copies');
      expect(told.join()).toContain(`${path.basename(base, '.age')} cannot be read`);
    }
  });

  it('are restored from the copy of the night before when the last one holds a damaged shop', async () => {
    const [, newer] = await twoBases('apple');
    const plain = path.join(root, 'plain.db');
    await unseal(createReadStream(newer), plain, backups.key.identity);
    const damaged = openSync(plain, 'r+');
    writeSync(damaged, Buffer.alloc(8192, 0xff), 0, 8192, 8192);
    closeSync(damaged);
    const header = await headerOf(createReadStream(newer), backups.key.identity);
    if (!header) throw new Error('The copy says nothing of itself');
    await seal(plain, newer, backups.key, header);
    const told: string[] = [];
    expect(await restored(undefined, (line) => told.push(line))).toEqual(['apple', 'samsung', 'xiaomi']);
    const line = told.find((each) => each.includes('is damaged')) ?? '';
    expect(line).toContain(`What was made of ${path.basename(newer, '.age')} is damaged: `);
    // A damaged file has thousands of faults; the first is enough.
    expect(line.length).toBeLessThan(200);
  });

  it('are opened by age and gunzip alone', async () => {
    await add('apple');
    await pass(MINUTE);
    const key = path.join(dataDir, 'backups', 'key.txt');
    const base = sealed().find((file) => file.includes('base')) ?? '';
    const copy = path.join(root, 'copy.db');
    execFileSync('sh', ['-c', `age --decrypt -i '${key}' '${base}' | gunzip > '${copy}'`]);
    const opened = new BetterSqlite(copy, { readonly: true });
    expect(opened.prepare('select name from manufacturers').pluck().get()).toBe('apple');
    opened.close();
  });

  it('are restored by their own key alone, and over no shop', async () => {
    await add('apple');
    await pass(MINUTE);
    const target = path.join(root, 'target');
    const options = { place: folderPlace(second), dataDir: target, tell: () => undefined };
    const other = await prepareBackups(path.join(root, 'other'));
    await expect(restoreShop({ ...options, key: other.key.identity })).rejects.toThrow('another key');
    await expect(restoreShop({ ...options, key: 'apple' })).rejects.toThrow('not a key');
    expect(existsSync(databaseFile(target))).toBe(false);
    const key = backups.key.identity;
    await expect(restoreShop({ ...options, key, until: now - HOUR })).rejects.toThrow('that old');
    await expect(restoreShop({ ...options, key, dataDir })).rejects.toThrow('There is a shop in');
    await restoreShop({ ...options, key });
    expect(namesIn(target)).toEqual(['apple']);
  });
});

describe('backups in a bucket', () => {
  let server: S3Server;
  beforeEach(async () => {
    server = await startS3Server();
    address = { path: 's3://our-shop/copies/manila', bucket: server.bucket };
  });
  afterEach(() => server.close());

  const placeNow = () => backups.status().places[0];
  const isBase = (key: string) => key.includes('-base-');

  it('are checked there, and restored from there to any minute, with no word of the secret', async () => {
    await add('apple');
    await pass(MINUTE);
    const moments: number[] = [];
    for (const name of ['samsung', 'xiaomi']) {
      await add(name);
      await pass(MINUTE);
      moments.push(now);
    }
    await pass(HOUR);
    expect(backups.status().good).toMatchObject({ at: now, place: address.path });
    expect(placeNow()).toMatchObject({
      trouble: null,
      filledAt: now,
      free: null,
      bases: [expect.any(Number)],
    });
    expect(await restored()).toEqual(['apple', 'samsung', 'xiaomi']);
    expect(await restored(moments[0])).toEqual(['apple', 'samsung']);
    expect(said).toEqual([]);
    const kept = readFileSync(path.join(dataDir, 'backups', 'status.json'), 'utf8');
    expect(JSON.stringify(backups.status()) + kept).not.toContain(server.bucket.secret);
  });

  it('download what a moment needs and nothing more', async () => {
    await add('apple');
    await pass(MINUTE);
    const moment = now;
    await add('samsung');
    await pass(24 * HOUR);
    server.calls.length = 0;
    await restored(moment);
    const bases = server.calls.filter(({ method, key }) => method === 'GET' && isBase(key));
    expect(bases).toHaveLength(1);
    expect(server.calls.some(({ key }) => key.includes('-log-') && key > (bases[0]?.key ?? ''))).toBe(false);
  });

  it('delete there what is kept no longer', async () => {
    await add('apple');
    await pass(MINUTE);
    const [first = ''] = [...server.objects.keys()].filter(isBase);
    for (let day = 0; day < 4; day += 1) {
      await add(`day ${day}`);
      await pass(24 * HOUR);
    }
    expect(server.objects.has(first)).toBe(true);
    await pass(400 * 24 * HOUR);
    expect(server.objects.has(first)).toBe(false);
    expect(await restored()).toHaveLength(5);
  });

  it('go on while a base is on its way, and bring it after the server was killed meanwhile', async () => {
    await add(
      randomBytes(9 << 20)
        .toString('latin1')
        .replaceAll('\0', ' '),
    );
    server.mood = ({ query }) => (query.get('partNumber') === '2' ? 'holds' : null);
    now += MINUTE;
    backups.turn();
    await expect
      .poll(() => server.calls.filter(({ query }) => query.has('partNumber')).length, PATIENT)
      .toBe(2);
    await add('samsung');
    now += MINUTE;
    backups.turn();
    await expect
      .poll(() => [...server.objects.keys()].filter((key) => key.includes('-log-')).length, PATIENT)
      .toBe(1);
    expect(placeNow()).toMatchObject({ trouble: null, filledAt: null, bases: [] });
    expect([...server.uploads.keys()]).toHaveLength(1);
    await stop();
    expect([...server.uploads.keys()]).toHaveLength(1);
    server.mood = () => null;
    await start();
    await pass(MINUTE);
    await pass(10 * MINUTE);
    expect(server.uploads.size).toBe(0);
    expect(placeNow()).toMatchObject({ trouble: null, filledAt: now, bases: [expect.any(Number)] });
    expect((await restored()).at(-1)).toBe('samsung');
  }, 300_000);

  it('say why they are not there, make no new base for it, and are there when the server is back', async () => {
    await add('apple');
    await pass(MINUTE);
    const { good } = backups.status();
    server.mood = () => 'busy';
    await add('samsung');
    await pass(MINUTE);
    expect(placeNow()?.trouble).toMatch(/^127\.0\.0\.1:\d+ is not ready \(SlowDown\)$/);
    expect(said.join()).toContain('The backup did not reach s3://our-shop/copies/manila: 127.0.0.1');
    server.mood = ({ method, key }) => (method === 'GET' && key !== '' ? 'busy' : null);
    await pass(HOUR);
    expect(backups.status().good).toEqual(good);
    expect(said.at(-1)).toContain('The backup was not checked: ');
    server.mood = () => null;
    await pass(HOUR);
    expect(backups.status().good).toMatchObject({ at: now });
    expect([...server.objects.keys()].filter(isBase)).toHaveLength(1);
    expect(await restored()).toEqual(['apple', 'samsung']);
  });

  it('are restored by the command, with the key of the bucket in the environment', async () => {
    await add('apple');
    await pass(MINUTE);
    const target = path.join(root, 'target');
    const key = path.join(dataDir, 'backups', 'key.txt');
    const { endpoint, region, keyId, secret } = server.bucket;
    const restore = (env: Record<string, string>) =>
      runProcess({ dataDir: target, args: ['--restore', address.path, '--key-file', key], env });
    expect(await restore({})).toEqual({
      code: 1,
      output: 'Name the key of the bucket in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.\n',
    });
    const env = {
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_REGION: region,
      AWS_ENDPOINT_URL: `${endpoint}/`,
    };
    expect(await restore({ ...env, AWS_SECRET_ACCESS_KEY: 'other' })).toEqual({
      code: 1,
      output: 'The secret does not belong to this key ID\n',
    });
    expect(await restore(env)).toMatchObject({ code: 0, output: expect.stringContaining('The shop is in') });
    expect(namesIn(target)).toEqual(['apple']);
  });

  it('are not restored in part because the bucket gave no answer', async () => {
    await add('apple');
    await pass(MINUTE);
    await add('samsung');
    await pass(MINUTE);
    const target = mkdtempSync(path.join(root, 'restored-'));
    const options = { place: openPlace(address), dataDir: target, tell: () => undefined };
    for (const part of ['-log-', '-base-']) {
      server.mood = ({ method, key }) => (method === 'GET' && key.includes(part) ? 'busy' : null);
      await expect(restoreShop({ ...options, key: backups.key.identity })).rejects.toThrow(
        'is not ready (SlowDown). Nothing was restored: try again.',
      );
    }
    expect(existsSync(databaseFile(target))).toBe(false);
  });
});
