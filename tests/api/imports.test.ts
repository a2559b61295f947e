import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UPLOAD_MAX } from '#domain/media.ts';
import { unitCodeFields, unitCodeKinds, unitCodeLabels, type UnitCodeField } from '#domain/receiving.ts';
import type { Writer } from '#server/db/access.ts';
import { customerRows } from '#server/modules/imports/customer-rows.ts';
import type { ImportRow } from '#server/modules/imports/imports.repository.ts';
import { signIn, type Caller, type SignedIn } from '#tests/support/http.ts';
import {
  applied,
  apply,
  checked,
  csvOf,
  problemsIn,
  rowsIn,
  settled,
  upload,
  type WireImport,
  type WireImports,
} from '#tests/support/imports.ts';
import { makeImportPlace, unitsOfVariation } from '#tests/support/import-place.ts';
import { runSql } from '#tests/support/run-sql.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCable, makeImei, makeStaff, makeStore, makeUnits, makeVariation } from '#tests/support/shop.ts';

let lastImei = 700_000;
const nextImei = () => makeImei((lastImei += 1));

/** Waits in PostgreSQL until a transaction waits for another one; ends all the same where none does. */
const UNTIL_ONE_WAITS = `do $$ begin
  for turn in 1..200 loop
    exit when exists (select 1 from pg_locks where not granted);
    perform pg_sleep(0.01);
  end loop;
end $$`;

