import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeSettings, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

onEveryEngine('opening the drawer without a sale', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    till = await signIn(server.url, shop.seller.email);
  });

  const noSale = (body: object, { by = till, key }: { by?: Caller; key?: string } = {}) =>
    by.post<{ message: string }>('/pos/no-sale', body, key === undefined ? {} : { key });
  /** Returns the audit events, refusals excluded. */
  const audited = (at = shop) =>
    server.database.reader
      .selectFrom('audit_log')
      .select(['staff_id', 'store_id', 'at', 'details_json'])
      .where('action', '=', 'pos.noSale')
      .where('store_id', '=', at.store.id)
      .where('details_json', 'not like', '%"refused"%')
      .execute();

  it('leaves who did it, where, when and why in the audit log', async () => {
    const answer = await noSale({ reason: '  Change for a customer ' });
    expect(answer).toMatchObject({
      status: 200,
      body: { message: `No sale recorded at ${shop.store.name}` },
    });
    expect(await audited()).toEqual([
      {
        staff_id: shop.seller.id,
        store_id: shop.store.id,
        at: server.clock.now(),
        details_json: JSON.stringify({ reason: 'Change for a customer' }),
      },
    ]);
  });

  it.each([[{}], [{ reason: '   ' }], [{ reason: 'x'.repeat(501) }], [{ reason: 'Change', amount: 5 }]])(
    'refuses %j, and leaves nothing behind',
    async (body) => {
      expect((await noSale(body)).status).toBe(422);
      expect(await audited()).toEqual([]);
    },
  );

  it('says which field is missing', async () => {
    expect(await noSale({ reason: '' })).toMatchObject({
      status: 422,
      body: { message: 'Reason required', errors: { reason: ['Reason required'] } },
    });
  });

  it('counts one request once, however often it is sent', async () => {
    const request = { reason: 'Counting the drawer' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => noSale(request, { key: `drawer-${shop.store.id}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await audited()).toHaveLength(1);
    await noSale(request, { key: `drawer-again-${shop.store.id}` });
    expect(await audited()).toHaveLength(2);
  });

  it('is refused to whoever may not sell, and at a store that does not sell at a till', async () => {
    const regional = await makeStaff(server.database, { store_id: shop.store.id, role: 'regional_manager' });
    const looker = await signIn(server.url, regional.email);
    expect((await noSale({ reason: 'Looking' }, { by: looker })).status).toBe(403);
    const features = { pos_enabled: false, online_orders: false, repairs: false };
    const closed = await makeShop(server.database, { store: { settings_json: makeSettings({ features }) } });
    const there = await signIn(server.url, closed.seller.email);
    const refused = await noSale({ reason: 'Change' }, { by: there });
    expect(refused).toMatchObject({ status: 409, body: { code: 'pos_disabled' } });
    expect(await audited(closed)).toEqual([]);
    expect(await audited()).toEqual([]);
  });
});
