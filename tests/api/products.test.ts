import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { product, products, variation } from '#contract/products.ts';
import { signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeUnits, type Shop } from '#tests/support/shop.ts';

type Product = z.input<typeof product>;
type Variation = z.input<typeof variation>;
type Found = z.input<typeof products.findVariations.response>;
type History = z.input<typeof products.history.response>;
type Deletion = { message: string; is_deleted: boolean };

onEveryEngine('a product', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database);
    const person = async (role: 'admin' | 'store_manager') => {
      const { email } = await makeStaff(server.database, {
        store_id: shop.store.id,
        role,
        name: `The ${role}`,
      });
      return signIn(server.url, email);
    };
    admin = await person('admin');
    manager = await person('store_manager');
    seller = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  let made = 0;
  const variationForm = (more: object = {}) => ({ name: '128 GB', cost: 800, retail_price: 1000, ...more });
  const form = (more: object = {}) => {
    made += 1;
    const { product_type_id, manufacturer_id } = shop.variation.product;
    const variation = variationForm();
    return {
      name: `Gadget ${made}`,
      sku: `GADGET-${made}`,
      product_type_id,
      manufacturer_id,
      variation,
      ...more,
    };
  };
  const make = async (more: object = {}) => expectDone(await manager.post<Product>('/products', form(more)));
  const read = async (id: number, by = manager) => expectDone(await by.get<Product>(`/products/${id}`));
  const historyOf = async (id: number, by = manager) =>
    expectDone(await by.get<History>(`/products/${id}/history`)).data;
  const found = async (search: string) =>
    expectDone(await seller.get<Found>(`/product-variations?${new URLSearchParams({ search })}`)).data;
  const soldAtTill = async (search: string) =>
    expectDone(
      await seller.get<{ data: { id: number }[] }>(`/pos/products?${new URLSearchParams({ search })}`),
    ).data.map(({ id }) => id);

  describe('that is made', () => {
    it('has its first variation with four prices, and what nobody named from its type', async () => {
      const answer = await manager.post<Product>(
        '/products',
        form({
          name: '  Pocket Radio ',
          sku: 'radio-7',
          description: 'Small',
          warranty_months: 24,
          variation: {
            name: 'Red',
            barcode: ' 480abc1 ',
            cost: 800,
            retail_price: 1000.5,
            wholesale_price: 900,
            member_price: 950,
            minimum_price: 1000.5,
            attributes: [{ name: 'Color', value: 'Red' }],
          },
        }),
      );
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        name: 'Pocket Radio',
        sku: 'RADIO-7',
        description: 'Small',
        status: 'active',
        requires_serial: true,
        warranty_months: 24,
        warranty_months_used: null,
        product_variations: [
          {
            name: 'Red',
            barcode: '480ABC1',
            cost: 800,
            retail_price: 1000.5,
            wholesale_price: 900,
            member_price: 950,
            minimum_price: 1000.5,
            attributes: [{ name: 'Color', value: 'Red' }],
            is_active: true,
            inventory_items_count: 0,
          },
        ],
      });
      expect(await read(answer.body.id)).toEqual(answer.body);
    });

    it.each([
      ['product_type_id', { product_type_id: undefined }, 'Product type is required'],
      ['product_type_id', { product_type_id: 999_999 }, 'This product type does not exist'],
      ['manufacturer_id', { manufacturer_id: undefined }, 'Manufacturer is required'],
      ['manufacturer_id', { manufacturer_id: 999_999 }, 'This manufacturer does not exist'],
      ['name', { name: ' ' }, 'Name is required'],
      ['sku', { sku: '' }, 'SKU is required'],
      ['sku', { sku: 'AB 1' }, 'Use uppercase letters, digits and hyphens only'],
      ['sku', { sku: 'SEÑAL' }, 'Use uppercase letters, digits and hyphens only'],
      ['warranty_months', { warranty_months: -1 }, 'Months cannot be negative'],
      ['variation.name', { variation: variationForm({ name: '' }) }, 'Variation name is required'],
      ['variation.cost', { variation: variationForm({ cost: -1 }) }, 'Cost cannot be negative'],
      ['variation.cost', { variation: variationForm({ cost: undefined }) }, 'Cost is required'],
      [
        'variation.retail_price',
        { variation: variationForm({ retail_price: -1 }) },
        'Retail price cannot be negative',
      ],
      [
        'variation.retail_price',
        { variation: variationForm({ retail_price: 799.99 }) },
        'Retail price should be higher than cost',
      ],
      [
        'variation.wholesale_price',
        { variation: variationForm({ wholesale_price: -1 }) },
        'Wholesale price cannot be negative',
      ],
      [
        'variation.member_price',
        { variation: variationForm({ member_price: -0.01 }) },
        'Member price cannot be negative',
      ],
      [
        'variation.minimum_price',
        { variation: variationForm({ minimum_price: -1 }) },
        'Minimum price cannot be negative',
      ],
      [
        'variation.minimum_price',
        { variation: variationForm({ minimum_price: 1000.01 }) },
        'Minimum price should not exceed retail price',
      ],
    ])('is refused on %s for %j', async (field, wrong, message) => {
      const refused = await manager.post('/products', form(wrong));
      expect([refused.status, refused.body.errors]).toEqual([422, { [field]: [message] }]);
    });

    it('is told everything that is wrong with its prices at once, each thing once', async () => {
      const refused = (variation: object) =>
        manager.post('/products', form({ variation: variationForm(variation) }));
      expect((await refused({ name: '', retail_price: 700, minimum_price: 900 })).body.errors).toEqual({
        'variation.name': ['Variation name is required'],
        'variation.retail_price': ['Retail price should be higher than cost'],
        'variation.minimum_price': ['Minimum price should not exceed retail price'],
      });
      expect((await refused({ retail_price: 1000.125, minimum_price: 900 })).body.errors).toEqual({
        'variation.retail_price': ['Amounts have at most two decimals'],
      });
      expect((await refused({ cost: 800.125, minimum_price: 1001 })).body.errors).toEqual({
        'variation.cost': ['Amounts have at most two decimals'],
        'variation.minimum_price': ['Minimum price should not exceed retail price'],
      });
    });

    it('is refused an attribute that it has already, in whatever case', async () => {
      const attributes = [
        { name: 'Color', value: 'Red' },
        { name: 'COLOR', value: 'Blue' },
      ];
      const refused = await manager.post('/products', form({ variation: variationForm({ attributes }) }));
      expect(refused.body.errors).toEqual({
        'variation.attributes.1.name': ['This attribute is there already'],
      });
    });

    it('is refused a SKU or a barcode that another one has, and leaves nothing behind', async () => {
      await make({ sku: 'TAKEN-1', variation: variationForm({ barcode: '111222' }) });
      const sku = await manager.post('/products', form({ sku: 'taken-1' }));
      expect([sku.status, sku.body.errors]).toEqual([422, { sku: ['This SKU is taken'] }]);
      const name = 'Left Behind';
      const barcode = await manager.post(
        '/products',
        form({ name, variation: variationForm({ barcode: '111222' }) }),
      );
      expect([barcode.status, barcode.body.errors]).toEqual([
        422,
        { 'variation.barcode': ['This barcode is taken'] },
      ]);
      expect(await found(name)).toEqual([]);
    });

    it('is refused a SKU or a barcode that something else is scanned by', async () => {
      const [unit] = await makeUnits(server.database, {
        count: 1,
        store_id: shop.store.id,
        product_variation_id: shop.variation.id,
        serial_number: 'SCANNED-1',
      });
      const { id, name, sku } = await make({ variation: variationForm({ barcode: 'CODE-1' }) });
      const errors = async (path: string, body: object) => (await manager.post(path, body)).body.errors;
      const unitWords = `a unit of ${shop.variation.product.name} ${shop.variation.name}`;
      expect(await errors('/products', form({ sku: 'CODE-1' }))).toEqual({
        sku: [`This is the barcode of ${name}`],
      });
      expect(await errors('/products', form({ sku: 'SCANNED-1' }))).toEqual({
        sku: [`This is the serial number of ${unitWords}`],
      });
      const barcoded = (barcode: string | null | undefined) =>
        form({ variation: variationForm({ barcode }) });
      expect(await errors('/products', barcoded(sku))).toEqual({
        'variation.barcode': [`This is the SKU of ${name}`],
      });
      expect(await errors('/products', barcoded(unit?.imei))).toEqual({
        'variation.barcode': [`This is the IMEI of ${unitWords}`],
      });
      expect(await errors(`/products/${id}/variations`, variationForm({ name: 'Own', barcode: sku }))).toBe(
        undefined,
      );
    });

    it('is one, of those made at once with the same SKU', async () => {
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => manager.post('/products', form({ sku: 'AT-ONCE' }))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    });
  });

  describe('that is changed', () => {
    it('keeps what is not named, and clears what is null', async () => {
      const { id } = await make({ description: 'Old', warranty_months: 6 });
      const changed = expectDone(
        await manager.put<Product>(`/products/${id}`, { description: null, requires_serial: false }),
      );
      expect(changed).toMatchObject({ description: null, requires_serial: false, warranty_months: 6 });
      expect(await read(id)).toEqual(changed);
    });

    it('is found by its new name and SKU at the till and in lists, and by the old ones no more', async () => {
      const { id, product_variations } = await make({ name: 'Zyxophone', sku: 'ZYX-1' });
      expect([await soldAtTill('zyxophone'), (await found('zyx-1'))[0]?.id]).toEqual([
        [id],
        product_variations[0]?.id,
      ]);
      expectDone(await manager.put(`/products/${id}`, { name: 'Quetzalphone', sku: 'QTZ-1' }));
      expect([await soldAtTill('quetzalphone'), await soldAtTill('qtz-1')]).toEqual([[id], [id]]);
      expect((await found('quetzal 128')).map(({ name }) => name)).toEqual(['128 GB']);
      expect([await soldAtTill('zyxophone'), await found('zyx')]).toEqual([[], []]);
    });

    it('is found by what its maker is called now', async () => {
      const maker = expectDone(await manager.post<{ id: number }>('/manufacturers', { name: 'Oldcorp' }));
      const { id } = await make({ manufacturer_id: maker.id });
      expect(await soldAtTill('oldcorp')).toEqual([id]);
      expectDone(await manager.put(`/manufacturers/${maker.id}`, { name: 'Newcorp' }));
      expect([await soldAtTill('oldcorp'), await soldAtTill('newcorp')]).toEqual([[], [id]]);
      expect((await read(id)).manufacturer).toEqual({ id: maker.id, name: 'Newcorp' });
      expect((await manager.put('/manufacturers/999999', { name: 'X' })).status).toBe(404);
    });

    it('costs at the till what its variation costs from then on', async () => {
      const { id, product_variations } = await make({ variation: variationForm({ barcode: '555666' }) });
      const variationId = product_variations[0]?.id ?? 0;
      await makeUnits(server.database, {
        count: 1,
        store_id: shop.store.id,
        product_variation_id: variationId,
      });
      expectDone(await manager.put(`/products/${id}/variations/${variationId}`, { retail_price: 1234 }));
      const scanned = expectDone(
        await seller.post<{ data: { variations: { retail_price: number }[] } }>('/pos/scan', {
          code: '555666',
        }),
      );
      expect(scanned.data.variations[0]?.retail_price).toBe(1234);
    });

    it('that is not there is not found', async () => {
      for (const path of ['', '/variations', '/stock', '/history', '/sales']) {
        expect((await manager.get(`/products/999999${path}`)).status).toBe(404);
      }
      expect((await manager.put('/products/999999', {})).status).toBe(404);
      expect((await manager.put('/products/999999/variations/1', {})).status).toBe(404);
      expect((await admin.delete('/products/999999')).status).toBe(404);
    });
  });

  describe('with several variations', () => {
    it('has each with its own prices, barcode and attributes', async () => {
      const { id } = await make();
      const answer = await manager.post<Variation>(
        `/products/${id}/variations`,
        variationForm({ name: '256 GB', barcode: '777', attributes: [{ name: 'Storage', value: '256 GB' }] }),
      );
      expect(answer.status).toBe(201);
      const listed = expectDone(await manager.get<Variation[]>(`/products/${id}/variations`));
      expect(listed.map(({ name }) => name)).toEqual(['128 GB', '256 GB']);
      expect(listed[1]).toEqual(answer.body);
      const taken = await manager.post(
        `/products/${id}/variations`,
        variationForm({ name: '512 GB', barcode: '777' }),
      );
      expect(taken.body.errors).toEqual({ barcode: ['This barcode is taken'] });
    });

    it('has no two of one name, in whatever case, but for those that had it before', async () => {
      const { id, product_variations } = await make();
      const path = `/products/${id}/variations`;
      const add = <T = Refusal>(name: string) => manager.post<T>(path, variationForm({ name }));
      const taken = [422, { name: ['This name is taken'] }];
      const twice = await add('128 gb');
      expect([twice.status, twice.body.errors]).toEqual(taken);
      const other = expectDone(await add<Variation>('Señal'));
      const renamed = await manager.put(`${path}/${other.id}`, { name: '128 GB' });
      expect([renamed.status, renamed.body.errors]).toEqual(taken);
      expectDone(await manager.put(`${path}/${other.id}`, { name: 'SEÑAL' }));
      expect((await add('señal')).status).toBe(422);
      await server.database.write((writer) =>
        writer
          .updateTable('product_variations')
          .set({ name: 'Señal' })
          .where('product_id', '=', id)
          .execute(),
      );
      expectDone(
        await manager.put(`${path}/${product_variations[0]?.id}`, { name: 'Señal', retail_price: 1200 }),
      );
      expectDone(await manager.post('/products', form()));
    });

    it.each([
      [{ retail_price: 700, minimum_price: 600 }, 'retail_price', 'Retail price should be higher than cost'],
      [{ cost: 1001 }, 'retail_price', 'Retail price should be higher than cost'],
      [{ minimum_price: 1001 }, 'minimum_price', 'Minimum price should not exceed retail price'],
      [{ retail_price: 850 }, 'minimum_price', 'Minimum price should not exceed retail price'],
    ])('is held to the rules of prices by what stands beside %j', async (change, field, message) => {
      const { id, product_variations } = await make({ variation: variationForm({ minimum_price: 900 }) });
      const path = `/products/${id}/variations/${product_variations[0]?.id}`;
      const refused = await manager.put(path, change);
      expect([refused.status, refused.body.errors]).toEqual([422, { [field]: [message] }]);
    });

    it('shows one that is not sold any more to nobody who sells', async () => {
      const { id } = await make({ name: 'Twofold' });
      const other = expectDone(
        await manager.post<Variation>(`/products/${id}/variations`, variationForm({ name: 'Other' })),
      );
      expectDone(await manager.put(`/products/${id}/variations/${other.id}`, { is_active: false }));
      expect((await found('twofold')).map(({ name }) => name)).toEqual(['128 GB']);
      expect((await read(id)).product_variations.map(({ is_active }) => is_active)).toEqual([true, false]);
    });
  });

  describe('that is deleted', () => {
    const remove = async (path: string) => expectDone(await admin.delete<Deletion>(path));

    it('is gone with its variations and what it was found by, and gives its SKU and barcode free', async () => {
      const again = form({ name: 'Passing', sku: 'PASSING', variation: variationForm({ barcode: '31415' }) });
      const { id } = expectDone(await manager.post<Product>('/products', again));
      expect(await remove(`/products/${id}`)).toEqual({ is_deleted: true, message: 'Passing deleted' });
      expect((await manager.get(`/products/${id}`)).status).toBe(404);
      expect([await found('passing'), await soldAtTill('passing')]).toEqual([[], []]);
      expectDone(await manager.post('/products', again));
    });

    it('is deactivated instead where it has units, and says so', async () => {
      const { id, product_variations } = await make({ name: 'Historic' });
      const unit = { store_id: shop.store.id, product_variation_id: product_variations[0]?.id ?? 0 };
      await makeUnits(server.database, { count: 1, status: 'sold', ...unit });
      expect(await remove(`/products/${id}`)).toEqual({
        is_deleted: false,
        message: 'Historic has units, sales or orders, so it was deactivated instead of deleted',
      });
      expect((await read(id)).status).toBe('inactive');
      expect((await historyOf(id))[0]).toMatchObject({
        field: 'status',
        before: 'active',
        after: 'inactive',
      });
    });

    it('is named in the audit log as it was called, by its variations’ changes, too', async () => {
      const { id, product_variations } = await make({ name: 'Remembered' });
      expectDone(
        await manager.put(`/products/${id}/variations/${product_variations[0]?.id}`, { retail_price: 2000 }),
      );
      await remove(`/products/${id}`);
      type Log = { data: { what: string; subject: { name: string } | null }[] };
      const { data } = expectDone(await admin.get<Log>('/audit?area=products'));
      expect(data.slice(0, 3).map(({ what, subject }) => [what, subject?.name])).toEqual([
        ['Took a product out of the catalogue', 'Remembered'],
        ['Changed a variation', 'Remembered'],
        ['Created a product with its first variation', 'Remembered'],
      ]);
    });

    it('keeps its last variation, deactivates one with units, and deletes any other', async () => {
      const { id, product_variations } = await make();
      const [first] = product_variations;
      const path = `/products/${id}/variations`;
      const only = await admin.delete(`${path}/${first?.id}`);
      expect([only.status, only.body.code]).toEqual([409, 'illegal_state']);
      const other = expectDone(await manager.post<Variation>(path, variationForm({ name: 'Other' })));
      expect(await remove(`${path}/${other.id}`)).toEqual({ is_deleted: true, message: 'Other deleted' });
      await makeUnits(server.database, {
        count: 1,
        store_id: shop.store.id,
        product_variation_id: first?.id ?? 0,
      });
      expect(await remove(`${path}/${first?.id}`)).toMatchObject({ is_deleted: false });
      const [left] = (await read(id)).product_variations;
      expect(left).toMatchObject({ id: first?.id, is_active: false, inventory_items_count: 1 });
    });
  });

  describe('that is inactive', () => {
    it('is hidden from the till’s cards and search, and a scanned unit of it still sells', async () => {
      const { id, product_variations } = await make({
        name: 'Discontinuum',
        variation: variationForm({ barcode: '98765' }),
      });
      const [unit] = await makeUnits(server.database, {
        count: 1,
        store_id: shop.store.id,
        product_variation_id: product_variations[0]?.id ?? 0,
      });
      const cards = async () =>
        expectDone(await seller.get<{ data: { id: number }[] }>('/pos/products')).data.map((card) => card.id);
      expect(await cards()).toContain(id);
      expectDone(await manager.put(`/products/${id}`, { status: 'inactive' }));
      expect(await cards()).not.toContain(id);
      expect([await soldAtTill('discontinuum'), await soldAtTill(unit?.imei ?? '')]).toEqual([[], []]);
      expect((await seller.post('/pos/scan', { code: '98765' })).status).toBe(404);
      const scanned = expectDone(await seller.post<{ type: string }>('/pos/scan', { code: unit?.imei }));
      expect(scanned).toMatchObject({ type: 'inventory', data: { id: unit?.id } });
      expectDone(await seller.post(`/pos/inventory/${unit?.id}/unlock`, {}));
    });
  });

  describe('history', () => {
    it('says what became different, by whom, the newest first', async () => {
      const { id, product_variations } = await make({ name: 'Storied' });
      const variationId = product_variations[0]?.id ?? 0;
      expectDone(
        await manager.put(`/products/${id}`, { name: 'Fabled', status: 'inactive', description: null }),
      );
      expectDone(
        await admin.put(`/products/${id}/variations/${variationId}`, {
          retail_price: 1100,
          cost: 850,
          attributes: [{ name: 'Color', value: 'Red' }],
        }),
      );
      const rows = (await historyOf(id)).map(({ staff, product_variation, field, before, after, cost }) => [
        staff?.name,
        product_variation?.name ?? null,
        field,
        cost ?? [before, after],
      ]);
      expect(rows.slice(0, 3)).toEqual(
        expect.arrayContaining([
          ['The admin', '128 GB', 'cost', { before: 800, after: 850 }],
          ['The admin', '128 GB', 'retail_price', [1000, 1100]],
          ['The admin', '128 GB', 'attributes', [null, 'Color: Red']],
        ]),
      );
      expect(rows.slice(3)).toEqual(
        expect.arrayContaining([
          ['The store_manager', null, 'name', ['Storied', 'Fabled']],
          ['The store_manager', null, 'status', ['active', 'inactive']],
          ['The store_manager', '128 GB', 'created', [null, '128 GB']],
          ['The store_manager', null, 'created', [null, 'Storied']],
        ]),
      );
      expect(rows).toHaveLength(7);
      expect((await historyOf(id, seller)).map(({ field }) => field)).not.toContain('cost');
    });

    it('keeps nothing where nothing became different', async () => {
      const { id, product_variations } = await make();
      expectDone(await manager.put(`/products/${id}`, { status: 'active' }));
      expectDone(await manager.put(`/products/${id}/variations/${product_variations[0]?.id}`, { cost: 800 }));
      expect(await historyOf(id)).toHaveLength(2);
    });
  });

  describe('costs', () => {
    it('are nowhere for whoever may not see them', async () => {
      const { id, product_variations } = await make({ name: 'Costly' });
      const variationPath = `/products/${id}/variations/${product_variations[0]?.id}`;
      expectDone(await manager.put(variationPath, { cost: 812.34 }));
      const paths = ['', '/variations', '/history', '/stock', '/sales'].map(
        (path) => `/products/${id}${path}`,
      );
      const lists = ['/products?search=costly&include=variations', '/product-variations?search=costly'];
      for (const path of [...paths, ...lists]) {
        const told = JSON.stringify((await seller.get(path)).body);
        expect(told).not.toMatch(/812|"cost"/);
      }
      expect(JSON.stringify(await historyOf(id))).toContain('812.34');
      const audit = expectDone(await admin.get<object>('/audit'));
      expect(JSON.stringify(audit)).not.toContain('812');
    });

    it('are not taken from whoever may not see them, who sets prices all the same', async () => {
      const restore = expectDone(await admin.get<{ role: string; permissions: string[] }[]>('/roles')).find(
        ({ role }) => role === 'store_manager',
      );
      const without = restore?.permissions.filter((permission) => permission !== 'costs.view');
      const costly = await make({ variation: variationForm({ cost: 800, minimum_price: null }) });
      expectDone(await admin.put('/roles/store_manager', { permissions: without }));
      try {
        const refused = await manager.post('/products', form());
        expect(refused.body).toMatchObject({
          message: 'This field is not known',
          errors: { 'variation.cost': ['This field is not known'] },
        });
        const variation = { name: 'Plain', retail_price: 10 };
        const { id, product_variations } = await make({ variation });
        expect(product_variations[0]).not.toHaveProperty('cost');
        expectDone(
          await manager.put(`/products/${id}/variations/${product_variations[0]?.id}`, { retail_price: 5 }),
        );
        // No refusal tells what it costs: only the minimum price is compared.
        const cheap = `/products/${costly.id}/variations/${costly.product_variations[0]?.id}`;
        expectDone(await manager.put(cheap, { retail_price: 799.99 }));
        expect(await manager.put(cheap, { minimum_price: 800 })).toMatchObject({
          status: 422,
          body: { errors: { minimum_price: ['Minimum price should not exceed retail price'] } },
        });
      } finally {
        expectDone(await admin.delete('/roles/store_manager'));
      }
    });
  });
});
