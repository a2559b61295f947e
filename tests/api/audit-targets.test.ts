import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { audit } from '#contract/audit.ts';
import type { people } from '#contract/people.ts';
import { call, DEMO_PASSWORD, signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, makeStore, type Shop } from '#tests/support/shop.ts';

type WireEntry = z.input<typeof audit.list.response>['data'][number];
type WireActivity = z.input<typeof people.activity.response>;

onEveryEngine('the audit log of people and things', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let adminId: number;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 2 });
    const person = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    adminId = person.id;
    admin = await signIn(server.url, person.email);
  });

  const rows = async (query: string) =>
    expectDone(await admin.get<{ data: WireEntry[] }>(`/audit?per_page=100&${query}`)).data;
  const byAdmin = () => rows(`staff_id=${adminId}`);
  const newest = async () => (await byAdmin())[0];

  describe('what is done to a person stands', () => {
    it('at their home store, under the name that they had', async () => {
      const home = await makeStore(server.database);
      const person = await makeStaff(server.database, { store_id: home.id, name: 'Ana Cruz' });
      expectDone(await admin.put(`/staff/${person.id}`, { name: 'Ana Reyes' }));
      expectDone(await admin.post(`/staff/${person.id}/reset-password`, {}));
      expectDone(await admin.put(`/staff/${person.id}`, { name: 'Ana Santos' }));
      expectDone(await admin.delete(`/staff/${person.id}`));
      const done = (await byAdmin()).slice(0, 4);
      expect(done.map(({ store }) => store?.id)).toEqual([home.id, home.id, home.id, home.id]);
      expect(done.map(({ subject }) => subject?.name)).toEqual([
        'Ana Santos',
        'Ana Santos',
        'Ana Reyes',
        'Ana Reyes',
      ]);
      expect(done[0]?.subject?.path).toBe(`/staff/${person.id}`);
    });

    it('at the store that they left, and that they came to when they are made', async () => {
      const [from, to] = [await makeStore(server.database), await makeStore(server.database)];
      const made = await admin.post<{ id: number }>('/staff', {
        name: 'Ben Cruz',
        email: `ben.${from.id}@shop.test`,
        password: 'blue lantern 42',
        role: 'salesperson',
        primary_store_id: from.id,
      });
      expect((await newest())?.store?.id).toBe(from.id);
      const moved = { primary_store_id: to.id, store_ids: [to.id] };
      expectDone(await admin.put(`/staff/${expectDone(made).id}`, moved));
      expect((await newest())?.store?.id).toBe(from.id);
    });

    it('at no store where they have none', async () => {
      const nobody = await makeStaff(server.database, {
        store_id: shop.store.id,
        primary_store_id: null,
        role: 'regional_manager',
      });
      expectDone(await admin.post(`/staff/${nobody.id}/reset-password`, {}));
      expect((await newest())?.store).toBeNull();
    });
  });

  it('names what is gone', async () => {
    const made = await admin.post<{ id: number }>('/manufacturers', { name: 'Aurora Gadgets' });
    expectDone(await admin.delete(`/manufacturers/${expectDone(made).id}`));
    expect((await newest())?.subject).toEqual({ name: 'Aurora Gadgets', path: null });
  });

  it.each([
    ['/customer-groups', { slug: 'passers-by', discount_percentage: 0 }],
    ['/signup-channels', {}],
    ['/product-types', { requires_serial: true }],
  ])('names what is gone from %s', async (path, more) => {
    const made = await admin.post<{ id: number }>(path, { name: 'Passers-by', ...more });
    expectDone(await admin.delete(`${path}/${expectDone(made).id}`));
    expect((await newest())?.subject?.name).toBe('Passers-by');
  });

  it('names a customer as they were called then', async () => {
    const { id } = await makeCustomer(server.database, { name: 'Ana Cruz', phone: '0917 555 0123' });
    expectDone(await admin.post(`/customers/${id}/add-points`, { points: 5, reason: 'Late' }));
    expectDone(await admin.put(`/customers/${id}`, { name: 'Ana Reyes' }));
    expectDone(await admin.delete(`/customers/${id}`));
    expect((await byAdmin()).slice(0, 3).map(({ subject }) => subject?.name)).toEqual([
      'Ana Reyes',
      'Ana Reyes',
      'Ana Cruz',
    ]);
  });

  describe('what was refused', () => {
    it('says of what, and in which store', async () => {
      const till = await signIn(server.url, shop.seller.email);
      const { transaction: sale } = await sell(till, [shop.units[0]?.id ?? 0]);
      expect((await till.post(`/transactions/${sale.id}/void`, { reason: 'Mine' })).status).toBe(403);
      const [refused] = await rows(`staff_id=${shop.seller.id}`);
      expect(refused).toMatchObject({
        action: 'transactions.void',
        subject: { name: sale.invoice_number, path: `/transactions/${sale.id}` },
        store: { id: shop.store.id },
        refused: 'You do not have permission to perform this action',
      });
    });

    it('tells nobody but the log what a thing is called that they may not see', async () => {
      const checker = await makeStaff(server.database, {
        store_id: shop.store.id,
        role: 'inventory_checker',
      });
      const { id } = await makeCustomer(server.database, { name: 'Ana Secret', phone: '0917 555 0124' });
      const by = await signIn(server.url, checker.email);
      expect((await by.put(`/customers/${id}`, { name: 'X' })).status).toBe(403);
      const activity = expectDone(await by.get<WireActivity>(`/staff/${checker.id}/activity`));
      expect(activity.data[0]).toMatchObject({ what: 'Tried to change a customer', subject: null });
      expect((await rows(`staff_id=${checker.id}`))[0]?.subject?.name).toBe('Ana Secret');
    });

    it('of an address that names nothing there is has no target', async () => {
      const till = await signIn(server.url, shop.seller.email);
      for (const id of [999_999_999, Number.MAX_SAFE_INTEGER])
        expect((await till.put(`/customers/${id}`, { name: 'X' })).status).toBe(403);
      expect((await till.put('/stores/999999999', { name: 'X' })).status).toBe(403);
      expect((await rows(`staff_id=${shop.seller.id}`))[0]?.subject).toBeNull();
    });
  });

  it('says from where and at which device somebody signed in, also once they signed out', async () => {
    const { email, id } = shop.seller;
    const signedIn = await call<{ token: string }>(server.url, 'POST', '/staff/login', {
      email,
      password: DEMO_PASSWORD,
      device_name: 'Till 2',
    });
    const told = async () => (await rows(`staff_id=${id}`)).find(({ action }) => action === 'staff.login');
    const expected = { device: 'Till 2', address: expect.stringMatching(/127\.0\.0\.1/) as string };
    expect(await told()).toMatchObject(expected);
    await call(server.url, 'POST', '/staff/logout', undefined, {
      Authorization: `Bearer ${expectDone(signedIn).token}`,
    });
    expect(await told()).toMatchObject(expected);
  });

  it('names whose password was guessed as they were called then', async () => {
    await call(server.url, 'POST', '/staff/login', { email: shop.seller.email, password: 'not-this-one' });
    const named = shop.seller.name;
    expectDone(await admin.put(`/staff/${shop.seller.id}`, { name: 'Somebody Else' }));
    const failed = (await rows('area=staff')).find(({ staff, refused }) => refused && !staff);
    expect(failed?.subject).toEqual({ name: named, path: `/staff/${shop.seller.id}` });
  });
});
