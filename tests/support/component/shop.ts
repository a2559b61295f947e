import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openDatabase } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { createServer } from '#server/server.ts';

/** The demo shop's backend without a port: requests are handed to it. */
export async function openShop(): Promise<FastifyInstance> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-component-'));
  const database = await openDatabase({ dataDir: folder });
  await fillDemoShop(database, Date.now());
  const app = await createServer({ database });
  app.addHook('onClose', async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  await app.ready();
  return app;
}
