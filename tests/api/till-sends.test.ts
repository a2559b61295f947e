import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Enrolment } from '#bridge/offline-sales.ts';
import { openBackend } from '#main/connection/backend.ts';
import { openOffline } from '#main/offline/offline.ts';
import { openSalesFile } from '#main/offline/sales-file.ts';
import { startDroppingProxy } from '#tests/support/dropping-proxy.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { memorySecrets, newFolder } from '#tests/support/offline-sales.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';
import { atDevice, deviceKey, makeTill } from '#tests/support/shifts.ts';

// The till's main process before the real server.

onEveryEngine('a till with sales of its own', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  let enrolment: Enrolment;
  let seller: { token: string };
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 4 });
    const admin = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    manager = await signIn(server.url, admin.email);
    const key = deviceKey();
    const by = await signIn(server.url, shop.seller.email);
    seller = by;
    const till = await makeTill(atDevice(server.url, by, key), 'Counter 1');
    enrolment = {
      store_id: shop.store.id,
      store_code: shop.store.code,
      till_id: till.id,
      till_code: till.code ?? '',
      till_name: till.name,
      till_key: key,
    };
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** The main process of a till whose sign-in is the seller’s. */
  function aTill(url = server.url) {
    const backend = openBackend({ url, trusted: null }, () => []);
    const offline = openOffline({
      folder: newFolder(),
      openSecret: memorySecrets(),
      openFile: openSalesFile,
      backend: () => backend,
      tillVersion: '1.1.0',
      readToken: () => seller.token,
      onChange: () => undefined,
      pauses: { first: 20, longest: 100, report: 100 },
    });
    closers.push(backend.leave, offline.stop);
    return offline;
  }
  const shown = async () => {
    const { data } = expectDone(
      await manager.get<{ data: { id: number; credential: object | null }[] }>('/tills'),
    );
    return data.find(({ id }) => id === enrolment.till_id)?.credential;
  };

  it('gets its credential, also after a lost answer, and another one where that was ended', async () => {
    const proxy = await startDroppingProxy(server.url);
    closers.push(proxy.close);
    const offline = aTill(proxy.url);
    const lost = proxy.dropNext('answer dropped', /tills\/credential/);
    expect((await offline.enrol(enrolment)).till).toBeNull();
    expect((await lost).status).toBe(200);
    const { till_key: _key, ...till } = enrolment;
    expect(await offline.enrol(enrolment)).toMatchObject({ till, is_ended: false });
    expect(await shown()).toMatchObject({ letter: 'A' });

    expectDone(await manager.delete(`/tills/${enrolment.till_id}/credential`));
    await expect.poll(async () => (await offline.state()).is_ended).toBe(true);
    expect((await offline.enrol(enrolment)).till).toEqual(till);
    expect(await shown()).toMatchObject({ letter: 'B' });
  });

  it('gets another one where the one whose answer was lost has ended', async () => {
    const proxy = await startDroppingProxy(server.url);
    closers.push(proxy.close);
    const offline = aTill(proxy.url);
    const lost = proxy.dropNext('answer dropped', /tills\/credential/);
    await offline.enrol(enrolment);
    await lost;
    expectDone(await manager.delete(`/tills/${enrolment.till_id}/credential`));
    expect((await offline.enrol(enrolment)).till).not.toBeNull();
    expect(await shown()).toMatchObject({ letter: 'B' });
  });
});
