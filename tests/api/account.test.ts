import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { ownSession } from '#contract/account.ts';
import { call, callerWith, DEMO_PASSWORD, signIn } from '#tests/support/http.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type WireSession = z.input<typeof ownSession>;
const NEXT = 'blue lantern 42';

onEveryEngine('a forgotten password', (start) => {
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database);
  });
  afterAll(() => server.close());

  const makePerson = (overrides = {}) =>
    makeStaff(server.database, { store_id: shop.store.id, ...overrides });
  const ask = (email: string, headers: Record<string, string> = {}) =>
    call<{ message: string }>(server.url, 'POST', '/auth/forgot-password', { email }, headers);
  const mailsTo = (email: string) =>
    server.database.reader
      .selectFrom('outbox')
      .select('text')
      .where('recipient', '=', email)
      .orderBy('id')
      .execute();
  const linkTo = async (email: string, count = 1) => {
    await expect.poll(async () => (await mailsTo(email)).length).toBe(count);
    const { text = '' } = (await mailsTo(email)).at(-1) ?? {};
    return new URL(/https?:\S+/.exec(text)?.[0] ?? '');
  };
  const reset = (email: string, token: string | null, password = NEXT, password_confirmation = password) =>
    call(server.url, 'POST', '/auth/reset-password', {
      token: token ?? '',
      email,
      password,
      password_confirmation,
    });

  it('is asked for with the same answer for every address, and only an active person gets a mail', async () => {
    const known = await makePerson();
    const inactive = await makePerson({ is_active: 0 });
    const answers = await Promise.all([
      ask(inactive.email),
      ask('nobody@shop.test'),
      ask(known.email.toUpperCase()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await linkTo(known.email);
    expect(await mailsTo(inactive.email)).toEqual([]);
    expect(await mailsTo('nobody@shop.test')).toEqual([]);
  });

  it('is mailed with a link to this server, whatever the request says its host is', async () => {
    const person = await makePerson();
    await server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/forgot-password',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' },
      payload: { email: person.email },
    });
    const link = await linkTo(person.email);
    expect(link.origin).toBe(server.url);
    expect(link.pathname).toBe('/reset-password');
    expect(link.searchParams.get('email')).toBe(person.email);
  });

  it('is replaced once, ends every sign-in and the duty to change it, and is written down', async () => {
    const person = await makePerson({ must_change_password: 1 });
    const till = await signIn(server.url, person.email);
    await ask(person.email);
    const token = (await linkTo(person.email)).searchParams.get('token');
    const stored = await server.database.reader.selectFrom('password_resets').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);

    expect((await reset(person.email, token)).status).toBe(200);
    expect((await till.get('/staff/me')).status).toBe(401);
    const back = await signIn(server.url, person.email, NEXT);
    expect(back.staff.must_change_password).toBe(false);
    const again = await reset(person.email, token, 'green lantern 43');
    expect([again.status, again.body.code]).toEqual([422, 'reset_link_invalid']);
    await signIn(server.url, person.email, NEXT);

    const audit = await server.database.reader
      .selectFrom('audit_log')
      .select(['action', 'details_json'])
      .where('subject_id', '=', person.id)
      .where('action', 'like', 'account.%')
      .orderBy('id')
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(['account.forgotPassword', 'account.resetPassword']);
    expect(JSON.stringify(audit)).not.toContain(token);
    expect(await server.database.reader.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  });

  it('is replaced by one of two that come at once', async () => {
    const person = await makePerson();
    await ask(person.email);
    const token = (await linkTo(person.email)).searchParams.get('token');
    const answers = await Promise.all([
      reset(person.email, token, 'red lantern 11'),
      reset(person.email, token, 'red lantern 12'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('opens an account that was shut by guesses', async () => {
    const person = await makePerson();
    const login = (password: string) =>
      call(server.url, 'POST', '/staff/login', { email: person.email, password });
    for (let times = 0; times < 5; times += 1) await login('not-this-one');
    expect((await login(DEMO_PASSWORD)).status).toBe(429);
    await ask(person.email);
    await reset(person.email, (await linkTo(person.email)).searchParams.get('token'));
    expect((await login(NEXT)).status).toBe(200);
  });

  it('is replaced by the newest link alone', async () => {
    const person = await makePerson();
    await ask(person.email);
    const older = (await linkTo(person.email)).searchParams.get('token');
    await ask(person.email);
    const newest = (await linkTo(person.email, 2)).searchParams.get('token');
    expect((await reset(person.email, older)).body.code).toBe('reset_link_invalid');
    expect((await reset(person.email, newest)).status).toBe(200);
  });

  it('is replaced by its owner while a stranger guesses at links elsewhere', async () => {
    const person = await makePerson();
    const guess = async (address: string) => {
      const payload = { token: 'x', email: person.email, password: NEXT, password_confirmation: NEXT };
      const headers = { 'x-forwarded-for': address };
      const options = { method: 'POST', url: '/api/v1/auth/reset-password', headers, payload } as const;
      return (await server.app.inject(options)).statusCode;
    };
    for (let times = 0; times < 5; times += 1) expect(await guess('10.9.9.9')).toBe(422);
    expect(await guess('10.9.9.9')).toBe(429);
    await ask(person.email);
    const token = (await linkTo(person.email)).searchParams.get('token');
    expect((await reset(person.email, token)).status).toBe(200);
  });

  it('is not replaced by a link of another person, after an hour, or of somebody inactive', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    await ask(person.email);
    const token = (await linkTo(person.email)).searchParams.get('token');
    expect((await reset(other.email, token)).body.code).toBe('reset_link_invalid');
    const setActive = (is_active: 0 | 1) =>
      server.database.write((writer) =>
        writer.updateTable('staff').set({ is_active }).where('id', '=', person.id).execute(),
      );
    await setActive(0);
    expect((await reset(person.email, token)).body.code).toBe('reset_link_invalid');
    await setActive(1);
    server.clock.advance(HOUR);
    expect((await reset(person.email, token)).body.code).toBe('reset_link_invalid');
  });

  it('is replaced by a good one only, and the link stays good meanwhile', async () => {
    const person = await makePerson();
    await ask(person.email);
    const token = (await linkTo(person.email)).searchParams.get('token');
    const said = async (password: string, confirmation?: string) =>
      (await reset(person.email, token, password, confirmation)).body.errors;
    expect(await said('short')).toHaveProperty('password');
    expect(await said('Password123')).toHaveProperty('password');
    expect(await said(DEMO_PASSWORD)).toHaveProperty('password');
    expect(await said(NEXT, 'another one')).toEqual({ password_confirmation: ['Passwords do not match'] });
    expect((await reset(person.email, token)).status).toBe(200);
  });

  it('is asked for three times an hour by account and twenty times by address, known or not', async () => {
    const person = await makePerson();
    const countOf = async (email: string) => {
      const statuses: number[] = [];
      for (let times = 0; times < 4; times += 1) statuses.push((await ask(email)).status);
      return statuses;
    };
    expect(await countOf(person.email)).toEqual([200, 200, 200, 429]);
    expect(await countOf('ghost@shop.test')).toEqual([200, 200, 200, 429]);
    server.clock.advance(HOUR);
    const flood = Array.from({ length: 25 }, (_, no) => ask(`flood${no}@shop.test`));
    const served = (await Promise.all(flood)).filter(({ status }) => status === 200);
    expect(served).toHaveLength(20);
    server.clock.advance(HOUR);
    expect((await ask(person.email)).status).toBe(200);
  });
});

onEveryEngine('one’s own sign-ins', (start) => {
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database);
  });
  afterAll(() => server.close());
  const makePerson = () => makeStaff(server.database, { store_id: shop.store.id });
  const signInAs = async (email: string, device_name: string) => {
    const body = { email, password: DEMO_PASSWORD, device_name };
    const { token = '' } = (await call<{ token?: string }>(server.url, 'POST', '/staff/login', body)).body;
    return callerWith(server.url, token);
  };

  it('are listed with device, place and last use, and which one it is; nobody else’s are', async () => {
    const person = await makePerson();
    await signIn(server.url, shop.seller.email);
    const till = await signInAs(person.email, 'Till 1');
    const phone = await signInAs(person.email, 'Chrome on Android');
    const opened = server.clock.now();
    const sessions = async () => (await phone.get<WireSession[]>('/staff/sessions')).body;
    expect(await sessions()).toMatchObject([
      { device_name: 'Chrome on Android', is_current: true },
      { device_name: 'Till 1', is_current: false, address: '127.0.0.1', store: null },
    ]);
    server.clock.advance(4 * MINUTE);
    await till.get('/stores/current', { storeId: shop.store.id });
    expect((await sessions())[1]?.last_used_at).toBe(new Date(opened).toISOString());
    server.clock.advance(MINUTE);
    await till.get('/stores/current', { storeId: shop.store.id });
    await expect
      .poll(async () => (await sessions()).find((one) => !one.is_current))
      .toMatchObject({
        last_used_at: new Date(server.clock.now()).toISOString(),
        store: { id: shop.store.id, name: shop.store.name },
      });
    expect(JSON.stringify(await sessions())).not.toMatch(/token/);
  });

  it('end one by one, or all but this one; somebody else’s is not there', async () => {
    const person = await makePerson();
    const [here, there, elsewhere] = [
      await signInAs(person.email, 'here'),
      await signInAs(person.email, 'there'),
      await signInAs(person.email, 'elsewhere'),
    ];
    const stranger = await signIn(server.url, shop.seller.email);
    const list = async () => (await here.get<WireSession[]>('/staff/sessions')).body;
    const idOf = async (name: string) => (await list()).find((one) => one.device_name === name)?.id;
    const thereId = await idOf('there');
    expect((await stranger.delete(`/staff/sessions/${thereId}`)).status).toBe(404);
    expect((await here.delete(`/staff/sessions/${thereId}`)).status).toBe(200);
    expect((await there.get('/staff/me')).status).toBe(401);
    expect((await here.delete(`/staff/sessions/${thereId}`)).status).toBe(404);
    expect((await elsewhere.get('/staff/me')).status).toBe(200);
    expect((await here.delete('/staff/sessions')).status).toBe(200);
    expect((await elsewhere.get('/staff/me')).status).toBe(401);
    expect((await stranger.get('/staff/me')).status).toBe(200);
    expect((await list()).map((one) => one.is_current)).toEqual([true]);
  });
});
