import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { roles, type Role } from '#domain/roles.ts';
import { signIn, type Caller, type SignedIn } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeStaff, makeStore } from '#tests/support/shop.ts';

// Written by hand from the specification: the permissions on people. `A` is the store manager's store, `B` another one.

type Place = 'A' | 'B' | 'B and A';
type Target = { role: Role; at: Place } | 'oneself';
type Action = 'see' | 'rename' | 'give another role' | 'reset' | 'deactivate';

const actions: readonly Action[] = ['see', 'rename', 'give another role', 'reset', 'deactivate'];
const ALL = [200, 200, 200, 200, 200];
const LOOK_ONLY = [200, 403, 403, 403, 403];
const NOT_THERE = [404, 404, 404, 404, 404];
/** People who manage nobody are refused before any lookup. */
const NOT_THERE_NOR_ALLOWED = [404, 404, 404, 403, 403];
const ONESELF = [200, 200, 403, 403, 403];

const at = (role: Role, place: Place = 'A'): Target => ({ role, at: place });

const table: readonly [actor: Role, target: Target, expected: readonly number[]][] = [
  ['admin', at('admin'), ALL],
  ['admin', at('regional_manager', 'B'), ALL],
  ['admin', at('store_manager', 'B'), ALL],
  ['admin', at('salesperson', 'B'), ALL],
  ['admin', 'oneself', ONESELF],
  ['regional_manager', at('admin'), LOOK_ONLY],
  ['regional_manager', at('regional_manager'), LOOK_ONLY],
  ['regional_manager', at('store_manager', 'B'), ALL],
  ['regional_manager', at('salesperson', 'B'), ALL],
  ['regional_manager', 'oneself', ONESELF],
  ['store_manager', at('admin'), LOOK_ONLY],
  ['store_manager', at('regional_manager'), LOOK_ONLY],
  ['store_manager', at('store_manager'), LOOK_ONLY],
  ['store_manager', at('salesperson'), ALL],
  ['store_manager', at('auditor'), ALL],
  // A person who also works elsewhere can only be viewed, and be assigned to this store or removed from it.
  ['store_manager', at('salesperson', 'B and A'), LOOK_ONLY],
  ['store_manager', at('salesperson', 'B'), NOT_THERE],
  ['store_manager', at('admin', 'B'), NOT_THERE],
  ['store_manager', 'oneself', ONESELF],
  ['salesperson', at('salesperson'), LOOK_ONLY],
  ['salesperson', at('warehouse_staff'), LOOK_ONLY],
  ['salesperson', at('salesperson', 'B'), NOT_THERE_NOR_ALLOWED],
  ['salesperson', 'oneself', ONESELF],
  ['finance', at('auditor'), LOOK_ONLY],
];

const GRANTS: Partial<Record<Role, readonly Role[]>> = {
  admin: roles,
  regional_manager: roles.filter((role) => !['admin', 'regional_manager'].includes(role)),
  store_manager: roles.filter((role) => !['admin', 'regional_manager', 'store_manager'].includes(role)),
};

