import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';
import { storeDate } from '#domain/store-time.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import { openDatabase } from '#server/db/open.ts';
import { databaseFile } from '#server/db/sqlite-copy.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { createServer } from '#server/server.ts';
import { addRelease } from '#server/modules/till-releases/till-releases.public.ts';
import { releaseKey, writeRelease } from '#tests/support/releases.ts';
import { giveQuickPasswords } from '#tests/support/quick-password.ts';

export type OpenedShop = { app: FastifyInstance; close: () => Promise<void> };

const newFolder = () => mkdtemp(path.join(os.tmpdir(), 'tindahan-component-'));
const remove = (folder: string) => rm(folder, { recursive: true, force: true });

/** Adds two versions that tills can get. */
async function addReleases(dataDir: string): Promise<void> {
  const key = releaseKey();
  for (const [place, version] of ['1.2.0', '1.3.0'].entries()) {
    const file = writeRelease(dataDir, `the program ${version}`, key, { version, sequence: place + 1 });
    await addRelease(dataDir, file, [key.publicKey]);
  }
}

/** Returns a folder with the demo shop as of an instant, and with releases for its tills. */
async function fillFolder(now: number): Promise<string> {
  const folder = await newFolder();
  const database = await openDatabase({ dataDir: folder });
  await fillDemoShop(database, now);
  // Each screen is opened with a sign-in.
  await giveQuickPasswords(database);
  await database.close();
  await addReleases(folder);
  return folder;
}

/** The filled shops, each by the instant at which its clock stands, or by its day: each new one is a copy. */
const filledShops = new Map<number | string, Promise<string>>();

async function copyFilledShop(now: number | null): Promise<string> {
  const asOf = now ?? Date.now();
  // After midnight deposits of the day before hold no unit any more, and figures are of today.
  const key = now ?? storeDate(asOf, DEFAULT_TIME_ZONE);
  const filled = filledShops.get(key) ?? fillFolder(asOf);
  filledShops.set(key, filled);
  const folder = await newFolder();
  await cp(await filled, folder, { recursive: true });
  return folder;
}

export async function forgetFilledShops(): Promise<void> {
  for (const filled of filledShops.values()) await remove(await filled);
  filledShops.clear();
}

/** More changes than any file makes to its shop, and more ids than it gives out. */
const OF_A_SHOP = 100_000;
let opened = 0;

/**
 * Numbers the changes and ids of each shop differently: one page meets them in turn, hears a number that it does not know,
 * and keeps pictures by their ids.
 */
function numberOtherwise(folder: string): void {
  opened += 1;
  const file = new Sqlite(databaseFile(folder));
  file.prepare('update shop_version set version = ?').run(opened * OF_A_SHOP);
  file.prepare('update id_blocks set next_id = next_id + ?').run(opened * OF_A_SHOP);
  file.close();
}

/**
 * Opens the demo shop's backend without a port: requests are handed to it. `now` is the instant at which its clock
 * stands; null for the machine's clock.
 */
export async function openShop(now: number | null): Promise<OpenedShop> {
  const clock = () => now ?? Date.now();
  const folder = await copyFilledShop(now);
  numberOtherwise(folder);
  const database = await openDatabase({ dataDir: folder });
  const app = await createServer({ database, clock, dataDir: folder });
  await app.ready();
  return {
    app,
    close: async () => {
      // Its background work ends first, as it needs the database.
      await app.close();
      await database.close();
      await remove(folder);
    },
  };
}
