import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type Fields = Record<string, unknown>;
type Made = { id: number };

const modules = [
  { module: 'a customer', code: 'customer_changed', text: 'name', other: 'notes', value: 'Noted' },
  { module: 'a product', code: 'product_changed', text: 'name', other: 'description', value: 'Noted' },
  { module: 'a variation', code: 'variation_changed', text: 'name', other: 'minimum_price', value: 7 },
  {
    module: 'the chain’s settings',
    code: 'settings_changed',
    text: 'shop_name',
    other: 'lock_after_minutes',
    value: 7,
  },
] as const;
type Area = (typeof modules)[number]['module'];

onEveryEngine('what two people change at once', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let made = 0;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database);
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, email);
  });
  afterAll(() => server.close());

  const makeProduct = async () => {
    made += 1;
    const { product_type_id, manufacturer_id } = shop.variation.product;
    const places = { product_type_id, manufacturer_id };
    const variation = { name: '128 GB', cost: 800, retail_price: 1000 };
    const form = { name: `Gadget ${made}`, sku: `MEANWHILE-${made}`, ...places, variation };
    return expectDone(await admin.post<Made & { product_variations: Made[] }>('/products', form));
  };
  const makeVariation = async () => {
    const { id, product_variations } = await makeProduct();
    return `/products/${id}/variations/${product_variations[0]?.id}`;
  };
  /** The path of an entry of each area that no other test changes. */
  const pathOf: Record<Area, () => Promise<string>> = {
    'a customer': async () => {
      const form = { name: 'Ana Reyes', phone: '0917 555 0001' };
      return `/customers/${expectDone(await admin.post<Made>('/customers', form)).id}`;
    },
    'a product': async () => `/products/${(await makeProduct()).id}`,
    'a variation': makeVariation,
    'the chain’s settings': async () => {
      expectDone(await admin.put('/settings', { shop_name: 'Tindahan', lock_after_minutes: null }));
      return '/settings';
    },
  };
  const put = (path: string, changes: Fields, known?: Fields) =>
    admin.put<Fields>(path, { ...changes, ...(known ? { known } : {}) });
  /** Reads the present state: an empty change answers with it. */
  const read = async (path: string) => expectDone(await put(path, {}));

  describe.each(modules)('of $area', ({ module, code, text, other, value }) => {
    it('is kept from both, though both sent the whole form', async () => {
      const path = await pathOf[module]();
      const before = await read(path);
      const form = { [text]: before[text], [other]: before[other] };
      expectDone(await put(path, { ...form, [text]: 'First' }, form));
      expectDone(await put(path, { ...form, [other]: value }, form));
      expect(await read(path)).toMatchObject({ [text]: 'First', [other]: value });
    });

    it('is refused where both changed the same field, which is named', async () => {
      const path = await pathOf[module]();
      const before = await read(path);
      const known = { [text]: before[text], [other]: before[other] };
      expectDone(await put(path, { [text]: 'First', [other]: value }, known));
      const refused = await put(path, { [text]: 'Second', [other]: value }, known);
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({ code, errors: { [text]: ['Somebody else changed this meanwhile'] } }),
      ]);
      expect(await read(path)).toMatchObject({ [text]: 'First', [other]: value });
      expectDone(await put(path, { [text]: 'Second' }, { [text]: 'First' }));
      expect((await read(path))[text]).toBe('Second');
    });

    it('passes nobody by, however they race', async () => {
      const path = await pathOf[module]();
      const known = { [text]: (await read(path))[text] };
      const racing = Array.from({ length: 6 }, (_, index) => put(path, { [text]: `Racer ${index}` }, known));
      const statuses = (await Promise.all(racing)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    });

    it('is replaced by whoever does not say what they knew', async () => {
      const path = await pathOf[module]();
      expectDone(await put(path, { [text]: 'First' }));
      expectDone(await put(path, { [text]: 'Second' }));
      expect((await read(path))[text]).toBe('Second');
    });

    it('is nothing that the form does not have', async () => {
      const path = await pathOf[module]();
      const refused = await put(path, { [text]: 'First' }, { id: 7 });
      expect([refused.status, refused.body['errors']]).toEqual([
        422,
        { 'known.id': ['This field is not known'] },
      ]);
    });
  });

  it('takes the attributes of a variation as a whole, in their order', async () => {
    const path = await makeVariation();
    const [red, large] = [
      { name: 'Color', value: 'Red' },
      { name: 'Size', value: 'Large' },
    ];
    expectDone(await put(path, { attributes: [red] }, { attributes: [] }));
    expectDone(await put(path, { attributes: [red] }, { attributes: [] }));
    const form = { name: '256 GB', attributes: [] };
    expectDone(await put(path, form, { name: '128 GB', attributes: [] }));
    expect(await read(path)).toMatchObject({ name: '256 GB', attributes: [red] });
    const refused = await put(path, { attributes: [large] }, { attributes: [] });
    expect([refused.status, Object.keys(refused.body['errors'] as object)]).toEqual([409, ['attributes']]);
    expectDone(await put(path, { attributes: [red, large] }, { attributes: [red] }));
    expectDone(await put(path, { attributes: [large, red] }, { attributes: [red, large] }));
    expect((await read(path))['attributes']).toEqual([large, red]);
  });

  it('takes a barcode as scanners give it', async () => {
    const path = await makeVariation();
    expectDone(await put(path, { barcode: 'abc-12' }, { barcode: null }));
    const { barcode } = await read(path);
    expect(barcode).not.toBe('abc-12');
    expectDone(await put(path, { barcode: 'abc-12' }, { barcode: null }));
    expect(await read(path)).toMatchObject({ barcode });
  });

  it('is refused by what both prices come to', async () => {
    const path = await makeVariation();
    const known = { cost: 800, retail_price: 1000 };
    expectDone(await put(path, { ...known, cost: 950 }, known));
    const refused = await put(path, { ...known, retail_price: 900 }, known);
    expect([refused.status, refused.body['errors']]).toEqual([
      422,
      { retail_price: ['Retail price should be higher than cost'] },
    ]);
    expect(await read(path)).toMatchObject({ cost: 950, retail_price: 1000 });
  });

  it('shows no cost to whoever may not see it, who cannot ask for it by what they knew either', async () => {
    const path = await makeVariation();
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    const manager = await signIn(server.url, email);
    const held = expectDone(await admin.get<{ role: string; permissions: string[] }[]>('/roles'));
    const permissions = held
      .find(({ role }) => role === 'store_manager')
      ?.permissions.filter((permission) => permission !== 'costs.view');
    expectDone(await admin.put('/roles/store_manager', { permissions }));
    try {
      const refused = await manager.put(path, { name: '256 GB', known: { cost: 800 } });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { 'known.cost': ['This field is not known'] },
      ]);
      expectDone(await manager.put(path, { retail_price: 1100, known: { retail_price: 1000 } }));
    } finally {
      expectDone(await admin.delete('/roles/store_manager'));
    }
  });
});
