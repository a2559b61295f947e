import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, type Answer } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';

onEveryEngine('the version of the shop', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ demo: true });
  });
  afterAll(() => server.close());

  const versionOf = ({ headers }: Answer<unknown>) => Number(headers.get('x-shop-version'));

  it('grows with each change of what holds for everybody, and every later answer says so', async () => {
    const admin = await signIn(server.url, 'admin@demo.test');
    const till = await signIn(server.url, 'salesperson@demo.test');
    const before = versionOf(await till.get('/staff/me'));
    expect(before).toBeGreaterThan(0);
    expect(versionOf(await admin.put('/settings', { shop_name: 'Gadgets' }))).toBe(before + 1);
    expect(versionOf(await till.get('/customers'))).toBe(before + 1);
    expect((await admin.put('/settings', { shop_name: '' })).status).toBe(422);
    expect(versionOf(await till.get('/customers'))).toBe(before + 1);
  });

  it('brings what a role was granted and denied with the next call', async () => {
    const till = await signIn(server.url, 'salesperson@demo.test');
    const mayOf = async () =>
      (await till.get<{ staff: { permissions: string[] } }>('/staff/me')).body.staff.permissions;
    expect(await mayOf()).not.toContain('payments.review');
    expect((await till.get('/payments/daily-report')).status).toBe(403);
    await server.database.write(async (writer) => {
      await writer
        .insertInto('role_grants')
        .values([
          { role: 'salesperson', permission: 'payments.review', is_granted: 1 },
          { role: 'salesperson', permission: 'customers.view', is_granted: 0 },
          { role: 'salesperson', permission: 'of.a.later.version', is_granted: 1 },
        ])
        .execute();
      await writer.updateTable('shop_version').set({ version: 100 }).execute();
    });
    expect((await till.get('/payments/daily-report')).status).toBe(200);
    expect((await till.get('/customers')).status).toBe(403);
    expect(await mayOf()).toContain('payments.review');
    expect(await mayOf()).not.toContain('of.a.later.version');
  });

  it('says nothing to somebody who is not signed in', async () => {
    const answer = await fetch(`${server.url}/api/v1/health`);
    expect(answer.headers.get('x-shop-version')).toBeNull();
  });
});
