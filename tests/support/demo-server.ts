import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { createServer } from '#server/server.ts';
import type { ServerCertificate } from '#server/tls/certificate.ts';
import { copyFilledShop } from './filled-shops.ts';

const screens = path.resolve(import.meta.dirname, '../../out/renderer');

/** The demo shop on a real port, with the built screens; it can be stopped and started again. */
export type DemoServer = {
  url: string;
  database: Database;
  /** Its data folder. */
  dataDir: string;
  stop: () => Promise<void>;
  /** Listens (again) on the same port, with the certificate last given; does nothing while it is listening. */
  start: (certificate?: ServerCertificate | null) => Promise<void>;
  close: () => Promise<void>;
};

/** Ports of this worker's closed shops: at the same address a browser has the screens compiled. */
const leftPorts: number[] = [];

/** Returns a former port that is still free, else 0: any. */
async function choosePort(): Promise<number> {
  const left = leftPorts.pop();
  if (left === undefined) return 0;
  const probe = createNetServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(left, '127.0.0.1', () => resolve(true));
  });
  if (isFree) await new Promise((resolve) => probe.close(resolve));
  return isFree ? left : 0;
}

export async function startDemoServer(
  clock: () => number = () => Date.now(),
  firstCertificate: ServerCertificate | null = null,
): Promise<DemoServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-e2e-'));
  await copyFilledShop(folder, clock());
  const database = await openDatabase({ dataDir: folder });
  await fillDemoShop(database, clock());
  let app: FastifyInstance | null = null;
  let port = await choosePort();
  let shown = firstCertificate;
  const start = async (certificate = shown) => {
    if (app) return;
    shown = certificate;
    app = await createServer({ database, screens, clock, certificate, dataDir: folder });
    await app.listen({ port, host: '127.0.0.1' });
    ({ port } = app.server.address() as AddressInfo);
  };
  const stop = async () => {
    app?.server.closeAllConnections();
    await app?.close();
    app = null;
  };
  await start();
  return {
    url: `${shown ? 'https' : 'http'}://127.0.0.1:${port}`,
    database,
    dataDir: folder,
    start,
    stop,
    close: async () => {
      await stop();
      leftPorts.push(port);
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Finds available units of a store that have an IMEI, each of another product. */
export async function phonesAt(database: Database, storeCode: string, count: number) {
  const rows = await database.reader
    .selectFrom('inventory_items as item')
    .innerJoin('stores', 'stores.id', 'item.store_id')
    .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select([
      'item.id',
      'item.imei',
      'item.serial_number',
      'variation.retail_price',
      'variation.name as variation',
      'product.name as product',
      'product.sku',
    ])
    .where('stores.code', '=', storeCode)
    .where('item.status', '=', 'available')
    .where('item.imei', 'is not', null)
    .where('item.category', '=', 'new')
    .orderBy('item.id')
    .execute();
  const seen = new Set<string>();
  const phones = rows.flatMap((row) => {
    if (seen.has(row.product) || row.imei === null || row.serial_number === null) return [];
    seen.add(row.product);
    return [{ ...row, imei: row.imei, serial_number: row.serial_number }];
  });
  if (phones.length < count) throw new Error(`${storeCode} has only ${phones.length} phones`);
  return phones.slice(0, count);
}
