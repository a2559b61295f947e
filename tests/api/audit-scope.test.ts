import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { audit } from '#contract/audit.ts';
import { defaultPermissions } from '#domain/permissions.ts';
import { signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { expectDone, openDraft, sell } from '#tests/support/selling.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

type WireLog = z.input<typeof audit.list.response>;

onEveryEngine('the audit log', (start) => {
  let server: TestServer;
  let own: Shop;
  let foreign: Shop;
  let admin: Caller;
  let manager: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    [own, foreign] = [
      await makeShop(server.database, { units: 2 }),
      await makeShop(server.database, { units: 2 }),
    ];
    const of = async (role: 'admin' | 'store_manager') =>
      signIn(server.url, (await makeStaff(server.database, { store_id: own.store.id, role })).email);
    [admin, manager] = [await of('admin'), await of('store_manager')];
  });

  describe.each(['/audit', '/audit/export'])('at %s', (path) => {
    it('refuses a module that there is not, on its field', async () => {
      const refused = await admin.get<Refusal>(`${path}?area=zzz`);
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors ?? {})).toEqual(['area']);
    });

    it('refuses a store that is not the caller’s', async () => {
      expect(await admin.get<Refusal>(`${path}?store_id=999999999`)).toMatchObject({
        status: 403,
        body: { code: 'foreign_store' },
      });
    });
  });

  describe('granted to somebody who does not see all stores', () => {
    beforeEach(async () => {
      const permissions = [...defaultPermissions('store_manager'), 'audit.view'];
      expectDone(await admin.put('/roles/store_manager', { permissions }));
      for (const shop of [own, foreign]) {
        await openDraft(await signIn(server.url, shop.seller.email), [shop.units[0]?.id ?? 0]);
      }
      expectDone(await admin.put('/settings', { audit_years: 6 }));
      expectDone(await admin.put('/settings', { audit_years: 5 }));
    });
    const log = async (query = '') => expectDone(await manager.get<WireLog>(`/audit?per_page=1000${query}`));

    it('shows rows of their stores alone, and none of the whole chain', async () => {
      const { data } = await log();
      expect(new Set(data.map(({ store }) => store?.id))).toEqual(new Set([own.store.id]));
      expect(data.map(({ staff }) => staff?.id)).toContain(own.seller.id);
      expect((await log('&area=settings')).data).toEqual([]);
      expect((await log('&area=roles')).total).toBe(0);
      expect((await log(`&staff_id=${foreign.seller.id}`)).data).toEqual([]);
    });

    it('exports the same', async () => {
      const { body } = await manager.get<string>('/audit/export');
      expect(body).toContain(own.store.name);
      expect(body).not.toContain(foreign.store.name);
      expect(body).not.toContain('Audit years');
    });

    it('refuses a foreign store, and shows one of theirs', async () => {
      expect((await manager.get(`/audit?store_id=${foreign.store.id}`)).status).toBe(403);
      expect((await log(`&store_id=${own.store.id}`)).data).not.toEqual([]);
    });

    it('names nothing of another store that somebody was refused', async () => {
      const { transaction } = await sell(await signIn(server.url, foreign.seller.email), [
        foreign.units[1]?.id ?? 0,
      ]);
      const till = await signIn(server.url, own.seller.email);
      expect((await till.post(`/transactions/${transaction.id}/void`, { reason: 'x' })).status).toBe(403);
      const [refused] = (await log(`&staff_id=${own.seller.id}`)).data;
      expect(refused).toMatchObject({ action: 'transactions.void', subject: null });
      const all = await admin.get<WireLog>(`/audit?staff_id=${own.seller.id}`);
      expect(expectDone(all).data[0]?.subject?.name).toBe(transaction.invoice_number);
    });
  });

  it('granted to whoever sees all stores shows all of it', async () => {
    const regional = await makeStaff(server.database, {
      store_id: own.store.id,
      role: 'regional_manager',
    });
    const permissions = [...defaultPermissions('regional_manager'), 'audit.view'];
    expectDone(await admin.put('/roles/regional_manager', { permissions }));
    const by = await signIn(server.url, regional.email);
    const { data } = expectDone(await by.get<WireLog>('/audit?area=roles'));
    expect(data[0]).toMatchObject({ action: 'roles.update', store: null });
  });
});
