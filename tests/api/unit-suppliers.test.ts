import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import { DAY } from '#domain/store-time.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import { makeImei, makeShop, makeStaff, makeSupplier, makeUnits, type Shop } from '#tests/support/shop.ts';

type Unit = z.input<typeof inventory.create.response>;
type UnitHistory = z.input<typeof inventory.get.response>;
type List = z.input<typeof inventory.list.response>;

let made = 950_000;
const freshImei = () => makeImei((made += 1));

onEveryEngine('the supplier of a unit', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  let admin: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 2, seller: { role: 'store_manager' } });
    manager = await signIn(server.url, shop.seller.email);
    const chief = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, chief.email);
  });
  afterAll(() => server.close());

  const create = async (fields: object) =>
    expectDone(
      await manager.post<Unit>('/inventory', {
        product_variation_id: shop.variation.id,
        category: 'new',
        imei: freshImei(),
        ...fields,
      }),
    );
  const history = async (id: number) => expectDone(await manager.get<UnitHistory>(`/inventory/${id}`));
  const shown = ({ id, name }: { id: number; name: string }, is_deleted = false) => ({
    id,
    name,
    is_deleted,
  });

  it('stands with it and in its history, by either name, and as it is called now', async () => {
    const supplier = await makeSupplier(server.database);
    const unit = await create({ supplier: supplier.id });
    expect(unit.supplier).toEqual(shown(supplier));
    expectDone(await admin.put(`/suppliers/${supplier.id}`, { name: 'Renamed Inc.' }));
    const renamed = shown({ ...supplier, name: 'Renamed Inc.' });
    const told = await history(unit.id);
    expect(told.supplier).toEqual(renamed);
    expect(told.life).toEqual([expect.objectContaining({ kind: 'received', supplier: renamed })]);
  });

  it('is told of a unit that came before history was kept', async () => {
    const supplier = await makeSupplier(server.database);
    const own = { store_id: shop.store.id, product_variation_id: shop.variation.id };
    const [unit] = await makeUnits(server.database, { count: 1, supplier_id: supplier.id, ...own });
    expect((await history(unit?.id ?? 0)).life).toEqual([
      expect.objectContaining({ kind: 'received', supplier: shown(supplier) }),
    ]);
  });

  it('is changed and taken away, which the history tells by name', async () => {
    const [first, second] = [await makeSupplier(server.database), await makeSupplier(server.database)];
    const unit = await create({ supplier_id: first.id });
    const put = async (supplier_id: number | null) =>
      expectDone(await manager.put<Unit>(`/inventory/${unit.id}`, { supplier_id }));
    expect((await put(second.id)).supplier).toEqual(shown(second));
    expect((await put(null)).supplier).toBeNull();
    const told = (await history(unit.id)).life.map(({ kind, supplier, changes }) => ({
      kind,
      from: supplier?.name,
      changes,
    }));
    expect(told).toEqual([
      { kind: 'changed', changes: [{ field: 'supplier', before: second.name, after: null }] },
      { kind: 'changed', changes: [{ field: 'supplier', before: first.name, after: second.name }] },
      { kind: 'received', from: first.name, changes: [] },
    ]);
  });

  it('may be inactive, and may not be deleted; a unit of one that was deleted since is changed all the same', async () => {
    const inactive = await makeSupplier(server.database, { is_active: 0 });
    const unit = await create({ supplier_id: inactive.id });
    expectDone(await admin.delete(`/suppliers/${inactive.id}`));
    const changed = await manager.put<Unit>(`/inventory/${unit.id}`, { notes: 'Box dented' });
    expect(expectDone(changed).supplier).toEqual(shown(inactive, true));
    const other = await create({});
    const refused = await manager.put(`/inventory/${other.id}`, { supplier_id: inactive.id });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { supplier_id: ['This supplier does not exist'] },
    ]);
  });

  it('narrows the list of a store, sold ones and not, in either order, a page at a time', async () => {
    const [own, other] = [await makeSupplier(server.database), await makeSupplier(server.database)];
    const there = await makeShop(server.database, { units: 0 });
    const at = { store_id: shop.store.id, product_variation_id: shop.variation.id };
    const units = [];
    for (let age = 1; age <= 24; age += 1) {
      const created_at = OPENING - age * DAY;
      units.push(...(await makeUnits(server.database, { count: 1, supplier_id: own.id, created_at, ...at })));
    }
    await makeUnits(server.database, { count: 2, supplier_id: other.id, ...at });
    await makeUnits(server.database, { count: 2, supplier_id: own.id, ...at, store_id: there.store.id });
    const ids = units.map(({ id }) => id);
    const sold = ids.filter((_, place) => place % 5 === 0);
    await sell(manager, sold);
    const find = async (query: object) => {
      const given = new URLSearchParams({ supplier_id: String(own.id), ...query });
      return expectDone(await manager.get<List>(`/inventory?${given}`));
    };
    const idsFor = async (query: object) => (await find(query)).data.map(({ id }) => id);

    expect(await find({})).toMatchObject({ total: 24, last_page: 2 });
    expect(await idsFor({})).toEqual(ids.slice(0, 20));
    expect(await idsFor({ page: '2' })).toEqual(ids.slice(20));
    expect(await idsFor({ sort: '-age' })).toEqual(ids.toReversed().slice(0, 20));
    expect(await idsFor({ status: 'sold' })).toEqual(sold);
    expect(await idsFor({ status: 'available' })).toEqual(ids.filter((id) => !sold.includes(id)));
    expect(await idsFor({ min_age: '20', product_variation_id: String(shop.variation.id) })).toEqual(
      ids.slice(19).filter((id) => !sold.includes(id)),
    );
    expect(await idsFor({ min_age: '20', status: 'sold' })).toEqual(
      sold.filter((id) => ids.indexOf(id) > 18),
    );
    expect(await idsFor({ search: units[3]?.imei ?? '' })).toEqual([ids[3]]);
  });
});