onEveryEngine('imports', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  const makePlace = () => makeImportPlace(server);

  const unitsOf = (variationId: number) => unitsOfVariation(server, variationId);
  const listed = async (by: SignedIn) =>
    expectDone(await by.get<{ total: number; data: { imei: string | null }[] }>('/inventory'));

  describe('units', () => {
    const HEAD = ['SKU', 'IMEI', 'Category', 'Condition rating', 'Purchase cost', 'Notes'];

    it('are checked first, and come to stand in the store when they are imported', async () => {
      const { store, manager, phone, sku } = await makePlace();
      const imeis = [nextImei(), nextImei()];
      const file = csvOf([
        HEAD,
        [sku, imeis[0] ?? '', 'new', '', '800.50', ''],
        [sku, imeis[1] ?? '', 'Used', '4', '1,200.00', 'Small scratch'],
      ]);
      const found = await checked(manager, 'inventory', file);
      expect(found).toMatchObject({
        state: 'ready',
        file_name: 'stock.csv',
        total_rows: 2,
        good_rows: 2,
        bad_rows: 0,
        progress: 100,
        store: { id: store.id },
        columns: { sku: 0, imei: 1, category: 2, condition_rating: 3, purchase_cost: 4, notes: 5 },
      });
      expect(await unitsOf(phone.id)).toEqual([]);

      expect(await applied(manager, found.id)).toMatchObject({
        state: 'done',
        made_rows: 2,
        not_taken_rows: 0,
        applied_by: { id: manager.staff.id },
      });
      expect(await unitsOf(phone.id)).toMatchObject([
        { store_id: store.id, status: 'available', category: 'new', imei: imeis[0], purchase_cost: 80_050 },
        {
          status: 'available',
          sold_at: null,
          category: 'used',
          condition_rating: 4,
          imei: imeis[1],
          purchase_cost: 120_000,
          notes: 'Small scratch',
          created_by_id: manager.staff.id,
        },
      ]);
      expect((await listed(manager)).total).toBe(2);
    });

    it('tell in their history who imported them, and from which file', async () => {
      const { manager, phone, sku } = await makePlace();
      const { id } = await checked(manager, 'inventory', csvOf([HEAD, [sku, nextImei(), 'new', '', '', '']]));
      await applied(manager, id);
      const [unit] = await unitsOf(phone.id);
      const { life: history } = expectDone(
        await manager.get<{ life: { kind: string; by: { id: number }; reason: string }[] }>(
          `/inventory/${unit?.id}`,
        ),
      );
      expect(history).toMatchObject([
        { kind: 'received', by: { id: manager.staff.id }, reason: 'Imported from stock.csv' },
      ]);
    });

    it('name each bad row and field, and the unit that has a number already', async () => {
      const { store, manager, phone, sku } = await makePlace();
      const [there] = await makeUnits(server.database, {
        count: 1,
        store_id: store.id,
        product_variation_id: phone.id,
      });
      const twice = nextImei();
      const short = there?.imei?.slice(0, -1) ?? '';
      const { id, good_rows, bad_rows } = await checked(
        manager,
        'inventory',
        csvOf([
          HEAD,
          [sku, there?.imei ?? '', 'new', '', '', ''],
          [sku, '', 'new', '', '', ''],
          ['NOT-THERE', nextImei(), 'new', '', '', ''],
          [sku, nextImei(), 'new', '5', '', ''],
          [sku, nextImei(), 'used', '7', '-1', ''],
          [sku, nextImei(), '', '', '', ''],
          [sku, '3.56789E+14', 'new', '', '', ''],
          [sku, twice, 'new', '', '', ''],
          [sku, twice, 'new', '', '', ''],
          [sku, short, 'new', '', '', ''],
          [sku, twice.slice(0, -1), 'new', '', '', ''],
        ]),
      );
      expect({ good_rows, bad_rows }).toEqual({ good_rows: 1, bad_rows: 10 });
      expect(await problemsIn(manager, id)).toEqual([
        [2, `imei: ${phone.product.name} ${phone.name}, ${store.name}, has this IMEI already`],
        [3, 'serial_number: This product needs a serial number or an IMEI'],
        [4, 'sku: No product has this SKU'],
        [5, 'condition_rating: Only used and refurbished items have a condition rating'],
        [6, 'condition_rating: Choose a rating from 1 to 5', 'purchase_cost: Invalid amount'],
        [7, 'category: Category is required'],
        [8, 'imei: A spreadsheet shortened this number. Format its column as text, and save it again'],
        [10, 'imei: Row 9 of this file has this IMEI, too'],
        [
          11,
          'imei: Row 2 of this file has this IMEI, too',
          `imei: ${phone.product.name} ${phone.name}, ${store.name}, has this IMEI already, as ${there?.imei}`,
        ],
        [12, 'imei: Row 9 of this file has this IMEI, too'],
      ]);
      expect((await rowsIn(manager, id, 'bad'))[0]?.problems[0]?.inventory_item_id).toBe(there?.id);
      const csv = expectDone(await manager.get<string>(`/imports/${id}/export`));
      expect(csv.split('\r\n')[2]).toContain('This product needs a serial number or an IMEI');
    });

    it('are refused where another unit, of the file or in stock, has a number in whatever column', async () => {
      const { store, manager, phone, sku } = await makePlace();
      const NUMBERED = ['SKU', 'Category', ...unitCodeFields.map((field) => unitCodeLabels[field])];
      const rowOf = (codes: Partial<Record<UnitCodeField, string>>) => [
        sku,
        'new',
        ...unitCodeFields.map((field) => codes[field] ?? (field === 'serial_number' ? nextImei() : '')),
      ];
      const pairs = unitCodeFields.flatMap((one) => unitCodeFields.map((other) => ({ one, other })));
      const isAlike = ({ one, other }: (typeof pairs)[number]) => unitCodeKinds[one] === unitCodeKinds[other];
      const codes = pairs.map(() => nextImei());
      const there = pairs.map(({ one }, at) => rowOf({ [one]: codes[at] }));
      const again = pairs.map(({ other }, at) => rowOf({ [other]: codes[at] }));

      const beside = await checked(manager, 'inventory', csvOf([NUMBERED, ...there, ...again]));
      expect(await problemsIn(manager, beside.id)).toEqual(
        pairs.map((pair, at) => [
          at + 2 + pairs.length,
          `${pair.other}: Row ${at + 2} of this file has this ${isAlike(pair) ? unitCodeKinds[pair.other] : 'number'}, too`,
        ]),
      );
      await applied(manager, beside.id, { good_only: true });
      const owner = `${phone.product.name} ${phone.name}, ${store.name}`;
      const after = await checked(manager, 'inventory', csvOf([NUMBERED, ...again]));
      expect(await problemsIn(manager, after.id)).toEqual(
        pairs.map((pair, at) => [
          at + 2,
          `${pair.other}: ${owner}, has ${isAlike(pair) ? `this ${unitCodeKinds[pair.other]} already` : `this as its ${unitCodeKinds[pair.one]}`}`,
        ]),
      );
      const own = nextImei();
      const alone = await checked(
        manager,
        'inventory',
        csvOf([NUMBERED, rowOf({ serial_number: own, imei: own })]),
      );
      expect(await problemsIn(manager, alone.id)).toEqual([[2, 'imei: This is the serial number again']]);
    });

    it('are refused where a row has more cells than there are columns', async () => {
      const { manager, sku } = await makePlace();
      const { id } = await checked(
        manager,
        'inventory',
        `${HEAD.join(',')}\n${sku},${nextImei()},new,,1,200.00,Scratch\n`,
      );
      expect(await problemsIn(manager, id)).toEqual([
        [
          2,
          'row: This row has more cells than there are columns. Text with a comma in it has to be in quotes',
        ],
      ]);
    });

    it('are refused where a quote that is not closed takes the next rows into its cell', async () => {
      const { manager, phone, sku } = await makePlace();
      const row = (first: string) => [first, nextImei(), 'new', '', '', ''].join(',');
      const quoted = (count: number) => [row(`"${sku}`), ...Array.from({ length: count }, () => row(sku))];
      const file = [HEAD.join(','), ...quoted(1), row(`"${sku}"`), ...quoted(0), row(`"${sku}"`), row(sku)];
      const { id } = await checked(manager, 'inventory', file.join('\n'));
      const unclosed = 'row: A quote at the beginning of a cell is not closed: the cell takes in the';
      expect(await problemsIn(manager, id)).toEqual([
        [2, `${unclosed} next 2 rows`],
        [3, `${unclosed} next row`],
      ]);
      await applied(manager, id, { good_only: true });
      expect(await unitsOf(phone.id)).toHaveLength(1);
    });

    it('take a text of several lines in quotes', async () => {
      const { manager, phone, sku } = await makePlace();
      const notes = 'Scratched, a bit, at its back, cable, box\nBattery 90 %';
      const head = ['Notes', ...HEAD.slice(0, -1)];
      const { id } = await checked(
        manager,
        'inventory',
        csvOf([head, [notes, sku, nextImei(), 'new', '', '']]),
      );
      expect(await problemsIn(manager, id)).toEqual([]);
      await applied(manager, id);
      expect(await unitsOf(phone.id)).toMatchObject([{ notes }]);
    });

    it('write nothing unless all rows are good, or the person takes the good ones', async () => {
      const { manager, phone, sku } = await makePlace();
      const good = nextImei();
      const { id } = await checked(
        manager,
        'inventory',
        csvOf([HEAD, [sku, good, 'new', '', '', ''], [sku, '', 'new', '', '', '']]),
      );
      expect((await apply(manager, id)).body.code).toBe('has_bad_rows');
      expect(await unitsOf(phone.id)).toEqual([]);
      expect(await applied(manager, id, { good_only: true })).toMatchObject({ state: 'done', made_rows: 1 });
      expect((await unitsOf(phone.id)).map(({ imei }) => imei)).toEqual([good]);
    });

    it('leave out a row whose number somebody took between preview and import, and go on with the rest', async () => {
      const { store, manager, phone, sku } = await makePlace();
      const [lost, kept] = [nextImei(), nextImei()];
      const { id } = await checked(
        manager,
        'inventory',
        csvOf([HEAD, [sku, lost, 'new', '', '', ''], [sku, kept, 'new', '', '', '']]),
      );
      await makeUnits(server.database, {
        count: 1,
        store_id: store.id,
        product_variation_id: phone.id,
        imei: lost,
      });
      expect(await applied(manager, id)).toMatchObject({ state: 'done', made_rows: 1, not_taken_rows: 1 });
      expect(await problemsIn(manager, id, 'not_taken')).toEqual([
        [2, `imei: ${phone.product.name} ${phone.name}, ${store.name}, has this IMEI already`],
      ]);
      expect((await unitsOf(phone.id)).filter(({ imei }) => imei === kept)).toHaveLength(1);
    });

    it('go to the store that their row names, and to none where the person does not work', async () => {
      const { store, manager, phone, sku } = await makePlace();
      const other = await makeStore(server.database);
      const foreign = await checked(
        manager,
        'inventory',
        csvOf([
          ['sku', 'imei', 'category', 'store'],
          [sku, nextImei(), 'new', store.code],
          [sku, nextImei(), 'new', other.code],
        ]),
      );
      expect(await problemsIn(manager, foreign.id)).toEqual([
        [3, 'store: None of your active stores has this name'],
      ]);
      await applied(manager, foreign.id, { good_only: true });
      expect((await unitsOf(phone.id)).map(({ store_id }) => store_id)).toEqual([store.id]);
    });

    it('without numbers are made once by the same file, however often it is brought', async () => {
      const { manager } = await makePlace();
      const cable = await makeCable(server.database);
      const row = [cable.product.sku, '', 'new', '', '', ''];
      const file = csvOf([HEAD, row, row]);
      await applied(manager, (await checked(manager, 'inventory', file)).id);
      const again = await checked(manager, 'inventory', file);
      expect(again).toMatchObject({ good_rows: 0, bad_rows: 2 });
      expect((await problemsIn(manager, again.id))[0]).toEqual([
        2,
        'sku: An earlier import of the same file made this unit',
      ]);
      expect(await unitsOf(cable.id)).toHaveLength(2);
    });

    it('are nowhere to be seen before the import ends', async () => {
      const { store, manager, seller, phone, sku } = await makePlace();
      const imei = nextImei();
      const { id } = await checked(manager, 'inventory', csvOf([HEAD, [sku, imei, 'new', '', '', '']]));
      await applied(manager, id);
      const [unit] = await unitsOf(phone.id);
      const hide = (status: 'sold' | 'available', sold_at: number | null) =>
        server.database.write((writer) =>
          writer
            .updateTable('inventory_items')
            .set({ status, sold_at })
            .where('id', '=', unit?.id ?? 0)
            .execute(),
        );
      await hide('sold', 0);
      expect((await listed(manager)).data).toEqual([]);
      expect((await manager.get(`/inventory/${unit?.id}`)).status).toBe(404);
      expect(
        expectDone(await manager.get<{ unit: unknown }>(`/inventory/where-is?code=${imei}`)).unit,
      ).toBeNull();
      expect((await seller.post('/pos/scan', { code: imei })).status).toBe(409);
      expect((await seller.post(`/pos/variations/${phone.id}/lock-next`)).status).toBe(409);
      const taken = await manager.post('/inventory', {
        product_variation_id: phone.id,
        category: 'new',
        imei,
      });
      expect(taken.body).toMatchObject({ code: 'number_taken', taken_by: {} });
      await hide('available', null);
      expect((await seller.post('/pos/scan', { code: imei })).status).toBe(200);
      expect(store.id).toBe(unit?.store_id);
    });
  });

  describe('products', () => {
    const HEAD = [
      'SKU',
      'Product name',
      'Product type',
      'Manufacturer',
      'Variation',
      'Barcode',
      'Cost',
      'Retail price',
      'Minimum price',
      'Attributes',
    ];

    /** Returns the type and manufacturer of an existing product. */
    async function wordsOf(phone: Awaited<ReturnType<typeof makeVariation>>) {
      const { reader } = server.database;
      const type = await reader
        .selectFrom('product_types')
        .select('name')
        .where('id', '=', phone.product.product_type_id)
        .executeTakeFirstOrThrow();
      const maker = await reader
        .selectFrom('manufacturers')
        .select('name')
        .where('id', '=', phone.product.manufacturer_id)
        .executeTakeFirstOrThrow();
      return [type.name, maker.name] as const;
    }
    const productOf = async (by: SignedIn, sku: string) =>
      expectDone(
        await by.get<{ data: { id: number; name: string; variations_count: number }[] }>(
          `/products?search=${sku}`,
        ),
      ).data;

    it('are made with all their variations and prices, and found at once', async () => {
      const { manager, phone, sku } = await makePlace();
      const [type, maker] = await wordsOf(phone);
      const mine = `${sku}-NEW`;
      const { id, good_rows } = await checked(
        manager,
        'products',
        csvOf([
          HEAD,
          [mine.toLowerCase(), 'Pocket Radio', type, maker, 'Red', '', '100', '150', '120', 'Color: Red'],
          [mine, '', '', '', 'Blue', '', '100', '₱1,150.50', '', 'Color: Blue'],
        ]),
      );
      expect(good_rows).toBe(2);
      expect(await applied(manager, id)).toMatchObject({ state: 'done', made_rows: 2 });
      const [product] = await productOf(manager, mine);
      expect(product).toMatchObject({ name: 'Pocket Radio', variations_count: 2 });
      const { product_variations } = expectDone(
        await manager.get<{ product_variations: object[] }>(`/products/${product?.id}`),
      );
      expect(product_variations).toMatchObject([
        {
          name: 'Red',
          cost: 100,
          retail_price: 150,
          minimum_price: 120,
          attributes: [{ name: 'Color', value: 'Red' }],
        },
        { name: 'Blue', retail_price: 1150.5, minimum_price: null },
      ]);
      const history = expectDone(
        await manager.get<{ data: { field: string }[] }>(`/products/${product?.id}/history`),
      );
      expect(history.data.map(({ field }) => field)).toEqual(['created', 'created', 'created']);
    });

    it('are refused row by row, a whole product where one of its rows is bad', async () => {
      const { manager, phone, sku } = await makePlace();
      const [type, maker] = await wordsOf(phone);
      const { id } = await checked(
        manager,
        'products',
        csvOf([
          HEAD,
          [`${sku}-A`, 'Lamp', type, maker, 'Small', '', '100', '150', '', ''],
          [`${sku}-A`, 'Lamp', type, maker, 'Large', '', '100', '90', '', ''],
          [sku, 'Again', type, maker, 'One', '', '1', '2', '', ''],
          [`${sku}-B`, 'Fan', 'No such type', maker, 'One', '', '1', '2', '3', ''],
          [`${sku}-C`, 'Fan', type, maker, 'One', phone.barcode ?? '', '', '2', '', ''],
          [`${sku}-D`, 'Fan', type, maker, 'One', '', '1', '2', '', ''],
          [`${sku}-D`, 'Fan', type, maker, 'ONE', '', '1', '2', '', ''],
        ]),
      );
      expect(await problemsIn(manager, id)).toEqual([
        [2, 'sku: Row 3 of this product has a problem'],
        [3, 'retail_price: Retail price should be higher than cost'],
        [4, `sku: ${phone.product.name} has this SKU already`],
        [
          5,
          'product_type: There is no product type of this name',
          'minimum_price: Minimum price should not exceed retail price',
        ],
        [
          6,
          'cost: Cost is required',
          `barcode: ${phone.product.name}, ${phone.name}, has this barcode already`,
        ],
        [7, 'sku: Row 8 of this product has a problem'],
        [8, 'variation: Row 7 of this file has this variation, too'],
      ]);
      expect((await apply(manager, id, { good_only: true })).body).toMatchObject({
        code: 'illegal_state',
        message: 'No row of this file can be imported',
      });
    });

    it('are one product however its rows are spelt, with its warranty', async () => {
      const { manager, phone, sku } = await makePlace();
      const [type, maker] = await wordsOf(phone);
      const mine = `${sku}-W`;
      const { id } = await checked(
        manager,
        'products',
        csvOf([
          [...HEAD, 'Requires serial', 'Warranty', 'Used warranty'],
          [mine, 'Pocket Phone', type, maker, 'Red', '', '1', '2', '', '', 'yes', '1 year', ''],
          [mine, 'POCKET PHONE', type.toUpperCase(), maker, 'Blue', '', '1', '2', '', '', 'Y', '12', '6 mos'],
          [`${sku}-V`, 'Lamp', type, maker, 'Red', '', '1', '2', '', '', '', '12', ''],
          [`${sku}-V`, 'Lamp', type, maker, 'Blue', '', '1', '2', '', '', '', '24', ''],
          [`${sku}-U`, 'Fan', type, maker, 'Red', '', '1', '2', '', '', '', 'for life', '200'],
        ]),
      );
      expect(await problemsIn(manager, id)).toEqual([
        [4, 'sku: Row 5 of this product has a problem'],
        [5, 'warranty_months: Row 4 says something else about this product'],
        [6, 'warranty_months: Use whole months', 'warranty_months_used: At most 120 months'],
      ]);
      expect(await applied(manager, id, { good_only: true })).toMatchObject({ made_rows: 2 });
      const [product] = await productOf(manager, mine);
      expect(product).toMatchObject({ name: 'Pocket Phone', variations_count: 2 });
      expect(expectDone(await manager.get(`/products/${product?.id}`))).toMatchObject({
        requires_serial: true,
        warranty_months: 12,
        warranty_months_used: 6,
      });
    });

    it('are asked for their costs with the columns, of whoever sees costs', async () => {
      const { manager, sku } = await makePlace();
      const file = csvOf([
        ['SKU', 'Product name', 'Product type', 'Manufacturer', 'Variation', 'Retail price', 'Puhunan'],
        [`${sku}-C`, 'Lamp', 'Lamps', 'Lumina', 'Red', '2', '1'],
      ]);
      const { id, state, missing, columns } = expectDone(await upload<WireImport>(manager, 'products', file));
      expect({ state, missing }).toEqual({ state: 'matching', missing: ['Cost'] });
      expectDone(await manager.put(`/imports/${id}/columns`, { columns: { ...columns, cost: 6 } }));
      expect(await settled(manager, id)).toMatchObject({ state: 'ready', missing: [], left_out: [] });
    });

    it('come with types and manufacturers that do not exist where the uploader says so', async () => {
      const { manager, phone, sku } = await makePlace();
      const [, maker] = await wordsOf(phone);
      const [type, brand] = [`Lamps of ${sku}`, `Lumina ${sku}`];
      const row = (no: number, ofType: string, ofMaker: string) => [
        `${sku}-N${no}`,
        `Lamp ${no}`,
        ofType,
        ofMaker,
        'Red',
        '',
        '1',
        '2',
        '',
        '',
      ];
      const found = await checked(
        manager,
        'products',
        csvOf([HEAD, row(1, type, brand), row(2, type.toUpperCase(), maker), row(3, type, 'x'.repeat(101))]),
      );
      expect(found).toMatchObject({
        good_rows: 0,
        makes_names: false,
        new_names: [
          { field: 'product_type', label: 'Product type', names: [type] },
          { field: 'manufacturer', label: 'Manufacturer', names: [brand] },
        ],
      });
      const { columns, id } = found;
      expectDone(await manager.put(`/imports/${id}/columns`, { columns, make_names: true }));
      expect(await settled(manager, id)).toMatchObject({ good_rows: 2, bad_rows: 1, makes_names: true });
      expect(await problemsIn(manager, id)).toEqual([
        [4, 'manufacturer: There is no manufacturer of this name'],
      ]);
      const namesIn = async (path: string) =>
        expectDone(
          await manager.get<{ data: { name: string }[] }>(`${path}?search=${encodeURIComponent(sku)}`),
        ).data.map(({ name }) => name);
      expect(await namesIn('/product-types')).toEqual([]);
      expect(await applied(manager, id, { good_only: true })).toMatchObject({ made_rows: 2 });
      expect([await namesIn('/product-types'), await namesIn('/manufacturers')]).toEqual([[type], [brand]]);
      const [lamp] = await productOf(manager, `${sku}-N2`);
      expect(expectDone(await manager.get(`/products/${lamp?.id}`))).toMatchObject({
        product_type: { name: type, requires_serial: false },
        manufacturer: { name: maker },
      });
    });

    it('are made once by two imports that were both checked before', async () => {
      const { manager, phone, sku } = await makePlace();
      const [type, maker] = await wordsOf(phone);
      const row = (name: string) => [`${sku}-T`, name, type, maker, 'One', '', '1', '2', '', ''];
      const first = await checked(manager, 'products', csvOf([HEAD, row('First')]));
      const second = await checked(manager, 'products', csvOf([HEAD, row('Second')]));
      await applied(manager, first.id);
      expect(await applied(manager, second.id)).toMatchObject({ made_rows: 0, not_taken_rows: 1 });
      expect((await productOf(manager, `${sku}-T`)).map(({ name }) => name)).toEqual(['First']);
    });
  });

  describe('prices', () => {
    it('show the old beside the new, and change what is different with its history', async () => {
      const { manager, phone, sku } = await makePlace();
      const other = await makeVariation(server.database);
      const { id, good_rows, same_rows, bad_rows } = await checked(
        manager,
        'prices',
        csvOf(
          [
            ['SKU', 'Barcode', 'Retail price', 'Member price', 'Cost'],
            [sku, '', '1100', '', '850'],
            ['', other.barcode ?? '', '1000.00', '', ''],
            ['NOT-THERE', '', '5', '', ''],
          ],
          ';',
        ),
      );
      expect({ good_rows, same_rows, bad_rows }).toEqual({ good_rows: 1, same_rows: 1, bad_rows: 1 });
      const [row] = await rowsIn(manager, id, 'good');
      expect(row).toMatchObject({
        subject: `${phone.product.name}, ${phone.name}`,
        before: { retail_price: '1000.00' },
        cost_before: '800.00',
        values: { retail_price: '1100' },
        cost: '850',
      });
      await applied(manager, id, { good_only: true });
      const { product_variations } = expectDone(
        await manager.get<{ product_variations: object[] }>(`/products/${phone.product.id}`),
      );
      expect(product_variations).toMatchObject([{ retail_price: 1100, cost: 850, member_price: 970 }]);
      const { data } = expectDone(
        await manager.get<{ data: object[] }>(`/products/${phone.product.id}/history`),
      );
      expect(data).toContainEqual(
        expect.objectContaining({ field: 'retail_price', before: 1000, after: 1100 }),
      );
    });

    it('are left as they are where somebody changed them meanwhile', async () => {
      const { manager, phone, sku } = await makePlace();
      const { id } = await checked(
        manager,
        'prices',
        csvOf([
          ['SKU', 'Retail price'],
          [sku, '1200'],
        ]),
      );
      const path = `/products/${phone.product.id}/variations/${phone.id}`;
      expectDone(await manager.put(path, { retail_price: 1300 }));
      expect(await applied(manager, id)).toMatchObject({ made_rows: 0, not_taken_rows: 1 });
      expect(await problemsIn(manager, id, 'not_taken')).toEqual([
        [2, 'retail_price: Somebody changed this price meanwhile'],
      ]);
    });
  });

  describe('customers', () => {
    const HEAD = ['Name', 'Phone', 'Email', 'Birthday', 'Points'];

    it('come with their points, once, however the phone number is written', async () => {
      const { manager } = await makePlace();
      const phone = `0917 7${String((lastImei += 1)).padStart(6, '0')}`;
      const file = csvOf([
        HEAD,
        ['Ana Reyes', phone, 'Ana@Example.ph', '4/23/1990', '250'],
        ['Ana Again', `+63${phone.replace(/\D/g, '').slice(1)}`, '', '', ''],
        ['Ben', '0917 000', 'no mail', '1990-13-01', '-5'],
      ]);
      const { id } = await checked(manager, 'customers', file);
      expect(await problemsIn(manager, id)).toEqual([
        [3, 'phone: Row 2 of this file has this phone number, too'],
        [
          4,
          'email: Invalid email format',
          'birthday: Invalid date',
          'loyalty_points: Points are whole, and not below 0',
        ],
      ]);
      expect(await applied(manager, id, { good_only: true })).toMatchObject({ made_rows: 1 });
      const { data } = expectDone(
        await manager.get<{ data: { id: number }[] }>(`/customers?phone=${encodeURIComponent(phone)}`),
      );
      expect(data).toMatchObject([
        { name: 'Ana Reyes', email: 'ana@example.ph', birthday: '1990-04-23', loyalty_points: 250 },
      ]);
      const ledger = expectDone(await manager.get<{ data: object[] }>(`/customers/${data[0]?.id}/loyalty`));
      expect(ledger.data).toMatchObject([{ points: 250, balance: 250, reason: 'Imported from stock.csv' }]);
      const again = await checked(manager, 'customers', file);
      expect((await problemsIn(manager, again.id))[0]).toEqual([
        2,
        'phone: Ana Reyes has this phone number already',
      ]);
    });

    it('come once where two servers import lists that share them at once', async () => {
      const { seller } = await makePlace();
      const { database, clock } = server;
      const data = {
        ...{ name: 'Shared', phone: `0919 ${(lastImei += 1)}`, email: null, address: null, birthday: null },
        ...{ notes: null, customer_group_id: null, signup_channel_id: null, points: 100, subject: 'Shared' },
      };
      const writing = { staffId: seller.staff.id, now: clock.now(), noteMade: () => {} };
      const writeOne = (writer: Writer) =>
        customerRows.write(writer, [{ row: 2, group: 2, data, key: null }], {
          ...writing,
          task: { file_name: 'list.csv' } as ImportRow,
        });
      const [begun, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      const first = database.write(async (writer) => {
        const outcomes = await writeOne(writer);
        begun.resolve(undefined);
        await gate.promise;
        return outcomes;
      });
      await begun.promise;
      const second = database.write(writeOne);
      if (database.engine !== 'sqlite') await runSql(server.location, UNTIL_ONE_WAITS);
      gate.resolve(undefined);
      const made = (await Promise.all([first, second])).map(([outcome]) => outcome?.madeIds.length);
      expect(made).toEqual([1, 0]);
    });

    it('bring no points for whoever may not give any', async () => {
      const { seller } = await makePlace();
      const { columns, fields } = await checked(
        seller,
        'customers',
        csvOf([HEAD, ['Cora', `0918 ${(lastImei += 1)}`, '', '', '900']]),
      );
      expect(columns).not.toHaveProperty('loyalty_points');
      expect(fields.map(({ name }) => name)).not.toContain('loyalty_points');
    });
  });

  describe('columns', () => {
    it('are matched by a person where their names say nothing, and the file is checked then', async () => {
      const { manager, sku } = await makePlace();
      const { id, state, missing } = expectDone(
        await upload<WireImport>(
          manager,
          'inventory',
          csvOf([
            ['Artikel', 'IMEI', 'Zustand'],
            [sku, nextImei(), 'new'],
          ]),
        ),
      );
      expect({ state, missing }).toEqual({ state: 'matching', missing: ['SKU or Barcode', 'Category'] });
      expect((await apply(manager, id)).body.message).toBe('Say which column is what first');
      const match = (columns: object) => manager.put(`/imports/${id}/columns`, { columns });
      expect((await match({ sku: 0, category: 7 })).body.errors).toEqual({
        'columns.category': ['The file has no such column'],
      });
      expect((await match({ sku: 0, imei: 0 })).body.errors).toEqual({
        'columns.imei': ['This column is another field already'],
      });
      expect((await match({ sku: 0, price: 1 })).body.errors).toEqual({
        'columns.price': ['This field is not known'],
      });
      expectDone(await match({ sku: 0, imei: 1, category: 2 }));
      expect(await settled(manager, id)).toMatchObject({ state: 'ready', good_rows: 1, missing: [] });
    });

    it('of costs are for those who see costs', async () => {
      const { manager, sku } = await makePlace();
      const { id: storeId } = await makeStore(server.database);
      const role = 'tech_support';
      const clerk = await makeStaff(server.database, { store_id: storeId, role });
      const admin = await makeStaff(server.database, { store_id: storeId, role: 'admin' });
      const chief = await signIn(server.url, admin.email);
      expectDone(await chief.put(`/roles/${role}`, { permissions: ['inventory.create', 'inventory.view'] }));
      const by = await signIn(server.url, clerk.email);
      const rows = [
        ['SKU', 'IMEI', 'Category', 'Purchase cost'],
        [sku, nextImei(), 'new', '4321.75'],
      ];
      const blind = await checked(by, 'inventory', csvOf(rows));
      expect(blind.columns).not.toHaveProperty('purchase_cost');
      const { id } = await checked(chief, 'inventory', csvOf(rows), { storeId });
      expect((await rowsIn(chief, id, 'good'))[0]?.cost).toBe('4321.75');
      // Costs may be in any of the file's columns, whatever its name: without the permission the import is hidden.
      for (const path of ['', '/rows?state=good', '/export']) {
        expect((await by.get(`/imports/${id}${path}`)).body.code).toBe('import_not_found');
      }
      const { data } = expectDone(await by.get<WireImports>('/imports'));
      expect(data.map((one) => one.id)).toEqual([blind.id]);
      expect((await manager.get(`/imports/${id}`)).body.code).toBe('import_not_found');
    });
  });

  describe('a template', () => {
    const templateOf = async (by: Caller, kind: string) =>
      expectDone(await by.get<string>(`/imports/templates/${kind}`));

    it.each(['products', 'prices', 'inventory', 'customers'] as const)(
      'of %s is filled in by its examples, and read with every column matched',
      async (kind) => {
        const { manager } = await makePlace();
        const text = await templateOf(manager, kind);
        const { columns, fields, missing } = await checked(manager, kind, text);
        expect(Object.keys(columns).sort()).toEqual(fields.map(({ name }) => name).sort());
        expect([missing, text.trim().split('\r\n').length > 1]).toEqual([[], true]);
      },
    );

    it('names costs to those alone who see them, and is for whoever may import its kind', async () => {
      const { manager, seller } = await makePlace();
      for (const kind of ['products', 'prices', 'inventory']) {
        expect(await templateOf(manager, kind)).toMatch(/cost/i);
        expect((await seller.get(`/imports/templates/${kind}`)).status).toBe(403);
      }
      expect(await templateOf(seller, 'customers')).not.toMatch(/cost|points/i);
    });
  });

  describe('an import', () => {
    const file = (sku: string) =>
      csvOf([
        ['SKU', 'IMEI', 'Category'],
        [sku, nextImei(), 'new'],
      ]);

    it('is made once by the same press twice', async () => {
      const { manager, sku } = await makePlace();
      const text = file(sku);
      const first = expectDone(await upload<WireImport>(manager, 'inventory', text, { key: `press-${sku}` }));
      const again = expectDone(await upload<WireImport>(manager, 'inventory', text, { key: `press-${sku}` }));
      expect(again.id).toBe(first.id);
      expect(expectDone(await manager.get<WireImports>('/imports?kind=inventory')).data).toMatchObject([
        { id: first.id },
      ]);
    });

    it('is matched and applied by whoever uploaded it: what it may bring goes by them', async () => {
      const { manager, warehouse, sku } = await makePlace();
      const { id, columns } = await checked(manager, 'inventory', file(sku));
      const message = 'Only the person who uploaded this file can import it';
      expect((await apply(warehouse, id)).body.message).toBe(message);
      const matched = await warehouse.put(`/imports/${id}/columns`, { columns });
      expect([matched.status, matched.body.message]).toEqual([409, message]);
    });

    it('brings no points any more once its uploader may not give any', async () => {
      const { manager } = await makePlace();
      const phone = `0918 ${(lastImei += 1)}`;
      const points = csvOf([
        ['Name', 'Phone', 'Points'],
        ['Dora', phone, '900'],
      ]);
      const { id, columns } = await checked(manager, 'customers', points);
      const { database, url } = server;
      await database.write((writer) =>
        writer.updateTable('staff').set({ role: 'salesperson' }).where('id', '=', manager.staff.id).execute(),
      );
      const seller = await signIn(url, manager.staff.email);
      expect((await apply(seller, id)).body.message).toBe(
        'You may not import Loyalty points any more. Match the columns again',
      );
      const { loyalty_points: _, ...others } = columns;
      expectDone(await seller.put(`/imports/${id}/columns`, { columns: others }));
      await settled(seller, id);
      await applied(seller, id);
      const found = await seller.get<{ data: object[] }>(`/customers?phone=${encodeURIComponent(phone)}`);
      expect(expectDone(found).data).toMatchObject([{ name: 'Dora', loyalty_points: 0 }]);
    });

    it('brings no units to a store that was left or deactivated since it was checked', async () => {
      const { store, manager: head, phone, sku } = await makePlace();
      const { database, url } = server;
      const [left, ended] = [await makeStore(database), await makeStore(database)];
      const work = [left, ended].map(({ id }) => ({ staff_id: head.staff.id, store_id: id }));
      await database.write((writer) => writer.insertInto('staff_stores').values(work).execute());
      const manager = await signIn(url, head.staff.email);
      const { id } = await checked(
        manager,
        'inventory',
        csvOf([
          ['sku', 'imei', 'category', 'store'],
          ...[left, ended, store].map(({ code }) => [sku, nextImei(), 'new', code]),
        ]),
      );
      await database.write(async (writer) => {
        await writer.deleteFrom('staff_stores').where('store_id', '=', left.id).execute();
        await writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', ended.id).execute();
      });
      expect(await applied(manager, id)).toMatchObject({ made_rows: 1, not_taken_rows: 2 });
      const problem = 'store: This store is none of your active stores any more';
      expect(await problemsIn(manager, id, 'not_taken')).toEqual([
        [2, problem],
        [3, problem],
      ]);
      expect((await unitsOf(phone.id)).map(({ store_id }) => store_id)).toEqual([store.id]);
    });

    it('of more than 5 MB is refused, and nothing of it is kept', async () => {
      const { manager, sku } = await makePlace();
      const refused = await upload(manager, 'inventory', file(sku).padEnd(UPLOAD_MAX + 1, '\r\n'));
      expect([refused.status, refused.body.code]).toEqual([413, 'body_too_large']);
      expect(expectDone(await manager.get<WireImports>('/imports?kind=inventory')).data).toEqual([]);
    });

    it('is applied once by who presses twice at once', async () => {
      const { manager, phone, sku } = await makePlace();
      const { id } = await checked(manager, 'inventory', file(sku));
      const answers = await Promise.all([apply(manager, id), apply(manager, id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await settled(manager, id)).toMatchObject({ state: 'done', made_rows: 1 });
      expect(await unitsOf(phone.id)).toHaveLength(1);
    });

    it('is cancelled while nothing is written, and not any more after that', async () => {
      const { manager, sku } = await makePlace();
      const { id } = await checked(manager, 'inventory', file(sku));
      expectDone(await manager.post(`/imports/${id}/cancel`));
      expect((await apply(manager, id)).body.message).toBe('This import was cancelled');
      const other = await checked(manager, 'inventory', file(sku));
      await applied(manager, other.id);
      const cancel = async () => (await manager.post(`/imports/${other.id}/cancel`)).body.message;
      expect(await cancel()).toBe('This file was imported already');
      await server.database.write((writer) =>
        writer
          .updateTable('imports')
          .set({ state: 'writing', worker: 'another', worker_until: Number.MAX_SAFE_INTEGER })
          .where('id', '=', other.id)
          .execute(),
      );
      expect(await cancel()).toBe('This import has begun, and cannot be cancelled any more');
    });

    it('is one row of the audit log, with its file', async () => {
      const { manager, sku } = await makePlace();
      const { id } = await checked(manager, 'inventory', file(sku));
      await applied(manager, id);
      const events = await server.database.reader
        .selectFrom('audit_log')
        .select(['action', 'details_json'])
        .where('action', '=', 'imports.apply')
        .where('subject_id', '=', id)
        .execute();
      expect(events).toHaveLength(1);
      expect(JSON.parse(events[0]?.details_json ?? '')).toMatchObject({
        subject: 'stock.csv',
        changes: expect.arrayContaining([{ field: 'rows', before: 0, after: 1 }]),
      });
    });

    it('is seen by those who may import the same, in the stores they work in', async () => {
      const { manager, seller, sku } = await makePlace();
      const { manager: foreign } = await makePlace();
      const { id } = await checked(manager, 'inventory', file(sku));
      expect((await seller.get(`/imports/${id}`)).status).toBe(404);
      expect((await foreign.get(`/imports/${id}`)).status).toBe(404);
      expect(expectDone(await seller.get<WireImports>('/imports?kind=inventory')).data).toEqual([]);
    });
  });
});
