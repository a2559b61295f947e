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

  it('is listed with how many products it makes, inactive ones too, in that order if asked', async () => {
    const { variation, seller } = await makeShop(server.database, { seller: { role: 'store_manager' } });
    const manager = await signIn(server.url, seller.email);
    const { manufacturer_id, product_type_id } = variation.product;
    const form = { name: 'Counted', sku: 'COUNTED', manufacturer_id, product_type_id };
    const made = expectDone(
      await manager.post<{ id: number }>('/products', {
        ...form,
        variation: { name: 'Black', cost: 1, retail_price: 2 },
      }),
    );
    expectDone(await manager.put(`/products/${made.id}`, { status: 'inactive' }));
    for (const [path, id, more] of [
      ['/manufacturers', manufacturer_id, {}],
      ['/product-types', product_type_id, { requires_serial: false }],
    ] as const) {
      expectDone(await manager.post(path, { name: 'Makes nothing', ...more }));
      const { data } = expectDone(
        await manager.get<{ data: { id: number; products_count: number }[] }>(
          `${path}?sort=-products_count&per_page=100`,
        ),
      );
      const counts = data.map(({ products_count }) => products_count);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      expect([path, data.find((entry) => entry.id === id)?.products_count]).toEqual([path, 2]);
      expect(counts.at(-1)).toBe(0);
    }
  });
});
