import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, DEMO_PASSWORD, signIn } from '#tests/support/http.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff } from '#tests/support/shop.ts';

const FROM = '10.1.2.3';
const CODE = 'K7QM-2RXA';

type Kept = { refused?: string };
type Guess = { status: number; retryAfter: number };
/** Guesses at one secret, a wrong one and the right one. */
type Secret = { wrong: () => Promise<Guess>; right: () => Promise<Guess>; refusal: number; served: number };

onEveryEngine('guesses at', (start) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await start({ setupCode: CODE });
  });
  afterEach(() => server.close());

  /** Sends a call from an address through a proxy on the server's computer. */
  const send = async (url: string, payload: object, token?: string): Promise<Guess> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v1${url}`,
      payload,
      headers: { 'x-forwarded-for': FROM, ...(token && { authorization: `Bearer ${token}` }) },
    });
    return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after'] ?? 0) };
  };
  const makePerson = async (overrides = {}) => {
    const { store } = await makeShop(server.database);
    return makeStaff(server.database, { store_id: store.id, ...overrides });
  };
  const login = (email: string) => (password: string) => send('/staff/login', { email, password });
  const ofLogin = (email: string): Secret => ({
    wrong: () => login(email)('not-this-one'),
    right: () => login(email)(DEMO_PASSWORD),
    refusal: 401,
    served: 200,
  });
  const ofChange = async (email: string): Promise<Secret> => {
    const { token } = await signIn(server.url, email);
    const next = { new_password: 'blue lantern 42', new_password_confirmation: 'blue lantern 42' };
    const change = (current_password: string) =>
      send('/staff/update-password', { current_password, ...next }, token);
    return {
      wrong: () => change('not-this-one'),
      right: () => change(DEMO_PASSWORD),
      refusal: 422,
      served: 200,
    };
  };
  const mailedToken = async (email: string) => {
    await call(server.url, 'POST', '/auth/forgot-password', { email });
    const mail = () => server.database.reader.selectFrom('outbox').select('text').executeTakeFirst();
    await expect.poll(mail).toBeDefined();
    return new URL(/https?:\S+/.exec((await mail())?.text ?? '')?.[0] ?? '').searchParams.get('token');
  };

  const secrets: Record<string, () => Promise<Secret>> = {
    'a password at the sign-in': async () => ofLogin((await makePerson()).email),
    'the password of nobody': async () => ({ ...ofLogin('nobody@shop.test'), served: 401 }),
    'a temporary password at the sign-in': async () =>
      ofLogin((await makePerson({ must_change_password: 1 })).email),
    'the current password': async () => ofChange((await makePerson()).email),
    'the temporary password that is changed': async () =>
      ofChange((await makePerson({ must_change_password: 1 })).email),
    'the token of a link': async () => {
      const { email } = await makePerson();
      const token = await mailedToken(email);
      const next = { email, password: 'blue lantern 42', password_confirmation: 'blue lantern 42' };
      const reset = (guess: unknown) => send('/auth/reset-password', { token: guess, ...next });
      return { wrong: () => reset('not-this-one'), right: () => reset(token), refusal: 422, served: 200 };
    },
    'the code of the set-up': async () => {
      const setUp = (code: string) =>
        send('/setup', {
          code,
          shop_name: 'Gadgets',
          store_code: 'MNL-01',
          store_name: 'Makati',
          timezone: 'Asia/Manila',
          tax_rate: 12,
          prices_include_tax: true,
          admin_name: 'Nena Cruz',
          admin_email: 'nena@gadgets.test',
          password: 'blue lantern 42',
          password_confirmation: 'blue lantern 42',
          staff_receive_goods: false,
        });
      return { wrong: () => setUp('AAAA-AAAA'), right: () => setUp(CODE), refusal: 422, served: 201 };
    },
  };

  describe.each(Object.entries(secrets))('%s', (_, prepare) => {
    it('are borne five times in a quarter of an hour, then not even the right one is heard', async () => {
      const { wrong, right, refusal, served } = await prepare();
      for (let times = 0; times < 5; times += 1) expect((await wrong()).status).toBe(refusal);
      for (const guess of [wrong, right]) {
        const { status, retryAfter } = await guess();
        expect([status, retryAfter > 0]).toEqual([429, true]);
      }
      server.clock.advance(15 * MINUTE);
      expect((await right()).status).toBe(served);
    });

    it('count for the address that they come from, whatever they are at', async () => {
      const { wrong, right, refusal } = await prepare();
      await server.database.write((writer) =>
        writer
          .insertInto('login_failures')
          .values({ subject: `address:${FROM}`, window_started_at: server.clock.now(), failures: 99 })
          .execute(),
      );
      expect((await wrong()).status).toBe(refusal);
      expect((await right()).status).toBe(429);
    });

    it('are written down one by one, and that there were too many, without what was guessed', async () => {
      const { wrong } = await prepare();
      const rows = () =>
        server.database.reader
          .selectFrom('audit_log')
          .select('details_json')
          .where('details_json', 'like', '%"refused"%')
          .execute();
      const counted = async () => {
        const refused = (await rows()).map((row) => (JSON.parse(row.details_json ?? '') as Kept).refused);
        const tooMany = refused.filter((code) => code === 'too_many_attempts').length;
        return { guesses: refused.length - tooMany, tooMany };
      };
      for (let times = 0; times < 5; times += 1) {
        await wrong();
        expect(await counted()).toEqual({ guesses: times + 1, tooMany: 0 });
      }
      await wrong();
      expect(await counted()).toEqual({ guesses: 5, tooMany: 1 });
      expect(JSON.stringify(await rows())).not.toMatch(/not-this-one|AAAA|lantern/);
    });
  });

  describe('a password by somebody who is not signed in', () => {
    const rows = () =>
      server.database.reader
        .selectFrom('audit_log')
        .select('details_json')
        .where('action', '=', 'staff.login')
        .where('details_json', 'like', '%"refused"%')
        .execute();

    it('leave no more rows than the limit and one, however often it is tried, and begin anew with the window', async () => {
      const { wrong } = ofLogin((await makePerson()).email);
      for (let times = 0; times < 20; times += 1) await wrong();
      expect(await rows()).toHaveLength(6);
      server.clock.advance(15 * MINUTE);
      for (let times = 0; times < 20; times += 1) await wrong();
      expect(await rows()).toHaveLength(12);
    });

    it('leave as many when they all come at once', async () => {
      const { wrong } = ofLogin((await makePerson()).email);
      await Promise.all(Array.from({ length: 12 }, wrong));
      expect(await rows()).toHaveLength(6);
    });

    it('leave no more than an address has guesses, whichever accounts it makes up', async () => {
      await server.database.write((writer) =>
        writer
          .insertInto('login_failures')
          .values({ subject: `address:${FROM}`, window_started_at: server.clock.now(), failures: 97 })
          .execute(),
      );
      for (let times = 0; times < 12; times += 1) await ofLogin(`made-up-${times}@shop.test`).wrong();
      expect(await rows()).toHaveLength(4);
    });
  });
});
