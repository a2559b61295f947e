import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { catalogueProduct } from '#contract/pos.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import type { Writer } from '#server/db/access.ts';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { makeShop, makeStaff, makeUnits, makeVariation, type Shop } from '#tests/support/shop.ts';

type Catalogue = { data: z.input<typeof catalogueProduct>[] };

onEveryEngine('the cards of the till', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: SignedIn;
  let other: SignedIn;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 25 });
    till = await signIn(server.url, shop.seller.email);
    const colleague = await makeStaff(server.database, { store_id: shop.store.id });
    other = await signIn(server.url, colleague.email);
  });
  afterAll(() => server.close());

  const list = async (query: string) => expectDone(await till.get<Catalogue>(`/pos/products${query}`)).data;

  it('leaves the units out where none are asked for, and says of them what a card shows', async () => {
    const made = await makeVariation(server.database, { product: { name: 'Walled Phone', sku: 'WALLED' } });
    const place = { store_id: shop.store.id, product_variation_id: made.id };
    const [first, second] = await makeUnits(server.database, { ...place, count: 2 });
    const card = async () => (await list('?search=WALLED&items=none'))[0]?.variations[0];
    expect(await card()).toMatchObject({
      availableQuantity: 2,
      inventory_items_count: 2,
      availableItems: [],
      is_identified: true,
      held: null,
    });
    await other.post(`/pos/inventory/${first?.id}/lock`);
    expect(await card()).toMatchObject({ availableQuantity: 1, held: null });
    await till.post(`/pos/inventory/${second?.id}/lock`);
    const until = new Date(server.clock.now() + LOCK_LIFETIME).toISOString();
    expect(await card()).toMatchObject({
      availableQuantity: 0,
      inventory_items_count: 2,
      availableItems: [],
      held: { locked_by: other.staff.name, locked_until: until },
    });
    // Both answers agree on the units themselves.
    const { availableItems: _, ...whole } = (await list('?search=WALLED'))[0]?.variations[0] ?? {};
    expect(await card()).toMatchObject(whole);
    server.clock.advance(LOCK_LIFETIME);
    expect(await card()).toMatchObject({ availableQuantity: 2, held: null });
  });

  it('says whose units are alike, sold out or not', async () => {
    const cable = await makeVariation(server.database, { product: { name: 'Plain Cable', sku: 'PLAIN' } });
    const place = { store_id: shop.store.id, product_variation_id: cable.id };
    const [unit] = await makeUnits(server.database, {
      ...place,
      count: 1,
      imei: null,
      serial_number: null,
    });
    const card = async () => (await list('?search=PLAIN&items=none'))[0]?.variations[0];
    expect(await card()).toMatchObject({ availableQuantity: 1, is_identified: false });
    await sell(till, [unit?.id ?? 0]);
    expect(await card()).toMatchObject({
      availableQuantity: 0,
      inventory_items_count: 0,
      is_identified: false,
      held: null,
    });
  });

  it('shows one product with its units, as it stands in the store', async () => {
    const { id, sku } = shop.variation.product;
    const [listed] = await list(`?search=${sku}`);
    expect(expectDone(await till.get(`/pos/products/${id}`))).toEqual(listed);
    expect(listed?.variations[0]?.availableItems).toHaveLength(20);
    expect(await till.get('/pos/products/999999')).toMatchObject({
      status: 404,
      body: { code: 'product_not_found' },
    });
    const gone = await makeVariation(server.database, { product: { status: 'inactive' } });
    expect((await till.get(`/pos/products/${gone.product.id}`)).status).toBe(404);
  });

  describe('a list that somebody has already', () => {
    const ask = (version: string | null, by = till, query = '?items=none') =>
      by.get<Catalogue>(
        `/pos/products${query}`,
        version === null ? {} : { headers: { 'If-None-Match': version } },
      );
    const versionOf = async () => (await ask(null)).headers.get('etag');

    it('is not sent again, whoever asks', async () => {
      const version = await versionOf();
      expect(version).toMatch(/^W\/"/);
      for (const by of [till, other]) {
        const { status, body, headers } = await ask(version, by);
        expect(status).toBe(304);
        expect(body).toBeUndefined();
        expect(headers.get('etag')).toBe(version);
        expect(headers.get('cache-control')).toBe('no-store');
      }
    });

    it('is sent again after everything that changes what it says', async () => {
      const made = await makeVariation(server.database, { product: { name: 'Changing Phone' } });
      const place = { store_id: shop.store.id, product_variation_id: made.id };
      const [held, sold] = (await makeUnits(server.database, { ...place, count: 2 })).map(({ id }) => id);
      const inDatabase = <T>(change: (writer: Writer) => Promise<T>) => server.database.write(change);
      const changes: Record<string, () => Promise<unknown>> = {
        'a hold': () => other.post(`/pos/inventory/${held}/lock`),
        'the end of a hold that nobody gave back': () => Promise.resolve(server.clock.advance(LOCK_LIFETIME)),
        'a sale': () => sell(other, [sold ?? 0]),
        'goods that came in': () => makeUnits(server.database, { ...place, count: 1 }),
        'another price': () =>
          inDatabase((writer) =>
            writer
              .updateTable('product_variations')
              .set({ member_price: 1 })
              .where('id', '=', made.id)
              .execute(),
          ),
        'another name': () =>
          inDatabase((writer) =>
            writer
              .updateTable('products')
              .set({ name: 'Changed Phone' })
              .where('id', '=', made.product.id)
              .execute(),
          ),
        'a product that is sold no more': () =>
          inDatabase((writer) =>
            writer
              .updateTable('products')
              .set({ status: 'inactive' })
              .where('id', '=', made.product.id)
              .execute(),
          ),
      };
      for (const [name, change] of Object.entries(changes)) {
        const version = await versionOf();
        expect((await ask(version)).status, `before ${name}`).toBe(304);
        await change();
        expect((await ask(version)).status, `after ${name}`).toBe(200);
      }
    });

    it('is another one at another store', async () => {
      const elsewhere = await makeShop(server.database, { units: 1 });
      const there = await signIn(server.url, elsewhere.seller.email);
      expect((await ask(await versionOf(), there)).status).toBe(200);
    });
  });
});
