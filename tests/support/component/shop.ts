import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openDatabase } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { createServer } from '#server/server.ts';
import { giveQuickPasswords } from '#tests/support/quick-password.ts';

export type OpenedShop = { app: FastifyInstance; close: () => Promise<void> };

/** The demo shop's backend without a port: requests are handed to it. */
export async function openShop(): Promise<OpenedShop> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-component-'));
  const database = await openDatabase({ dataDir: folder });
  await fillDemoShop(database, Date.now());
  // Each screen is opened with a sign-in.
  await giveQuickPasswords(database);
  const app = await createServer({ database });
  await app.ready();
  return {
    app,
    close: async () => {
      // Its background work ends first, as it needs the database.
      await app.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
