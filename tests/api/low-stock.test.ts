import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import type { dashboardFigures } from '#contract/dashboard.ts';
import type { lowStockRoutes } from '#contract/low-stock.ts';
import type { products } from '#contract/products.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { makeOrder, receiveOne } from '#tests/support/purchase-orders.ts';
import { expectDone, refundSale, sell, voidSale } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeStore, makeUnits, makeVariation, type Shop } from '#tests/support/shop.ts';
import { receive, scanned, sent } from '#tests/support/transfers.ts';

type List = z.input<typeof lowStockRoutes.lowStock.response>;
type Figures = z.input<typeof dashboardFigures>;
type Stock = z.input<typeof products.stock.response>;
type History = z.input<typeof products.history.response>;

onEveryEngine('low stock', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 3, seller: { role: 'store_manager' } });
    manager = await signIn(server.url, shop.seller.email);
  });

  const list = async (query: object = {}, by = manager) =>
    expectDone(await by.get<List>(`/inventory/low-stock?${new URLSearchParams({ ...query })}`));
  const figures = async (by = manager, storeId = shop.store.id) =>
    expectDone(await by.get<Figures>('/dashboard', { storeId })).inventory;
  const pathOf = ({ id, product }: Shop['variation']) => `/products/${product.id}/variations/${id}`;
  const setPoint = (variation: Shop['variation'], reorder_point: number | null, more: object = {}) =>
    manager.put(`${pathOf(variation)}/reorder-point`, { reorder_point, ...more });
  const setType = (reorder_point: number | null, { product } = shop.variation) =>
    manager.put(`/product-types/${product.product_type_id}`, { reorder_point });
  /** Returns `[units, point, missing]` of each listed variation, which the dashboard's figures must agree with. */
  const shown = async () => {
    const { data, total } = await list();
    const out = data.filter(({ units }) => units === 0).length;
    expect(await figures()).toMatchObject({ low: total, out });
    expect((await list({ level: 'out' })).total).toBe(out);
    return data.map(({ units, reorder_point, missing }) => [units, reorder_point, missing]);
  };

  it('is what has fewer units than its own point in the store, else its type’s, else what is sold out', async () => {
    expect(await shown()).toEqual([]);
    expectDone(await setType(3));
    expect(await shown()).toEqual([]);
    expectDone(await setType(5));
    expect(await shown()).toEqual([[3, 5, 2]]);
    expectDone(await setPoint(shop.variation, 8));
    expect(await shown()).toEqual([[3, 8, 5]]);
    expectDone(await setPoint(shop.variation, 0));
    expect(await shown()).toEqual([]);
    expectDone(await setPoint(shop.variation, null));
    expect(await shown()).toEqual([[3, 5, 2]]);
    expectDone(await setType(null));
    expect(await shown()).toEqual([]);
    await sell(
      manager,
      shop.units.map(({ id }) => id),
    );
    expect(await shown()).toEqual([[0, 1, 1]]);
  });

  it('names who each was last ordered from, while orders can go there, and is narrowed to some', async () => {
    expectDone(await setType(5));
    const named = async () => (await list()).data.map(({ supplier }) => supplier?.id ?? null);
    expect(await named()).toEqual([null]);
    const first = await makeOrder(server.database, manager, shop);
    expect(await named()).toEqual([first.supplier.id]);
    server.clock.advance(60_000);
    const second = await makeOrder(server.database, manager, shop);
    expect(await named()).toEqual([second.supplier.id]);
    await server.database.write((writer) =>
      writer.updateTable('suppliers').set({ is_active: 0 }).where('id', '=', second.supplier.id).execute(),
    );
    expect(await named()).toEqual([first.supplier.id]);
    expect((await list({ variation_ids: `${shop.variation.id},999999` })).data).toHaveLength(1);
    expect((await list({ variation_ids: '999999' })).data).toEqual([]);
    expect((await manager.get('/inventory/low-stock?variation_ids=all')).status).toBe(422);
  });

  it('follows sales, refunds, voids, transfers, and what is lost or found', async () => {
    expectDone(await setType(3));
    const [first, second, third] = shop.units.map(({ id }) => id);
    const { transaction: sale } = await sell(manager, [first ?? 0]);
    expect(await shown()).toEqual([[2, 3, 1]]);
    expectDone(await voidSale(manager, sale.id, 'Wrong unit'));
    expect(await shown()).toEqual([]);
    const again = (await sell(manager, [first ?? 0, second ?? 0])).transaction;
    expect(await shown()).toEqual([[1, 3, 2]]);
    expectDone(await refundSale(manager, again.id));
    expect(await shown()).toEqual([]);
    expectDone(await manager.put(`/inventory/${third}`, { status: 'lost', reason: 'Gone' }));
    expect(await shown()).toEqual([[2, 3, 1]]);
    expectDone(await manager.put(`/inventory/${third}`, { status: 'available', reason: 'Found' }));
    expect(await shown()).toEqual([]);

    const other = await makeStore(server.database);
    const chief = await makeStaff(server.database, { store_id: other.id, role: 'admin' });
    const there = await signIn(server.url, chief.email);
    const { id } = await sent(manager, other.id, [third ?? 0]);
    expect(await shown()).toEqual([[2, 3, 1]]);
    await scanned(there, id, [shop.units[2]?.imei ?? '']);
    expectDone(await receive(there, id));
    const elsewhere = { store_id: String(other.id) };
    expect((await list(elsewhere, there)).data.map(({ units }) => units)).toEqual([1]);
    expect((await figures(there, other.id)).low).toBe(1);
  });

  it('leaves out what is sold no more, and an ended store', async () => {
    expectDone(await setType(5));
    expectDone(await manager.put(pathOf(shop.variation), { is_active: false }));
    expect(await shown()).toEqual([]);
    expectDone(await manager.put(pathOf(shop.variation), { is_active: true }));
    expect(await shown()).toEqual([[3, 5, 2]]);
    const path = `/products/${shop.variation.product.id}`;
    expectDone(await manager.put(path, { status: 'inactive' }));
    expect(await shown()).toEqual([]);
    expectDone(await manager.put(path, { status: 'active' }));
    expect(await shown()).toEqual([[3, 5, 2]]);

    const chief = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const admin = await signIn(server.url, chief.email);
    const { database } = server;
    await database.write((writer) =>
      writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', shop.store.id).execute(),
    );
    expect((await list({ store_id: String(shop.store.id) }, admin)).total).toBe(0);
    expect(await figures(admin)).toEqual({ items: 3, low: 0, out: 0, without_price: 0 });
    const refused = await admin.put(`${pathOf(shop.variation)}/reorder-point`, {
      reorder_point: 2,
      store_id: shop.store.id,
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'store_inactive']);
  });

  it('lists what a store should have and never had only where a point of its own says so', async () => {
    const variation = await makeVariation(server.database);
    expectDone(await setType(5, variation));
    expect(await shown()).toEqual([]);
    expectDone(await setPoint(variation, 4));
    expect(await shown()).toEqual([[0, 4, 4]]);
    expectDone(
      await manager.post(`/products/${variation.product.id}/variations`, {
        name: 'Other',
        cost: 1,
        retail_price: 2,
      }),
    );
    const answer = await manager.get<Stock>(`/products/${variation.product.id}/stock`);
    const [here] = expectDone(answer).filter(({ store }) => store.id === shop.store.id);
    expect(here?.product_variations).toMatchObject([
      { id: variation.id, units: 0, reorder_point: 4, own_reorder_point: 4 },
      { units: 0, reorder_point: 0, own_reorder_point: null },
    ]);
    const chief = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const admin = await signIn(server.url, chief.email);
    expectDone(await admin.delete(pathOf(variation), {}));
    expect(await shown()).toEqual([]);
  });

  it('says what of it is on order for the store, and what is to be ordered beyond that', async () => {
    expectDone(await setType(8));
    const onOrder = async () => {
      const [row] = (await list()).data;
      const path = `/products/${shop.variation.product.id}/stock`;
      const [here] = expectDone(await manager.get<Stock>(path));
      expect(here?.product_variations[0]?.on_order).toBe(row?.on_order);
      return [row?.missing, row?.on_order, row?.to_order];
    };
    expect(await onOrder()).toEqual([5, 0, 5]);
    const order = await makeOrder(server.database, manager, shop, 3);
    expect(await onOrder()).toEqual([5, 3, 2]);
    await receiveOne(server.database, order);
    expect(await onOrder()).toEqual([5, 2, 3]);
    await makeOrder(server.database, manager, shop, 10);
    expect(await onOrder()).toEqual([5, 12, 0]);
    const [shown] = (await list()).data;
    expect(shown).toMatchObject({ barcode: shop.variation.barcode, cost: shop.variation.cost / 100 });

    const other = await makeStore(server.database);
    const chief = await makeStaff(server.database, { store_id: other.id, role: 'admin' });
    const there = await signIn(server.url, chief.email);
    await makeOrder(server.database, there, { store: other, variation: shop.variation }, 4);
    expect(await onOrder()).toEqual([5, 12, 0]);
  });

  it('is sorted by what lacks most or by name, and narrowed by type, maker, level and words', async () => {
    const make = async (name: string, units: number, point: number) => {
      const variation = await makeVariation(server.database, { name: 'Blue', product: { name } });
      const place = { store_id: shop.store.id, product_variation_id: variation.id };
      if (units) await makeUnits(server.database, { count: units, ...place });
      expectDone(await setPoint(variation, point));
      return variation;
    };
    await make('Low Beta', 1, 2);
    await make('Low Alpha', 0, 1);
    const gamma = await make('Low Gamma', 2, 9);
    const names = async (query: object = {}) => (await list(query)).data.map((row) => row.product.name);
    expect(await names()).toEqual(['Low Gamma', 'Low Alpha', 'Low Beta']);
    expect(await names({ sort: 'missing' })).toEqual(['Low Beta', 'Low Alpha', 'Low Gamma']);
    expect(await names({ sort: 'name' })).toEqual(['Low Alpha', 'Low Beta', 'Low Gamma']);
    expect(await names({ sort: '-name', per_page: 2 })).toEqual(['Low Gamma', 'Low Beta']);
    expect(await names({ sort: '-name', per_page: 2, page: 2 })).toEqual(['Low Alpha']);
    expect(await names({ level: 'out' })).toEqual(['Low Alpha']);
    expect(await names({ level: 'few', sort: 'name' })).toEqual(['Low Beta', 'Low Gamma']);
    const { product_type_id: type, manufacturer_id: maker } = gamma.product;
    expect(await names({ product_type_id: type })).toEqual(['Low Gamma']);
    expect(await names({ manufacturer_id: maker, level: 'few' })).toEqual(['Low Gamma']);
    expect(await names({ manufacturer_id: maker, level: 'out' })).toEqual([]);
    expect(await names({ search: 'gamma blue' })).toEqual(['Low Gamma']);
    expect(await names({ search: 'low', sort: '-name' })).toEqual(['Low Gamma', 'Low Beta', 'Low Alpha']);
    expect(await names({ search: 'nothing' })).toEqual([]);
    expectDone(await manager.put(`/products/${gamma.product.id}`, { name: 'Low Aaa' }));
    expect(await names({ sort: 'name' })).toEqual(['Low Aaa', 'Low Alpha', 'Low Beta']);

    const file = expectDone(await manager.get<string>('/inventory/low-stock/export?search=blue'));
    const [head, ...rows] = file.trim().split('\r\n');
    expect(head).toBe(
      'Product,Variation,SKU,Type,Manufacturer,Store,In stock,Reorder point,Missing,On order,To order',
    );
    expect(rows.map((row) => row.split(',').slice(6).join())).toEqual([
      '2,9,7,0,7',
      '0,1,1,0,1',
      '1,2,1,0,1',
    ]);
  });

  it('keeps who set a point, on the product and in the audit log, and refuses what is none', async () => {
    expectDone(await setPoint(shop.variation, 4));
    expectDone(await setPoint(shop.variation, 4));
    expectDone(await setPoint(shop.variation, null));
    const path = `/products/${shop.variation.product.id}/history`;
    const { data } = expectDone(await manager.get<History>(path));
    const text = (point: string) => `${shop.store.name}: ${point}`;
    const asText = data.map(({ field, before, after, staff }) => [field, before, after, staff?.id]);
    expect(asText).toEqual([
      ['reorder_point', text('4'), text('as its type'), shop.seller.id],
      ['reorder_point', text('as its type'), text('4'), shop.seller.id],
    ]);
    const events = await server.database.reader
      .selectFrom('audit_log')
      .select('details_json')
      .where('action', '=', 'inventory.setReorderPoint')
      .where('store_id', '=', shop.store.id)
      .orderBy('id')
      .execute();
    expect(events.map(({ details_json }) => details_json)).toEqual([
      expect.stringContaining('"after":4'),
      expect.anything(),
      expect.stringContaining('"before":4'),
    ]);
    const refused = await setPoint(shop.variation, -1);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { reorder_point: ['The reorder point cannot be negative'] },
    ]);
    const foreign = await makeStore(server.database);
    const elsewhere = await setPoint(shop.variation, 1, { store_id: foreign.id });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'foreign_store']);
    expect((await manager.get(`/inventory/low-stock?store_id=${foreign.id}`)).status).toBe(403);
    const missing = await manager.put(
      `/products/${shop.variation.product.id}/variations/99999999/reorder-point`,
      {
        reorder_point: 1,
      },
    );
    expect(missing.status).toBe(404);
  });
});