onEveryEngine('who manages whom', (start) => {
  let server: TestServer;
  let A: number;
  let B: number;
  const actors = new Map<Role, SignedIn>();

  beforeAll(async () => {
    server = await start();
    A = (await makeStore(server.database)).id;
    B = (await makeStore(server.database)).id;
    for (const role of ['admin', 'regional_manager', 'store_manager', 'salesperson', 'finance'] as const) {
      const { email } = await makeStaff(server.database, { store_id: A, role });
      actors.set(role, await signIn(server.url, email));
    }
  });
  afterAll(() => server.close());

  const actorOf = (role: Role): SignedIn => {
    const actor = actors.get(role);
    if (!actor) throw new Error(`Nobody is signed in as ${role}`);
    return actor;
  };

  async function makeTarget(target: Exclude<Target, 'oneself'>): Promise<number> {
    const { role } = target;
    const { id } = await makeStaff(server.database, { store_id: target.at === 'A' ? A : B, role });
    if (target.at === 'B and A') {
      await server.database.write((writer) =>
        writer.insertInto('staff_stores').values({ staff_id: id, store_id: A }).execute(),
      );
    }
    return id;
  }

  const doing: Record<Action, (by: Caller, id: number) => Promise<{ status: number }>> = {
    see: (by, id) => by.get(`/staff/${id}`),
    rename: (by, id) => by.put(`/staff/${id}`, { name: `Renamed ${id}` }),
    'give another role': (by, id) => by.put(`/staff/${id}`, { role: 'tech_support' }),
    reset: (by, id) => by.post(`/staff/${id}/reset-password`),
    deactivate: (by, id) => by.delete(`/staff/${id}`),
  };

  it.each(table.map(([actor, target, expected]) => ({ actor, target, expected })))(
    '$actor may do to $target what the table says',
    async ({ actor, target, expected }) => {
      const by = actorOf(actor);
      const met: number[] = [];
      for (const action of actions) {
        const id = target === 'oneself' ? by.staff.id : await makeTarget(target);
        met.push((await doing[action](by, id)).status);
      }
      expect(Object.fromEntries(actions.map((action, i) => [action, met[i]]))).toEqual(
        Object.fromEntries(actions.map((action, i) => [action, expected[i]])),
      );
    },
  );

  describe.each(['admin', 'regional_manager', 'store_manager'] as const)('%s', (actor) => {
    it('makes people of, and gives, the roles below their own rank only', async () => {
      const by = actorOf(actor);
      const given: Role[] = [];
      const made: Role[] = [];
      for (const role of roles) {
        const id = await makeTarget({ role: 'inventory_checker', at: 'A' });
        if ((await by.put(`/staff/${id}`, { role })).status === 200) given.push(role);
        const form = {
          name: 'New',
          email: `${actor}-${role}@new.test`,
          password: 'mango-ferry-lantern',
          role,
        };
        if ((await by.post('/staff', { ...form, primary_store_id: A })).status === 201) made.push(role);
      }
      expect(given).toEqual(GRANTS[actor]);
      expect(made).toEqual(GRANTS[actor]);
    });
  });

  it('lets nobody change their own password, stores or state but as it is meant, an admin neither', async () => {
    for (const by of [actorOf('admin'), actorOf('store_manager'), actorOf('salesperson')]) {
      const put = async (body: object) => (await by.put(`/staff/${by.staff.id}`, body)).body.message;
      expect(await put({ password: 'mango-ferry-lantern' })).toBe(
        'Change your own password under Change Password',
      );
      expect(await put({ store_ids: [A, B] })).toBe('You cannot change your own stores');
      expect(await put({ primary_store_id: B })).toBe('You cannot change your own stores');
      expect(await put({ is_active: false })).toBe('You cannot deactivate yourself');
      expect(await put({ role: 'auditor' })).toBe('You cannot change your own role');
      const { status } = await by.put(`/staff/${by.staff.id}`, { password: '', is_active: true });
      expect(status, 'what stays as it is is no change').toBe(200);
    }
  });

  it('says 404 for somebody who does not exist, to everybody', async () => {
    for (const by of actors.values()) {
      expect((await by.get('/staff/999999')).body.code).toBe('staff_not_found');
      expect((await by.put('/staff/999999', { name: 'X' })).body.code).toBe('staff_not_found');
    }
  });

  describe('a store manager', () => {
    const manager = () => actorOf('store_manager');

    it('gives and takes their own stores only, and leaves the others as they are', async () => {
      const id = await makeTarget({ role: 'salesperson', at: 'B and A' });
      const put = (body: object) => manager().put(`/staff/${id}`, body);
      expect((await put({ primary_store_id: A, store_ids: [A] })).body.code).toBe('foreign_store');
      expect((await put({ store_ids: [] })).status, 'B is the primary store and stays').toBe(200);
      expect((await put({ store_ids: [B] })).status, 'it is nobody of the manager’s now').toBe(404);
      const own = await makeTarget({ role: 'salesperson', at: 'A' });
      expect((await manager().put(`/staff/${own}`, { store_ids: [A, B] })).body.code).toBe('foreign_store');
      expect((await manager().put(`/staff/${own}`, { primary_store_id: B })).body.code).toBe('foreign_store');
    });

    it('does nothing to somebody who also works elsewhere but give and take their own stores', async () => {
      const id = await makeTarget({ role: 'salesperson', at: 'B and A' });
      for (const body of [{ name: 'X' }, { email: 'x@new.test' }, { password: 'mango-ferry-lantern' }]) {
        expect((await manager().put(`/staff/${id}`, body)).body.code).toBe('forbidden');
      }
      expect((await manager().put(`/staff/${id}`, { is_active: false })).body.code).toBe('forbidden');
      expect((await manager().post(`/staff/${id}/reset-password`)).body.code).toBe('forbidden');
      expect((await manager().delete(`/staff/${id}`)).body.code).toBe('forbidden');
    });

    it('makes nobody at a store that is not theirs', async () => {
      const form = {
        name: 'New',
        email: 'foreign@new.test',
        password: 'mango-ferry-lantern',
        role: 'salesperson',
      };
      expect((await manager().post('/staff', { ...form, primary_store_id: B })).status).toBe(403);
      const both = { ...form, primary_store_id: A, additional_store_ids: [B] };
      expect((await manager().post('/staff', both)).body.code).toBe('foreign_store');
    });

    it('lists the people of their stores and nobody else', async () => {
      const here = await makeTarget({ role: 'salesperson', at: 'A' });
      const there = await makeTarget({ role: 'salesperson', at: 'B' });
      const ids = async (by: Caller) =>
        (await by.get<{ data: { id: number }[] }>('/staff?per_page=1000')).body.data.map(({ id }) => id);
      expect(await ids(manager())).toContain(here);
      expect(await ids(manager())).not.toContain(there);
      expect(await ids(actorOf('regional_manager'))).toContain(there);
    });
  });

  it('manages nobody who is granted staff.manage without a rank', async () => {
    const admin = actorOf('admin');
    expect((await admin.put('/roles/finance', { permissions: ['staff.manage'] })).status).toBe(200);
    const id = await makeTarget({ role: 'auditor', at: 'A' });
    expect((await actorOf('finance').put(`/staff/${id}`, { name: 'X' })).status).toBe(403);
    expect((await actorOf('finance').delete(`/staff/${id}`)).status).toBe(403);
  });

  describe('a role that was granted more than a manager may do', () => {
    const manager = () => actorOf('store_manager');
    const grant = async (role: Role, permissions: string[]) =>
      expect((await actorOf('admin').put(`/roles/${role}`, { permissions })).status).toBe(200);
    afterEach(async () => {
      expect((await actorOf('admin').delete('/roles/repair_technician')).status).toBe(200);
    });
    const formOf = (email: string) => ({
      name: 'New',
      email,
      password: 'mango-ferry-lantern',
      role: 'repair_technician',
      primary_store_id: A,
    });

    it('is not given by them, on making somebody and on changing them, and the field says why', async () => {
      await grant('repair_technician', ['stores.manage', 'products.view']);
      const id = await makeTarget({ role: 'salesperson', at: 'A' });
      const text = 'Repair Technician was granted more than your role: “Manage stores”. An admin can do this';
      for (const { status, body } of [
        await manager().post('/staff', formOf('above@new.test')),
        await manager().put(`/staff/${id}`, { role: 'repair_technician' }),
      ]) {
        expect(status).toBe(403);
        expect(body.errors).toEqual({ role: [text] });
      }
      const { body } = await manager().get<{ staff: { gives_roles: string[] } }>('/staff/me');
      expect(body.staff.gives_roles).not.toContain('repair_technician');
      expect(body.staff.gives_roles).toContain('salesperson');
      // A regional manager manages stores, and an admin everything.
      expect(
        (await actorOf('regional_manager').put(`/staff/${id}`, { role: 'repair_technician' })).status,
      ).toBe(200);
      expect((await actorOf('admin').post('/staff', formOf('above@new.test'))).status).toBe(201);
    });

    it('keeps them from the passwords of its people, and from the address where a link is sent', async () => {
      await grant('repair_technician', ['audit.view']);
      const id = await makeTarget({ role: 'repair_technician', at: 'A' });
      const put = (body: object) => manager().put(`/staff/${id}`, body);
      expect((await put({ password: 'mango-ferry-lantern' })).body.errors).toHaveProperty('password');
      expect((await put({ email: 'mine@new.test' })).body.errors).toHaveProperty('email');
      expect((await manager().post(`/staff/${id}/reset-password`)).status).toBe(403);
      expect((await put({ name: 'Renamed' })).status).toBe(200);
      expect((await manager().delete(`/staff/${id}`)).status).toBe(200);
    });
  });
});
