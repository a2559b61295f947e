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

  it('holds every failed sign-in with the account and the address, and never the password', async () => {
    const rows = () =>
      server.database.reader
        .selectFrom('audit_log')
        .select(['staff_id', 'subject_id', 'details_json'])
        .where('action', '=', 'staff.login')
        .where('details_json', 'like', '%"refused"%')
        .execute();
    const { staff } = await signIn(server.url, 'salesperson@demo.test');
    const fail = (email: string) =>
      call(server.url, 'POST', '/staff/login', { email, password: 'not-this-one' });
    for (let times = 0; times < 2; times += 1) await fail('salesperson@demo.test');
    const refused = { refused: 'wrong_credentials', address: '127.0.0.1' };
    const details_json = JSON.stringify({ subject: staff.name, ...refused });
    const known = { staff_id: null, subject_id: staff.id, details_json };
    expect(await rows()).toEqual([known, known]);
    await fail('nobody@demo.test');
    const nobody = { staff_id: null, subject_id: null, details_json: JSON.stringify(refused) };
    expect(await rows()).toEqual([known, known, nobody]);
  });

  it('holds who guessed their own password wrong', async () => {
    const auditor = await signIn(server.url, 'auditor@demo.test');
    const next = { new_password: 'long-enough', new_password_confirmation: 'long-enough' };
    await auditor.post('/staff/update-password', { current_password: 'a guess', ...next });
    expect(await lastRow()).toMatchObject({
      action: 'staff.updatePassword',
      staff_id: auditor.staff.id,
      details_json: JSON.stringify({ refused: 'wrong_password' }),
    });
  });
});
