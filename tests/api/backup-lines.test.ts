import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unseal } from '#server/backups/age-files.ts';
import { prepareBackups, startBackups, type Backups } from '#server/backups/backups.ts';
import { nameOf, parseName } from '#server/backups/files.ts';
import { folderAddress, openPlace, type PlaceAddress } from '#server/backups/places.ts';
import { restoreShop, type Restored } from '#server/backups/restore.ts';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { databaseFile } from '#server/db/sqlite-copy.ts';
import { secondPlaces, takeOver } from '#server/modules/backups/backups.public.ts';
import { insertBucket, insertPlace, removePlace } from '#server/modules/backups/backups.repository.ts';
import { fillManySales } from '#tests/support/many-sales.ts';
import { runProcess } from '#tests/support/server-process.ts';
import { makeShop } from '#tests/support/shop.ts';
import { startS3Server, type S3Server } from '#tests/support/s3-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let root: string;
/** The second place of the shop, which lies in its data. */
let address: PlaceAddress;
let now: number;
let said: string[];
let running: RunningShop[];

/** A shop that backs up to the places in its data. */
class RunningShop {
  readonly dataDir: string;
  readonly database: Database;
  readonly backups: Backups;
  readonly #shop: Awaited<ReturnType<typeof makeShop>>;
  isOver = false;

  constructor(
    dataDir: string,
    database: Database,
    backups: Backups,
    shop: Awaited<ReturnType<typeof makeShop>>,
  ) {
    this.dataDir = dataDir;
    this.database = database;
    this.backups = backups;
    this.#shop = shop;
    running.push(this);
  }

  static async start(dataDir: string): Promise<RunningShop> {
    const before = await prepareBackups(dataDir);
    const database = await openDatabase({ dataDir, keepsLog: true });
    const backups = startBackups({
      database,
      before,
      clock: () => now,
      secondPlaces: () => secondPlaces(database.reader),
      log: (line) => said.push(line),
    });
    return new RunningShop(dataDir, database, backups, await makeShop(database));
  }

  sell = (count: number) => fillManySales(this.database, this.#shop, count, now);

  /** Lets time pass, and what is due then be done. */
  async pass(ms: number): Promise<void> {
    now += ms;
    this.backups.turn();
    await this.backups.settled();
  }

  addPlace = ({ path: folder, bucket }: PlaceAddress) =>
    this.database.write((writer) =>
      bucket
        ? insertBucket(writer, bucket, this.#shop.seller.id, now)
        : insertPlace(writer, folder, this.#shop.seller.id, now),
    );

  /** Forgets its places and adds the one of all, as somebody who wants its backups there. */
  async addPlaceAnew(): Promise<void> {
    const places = await this.database.reader.selectFrom('backup_places').select('id').execute();
    await this.database.write(async (writer) => {
      for (const { id } of places) await removePlace(writer, id);
    });
    await this.addPlace(address);
    this.backups.refresh();
  }

  async takeOver(): Promise<void> {
    expect(await this.database.write((writer) => takeOver(writer, now))).toBe(true);
    await this.backups.beginAnew();
  }

  async stop(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    await this.backups.stop();
    await this.database.close();
  }
}

type Options = { line?: string; until?: number };
async function restore({ backups }: RunningShop, options: Options = {}) {
  const dataDir = mkdtempSync(path.join(root, 'restored-'));
  const told: string[] = [];
  const restored: Restored = await restoreShop({
    place: openPlace(address),
    dataDir,
    key: backups.key.identity,
    now,
    tell: (line) => told.push(line),
    ...options,
  });
  return { ...restored, dataDir, told };
}

/** Sells in a shop, with a copy of the whole and one of a minute after it. */
async function openOriginal(): Promise<RunningShop> {
  const original = await RunningShop.start(path.join(root, 'data'));
  await original.addPlace(address);
  await original.sell(2);
  await original.pass(MINUTE);
  await original.sell(1);
  await original.pass(MINUTE);
  return original;
}

const chainsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('tindahan-'));

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'tindahan-lines-'));
  const second = path.join(root, 'second');
  mkdirSync(second);
  address = folderAddress(second);
  now = Date.parse('2026-11-26T09:00:00Z');
  said = [];
  running = [];
});
afterEach(async () => {
  for (const shop of running) await shop.stop();
  rmSync(root, { recursive: true, force: true });
});

