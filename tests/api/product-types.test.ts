import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import { lookupSuite } from '#tests/support/lookup.suite.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff } from '#tests/support/shop.ts';

type Type = { id: number; name: string; requires_serial: boolean };

const NONE = {
  scanned_numbers: 'serial',
  warranty_months: null,
  warranty_months_used: null,
  reorder_point: null,
};

lookupSuite('product types', {
  path: '/product-types',
  more: () => ({ requires_serial: false }),
  inUse: (shop) => shop.variation.product.product_type_id,
});

onEveryEngine('a product type', (start) => {
  let server: TestServer;
  let admin: Caller;
  let manager: Caller;
  beforeAll(async () => {
    server = await start();
    const shop = await makeShop(server.database, { seller: { role: 'admin' } });
    admin = await signIn(server.url, shop.seller.email);
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    manager = await signIn(server.url, boss.email);
  });
  afterAll(() => server.close());

  const make = async (name: string, requires_serial = false) =>
    expectDone(await manager.post<Type>('/product-types', { name, requires_serial }));
  const read = async (id: number) => expectDone(await manager.get<Type>(`/product-types/${id}`));

  it('is changed field by field', async () => {
    const { id } = await make('Drone');
    expect(await read(id)).toEqual({ id, name: 'Drone', requires_serial: false, ...NONE });
    expectDone(await manager.put(`/product-types/${id}`, { requires_serial: true }));
    expect(await read(id)).toEqual({ id, name: 'Drone', requires_serial: true, ...NONE });
    expectDone(await manager.put(`/product-types/${id}`, { name: 'Drones' }));
    expect(await read(id)).toEqual({ id, name: 'Drones', requires_serial: true, ...NONE });
    expect(expectDone(await manager.put<Type>(`/product-types/${id}`, {}))).toEqual(await read(id));
  });

  it('has months of warranty and a reorder point, which its products follow', async () => {
    const rules = { warranty_months: 12, warranty_months_used: 0, reorder_point: 3 };
    const made = expectDone(
      await manager.post<Type>('/product-types', { name: 'Kettle', requires_serial: true, ...rules }),
    );
    expect(made).toMatchObject(rules);
    const changed = expectDone(
      await manager.put<Type>(`/product-types/${made.id}`, { warranty_months: null, reorder_point: 0 }),
    );
    expect(changed).toMatchObject({ ...rules, warranty_months: null, reorder_point: 0 });
    const refused = await manager.put(`/product-types/${made.id}`, {
      warranty_months: 121,
      reorder_point: -1,
    });
    expect(refused.body.errors).toEqual({
      warranty_months: ['At most 120 months'],
      reorder_point: ['The reorder point cannot be negative'],
    });
  });

  it('has the numbers that its name suggests scanned of its units, or those that are chosen', async () => {
    const { id } = await make('Used phones');
    expect(await read(id)).toMatchObject({ scanned_numbers: 'serial_imei' });
    expectDone(await manager.put(`/product-types/${id}`, { name: 'Handhelds' }));
    expect(await read(id)).toMatchObject({ scanned_numbers: 'serial_imei' });
    expectDone(await manager.put(`/product-types/${id}`, { scanned_numbers: 'imei' }));
    expect(await read(id)).toMatchObject({ scanned_numbers: 'imei' });
  });

  it('is refused another one’s name, in any case, and keeps its own', async () => {
    await make('Printer');
    const { id } = await make('Scanner');
    const refused = await manager.put(`/product-types/${id}`, { name: 'PRINTER' });
    expect([refused.status, refused.body.errors]).toEqual([422, { name: ['This name is taken'] }]);
    expectDone(await manager.put(`/product-types/${id}`, { name: 'SCANNER' }));
    expect(await read(id)).toMatchObject({ name: 'SCANNER' });
  });

  it('is ordered by whether it needs numbers, its warranty and its reorder point, those without first', async () => {
    const add = async (name: string, rules: object) =>
      expectDone(await manager.post('/product-types', { name, requires_serial: false, ...rules }));
    await add('Ranked A', { warranty_months: 12, reorder_point: 3 });
    await add('Ranked B', { warranty_months: 6, reorder_point: 20, requires_serial: true });
    await add('Ranked C', {});
    const ordered = async (sort: string) => {
      const list = await manager.get<{ data: Type[] }>(`/product-types?search=ranked&sort=${sort}`);
      return expectDone(list)
        .data.map(({ name }) => name.at(-1))
        .join('');
    };
    expect(await ordered('requires_serial')).toBe('ACB');
    expect(await ordered('-requires_serial')).toBe('BAC');
    expect(await ordered('warranty_months')).toBe('CBA');
    expect(await ordered('-warranty_months')).toBe('ABC');
    expect(await ordered('reorder_point')).toBe('CAB');
    expect(await ordered('-reorder_point')).toBe('BAC');
  });

  it('that is not there is not found', async () => {
    expect((await admin.get('/product-types/999999')).status).toBe(404);
    expect((await admin.put('/product-types/999999', { name: 'X' })).status).toBe(404);
  });
});
