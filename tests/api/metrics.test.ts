import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdWrites } from '#tests/support/held-writes.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { openDraft } from '#tests/support/selling.ts';
import { makeClock, onEveryEngine, startOnSqlite, type TestServer } from '#tests/support/server.ts';
import { makeShop, type Shop } from '#tests/support/shop.ts';

const ask = ({ url }: TestServer, headers: Record<string, string> = {}) =>
  fetch(`${url}/metrics`, { headers });

/** Reads the present metrics, by name and labels. */
async function metricsOf(server: TestServer): Promise<Map<string, number>> {
  const lines = (await (await ask(server)).text()).split('\n');
  const told = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    told.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

onEveryEngine('the metrics of a server', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  beforeEach(async () => {
    const clock = makeClock();
    server = await start({ clock, stopwatch: clock.now });
    shop = await makeShop(server.database, { units: 2 });
    till = await signIn(server.url, shop.seller.email);
  });
  afterEach(() => server.close());

  it('tell how long calls took, by the pattern of their route, and never an id', async () => {
    const draft = await openDraft(till, [shop.units[0]?.id ?? 0]);
    await till.get(`/transactions/${draft.id}?never=seen`);
    await till.get(`/transactions/${draft.id}`);
    await till.get('/no/such/page');
    const metrics = await metricsOf(server);
    const count = (labels: string) => metrics.get(`tindahan_http_request_duration_seconds_count{${labels}}`);
    const route = '/api/v1/transactions/:transactionId';
    expect(count(`method="GET",route="${route}",status="2xx"`)).toBe(1);
    expect(count(`method="GET",route="${route}",status="4xx"`)).toBe(1);
    expect(count('method="POST",route="/api/v1/transactions",status="2xx"')).toBe(1);
    expect(count('method="GET",route="unknown",status="4xx"')).toBe(1);
    const routes = [...metrics.keys()].flatMap((name) => /route="(.*?)"/.exec(name)?.[1] ?? []);
    expect(routes.filter((each) => /\d/.test(each.replace('/api/v1', '')))).toEqual([]);
  });

  it('tell what was written in how many commits, what waits, and what was refused for it', async () => {
    const before = await metricsOf(server);
    const { release, waiting } = await holdWrites(server.database);
    server.clock.advance(2500);
    expect((await till.post('/staff/update-password')).status).toBe(503);
    const busy = await metricsOf(server);
    expect(busy.get('tindahan_writes_waiting')).toBeGreaterThanOrEqual(waiting);
    expect(busy.get('tindahan_writes_waited_seconds')).toBe(2.5);
    expect(busy.get('tindahan_busy_refusals_total')).toBe(1);
    await release();
    const after = await metricsOf(server);
    const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(more('tindahan_writes_total')).toBe(20);
    // Nineteen writes waited for the one before them: on SQLite they share a commit.
    expect(more('tindahan_commits_total')).toBe(server.database.engine === 'sqlite' ? 2 : 20);
    expect(after.get('tindahan_writes_waiting')).toBe(0);
  });

  it('tell how the process fares', async () => {
    const metrics = await metricsOf(server);
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
      expect(metrics.get(name), name).toBeGreaterThan(0);
    }
    expect(metrics.get('tindahan_transaction_retries_total')).toBe(0);
    if (server.database.engine !== 'postgresql') return;
    let tries = 0;
    await server.database.write(() => {
      tries += 1;
      const serialization = Object.assign(new Error('could not serialize access'), { code: '40001' });
      return tries === 1 ? Promise.reject(serialization) : Promise.resolve();
    });
    expect((await metricsOf(server)).get('tindahan_transaction_retries_total')).toBe(1);
  });
});

describe('who is told the metrics', () => {
  let server: TestServer;
  afterEach(() => server.close());

  it('is this computer itself, and nobody whom a proxy on it lets through', async () => {
    server = await startOnSqlite();
    const here = await ask(server);
    expect([here.status, here.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const forwarded: Record<string, string>[] = [
      { 'X-Forwarded-For': '203.0.113.7' },
      { 'X-Forwarded-For': '127.0.0.1' },
      { Forwarded: 'for=203.0.113.7' },
      { 'X-Real-IP': '203.0.113.7' },
      { Via: '1.1 proxy' },
    ];
    for (const headers of forwarded) {
      const refused = await ask(server, headers);
      expect([refused.status, await refused.json()], JSON.stringify(headers)).toMatchObject([
        403,
        { code: 'forbidden' },
      ]);
    }
    // Of a page whose name was pointed at this computer, and of any other page.
    for (const headers of [{ host: 'evil.example:4100' }, { origin: 'https://evil.example' }]) {
      expect((await server.app.inject({ url: '/metrics', headers })).statusCode).toBe(403);
    }
    const address = '203.0.113.7';
    const away = await server.app.inject({ url: '/metrics', remoteAddress: address });
    expect(away.statusCode).toBe(403);
    const empty = { url: '/metrics', remoteAddress: address, headers: { authorization: 'Bearer ' } };
    expect((await server.app.inject(empty)).statusCode).toBe(403);
  });

  it('is whoever has the token that the server was started with, from anywhere', async () => {
    server = await startOnSqlite({ metricsToken: 'of-prometheus' });
    const forwarded = { 'X-Forwarded-For': '203.0.113.7' };
    const withToken = (token: string) => ask(server, { ...forwarded, Authorization: `Bearer ${token}` });
    expect((await withToken('of-prometheus')).status).toBe(200);
    expect((await withToken('of-prometheu')).status).toBe(403);
    expect((await ask(server, forwarded)).status).toBe(403);
  });
});
