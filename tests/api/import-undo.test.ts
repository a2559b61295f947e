import { afterAll, beforeAll, expect, it } from 'vitest';
import type { imports } from '#contract/imports.ts';
import type { z } from '#contract/zod.ts';
import { makeImportPlace, unitsOfVariation } from '#tests/support/import-place.ts';
import {
  applied,
  checked,
  csvOf,
  lookAt,
  problemsIn,
  rowsIn,
  settled,
  type WireImport,
} from '#tests/support/imports.ts';
import { signIn, type Caller, type SignedIn } from '#tests/support/http.ts';
import { expectDone, openDraft, sell } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCable, makeImei, makeStaff, makeStore, makeUnits, makeVariation } from '#tests/support/shop.ts';

type WireUndo = z.input<typeof imports.previewUndo.response>;

let lastImei = 850_000;
const nextImei = () => makeImei((lastImei += 1));

onEveryEngine('an import that is taken back', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  const preview = async (by: Caller, id: number) => expectDone(await by.get<WireUndo>(`/imports/${id}/undo`));
  const undone = async (by: Caller, id: number): Promise<WireImport> => {
    expectDone(await by.delete(`/imports/${id}`));
    return settled(by, id);
  };
  const imported = async (
    by: SignedIn,
    kind: 'inventory' | 'products' | 'prices' | 'customers',
    file: string,
  ) => applied(by, (await checked(by, kind, file)).id, { good_only: true });
  const unitsOf = (variationId: number) => unitsOfVariation(server, variationId);

  it('leaves the units that were sold, held, changed or counted, and says so row by row', async () => {
    const { store, manager, seller, phone, sku } = await makeImportPlace(server);
    const cable = await makeCable(server.database);
    const HEAD = ['SKU', 'IMEI', 'Category', 'Quantity'];
    const imeis = Array.from({ length: 7 }, nextImei);
    const file = csvOf([
      HEAD,
      ...imeis.map((imei) => [sku, imei, 'new', '']),
      [cable.product.sku, '', 'new', '5'],
      [cable.product.sku, '', 'new', '2'],
    ]);
    const { id } = await imported(manager, 'inventory', file);
    const [, sold, changed, held, drafted, counted, back] = (await unitsOf(phone.id)).map((unit) => unit.id);
    const [lost, noted, same] = await unitsOf(cable.id);
    await sell(seller, [sold ?? 0]);
    expectDone(await manager.put(`/inventory/${changed}`, { notes: 'Scratch' }));
    await openDraft(seller, [drafted ?? 0]);
    expectDone(await seller.post('/pos/scan', { code: imeis[3] }));
    const { id: count } = expectDone(
      await manager.post<{ id: number }>('/inventory/counts', { product_id: phone.product.id }),
    );
    expectDone(await manager.post(`/inventory/counts/${count}/scans`, { codes: [imeis[5]] }));
    expectDone(await manager.post(`/inventory/counts/${count}/cancel`, { reason: 'Tried it' }));
    expectDone(await manager.put(`/inventory/${lost?.id}`, { status: 'lost', reason: 'Nobody has it' }));
    for (const unit of [noted, same]) {
      expectDone(await manager.put(`/inventory/${unit?.id}`, { notes: 'No box' }));
    }
    expect([held, back].every(Boolean)).toBe(true);

    const found = await preview(manager, id);
    expect(found.goes).toBe(2 + 2 + 2);
    expect(Object.fromEntries(found.stays.map((one) => [one.reason, one.count]))).toEqual({
      'It was sold': 1,
      'It was changed': 3,
      'It is in a cart': 2,
      'It is in a stock count': 1,
      'It was marked as lost': 1,
    });
    const over = await undone(manager, id);
    expect(over).toMatchObject({
      state: 'undone',
      undone_count: 6,
      kept_count: 8,
      undone_by: { id: manager.staff.id },
    });
    const gone = await rowsIn(manager, id, 'undone');
    expect(gone.map(({ row, problems }) => [row, problems])).toEqual([2, 8, 10].map((row) => [row, []]));
    expect(await problemsIn(manager, id, 'kept')).toEqual([
      [3, 'row: It was sold'],
      [4, 'row: It was changed'],
      [5, 'row: It is in a cart'],
      [6, 'row: It is in a cart'],
      [7, 'row: It is in a stock count'],
      [9, 'row: 3 of 5 stay: It was changed (2); It was marked as lost (1)'],
    ]);
    expect((await unitsOf(phone.id)).map((unit) => unit.id)).toEqual([sold, changed, held, drafted, counted]);
    expect(await unitsOf(cable.id)).toMatchObject([lost, noted, same].map((unit) => ({ id: unit?.id })));
    const stock = await server.database.reader
      .selectFrom('stock_of_stores')
      .select('units')
      .where('store_id', '=', store.id)
      .executeTakeFirst();
    expect(stock?.units).toBe(6);

    // Its numbers are free again; goods without numbers are a repetition where some of a row stay.
    const next = await checked(manager, 'inventory', file);
    expect(next).toMatchObject({ good_rows: 3, again_rows: 1, earlier: { id } });
    const again = expectDone(await manager.delete<WireImport>(`/imports/${id}`));
    expect(again).toMatchObject({ state: 'undone', undone_count: 6, kept_count: 8 });
  });

  it('leaves a unit that a draft still has when its hold is over, or had before it was cancelled', async () => {
    const { manager, seller, phone, sku } = await makeImportPlace(server);
    const rows = Array.from({ length: 4 }, () => [sku, nextImei(), 'new']);
    const { id } = await imported(manager, 'inventory', csvOf([['SKU', 'IMEI', 'Category'], ...rows]));
    const [, drafted, cancelled] = (await unitsOf(phone.id)).map((unit) => unit.id);
    await openDraft(seller, [drafted ?? 0]);
    const draft = await openDraft(seller, [cancelled ?? 0]);
    expectDone(await seller.delete(`/transactions/${draft.id}`, { reason: 'Changed their mind' }));
    await server.database.write((writer) =>
      writer
        .updateTable('inventory_items')
        .set({ lock_expires_at: 1 })
        .where('id', '=', drafted ?? 0)
        .execute(),
    );
    expect((await preview(manager, id)).stays).toEqual([{ reason: 'A draft has it', count: 1 }]);
    expect(await undone(manager, id)).toMatchObject({ undone_count: 2, kept_count: 2 });
    expect(await problemsIn(manager, id, 'kept')).toEqual([
      [3, 'row: A draft has it'],
      [4, 'row: Something else refers to it, such as a cancelled draft'],
    ]);
    expect((await unitsOf(phone.id)).map((unit) => unit.id)).toEqual([drafted, cancelled]);
  });

  it('leaves units in stores where the person does not work', async () => {
    const { store, manager, phone, sku } = await makeImportPlace(server);
    const other = await makeStore(server.database);
    const boss = await makeStaff(server.database, { store_id: store.id, role: 'admin' });
    const admin = await signIn(server.url, boss.email);
    const { id } = await imported(
      admin,
      'inventory',
      csvOf([
        ['SKU', 'IMEI', 'Category', 'Store'],
        [sku, nextImei(), 'new', store.code],
        [sku, nextImei(), 'new', other.code],
      ]),
    );
    const stays = [{ reason: 'Its store is not one of yours, or not active', count: 1 }];
    expect(await preview(manager, id)).toEqual({ goes: 1, stays });
    expect(await undone(manager, id)).toMatchObject({ undone_count: 1, kept_count: 1 });
    expect((await unitsOf(phone.id)).map(({ store_id }) => store_id)).toEqual([other.id]);
  });

  it('takes whole products back with the types and manufacturers that came with them', async () => {
    const { manager, sku } = await makeImportPlace(server);
    const [type, brand, other] = [`Lamps ${sku}`, `Lumina ${sku}`, `Other ${sku}`];
    const HEAD = ['SKU', 'Product name', 'Product type', 'Manufacturer', 'Variation', 'Retail price', 'Cost'];
    const row = (no: string, name: string, maker = brand) => [
      `${sku}-${no}`,
      `Lamp ${no}`,
      type,
      maker,
      name,
      '2',
      '1',
    ];
    const found = await checked(
      manager,
      'products',
      csvOf([
        HEAD,
        row('FREE', 'Red'),
        row('FREE', 'Blue'),
        row('STOCKED', 'Red', other),
        row('STOCKED', 'Blue', other),
        row('PRICED', 'Red', other),
      ]),
    );
    const { id, columns } = found;
    expectDone(await manager.put(`/imports/${id}/columns`, { columns, make_names: true }));
    await settled(manager, id);
    expect(await applied(manager, id)).toMatchObject({ made_rows: 5 });
    type Found = { data: { id: number; sku: string; product: { id: number; sku: string } }[] };
    const variations = async () =>
      expectDone(await manager.get<Found>(`/product-variations?search=${sku}&per_page=100`)).data;
    const of = async (no: string) =>
      (await variations()).find(({ product }) => product.sku === `${sku}-${no}`);
    const stocked = await of('STOCKED');
    const unit = { product_variation_id: stocked?.id, category: 'new', serial_number: `SN-${sku}` };
    expectDone(await manager.post('/inventory', unit));
    const free = await of('FREE');
    const stock = csvOf([
      ['SKU', 'Variation', 'Category', 'Quantity'],
      [free?.product.sku ?? '', 'Red', 'new', '5'],
    ]);
    await undone(manager, (await imported(manager, 'inventory', stock)).id);
    const priced = await of('PRICED');
    const path = `/products/${priced?.product.id}/variations/${priced?.id}`;
    expectDone(await manager.put(path, { retail_price: 3 }));

    const { goes, stays } = await preview(manager, id);
    expect({ goes, stays }).toEqual({
      goes: 2,
      stays: [
        { reason: 'It has units', count: 2 },
        { reason: 'It was changed', count: 1 },
      ],
    });
    expect(await undone(manager, id)).toMatchObject({ undone_count: 2, kept_count: 3 });
    const lowOnStock = await server.database.reader
      .selectFrom('low_stock')
      .select('spare')
      .where('product_variation_id', '=', free?.id ?? 0)
      .execute();
    expect(lowOnStock).toEqual([]);
    const left = (await variations()).map(({ product }) => product.sku);
    expect(new Set(left)).toEqual(new Set([sku, `${sku}-STOCKED`, `${sku}-PRICED`]));
    const namesIn = async (lookup: string) =>
      expectDone(
        await manager.get<{ data: { name: string }[] }>(`${lookup}?search=${encodeURIComponent(sku)}`),
      ).data.map(({ name }) => name);
    expect([await namesIn('/manufacturers'), await namesIn('/product-types')]).toEqual([[other], [type]]);
  });

  it('brings the prices of before back, where they are as it made them', async () => {
    const { manager, phone, sku } = await makeImportPlace(server);
    const other = await makeVariation(server.database);
    const { id } = await imported(
      manager,
      'prices',
      csvOf([
        ['SKU', 'Retail price', 'Member price'],
        [sku, '1100', '1050'],
        [other.product.sku, '1200', ''],
      ]),
    );
    expectDone(
      await manager.put(`/products/${other.product.id}/variations/${other.id}`, { retail_price: 1300 }),
    );
    expect(await preview(manager, id)).toEqual({ goes: 1, stays: [{ reason: 'It was changed', count: 1 }] });
    expect(await undone(manager, id)).toMatchObject({ undone_count: 1, kept_count: 1 });
    const pricesOf = async (productId: number) =>
      expectDone(await manager.get<{ product_variations: object[] }>(`/products/${productId}`))
        .product_variations[0];
    expect(await pricesOf(phone.product.id)).toMatchObject({ retail_price: 1000, member_price: 970 });
    expect(await pricesOf(other.product.id)).toMatchObject({ retail_price: 1300 });
    const { data } = expectDone(
      await manager.get<{ data: object[] }>(`/products/${phone.product.id}/history`),
    );
    expect(data).toContainEqual(
      expect.objectContaining({ field: 'retail_price', before: 1100, after: 1000 }),
    );
  });

  it('deletes the customers whom nobody has changed or served', async () => {
    const { store, manager, seller, phone } = await makeImportPlace(server);
    const numbers = Array.from({ length: 7 }, () => `0919 8${String((lastImei += 1)).padStart(6, '0')}`);
    const file = csvOf([
      ['Name', 'Phone', 'Points'],
      ...numbers.map((number, at) => [`Ana ${at}`, number, at === 0 ? '250' : '']),
    ]);
    const { id } = await imported(manager, 'customers', file);
    const idOf = async (number = '') =>
      expectDone(
        await manager.get<{ data: { id: number }[] }>(`/customers?phone=${encodeURIComponent(number)}`),
      ).data[0]?.id;
    const [, changed, given, gone, served, cancelled, buying] = await Promise.all(numbers.map(idOf));
    const [sold, dropped, parked] = await makeUnits(server.database, {
      count: 3,
      product_variation_id: phone.id,
      store_id: store.id,
    });
    await sell(seller, [sold?.id ?? 0], { customer_id: served });
    const draft = await openDraft(seller, [dropped?.id ?? 0], { customer_id: cancelled });
    expectDone(await seller.delete(`/transactions/${draft.id}`, { reason: 'Changed their mind' }));
    await openDraft(seller, [parked?.id ?? 0], { customer_id: buying });
    expectDone(await manager.put(`/customers/${changed}`, { notes: 'Regular' }));
    expectDone(await manager.post(`/customers/${given}/add-points`, { points: 5, reason: 'Birthday' }));
    const admin = await makeStaff(server.database, { store_id: store.id, role: 'admin' });
    expectDone(await (await signIn(server.url, admin.email)).delete(`/customers/${gone}`));
    expect(await undone(manager, id)).toMatchObject({ undone_count: 1, kept_count: 6 });
    expect(await problemsIn(manager, id, 'kept')).toEqual([
      [3, 'row: They were changed'],
      [4, 'row: Their points were changed'],
      [5, 'row: They were deleted'],
      [6, 'row: They have sales'],
      [7, 'row: They had a draft that was cancelled'],
      [8, 'row: They have a draft'],
    ]);
    expect(await checked(manager, 'customers', file)).toMatchObject({ good_rows: 2, bad_rows: 5 });
  });

  it('is one that is done, of a kind that the person may import, and is audited once', async () => {
    const { manager, warehouse, seller, sku } = await makeImportPlace(server);
    const file = csvOf([
      ['SKU', 'IMEI', 'Category'],
      [sku, nextImei(), 'new'],
    ]);
    const { id } = await checked(manager, 'inventory', file);
    const refused = await manager.delete(`/imports/${id}`);
    expect([refused.status, refused.body.message]).toEqual([409, 'Nothing of this file is imported yet']);
    expect((await manager.get(`/imports/${id}/undo`)).status).toBe(409);
    await applied(manager, id);
    expect((await seller.delete(`/imports/${id}`)).status).toBe(404);
    expect((await seller.get(`/imports/${id}/undo`)).status).toBe(404);
    const answers = await Promise.all([warehouse.delete(`/imports/${id}`), manager.delete(`/imports/${id}`)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await settled(manager, id)).toMatchObject({ state: 'undone', undone_count: 1 });
    expect((await manager.get(`/imports/${id}/undo`)).status).toBe(409);
    const events = await server.database.reader
      .selectFrom('audit_log')
      .select('details_json')
      .where('action', '=', 'imports.undo')
      .where('subject_id', '=', id)
      .execute();
    const changes = events.map(({ details_json }) => JSON.parse(details_json ?? '{}').changes ?? []);
    expect(changes.flat()).toContainEqual({ field: 'state', before: 'Imported', after: 'Taking back' });
    expect(changes.flat().filter(({ field }: { field: string }) => field === 'state')).toHaveLength(1);
    const cancelled = await checked(manager, 'inventory', file);
    expectDone(await manager.post(`/imports/${cancelled.id}/cancel`));
    expect((await manager.delete(`/imports/${cancelled.id}`)).body.message).toBe('This import was cancelled');
    expect(await lookAt(manager, cancelled.id)).toMatchObject({ state: 'cancelled' });
  });
});
