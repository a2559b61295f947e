import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBadge, PIN, setPin } from '#tests/support/approvals.ts';
import { callerWith, DEMO_PASSWORD, signIn, type Caller, type SignedIn } from '#tests/support/http.ts';
import { expectDone, findUnitRow, openDraft, saveDraft } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type Switched = { staff: { id: number; name: string }; token?: string };

const WRONG = { status: 422, body: { code: 'wrong_pin' } };

onEveryEngine('a till that changes hands', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let next: SignedIn;
  const personAs = async (
    role: 'store_manager' | 'salesperson' | 'regional_manager' | 'warehouse_staff',
    at = shop,
  ) => {
    const person = await signIn(
      server.url,
      (await makeStaff(server.database, { store_id: at.store.id, role })).email,
    );
    expectDone(await setPin(person));
    return person;
  };
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 2 });
    till = await signIn(server.url, shop.seller.email);
    next = await personAs('salesperson');
  });
  const unit = () => shop.units[0]?.id ?? 0;
  const change = <T = Switched>(by: Caller, body: object) =>
    by.post<T>('/staff/switch', { device_name: 'Counter 1', ...body });
  const toNext = (pin = PIN) => ({ staff_id: next.staff.id, pin });

  describe('by change of cashier', () => {
    it('is signed in as the next one, and no more as the one before', async () => {
      const answer = expectDone(await change(till, toNext()));
      expect(answer.staff).toMatchObject({ id: next.staff.id, name: next.staff.name });
      expect((await till.get('/staff/me')).status).toBe(401);
      const here = callerWith(server.url, answer.token ?? '');
      const { staff } = expectDone(await here.get<{ staff: object }>('/staff/me'));
      expect(staff).toMatchObject({ id: next.staff.id });
      // They stay signed in where they already were.
      expect((await next.get('/staff/me')).status).toBe(200);
      const row = await server.database.reader
        .selectFrom('audit_log')
        .select(['staff_id', 'subject_id', 'details_json'])
        .where('action', '=', 'staff.switchCashier')
        .where('store_id', '=', shop.store.id)
        .executeTakeFirst();
      expect(row).toEqual({
        staff_id: shop.seller.id,
        subject_id: next.staff.id,
        details_json: JSON.stringify({ subject: next.staff.name }),
      });
    });

    it('once, however often it is sent: one sign-in never becomes two', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => change(till, toNext())));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      const signIns = await server.database.reader
        .selectFrom('sessions')
        .select('id')
        .where('staff_id', '=', next.staff.id)
        .execute();
      // The test's sign-in, and the till's.
      expect(signIns).toHaveLength(2);
    });

    it('by a badge, too; in a browser the cookie is the next one’s', async () => {
      const badge = await makeBadge(next);
      const answer = await till.post<Switched>(
        '/staff/switch',
        { badge },
        { headers: { Origin: server.url } },
      );
      expect(answer.body).toMatchObject({ staff: { id: next.staff.id } });
      expect(answer.body.token).toBeUndefined();
      expect(answer.headers.get('set-cookie')).toContain('tindahan_token=');
    });

    it('leaves the cart of the one before in its draft, with its units free again', async () => {
      const { id } = await openDraft(till, [unit()]);
      expect((await findUnitRow(server.database, unit())).status).toBe('locked');
      const { token = '' } = expectDone(await change(till, toNext()));
      expect((await findUnitRow(server.database, unit())).status).toBe('available');
      const here = callerWith(server.url, token);
      const { staff } = expectDone(await here.get<{ staff: { id: number } }>(`/transactions/${id}`));
      expect(staff.id).toBe(shop.seller.id);
      expect((await saveDraft(here, id, [unit()])).status).toBe(200);
    });

    it('is refused to a wrong PIN, which ends nothing, and to whoever does not sell here or sees all stores', async () => {
      expect(await change(till, toNext('246811'))).toMatchObject(WRONG);
      const tried = await server.database.reader
        .selectFrom('audit_log')
        .select('details_json')
        .where('action', '=', 'staff.switchCashier')
        .where('store_id', '=', shop.store.id)
        .execute();
      const guess = { subject: next.staff.name, refused: 'wrong_pin' };
      expect(tried.map(({ details_json }) => JSON.parse(details_json ?? '') as object)).toEqual([guess]);
      const others = [
        await personAs('regional_manager'),
        await personAs('warehouse_staff'),
        await personAs('salesperson', await makeShop(server.database)),
      ];
      for (const { staff } of others) {
        // The answer does not tell if the PIN is right.
        for (const pin of [PIN, '246811']) {
          expect(await change(till, { staff_id: staff.id, pin })).toMatchObject({
            status: 422,
            body: { errors: { staff_id: ['This person signs in with a password here'] } },
          });
        }
      }
      expect((await till.get('/staff/me')).status).toBe(200);
      const { data } = expectDone(await till.get<{ data: object[] }>('/staff/switch'));
      expect(data).toEqual([{ id: next.staff.id, name: next.staff.name }]);
    });
  });

  describe('by locking itself', () => {
    const unlock = (by: Caller, body: object) => by.post('/staff/unlock', body);

    it('is unlocked by the same person’s PIN, badge or password, and by nothing else', async () => {
      const badge = await makeBadge(next);
      for (const own of [{ pin: PIN }, { badge }, { current_password: DEMO_PASSWORD }]) {
        expect((await unlock(next, own)).status).toBe(200);
      }
      expect(await unlock(next, { pin: '246811' })).toMatchObject(WRONG);
      expect(await unlock(next, { current_password: 'not-it-at-all' })).toMatchObject({
        body: { code: 'wrong_password' },
      });
      const manager = await personAs('store_manager');
      expect(await unlock(next, { badge: await makeBadge(manager) })).toMatchObject(WRONG);
      expect((await unlock(next, {})).status).toBe(422);
      // A person without a PIN cannot be identified by one.
      expect(await unlock(till, { pin: PIN })).toMatchObject(WRONG);
    });
  });
});
