import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { catalogueProduct } from '#contract/pos.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import { expectDone, sell, type WireLock } from '#tests/support/selling.ts';
import { makeShop, makeStaff, makeUnits, makeVariation, type Shop } from '#tests/support/shop.ts';

type Catalogue = { data: z.input<typeof catalogueProduct>[] };

onEveryEngine('the till’s catalogue', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let other: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 25 });
    till = await signIn(server.url, shop.seller.email);
    const colleague = await makeStaff(server.database, { store_id: shop.store.id });
    other = await signIn(server.url, colleague.email);
  });
  afterAll(() => server.close());

  const list = async (query: string, by = till) =>
    expectDone(await by.get<Catalogue>(`/pos/products${query}`)).data;
  const namesFor = async (search: string) =>
    (await list(`?search=${encodeURIComponent(search)}`)).map((product) => product.name);
  const variationOf = async (sku: string) => (await list(`?search=${sku}`))[0]?.variations[0];

  it('counts what can be sold now and shows at most 20 units, those that can be sold first', async () => {
    for (const unit of shop.units.slice(0, 20)) {
      expect((await other.post(`/pos/inventory/${unit.id}/lock`)).status).toBe(200);
    }
    const shown = await variationOf(shop.variation.product.sku);
    expect(shown?.availableQuantity).toBe(5);
    expect(shown?.availableItems).toHaveLength(20);
    expect(shown?.availableItems.map((unit) => unit.status)).toEqual([
      ...Array<string>(5).fill('available'),
      ...Array<string>(15).fill('locked'),
    ]);
    server.clock.advance(LOCK_LIFETIME);
    const later = await variationOf(shop.variation.product.sku);
    expect(later?.availableQuantity).toBe(25);
    expect(later?.availableItems.every((unit) => unit.status === 'available' && !unit.locked_by)).toBe(true);
  });

  it('shows four prices and no cost', async () => {
    const shown = await variationOf(shop.variation.product.sku);
    expect(shown).toMatchObject({
      retail_price: 1000,
      member_price: 970,
      wholesale_price: 930,
      minimum_price: 900,
    });
    expect(JSON.stringify(await list(''))).not.toMatch(/cost|lock_token|lockToken/);
  });

  it('counts the units of the store only', async () => {
    const elsewhere = await makeShop(server.database, { units: 1 });
    const there = await signIn(server.url, elsewhere.seller.email);
    const found = await list(`?search=${shop.variation.product.sku}`, there);
    const product = found.find(({ id }) => id === shop.variation.product.id);
    expect(product?.variations[0]).toMatchObject({ availableQuantity: 0, availableItems: [] });
  });

  it('finds products by words of their name in any order, by SKU, barcode, IMEI and serial number', async () => {
    const made = await makeVariation(server.database, {
      product: { name: 'Peñaranda Ultra 15 Pro', sku: 'PENA-15' },
    });
    const [unit] = await makeUnits(server.database, {
      count: 1,
      store_id: shop.store.id,
      product_variation_id: made.id,
    });
    for (const search of [
      'penaranda',
      'ULTRA pena',
      'acme 15 pro ultra',
      'pena-15',
      made.barcode,
      unit?.imei ?? '',
      (unit?.serial_number ?? '').toLowerCase(),
    ]) {
      expect(await namesFor(search), search).toContain('Peñaranda Ultra 15 Pro');
    }
    expect(await namesFor('penaranda nothing')).toEqual([]);
    expect(await namesFor('ultra_15')).toContain('Peñaranda Ultra 15 Pro');
  });

  it('finds nothing for signs that no name holds', async () => {
    expect(await namesFor('%')).toEqual([]);
    expect(await namesFor('???')).toEqual([]);
  });

  it('sorts all by name, recent by age, and frequent by units sold here', async () => {
    const newest = await makeVariation(server.database, {
      product: { name: 'Aaa Newest', created_at: OPENING + 1000 },
    });
    await makeUnits(server.database, {
      count: 1,
      store_id: shop.store.id,
      product_variation_id: newest.id,
    });
    expect((await list(''))[0]?.name).toBe('Aaa Newest');
    expect((await list('?mode=recent'))[0]?.id).toBe(newest.product.id);
    expect(await list('?mode=frequent')).toEqual([]);
    await sell(till, [shop.units[24]?.id ?? 0]);
    expect((await list('?mode=frequent')).map((product) => product.id)).toEqual([shop.variation.product.id]);
  });

  it('shows first what can be sold, also where the limit leaves something out', async () => {
    await makeVariation(server.database, { product: { name: 'Aaa Sold Out', created_at: OPENING + 2000 } });
    const soldOut = async (query: string) =>
      (await list(query)).map(({ variations }) => variations.every((each) => each.availableQuantity === 0));
    for (const query of ['', '?mode=recent', '?search=a']) {
      const found = await soldOut(query);
      expect(found, query).toContain(true);
      expect(
        found.toSorted((a, b) => Number(a) - Number(b)),
        query,
      ).toEqual(found);
    }
    expect(await soldOut('?limit=1')).toEqual([false]);
  });

  it('keeps to its limits', async () => {
    expect(await list('?limit=1')).toHaveLength(1);
    expect((await till.get(`/pos/products?search=${'x'.repeat(101)}`)).status).toBe(422);
    expect((await till.get('/pos/products?mode=cheap')).status).toBe(422);
    expect((await till.get('/pos/products?limit=-1')).status).toBe(422);
    expect((await till.get('/pos/products?sort=cost')).status).toBe(422);
  });

  it('shows neither inactive products nor inactive variations', async () => {
    await makeVariation(server.database, { product: { name: 'Gone Phone', status: 'inactive' } });
    expect(await namesFor('gone phone')).toEqual([]);
    const dropped = await makeVariation(server.database, { is_active: 0, product: { name: 'Kept Phone' } });
    expect((await list('?search=kept'))[0]?.variations).toEqual([]);
    expect((await till.post('/pos/scan', { code: dropped.barcode })).status).toBe(404);
  });

  it('sells a unit of an inactive product that is scanned all the same', async () => {
    const gone = await makeVariation(server.database, { product: { status: 'inactive' } });
    const place = { store_id: shop.store.id, product_variation_id: gone.id };
    const [unit] = await makeUnits(server.database, { count: 1, ...place });
    const { data } = expectDone(await till.post<{ data: { id: number } }>('/pos/scan', { code: unit?.imei }));
    expect(data.id).toBe(unit?.id);
    expect((await sell(till, [data.id])).transaction.status).toBe('completed');
  });

  it('picks the next free new unit of a variation, and no used one', async () => {
    const made = await makeVariation(server.database);
    const given = { count: 1, store_id: shop.store.id, product_variation_id: made.id };
    await makeUnits(server.database, { ...given, category: 'used', condition_rating: 4, own_price: 500_00 });
    const [fresh, second] = await makeUnits(server.database, { ...given, count: 2 });
    const next = (by: Caller) => by.post<WireLock>(`/pos/variations/${made.id}/lock-next`);
    expect(expectDone(await next(till)).inventoryItem.id).toBe(fresh?.id);
    expect(expectDone(await next(other)).inventoryItem.id).toBe(second?.id);
    expect(await till.post(`/pos/variations/${made.id}/lock-next`)).toMatchObject({
      status: 409,
      body: { code: 'out_of_stock', message: 'No unit of this product is available' },
    });
  });
});
