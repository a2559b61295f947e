import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { openDatabase } from '#server/db/open.ts';
import { shopId } from '#server/db/shop-key.ts';
import { startCaddy } from '#tests/support/caddy.ts';
import { startDroppingProxy, type DroppingProxy } from '#tests/support/dropping-proxy.ts';
import { startOwnCluster, type OwnCluster } from '#tests/support/postgres.ts';
import { freePort, startProcess } from '#tests/support/server-process.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import { keptOnTill, saved, tillShop, until } from '#tests/support/till/till-shop.ts';
import type { Reach } from '#tests/support/till/network.ts';

// The real Caddy, with the shipped file.

const SOON = { timeout: 20_000 };
const AWAY = {
  message: 'The server is not available right now. Try again in a moment',
  code: 'unavailable',
  retry_after: 2,
};
const readyAt = async (url: string) => (await fetch(`${url}/api/v1/health/ready`)).status;

/** Asks for the stores, and expects that no server is ready: in our words, unmarked and soon. */
async function expectAway(url: string): Promise<void> {
  const asked = performance.now();
  const answer = await fetch(`${url}/api/v1/stores`);
  expect(performance.now() - asked).toBeLessThan(6000);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.has(SHOP_ID_HEADER)).toBe(false);
  expect(await answer.json()).toEqual(AWAY);
}

onEveryEngine('a till behind the shipped Caddy', (start) => {
  const at = tillShop(start);
  let server: DroppingProxy;
  let caddy: Awaited<ReturnType<typeof startCaddy>>;
  beforeAll(async () => {
    server = await startDroppingProxy(at.server.url);
    // The second server never comes up.
    caddy = await startCaddy([new URL(server.url).host, `127.0.0.1:${await freePort()}`]);
  });
  afterAll(async () => {
    await caddy.close();
    await server.close();
  });
  afterEach(() => server.flow());
  /** Breaks the line to the server that is up, and waits until Caddy has noticed. */
  const stopServers = async () => {
    server.refuse();
    await expect.poll(() => readyAt(caddy.url), SOON).toBe(503);
  };
  const startServers = async () => {
    server.flow();
    await expect.poll(() => readyAt(caddy.url), SOON).toBe(200);
  };

  it('is answered by the shop while one of the two servers never came up', async () => {
    await startServers();
    for (let call = 0; call < 20; call += 1) {
      const { status, headers } = await fetch(`${caddy.url}/api/v1/stores`);
      expect([status, headers.get(SHOP_ID_HEADER)]).toEqual([401, await shopId(at.server.database.reader)]);
    }
  });

  it('is answered in our words, and soon, while no server is ready', async () => {
    await startServers();
    await stopServers();
    await expectAway(caddy.url);
  });

  it.each<[Reach]>([['browser'], ['program']])(
    'scans and sells on while the servers are stopped, and comes back (%s)',
    { timeout: 60_000 },
    async (reach) => {
      await startServers();
      const till = await at.openTill({ url: caddy.url, reach });
      const [first, second, third, fourth] = [at.unit(0), at.unit(1), at.unit(2), at.unit(3)];
      await till.copyStore();
      await till.scan(first.imei);
      await saved(till);

      await stopServers();
      await till.scan(second.imei);
      expect(till.codes()).toEqual([first.imei, second.imei]);
      expect(till.connection.read()).toMatchObject({ isReachable: false, reason: null });
      await keptOnTill(till);
      till.sellsOffline();
      expect(await till.sellOffline()).toHaveProperty('number');
      await till.scan(third.imei);
      expect(await till.sellOffline()).toHaveProperty('number');

      await startServers();
      till.lookAgain();
      await until(() => till.connection.read().isReachable).toBe(true);
      await till.scan(fourth.imei);
      await saved(till);
      expect([till.codes(), till.isSignedIn()]).toEqual([[fourth.imei], true]);
    },
  );
});

describe('servers behind the shipped Caddy', () => {
  let cluster: OwnCluster;
  let folder: string;
  beforeAll(() => {
    const own = startOwnCluster();
    if (!own) throw new Error('No PostgreSQL here. Install it: apt-get install postgresql');
    cluster = own;
    folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-behind-caddy-'));
  });
  afterAll(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are away while their database is stopped, and answer again with it', { timeout: 120_000 }, async () => {
    const databaseUrl = await cluster.createDatabase();
    const database = await openDatabase({ dataDir: folder, databaseUrl });
    const shop = await shopId(database.reader);
    await database.close();
    const start = () => startProcess({ dataDir: folder, env: { DATABASE_URL: databaseUrl } });
    const servers = [await start(), await start()] as const;
    const caddy = await startCaddy([new URL(servers[0].url).host, new URL(servers[1].url).host]);
    try {
      await expect.poll(() => readyAt(caddy.url), SOON).toBe(200);
      await cluster.shutDown('fast');
      // A server that has noticed says so itself, with its mark, until Caddy has.
      await expect
        .poll(async () => (await fetch(`${caddy.url}/api/v1/health`)).headers.has(SHOP_ID_HEADER), SOON)
        .toBe(false);
      await expectAway(caddy.url);
      await cluster.startAgain();
      await expect.poll(() => readyAt(caddy.url), SOON).toBe(200);
      const answer = await fetch(`${caddy.url}/api/v1/stores`);
      expect([answer.status, answer.headers.get(SHOP_ID_HEADER)]).toEqual([401, shop]);
      // One server stops: the other one serves alone.
      await servers[0].end('SIGTERM');
      await expect.poll(() => readyAt(caddy.url), SOON).toBe(200);
      expect((await fetch(`${caddy.url}/api/v1/stores`)).status).toBe(401);
      await servers[1].end('SIGTERM');
      await expect.poll(() => readyAt(caddy.url), SOON).toBe(503);
      await expectAway(caddy.url);
    } finally {
      await caddy.close();
      for (const server of servers) await server.end('SIGKILL');
    }
  });
});
