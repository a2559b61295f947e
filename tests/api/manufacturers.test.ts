import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '#tests/support/http.ts';
import { lookupSuite } from '#tests/support/lookup.suite.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop } from '#tests/support/shop.ts';

lookupSuite('manufacturers', {
  path: '/manufacturers',
  inUse: (shop) => shop.variation.product.manufacturer_id,
});

onEveryEngine('a manufacturer', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  it('is renamed by whoever edits products, to a name that nobody else has', async () => {
    const shop = await makeShop(server.database, { seller: { role: 'store_manager' } });
    const manager = await signIn(server.url, shop.seller.email);
    const add = async (name: string) =>
      expectDone(await manager.post<{ id: number }>('/manufacturers', { name }));
    const { id } = await add('Acorn');
    await add('Birch');
    expect(expectDone(await manager.put(`/manufacturers/${id}`, { name: ' ACORN ' }))).toEqual({
      id,
      name: 'ACORN',
    });
    expect(expectDone(await manager.get(`/manufacturers/${id}`))).toEqual({ id, name: 'ACORN' });
    const refused = await manager.put(`/manufacturers/${id}`, { name: 'birch' });
    expect([refused.status, refused.body.errors]).toEqual([422, { name: ['This name is taken'] }]);
    expect((await manager.get('/manufacturers/999999')).status).toBe(404);
  });
});