describe.each(['folder', 'bucket'])('a restored copy of a shop that backs up to a %s', (kind) => {
  let server: S3Server | null = null;
  beforeEach(async () => {
    if (kind === 'folder') return;
    server = await startS3Server();
    address = { path: 's3://our-shop/copies/manila', bucket: server.bucket };
  });
  afterEach(() => server?.close());

  it('writes nothing there, and the next restore brings back the shop with its newest sales', async () => {
    const original = await openOriginal();
    const { dataDir, sales, isWhole } = await restore(original);
    expect([sales, isWhole]).toEqual([3, true]);
    const drill = await RunningShop.start(dataDir);
    await drill.sell(1);
    await original.sell(5);
    await original.pass(MINUTE);
    // Its own copy of the night, and later than all that the original has there.
    await drill.pass(MINUTE);
    await drill.pass(24 * HOUR);
    expect(drill.backups.status()).toMatchObject({ good: { at: now, sales: 4 }, places: [] });
    // Its places have all of it: what the end of a busy server cuts off is told and lacks nothing.
    expect(said).toEqual([]);
    await original.stop();
    const again = await restore(original);
    expect(again).toMatchObject({ sales: 8, isWhole: true });
    expect(again.told.join('\n')).not.toContain('--line');
  });

  it('is listed and not taken where somebody has added the place to it', async () => {
    const original = await openOriginal();
    const drill = await RunningShop.start((await restore(original)).dataDir);
    await drill.addPlaceAnew();
    await drill.pass(MINUTE);
    await original.sell(5);
    await original.pass(MINUTE);
    await drill.pass(24 * HOUR);
    await drill.sell(1);
    const lastSale = now;
    await drill.pass(HOUR);
    await original.stop();
    now += 2 * HOUR;
    const { sales, told } = await restore(original);
    expect(sales).toBe(8);
    const [, line = ''] = /--line ([0-9a-f]{8}): /.exec(told.join('\n')) ?? [];
    expect(told.at(-1)).toBe(
      `  --line ${line}: a restored copy, last sale ${new Date(lastSale).toISOString()}, last backup 2 hours ago, ${os.hostname()}, ${drill.dataDir}`,
    );
    expect(await restore(original, { line })).toMatchObject({ sales: 4 });
    await expect(restore(original, { line: 'ffffffff' })).rejects.toThrow(/There is no --line ffffffff here/);
  });

  it('is taken once somebody has said that it is the shop from now on, with all of its sales', async () => {
    const original = await openOriginal();
    await original.stop();
    const before = now;
    const next = await RunningShop.start((await restore(original)).dataDir);
    await next.sell(1);
    await next.pass(MINUTE);
    expect(next.backups.status().places).toEqual([]);
    now += MINUTE;
    await next.takeOver();
    await next.sell(1);
    await next.pass(MINUTE);
    expect(next.backups.status().places).toMatchObject([{ trouble: null, filledAt: now }]);
    await next.stop();
    const { sales, told } = await restore(next);
    expect(sales).toBe(5);
    expect(told.at(-1)).toContain(': the original, last sale ');
    expect(await restore(next, { until: before })).toMatchObject({ sales: 3 });
    expect(said).toEqual([]);
  });

  it('is asked about where the original has gone on beside it', async () => {
    const original = await openOriginal();
    const next = await RunningShop.start((await restore(original)).dataDir);
    await next.takeOver();
    await original.sell(5);
    await original.pass(HOUR);
    await next.sell(1);
    await next.pass(HOUR);
    const refused = await restore(original).catch((error: unknown) => String(error));
    expect(refused).toContain('More than one shop is backed up here. Choose the right one:');
    const lines = [...String(refused).matchAll(/--line ([0-9a-f]{8}): (a shop|the original)/g)];
    expect(lines.map(([, , what]) => what).toSorted()).toEqual(['a shop', 'the original']);
    for (const [, line, what] of lines)
      expect(await restore(original, { line })).toMatchObject({ sales: what === 'a shop' ? 4 : 8 });
  });
});

/** Writes a sealed file as versions did whose files say nothing of themselves. */
async function sealAsBefore(file: string, recipient: string, plain: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const compressed = createGzip();
  const reading = pipeline(createReadStream(plain), compressed);
  const sealed = await encrypter.encrypt(Readable.toWeb(compressed) as ReadableStream<Uint8Array>);
  await Promise.all([
    reading,
    pipeline(Readable.fromWeb(sealed as WebStream<Uint8Array>), createWriteStream(file)),
  ]);
}

/** Makes the files of a chain those of an older version: its bases tell the line by their epoch alone. */
async function makeOlder(folder: string, { key }: Backups, epoch: number, firstEpoch: number): Promise<void> {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const plain = path.join(root, 'plain');
    rmSync(plain, { force: true });
    await unseal(createReadStream(file), plain, key.identity);
    if (name.includes('-base-')) {
      const database = new BetterSqlite(plain);
      database.exec(`update data_version set line = '', epoch = ${epoch}, first_epoch = ${firstEpoch}`);
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
      await sealAsBefore(file, key.recipient, plain);
    } else rmSync(file);
  }
}

it('chains of older versions tell by their whole copies whose they are', async () => {
  const original = await openOriginal();
  const [first = ''] = chainsIn(address.path);
  const drill = await RunningShop.start((await restore(original)).dataDir);
  await drill.sell(4);
  await drill.addPlaceAnew();
  await drill.pass(MINUTE);
  await Promise.all([original.stop(), drill.stop()]);
  const [other = ''] = chainsIn(address.path).filter((name) => name !== first);
  await makeOlder(path.join(address.path, first), original.backups, 1000, 1000);
  await makeOlder(path.join(address.path, other), original.backups, 2000, 1000);
  const { sales, told } = await restore(original);
  // The base alone, and not the newer one of the copy.
  expect(sales).toBe(2);
  expect(told.at(-1)).toContain(`: a restored copy, last sale `);
  const [, line = ''] = /--line ([0-9a-f]{8}): /.exec(told.at(-1) ?? '') ?? [];
  expect(await restore(original, { line })).toMatchObject({ sales: 7 });
});

