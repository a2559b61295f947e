import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import type { chainSettings } from '#contract/settings.ts';
import type { store } from '#contract/stores.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import { makeSettings, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type WireSettings = z.input<typeof chainSettings>;
type WireStore = z.input<typeof store>;
const DEFAULTS = {
  shop_name: 'Tindahan',
  pesos_everywhere: false,
  logo_id: null,
  logo_url: null,
  audit_years: 5,
  approve_no_sale: false,
  approve_colleague_cart: false,
  lock_after_minutes: null,
  smallest_coin: 0.01,
};

onEveryEngine('the chain’s settings', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let seller: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    // As before anybody saved them.
    await server.database.write((writer) => writer.deleteFrom('chain_settings').execute());
    shop = await makeShop(server.database);
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, boss.email);
    seller = await signIn(server.url, shop.seller.email);
  });

  const read = async (caller = seller) => expectDone(await caller.get<WireSettings>('/settings'));
  const change = async (changes: object) => expectDone(await admin.put<WireSettings>('/settings', changes));
  const addPicture = (kind: 'shop_logo' | 'payment_screenshot') =>
    server.database.write(async (writer) => {
      const id = writer.nextId();
      const picture = { id, kind, content_type: 'image/png' };
      await writer
        .insertInto('media')
        .values({ ...picture, created_at: OPENING, created_by_id: shop.seller.id })
        .execute();
      return id;
    });

  it('are the defaults until they are saved, for everyone who is signed in', async () => {
    expect(await read()).toEqual(DEFAULTS);
    expect(await read(admin)).toEqual(DEFAULTS);
  });

  it('that were saved before the years of the audit log could be chosen keep it for five', async () => {
    await server.database.write((writer) =>
      writer
        .insertInto('chain_settings')
        .values({
          id: 1,
          settings_json: JSON.stringify({ shop_name: 'Bits', pesos_everywhere: true, logo_id: null }),
        })
        .execute(),
    );
    expect(await read()).toEqual({ ...DEFAULTS, shop_name: 'Bits', pesos_everywhere: true });
    expect(await change({ logo_id: null })).toMatchObject({ shop_name: 'Bits', audit_years: 5 });
    for (const audit_years of [0, 21, 1.5, '5'])
      expect((await admin.put('/settings', { audit_years })).status).toBe(422);
  });

  it('lock an idle till after some minutes, or never, and ask for a manager where the chain wants it', async () => {
    for (const lock_after_minutes of [0, -5, 1.5, 100_000, '5'])
      expect((await admin.put('/settings', { lock_after_minutes })).status).toBe(422);
    const settings = { lock_after_minutes: 5, approve_no_sale: true, approve_colleague_cart: true };
    expect(await change(settings)).toMatchObject(settings);
    expect(await change({ lock_after_minutes: null })).toMatchObject({
      ...settings,
      lock_after_minutes: null,
    });
  });

  it('name the smallest coin that cash is rounded to', async () => {
    for (const smallest_coin of [0, 0.02, 0.5, 0.005, 5, '0.25'])
      expect((await admin.put('/settings', { smallest_coin })).status).toBe(422);
    for (const smallest_coin of [0.05, 0.25, 1, 0.01])
      expect(await change({ smallest_coin })).toEqual({ ...DEFAULTS, smallest_coin });
  });

  it('change one by one, and keep the others', async () => {
    expect(await change({ shop_name: '  Bits & Bytes ' })).toEqual({
      ...DEFAULTS,
      shop_name: 'Bits & Bytes',
    });
    expect(await change({ pesos_everywhere: true })).toEqual({
      ...DEFAULTS,
      shop_name: 'Bits & Bytes',
      pesos_everywhere: true,
    });
    expect(await change({})).toMatchObject({ shop_name: 'Bits & Bytes', pesos_everywhere: true });
    expect(await read()).toMatchObject({ shop_name: 'Bits & Bytes', pesos_everywhere: true });
  });

  it('that are changed at the same time keep both changes', async () => {
    for (const shop_name of ['One', 'Two', 'Three']) {
      await Promise.all([change({ shop_name }), change({ pesos_everywhere: shop_name === 'Two' })]);
      expect(await read()).toMatchObject({ shop_name, pesos_everywhere: shop_name === 'Two' });
    }
  });

  it('name a logo by its picture, until it is taken away', async () => {
    const logo_id = await addPicture('shop_logo');
    expect(await change({ logo_id })).toEqual({
      ...DEFAULTS,
      logo_id,
      logo_url: `/api/v1/media/${logo_id}`,
    });
    expect(await change({ logo_id: null })).toEqual(DEFAULTS);
  });

  it('refuse a logo that was never uploaded, or is another kind of picture', async () => {
    for (const logo_id of [999_999, await addPicture('payment_screenshot')]) {
      const refused = await admin.put('/settings', { logo_id, shop_name: 'New' });
      expect([refused.status, refused.body.code]).toEqual([404, 'media_not_found']);
    }
    expect(await read()).toEqual(DEFAULTS);
  });

  it.each([
    [{ shop_name: '  ' }, 'shop_name', 'Shop name is required'],
    [{ shop_name: null }, 'shop_name', 'Shop name is required'],
    [{ shop_name: 'x'.repeat(101) }, 'shop_name', 'Shop name must be 100 characters or less'],
  ])('refuse %j', async (wrong, field, message) => {
    const refused = await admin.put('/settings', wrong);
    expect([refused.status, refused.body.message, refused.body.errors?.[field]]).toEqual([
      422,
      message,
      [message],
    ]);
  });

  it('are changed by admins alone', async () => {
    for (const role of ['store_manager', 'regional_manager', 'salesperson'] as const) {
      const person = await makeStaff(server.database, { store_id: shop.store.id, role });
      const caller = await signIn(server.url, person.email);
      expect((await caller.put('/settings', { shop_name: 'Mine' })).status).toBe(403);
      expect((await caller.get('/settings')).status).toBe(200);
    }
    expect(await read()).toEqual(DEFAULTS);
  });

  it('print the shop’s name on receipts', async () => {
    const [first, second] = shop.units.map((unit) => unit.id);
    expect((await sell(seller, [first ?? 0])).receipt.shop_name).toBe('Tindahan');
    await change({ shop_name: 'Bits & Bytes' });
    const sale = await sell(seller, [second ?? 0]);
    expect(sale.receipt.shop_name).toBe('Bits & Bytes');
    const again = await seller.get<{ shop_name: string }>(`/transactions/${sale.transaction.id}/receipt`);
    expect(again.body.shop_name).toBe('Bits & Bytes');
  });

  it('of a store act from the next call on', async () => {
    const save = (settings: Parameters<typeof makeSettings>[0]) =>
      server.database.write((writer) =>
        writer
          .updateTable('stores')
          .set({ settings_json: makeSettings(settings) })
          .where('id', '=', shop.store.id)
          .execute(),
      );
    const current = async () => expectDone(await seller.get<WireStore>('/stores/current')).settings;
    const [first, second] = shop.units;
    const lock = (unitId = 0) => seller.post(`/pos/inventory/${unitId}/lock`);
    await save({ tax_rate: 1200 });
    expect(await current()).toMatchObject({ tax_rate: 12 });
    expect((await lock(first?.id)).status).toBe(200);
    const features = { pos_enabled: false, online_orders: false, repairs: false };
    await save({ tax_rate: 500, features });
    expect(await current()).toMatchObject({ tax_rate: 5, features });
    expect(await lock(second?.id)).toMatchObject({ status: 409, body: { code: 'pos_disabled' } });
    await save({ tax_rate: 1200 });
    expect(await current()).toMatchObject({ tax_rate: 12 });
    expect((await lock(second?.id)).status).toBe(200);
  });
});
