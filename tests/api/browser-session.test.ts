import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD, signIn } from '#tests/support/http.ts';
import { MINUTE, onEveryEngine, onOneEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

const HOST = 'shop.example:4100';
const OWN_ORIGIN = `http://${HOST}`;

onOneEngine('a browser on the server’s own origin', (start) => {
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database);
  });
  afterAll(() => server.close());

  const login = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/staff/login',
      headers: { host: HOST, ...headers },
      payload: { email: shop.seller.email, password: DEMO_PASSWORD },
    });
  const cookieOf = async () => {
    const cookie = (await login({ origin: OWN_ORIGIN })).cookies[0];
    return { [cookie?.name ?? '']: cookie?.value ?? '' };
  };
  const logout = async (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/staff/logout',
      headers: { host: HOST, ...headers },
      cookies: await cookieOf(),
    });

  it('gets a cookie that no script can read, and no token', async () => {
    const answer = await login({ origin: OWN_ORIGIN });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).not.toHaveProperty('token');
    expect(answer.cookies).toHaveLength(1);
    expect(answer.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/v1' });
    expect(answer.body).not.toContain(answer.cookies[0]?.value);
  });

  it.each([['http://evil.example'], ['null'], ['app://till']])(
    'gets a token and no cookie at the origin %s',
    async (origin) => {
      const answer = await login({ origin });
      expect(answer.json()).toHaveProperty('token');
      expect(answer.cookies).toEqual([]);
    },
  );

  it('looks things up with the cookie alone', async () => {
    const answer = await server.app.inject({
      url: '/api/v1/staff/me',
      headers: { host: HOST },
      cookies: await cookieOf(),
    });
    expect(answer.json()).toMatchObject({ staff: { email: shop.seller.email } });
  });

  it.each([
    ['foreign', { origin: 'http://evil.example' }],
    ['missing', {}],
    ['opaque', { origin: 'null' }],
    ['another port’s', { origin: 'http://shop.example:9999' }],
    ['of another scheme', { origin: 'https://shop.example:4100' }],
  ])('may change nothing where the Origin is %s', async (_, headers: Record<string, string>) => {
    const answer = await logout(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'wrong_origin' });
  });

  it('may change things behind a proxy on this computer that brings HTTPS', async () => {
    const origin = `https://${HOST}`;
    expect((await logout({ origin, 'x-forwarded-proto': 'https' })).statusCode).toBe(200);
  });

  it('keeps no copy of what it was shown, which would outlive the sign-out', async () => {
    for (const url of ['/api/v1/staff/me', '/api/v1/transactions/export']) {
      const answer = await server.app.inject({ url, headers: { host: HOST }, cookies: await cookieOf() });
      expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store']);
      // The Date header follows the server's clock.
      expect(answer.headers.date).toBe(new Date(server.clock.now()).toUTCString());
    }
  });

  it('loses the cookie at logout', async () => {
    const answer = await logout({ origin: OWN_ORIGIN });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies[0]).toMatchObject({ value: '', path: '/api/v1' });
  });

  it('keeps its cookie when a call is refused, which may be of another shop or of a later sign-in', async () => {
    const from = { host: HOST, origin: OWN_ORIGIN };
    const cookies = await cookieOf();
    await server.app.inject({ method: 'POST', url: '/api/v1/staff/logout', headers: from, cookies });
    const ended = await server.app.inject({ url: '/api/v1/stores', headers: { host: HOST }, cookies });
    expect([ended.statusCode, ended.cookies]).toEqual([401, []]);
    const [name = ''] = Object.keys(cookies);
    const ofAnother = { [name]: 'of-another-shop' };
    const foreign = await server.app.inject({
      url: '/api/v1/stores',
      headers: { host: HOST },
      cookies: ofAnother,
    });
    expect([foreign.statusCode, foreign.cookies]).toEqual([401, []]);
  });

  it('may do anything from anywhere with a token in the header, which no foreign page can send', async () => {
    const till = await signIn(server.url, shop.seller.email);
    const answer = await till.post('/staff/logout', undefined, {
      headers: { origin: 'http://evil.example' },
    });
    expect(answer.status).toBe(200);
  });
});

