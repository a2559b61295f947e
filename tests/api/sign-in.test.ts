import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, callerWith, DEMO_PASSWORD, signIn } from '#tests/support/http.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type LoginAnswer = { token?: string; staff: { id: number; role: string; permissions: string[] } };

onEveryEngine('signing in', (start) => {
  let server: TestServer;
  let shop: Shop;
  const login = (body: unknown) => call(server.url, 'POST', '/staff/login', body);
  const makePerson = (overrides = {}) =>
    makeStaff(server.database, { store_id: shop.store.id, ...overrides });

  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database);
  });
  afterAll(() => server.close());

  it('answers a token and who it belongs to', async () => {
    const { email, name } = shop.seller;
    const answer = await call<LoginAnswer>(server.url, 'POST', '/staff/login', {
      email: ` ${email.toUpperCase()} `,
      password: DEMO_PASSWORD,
      device_name: 'Till 1',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.token).toMatch(/^[\w-]{43}$/);
    expect(answer.body.staff).toMatchObject({
      name,
      email,
      role: 'salesperson',
      is_active: true,
      last_login_at: new Date(server.clock.now()).toISOString(),
      primary_store: { id: shop.store.id, name: shop.store.name },
      store_ids: [shop.store.id],
      must_change_password: false,
    });
    expect(answer.body.staff.permissions).toContain('transactions.create');
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|hash/);
  });

  it.each([
    ['a wrong password', 'seller', 'wrong-password'],
    ['an unknown account', 'nobody@shop.test', DEMO_PASSWORD],
    ['an inactive account', 'inactive', DEMO_PASSWORD],
  ])('answers the same 401 to %s', async (_, who, password) => {
    const inactive = await makePerson({ is_active: 0 });
    const emails: Record<string, string> = { seller: shop.seller.email, inactive: inactive.email };
    const answer = await login({ email: emails[who] ?? who, password });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: 'Invalid email or password', code: 'wrong_credentials' });
  });

  it.each([
    [{ password: 'long enough' }, 'email', 'Email is required'],
    [{ email: '', password: 'long enough' }, 'email', 'Email is required'],
    [{ email: 'joel', password: 'long enough' }, 'email', 'Invalid email'],
    [{ email: 'joel@shop.test' }, 'password', 'Password is required'],
    [{ email: 'joel@shop.test', password: '' }, 'password', 'Password is required'],
    [{ email: 'joel@shop.test', password: '12345' }, 'password', 'Password must be at least 6 characters'],
  ])('answers 422 on the field for %j', async (body, field, message) => {
    const answer = await login(body);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe(message);
    expect(answer.body.errors?.[field]?.[0]).toBe(message);
  });

  it('shuts an account for a minute after 5 failures, even to the right password', async () => {
    const { email } = await makePerson();
    for (let failure = 1; failure <= 5; failure += 1) {
      expect((await login({ email, password: 'wrong-password' })).status).toBe(401);
    }
    const shut = await login({ email, password: DEMO_PASSWORD });
    expect(shut.status).toBe(429);
    expect(shut.body.code).toBe('too_many_attempts');
    expect(Number(shut.headers.get('Retry-After'))).toBe(60);

    server.clock.advance(MINUTE - 1000);
    const stillShut = await login({ email, password: DEMO_PASSWORD });
    expect(stillShut.status).toBe(429);
    expect(Number(stillShut.headers.get('Retry-After'))).toBe(1);

    server.clock.advance(1000);
    expect((await login({ email, password: DEMO_PASSWORD })).status).toBe(200);
  });

  it('shuts an unknown account in the same way, so that a refusal tells nothing', async () => {
    const guess = { email: 'ghost@shop.test', password: 'wrong-password' };
    for (let failure = 1; failure <= 5; failure += 1) expect((await login(guess)).status).toBe(401);
    expect((await login(guess)).status).toBe(429);
  });

  it('gives a flood of guesses at one account no more than five answers', async () => {
    const { email } = await makePerson();
    const guesses = Array.from({ length: 25 }, (_, no) => login({ email, password: `guess-${no}` }));
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it('keeps an unknown token out', async () => {
    const answer = await callerWith(server.url, 'a'.repeat(43)).get('/staff/me');
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: 'Please login to continue', code: 'unauthenticated' });
  });

  it('ends a sign-in after 12 hours', async () => {
    const till = await signIn(server.url, shop.seller.email);
    server.clock.advance(12 * HOUR - 1);
    expect((await till.get('/staff/me')).status).toBe(200);
    server.clock.advance(1);
    expect((await till.get('/staff/me')).status).toBe(401);
  });

  it('ends a remembered sign-in after 30 days', async () => {
    const body = { email: shop.seller.email, password: DEMO_PASSWORD, remember: true };
    const answer = await call<LoginAnswer>(server.url, 'POST', '/staff/login', body);
    const till = callerWith(server.url, answer.body.token ?? '');
    server.clock.advance(30 * 24 * HOUR - 1);
    expect((await till.get('/staff/me')).status).toBe(200);
    server.clock.advance(1);
    expect((await till.get('/staff/me')).status).toBe(401);
  });

  it('ends one sign-in at logout and leaves the others', async () => {
    const here = await signIn(server.url, shop.seller.email);
    const there = await signIn(server.url, shop.seller.email);
    expect((await here.post('/staff/logout')).status).toBe(200);
    expect((await here.get('/staff/me')).status).toBe(401);
    expect((await there.get('/staff/me')).status).toBe(200);
  });

  it('ends the sign-ins of somebody who is deactivated', async () => {
    const person = await makePerson();
    const till = await signIn(server.url, person.email);
    await server.database.write((writer) =>
      writer.updateTable('staff').set({ is_active: 0 }).where('id', '=', person.id).execute(),
    );
    expect((await till.get('/staff/me')).status).toBe(401);
  });

  it('stores neither token nor password', async () => {
    const till = await signIn(server.url, shop.seller.email);
    const sessions = await server.database.reader.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(sessions)).not.toContain(till.token);
    const keys = await server.database.reader.selectFrom('idempotency_keys').selectAll().execute();
    expect(keys).toEqual([]);
  });

  it('writes down who signed in', async () => {
    const till = await signIn(server.url, shop.seller.email);
    const rows = await server.database.reader
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'staff.login')
      .where('subject_id', '=', till.staff.id)
      .execute();
    expect(rows.length).toBeGreaterThan(0);
  });
});
