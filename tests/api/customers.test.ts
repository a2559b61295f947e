import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { customer, customers } from '#contract/customers.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, sell, type WireTransaction } from '#tests/support/selling.ts';
import { localSpellings } from '#tests/support/phones.ts';
import { onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import {
  makeCustomer,
  makeGroups,
  makeSettings,
  makeShop,
  makeStaff,
  makeStore,
  type Shop,
} from '#tests/support/shop.ts';

type WireCustomer = z.input<typeof customer>;
type WirePage = z.input<typeof customers.list.response>;

const aForm = { name: 'Ana Reyes', phone: '0917 555 0001' };

onEveryEngine('customers', (start) => {
  let server: TestServer;
  let shop: Shop;
  let groups: Awaited<ReturnType<typeof makeGroups>>;
  let channelId: number;
  let manager: Caller;
  let seller: Caller;
  let admin: Caller;
  beforeAll(async () => {
    server = await start();
    groups = await makeGroups(server.database);
    channelId = await server.database.write(async (writer) => {
      const id = writer.nextId();
      await writer
        .insertInto('signup_channels')
        .values({ id, name: 'Walk-in', unique_name: 'walk-in' })
        .execute();
      return id;
    });
    const settings_json = makeSettings({ default_customer_group: 'member' });
    shop = await makeShop(server.database, { store: { settings_json } });
    const staff = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    manager = await signIn(server.url, staff.email);
    const chief = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, chief.email);
    seller = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  const create = async (form: object = {}, caller = seller) =>
    expectDone(await caller.post<WireCustomer>('/customers', { ...aForm, ...form }));
  const list = async (query = '') => expectDone(await seller.get<WirePage>(`/customers${query}`));
  const namesOf = (page: WirePage) => page.data.map((row) => row.name);

  describe('made', () => {
    it('have all that the form gave them', async () => {
      const form = {
        name: '  José Peñaflor ',
        phone: ' +63 (917) 555-0100 ',
        email: 'Jose@Example.PH',
        address: '12 Mabini St.\nMakati',
        birthday: '1990-03-05',
        notes: 'Prefers black',
        customer_group_id: groups.vip.id,
        signup_channel_id: channelId,
      };
      const answer = await manager.post<WireCustomer>('/customers', form);
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        ...form,
        id: answer.body.id,
        name: 'José Peñaflor',
        phone: '+63 (917) 555-0100',
        email: 'jose@example.ph',
        loyalty_points: 0,
        created_at: new Date(OPENING).toISOString(),
        customer_group: { id: groups.vip.id, name: 'VIP', slug: 'vip', discount_percentage: 10 },
        signup_channel: { id: channelId, name: 'Walk-in' },
      });
      const read = await seller.get<WireCustomer>(`/customers/${answer.body.id}`);
      expect([read.status, read.body]).toEqual([200, answer.body]);
    });

    it('have nothing where nothing was given, and the store’s default group', async () => {
      const blank = { email: null, address: '  ', birthday: null, notes: '', signup_channel_id: null };
      expect(await create(blank)).toMatchObject({
        email: null,
        address: null,
        birthday: null,
        notes: null,
        signup_channel: null,
        customer_group: { slug: 'member' },
      });
    });

    it('have no group where none was chosen', async () => {
      expect(await create({ customer_group_id: null })).toMatchObject({ customer_group: null });
    });

    it('get a group with prices of its own from whoever may change customers, or by the store’s default', async () => {
      const message = 'Wholesale has prices of its own: only somebody who may change customers may choose it';
      const wholesale = { ...aForm, customer_group_id: groups.wholesale.id };
      expect(await seller.post('/customers', wholesale)).toMatchObject({
        status: 422,
        body: { message, errors: { customer_group_id: [message] } },
      });
      expect(await create(wholesale, manager)).toMatchObject({ customer_group: { slug: 'wholesale' } });
      for (const slug of ['member', 'regular'] as const) {
        const group = groups[slug];
        expect(await create({ customer_group_id: group.id })).toMatchObject({ customer_group: { slug } });
      }
    });

    it.each([
      ['never saved its settings', null],
      ['names a group that is not there', makeSettings({ default_customer_group: 'gold' })],
    ])('at a store that %s have no group', async (_, settings_json) => {
      const store = await makeStore(server.database, { settings_json });
      const staff = await makeStaff(server.database, { store_id: store.id });
      const made = await create({}, await signIn(server.url, staff.email));
      expect([made.customer_group_id, made.customer_group]).toEqual([null, null]);
    });

    it.each([
      [{ name: undefined }, 'name', 'Name is required'],
      [{ name: '   ' }, 'name', 'Name is required'],
      [{ name: 'x'.repeat(256) }, 'name', 'Name must be less than 255 characters'],
      [{ phone: undefined }, 'phone', 'Phone number is required'],
      [{ phone: '' }, 'phone', 'Phone number is required'],
      [{ phone: '1'.repeat(21) }, 'phone', 'Phone number must be less than 20 characters'],
      [{ phone: '0917-CALL-ME' }, 'phone', 'Invalid phone number format'],
      [{ email: 'ana@' }, 'email', 'Invalid email format'],
      [{ birthday: '2026-11-22' }, 'birthday', 'Birthday cannot be in the future'],
      [{ birthday: '1990-02-30' }, 'birthday', 'Invalid date'],
      [{ customer_group_id: 999_999 }, 'customer_group_id', 'This customer group does not exist'],
      [{ signup_channel_id: 999_999 }, 'signup_channel_id', 'This signup channel does not exist'],
    ])('are refused with %j', async (wrong, field, message) => {
      const before = (await list()).total;
      const made = await seller.post('/customers', { ...aForm, ...wrong });
      expect([made.status, made.body.message, made.body.errors?.[field]?.[0]]).toEqual([
        422,
        message,
        message,
      ]);
      expect((await list()).total).toBe(before);
    });

    it('are refused with points of their own', async () => {
      const made = await seller.post('/customers', { ...aForm, loyalty_points: 5 });
      expect([made.status, made.body.errors]).toEqual([422, { loyalty_points: ['This field is not known'] }]);
    });

    it('may have a name of 255 characters, a phone number of 20, and a birthday today', async () => {
      const form = { name: 'x'.repeat(255), phone: '1'.repeat(20), birthday: '2026-11-21' };
      expect(await create(form)).toMatchObject(form);
    });

    it('have a birthday by the store’s calendar: in Los Angeles it is still yesterday', async () => {
      const store = await makeStore(server.database, { timezone: 'America/Los_Angeles' });
      const staff = await makeStaff(server.database, { store_id: store.id });
      const there = await signIn(server.url, staff.email);
      const refused = await there.post('/customers', { ...aForm, birthday: '2026-11-21' });
      expect(refused.body.errors?.birthday).toEqual(['Birthday cannot be in the future']);
      expect(await create({ birthday: '2026-11-20' }, there)).toMatchObject({ birthday: '2026-11-20' });
    });
  });

  describe('changed', () => {
    const change = <T = WireCustomer>(id: number, form: object) => manager.put<T>(`/customers/${id}`, form);

    it('keep what was not named, and lose what was set to null', async () => {
      const before = await create(
        {
          email: 'ana@example.ph',
          notes: 'Old',
          customer_group_id: groups.vip.id,
          signup_channel_id: channelId,
          birthday: '1990-03-05',
        },
        manager,
      );
      const named = expectDone(await change(before.id, { name: 'Anna Reyes' }));
      expect(named).toEqual({ ...before, name: 'Anna Reyes' });
      const cleared = { email: null, birthday: null, customer_group_id: null, signup_channel_id: null };
      expect(expectDone(await change(before.id, { ...cleared, notes: '' }))).toEqual({
        ...named,
        ...cleared,
        notes: null,
        customer_group: null,
        signup_channel: null,
      });
      expect(expectDone(await change(before.id, {}))).toMatchObject({ name: 'Anna Reyes', notes: null });
    });

    it('are found by their new name and number, no longer by the old', async () => {
      const { id } = await create({ name: 'Wilhelmina Quezon', phone: '0917 444 0001' });
      expectDone(await change(id, { name: 'Zafra Quirino', phone: '0918 333 0002' }));
      expect((await list('?search=wilhelmina')).total).toBe(0);
      expect((await list('?search=09174440001')).total).toBe(0);
      expect(namesOf(await list('?search=zafra'))).toEqual(['Zafra Quirino']);
      expect(namesOf(await list('?search=09183330002'))).toEqual(['Zafra Quirino']);
    });

    it.each([
      [{ name: '' }, 'name', 'Name is required'],
      [{ birthday: '2027-01-01' }, 'birthday', 'Birthday cannot be in the future'],
      [{ customer_group_id: 999_999 }, 'customer_group_id', 'This customer group does not exist'],
    ])('to %j are refused and stay as they were', async (wrong, field, message) => {
      const before = await create();
      const refused = await manager.put(`/customers/${before.id}`, { notes: 'New', ...wrong });
      expect([refused.status, refused.body.errors?.[field]]).toEqual([422, [message]]);
      expect((await seller.get(`/customers/${before.id}`)).body).toEqual(before);
    });

    it('need the permission for it', async () => {
      const { id } = await create();
      expect((await seller.put(`/customers/${id}`, { notes: 'Mine' })).status).toBe(403);
    });
  });

  describe('deleted', () => {
    const remove = (id: number, by: Caller) => by.delete<{ message: string }>(`/customers/${id}`);

    it('are in no list and no search any more, once, and only an admin may do it', async () => {
      const made = await create({ name: 'Xerxes Gone', phone: '0919 777 0001', email: 'xerxes@gone.ph' });
      expect((await remove(made.id, manager)).status).toBe(403);
      expect(namesOf(await list('?search=xerxes'))).toEqual(['Xerxes Gone']);
      const answer = await remove(made.id, admin);
      expect([answer.status, answer.body.message]).toEqual([200, 'Customer deleted']);
      for (const query of [
        'search=xerxes',
        'search=09197770001',
        'search=xerxes@gone.ph',
        'phone=0919 777 0001',
      ]) {
        expect((await list(`?${query}`)).data).toEqual([]);
      }
      const everybody = await list('?per_page=1000');
      expect(everybody.data.map((row) => row.id)).not.toContain(made.id);
      const again = await admin.delete(`/customers/${made.id}`);
      expect([again.status, again.body.code]).toEqual([404, 'customer_not_found']);
    });

    it('stay with their sales and held drafts', async () => {
      const { id } = await create({ name: 'Yolanda Kept' });
      const [first, second] = shop.units.map((unit) => unit.id);
      const { transaction } = await sell(seller, [first ?? 0], { customer_id: id });
      const draft = await openDraft(seller, [second ?? 0], { customer_id: id });
      expectDone(await remove(id, admin));
      for (const sale of [transaction, draft]) {
        const read = expectDone(await seller.get<WireTransaction>(`/transactions/${sale.id}`));
        expect([read.status, read.customer?.name]).toEqual([sale.status, 'Yolanda Kept']);
      }
    });
  });

  it('who are not there, or were deleted, answer 404', async () => {
    const gone = await makeCustomer(server.database, { deleted_at: OPENING });
    for (const id of [gone.id, 999_999]) {
      const read = await seller.get(`/customers/${id}`);
      expect([read.status, read.body.code]).toEqual([404, 'customer_not_found']);
      expect((await manager.put(`/customers/${id}`, { notes: 'x' })).body.code).toBe('customer_not_found');
    }
  });

  it('can be put in groups and channels that are listed', async () => {
    const found = expectDone(
      await seller.get<{ slug: string; discount_percentage: number }[]>('/customer-groups'),
    );
    expect(found.map((group) => [group.slug, group.discount_percentage])).toEqual([
      ['regular', 0],
      ['member', 5],
      ['vip', 10],
      ['wholesale', 15],
    ]);
    expect(expectDone(await seller.get('/signup-channels'))).toEqual([{ id: channelId, name: 'Walk-in' }]);
  });

  it('are not for everyone to see', async () => {
    const checker = await makeStaff(server.database, { store_id: shop.store.id, role: 'inventory_checker' });
    const caller = await signIn(server.url, checker.email);
    for (const path of ['/customers', '/customers/1', '/customer-groups', '/signup-channels']) {
      expect((await caller.get(path)).status).toBe(403);
    }
    expect((await caller.post('/customers', aForm)).status).toBe(403);
  });
});

