import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { defaultPermissions } from '#domain/permissions.ts';
import { draftNumber, invoiceNumber } from '#domain/transactions.ts';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { listTransactions } from '#server/modules/transactions/list.usecases.ts';
import { callerWith } from '#tests/support/http.ts';
import { fillManySales, keepNumbers } from '#tests/support/many-sales.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { OPENING } from '#tests/support/server.ts';
import { startProcess } from '#tests/support/server-process.ts';
import { makeStaff, makeStore } from '#tests/support/shop.ts';
import { measureGrowth, type MeasuredShop } from './growth.ts';

type Query = Parameters<typeof listTransactions>[1];

const STORES = 4;
const DAYS = 10;
const DAY = 86_400_000;

/** Ten days of sales in some stores, day by day: newer ones have larger ids and numbers. */
async function fillStores(database: Database, count: number) {
  const shops = [];
  for (let no = 1; no <= STORES; no += 1) {
    const store = await makeStore(database, { code: `MNL-0${no}` });
    shops.push({ store, seller: await makeStaff(database, { store_id: store.id }) });
  }
  for (let day = DAYS - 1; day >= 0; day -= 1) {
    for (const shop of shops) {
      await fillManySales(database, shop, count / STORES / DAYS, OPENING - day * DAY);
    }
  }
  for (const shop of shops) await keepNumbers(database, shop);
  return shops.map((shop) => shop.store);
}

/** What is typed into the list's search, and chosen beside it. */
function queriesFor(code: string): Query[] {
  const typed = [1017, 2345, 3210].flatMap((no) => {
    const [invoice, draft] = [invoiceNumber(code, no), draftNumber(code, no)];
    return [invoice, draft.toLowerCase(), invoice.slice(-6), String(no), invoice.slice(-6, -1)];
  });
  const searches = [...typed, '234', '12', '7', code, `${code}-00`, 'd002', '999999', 'nothing'];
  const page = searches.map((search): Query => ({ search }));
  const dates = { start_date: '2026-11-15', end_date: '2026-11-17' } as const;
  return [
    ...page,
    ...['2345', '234', code].flatMap((search): Query[] => [
      { search, status: 'void' },
      { search, ...dates },
      { search, all_stores: true },
      { search, sort: '-total' },
      { search, sort: 'date', page: 2 },
    ]),
    { staff: 'person' },
  ];
}

const addressOf = (query: Query) =>
  `/transactions?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()}`;

async function openShop(count: number, databaseUrl: string | undefined): Promise<MeasuredShop<Query>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const database = await openDatabase({ dataDir, databaseUrl });
  const stores = await fillStores(database, count);
  const [store] = stores;
  if (!store) throw new Error('No store was made');
  const person = await makeStaff(database, { store_id: store.id, role: 'regional_manager' });
  const { token, id } = await signInDirectly(database, person.id);
  const staff = {
    id: person.id,
    name: person.name,
    role: person.role,
    permissions: defaultPermissions(person.role),
    store_ids: stores.map((one) => one.id),
    inactive_store_ids: [],
    primary_store_id: store.id,
    must_change_password: false,
  };
  const caller = { session: { id, staff }, storeId: store.id, now: OPENING };
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await startProcess({ dataDir, env });
  const manager = callerWith(server.url, token);
  return {
    queries: queriesFor(store.code),
    inProcess: (query) => listTransactions(database.reader, query, caller),
    overHttp: async (query) => expectDone(await manager.get(addressOf(query), { storeId: store.id })),
    close: async () => {
      await server.end('SIGTERM');
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Figure 4, numbers: transactions by any part of their numbers, at 10,000 and at `large` of them. */
export const measureCodeSearch = (large: number) =>
  measureGrowth<Query>({ name: 'transactions by number', small: 10_000, large, open: openShop });
