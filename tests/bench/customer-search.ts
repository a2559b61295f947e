import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { listCustomers } from '#server/modules/customers/customers.usecases.ts';
import { callerWith } from '#tests/support/http.ts';
import { fillManyCustomers, manyCustomer } from '#tests/support/many-customers.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { startProcess } from '#tests/support/server-process.ts';
import { makeGroups, makeStaff, makeStore } from '#tests/support/shop.ts';
import { measureGrowth, type MeasuredShop } from './growth.ts';

type Query = Parameters<typeof listCustomers>[1];

/** What is typed at a till and asked for in the list, for customers whom both sizes have. */
function queriesFor({ vip, regular }: { vip: number; regular: number }): Query[] {
  const people = [17, 4321, 9876].map(manyCustomer);
  const typed = people.flatMap(({ name, phone, email }) => {
    const [first = '', last = ''] = name.split(' ');
    const national = `0${phone.slice(2)}`;
    const numbers = [national, national.slice(0, 7), phone.slice(-4), phone.slice(5, 10)];
    return [
      first,
      last,
      name,
      `${last} ${first}`,
      `${first.slice(0, 3)} ${last.slice(0, 3)}`,
      ...numbers,
      email,
    ];
  });
  const searches = [...typed, 'ma', 'maria', 'maria santos', 'm s'].map((search) => ({ search }));
  const filters = [
    {},
    { page: 40 },
    { customer_group_id: vip },
    { customer_group_id: regular },
    { min_points: 4980 },
    { customer_group_id: vip, max_points: 40 },
    { customer_group_id: vip, search: 'maria' },
    { phone: people[0]?.phone ?? '' },
  ];
  return [...searches, ...filters];
}

async function signInManager(database: Database, url: string) {
  const store = await makeStore(database);
  const manager = await makeStaff(database, { store_id: store.id, role: 'store_manager' });
  const { token } = await signInDirectly(database, manager.id);
  return callerWith(url, token);
}

const addressOf = (query: Query) =>
  `/customers?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()}`;

async function openShop(count: number, databaseUrl: string | undefined): Promise<MeasuredShop<Query>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tindahan-bench-'));
  const database = await openDatabase({ dataDir, databaseUrl });
  const groups = await makeGroups(database);
  await fillManyCustomers({ dataDir, databaseUrl }, count, [groups.regular.id, groups.vip.id]);
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await startProcess({ dataDir, env });
  const manager = await signInManager(database, server.url);
  return {
    queries: queriesFor({ vip: groups.vip.id, regular: groups.regular.id }),
    inProcess: (query) => listCustomers(database.reader, query),
    overHttp: async (query) => expectDone(await manager.get(addressOf(query))),
    close: async () => {
      await server.end('SIGTERM');
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Figure 4, customers: the list and its search at 200,000 customers against 10,000. */
export const measureCustomerSearch = () =>
  measureGrowth<Query>({ name: 'customers', small: 10_000, large: 200_000, open: openShop });
