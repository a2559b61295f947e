import { setupCodeOf } from '#server/modules/setup/setup.public.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { createServer } from '#server/server.ts';
import { PIN, setPin } from '#tests/support/approvals.ts';
import { call, callerWith, DEMO_PASSWORD, signIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { atDevice, deviceKey, makeTill } from '#tests/support/shifts.ts';
import { makeShop, makeStaff } from '#tests/support/shop.ts';

type Kept = { refused?: string };
type Guess = { status: number; retryAfter: number };
/** Guesses at one secret, a wrong one and the right one. */
type Secret = { wrong: () => Promise<Guess>; right: () => Promise<Guess>; refusal: number; served: number };

onEveryEngine('guesses at', (start) => {
  let server: TestServer;
  let shared: TestServer;
  let begunAt: number;
  /** The address of a test's guesses. */
  let here: string;
  let addresses = 0;
  beforeAll(async () => {
    shared = await start();
  });
  afterAll(() => shared.close());
  beforeEach(() => {
    server = shared;
    // Long after the guesses of the test before.
    server.clock.advance(2 * HOUR);
    begunAt = server.clock.now();
    here = `10.1.2.${(addresses += 1)}`;
  });

  type Sender = { token?: string; from?: string; device?: string };
  /** Sends a call from an address through a proxy on the server's computer. */
  const inject = (url: string, payload: object, { token, from = here, device }: Sender = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1${url}`,
      payload,
      headers: {
        'x-forwarded-for': from,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(device && { 'x-till': device }),
      },
    });
  const send = async (...sent: Parameters<typeof inject>): Promise<Guess> => {
    const answer = await inject(...sent);
    return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after'] ?? 0) };
  };
  /** Signs in at a device and returns the token. */
  const signInAt = async (device: string, email: string) =>
    (await inject('/staff/login', { email, password: DEMO_PASSWORD }, { device })).json<{ token: string }>()
      .token;
  const makePerson = async (overrides = {}) => {
    const { store } = await makeShop(server.database);
    return makeStaff(server.database, { store_id: store.id, ...overrides });
  };
  const login = (email: string, device?: string) => (password: string) =>
    send('/staff/login', { email, password }, device === undefined ? {} : { device });
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
      send('/staff/update-password', { current_password, ...next }, { token });
    return {
      wrong: () => change('not-this-one'),
      right: () => change(DEMO_PASSWORD),
      refusal: 422,
      served: 200,
    };
  };
  const mailedToken = async (email: string) => {
    await call(server.url, 'POST', '/auth/forgot-password', { email });
    const mails = server.database.reader.selectFrom('outbox').select('text');
    const mail = () => mails.where('recipient', '=', email).executeTakeFirst();
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
      // A chain without anybody.
      server = await start();
      onTestFinished(server.close);
      const code = await setupCodeOf(server.database.reader);
      begunAt = server.clock.now();
      const setUp = (given: string) =>
        send('/setup', {
          code: given,
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
      return { wrong: () => setUp('AAAA-AAAA'), right: () => setUp(code), refusal: 422, served: 201 };
    },
  };

  describe.each(Object.entries(secrets))('%s', (_, prepare) => {
    it('are borne five times, then not even the right one is heard for a minute; what is refused counts nowhere', async () => {
      const { wrong, right, refusal, served } = await prepare();
      for (let times = 0; times < 5; times += 1) expect((await wrong()).status).toBe(refusal);
      for (const guess of [wrong, wrong, right, wrong]) {
        expect(await guess()).toEqual({ status: 429, retryAfter: 60 });
      }
      server.clock.advance(MINUTE);
      expect((await right()).status).toBe(served);
    });

    it('are written down one by one, and that there were too many, without what was guessed', async () => {
      const { wrong } = await prepare();
      const rows = () =>
        server.database.reader
          .selectFrom('audit_log')
          .select('details_json')
          .where('details_json', 'like', '%"refused"%')
          .where('at', '>=', begunAt)
          .execute();
      const counted = async () => {
        const refused = (await rows()).map((row) => (JSON.parse(row.details_json ?? '') as Kept).refused);
        const tooMany = refused.filter((code) => code === 'too_many_attempts').length;
        return { guesses: refused.length - tooMany, tooMany };
      };
      for (let times = 0; times < 5; times += 1) {
        await wrong();
        expect((await counted()).guesses).toBe(times + 1);
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
        .where('at', '>=', begunAt)
        .execute();

    it('leave a row each and one of the limit, however often it is tried meanwhile', async () => {
      const { wrong } = ofLogin((await makePerson()).email);
      for (let times = 0; times < 20; times += 1) await wrong();
      expect(await rows()).toHaveLength(6);
      server.clock.advance(MINUTE);
      for (let times = 0; times < 20; times += 1) await wrong();
      expect(await rows()).toHaveLength(7);
    });

    it('leave as many when they all come at once', async () => {
      const { wrong } = ofLogin((await makePerson()).email);
      const statuses = (await Promise.all(Array.from({ length: 12 }, wrong))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(await rows()).toHaveLength(6);
      server.clock.advance(MINUTE);
      expect((await wrong()).status).toBe(401);
    });

    it('leave no more than an address has guesses, whichever accounts it makes up', async () => {
      await spoil(97);
      for (let times = 0; times < 12; times += 1) await ofLogin(`made-up-${times}@shop.test`).wrong();
      expect(await rows()).toHaveLength(4);
    });
  });

  /** Has an address guess so many times at accounts that it makes up. */
  const spoil = (failures: number, address = here) =>
    server.database.write((writer) =>
      writer
        .insertInto('login_failures')
        .values({
          subject: `sign-in at address ${address}`,
          window_started_at: server.clock.now(),
          failures,
          paused_until: null,
        })
        .execute(),
    );
  /** Guesses until there is a pause, and returns its seconds, so many times over. */
  const pausesOf = async (wrong: () => Promise<Guess>, count: number) => {
    const pauses: number[] = [];
    for (let guesses = 0; pauses.length < count && guesses < 200; guesses += 1) {
      const { status, retryAfter } = await wrong();
      if (status !== 429) continue;
      pauses.push(retryAfter);
      server.clock.advance(retryAfter * 1000);
    }
    return pauses;
  };

  describe('the passwords of a shop', () => {
    it('make whoever goes on wait longer and longer, up to a quarter of an hour, until an hour is quiet', async () => {
      const { wrong } = ofLogin((await makePerson()).email);
      expect(await pausesOf(wrong, 7)).toEqual([60, 120, 240, 480, 900, 900, 900]);
      server.clock.advance(HOUR);
      for (let times = 0; times < 5; times += 1) expect((await wrong()).status).toBe(401);
      expect((await wrong()).retryAfter).toBe(60);
    });

    it('make it a minute at most at a till that the shop knows, or where the same person has signed in', async () => {
      const { store, seller } = await makeShop(server.database);
      const other = await makeStaff(server.database, { store_id: store.id });
      const third = await makeStaff(server.database, { store_id: store.id });
      const [till, own] = [deviceKey(), deviceKey()];
      await makeTill(atDevice(server.url, await signIn(server.url, other.email), till), 'Counter 1');
      await signInAt(till, third.email);
      await signInAt(own, seller.email);
      for (const key of [till, own]) {
        const wrong = () => login(seller.email, key)('not-this-one');
        expect(await pausesOf(wrong, 7)).toEqual([5, 10, 20, 40, 60, 60, 60]);
        expect((await login(seller.email, key)(DEMO_PASSWORD)).status).toBe(200);
        // A right one forgets the wrong ones before it.
        for (let times = 0; times < 4; times += 1) expect((await wrong()).status).toBe(401);
      }
      // Somebody else's device is as strange as any.
      const strange = () => login(other.email, own)('not-this-one');
      expect(await pausesOf(strange, 1)).toEqual([60]);
    });

    it('are slowed over all devices that are strange, and the owner’s own stays open', async () => {
      const { email } = await makePerson();
      const own = deviceKey();
      await signInAt(own, email);
      const guess = (no: number) =>
        send('/staff/login', { email, password: 'not-this-one' }, { from: `10.9.0.${no}` });
      const answers = await Promise.all(Array.from({ length: 30 }, (_, no) => guess(no)));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
      expect(await guess(99)).toEqual({ status: 429, retryAfter: 60 });
      expect((await login(email, deviceKey())(DEMO_PASSWORD)).status).toBe(429);
      expect((await login(email, own)(DEMO_PASSWORD)).status).toBe(200);
      const token = await mailedToken(email);
      const phone = { from: '10.7.7.7', device: deviceKey() };
      const next = { email, token, password: 'blue lantern 42', password_confirmation: 'blue lantern 42' };
      expect((await send('/auth/reset-password', next, phone)).status).toBe(200);
      for (let no = 0; no < 30; no += 1) await guess(no);
      const again = { email, password: 'blue lantern 42' };
      expect((await send('/staff/login', again, phone)).status).toBe(200);
    });

    it('are no key to others: nonsense from an address closes neither known devices nor what people do there who are signed in', async () => {
      const { store, seller } = await makeShop(server.database);
      const manager = await makeStaff(server.database, { store_id: store.id, role: 'store_manager' });
      const colleague = await makeStaff(server.database, { store_id: store.id });
      const [till, own] = [deviceKey(), deviceKey()];
      await signInAt(till, colleague.email);
      const token = await signInAt(till, seller.email);
      await makeTill(atDevice(server.url, callerWith(server.url, token), till), 'Counter 1');
      await signInAt(own, manager.email);
      const boss = await signIn(server.url, manager.email);
      expectDone(await setPin(boss));
      await spoil(99);
      expect((await login('nobody@shop.test')('not-this-one')).status).toBe(401);
      expect(await login(seller.email)(DEMO_PASSWORD)).toEqual({ status: 429, retryAfter: 5 });
      expect((await login(seller.email, till)(DEMO_PASSWORD)).status).toBe(200);
      expect((await login(manager.email, till)(DEMO_PASSWORD)).status).toBe(200);
      expect((await login(manager.email, own)(DEMO_PASSWORD)).status).toBe(200);
      const proof = { staff_id: manager.id, pin: PIN };
      const change = { new_password: 'blue lantern 42', new_password_confirmation: 'blue lantern 42' };
      const acts: [string, object, number][] = [
        ['/approvals', { act: 'void', ...proof }, 201],
        ['/staff/unlock', { current_password: DEMO_PASSWORD }, 200],
        ['/staff/update-password', { current_password: DEMO_PASSWORD, ...change }, 200],
        ['/staff/switch', proof, 200],
      ];
      for (const [url, body, status] of acts) {
        expect((await send(url, body, { token, device: till })).status, url).toBe(status);
      }
      server.clock.advance(5000);
      expect((await login(seller.email)('blue lantern 42')).status).toBe(200);
    });

    it('are at a till that nobody else has worked at as elsewhere, whoever made or moved it', async () => {
      const { store } = await makeShop(server.database);
      const [maker, mover, guessed] = [
        await makeStaff(server.database, { store_id: store.id }),
        await makeStaff(server.database, { store_id: store.id, role: 'store_manager' }),
        await makeStaff(server.database, { store_id: store.id, role: 'admin' }),
      ];
      const [made, moved] = [deviceKey(), deviceKey()];
      const byMaker = callerWith(server.url, await signInAt(made, maker.email));
      const till = await makeTill(atDevice(server.url, byMaker, made), 'Counter 1');
      const guessAt = (device: string) => () => login(guessed.email, device)('not-this-one');
      expect(await pausesOf(guessAt(made), 1)).toEqual([60]);
      const byMover = callerWith(server.url, await signInAt(moved, mover.email));
      expectDone(await atDevice(server.url, byMover, moved).post(`/tills/${till.id}/adopt`, {}));
      here = '10.1.3.1';
      expect(await pausesOf(guessAt(moved), 1)).toEqual([60]);
      // The first sign-in of somebody else makes it a till of the shop.
      here = '10.1.3.2';
      await signInAt(moved, (await makeStaff(server.database, { store_id: store.id })).email);
      expect(await pausesOf(guessAt(moved), 1)).toEqual([5]);
    });

    it('of an admin are not tried faster at tills that somebody made up before they were deactivated', async () => {
      const { store } = await makeShop(server.database);
      const intruder = await makeStaff(server.database, { store_id: store.id });
      const admin = await makeStaff(server.database, { store_id: store.id, role: 'admin' });
      const caller = await signIn(server.url, intruder.email);
      const devices = Array.from({ length: 105 }, deviceKey);
      const used = devices.slice(0, 25);
      const made: number[] = [];
      for (const device of devices) {
        const { status } = await atDevice(server.url, caller, device).post('/tills', { name: device });
        made.push(status);
        if (used.includes(device)) await signInAt(device, intruder.email);
      }
      // A day brings a hundred new tills of one person at most.
      expect(made).toEqual([...Array<number>(100).fill(201), ...Array<number>(5).fill(429)]);
      await server.database.write((writer) =>
        writer.updateTable('staff').set({ is_active: 0 }).where('id', '=', intruder.id).execute(),
      );
      const guesses = used.flatMap((device) => Array.from({ length: 12 }, () => device));
      const statuses = new Map<number, number>();
      for (const device of guesses) {
        const { status } = await login(admin.email, device)('not-this-one');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect(Object.fromEntries(statuses)).toEqual({ 401: 5, 429: 295 });
      server.clock.advance(24 * HOUR);
      const later = await signIn(server.url, admin.email);
      expect((await atDevice(server.url, later).post('/tills', { name: 'Counter 1' })).status).toBe(201);
    });

    it('are slowed over all tills of the shop together, by a minute at most', async () => {
      const { store, seller } = await makeShop(server.database);
      const maker = await signIn(
        server.url,
        (await makeStaff(server.database, { store_id: store.id, role: 'store_manager' })).email,
      );
      const worker = await makeStaff(server.database, { store_id: store.id });
      const devices = Array.from({ length: 12 }, deviceKey);
      for (const device of devices) {
        await makeTill(atDevice(server.url, maker, device), device);
        await signInAt(device, worker.email);
      }
      const answers: Guess[] = [];
      for (const device of devices) {
        for (let times = 0; times < 4; times += 1)
          answers.push(await login(seller.email, device)('not-this-one'));
      }
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
      expect(answers.at(-1)).toEqual({ status: 429, retryAfter: 5 });
      let no = 0;
      const atAny = () => login(seller.email, devices[(no += 1) % devices.length])('not-this-one');
      expect(await pausesOf(atAny, 7)).toEqual([5, 10, 20, 40, 60, 60, 60]);
      expect((await login(seller.email, devices[0])(DEMO_PASSWORD)).status).toBe(200);
      // One device alone never makes the others wait.
      server.clock.advance(HOUR);
      const atOne = () => login(seller.email, devices[1])('not-this-one');
      const begun = server.clock.now();
      while (server.clock.now() < begun + HOUR) await pausesOf(atOne, 1);
      expect((await login(seller.email, devices[2])(DEMO_PASSWORD)).status).toBe(200);
    });

    describe('at two tills, at each moment that lets one through,', () => {
      /** Guesses for an hour at both tills, with a visit of the owner every ten minutes; returns how many were looked at. */
      const guessForAnHour = async (email: string, tills: readonly string[], visit: () => Promise<void>) => {
        const opensAt = new Map(tills.map((device) => [device, server.clock.now()]));
        const ends = server.clock.now() + HOUR;
        let visitAt = server.clock.now() + 10 * MINUTE;
        let heard = 0;
        for (;;) {
          const next = Math.min(...opensAt.values());
          if (next > ends) return heard;
          server.clock.advance(Math.max(0, next - server.clock.now()));
          for (const device of tills) {
            const { status, retryAfter } = await login(email, device)('not-this-one');
            if (status === 401) heard += 1;
            opensAt.set(device, server.clock.now() + Math.max(1, retryAfter) * 1000);
          }
          if (server.clock.now() < visitAt) continue;
          visitAt += 10 * MINUTE;
          await visit();
        }
      };
      const makeTills = async (storeId: number) => {
        const role = 'store_manager';
        const maker = await signIn(
          server.url,
          (await makeStaff(server.database, { store_id: storeId, role })).email,
        );
        const worker = await makeStaff(server.database, { store_id: storeId });
        const tills = [deviceKey(), deviceKey()];
        for (const device of tills) {
          await makeTill(atDevice(server.url, maker, device), device);
          await signInAt(device, worker.email);
        }
        return tills;
      };

      it.each([
        ['that the owner never used', 0],
        ['that the owner has used, too', 10],
      ])('%s, never keep the owner from another device of theirs', async (_, more) => {
        const { store } = await makeShop(server.database);
        const owner = await makeStaff(server.database, { store_id: store.id, role: 'admin' });
        const tills = await makeTills(store.id);
        const own = deviceKey();
        for (const device of more > 0 ? [own, ...tills] : [own]) await signInAt(device, owner.email);
        const answers: Guess[] = [];
        const heard = await guessForAnHour(owner.email, tills, async () => {
          answers.push(await login(owner.email, own)(DEMO_PASSWORD));
        });
        expect(answers).toEqual(answers.map(() => ({ status: 200, retryAfter: 0 })));
        expect(answers.length).toBeGreaterThanOrEqual(5);
        // 30 are free, then there are four shorter pauses and one of a minute after each. Some more at each device of the owner.
        expect(heard).toBeLessThanOrEqual(30 + 4 + 60 + more * tills.length);
        // Nor do a few wrong answers of one's own there: those have the pauses of that device alone.
        for (let times = 0; times < 5; times += 1) {
          expect((await login(owner.email, own)('not-this-one')).status).toBe(401);
        }
        expect((await login(owner.email, own)(DEMO_PASSWORD)).retryAfter).toBe(5);
        server.clock.advance(5000);
        for (const device of tills) await login(owner.email, device)('not-this-one');
        expect((await login(owner.email, own)(DEMO_PASSWORD)).status).toBe(200);
      });

      it('make whoever guesses on at a device of the owner wait with the others', async () => {
        const { store } = await makeShop(server.database);
        const owner = await makeStaff(server.database, { store_id: store.id, role: 'admin' });
        const tills = await makeTills(store.id);
        const own = deviceKey();
        await signInAt(own, owner.email);
        await guessForAnHour(owner.email, tills, () => Promise.resolve());
        let heard = 0;
        for (let tries = 0; tries < 60; tries += 1) {
          for (const device of tills) await login(owner.email, device)('not-this-one');
          if ((await login(owner.email, own)('not-this-one')).status === 401) heard += 1;
          server.clock.advance(MINUTE / 2);
        }
        expect(heard).toBe(10);
        // The next hour has as many again, and a right answer gives them back at once.
        server.clock.advance(HOUR / 2);
        for (const device of tills) await login(owner.email, device)('not-this-one');
        expect((await login(owner.email, own)(DEMO_PASSWORD)).status).toBe(200);
      });
    });

    it('are counted by several servers together', async () => {
      const { email } = await makePerson();
      const database = await openDatabase(server.location);
      const app = await createServer({ database, clock: server.clock.now });
      const guesses = Array.from({ length: 12 }, (_, no) =>
        (no % 2 === 0 ? app : server.app).inject({
          method: 'POST',
          url: '/api/v1/staff/login',
          payload: { email, password: 'not-this-one' },
        }),
      );
      const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
      await app.close();
      await database.close();
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    });

    it('are counted for all of an IPv6 network together', async () => {
      await spoil(99, '2001:db8:0:7::/64');
      const guess = (from: string, no: number) =>
        send('/staff/login', { email: `nobody-${no}@shop.test`, password: 'not-this-one' }, { from });
      expect((await guess('2001:db8:0:7:1::2', 1)).status).toBe(401);
      expect((await guess('2001:DB8::7:ffff:1:2:3', 2)).status).toBe(429);
      expect((await guess('2001:db8:0:8::1', 3)).status).toBe(401);
    });
  });
});

onEveryEngine('a client’s address', (start) => {
  it('is what a proxy says that TRUST_PROXY names, and no other', async () => {
    const server = await start({ trustedProxies: ['10.0.0.5', '172.18.0.0/16'] });
    try {
      const { seller } = await makeShop(server.database);
      const guess = async (remoteAddress: string, client: string) => {
        const payload = { email: seller.email, password: 'not-this-one' };
        const headers = { 'x-forwarded-for': client };
        const options = {
          method: 'POST',
          url: '/api/v1/staff/login',
          payload,
          headers,
          remoteAddress,
        } as const;
        return (await server.app.inject(options)).statusCode;
      };
      for (const proxy of ['10.0.0.5', '172.18.3.4']) {
        for (let times = 0; times < 5; times += 1) await guess(proxy, `${proxy.length}.0.0.1`);
        expect(await guess(proxy, `${proxy.length}.0.0.1`)).toBe(429);
        expect(await guess(proxy, `${proxy.length}.0.0.2`)).toBe(401);
      }
      for (let times = 0; times < 5; times += 1) await guess('10.0.0.6', `9.9.9.${times}`);
      expect(await guess('10.0.0.6', '9.9.9.99')).toBe(429);
    } finally {
      await server.close();
    }
  });
});
