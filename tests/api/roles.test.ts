import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';

type Grants = { role: string; label: string; permissions: string[]; default_permissions: string[] };

onEveryEngine('roles', (start) => {
  let server: TestServer;
  let admin: SignedIn;
  beforeAll(async () => {
    server = await start({ demo: true });
    admin = await signIn(server.url, 'admin@demo.test');
  });
  afterAll(() => server.close());

  const list = async () => expectDone(await admin.get<Grants[]>('/roles'));
  const roleOf = async (name: string) => {
    const found = (await list()).find(({ role }) => role === name);
    if (!found) throw new Error(`There is no role ${name}`);
    return found;
  };
  const put = (role: string, body: object) => admin.put<Grants>(`/roles/${role}`, body);

  it('are listed by rank, with what they may do and may do by default', async () => {
    const roles = await list();
    expect(roles.map(({ role }) => role).slice(0, 3)).toEqual(['admin', 'regional_manager', 'store_manager']);
    expect(roles).toHaveLength(12);
    expect((await roleOf('auditor')).permissions).toEqual([]);
    expect((await roleOf('warehouse_staff')).permissions).not.toContain('inventory.update');
  });

  it('hold what they are granted from the next call on, for whoever is signed in, and lose it again', async () => {
    const auditor = await signIn(server.url, 'auditor@demo.test');
    expect((await auditor.get('/customers')).status).toBe(403);
    expectDone(await put('auditor', { permissions: ['customers.view'] }));
    expect((await auditor.get('/customers')).status).toBe(200);
    const { body } = await auditor.get<{ staff: { permissions: string[] } }>('/staff/me');
    expect(body.staff.permissions).toEqual(['customers.view']);
    expectDone(await put('auditor', { permissions: [] }));
    expect((await auditor.get('/customers')).status).toBe(403);
  });

  it('are kept as differences, and go back to the defaults', async () => {
    const { default_permissions } = await roleOf('salesperson');
    const without = default_permissions.filter((name) => name !== 'customers.create');
    expectDone(await put('salesperson', { permissions: [...without, 'payments.review'] }));
    const rows = () =>
      server.database.reader
        .selectFrom('role_grants')
        .select(['permission', 'is_granted'])
        .where('role', '=', 'salesperson')
        .orderBy('permission')
        .execute();
    expect(await rows()).toEqual([
      { permission: 'customers.create', is_granted: 0 },
      { permission: 'payments.review', is_granted: 1 },
    ]);
    const restored = expectDone(await admin.delete<Grants>('/roles/salesperson'));
    expect(restored.permissions).toEqual(default_permissions);
    expect(await rows()).toEqual([]);
  });

  it('lose nothing when two admins change one at once', async () => {
    const seen = (await roleOf('finance')).permissions;
    const changes = ['reports.view', 'payments.review', 'costs.view'].map((one) =>
      put('finance', { permissions: [...seen, one], seen }),
    );
    for (const answer of await Promise.all(changes)) expect(answer.status).toBe(200);
    const { permissions } = await roleOf('finance');
    expect(permissions.toSorted()).toEqual(['costs.view', 'payments.review', 'reports.view']);
    expectDone(await put('finance', { permissions: ['reports.view'], seen: ['reports.view', 'costs.view'] }));
    expect((await roleOf('finance')).permissions.toSorted()).toEqual(['payments.review', 'reports.view']);
  });

  it('are changed by an admin alone, and admin never', async () => {
    expect((await put('admin', { permissions: [] })).status).toBe(409);
    expect((await admin.delete('/roles/admin')).status).toBe(409);
    expect((await put('owner', { permissions: [] })).status).toBe(404);
    expect((await put('finance', { permissions: ['till.rob'] })).status).toBe(422);
    for (const role of ['regional_manager', 'store_manager', 'salesperson']) {
      const other = await signIn(server.url, `${role}@demo.test`);
      expect((await other.get('/roles')).status).toBe(403);
      expect((await other.put('/roles/finance', { permissions: [] })).status).toBe(403);
      expect((await other.delete('/roles/finance')).status).toBe(403);
    }
  });

  it('are audited: which permission of which role, before and after', async () => {
    expectDone(await put('tech_support', { permissions: ['products.view'] }));
    const row = await server.database.reader
      .selectFrom('audit_log')
      .select('details_json')
      .where('action', '=', 'roles.update')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.details_json ?? '{}')).toEqual({
      changes: [{ field: 'tech_support.products.view', before: false, after: true }],
    });
  });
});
