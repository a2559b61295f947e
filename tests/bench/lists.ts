import path from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { identify } from '#server/modules/staff/staff.public.ts';
import { callerWith } from '#tests/support/http.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { OPENING } from '#tests/support/server.ts';
import { startProcess } from '#tests/support/server-process.ts';
import { openSizedShop } from '#tests/support/sized-shop/kept-shops.ts';
import { engines, type EngineName } from '#tests/support/test-databases.ts';
import { IN_PROCESS_MS, measureGrowth, type Asked } from './growth.ts';
import { questionsOf } from '#tests/support/list-questions.ts';

const SMALL = 10_000;
/** Milliseconds of a search of all lists at once; other questions ask one. */
const ANYTHING_MS = 100;
const SERVER = path.resolve(import.meta.dirname, 'server-at-opening.ts');

type Asking = Record<string, { inProcess: Asked[]; overHttp: Asked[] }>;
type OpenedShop = { lists: Asking; close: () => Promise<void> };

/** Opens a shop of some size with a server process, and signs its admin in. */
async function openShop(engine: EngineName, size: number): Promise<OpenedShop | null> {
  const shop = await openSizedShop(engine, size);
  if (!shop) return null;
  const database = await openDatabase(shop.location);
  const admin = await database.reader
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  const { token } = await signInDirectly(database, admin.id, OPENING);
  const session = await identify(database.reader, token, OPENING);
  if (!session) throw new Error('The admin is not signed in');
  const { dataDir, databaseUrl } = shop.location;
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await startProcess({ dataDir, env, main: SERVER });
  const caller = callerWith(server.url, token);
  const { storeId, lists } = await questionsOf(database.reader, session);
  const asking = Object.entries(lists).map(([name, questions]) => {
    const inProcess = questions.map(({ path: asked, ask }) => ({
      name: asked,
      ask: () => ask(database.reader),
    }));
    const overHttp = questions.map(({ path: asked }) => ({
      name: asked,
      ask: async () => expectDone(await caller.get(asked, { storeId })),
    }));
    return [name, { inProcess, overHttp }] as const;
  });
  return {
    lists: Object.fromEntries(asking),
    close: async () => {
      await server.end('SIGTERM');
      await database.close();
      await shop.remove();
    },
  };
}

async function measureOn(engine: EngineName, size: number): Promise<void> {
  const small = await openShop(engine, SMALL);
  if (!small) return console.error(`No ${engine} here: figure 4 was not measured on it`);
  const large = await openShop(engine, size);
  try {
    for (const [name, { inProcess, overHttp }] of Object.entries(large?.lists ?? {})) {
      const other = small.lists[name];
      if (!other) continue;
      const named = `${name}, ${engine}`;
      await measureGrowth(
        `${named}, in process`,
        { small: other.inProcess, large: inProcess },
        size,
        name === 'anything' ? ANYTHING_MS : IN_PROCESS_MS,
      );
      await measureGrowth(`${named}, over HTTP`, { small: other.overHttp, large: overHttp }, size);
    }
  } finally {
    await small.close();
    await large?.close();
  }
}

/** Figure 4: every list, search, count and report of a chain that sold `size` units against one that sold 10,000. */
export async function measureLists(size: number): Promise<void> {
  for (const engine of engines) await measureOn(engine, size);
}
