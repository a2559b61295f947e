import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { storeDate } from '#domain/store-time.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import { openDatabase } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { giveQuickPasswords } from './quick-password.ts';

/** The environment variable with the run's folder of filled demo shops; a file's server starts with a copy. */
const FOLDER = 'TINDAHAN_FILLED_SHOPS';

/** Returns the folder of a day: a shop's sales end on the day on which it was filled. */
const folderOf = (shops: string, now: number) => path.join(shops, storeDate(now, DEFAULT_TIME_ZONE));

/** Fills a folder with the demo shop as of some instant. */
async function fillShop(dataDir: string, now: number): Promise<void> {
  const database = await openDatabase({ dataDir });
  await fillDemoShop(database, now);
  await giveQuickPasswords(database);
  // The figures of these tests are of a shop that adds its tax; those of component tests are of one that includes it.
  const added = sql<string>`replace(settings_json, '"prices_include_tax":true', '"prices_include_tax":false')`;
  await database.write((writer) => writer.updateTable('stores').set({ settings_json: added }).execute());
  await database.close();
}

/**
 * Copies the demo shop that this run filled today into an empty data folder, or fills it anew after midnight; outside of a run
 * it stays empty.
 */
export async function copyFilledShop(dataDir: string, now: number): Promise<void> {
  const shops = process.env[FOLDER];
  if (!shops) return;
  const folder = folderOf(shops, now);
  if (existsSync(folder)) await cp(folder, dataDir, { recursive: true });
  else await fillShop(dataDir, now);
}

/** Before the end-to-end tests (vitest's globalSetup): fills one demo shop for all of them. */
export default async function fillShopOnce(): Promise<() => Promise<void>> {
  const shops = await mkdtemp(path.join(os.tmpdir(), 'tindahan-shops-'));
  const now = Date.now();
  await fillShop(folderOf(shops, now), now);
  process.env[FOLDER] = shops;
  return () => rm(shops, { recursive: true, force: true });
}
