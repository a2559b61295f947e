import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, signIn } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { atDevice, makeTill } from '#tests/support/shifts.ts';
import { createServer } from '#server/server.ts';
import { setupCodeOf } from '#server/modules/setup/setup.public.ts';
import { makeShop, makeVariation } from '#tests/support/shop.ts';

const form = {
  shop_name: 'Aling Nena Gadgets',
  store_code: 'mnl-01',
  store_name: 'Makati',
  timezone: 'Asia/Manila',
  tax_rate: 12,
  prices_include_tax: true,
  pesos_everywhere: true,
  admin_name: 'Nena Cruz',
  admin_email: 'Nena@Gadgets.Test',
  password: 'blue lantern 42',
  password_confirmation: 'blue lantern 42',
  staff_receive_goods: true,
};

onEveryEngine('the set-up of a new chain', (start) => {
  let server: TestServer;
  let code: string;
  beforeEach(async () => {
    server = await start();
    code = await setupCodeOf(server.database.reader);
  });
  afterEach(() => server.close());

  type State = { is_needed: boolean; needs_code: boolean };
  const state = async () => (await call<State>(server.url, 'GET', '/setup')).body;
  const make = (changes: object = {}) => call(server.url, 'POST', '/setup', { ...form, ...changes });
  /** Sends a setup call from another computer: the browser asked for another host name. */
  const fromAfar = async (
    changes: object = {},
    headers: Record<string, string> = { host: 'shop.example:4100' },
  ) => {
    const payload = { ...form, ...changes };
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/setup', headers, payload });
    return { status: answer.statusCode, body: answer.json<{ code: string }>() };
  };
  const countOf = async () => {
    const rows = await Promise.all(
      (['staff', 'stores', 'staff_stores', 'customer_groups', 'chain_settings', 'role_grants'] as const).map(
        (table) => server.database.reader.selectFrom(table).selectAll().execute(),
      ),
    );
    return rows.map(({ length }) => length);
  };

  it.each([
    ['Asia/Manila', {}, true],
    ['Asia/Manila', { prices_include_tax: false }, false],
    ['Asia/Singapore', {}, false],
  ])('at %s with %j includes the tax in the prices: %s', async (timezone, said, isIncluded) => {
    const { prices_include_tax: _, ...unsaid } = form;
    const made = await call(server.url, 'POST', '/setup', { ...unsaid, timezone, ...said });
    expect(made.status).toBe(201);
    const admin = await signIn(server.url, 'nena@gadgets.test', 'blue lantern 42');
    const tax = { prices_include_tax: isIncluded };
    expect((await admin.get('/stores')).body).toMatchObject([{ settings: tax }]);
    expect((await admin.get('/settings/store-defaults')).body).toMatchObject(tax);
  });

  it('makes shop, store, admin and first lists, and who may receive goods', async () => {
    expect(await state()).toEqual({ is_needed: true, needs_code: false });
    expect((await make()).status).toBe(201);
    expect(await state()).toEqual({ is_needed: false, needs_code: false });
    const admin = await signIn(server.url, 'nena@gadgets.test', 'blue lantern 42');
    expect(admin.staff).toMatchObject({
      name: 'Nena Cruz',
      role: 'admin',
      primary_store: { name: 'Makati' },
    });
    expect((await admin.get('/settings')).body).toMatchObject({
      shop_name: 'Aling Nena Gadgets',
      pesos_everywhere: true,
      smallest_coin: 0.25,
    });
    expect((await admin.get('/stores')).body).toMatchObject([
      {
        code: 'MNL-01',
        timezone: 'Asia/Manila',
        settings: { tax_rate: 12, prices_include_tax: true, payment_methods: ['cash', 'card'] },
      },
    ]);
    // The next store begins like the first one.
    const next = { code: 'MNL-02', name: 'Manila', timezone: 'Asia/Manila' };
    expect((await admin.post('/stores/create', next)).body).toMatchObject({
      settings: { tax_rate: 12, prices_include_tax: true, payment_methods: ['cash', 'card'] },
    });
    const steps = async () => (await admin.get('/dashboard/first-steps')).body;
    expect(await steps()).toEqual({
      products: false,
      suppliers: false,
      staff: false,
      till: false,
      backups: true,
    });
    await makeVariation(server.database);
    await admin.post('/suppliers', { name: 'Cellhouse', code: 'CH' });
    await admin.post('/staff', {
      name: 'Ana Reyes',
      email: 'ana@gadgets.test',
      password: 'mango-ferry-lantern',
      role: 'salesperson',
      primary_store_id: admin.staff.primary_store?.id,
    });
    await makeTill(atDevice(server.url, admin), 'T1');
    expect(await steps()).toEqual({
      products: true,
      suppliers: true,
      staff: true,
      till: true,
      backups: true,
    });
    expect((await admin.get<unknown[]>('/customer-groups')).body).toHaveLength(4);
    const grants = await server.database.reader.selectFrom('role_grants').selectAll().execute();
    expect(grants.map(({ role, permission }) => `${role} ${permission}`).sort()).toEqual([
      'regional_manager inventory.update',
      'store_manager inventory.update',
      'warehouse_staff inventory.update',
    ]);
    const audit = await server.database.reader
      .selectFrom('audit_log')
      .select('subject_id')
      .where('action', '=', 'setup.make')
      .execute();
    expect(audit).toEqual([{ subject_id: admin.staff.id }]);
  });

  it('shows prices with the sign that was chosen', async () => {
    expect((await make({ pesos_everywhere: false })).status).toBeLessThan(300);
    const admin = await signIn(server.url, 'nena@gadgets.test', 'blue lantern 42');
    expect((await admin.get('/settings')).body).toMatchObject({ pesos_everywhere: false });
  });

  it('is open to the server’s own page on its own computer', async () => {
    const host = '127.0.0.1:4100';
    expect((await fromAfar({}, { host, origin: `http://${host}` })).status).toBe(201);
  });

  it('leaves receiving goods to the admin where that is wanted', async () => {
    await make({ staff_receive_goods: false });
    expect(await server.database.reader.selectFrom('role_grants').selectAll().execute()).toEqual([]);
  });

  it('is done once: of several at the same time one, and nobody afterwards', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((no) => make({ admin_email: `admin${no}@gadgets.test`, store_code: `S-${no}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await countOf()).toEqual([1, 1, 1, 4, 1, 3]);
    const late = await make();
    expect([late.status, late.body.code]).toEqual([409, 'setup_done']);
    expect((await fromAfar({ code })).body.code).toBe('setup_done');
  });

  it('takes the code that another server of the shop printed', async () => {
    const other = await createServer({ database: server.database, clock: server.clock.now });
    const printed = await setupCodeOf(server.database.reader);
    const headers = { host: 'shop.example:4100' };
    const payload = { ...form, code: printed };
    const answer = await other.inject({ method: 'POST', url: '/api/v1/setup', headers, payload });
    expect(answer.statusCode).toBe(201);
    await other.close();
  });

  it('is not there for a shop that has people', async () => {
    await makeShop(server.database);
    expect(await state()).toEqual({ is_needed: false, needs_code: false });
    expect((await make()).body.code).toBe('setup_done');
  });

  it('refuses what cannot be, says why on its field, and makes nothing', async () => {
    for (const [field, value, message] of [
      ['shop_name', '', 'Shop name is required'],
      ['store_code', 'MANILA NUMBER 1', 'The code is at most 10 letters, digits and hyphens'],
      ['store_name', ' ', 'Store name is required'],
      ['timezone', 'Mars/Olympus', 'Timezone is required'],
      ['tax_rate', 101, 'A percentage is between 0 and 100'],
      ['admin_name', '', 'Your name is required'],
      ['admin_email', 'nena', 'Invalid email'],
      ['password', 'short', 'Password must be at least 8 characters'],
      ['password', 'Password123', 'Passwords do not match'],
    ] as const) {
      const answer = await make({ [field]: value });
      expect([field, answer.status, answer.body.message]).toEqual([field, 422, message]);
    }
    for (const password of ['Password123', 'aling-nena-1', 'nenacruz12']) {
      const weak = await make({ password, password_confirmation: password });
      expect(weak.body.errors).toHaveProperty('password');
    }
    expect(await countOf()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('asks another computer for the code of the server’s log, in any spelling', async () => {
    const without = await fromAfar();
    expect([without.status, without.body.code]).toEqual([422, 'wrong_setup_code']);
    const proxied = await fromAfar({}, { host: '127.0.0.1:4100', 'x-forwarded-for': '10.0.0.7' });
    expect(proxied.body.code).toBe('wrong_setup_code');
    for (const origin of ['https://evil.example', 'http://127.0.0.1:9999', 'null']) {
      const foreign = await fromAfar({}, { host: '127.0.0.1:4100', origin });
      expect([origin, foreign.body.code]).toEqual([origin, 'wrong_setup_code']);
    }
    const answer = await server.app.inject({ url: '/api/v1/setup', headers: { host: 'shop.example' } });
    expect(answer.json()).toEqual({ is_needed: true, needs_code: true });
    expect((await fromAfar({ code: ` ${code.toLowerCase().replace('-', '')} ` })).status).toBe(201);
  });
});
