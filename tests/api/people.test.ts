import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, DEMO_PASSWORD, signIn, type Answer, type SignedIn } from '#tests/support/http.ts';
import { complete, expectDone, findUnitRow, openDraft, pay } from '#tests/support/selling.ts';
import { HOUR, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeStore, type Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';

type Person = {
  id: number;
  name: string;
  email: string;
  role: string;
  is_active: boolean;
  primary_store: { id: number; name: string } | null;
  store_ids: number[];
  transactions_count: number;
};
type People = { data: Person[]; meta: { total: number; per_page: number } };

let no = 0;
const freshEmail = () => `new${(no += 1)}@people.test`;
const FIRST = 'mango-ferry-lantern';
const OWN = { current_password: DEMO_PASSWORD };

onEveryEngine('people', (start) => {
  let server: TestServer;
  let admin: SignedIn;
  let shop: Shop;

  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 0 });
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, email);
  });
  afterAll(() => server.close());

  const formOf = (more: object = {}) => ({
    name: 'Luz Dela Peña',
    email: freshEmail(),
    password: FIRST,
    role: 'salesperson',
    primary_store_id: shop.store.id,
    ...more,
  });
  const make = async (more: object = {}) => expectDone(await admin.post<Person>('/staff', formOf(more)));
  const login = (email: string, password: string) =>
    call<{ code?: string; message?: string; staff?: { must_change_password: boolean } }>(
      server.url,
      'POST',
      '/staff/login',
      { email, password },
    );
  const changeOwn = (by: SignedIn, from: string, to: string) =>
    by.post('/staff/update-password', {
      current_password: from,
      new_password: to,
      new_password_confirmation: to,
    });

  describe('making somebody', () => {
    it('keeps what was given, signs them in once they chose a password of their own', async () => {
      const made = await make({ email: 'Luz@People.TEST' });
      expect(made).toMatchObject({
        email: 'luz@people.test',
        role: 'salesperson',
        is_active: true,
        primary_store: { id: shop.store.id },
        store_ids: [shop.store.id],
        transactions_count: 0,
      });
      const luz = await signIn(server.url, 'luz@people.test', FIRST);
      expect((await luz.get('/customers')).body.code).toBe('password_change_required');
      expect((await changeOwn(luz, FIRST, 'copper-violin-tide')).status).toBe(200);
      expect((await luz.get('/customers')).status).toBe(200);
    });

    it('reads the stores under both of their names, the primary one always among them', async () => {
      const second = await makeStore(server.database);
      const a = await make({ store_ids: [second.id] });
      const b = await make({ additional_store_ids: [second.id] });
      const ids = [shop.store.id, second.id];
      expect(a.store_ids.toSorted()).toEqual(ids.toSorted());
      expect(b.store_ids.toSorted()).toEqual(ids.toSorted());
    });

    it('reads them once, or twice alike: two that differ are refused', async () => {
      const second = await makeStore(server.database);
      const both = await admin.post<Person>(
        '/staff',
        formOf({ store_ids: [second.id], additional_store_ids: [second.id] }),
      );
      expect(both.status).toBe(201);
      const { status, body } = await admin.post(
        '/staff',
        formOf({ store_ids: [second.id], additional_store_ids: [] }),
      );
      expect(status).toBe(422);
      expect(body.errors).toEqual({
        additional_store_ids: ['This is the same field as store_ids, which says otherwise'],
      });
    });

    it('keeps the password of somebody who is changed where it is left blank', async () => {
      const { id } = await make();
      const hash = () =>
        server.database.reader
          .selectFrom('staff')
          .select('password_hash')
          .where('id', '=', id)
          .executeTakeFirst();
      const before = await hash();
      expect((await admin.put(`/staff/${id}`, { name: 'Luz Two', password: '' })).status).toBe(200);
      expect(await hash()).toEqual(before);
      const short = await admin.put(`/staff/${id}`, { password: 'short-1' });
      expect(short.body.errors?.password).toEqual(['Password must be at least 8 characters']);
    });

    it.each([
      ['a name', { name: ' ' }, 'name', 'Name is required'],
      ['a short name', { name: 'x'.repeat(101) }, 'name', 'Name must be 100 characters or less'],
      ['an email address', { email: '' }, 'email', 'Email is required'],
      ['a valid email address', { email: 'luz@' }, 'email', 'Invalid email address'],
      ['a password', { password: undefined }, 'password', 'Password is required'],
      ['8 characters', { password: 'short-1' }, 'password', 'Password must be at least 8 characters'],
      ['a role', { role: undefined }, 'role', 'Role is required'],
      ['a role that there is', { role: 'owner' }, 'role', 'This role does not exist'],
      ['a name that is text', { name: 5 }, 'name', 'Name must be text'],
      ['a name that can be seen', { name: '\u200b\u200d \ufeff' }, 'name', 'Name is required'],
      ['a password that is text', { password: 12345678 }, 'password', 'Password must be text'],
      ['a store by its number', { primary_store_id: 'x' }, 'primary_store_id', 'This store does not exist'],
      ['a primary store', { primary_store_id: null }, 'primary_store_id', 'Primary store is required'],
      [
        'a store that there is',
        { primary_store_id: 9_999_999 },
        'primary_store_id',
        'This store does not exist',
      ],
      ['stores that there are', { store_ids: [9_999_999] }, 'store_ids', 'This store does not exist'],
    ])('asks for %s', async (_, more, field, said) => {
      const { status, body } = await admin.post('/staff', formOf(more));
      expect(status).toBe(422);
      expect(body.errors?.[field]).toEqual([said]);
    });

    it('refuses an inactive store, and an email address that is taken in any case', async () => {
      const closed = await makeStore(server.database, { is_active: 0 });
      const inactive = await admin.post('/staff', formOf({ primary_store_id: closed.id }));
      expect(inactive.body.errors?.primary_store_id).toEqual(['This store is inactive']);
      const { id, email } = await make();
      const taken = await admin.post('/staff', formOf({ email: email.toUpperCase() }));
      expect(taken.body.errors?.email).toEqual(['This email is taken']);
      const other = await make();
      expect((await admin.put(`/staff/${other.id}`, { email, ...OWN })).body.message).toBe(
        'This email is taken',
      );
      expect((await admin.put(`/staff/${id}`, { email: email.toUpperCase() })).status).toBe(200);
    });

    it('keeps no password, nor its hash, under an idempotency key or in the audit log', async () => {
      const form = formOf({ password: 'never-kept-anywhere-7' });
      const first = await admin.post<Person>('/staff', form, { key: 'making' });
      const again = await admin.post<Person>('/staff', form, { key: 'making' });
      expect(again.body.id).toBe(first.body.id);
      await admin.put(`/staff/${first.body.id}`, { password: 'never-kept-either' }, { key: 'changing' });
      const other = await admin.post('/staff', { ...form, name: 'Another' }, { key: 'making' });
      expect(other.body.code).toBe('key_reused');
      const { reader } = server.database;
      const kept = JSON.stringify([
        await reader.selectFrom('idempotency_keys').selectAll().execute(),
        await reader.selectFrom('audit_log').selectAll().execute(),
      ]);
      expect(kept).not.toContain('never-kept');
      expect(kept).toContain('set anew');
    });
  });

  it('lists ten of a page by name, found by words, role, store and state', async () => {
    const elsewhere = await makeStore(server.database);
    await make({ name: 'Ünal Zoë', role: 'finance', primary_store_id: elsewhere.id });
    const gone = await make({ name: 'Zoë Gone', primary_store_id: elsewhere.id });
    expectDone(await admin.delete(`/staff/${gone.id}`));
    const names = async (query: string) =>
      (await admin.get<People>(`/staff?${query}`)).body.data.map(({ name }) => name);
    expect((await admin.get<People>('/staff')).body.meta.per_page).toBe(10);
    expect(await names('search=zoe')).toEqual(['Ünal Zoë', 'Zoë Gone']);
    expect(await names('search=zoe&role=finance')).toEqual(['Ünal Zoë']);
    expect(await names(`store_id=${elsewhere.id}&is_active=false`)).toEqual(['Zoë Gone']);
    expect(await names(`store_id=${elsewhere.id}&is_active=true`)).toEqual(['Ünal Zoë']);
    expect(await names(`search=${gone.email.split('@')[0]}`)).toEqual(['Zoë Gone']);
  });

  it('names every role', async () => {
    const { body } = await admin.get<Record<string, string>>('/staff/roles');
    expect(Object.keys(body)).toHaveLength(12);
    expect(body.store_manager).toBe('Store Manager');
  });

  describe('signing out at once', () => {
    const start = async () => {
      const { id, email } = await makeStaff(server.database, { store_id: shop.store.id });
      const person = await signIn(server.url, email);
      expect((await person.get('/staff/me')).status).toBe(200);
      return { id, email, person };
    };

    it('follows a deactivation, and activation brings no old sign-in back', async () => {
      const { id, email, person } = await start();
      expect(expectDone(await admin.delete<{ message: string }>(`/staff/${id}`)).message).toBe(
        'Staff member deactivated',
      );
      expect((await person.get('/staff/me')).status).toBe(401);
      expect((await login(email, DEMO_PASSWORD)).status).toBe(401);
      expect((await admin.delete(`/staff/${id}`)).body.code).toBe('illegal_state');
      expectDone(await admin.put(`/staff/${id}`, { is_active: true }));
      expect((await person.get('/staff/me')).status).toBe(401);
      expect((await login(email, DEMO_PASSWORD)).status).toBe(200);
    });

    it('follows another role, another password and a reset, and no other change', async () => {
      for (const change of [{ role: 'finance' }, { password: 'quartz-river-nine' }]) {
        const { id, person } = await start();
        expectDone(await admin.put(`/staff/${id}`, change));
        expect((await person.get('/staff/me')).status).toBe(401);
      }
      const { id, person } = await start();
      expectDone(
        await admin.put(`/staff/${id}`, {
          name: 'Other',
          email: freshEmail(),
          role: 'salesperson',
          ...OWN,
        }),
      );
      expect((await person.get('/staff/me')).status).toBe(200);
      expectDone(await admin.post(`/staff/${id}/reset-password`));
      expect((await person.get('/staff/me')).status).toBe(401);
    });
  });

  describe('another email address', () => {
    const makeSignedIn = async () =>
      signIn(server.url, (await makeStaff(server.database, { store_id: shop.store.id })).email);
    const mailsTo = (recipient: string) =>
      server.database.reader
        .selectFrom('outbox')
        .select(['subject', 'text'])
        .where('recipient', '=', recipient)
        .orderBy('id')
        .execute();

    it('needs the password of whoever gives it, whosever it is, and a wrong one few times', async () => {
      const person = await makeSignedIn();
      for (const by of [person, admin]) {
        const email = freshEmail();
        const give = (more: object = {}) =>
          by.put(`/staff/${person.staff.id}`, { name: 'New', email, ...more });
        const message = 'Your password is needed to change an email address';
        expect(await give()).toMatchObject({
          status: 422,
          body: { code: 'validation_failed', errors: { current_password: [message] } },
        });
        expect(await give({ current_password: 'not-this-one' })).toMatchObject({
          status: 422,
          body: { code: 'wrong_password', errors: { current_password: ['Current password is incorrect'] } },
        });
        expect(expectDone(await by.get<Person>(`/staff/${person.staff.id}`)).email).not.toBe(email);
        expect((await give(OWN)).status).toBe(200);
        // The same address is no other one, in whatever case.
        expect((await give({ email: email.toUpperCase() })).status).toBe(200);
      }
      const guess = () =>
        person.put(`/staff/${person.staff.id}`, { email: freshEmail(), current_password: 'not-this-one' });
      for (let times = 0; times < 4; times += 1) expect((await guess()).status).toBe(422);
      expect((await guess()).body.code).toBe('too_many_attempts');
    });

    it('is told to the one before, with who gave it', async () => {
      const person = await makeSignedIn();
      const { id, name, email: first } = person.staff;
      const [second, third] = [freshEmail(), freshEmail()];
      expectDone(await person.put(`/staff/${id}`, { email: second, ...OWN }));
      expectDone(await admin.put(`/staff/${id}`, { email: third, ...OWN }));
      expect(await mailsTo(first)).toMatchObject([
        {
          subject: expect.stringMatching(/^Your email address at .+ was changed$/) as string,
          text: expect.stringMatching(
            new RegExp(`^Hello ${name},\n\n.*in your account itself\\. It is ${second} now`),
          ) as string,
        },
      ]);
      const [told, ...more] = await mailsTo(second);
      expect([told?.text, more]).toEqual([
        expect.stringContaining(`by ${admin.staff.name}. It is ${third} now`),
        [],
      ]);
      expect(await mailsTo(third)).toEqual([]);
      expect((await login(third, DEMO_PASSWORD)).status).toBe(200);
    });

    it('ends the links that were asked for with the one before', async () => {
      const person = await makeSignedIn();
      const { id, email } = person.staff;
      await call(server.url, 'POST', '/auth/forgot-password', { email });
      const links = () =>
        server.database.reader.selectFrom('password_resets').selectAll().where('staff_id', '=', id).execute();
      await expect.poll(links).toHaveLength(1);
      expectDone(await person.put(`/staff/${id}`, { name: 'Same Address', email }));
      expect(await links()).toHaveLength(1);
      expectDone(await person.put(`/staff/${id}`, { email: freshEmail(), ...OWN }));
      expect(await links()).toEqual([]);
    });
  });

  describe('a temporary password', () => {
    const reset = async () => {
      const { id, email } = await makeStaff(server.database, { store_id: shop.store.id });
      const answer = await admin.post<{ temporary_password: string }>(
        `/staff/${id}/reset-password`,
        undefined,
        { key: `reset-${id}` },
      );
      return { id, email, password: expectDone(answer).temporary_password };
    };

    it('has 16 characters, is another each time, must be changed, and is kept nowhere', async () => {
      const one = await reset();
      const other = await reset();
      expect(one.password).toMatch(/^[A-Za-z2-9]{16}$/);
      expect(other.password).not.toBe(one.password);
      expect((await login(one.email, DEMO_PASSWORD)).status).toBe(401);
      const person = await signIn(server.url, one.email, one.password);
      expect(person.staff.must_change_password).toBe(true);
      expect((await changeOwn(person, one.password, 'copper-violin-tide')).status).toBe(200);
      server.clock.advance(25 * HOUR);
      expect((await login(one.email, 'copper-violin-tide')).status).toBe(200);
      const { reader } = server.database;
      const kept = JSON.stringify([
        await reader.selectFrom('idempotency_keys').selectAll().execute(),
        await reader.selectFrom('audit_log').selectAll().execute(),
      ]);
      expect(kept).not.toContain(one.password);
      admin = await signIn(server.url, admin.staff.email);
    });

    it('lets nobody in after 24 hours, and says what to do', async () => {
      const { email, password } = await reset();
      server.clock.advance(24 * HOUR - 1);
      expect((await login(email, password)).status).toBe(200);
      server.clock.advance(1);
      const { status, body } = await login(email, password);
      expect(status).toBe(401);
      expect(body.code).toBe('password_expired');
      expect(body.message).toMatch(/expired.*Ask a manager/);
      admin = await signIn(server.url, admin.staff.email);
    });

    it('is not given to somebody inactive', async () => {
      const { id } = await makeStaff(server.database, { store_id: shop.store.id, is_active: 0 });
      const { body } = await admin.post(`/staff/${id}/reset-password`);
      expect(body.code).toBe('illegal_state');
      expect(body.message).toMatch(/ is inactive and cannot log in$/);
    });
  });

  describe('what somebody did', () => {
    it('is shown to themselves and to managers: their sales, and their activity, the newest first', async () => {
      const { shop: own, till, manager } = await openShop(server);
      const [unitId = 0] = own.units.map(({ id }) => id);
      const draft = await openDraft(till, [unitId]);
      const path = `/staff/${till.staff.id}`;
      const sales = async (by: SignedIn) => by.get<{ data: { id: number }[] }>(`${path}/transactions`);
      expect((await sales(till)).body.data.map(({ id }) => id)).toEqual([draft.id]);
      expect((await sales(manager)).body.data.map(({ id }) => id)).toEqual([draft.id]);
      expect((await manager.get<Person>(path)).body.transactions_count).toBe(1);
      expectDone(await manager.put(path, { name: 'Renamed' }));
      const events = await manager.get<{
        data: { what: string }[];
        meta: { per_page: number };
      }>(`${path}/activity`);
      expect(events.body.meta.per_page).toBe(10);
      expect(events.body.data.map(({ what }) => what)).toEqual(['Opened a draft', 'Signed in']);
      type Changed = { data: { what: string; subject: { name: string }; changed: string[] }[] };
      const { body } = await manager.get<Changed>(`/staff/${manager.staff.id}/activity`);
      expect(body.data[0]).toMatchObject({ subject: { name: 'Renamed' }, changed: ['Name'] });
      expect((await till.get(`/staff/${manager.staff.id}/activity`)).status, 'sees transactions').toBe(200);
      const checker = await makeStaff(server.database, { store_id: own.store.id, role: 'inventory_checker' });
      const other = await signIn(server.url, checker.email);
      expect((await sales(other)).status).toBe(403);
      expect((await other.get(`${path}/activity`)).status).toBe(403);
      expect((await other.get(`/staff/${checker.id}/activity`)).status).toBe(200);
      expect((await other.get(`/staff/${checker.id}/transactions`)).status).toBe(200);
    });
  });

  it('hands the draft of somebody deactivated in mid-sale on: its units are free at once, a colleague sells it', async () => {
    const { shop: own, till, manager } = await openShop(server);
    const ids = own.units.map(({ id }) => id).slice(0, 2);
    const draft = await openDraft(till, ids);
    expectDone(await manager.delete(`/staff/${till.staff.id}`));
    expect(await pay(till, draft.id, { method: 'cash', amount: 1 }).catch(() => 'refused')).toBe('refused');
    for (const id of ids) expect((await findUnitRow(server.database, id)).status).toBe('available');
    const { email } = await makeStaff(server.database, { store_id: own.store.id });
    const colleague = await signIn(server.url, email);
    const pending = await colleague.get<{ data: { id: number; held_by: unknown }[] }>('/transactions/drafts');
    expect(pending.body.data).toMatchObject([{ id: draft.id, held_by: null }]);
    expect((await colleague.post(`/transactions/${draft.id}/refresh-locks`)).status).toBe(200);
    await pay(colleague, draft.id, { method: 'cash', amount: Number(draft.total_amount) });
    expectDone(await complete(colleague, draft.id));
  });

  it('leaves an active admin when two deactivate each other at once, however often', async () => {
    for (let round = 0; round < 5; round += 1) {
      const emails = await Promise.all(
        [0, 1].map(() => makeStaff(server.database, { store_id: shop.store.id, role: 'admin' })),
      );
      const [one, two] = await Promise.all(emails.map(({ email }) => signIn(server.url, email)));
      if (!one || !two) throw new Error('Both sign in');
      const deactivated: Answer<unknown>[] = await Promise.all([
        one.delete(`/staff/${two.staff.id}`),
        two.delete(`/staff/${one.staff.id}`),
      ]);
      expect(deactivated.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });
});
