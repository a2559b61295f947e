import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetCancelled } from '#server/modules/imports/imports.public.ts';
import {
  applied,
  apply,
  checked,
  csvOf,
  lookAt,
  problemsIn,
  rowsIn,
  settled,
  upload,
  type WireImport,
  type WireRows,
} from '#tests/support/imports.ts';
import { signIn } from '#tests/support/http.ts';
import { makeImportPlace, unitsOfVariation } from '#tests/support/import-place.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCable, makeImei, makeStaff, makeSupplier } from '#tests/support/shop.ts';

let lastImei = 800_000;
const nextImei = () => makeImei((lastImei += 1));
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));

onEveryEngine('files that are imported', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  const unitsOf = (variationId: number) => unitsOfVariation(server, variationId);

  describe('of units without numbers', () => {
    const HEAD = ['SKU', 'Category', 'Condition rating', 'Purchase cost', 'Store', 'Notes'];
    const ROWS = [
      ['new', '', '1,150.00', '', 'Box 1'],
      ['new', '', '1,150.00', '', 'Box 1'],
      ['used', '4', '900', '', ''],
    ];

    it('are known again however they were saved anew, and are new where anything else is said', async () => {
      const { manager } = await makeImportPlace(server);
      const cable = await makeCable(server.database);
      const rows = ROWS.map((row) => [cable.product.sku, ...row]);
      await applied(manager, (await checked(manager, 'inventory', csvOf([HEAD, ...rows]))).id);
      const turned = [HEAD, ...rows].map((row) => row.toReversed());
      const plain = rows.map((row) => row.map((cell) => cell.replace('1,150.00', '1150')));
      const savedAnew: Record<string, string | Uint8Array<ArrayBuffer>> = {
        'other line ends': csvOf([HEAD, ...rows]).replaceAll('\r\n', '\n'),
        'another encoding': utf16(csvOf([HEAD, ...rows])),
        'another separator': csvOf([HEAD, ...rows], ';'),
        'other columns first': csvOf(turned),
        'an empty row': csvOf([HEAD, ...rows.slice(0, 1), HEAD.map(() => ''), ...rows.slice(1)]),
        'another order': csvOf([HEAD, ...rows.toReversed()]),
        'amounts without commas': csvOf([HEAD, ...plain]),
      };
      for (const [how, file] of Object.entries(savedAnew)) {
        const again = await checked(manager, 'inventory', file);
        expect([how, again.good_rows, again.bad_rows]).toEqual([how, 0, 3]);
      }
      expect(await unitsOf(cable.id)).toHaveLength(3);
      const more = await checked(manager, 'inventory', csvOf([HEAD, ...rows, rows[0] ?? []]));
      expect([more.good_rows, more.bad_rows]).toEqual([4, 0]);
    });

    it('are another file in another store', async () => {
      const { store, manager } = await makeImportPlace(server);
      const cable = await makeCable(server.database);
      const rows = ROWS.map((row) => [cable.product.sku, ...row]);
      const file = csvOf([HEAD, ...rows]);
      await applied(manager, (await checked(manager, 'inventory', file)).id);
      const other = await makeImportPlace(server);
      expect(
        await applied(other.manager, (await checked(other.manager, 'inventory', file)).id),
      ).toMatchObject({
        made_rows: 3,
      });
      const stores = (await unitsOf(cable.id)).map(({ store_id }) => store_id);
      expect(stores.toSorted((a, b) => a - b)).toEqual(
        [store.id, other.store.id].flatMap((id) => [id, id, id]).toSorted((a, b) => a - b),
      );
      // With each store's code in its rows it is the same file again.
      const named = rows.map((row) => row.map((cell, at) => (at === 4 ? store.code : cell)));
      expect(await checked(manager, 'inventory', csvOf([HEAD, ...named]))).toMatchObject({ bad_rows: 3 });
    });

    it('come once more where the uploader says so, who is told of the earlier import', async () => {
      const { manager, sku } = await makeImportPlace(server);
      const cable = await makeCable(server.database);
      const numbered = [sku, 'new', '', '', '', ''];
      const file = csvOf([
        ['IMEI', ...HEAD],
        ...ROWS.map((row) => ['', cable.product.sku, ...row]),
        [nextImei(), ...numbered],
      ]);
      const first = await checked(manager, 'inventory', file);
      expect([first.earlier, first.again_rows]).toEqual([null, 0]);
      const { applied_at } = await applied(manager, first.id);

      const second = await checked(manager, 'inventory', file);
      const { staff } = manager;
      expect(second).toMatchObject({
        good_rows: 0,
        bad_rows: 4,
        again_rows: 3,
        earlier: { id: first.id, file_name: 'stock.csv', applied_at, applied_by: { id: staff.id } },
      });
      const answers = { columns: second.columns, take_again: true };
      expectDone(await manager.put(`/imports/${second.id}/columns`, answers));
      expect(await settled(manager, second.id)).toMatchObject({
        good_rows: 3,
        bad_rows: 1,
        again_rows: 0,
        takes_again: true,
        earlier: { id: first.id },
      });
      expect((await problemsIn(manager, second.id))[0]?.[1]).toMatch(/has this IMEI already$/);
      expect(await applied(manager, second.id, { good_only: true })).toMatchObject({ made_rows: 3 });
      expect(await unitsOf(cable.id)).toHaveLength(6);
      expect(await checked(manager, 'inventory', file)).toMatchObject({
        again_rows: 3,
        earlier: { id: second.id },
      });
    });

    it('are made once by two that were both checked before', async () => {
      const { manager } = await makeImportPlace(server);
      const cable = await makeCable(server.database);
      const rows = ROWS.map((row) => [cable.product.sku, ...row]);
      const [first, second] = [
        await checked(manager, 'inventory', csvOf([HEAD, ...rows])),
        await checked(manager, 'inventory', csvOf([HEAD, ...rows.toReversed()], ';')),
      ];
      await applied(manager, first.id);
      expect(await applied(manager, second.id)).toMatchObject({ made_rows: 0, not_taken_rows: 3 });
    });
  });

  it('make as many units as a row says where they have no numbers, and are known again', async () => {
    const { store, manager, sku } = await makeImportPlace(server);
    const cable = await makeCable(server.database);
    const HEAD = ['SKU', 'Category', 'Serial number', 'Qty'];
    const row = (quantity: string, serial = '') => [cable.product.sku, 'new', serial, quantity];
    const rows = [
      row('7'),
      row(''),
      row('500'),
      row('1', 'CABLE-1'),
      row('2', 'CABLE-2'),
      row('0'),
      row('1.5'),
      row('a few'),
      row('501'),
      row('9007199254740993'),
      [sku, 'new', '', '3'],
    ];
    const found = await checked(manager, 'inventory', csvOf([HEAD, ...rows]));
    expect(await problemsIn(manager, found.id)).toEqual([
      [6, 'quantity: A unit with a number of its own is one: write 1, and the others in rows of their own'],
      [7, 'quantity: Write a whole number from 1'],
      [8, 'quantity: Write a whole number from 1'],
      [9, 'quantity: Write a whole number from 1'],
      [10, 'quantity: At most 500 in one row. Split it over several rows'],
      [11, 'quantity: At most 500 in one row. Split it over several rows'],
      [12, 'serial_number: This product needs a serial number or an IMEI'],
    ]);
    expect(found).toMatchObject({ good_rows: 4, units: 509 });
    expect(await applied(manager, found.id, { good_only: true })).toMatchObject({ made_rows: 4 });
    const units = await unitsOf(cable.id);
    expect(units).toHaveLength(509);
    expect(units.every(({ status, sold_at }) => status === 'available' && sold_at === null)).toBe(true);
    const kept = await server.database.reader
      .selectFrom('stock_of_variations')
      .select(['units', 'known'])
      .where('store_id', '=', store.id)
      .where('product_variation_id', '=', cable.id)
      .executeTakeFirst();
    expect(kept).toEqual({ units: 509, known: 509 });

    const again = await checked(manager, 'inventory', csvOf([HEAD, ...rows].map((one) => one.toReversed())));
    expect(again).toMatchObject({ good_rows: 0, units: 0, bad_rows: rows.length });
  });

  it('make at most 100,000 units', async () => {
    const { manager } = await makeImportPlace(server);
    const cable = await makeCable(server.database);
    const rows = Array.from({ length: 201 }, () => [cable.product.sku, 'new', '500']);
    const { id, units } = await checked(
      manager,
      'inventory',
      csvOf([['SKU', 'Category', 'Quantity'], ...rows]),
    );
    expect(units).toBe(100_000);
    expect(await problemsIn(manager, id)).toEqual([
      [202, 'quantity: At most 100,000 units in one file. Split it'],
    ]);
  });

  it('wait for the uploader to see which columns are left out', async () => {
    const { manager, sku } = await makeImportPlace(server);
    const file = csvOf([
      ['Row', 'SKU', 'Colour', 'IMEI', 'Category', '', 'Box', 'Problems'],
      ['2', sku, 'Black', nextImei(), 'new', 'shelf 3', '', 'none'],
    ]);
    const { id, state, left_out, missing, columns } = expectDone(
      await upload<WireImport>(manager, 'inventory', file),
    );
    expect({ state, left_out, missing }).toEqual({
      state: 'matching',
      left_out: ['Colour', 'Column F'],
      missing: [],
    });
    expect((await apply(manager, id)).body.message).toBe('Say which column is what first');
    expectDone(await manager.put(`/imports/${id}/columns`, { columns: { ...columns, notes: 2 } }));
    expect(await settled(manager, id)).toMatchObject({
      state: 'ready',
      good_rows: 1,
      left_out: ['Column F'],
    });
    expect(await applied(manager, id)).toMatchObject({ made_rows: 1, left_out: ['Column F'] });
  });

  it('of units say which IMEIs may be misread, and import them all the same', async () => {
    const { manager, phone, sku } = await makeImportPlace(server);
    const good = nextImei();
    const odd = `${good.slice(0, 14)}${(Number(good[14]) + 1) % 10}`;
    const file = csvOf([
      ['SKU', 'IMEI', 'IMEI 2', 'Category'],
      [sku, nextImei(), '', 'new'],
      [sku, nextImei(), odd, 'new'],
      [sku, '12345', '', 'new'],
      [sku, nextImei().slice(0, 14), '', 'new'],
    ]);
    const found = await checked(manager, 'inventory', file);
    expect(found).toMatchObject({ good_rows: 4, bad_rows: 0, warned_rows: 2 });
    const odds = expectDone(await manager.get<WireRows>(`/imports/${found.id}/rows?state=good&warned=true`));
    expect(odds.total).toBe(2);
    expect(odds.data).toMatchObject([
      {
        row: 3,
        problems: [],
        warnings: [{ field: 'imei2', message: 'Its last digit does not fit: check this IMEI' }],
      },
      {
        row: 5,
        warnings: [{ field: 'imei', message: 'Only 14 digits: compare it with the IMEI on the box' }],
      },
    ]);
    expect(await applied(manager, found.id)).toMatchObject({ made_rows: 4 });
    expect((await unitsOf(phone.id)).map(({ imei2 }) => imei2)).toContain(odd);
  });

  it('of units warn of serial numbers that a spreadsheet made dates of, and refuse what it shortened', async () => {
    const { manager, sku } = await makeImportPlace(server);
    const { id, warned_rows } = await checked(
      manager,
      'inventory',
      csvOf([
        ['SKU', 'Serial number', 'QR code', 'Category'],
        [sku, '5-Dec', '', 'new'],
        [sku, 'DECK-5', 'Jan-24', 'new'],
        [sku, '1.23457E+14', '', 'new'],
        [sku, 'F2LX-1', '1.23458E+14', 'new'],
      ]),
    );
    expect(warned_rows).toBe(2);
    const odd = await rowsIn(manager, id, 'good');
    const message = 'A spreadsheet may have made a date of this: check it';
    expect(odd.map(({ warnings }) => warnings)).toEqual([
      [{ field: 'serial_number', message }],
      [{ field: 'qr_code', message }],
    ]);
    const short = 'A spreadsheet shortened this number. Format its column as text, and save it again';
    expect(await problemsIn(manager, id)).toEqual([
      [4, `serial_number: ${short}`],
      [5, `qr_code: ${short}`],
    ]);
  });

  it('of units name the supplier by code or name', async () => {
    const { manager, phone, sku } = await makeImportPlace(server);
    const one = await makeSupplier(server.database, { name: 'Señor Parts' });
    const twins = [
      await makeSupplier(server.database, { name: 'Twin Trade' }),
      await makeSupplier(server.database, { name: 'Twin Trade', is_active: 0 }),
    ];
    const row = (supplier: string) => [sku, nextImei(), 'new', supplier];
    const file = csvOf([
      ['SKU', 'IMEI', 'Category', 'Supplier'],
      row(one.code.toLowerCase()),
      row('SENOR PARTS'),
      row(twins[1]?.code ?? ''),
      row(''),
      row('twin trade'),
      row('Nobody Inc'),
    ]);
    const { id } = await checked(manager, 'inventory', file);
    expect(await problemsIn(manager, id)).toEqual([
      [6, 'supplier: Several suppliers are called so. Write the code'],
      [7, 'supplier: There is no supplier with this code or name'],
    ]);
    await applied(manager, id, { good_only: true });
    const units = await unitsOf(phone.id);
    expect(units.map(({ supplier_id }) => supplier_id)).toEqual([one.id, one.id, twins[1]?.id, null]);
    const history = async (unit: number | undefined) =>
      expectDone(
        await manager.get<{ life: { kind: string; supplier: object | null }[] }>(`/inventory/${unit}`),
      ).life;
    expect(await history(units[0]?.id)).toMatchObject([{ kind: 'received', supplier: { id: one.id } }]);
  });

  it('whose columns are called alike wait for somebody to say which one is meant', async () => {
    const { manager, sku } = await makeImportPlace(server);
    const [wrong, right] = [nextImei(), nextImei()];
    const file = csvOf([
      ['SKU', 'IMEI', 'Category', 'imei', 'Remark', 'Remark'],
      [sku, wrong, 'new', right, 'a', 'b'],
    ]);
    const { id, state } = expectDone(await upload<WireImport>(manager, 'inventory', file));
    expect(state).toBe('matching');
    expect(await lookAt(manager, id)).toMatchObject({
      repeated: ['IMEI'],
      missing: [],
      columns: { imei: 1 },
    });
    const columns = { sku: 0, category: 2, imei: 3 };
    expectDone(await manager.put(`/imports/${id}/columns`, { columns }));
    expect(await settled(manager, id)).toMatchObject({ state: 'ready', good_rows: 1 });
    expect(await rowsIn(manager, id, 'good')).toMatchObject([{ values: { imei: right } }]);
  });

  it('say that a comma before decimals is none, and tell no cost to whoever sees none', async () => {
    const { store, manager, sku } = await makeImportPlace(server);
    const boss = await makeStaff(server.database, { store_id: store.id, role: 'admin' });
    const admin = await signIn(server.url, boss.email);
    expectDone(await admin.put('/roles/tech_support', { permissions: ['products.view', 'products.edit'] }));
    const person = await makeStaff(server.database, { store_id: store.id, role: 'tech_support' });
    const blind = await signIn(server.url, person.email);
    const file = (price: string) =>
      csvOf([
        ['SKU', 'Retail price', 'Minimum price'],
        [sku, price, '700'],
      ]);
    const comma = await checked(manager, 'prices', file('1234,50'));
    expect(await problemsIn(manager, comma.id)).toEqual([
      [2, 'retail_price: Write 1234.50: a comma parts thousands only'],
    ]);
    // It cost 800.
    const seen = await checked(manager, 'prices', file('799'));
    expect(await problemsIn(manager, seen.id)).toEqual([
      [2, 'retail_price: Retail price should be higher than cost'],
    ]);
    // Prices on both sides of the cost are answered alike: only the minimum refuses one.
    for (const price of ['799', '801']) {
      const unseen = await checked(blind, 'prices', file(price));
      expect(unseen).toMatchObject({ good_rows: 1, bad_rows: 0 });
      expect(await applied(blind, unseen.id)).toMatchObject({ made_rows: 1, not_taken_rows: 0 });
    }
    const low = await checked(blind, 'prices', file('699'));
    expect(await problemsIn(blind, low.id)).toEqual([
      [2, 'minimum_price: Minimum price should not exceed retail price'],
    ]);
  });

  it('leave nothing of their rows behind once they were cancelled', async () => {
    const { manager, sku } = await makeImportPlace(server);
    const file = csvOf([
      ['SKU', 'IMEI', 'Category'],
      [sku, nextImei(), 'new'],
    ]);
    const [kept, cancelled] = [
      await checked(manager, 'inventory', file),
      await checked(manager, 'inventory', file),
    ];
    expectDone(await manager.post(`/imports/${cancelled.id}/cancel`));
    await forgetCancelled(server.database);
    expect(await rowsIn(manager, cancelled.id, 'good')).toEqual([]);
    expect(await rowsIn(manager, kept.id, 'good')).toHaveLength(1);
    expect(await lookAt(manager, cancelled.id)).toMatchObject({ state: 'cancelled', good_rows: 1 });
  });

  // The last one: after a failure the server rests.
  it('are checked though an earlier one cannot be worked on', async () => {
    const { manager, sku } = await makeImportPlace(server);
    const file = () =>
      csvOf([
        ['SKU', 'IMEI', 'Category', 'Box'],
        [sku, nextImei(), 'new', 'A'],
      ]);
    const damaged = expectDone(await upload<WireImport>(manager, 'inventory', file()));
    const next = expectDone(await upload<WireImport>(manager, 'inventory', file()));
    await server.database.write(async (writer) => {
      const content = Buffer.from('damaged');
      await writer.updateTable('import_files').set({ content }).where('import_id', '=', damaged.id).execute();
      const both = [damaged.id, next.id];
      await writer.updateTable('imports').set({ state: 'checking' }).where('id', 'in', both).execute();
    });
    expect(await settled(manager, next.id)).toMatchObject({ state: 'ready', good_rows: 1 });
    expect((await lookAt(manager, damaged.id)).state).toBe('checking');
    expectDone(await manager.post(`/imports/${damaged.id}/cancel`));
  });
});
