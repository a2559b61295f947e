import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenWork, store, storeDetail, stores } from '#contract/stores.ts';
import { timeZones } from '#domain/time-zones.ts';
import { started } from '#tests/support/counts.ts';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { expectDone, openDraft, pay, sell } from '#tests/support/selling.ts';
import { makeOrder, receiveOne } from '#tests/support/purchase-orders.ts';
import { atDevice, makeTill, openShift, piecesOf } from '#tests/support/shifts.ts';
import { makeSettings, makeShop, makeStaff, makeStore, makeUnits, type Shop } from '#tests/support/shop.ts';
import { settingsForm } from '#tests/support/store-settings.ts';
import { receive, sent } from '#tests/support/transfers.ts';

type WireStore = z.input<typeof store>;
type Detail = z.input<typeof storeDetail>;
type List = z.input<typeof stores.directory.response>;
type StaffPage = z.input<typeof stores.staff.response>;

const FIELDS = [
  'address',
  'code',
  'email',
  'id',
  'is_active',
  'is_warehouse',
  'name',
  'phone',
  'timezone',
] as const;

onEveryEngine('stores', (start) => {
  let server: TestServer;
  let shop: Shop;
  let regional: SignedIn;
  let manager: SignedIn;
  let seller: SignedIn;
  let made = 0;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 6, store: { code: 'HOME', name: 'Home Shop' } });
    const at = { store_id: shop.store.id };
    const person = async (role: 'regional_manager' | 'store_manager') =>
      signIn(server.url, (await makeStaff(server.database, { ...at, role })).email);
    regional = await person('regional_manager');
    manager = await person('store_manager');
    seller = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  const form = (values: object = {}) => {
    made += 1;
    return { code: `NEW-${made}`, name: `New Store ${made}`, timezone: 'Asia/Manila', ...values };
  };
  const create = async (values: object = {}) =>
    expectDone(await regional.post<WireStore>('/stores/create', form(values)));
  const detail = async (id: number, by = regional) => expectDone(await by.get<Detail>(`/stores/${id}`));
  const auditOf = (action: string, id: number) =>
    server.database.reader
      .selectFrom('audit_log')
      .select('details_json')
      .where('action', '=', action)
      .where('subject_id', '=', id)
      .execute();

  describe('are made', () => {
    it('active, with the chain’s settings, a warehouse without point of sale, their code in capitals', async () => {
      const answer = await regional.post<WireStore>('/stores/create', {
        code: ' dvo-01 ',
        name: 'Davao – Abreeza',
        address: 'Abreeza Mall',
        phone: '+63 (82) 555-0100',
        email: 'Davao@Shop.ph',
        timezone: 'Asia/Singapore',
        is_warehouse: true,
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: answer.body.id,
        code: 'DVO-01',
        name: 'Davao – Abreeza',
        address: 'Abreeza Mall',
        phone: '+63 (82) 555-0100',
        email: 'davao@shop.ph',
        timezone: 'Asia/Singapore',
        is_active: true,
        is_warehouse: true,
        settings: settingsForm({
          features: { pos_enabled: false, online_orders: false, repairs: false },
          prices_include_tax: true,
          shifts: { enabled: true, difference_limit: 0 },
        }),
        // New stores keep shifts.
        shifts: { enabled: true, difference_limit: 0 },
      });
      expect(await detail(answer.body.id)).toEqual({
        ...answer.body,
        primary_staff_count: 0,
        additional_staff_count: 0,
        inventory_items_count: 0,
        available_items_count: 0,
        transactions_count: 0,
      });
    });

    it('as retail stores without what is optional', async () => {
      expect(await create()).toMatchObject({
        is_warehouse: false,
        address: null,
        phone: null,
        email: null,
      });
    });

    it.each([
      [{ name: '' }, 'name', 'Name is required'],
      [{ name: undefined }, 'name', 'Name is required'],
      [{ name: 'x'.repeat(101) }, 'name', 'Name must be 100 characters or less'],
      [{ code: '' }, 'code', 'Code is required'],
      [{ code: 'ABCDEFGHIJK' }, 'code', 'Code must be 10 characters or less'],
      [{ code: 'MNL 01' }, 'code', 'Use letters, digits and hyphens'],
      [{ code: 'MÑL' }, 'code', 'Use letters, digits and hyphens'],
      [{ code: '---' }, 'code', 'Use at least one letter or digit'],
      [{ code: 'HOME' }, 'code', 'This code is taken'],
      [{ code: 'home' }, 'code', 'This code is taken'],
      [{ email: 'shop' }, 'email', 'Invalid email address'],
      [{ email: `${'x'.repeat(250)}@shop.ph` }, 'email', 'Invalid email address'],
      [{ phone: '0917-ABC' }, 'phone', 'Use digits, spaces, +, - and parentheses'],
      [{ phone: '0'.repeat(21) }, 'phone', 'At most 20 characters'],
      [{ address: 'x'.repeat(501) }, 'address', 'At most 500 characters'],
      [{ timezone: undefined }, 'timezone', 'Timezone is required'],
      [{ timezone: 'Europe/Berlin' }, 'timezone', 'Timezone is required'],
      [{ is_active: false }, 'is_active', 'This field is not known'],
    ])('never with %j', async (wrong, field, message) => {
      const refused = await regional.post('/stores/create', form(wrong));
      expect([refused.status, refused.body.errors]).toEqual([422, { [field]: [message] }]);
      expect(refused.body.message).toBe(message);
    });

    it('with as much as the form takes, in each of the 17 zones', async () => {
      expect(timeZones).toHaveLength(17);
      for (const timezone of timeZones) expect(await create({ timezone })).toMatchObject({ timezone });
      await create({
        name: 'x'.repeat(100),
        code: 'ABCDEF-123',
        phone: '0'.repeat(20),
        address: 'x'.repeat(500),
      });
    });

    it('once of those with one code that are made at once', async () => {
      const { code } = form();
      const codes = [code, code.toLowerCase(), code, code];
      const answers = await Promise.all(
        codes.map((each) => regional.post('/stores/create', form({ code: each }))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    });

    it('by those who manage stores only', async () => {
      for (const by of [manager, seller]) {
        expect((await by.post('/stores/create', form())).body.code).toBe('forbidden');
      }
    });
  });

  describe('are changed', () => {
    it('field by field, null clears, and the audit says what became different', async () => {
      const { id, code } = await create({ phone: '0917', email: 'old@shop.ph' });
      const answer = await regional.put<WireStore>(`/stores/${id}`, {
        name: 'Renamed',
        phone: null,
        is_warehouse: true,
        timezone: 'UTC',
      });
      expect(expectDone(answer)).toMatchObject({
        id,
        code,
        name: 'Renamed',
        phone: null,
        email: 'old@shop.ph',
        is_warehouse: true,
        timezone: 'UTC',
      });
      const [row] = await auditOf('stores.update', id);
      expect(JSON.parse(row?.details_json ?? '')).toEqual({
        subject: 'Renamed',
        changes: [
          { field: 'name', before: expect.any(String) as string, after: 'Renamed' },
          { field: 'phone', before: '0917', after: null },
          { field: 'timezone', before: 'Asia/Manila', after: 'UTC' },
          { field: 'is_warehouse', before: false, after: true },
        ],
      });
      expect(expectDone(await regional.put<WireStore>(`/stores/${id}`, {}))).toMatchObject({
        name: 'Renamed',
      });
    });

    it.each([
      [{ code: 'OTHER' }, 'code', 'This field is not known'],
      [{ is_active: false }, 'is_active', 'This field is not known'],
      [{ settings: null }, 'settings', 'This field is not known'],
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ email: 'shop@' }, 'email', 'Invalid email address'],
      [{ timezone: null }, 'timezone', 'Timezone is required'],
    ])('never by %j', async (wrong, field, message) => {
      const refused = await regional.put(`/stores/${shop.store.id}`, wrong);
      expect([refused.status, refused.body.errors]).toEqual([422, { [field]: [message] }]);
    });

    describe('by two at once', () => {
      const put = (id: number, changes: object, known?: object) =>
        regional.put<WireStore & { code: string }>(`/stores/${id}`, {
          ...changes,
          ...(known ? { known } : {}),
        });

      it('hold what each changed of what they knew', async () => {
        const { id, name } = await create({ phone: '0917' });
        const known = { name, phone: '0917', address: null };
        expectDone(await put(id, { phone: '0918' }, known));
        const second = await put(id, { name, phone: '0917', address: 'Ayala Avenue' }, known);
        expect(expectDone(second)).toMatchObject({ name, phone: '0918', address: 'Ayala Avenue' });
      });

      it('keep the first one’s where both changed the same, and name the field to the second', async () => {
        const { id, name } = await create();
        expectDone(await put(id, { name: 'First' }, { name }));
        const refused = await put(id, { name: 'Second', address: 'Nowhere' }, { name, address: null });
        expect(refused).toMatchObject({
          status: 409,
          body: {
            code: 'store_changed',
            message: 'Somebody else changed this store meanwhile',
            errors: { name: ['Somebody else changed this meanwhile'] },
          },
        });
        expect(await detail(id)).toMatchObject({ name: 'First', address: null });
        expect(expectDone(await put(id, { name: 'Second' }, { name: 'First' })).name).toBe('Second');
      });

      it('are overwritten by a caller who says nothing of what they knew', async () => {
        const { id } = await create({ phone: '0917' });
        expectDone(await put(id, { phone: '0918' }));
        expect(expectDone(await put(id, { phone: '0919' }))).toMatchObject({ phone: '0919' });
      });
    });

    it('so that an emptied field is none, as null is', async () => {
      const filled = { email: 'a@b.ph', phone: '0917', address: 'Here' };
      const { id } = await create(filled);
      const emptied = { email: '', phone: ' ', address: '' };
      const none = { email: null, phone: null, address: null };
      expect(expectDone(await regional.put<WireStore>(`/stores/${id}`, emptied))).toMatchObject(none);
      expect(await create(emptied)).toMatchObject(none);
    });

    it('no more once they are inactive', async () => {
      const { id } = await create();
      expectDone(await regional.delete<object>(`/stores/${id}`));
      const refused = await regional.put(`/stores/${id}`, { name: 'Again' });
      expect([refused.status, refused.body.code]).toEqual([409, 'store_inactive']);
    });
  });

  describe('are listed', () => {
    const list = async (query = '', by = seller) => expectDone(await by.get<List>(`/stores/list${query}`));
    const names = async (query: string, by = seller) => (await list(query, by)).data.map(({ name }) => name);
    beforeAll(async () => {
      await create({
        code: 'ZEB-01',
        name: 'Zebra Alabang',
        address: 'Filinvest, Muntinlupa',
        email: 'z@zebra.ph',
        phone: '0917 555-0142',
      });
      await create({ code: 'ZEB-WH', name: 'Zebra Depot', is_warehouse: true });
      const closed = await create({ code: 'ZEB-OLD', name: 'Zebra Closed' });
      expectDone(await regional.delete<object>(`/stores/${closed.id}`));
    });

    it('to everybody who is signed in, ten a page by name, with what a directory has', async () => {
      const first = await list();
      expect(first).toMatchObject({ per_page: 10, current_page: 1, from: 1, to: 10 });
      expect(first.total).toBeGreaterThan(10);
      const all = (await list('?per_page=100')).data;
      expect(first.data).toEqual(all.slice(0, 10));
      expect((await list('?page=2')).data).toEqual(all.slice(10, 20));
      const sorted = all.map(({ name }) => name.toLowerCase());
      expect(sorted).toEqual(sorted.toSorted());
      expect(Object.keys(first.data[0] ?? {}).sort()).toEqual([...FIELDS]);
      expect(await list('', regional)).toEqual(first);
    });

    it.each([
      ['?search=zebra', ['Zebra Alabang', 'Zebra Closed', 'Zebra Depot']],
      ['?search=ZEB-WH', ['Zebra Depot']],
      ['?search=filinv%20zebra', ['Zebra Alabang']],
      ['?search=z@zebra.ph', ['Zebra Alabang']],
      ['?search=0917555', ['Zebra Alabang']],
      ['?search=%2B63%20917%20555%200142', ['Zebra Alabang']],
      ['?search=5550142', ['Zebra Alabang']],
      ['?search=5550143', []],
      ['?search=nothing%20like%20it', []],
      ['?search=zebra&is_active=true', ['Zebra Alabang', 'Zebra Depot']],
      ['?search=zebra&is_active=false', ['Zebra Closed']],
      ['?search=zebra&is_warehouse=true', ['Zebra Depot']],
      ['?search=zebra&is_warehouse=false&is_active=1', ['Zebra Alabang']],
    ])('by %s', async (query, expected) => {
      expect(await names(query)).toEqual(expected);
    });

    it.each([`?search=${'x'.repeat(101)}`, '?is_active=maybe', '?city=Makati'])(
      'never by %s',
      async (query) => {
        expect((await seller.get(`/stores/list${query}`)).status).toBe(422);
      },
    );
  });

  describe('show inside', () => {
    it('counts of their people, their units and their sales', async () => {
      const own = await makeShop(server.database, { units: 5 });
      const { id } = own.store;
      await server.database.write(async (writer) => {
        await writer.insertInto('staff_stores').values({ staff_id: shop.seller.id, store_id: id }).execute();
      });
      await makeStaff(server.database, { store_id: id, is_active: 0 });
      const till = await signIn(server.url, own.seller.email);
      const units = own.units.map((unit) => unit.id);
      await sell(till, units.slice(0, 2));
      await openDraft(till, units.slice(2, 3));
      expect(await detail(id)).toMatchObject({
        primary_staff_count: 1,
        additional_staff_count: 1,
        inventory_items_count: 3,
        available_items_count: 2,
        transactions_count: 1,
      });
      server.clock.advance(6 * MINUTE);
      expect(await detail(id, till)).toMatchObject({ available_items_count: 3 });
    });

    it('no count of sales to those who may not see any', async () => {
      const checker = await makeStaff(server.database, {
        store_id: shop.store.id,
        role: 'inventory_checker',
      });
      const seen = await detail(shop.store.id, await signIn(server.url, checker.email));
      expect(seen).not.toHaveProperty('transactions_count');
      expect(seen).toMatchObject({ inventory_items_count: 6, settings: null });
    });

    it('of a foreign store only what the directory has; a missing one is not found', async () => {
      const other = await makeStore(server.database);
      const entry = await detail(other.id, manager);
      expect(Object.keys(entry).sort()).toEqual([...FIELDS]);
      for (const path of ['', '/staff', '/performance']) {
        const missing = await regional.get(`/stores/999999${path}`);
        expect([missing.status, missing.body.code]).toEqual([404, 'store_not_found']);
        if (path === '') continue;
        const foreign = await manager.get(`/stores/${other.id}${path}`);
        expect([foreign.status, foreign.body.code]).toEqual([404, 'store_not_found']);
        expect((await regional.get(`/stores/${other.id}${path}`)).status).toBe(200);
      }
      for (const id of ['0', '99999999999999999999']) {
        const none = await regional.get(`/stores/${id}`);
        expect([none.status, none.body.message]).toEqual([404, 'Store not found']);
      }
      expect((await regional.get('/stores/8%00')).status).toBe(404);
      expect((await regional.get('/stores/999999/open-work')).body.code).toBe('store_not_found');
      expect((await regional.put('/stores/999999', { name: 'No' })).body.code).toBe('store_not_found');
      expect((await regional.delete('/stores/999999')).body.code).toBe('store_not_found');
    });

    it('their active people, ten a page by name', async () => {
      const own = await makeShop(server.database);
      const { id } = own.store;
      for (let no = 10; no < 20; no += 1) {
        const name = `Worker ${no}`;
        await makeStaff(server.database, { store_id: id, name, name_key: name.toLowerCase() });
      }
      await makeStaff(server.database, { store_id: id, is_active: 0, name: 'Gone' });
      await server.database.write(async (writer) => {
        await writer.insertInto('staff_stores').values({ staff_id: shop.seller.id, store_id: id }).execute();
      });
      const till = await signIn(server.url, own.seller.email);
      const pages = [1, 2].map((no) => till.get<StaffPage>(`/stores/${id}/staff?page=${no}`));
      const [first, second] = (await Promise.all(pages)).map(expectDone);
      expect(first).toMatchObject({ per_page: 10, total: 12, last_page: 2 });
      const rows = [...(first?.data ?? []), ...(second?.data ?? [])];
      expect(rows).toHaveLength(12);
      expect(rows.map(({ name }) => name)).not.toContain('Gone');
      expect(rows.find((row) => row.id === own.seller.id)).toEqual({
        id: own.seller.id,
        name: own.seller.name,
        email: own.seller.email,
        role: 'salesperson',
        is_primary_store: true,
        last_login_at: new Date(server.clock.now()).toISOString(),
      });
      expect(rows.find((row) => row.id === shop.seller.id)).toMatchObject({ is_primary_store: false });
      expect(rows.find(({ name }) => name === 'Worker 10')).toMatchObject({ last_login_at: null });
    });
  });

  describe('are deleted', () => {
    const remove = (id: number, by = regional) => by.delete(`/stores/${id}/unused`);

    it('where nothing was ever done there, so that the code is free again', async () => {
      const first = await create({ code: 'TYPO-1' });
      expectDone(await remove(first.id));
      expect((await regional.get(`/stores/${first.id}`)).status).toBe(404);
      expect((await remove(first.id)).body.code).toBe('store_not_found');
      const again = await create({ code: 'TYPO-1' });
      expect(again.id).not.toBe(first.id);
      expectDone(await regional.delete(`/stores/${again.id}`));
      expectDone(await remove(again.id));
      const [row] = await auditOf('stores.delete', first.id);
      expect(JSON.parse(row?.details_json ?? '')).toEqual({ subject: first.name });
    });

    it.each<[string, (storeId: number) => Promise<unknown>]>([
      ['people', (store_id) => makeStaff(server.database, { store_id, role: 'salesperson' })],
      [
        'units',
        (store_id) =>
          makeUnits(server.database, { count: 1, store_id, product_variation_id: shop.variation.id }),
      ],
      [
        'orders',
        async (id) => {
          const at = { store_id: shop.store.id, role: 'admin' } as const;
          const boss = await signIn(server.url, (await makeStaff(server.database, at)).email);
          await makeOrder(server.database, boss, { store: { id }, variation: shop.variation });
        },
      ],
      [
        'a number that was given',
        (store_id) =>
          server.database.write((writer) =>
            writer.insertInto('number_series').values({ store_id, kind: 'draft', last_no: 1 }).execute(),
          ),
      ],
    ])('never with %s', async (_, use) => {
      const { id } = await create();
      await use(id);
      const refused = await remove(id);
      expect([refused.status, refused.body.code]).toEqual([409, 'in_use']);
      expect(await detail(id)).toMatchObject({ is_active: true });
      expect((await remove(id, manager)).status).toBe(403);
    });
  });

  describe('are deactivated', () => {
    it('after what is on its way to and from there was named', async () => {
      const [from, to] = [await makeShop(server.database, { units: 3 }), await makeStore(server.database)];
      const manager = await makeStaff(server.database, { store_id: from.store.id, role: 'store_manager' });
      const receiver = await makeStaff(server.database, { store_id: to.id, role: 'store_manager' });
      const { id } = await sent(
        await signIn(server.url, manager.email),
        to.id,
        from.units.map((unit) => unit.id),
      );
      const there = await signIn(server.url, receiver.email);
      expectDone(await receive(there, id, [from.units[0]?.id ?? 0]));
      const onTheWay = async (storeId: number) => {
        const work = expectDone(await regional.get<OpenWork>(`/stores/${storeId}/open-work`));
        return [work.units_arriving, work.units_leaving];
      };
      expect(await onTheWay(from.store.id)).toEqual([0, 2]);
      expect(await onTheWay(to.id)).toEqual([2, 0]);
    });

    it('after what is open there was named; drafts stay to be read, holds lapse, nothing is sold', async () => {
      const own = await makeShop(server.database, { units: 4 });
      const { id } = own.store;
      const till = await signIn(server.url, own.seller.email);
      const units = own.units.map((unit) => unit.id);
      expect(expectDone(await regional.get(`/stores/${id}/open-work`))).toEqual({
        drafts: 0,
        paid_drafts: 0,
        units_held: 0,
        units_arriving: 0,
        units_leaving: 0,
        units_standing: 4,
        units_on_hold: 0,
        units_defective: 0,
        units_lost: 0,
        units_returned: 0,
        open_orders: 0,
        open_shifts: 0,
        open_counts: 0,
        pending_payments: 0,
        people_left: 1,
        tills_waiting: 0,
        sales_to_settle: 0,
      });
      const draft = await openDraft(till, units.slice(0, 2));
      const payment = await pay(till, draft.id, { method: 'cash', amount: 100 });
      await openDraft(till, units.slice(2, 3));
      expect(expectDone(await regional.get(`/stores/${id}/open-work`))).toEqual({
        drafts: 2,
        paid_drafts: 1,
        units_held: 3,
        units_arriving: 0,
        units_leaving: 0,
        units_standing: 4,
        units_on_hold: 0,
        units_defective: 0,
        units_lost: 0,
        units_returned: 0,
        open_orders: 0,
        open_shifts: 0,
        open_counts: 0,
        pending_payments: 0,
        people_left: 1,
        tills_waiting: 0,
        sales_to_settle: 0,
      });
      const refused = await regional.delete(`/stores/${id}`);
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'Payments were taken for one draft there. Complete them or delete their payments first',
      ]);
      expect(await detail(id)).toMatchObject({ is_active: true });
      expectDone(await till.delete(`/payments/${payment.id}`, { reason: 'Handed back' }));
      expect(expectDone(await regional.delete(`/stores/${id}`))).toEqual({ message: 'Store deactivated' });
      expect(await detail(id)).toMatchObject({ is_active: false });
      const inStore = { storeId: id };
      const read = await regional.get<{ status: string }>(`/transactions/${draft.id}`, inStore);
      expect([read.status, read.body.status]).toEqual([200, 'draft']);
      const scan = await till.post('/pos/scan', { code: own.units[3]?.imei }, inStore);
      expect(scan.body.code).toBe('foreign_store');
      server.clock.advance(6 * MINUTE);
      expect(await detail(id)).toMatchObject({ available_items_count: 4 });
      const [row] = await auditOf('stores.deactivate', id);
      expect(JSON.parse(row?.details_json ?? '')).toEqual({
        subject: expect.any(String) as string,
        changes: [{ field: 'is_active', before: true, after: false }],
      });
    });

    it('after orders, shifts, pending payments and people without another store were named', async () => {
      const own = await makeShop(server.database, {
        units: 1,
        store: { settings_json: makeSettings({ shifts: { enabled: true, difference_limit: 0 } }) },
      });
      const { id } = own.store;
      const boss = await signIn(
        server.url,
        (await makeStaff(server.database, { store_id: id, role: 'admin' })).email,
      );
      const drawer = atDevice(server.url, boss);
      await makeTill(drawer, 'Counter');
      // Their second store is active, so that they are not left without one.
      const mover = await makeStaff(server.database, { store_id: id, role: 'warehouse_staff' });
      await server.database.write((writer) =>
        writer.insertInto('staff_stores').values({ staff_id: mover.id, store_id: shop.store.id }).execute(),
      );
      await makeOrder(server.database, boss, own);
      await openShift(drawer);
      await started(boss);
      const draft = await openDraft(drawer, [own.units[0]?.id ?? 0]);
      await pay(drawer, draft.id, {
        method: 'gcash',
        amount: 100,
        reference_number: 'OPEN-1',
        status: 'pending',
      });
      expect(expectDone(await regional.get<OpenWork>(`/stores/${id}/open-work`))).toMatchObject({
        units_standing: 1,
        open_orders: 1,
        open_shifts: 1,
        open_counts: 1,
        pending_payments: 1,
        people_left: 1,
      });
    });

    it('and cleared by whoever sees all stores: orders ended, the last shift counted, units sent out', async () => {
      const settings_json = makeSettings({ shifts: { enabled: true, difference_limit: 0 } });
      const own = await makeShop(server.database, { units: 1, store: { settings_json } });
      const { id } = own.store;
      const boss = await signIn(
        server.url,
        (await makeStaff(server.database, { store_id: id, role: 'admin' })).email,
      );
      const drawer = atDevice(server.url, boss);
      await makeTill(drawer, 'Counter');
      const shift = await openShift(drawer, 1000);
      const [cancelled, closed] = [
        await makeOrder(server.database, boss, own),
        await makeOrder(server.database, boss, own),
      ];
      await receiveOne(server.database, closed);
      expectDone(await boss.delete(`/stores/${id}`));
      const inStore = { storeId: id };
      const end = (orderId: number, how: string) =>
        boss.post<{ status: string }>(
          `/supplier-transactions/${orderId}/${how}`,
          { reason: 'Closing down' },
          inStore,
        );
      expect(expectDone(await end(cancelled.id, 'cancel'))).toMatchObject({ status: 'complete' });
      expect(expectDone(await end(closed.id, 'close'))).toMatchObject({ status: 'complete' });
      const body = { items: [{ product_variation_id: own.variation.id, quantity_ordered: 1 }] };
      const more = await boss.post(`/supplier-transactions/${closed.id}/items`, body.items[0], inStore);
      expect(more.status).toBe(409);
      const counted = { denominations: piecesOf(1000) };
      expectDone(await boss.post(`/shifts/${shift.id}/count`, counted, inStore));
      expectDone(await boss.post(`/shifts/${shift.id}/close`, {}, inStore));
      const form = { to_store_id: shop.store.id, item_ids: own.units.map((unit) => unit.id) };
      expectDone(await boss.post('/inventory/transfers', form, inStore));
      const work = expectDone(await regional.get<OpenWork>(`/stores/${id}/open-work`));
      expect(work).toMatchObject({ units_standing: 0, open_orders: 0, open_shifts: 0, units_leaving: 1 });
    });

    it('once: there is no way back', async () => {
      const { id } = await create();
      expectDone(await regional.delete<object>(`/stores/${id}`));
      const again = await regional.delete(`/stores/${id}`);
      expect([again.status, again.body.code, again.body.message]).toEqual([
        409,
        'illegal_state',
        'This store is inactive already',
      ]);
    });

    it('by those who manage stores only', async () => {
      const refused = await manager.delete(`/stores/${shop.store.id}`);
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    });

    it('only in their own stores by those to whom the right was granted', async () => {
      const foreign = await create();
      const version = await server.database.write(async (writer) => {
        const grant = { role: 'store_manager' as const, permission: 'stores.manage', is_granted: 1 as const };
        await writer.insertInto('role_grants').values(grant).execute();
        return writer
          .updateTable('shop_version')
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .returning('version')
          .executeTakeFirstOrThrow();
      });
      expect(version.version).toBeGreaterThan(1);
      for (const answer of [
        await manager.put(`/stores/${foreign.id}`, { name: 'Mine' }),
        await manager.delete(`/stores/${foreign.id}`),
        await manager.get(`/stores/${foreign.id}/open-work`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'store_not_found']);
      }
      expect((await manager.put(`/stores/${shop.store.id}`, { name: 'Home Shop' })).status).toBe(200);
    });

    it('never the last one that is active, however many try at once', async () => {
      const apart = await start();
      try {
        const [one, other] = [await makeStore(apart.database), await makeStore(apart.database)];
        const admin = await makeStaff(apart.database, { store_id: one.id, role: 'admin' });
        const caller = await signIn(apart.url, admin.email);
        const answers = await Promise.all([one, other].map(({ id }) => caller.delete(`/stores/${id}`)));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const refused = answers.find(({ status }) => status === 409);
        expect([refused?.body.code, refused?.body.message]).toEqual([
          'last_store',
          'The last active store cannot be deactivated',
        ]);
        const left = await caller.get<List>('/stores/list?is_active=true');
        expect(left.body.total).toBe(1);
      } finally {
        await apart.close();
      }
    });
  });

  it('tell every screen that they were changed', async () => {
    const versionOf = async () => Number((await seller.get('/staff/me')).headers.get('x-shop-version'));
    const before = await versionOf();
    const { id } = await create();
    await regional.put(`/stores/${id}`, { name: 'Other' });
    await regional.delete(`/stores/${id}`);
    expect(await versionOf()).toBe(before + 3);
  });
});
