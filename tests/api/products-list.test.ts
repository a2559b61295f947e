import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { products } from '#contract/products.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeStore, makeUnits, makeVariation, type Shop } from '#tests/support/shop.ts';

type List = z.input<typeof products.list.response>;
type Stock = z.input<typeof products.stock.response>;
type Sales = z.input<typeof products.sales.response>;
type Attributes = z.input<typeof products.attributes.response>;
type Found = z.input<typeof products.findVariations.response>;
type Coded = z.input<typeof products.codedVariations.response>;

onEveryEngine('the list of products', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database);
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    manager = await signIn(server.url, boss.email);
    seller = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  const list = async (query: Record<string, string>, by = manager) =>
    expectDone(await by.get<List>(`/products?${new URLSearchParams(query)}`));
  const namesOf = async (query: Record<string, string>) => (await list(query)).data.map(({ name }) => name);
  const add = async (name: string, more: object = {}, units = 0) => {
    const { product, ...variation } = await makeVariation(server.database, { ...more, product: { name } });
    const place = { store_id: shop.store.id, product_variation_id: variation.id };
    if (units) await makeUnits(server.database, { count: units, ...place });
    return { ...product, variation };
  };

  it('shows what a product costs, how many variations it has, and what stands at the store', async () => {
    const { id, sku, variation } = await add('Listed Lamp', {}, 3);
    const path = `/products/${id}/variations`;
    expectDone(await manager.post(path, { name: 'Big', cost: 1, retail_price: 2500 }));
    const gone = await manager.post<{ id: number }>(path, { name: 'Gone', cost: 1, retail_price: 9999 });
    expectDone(await manager.put(`${path}/${gone.body.id}`, { is_active: false }));
    const [row] = (await list({ search: 'listed lamp' })).data;
    expect(row).toMatchObject({
      id,
      sku,
      status: 'active',
      kind: 'phone',
      variations_count: 2,
      lowest_price: 1000,
      highest_price: 2500,
      units: 3,
    });
    expect(row).not.toHaveProperty('product_variations');
    const [included] = (await list({ search: 'listed lamp', include: 'variations' })).data;
    expect(included?.product_variations?.map((each) => [each.name, each.inventory_items_count])).toEqual([
      [variation.name, 3],
      ['Big', 0],
      ['Gone', 0],
    ]);
  });

  describe('is narrowed', () => {
    it('by words of name, SKU and maker, and by a whole barcode', async () => {
      const { id, sku, variation } = await add('Wordy Widget');
      for (const search of ['wordy', 'WIDGET wor', sku, variation.barcode]) {
        expect([search, (await list({ search })).data.map((row) => row.id)]).toEqual([search, [id]]);
      }
      expect(await namesOf({ search: 'wordy nothing' })).toEqual([]);
      expect(await namesOf({ search: '%' })).toEqual([]);
    });

    it('by type, by maker and by status', async () => {
      const { id, product_type_id, manufacturer_id } = await add('Typed Toaster');
      await add('Another Toaster');
      const type = { product_type_id: String(product_type_id) };
      const maker = { manufacturer_id: String(manufacturer_id) };
      for (const query of [type, maker, { ...type, ...maker }, { ...type, search: 'toaster' }]) {
        expect(await namesOf(query)).toEqual(['Typed Toaster']);
      }
      expectDone(await manager.put(`/products/${id}`, { status: 'inactive' }));
      expect(await namesOf({ ...type, status: 'active' })).toEqual([]);
      expect(await namesOf({ ...type, status: 'inactive' })).toEqual(['Typed Toaster']);
      expect(await namesOf(type)).toEqual(['Typed Toaster']);
    });

    it('by what stands at the store: more than five, one to five, none', async () => {
      for (const units of [6, 5, 1, 0]) await add(`Stocked ${units}`, {}, units);
      const stocked = (stock: string) => namesOf({ search: 'stocked', stock });
      expect(await stocked('in')).toEqual(['Stocked 6']);
      expect(await stocked('low')).toEqual(['Stocked 1', 'Stocked 5']);
      expect(await stocked('out')).toEqual(['Stocked 0']);
      expect(await namesOf({ stock: 'in' })).toEqual(['Stocked 6']);
      expect(await namesOf({ stock: 'low', per_page: '100' })).toEqual(
        expect.arrayContaining(['Stocked 1', 'Stocked 5']),
      );
    });

    it('by what stands at another one of the caller’s stores, and at no foreign one', async () => {
      const other = await makeStore(server.database);
      const chief = await makeStaff(server.database, { store_id: shop.store.id, role: 'regional_manager' });
      const regional = await signIn(server.url, chief.email);
      const { variation } = await add('Faraway Fan', {}, 6);
      const place = { store_id: other.id, product_variation_id: variation.id };
      await makeUnits(server.database, { count: 2, ...place });
      const query = { search: 'faraway', store_id: String(other.id) };
      expect((await list(query, regional)).data.map(({ units }) => units)).toEqual([2]);
      // The count of a variation is of all the caller's stores, here as on the product's page.
      const [row] = (await list({ ...query, include: 'variations' }, regional)).data;
      const page = expectDone(await regional.get<{ product_variations: object[] }>(`/products/${row?.id}`));
      expect(page.product_variations).toMatchObject([{ inventory_items_count: 8 }]);
      expect(row?.product_variations).toEqual(page.product_variations);
      expect((await list({ ...query, stock: 'low' }, regional)).data).toHaveLength(1);
      const refused = await manager.get(`/products?${new URLSearchParams(query)}`);
      expect([refused.status, refused.body.code]).toEqual([403, 'foreign_store']);
    });

    it('by attributes, of each any of its values, all of one variation', async () => {
      const make = async (name: string, variations: Record<string, string>[]) => {
        const { id } = await add(name);
        for (const [place, attributes] of variations.entries()) {
          const wire = Object.entries(attributes).map(([key, value]) => ({ name: key, value }));
          const form = { name: `V${place}`, cost: 1, retail_price: 2, attributes: wire };
          expectDone(await manager.post(`/products/${id}/variations`, form));
        }
      };
      await make('Tinted A', [{ Color: 'Black', Storage: '256 GB' }]);
      await make('Tinted B', [{ color: 'BLACK', Storage: '128 GB' }, { Color: 'White' }]);
      await make('Tinted C', [{ Color: 'Blue' }]);
      const asked = async (...pairs: [string, string][]) => {
        const query = new URLSearchParams(pairs.map(([name, value]) => [`attributes[${name}][]`, value]));
        return expectDone(await manager.get<List>(`/products?${query}`)).data.map(({ name }) => name);
      };
      expect(await asked(['Color', 'black'])).toEqual(['Tinted A', 'Tinted B']);
      expect(await asked(['Color', 'White'], ['Color', 'Blue'])).toEqual(['Tinted B', 'Tinted C']);
      expect(await asked(['Color', 'Black'], ['Storage', '256 gb'])).toEqual(['Tinted A']);
      expect(await asked(['Color', 'White'], ['Storage', '128 GB'])).toEqual([]);
      expect(await asked(['Color', 'Green'])).toEqual([]);
      const known = expectDone(await manager.get<Attributes>('/products/attributes'));
      expect(known).toEqual([
        { name: 'Color', values: [expect.stringMatching(/^black$/i), 'Blue', 'White'] },
        { name: 'Storage', values: ['128 GB', '256 GB'] },
      ]);
    });

    it.each([
      'attributes[Color]=x',
      'attributes=x',
      'search=a&search=b',
      'stock=some',
      'sort=price',
      'who=me',
    ])('by no %s', async (query) => {
      expect((await manager.get(`/products?${query}`)).status).toBe(422);
    });
  });

  it('is in the order of names, or of SKUs, or the newest first, twenty a page', async () => {
    for (const name of ['Sorted ábaco', 'Sorted Zeta', 'Sorted beta']) await add(name);
    const byName = ['Sorted ábaco', 'Sorted beta', 'Sorted Zeta'];
    expect(await namesOf({ search: 'sorted' })).toEqual(byName);
    expect(await namesOf({ search: 'sorted', sort: '-name' })).toEqual(byName.toReversed());
    const skus = async (sort: string, search = '') =>
      (await list({ sort, search, per_page: '1000' })).data.map(({ sku }) => sku);
    for (const search of ['', 'sorted']) {
      const upwards = await skus('sku', search);
      expect(upwards).toEqual(upwards.toSorted());
      expect(await skus('-sku', search)).toEqual(upwards.toReversed());
    }
    expect((await list({ sort: '-created' })).meta).toMatchObject({ per_page: 20, current_page: 1 });
    expect(await namesOf({ page: '2', per_page: '3' })).toEqual((await namesOf({})).slice(3, 6));
  });

  it('counts the units of a product in each of the caller’s stores', async () => {
    const { id, variation } = await add('Counted Clock', {}, 2);
    const foreign = await makeStore(server.database);
    const place = { store_id: foreign.id, product_variation_id: variation.id };
    await makeUnits(server.database, { count: 4, ...place });
    expect(expectDone(await manager.get<Stock>(`/products/${id}/stock`))).toEqual([
      {
        store: { id: shop.store.id, name: shop.store.name, code: shop.store.code },
        units: 2,
        product_variations: [
          { id: variation.id, units: 2, reorder_point: 1, own_reorder_point: null, on_order: 0 },
        ],
      },
    ]);
  });

  it('leads from barcodes and SKUs, as they are scanned or copied, to what can be sold', async () => {
    const { variation, ...product } = await add('Coded Camera');
    const gone = await makeVariation(server.database, { is_active: 0 });
    const other = { name: 'Other', cost: 1, retail_price: 2 };
    expectDone(await manager.post(`/products/${product.id}/variations`, other));
    const codes = [` ${variation.barcode} `, product.sku.toLowerCase(), gone.barcode, 'NOTHING-LIKE-IT'];
    const query = new URLSearchParams({ codes: codes.join('\n') });
    const found = expectDone(await seller.get<Coded>(`/product-variations/by-codes?${query}`));
    expect(found.map(({ code }) => code)).toEqual(codes);
    expect(found.map((one) => one.product_variations.map(({ name }) => name))).toEqual([
      [variation.name],
      [variation.name, 'Other'],
      [],
      [],
    ]);
    expect(found[0]?.product_variations[0]).toMatchObject({
      id: variation.id,
      product: { sku: product.sku },
    });
    const tooMany = new URLSearchParams({ codes: Array.from({ length: 51 }, String).join('\n') });
    expect((await seller.get(`/product-variations/by-codes?${tooMany}`)).status).toBe(422);
  });

  it('tells the sales of a product in the caller’s stores that stand, the newest first', async () => {
    const { variation, id } = await add('Sold Speaker');
    const units = await makeUnits(server.database, {
      count: 2,
      store_id: shop.store.id,
      product_variation_id: variation.id,
    });
    const first = await sell(seller, [units[0]?.id ?? 0]);
    server.clock.advance(60_000);
    const second = await sell(seller, [units[1]?.id ?? 0]);
    const sales = async () => expectDone(await manager.get<Sales>(`/products/${id}/sales`));
    const { data } = await sales();
    expect(data.map((sale) => sale.transaction_id)).toEqual([second.transaction.id, first.transaction.id]);
    expect(data[0]).toMatchObject({
      invoice_number: second.transaction.invoice_number,
      variation_name: variation.name,
      serial_number: units[1]?.serial_number,
      final_price: 1000,
      store: { id: shop.store.id, name: shop.store.name },
    });
    expectDone(await manager.post(`/transactions/${second.transaction.id}/void`, { reason: 'Test' }));
    expect((await sales()).data).toHaveLength(1);
    const away = await makeStore(server.database);
    const boss = await makeStaff(server.database, { store_id: away.id, role: 'store_manager' });
    const elsewhere = await signIn(server.url, boss.email);
    expect(expectDone(await elsewhere.get<Sales>(`/products/${id}/sales`)).data).toEqual([]);
  });

  it('finds variations by words of both names, SKU and barcode, by product', async () => {
    const { id, sku, variation } = await add('Findable Fridge', { name: 'Arctic 300 L' });
    const find = async (query: Record<string, string>) =>
      expectDone(await seller.get<Found>(`/product-variations?${new URLSearchParams(query)}`));
    for (const search of ['fridge arctic', 'arctic', `${sku} 300`, variation.barcode]) {
      expect([search, (await find({ search })).data.map((row) => row.id)]).toEqual([search, [variation.id]]);
    }
    const { data, meta } = await find({ product_id: String(id) });
    expect(data).toEqual([
      {
        id: variation.id,
        name: 'Arctic 300 L',
        barcode: variation.barcode,
        retail_price: 1000,
        image_url: null,
        is_active: true,
        product: { id, name: 'Findable Fridge', sku, kind: 'phone', requires_serial: true },
      },
    ]);
    expect(meta.per_page).toBe(100);
    expectDone(await manager.put(`/products/${id}`, { status: 'inactive' }));
    const narrowings: Record<string, string>[] = [{ search: 'arctic' }, { product_id: String(id) }];
    for (const narrowed of narrowings) {
      expect((await find(narrowed)).data).toEqual([]);
      const all = await find({ ...narrowed, include_inactive: 'true' });
      expect(all.data).toMatchObject([{ id: variation.id, is_active: false }]);
    }
  });
});
