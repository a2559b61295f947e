import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOver } from '#renderer/lib/api.ts';
import { createApi } from '#renderer/lib/api-client.ts';
import { createConnection } from '#renderer/lib/connection.ts';
import type { Fetch } from '#renderer/lib/fetch-from-shop.ts';
import { PIN, setPin } from '#tests/support/approvals.ts';
import { callerWith, signIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onOneEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';
import { makeTillClock } from '#tests/support/till/clock.ts';

onOneEngine('a refusal of the cashier before', (start) => {
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 1 });
  });
  afterAll(() => server.close());

  /** Makes a page's client, signed in as the seller. `hold` keeps its next call on its way until `release`. */
  async function openPage() {
    let { token } = await signIn(server.url, shop.seller.email);
    let gate: Promise<undefined> | null = null;
    const fetchThere: Fetch = async (path, init) => {
      const headers = new Headers(init.headers);
      headers.set('Authorization', `Bearer ${token}`);
      const way = gate;
      gate = null;
      await way;
      const answer = await fetch(`${server.url}${path}`, { ...init, headers });
      const body = (await answer.clone().json()) as { token?: string };
      token = body.token ?? token;
      return answer;
    };
    const clock = makeTillClock(server.clock);
    const connection = createConnection({ fetch: fetchThere, clock });
    const client = createApi({ fetch: fetchThere, connection, clock });
    client.workInStore(shop.store.id);
    let refusals = 0;
    client.whenUnauthorized(() => {
      refusals += 1;
      return false;
    });
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      gate = promise;
      return { release: () => resolve(undefined) };
    };
    const endSignIn = () => callerWith(server.url, token).post('/staff/logout');
    return { ...client, api: apiOver(client.callRoute), hold, endSignIn, refusals: () => refusals };
  }

  it('does not sign the next one out, who has the till by then', async () => {
    const page = await openPage();
    const next = await makeStaff(server.database, { store_id: shop.store.id, role: 'salesperson' });
    expectDone(await setPin(await signIn(server.url, next.email)));
    const { release } = page.hold();
    const late = page.api.staff.me().then(
      () => 'answered',
      () => 'refused',
    );
    const body = { staff_id: next.id, pin: PIN, device_name: 'Counter 1' };
    expect((await page.api.staff.switchCashier({ body })).staff.id).toBe(next.id);
    release();
    // The next one's own call comes after it.
    expect((await page.api.staff.me()).staff.id).toBe(next.id);
    expect(await Promise.race([late, page.api.staff.me().then(() => 'pending')])).toBe('pending');
    expect(page.refusals()).toBe(0);
    await page.endSignIn();
    await expect(page.api.staff.me()).rejects.toMatchObject({ status: 401 });
    expect(page.refusals()).toBe(1);
  });
});
