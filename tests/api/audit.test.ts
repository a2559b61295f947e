import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, signIn } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';

onEveryEngine('the audit log', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ demo: true });
  });
  afterAll(() => server.close());

  const lastRow = () =>
    server.database.reader
      .selectFrom('audit_log')
      .select(['action', 'staff_id', 'subject_id', 'details_json'])
      .orderBy('id', 'desc')
      .executeTakeFirst();

  it('holds who did what to which object, with the reason that was given', async () => {
    const till = await signIn(server.url, 'salesperson@demo.test');
    const unit = await server.database.reader
      .selectFrom('inventory_items')
      .innerJoin('stores', 'stores.id', 'inventory_items.store_id')
      .select('inventory_items.id')
      .where('stores.code', '=', 'MNL-01')
      .where('inventory_items.status', '=', 'available')
      .executeTakeFirstOrThrow();
    const draft = await till.post<{ id: number }>('/transactions', {
      items: [{ inventory_item_id: unit.id }],
    });
    await till.delete(`/transactions/${draft.body.id}`, { reason: 'changed their mind' });
    expect(await lastRow()).toEqual({
      action: 'transactions.delete',
      staff_id: till.staff.id,
      subject_id: draft.body.id,
      details_json: JSON.stringify({ reason: 'changed their mind' }),
    });
  });

  it('holds a refused permission, though the refusal itself left nothing behind', async () => {
    const auditor = await signIn(server.url, 'auditor@demo.test');
    expect((await auditor.post('/pos/scan', { code: 'anything' })).status).toBe(403);
    expect(await lastRow()).toMatchObject({
      action: 'pos.scan',
      staff_id: auditor.staff.id,
      details_json: JSON.stringify({ refused: 'forbidden' }),
    });
  });

  it('holds a failed sign-in without the password or the address that was tried', async () => {
    await call(server.url, 'POST', '/staff/login', {
      email: 'salesperson@demo.test',
      password: 'not-this-one',
    });
    expect(await lastRow()).toEqual({
      action: 'staff.login',
      staff_id: null,
      subject_id: null,
      details_json: JSON.stringify({ refused: 'wrong_credentials' }),
    });
  });
});
