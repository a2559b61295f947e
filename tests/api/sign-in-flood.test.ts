import { expect, it } from 'vitest';
import { PIN, setPin } from '#tests/support/approvals.ts';
import { DEMO_PASSWORD, signIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { deviceKey } from '#tests/support/shifts.ts';
import { makeShop, makeStaff } from '#tests/support/shop.ts';

type Told = { status: number; code?: string; retryAfter: number };

onEveryEngine('a flood of sign-ins', (start) => {
  const withServer = async (test: (server: TestServer) => Promise<void>) => {
    const server = await start();
    try {
      await test(server);
    } finally {
      await server.close();
    }
  };
  const asking =
    ({ app }: TestServer) =>
    async (url: string, payload: object, headers: object = {}): Promise<Told> => {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/v1${url}`,
        payload,
        headers: { ...headers },
      });
      const { code } = answer.json<{ code?: string }>();
      const retryAfter = Number(answer.headers['retry-after'] ?? 0);
      return { status: answer.statusCode, ...(code && { code }), retryAfter };
    };

  it('from one stranger is refused as busy beyond its share, and a badge and a colleague’s own till go before it', () =>
    withServer(async (server) => {
      const { store, seller } = await makeShop(server.database);
      const manager = await makeStaff(server.database, { store_id: store.id, role: 'store_manager' });
      const boss = await signIn(server.url, manager.email);
      expectDone(await setPin(boss));
      const ask = asking(server);
      const own = { 'x-till': deviceKey() };
      const right = { email: seller.email, password: DEMO_PASSWORD };
      expect((await ask('/staff/login', right, own)).status).toBe(200);

      const order: string[] = [];
      const noting = async (name: string, asked: Promise<Told>) => {
        const told = await asked;
        order.push(told.status === 401 ? 'stranger' : name);
        return told;
      };
      const flood = Array.from({ length: 200 }, (_, no) =>
        noting('refused', ask('/staff/login', { email: `nobody-${no}@shop.test`, password: 'not-this-one' })),
      );
      const proof = { act: 'void', staff_id: manager.id, pin: PIN };
      const bearer = { authorization: `Bearer ${boss.token}` };
      const served = await Promise.all([
        noting('approval', ask('/approvals', proof, bearer)),
        noting('own till', ask('/staff/login', right, own)),
      ]);
      expect(served.map(({ status }) => status)).toEqual([201, 200]);
      const answers = await Promise.all(flood);
      const refused = answers.filter(({ status }) => status !== 401);
      // Whoever comes once the first ones are done finds room.
      expect(answers.length - refused.length).toBeGreaterThanOrEqual(48);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) expect(answer).toEqual({ status: 503, code: 'busy', retryAfter: 2 });
      expect(order.lastIndexOf('stranger')).toBeGreaterThan(order.indexOf('approval'));
      expect(order.lastIndexOf('stranger')).toBeGreaterThan(order.indexOf('own till'));
      // The place is free again.
      expect((await ask('/staff/login', right)).status).toBe(200);
    }));

  it('at one account passes no further than one after the other, also all at once after a pause', () =>
    withServer(async (server) => {
      const { seller } = await makeShop(server.database);
      const ask = asking(server);
      const burst = async () => {
        const wrong = { email: seller.email, password: 'not-this-one' };
        const told = await Promise.all(Array.from({ length: 30 }, () => ask('/staff/login', wrong)));
        return told.filter(({ status }) => status === 401).length;
      };
      expect(await burst()).toBe(5);
      const hashed = () =>
        server.database.reader
          .selectFrom('login_failures')
          .select('failures')
          .where('subject', 'like', `sign-in ${seller.email} at %`)
          .executeTakeFirst();
      expect(await hashed()).toEqual({ failures: 5 });
      server.clock.advance(MINUTE);
      expect(await burst()).toBe(1);
      expect(await hashed()).toEqual({ failures: 6 });
    }));
});