describe('a restore believes no file name', () => {
  const sealed = () => {
    const [chain = ''] = chainsIn(address.path);
    const folder = path.join(address.path, chain);
    return readdirSync(folder).map((name) => path.join(folder, name));
  };
  const later = (file: string, at: number) => {
    const parsed = parseName(path.basename(file, '.age'));
    if (!parsed) throw new Error('No file of a backup');
    return path.join(path.dirname(file), `${nameOf({ ...parsed, at })}.age`);
  };

  it('a whole copy under a later name is told, and not taken for a later one', async () => {
    const original = await openOriginal();
    await original.pass(24 * HOUR);
    await original.sell(1);
    await original.pass(MINUTE);
    await original.stop();
    const [older = ''] = sealed().filter((file) => file.includes('-base-'));
    const name = path.basename(older, '.age');
    // The state of the first day as that of tomorrow.
    const forged = nameOf({ kind: 'base', generation: 9, at: now + 24 * HOUR });
    copyFileSync(older, path.join(path.dirname(older), `${forged}.age`));
    const { sales, told, isWhole } = await restore(original);
    expect(told.join('\n')).toContain(`${forged} cannot be read: it is ${name} under another name.`);
    expect([sales, isWhole]).toEqual([4, false]);
  });

  it('a part under another name ends it there, as a damaged one does', async () => {
    const original = await openOriginal();
    await original.sell(1);
    await original.pass(MINUTE);
    await original.stop();
    const parts = sealed().filter((file) => file.includes('-log-'));
    const file = parts.find((each) => !each.includes('-last')) ?? '';
    renameSync(file, later(file, now + HOUR));
    const { told, isWhole, sales } = await restore(original);
    expect(told.join('\n')).toMatch(/cannot be read: it is \S+-log-\S+ under another name/);
    expect([sales, isWhole]).toEqual([2, false]);
  });

  it('a file that somebody made without the key is refused, whatever it says', async () => {
    const original = await openOriginal();
    await original.stop();
    const stranger = await RunningShop.start(path.join(root, 'stranger'));
    await stranger.sell(30);
    await stranger.stop();
    const chain = path.join(address.path, `${chainsIn(address.path)[0]?.slice(0, -8)}ffffffff`);
    mkdirSync(chain);
    const base = nameOf({ kind: 'base', generation: 1, at: now + HOUR });
    // Who knows how to encrypt for the key cannot open what is encrypted for it.
    await sealAsBefore(
      path.join(chain, `${base}.age`),
      original.backups.key.recipient,
      databaseFile(stranger.dataDir),
    );
    expect(await restore(original)).toMatchObject({ sales: 3 });
  });
});

describe('the command --restore', () => {
  const run = (dataDir: string, original: RunningShop, args: string[] = []) =>
    runProcess({
      dataDir,
      args: [
        '--restore',
        address.path,
        '--key-file',
        path.join(original.dataDir, 'backups', 'key.txt'),
        ...args,
      ],
    });
  const placesOf = async (dataDir: string) => {
    const database = await openDatabase({ dataDir });
    try {
      return await secondPlaces(database.reader);
    } finally {
      await database.close();
    }
  };

  it('makes a copy unless it is told that this is the shop from now on', async () => {
    const original = await openOriginal();
    await original.stop();
    const [copy, shop] = [path.join(root, 'copy'), path.join(root, 'shop')];
    const drill = await run(copy, original);
    expect(drill).toMatchObject({
      code: 0,
      output: expect.stringContaining('This is a copy, as for a drill.'),
    });
    expect(await placesOf(copy)).toEqual([]);
    const taken = await run(shop, original, ['--take-over']);
    expect(taken).toMatchObject({
      code: 0,
      output: expect.stringContaining('This is the shop from now on.'),
    });
    expect(await placesOf(shop)).toEqual([address]);
    expect(existsSync(path.join(shop, 'restoring'))).toBe(false);

    const said = await runProcess({ dataDir: copy, args: ['--take-over'] });
    expect(said).toMatchObject({ code: 0, output: expect.stringContaining('This is the shop from now on.') });
    expect(await placesOf(copy)).toEqual([address]);
    const again = await runProcess({ dataDir: copy, args: ['--take-over'] });
    expect(again.output).toContain('This is the shop already. Nothing was changed.');
  });

  it('ends with a code of its own where a part is missing', async () => {
    const original = await openOriginal();
    await original.sell(1);
    await original.pass(MINUTE);
    await original.stop();
    const [chain = ''] = chainsIn(address.path);
    const folder = path.join(address.path, chain);
    const part = readdirSync(folder).find((name) => name.includes('-log-')) ?? '';
    rmSync(path.join(folder, part));
    const { code, output } = await run(path.join(root, 'copy'), original);
    expect(output).toContain('A part is missing after');
    expect(output).toContain('Look for another copy before you go on.');
    expect(code).toBe(3);
  });
});
