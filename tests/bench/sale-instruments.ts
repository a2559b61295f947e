import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '#server/db/access.ts';
import type { DatabaseLocation } from '#server/db/open.ts';
import { demoImei, demoSerial } from '#server/demo/random.ts';
import { insertUnits } from '#server/modules/units/units.repository.ts';
import type { Caller } from '#tests/support/http.ts';
import { startTestCluster, urlOn } from '#tests/support/postgres.ts';
import { expectDone, type WireLock, type WireScan } from '#tests/support/selling.ts';
import { openSizedShop } from '#tests/support/sized-shop/kept-shops.ts';
import type { EngineName } from '#tests/support/test-databases.ts';
import { leanSend, signInByRow, signInLean } from './lean-calls.ts';

/** Takes three units into a till's cart; returns their ids. */
export type TakeThree = (till: Caller) => Promise<number[]>;

export const UNITS_A_SALE = 3;

type Shop = {
  location: DatabaseLocation;
  /** An empty database beside it on PostgreSQL, for the baseline. */
  emptyUrl: string | undefined;
  /** How the server is started on it. */
  server: { args?: string[]; main?: string };
  close: () => Promise<void>;
};

/** A shop, its goods, and how tills take them. */
export type Instrument = {
  name: string;
  /** Returns null where the engine is missing. */
  open: (engine: EngineName) => Promise<Shop | null>;
  signIn: (url: string, database: Database) => Promise<Caller>;
  /** Stocks units for `sales` by each client. */
  stock: (database: Database, clients: number, sales: number) => Promise<TakeThree[]>;
  /** Stocks as many that nobody takes; returns their ids by client. */
  stockUntaken: (database: Database, clients: number, sales: number) => Promise<number[][]>;
};

async function storeAndVariations({ reader }: Database, limit: number) {
  const store = await reader
    .selectFrom('stores')
    .select('id')
    .where('code', '=', 'MNL-01')
    .executeTakeFirstOrThrow();
  const variations = await reader.selectFrom('product_variations').select('id').limit(limit).execute();
  return { storeId: store.id, variationIds: variations.map(({ id }) => id) };
}

const UNITS_AT_ONCE = 500;

async function insertAlike(
  database: Database,
  { storeId, variationId, count }: { storeId: number; variationId: number; count: number },
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    await database.write(async (writer) => {
      const rows = Array.from({ length: Math.min(UNITS_AT_ONCE, count - ids.length) }, () => ({
        id: writer.nextId(),
        product_variation_id: variationId,
        store_id: storeId,
        status: 'available' as const,
        category: 'new' as const,
        created_at: 1,
      }));
      await writer.insertInto('inventory_items').values(rows).execute();
      ids.push(...rows.map(({ id }) => id));
    });
  }
  return ids;
}

/** Stocks units without numbers, `count` of each of some variations; returns their ids by variation. */
async function stockVariations(
  database: Database,
  variations: number,
  count: number,
): Promise<Map<number, number[]>> {
  const { storeId, variationIds } = await storeAndVariations(database, variations);
  const stocked = new Map<number, number[]>();
  for (const variationId of variationIds) {
    stocked.set(variationId, await insertAlike(database, { storeId, variationId, count }));
  }
  return stocked;
}

/** Stocks units without numbers, `each` of each variation; returns the variations. */
export const stockAlike = async (database: Database, variations: number, each: number): Promise<number[]> => [
  ...(await stockVariations(database, variations, each)).keys(),
];

/** Far above the numbers of the shop's own phones. */
const FIRST_PHONE = 500_000;
const FIRST_UNTAKEN = 750_000;

export type Phone = { id: number; imei: string };

/** Stocks phones with a serial number and an IMEI, numbered from `first` on. */
export async function stockPhones(database: Database, count: number, first = FIRST_PHONE): Promise<Phone[]> {
  const { storeId, variationIds } = await storeAndVariations(database, 16);
  const phones: Phone[] = [];
  while (phones.length < count) {
    const numbers = Array.from({ length: Math.min(UNITS_AT_ONCE, count - phones.length) }, (_, index) => ({
      imei: demoImei(first + phones.length + index),
      serial_number: demoSerial(first + phones.length + index, 'Bench'),
    }));
    await database.write(async (writer) => {
      const units = numbers.map((ofUnit, index) => ({
        id: writer.nextId(),
        product_variation_id: variationIds[index % variationIds.length] ?? 0,
        store_id: storeId,
        status: 'available' as const,
        category: 'new' as const,
        created_at: 1,
        ...ofUnit,
      }));
      await insertUnits(writer, units);
      phones.push(...units);
    });
  }
  return phones;
}

const inThrees = async (takeOne: () => Promise<number>) => {
  const held: number[] = [];
  while (held.length < UNITS_A_SALE) held.push(await takeOne());
  return held;
};

/** The first instrument: the demo shop, units without numbers, each client's of a variation of its own. */
const alike: Instrument = {
  name: 'units without numbers',
  open: async (engine) => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
    const cluster = engine === 'postgresql' ? startTestCluster({ isDurable: true }) : null;
    if (engine === 'postgresql' && !cluster) return null;
    return {
      location: { dataDir, databaseUrl: await cluster?.createDatabase() },
      emptyUrl: await cluster?.createDatabase(),
      server: { args: ['--demo'] },
      close: async () => {
        await cluster?.stop();
        await rm(dataDir, { recursive: true });
      },
    };
  },
  signIn: (url) => signInLean(url, 'salesperson@demo.test'),
  stock: async (database, clients, sales) => {
    const variations = await stockAlike(database, clients, sales * UNITS_A_SALE);
    return variations.map(
      (variationId) => (till) =>
        inThrees(async () => {
          const lock = await till.post<WireLock>(`/pos/variations/${variationId}/lock-next`);
          return expectDone(lock).inventoryItem.id;
        }),
    );
  },
  stockUntaken: async (database, clients, sales) => [
    ...(await stockVariations(database, clients, sales * UNITS_A_SALE)).values(),
  ],
};

/** The units that the shop of the second instrument sold: 10,000 sales, and 5,000 units in stock. */
const SOLD = 17_000;

/** Phones that are scanned one by one, in a shop that has sold for years. */
const scanned: Instrument = {
  name: 'scanned phones',
  open: async (engine) => {
    const shop = await openSizedShop(engine, SOLD);
    if (!shop) return null;
    const { databaseUrl } = shop.location;
    return {
      location: shop.location,
      emptyUrl: databaseUrl === undefined ? undefined : urlOn(databaseUrl, 'postgres'),
      server: { main: path.resolve(import.meta.dirname, 'server-at-opening.ts') },
      close: shop.remove,
    };
  },
  signIn: (url, database) => signInByRow(url, { database, email: 'salesperson@demo.test', send: leanSend() }),
  stock: async (database, clients, sales) => {
    const phones = await stockPhones(database, clients * sales * UNITS_A_SALE);
    return Array.from({ length: clients }, () => (till) => {
      const takeOne = async () => {
        const found = expectDone(await till.post<WireScan>('/pos/scan', { code: phones.pop()?.imei }));
        if (found.type !== 'inventory') throw new Error(`A scan found a ${found.type}`);
        return found.data.id;
      };
      return inThrees(takeOne);
    });
  },
  stockUntaken: async (database, clients, sales) => {
    const each = sales * UNITS_A_SALE;
    const phones = await stockPhones(database, clients * each, FIRST_UNTAKEN);
    return Array.from({ length: clients }, (_, client) =>
      phones.slice(client * each, (client + 1) * each).map(({ id }) => id),
    );
  },
};

export const instruments = { alike, scanned };
