import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { audit } from '#contract/audit.ts';
import { pruneAudit } from '#server/modules/audit/audit.public.ts';
import { call, DEMO_PASSWORD, signIn, type Caller } from '#tests/support/http.ts';
import { HOUR, onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import { expectDone, openDraft, pay, sell, voidSale } from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type WireLog = z.input<typeof audit.list.response>;

const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

onEveryEngine('the audit log as it is read', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let admin: Caller;
  let adminId: number;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 4 });
    till = await signIn(server.url, shop.seller.email);
    const person = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    adminId = person.id;
    admin = await signIn(server.url, person.email);
  });

  const log = async (query = '', by = admin) =>
    expectDone(await by.get<WireLog>(`/audit?per_page=100${query}`, { storeId: shop.store.id }));
  const ofStaff = (id: number, more = '') => log(`&staff_id=${id}${more}`);
  const whats = ({ data }: WireLog) => data.map(({ what }) => what);

  it('says in words who did what to which sale, and leads to it', async () => {
    const { transaction: sale } = await sell(till, [shop.units[0]?.id ?? 0]);
    const manager = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    expectDone(await voidSale(await signIn(server.url, manager.email), sale.id, 'Wrong phone'));
    const sold = await ofStaff(shop.seller.id);
    expect(whats(sold)).toContain('Completed a sale');
    const [newest] = (await ofStaff(manager.id)).data;
    expect(newest).toMatchObject({
      staff: { id: manager.id },
      store: { id: shop.store.id },
      action: 'transactions.void',
      reason: 'Wrong phone',
      refused: null,
      subject: { name: sale.invoice_number, path: `/transactions/${sale.id}` },
    });
  });

  it('says what became different, field by field, and nothing of what stayed', async () => {
    const customer = await makeCustomer(server.database, { name: 'Ana Cruz', phone: '0917 555 0123' });
    expectDone(await admin.put(`/customers/${customer.id}`, { name: 'Ana Reyes', email: 'ana@reyes.ph' }));
    const [newest] = (await ofStaff(adminId)).data;
    expect(newest).toMatchObject({
      what: 'Changed a customer',
      subject: { name: 'Ana Reyes', path: `/customers/${customer.id}` },
      changes: [
        { what: 'Name', before: 'Ana Cruz', after: 'Ana Reyes' },
        { what: 'Email', before: '—', after: 'ana@reyes.ph' },
      ],
    });
    const [made] = (await ofStaff(adminId)).data.slice(1);
    expect(made?.changes ?? []).toEqual([]);
  });

  it('says what a payment was changed to, in pesos, and leads to its sale', async () => {
    const draft = await openDraft(till, [shop.units[0]?.id ?? 0]);
    const payment = await pay(till, draft.id, { method: 'cash', amount: 100 });
    expectDone(await till.put(`/payments/${payment.id}`, { amount: 55.5 }));
    const [newest] = (await ofStaff(shop.seller.id)).data;
    expect(newest).toMatchObject({
      subject: { name: draft.transaction_number, path: `/transactions/${draft.id}` },
      changes: [{ what: 'Payment', before: 'Cash ₱100.00 · Completed', after: 'Cash ₱55.50 · Completed' }],
    });
  });

  it('says how a group was renamed', async () => {
    const made = await admin.post<{ id: number }>('/customer-groups', {
      name: 'Friends',
      slug: 'friends',
      discount_percentage: 5,
    });
    expectDone(await admin.put(`/customer-groups/${expectDone(made).id}`, { name: 'Good friends' }));
    const [newest] = (await ofStaff(adminId)).data;
    expect(newest).toMatchObject({
      subject: { name: 'Good friends', path: null },
      changes: [{ what: 'Name', before: 'Friends', after: 'Good friends' }],
    });
  });

  it('says yes and no of switches, and what was refused', async () => {
    expectDone(await admin.put('/settings', { pesos_everywhere: true, audit_years: 7 }));
    const [newest] = (await ofStaff(adminId, '&area=settings')).data;
    expect(newest?.changes).toEqual([
      { what: 'Pesos everywhere', before: 'No', after: 'Yes' },
      { what: 'Audit years', before: '5', after: '7' },
    ]);
    expectDone(await admin.put('/settings', { pesos_everywhere: false, audit_years: 5 }));
    expect((await till.put('/settings', { shop_name: 'Mine' })).status).toBe(403);
    expect((await ofStaff(shop.seller.id)).data[0]).toMatchObject({
      refused: 'You do not have permission to perform this action',
      changes: [],
    });
  });

  it('knows who signed in, and does not say it twice', async () => {
    const first = (await ofStaff(shop.seller.id)).data.at(-1);
    expect(first).toMatchObject({
      what: 'Signed in',
      staff: { id: shop.seller.id },
      subject: null,
      refused: null,
    });
  });

  it('names the account and the address of a failed sign-in', async () => {
    const { email } = shop.seller;
    await call(server.url, 'POST', '/staff/login', { email, password: 'not-this-one' });
    const failed = (await log('&area=staff')).data.find(({ refused, staff }) => refused && !staff);
    expect(failed).toMatchObject({
      what: 'Tried to sign in',
      subject: { path: `/staff/${shop.seller.id}` },
      address: expect.stringMatching(/127\.0\.0\.1/) as string,
    });
    expect(JSON.stringify(failed)).not.toContain(DEMO_PASSWORD);
  });

  describe('filters', () => {
    it('narrow it to a module, a store and days of the store', async () => {
      await openDraft(till, [shop.units[0]?.id ?? 0]);
      const other = await makeShop(server.database, { units: 1 });
      await openDraft(await signIn(server.url, other.seller.email), [other.units[0]?.id ?? 0]);
      const areas = async (area: string) =>
        new Set((await log(`&area=${area}`)).data.map(({ action }) => action.split('.')[0]));
      expect(await areas('transactions')).toEqual(new Set(['transactions']));
      expect(await areas('staff')).toEqual(new Set(['staff']));
      const stores = (await log(`&store_id=${other.store.id}`)).data.map(({ store }) => store?.id);
      expect(new Set(stores)).toEqual(new Set([other.store.id]));
      // 10:00 in Manila on the 21st.
      expect((await ofStaff(shop.seller.id, '&start_date=2026-11-21&end_date=2026-11-21')).data).not.toEqual(
        [],
      );
      expect((await ofStaff(shop.seller.id, '&start_date=2026-11-22')).data).toEqual([]);
      expect((await ofStaff(shop.seller.id, '&end_date=2026-11-20')).data).toEqual([]);
    });

    it('stand for the page and its total alike, newest first', async () => {
      const all = await ofStaff(adminId);
      const sorted = [...all.data].sort((a, b) => b.at.localeCompare(a.at) || b.id - a.id);
      expect(all.data).toEqual(sorted);
      const second = expectDone(
        await admin.get<WireLog>('/audit?per_page=1&page=2', { storeId: shop.store.id }),
      );
      expect(second.meta).toMatchObject({ current_page: 2, from: 2, to: 2 });
    });
  });

  it('is exported as a file with the same words', async () => {
    const customer = await makeCustomer(server.database, { name: 'Ben, "Jr."', phone: '0917 555 0199' });
    expectDone(await admin.put(`/customers/${customer.id}`, { name: '=cmd' }));
    const answer = await fetch(`${server.url}/api/v1/audit/export?staff_id=${adminId}`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit-2026-11-21.csv"');
    const [header, newest] = (await answer.text()).split('\r\n');
    expect(header).toBe('Date,Timezone,Who,Approved by,What,On,Store,Device,Address,Reason,Refused,Changes');
    expect(newest).toMatch(/^2026-11-2\d \d\d:\d\d,Asia\/Manila,/);
    expect(newest).toContain('Changed a customer');
    expect(newest).toContain(`"Name: Ben, ""Jr."" → =cmd"`);
    expect(newest).toContain(`,'=cmd,`);
  });

  it('is for admins, and for whoever is granted it', async () => {
    expect((await till.get('/audit')).status).toBe(403);
    expect((await till.get('/audit/export')).status).toBe(403);
  });

  describe('nobody', () => {
    const oldest = () =>
      server.database.reader.selectFrom('audit_log').select('id').orderBy('id').executeTakeFirstOrThrow();

    it('changes a row of it', async () => {
      const { id } = await oldest();
      const changing = server.database.write((writer) =>
        writer.updateTable('audit_log').set({ staff_id: null }).where('id', '=', id).execute(),
      );
      await expect(changing).rejects.toThrow('The audit log is only appended to');
    });

    it('deletes a row of it that is not past its time', async () => {
      const { id } = await oldest();
      const deleting = server.database.write((writer) =>
        writer.deleteFrom('audit_log').where('id', '=', id).execute(),
      );
      await expect(deleting).rejects.toThrow('The audit log is only appended to');
    });
  });

  describe('what is past its time', () => {
    const put = (...times: number[]) =>
      server.database.write((writer) =>
        writer
          .insertInto('audit_log')
          .values(times.map((at) => ({ id: writer.nextId(), at, action: 'test.old' })))
          .execute(),
      );
    const old = async () =>
      (
        await server.database.reader
          .selectFrom('audit_log')
          .select('at')
          .where('action', '=', 'test.old')
          .orderBy('at')
          .execute()
      ).map(({ at }) => at);

    it('goes a day of it in each run, and the rest stays', async () => {
      const times = [
        OPENING - 6 * YEAR,
        OPENING - 6 * YEAR + HOUR,
        OPENING - 6 * YEAR + 2 * DAY,
        OPENING - 4 * YEAR,
      ];
      await put(...times);
      await pruneAudit(server.database, OPENING + HOUR);
      expect(await old()).toEqual(times.slice(2));
      await pruneAudit(server.database, OPENING + HOUR);
      expect(await old()).toEqual(times.slice(3));
      await pruneAudit(server.database, OPENING + HOUR);
      expect(await old()).toEqual(times.slice(3));
    });

    it('is reckoned from the newest row where the clock is years ahead', async () => {
      const before = await old();
      await pruneAudit(server.database, OPENING + 50 * YEAR);
      expect(await old()).toEqual(before);
    });
  });
});
