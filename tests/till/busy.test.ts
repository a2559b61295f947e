import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiOver } from '#renderer/lib/api.ts';
import { createApi } from '#renderer/lib/api-client.ts';
import { createConnection } from '#renderer/lib/connection.ts';
import type { Fetch } from '#renderer/lib/fetch-from-shop.ts';
import { holdWrites } from '#tests/support/held-writes.ts';
import { call, DEMO_PASSWORD, signIn, type SignedIn } from '#tests/support/http.ts';
import { makeClock, onEveryEngine, startOnSqlite, type TestServer } from '#tests/support/server.ts';
import { makeShop, type Shop } from '#tests/support/shop.ts';
import { makeTillClock } from '#tests/support/till/clock.ts';
import { until } from '#tests/support/till/till-shop.ts';

const SECOND = 1000;

/** Makes the screen's client at a till, with a promise of its first retry delay in `waiting`. */
function clientOf(server: TestServer, { token }: SignedIn) {
  const sent: string[] = [];
  const waiting = Promise.withResolvers<number>();
  const time = makeTillClock(server.clock);
  const fetchThere: Fetch = (path, init) => {
    sent.push(`${init.method ?? 'GET'} ${path}`);
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    return fetch(`${server.url}${path}`, { ...init, headers });
  };
  const connection = createConnection({ fetch: fetchThere, clock: time });
  const clock: typeof time = {
    ...time,
    after: (milliseconds, work) => {
      waiting.resolve(milliseconds);
      return time.after(milliseconds, work);
    },
  };
  const { callRoute, ...client } = createApi({ fetch: fetchThere, connection, clock });
  return { ...client, api: apiOver(callRoute), connection, clock, sent, waiting };
}

onEveryEngine('a server with more changes than it can make', (start) => {
  let server: TestServer;
  let shop: Shop;
  let seller: SignedIn;
  beforeEach(async () => {
    const clock = makeClock();
    server = await start({ clock, stopwatch: clock.now });
    shop = await makeShop(server.database, { units: 2 });
    seller = await signIn(server.url, shop.seller.email);
  });
  afterEach(() => server.close());

  const lockOf = async (index: number) => {
    const { id = 0 } = shop.units[index] ?? {};
    const unit = await server.database.reader
      .selectFrom('inventory_items')
      .select('locked_by_session')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return unit.locked_by_session;
  };
  const codeOf = (index: number) => shop.units[index]?.imei ?? '';

  it('refuses a sign-in early, which the till does not send again by itself: its words are shown', async () => {
    const till = clientOf(server, seller);
    const { release } = await holdWrites(server.database);
    server.clock.advance(2 * SECOND + 1);
    const body = { email: shop.seller.email, password: DEMO_PASSWORD };
    await expect(till.api.staff.login({ body })).rejects.toMatchObject({ code: 'busy', status: 503 });
    expect(till.sent.filter((sent) => sent.includes('login'))).toHaveLength(1);
    await release();
  });

  it('refuses another one early and does nothing of it; the till asks again and is served', async () => {
    const till = clientOf(server, seller);
    const { release } = await holdWrites(server.database);
    server.clock.advance(2 * SECOND + 1);

    const refused = await seller.post('/pos/scan', { code: codeOf(0) });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.body).toMatchObject({ code: 'busy', retry_after: 2 });

    const scanned = till.api.pos.scan({ body: { code: codeOf(1) } });
    const pause = await till.waiting.promise;
    expect(till.connection.read().isReachable).toBe(true);
    await release();
    till.clock.advance(pause);
    expect(await scanned).toMatchObject({ type: 'inventory', data: { id: shop.units[1]?.id } });
    expect(till.sent).toEqual(['POST /api/v1/pos/scan', 'POST /api/v1/pos/scan']);
    expect(await lockOf(0)).toBeNull();
    expect(await lockOf(1)).not.toBeNull();
  });

  it('lets changes wait for a while before it refuses any', async () => {
    const { release, waiting } = await holdWrites(server.database);
    server.clock.advance(2 * SECOND);
    const scanning = seller.post('/pos/scan', { code: codeOf(0) });
    await until(() => server.database.load().waiting).toBeGreaterThan(waiting);
    await release();
    expect((await scanning).status).toBe(200);
  });

  it('refuses reads that would wait, too, before it refuses any change', async ({ skip }) => {
    if (server.database.engine === 'sqlite') skip('reads never wait for a connection');
    const { release, waiting } = await holdWrites(server.database);
    server.clock.advance(SECOND + 1);
    expect((await seller.get('/customers')).status).toBe(200);

    const blocker = new pg.Client({ connectionString: server.location.databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table customers in access exclusive mode');
    const asked: Promise<unknown>[] = [];
    let isAsking = false;
    await until(async () => {
      if (!isAsking) {
        isAsking = true;
        // More than there are connections for reads; each gives up the lock after a while.
        const lists = Promise.all(Array.from({ length: 12 }, () => seller.get('/customers')));
        asked.push(lists.finally(() => (isAsking = false)));
      }
      return (await seller.get('/stores')).status;
    }).toBe(503);
    const scanning = seller.post('/pos/scan', { code: codeOf(0) });
    await until(() => server.database.load().waiting).toBeGreaterThan(waiting);
    await blocker.end();
    await release();
    expect((await scanning).status).toBe(200);
    await Promise.all(asked);
  });
});

describe('a busy server', () => {
  let server: TestServer;
  let seller: SignedIn;
  const open = async (options: Parameters<typeof startOnSqlite>[0] = {}) => {
    const clock = makeClock();
    server = await startOnSqlite({ clock, stopwatch: clock.now, ...options });
    const shop = await makeShop(server.database);
    seller = await signIn(server.url, shop.seller.email);
  };
  afterEach(() => server.close());

  it('looks things up and lets people sign out while its writer is held', async () => {
    await open();
    const { release, waiting } = await holdWrites(server.database);
    server.clock.advance(2 * SECOND + 1);
    expect((await seller.get('/stores')).status).toBe(200);
    expect((await call(server.url, 'GET', '/health')).status).toBe(200);
    const leaving = seller.post('/staff/logout');
    await until(() => server.database.load().waiting).toBe(waiting + 1);
    await release();
    expect((await leaving).status).toBe(200);
  });

  it('refuses every call but the look at its health while its event loop is behind', async () => {
    await open({ mostBehind: 100 });
    /** Blocks the one thread for longer than its check interval. */
    const block = () => {
      const end = performance.now() + 1.2 * SECOND;
      while (performance.now() < end);
    };
    // The first turn fills the time until the thread is checked.
    for (let turn = 0; turn < 2; turn += 1) {
      block();
      await call(server.url, 'GET', '/health');
    }
    const refused = await seller.get('/stores');
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'busy',
      '2',
    ]);
    expect((await call(server.url, 'GET', '/health')).status).toBe(200);
  });
});