onEveryEngine('the list of customers', (start) => {
  let server: TestServer;
  let seller: Caller;
  let groups: Awaited<ReturnType<typeof makeGroups>>;
  beforeAll(async () => {
    server = await start();
    const { database } = server;
    groups = await makeGroups(database);
    await database.write((writer) =>
      writer
        .insertInto('signup_channels')
        .values({ id: writer.nextId() + 50_000, name: 'Walk-in', unique_name: 'walk-in' })
        .execute(),
    );
    const shop = await makeShop(database);
    seller = await signIn(server.url, shop.seller.email);
    const [channel] = await database.reader.selectFrom('signup_channels').selectAll().execute();
    const people = [
      { name: 'José Peñaflor', phone: '0917 123 4567', email: 'jose.p@gmail.com', loyalty_points: 50 },
      { name: 'dela Cruz, Ana', phone: '+63 918 765 4321', email: 'acruz@yahoo.com', loyalty_points: 100 },
      { name: 'Ana Marie Lim', phone: '(02) 8812-4410', email: null, loyalty_points: 0 },
      { name: 'Mario De Leon', phone: '09990001111', email: 'mdl_1@gmail.com', loyalty_points: 250 },
      { name: 'Zoë Uy', phone: '0917-999-0000', email: null, loyalty_points: 99 },
    ];
    for (const [index, person] of people.entries()) {
      await makeCustomer(database, {
        ...person,
        customer_group_id: index % 2 ? groups.vip.id : null,
        signup_channel_id: index === 0 ? (channel?.id ?? null) : null,
      });
    }
    await makeCustomer(database, { name: 'Ana Deleted', phone: '0917 123 4567', deleted_at: OPENING });
  });
  afterAll(() => server.close());

  const list = async (query: Record<string, string | number> = {}) => {
    const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    return expectDone(await seller.get<WirePage>(`/customers?${text}`));
  };
  const found = async (query: Record<string, string | number>) =>
    (await list(query)).data.map((row) => row.name);

  const EVERYBODY = ['Ana Marie Lim', 'dela Cruz, Ana', 'José Peñaflor', 'Mario De Leon', 'Zoë Uy'];

  it('has everybody by name, whatever the case and accents, without the deleted', async () => {
    expect(await found({})).toEqual(EVERYBODY);
  });

  it.each([
    ['jose penaflor', ['José Peñaflor']],
    ['PEÑA', ['José Peñaflor']],
    ['ana', ['Ana Marie Lim', 'dela Cruz, Ana']],
    ['ana cruz', ['dela Cruz, Ana']],
    ['cruz, ana', ['dela Cruz, Ana']],
    ['ma', ['Ana Marie Lim', 'Mario De Leon']],
    ['0917', ['José Peñaflor', 'Zoë Uy']],
    ['+63 917', ['José Peñaflor', 'Zoë Uy']],
    ['0917-123', ['José Peñaflor']],
    ['+639171234567', ['José Peñaflor']],
    ['63 918 765', ['dela Cruz, Ana']],
    ['123 45', ['José Peñaflor']],
    ['8812', ['Ana Marie Lim']],
    ['jose.p@', ['José Peñaflor']],
    ['JOSE.P@GMAIL.COM', ['José Peñaflor']],
    ['acruz', ['dela Cruz, Ana']],
    ['@gmail', ['José Peñaflor', 'Mario De Leon']],
    ['mdl_1', ['Mario De Leon']],
    ['mdl%1', ['Mario De Leon']],
    ['mdl%2', []],
    ['_', []],
    ['ana 8812', ['Ana Marie Lim']],
    ['ana 0917', []],
    ['4410', ['Ana Marie Lim']],
    ['dl_1', []],
    ['jose.p', ['José Peñaflor']],
    ['gmail', []],
    ['%', []],
    ['nobody', []],
    ['   ', EVERYBODY],
  ])('searched for %j has %j', async (search, names) => {
    expect(await found({ search })).toEqual(names);
  });

  it.each(localSpellings('0917', '123', '4567'))(
    'has a customer by their number spelled %j',
    async (search) => {
      expect(await found({ search })).toEqual(['José Peñaflor']);
      expect(await found({ phone: search })).toEqual(['José Peñaflor']);
    },
  );

  it.each(localSpellings('0917', '999', '0000'))(
    'has a number kept with dashes spelled %j',
    async (search) => {
      expect(await found({ search })).toEqual(['Zoë Uy']);
    },
  );

  it.each(localSpellings('0918', '765', '4321'))(
    'has a number kept with the country spelled %j',
    async (search) => {
      expect(await found({ search })).toEqual(['dela Cruz, Ana']);
    },
  );

  it.each(['(02) 8812-4410', '02 8812 4410', '0288124410', '+63 2 8812 4410', '63288124410', '8812-4410'])(
    'has a number of a house spelled %j',
    async (search) => {
      expect(await found({ search })).toEqual(['Ana Marie Lim']);
    },
  );

  it.each([
    ['09171234567', ['José Peñaflor']],
    ['+63 (917) 123-4567', ['José Peñaflor']],
    ['0917 123', []],
    ['', []],
  ])('has exactly those whose number is %j, in any spelling: %j', async (phone, names) => {
    expect(await found({ phone })).toEqual(names);
  });

  it('is narrowed by group, by channel, and by points, both ends included', async () => {
    expect(await found({ customer_group_id: groups.vip.id })).toEqual(['dela Cruz, Ana', 'Mario De Leon']);
    expect(await found({ customer_group_id: groups.member.id })).toEqual([]);
    const [channel] = expectDone(await seller.get<{ id: number }[]>('/signup-channels'));
    expect(await found({ signup_channel_id: channel?.id ?? 0 })).toEqual(['José Peñaflor']);
    expect(await found({ min_points: 99 })).toEqual(['dela Cruz, Ana', 'Mario De Leon', 'Zoë Uy']);
    expect(await found({ max_points: 50 })).toEqual(['Ana Marie Lim', 'José Peñaflor']);
    expect(await found({ min_points: 50, max_points: 100, search: '0917' })).toEqual([
      'José Peñaflor',
      'Zoë Uy',
    ]);
  });

  it('comes in pages that say where they are', async () => {
    const second = await list({ page: 2, per_page: 2 });
    const place = {
      current_page: 2,
      from: 3,
      to: 4,
      last_page: 3,
      per_page: 2,
      total: 5,
      total_capped: false,
    };
    expect(second).toMatchObject({ ...place, meta: place });
    expect(second.data.map((row) => row.name)).toEqual(['José Peñaflor', 'Mario De Leon']);
    expect(await list({ page: 9 })).toMatchObject({ data: [], from: null, to: null, total: 5, per_page: 15 });
  });

  it.each(['customer_group_id=vip', 'min_points=-1', 'page=x', `search=${'x'.repeat(101)}`, 'sort=name'])(
    'refuses %s',
    async (query) => {
      expect((await seller.get(`/customers?${query}`)).status).toBe(422);
    },
  );
});