onEveryEngine('changing one’s password', (start) => {
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database);
  });
  afterAll(() => server.close());

  const change = (overrides: object = {}) => ({
    current_password: DEMO_PASSWORD,
    new_password: 'a-better-one',
    new_password_confirmation: 'a-better-one',
    ...overrides,
  });

  it('ends the person’s other sign-ins and keeps this one', async () => {
    const person = await makeStaff(server.database, { store_id: shop.store.id });
    const here = await signIn(server.url, person.email);
    const there = await signIn(server.url, person.email);
    const somebodyElse = await signIn(server.url, shop.seller.email);
    expect((await here.post('/staff/update-password', change())).status).toBe(200);
    expect((await here.get('/staff/me')).status).toBe(200);
    expect((await there.get('/staff/me')).status).toBe(401);
    expect((await somebodyElse.get('/staff/me')).status).toBe(200);
    await expect(signIn(server.url, person.email)).rejects.toThrow('401');
    await signIn(server.url, person.email, 'a-better-one');
  });

  it.each([
    [{ current_password: '' }, 'current_password', 'Current password is required'],
    [{ current_password: 'not-this-one' }, 'current_password', 'Current password is incorrect'],
    [{ new_password: '' }, 'new_password', 'New password is required'],
    [{ new_password: '1234567' }, 'new_password', 'Password must be at least 8 characters'],
    [
      { new_password: 'Password123', new_password_confirmation: 'Password123' },
      'new_password',
      'Many people use this password, and it was leaked. Choose another one',
    ],
    [
      { new_password: 'tindahan-77', new_password_confirmation: 'tindahan-77' },
      'new_password',
      'This password is mostly a name, an email or the shop. Choose another one',
    ],
    [
      { new_password: DEMO_PASSWORD, new_password_confirmation: DEMO_PASSWORD },
      'new_password',
      'This is the current password. Choose another one',
    ],
    [{ new_password_confirmation: '' }, 'new_password_confirmation', 'Please confirm your new password'],
    [{ new_password_confirmation: 'other' }, 'new_password_confirmation', 'Passwords do not match'],
  ])('answers 422 on the field for %j', async (overrides, field, message) => {
    const till = await signIn(server.url, shop.seller.email);
    const answer = await till.post('/staff/update-password', change(overrides));
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.[field]?.[0]).toBe(message);
  });

  it('bears five guesses in a quarter of an hour, and then not the right password either', async () => {
    const person = await makeStaff(server.database, { store_id: shop.store.id });
    const till = await signIn(server.url, person.email);
    const send = async (overrides: object = {}) =>
      (await till.post('/staff/update-password', change(overrides))).status;
    const guess = () => send({ current_password: 'not-this-one' });
    for (let times = 0; times < 5; times += 1) expect(await guess()).toBe(422);
    expect([await guess(), await send()]).toEqual([429, 429]);
    server.clock.advance(15 * MINUTE);
    expect(await send()).toBe(200);
  });

  it('that was done already is told so again, and no more: its answer may have been lost', async () => {
    const person = await makeStaff(server.database, { store_id: shop.store.id });
    const till = await signIn(server.url, person.email);
    const send = async (overrides: object = {}) =>
      (await till.post('/staff/update-password', change(overrides))).status;
    expect([await send(), await send()]).toEqual([200, 200]);
    await signIn(server.url, person.email, 'a-better-one');
    const another = { new_password: 'yet-another', new_password_confirmation: 'yet-another' };
    expect(await send(another)).toBe(422);
    const temporary = await makeStaff(server.database, { store_id: shop.store.id, must_change_password: 1 });
    const newcomer = await signIn(server.url, temporary.email);
    const same = { new_password: DEMO_PASSWORD, new_password_confirmation: DEMO_PASSWORD };
    const wrong = change({ current_password: 'not-this-one', ...same });
    expect((await newcomer.post('/staff/update-password', wrong)).status).toBe(422);
  });

  it('is all that a person with a temporary password may do', async () => {
    const person = await makeStaff(server.database, { store_id: shop.store.id, must_change_password: 1 });
    const till = await signIn(server.url, person.email);
    expect(till.staff.must_change_password).toBe(true);
    const refused = await till.get('/pos/products');
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe('password_change_required');
    expect((await till.get('/staff/me')).status).toBe(200);
    await till.post('/staff/update-password', change());
    expect((await till.get('/pos/products')).status).toBe(200);
  });
});
