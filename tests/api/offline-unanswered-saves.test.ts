import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { meet } from '#tests/support/meet.ts';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import { createDraft, expectDone, pay, saveDraft, type WireTransaction } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCable, makeCustomer, makeStaff, makeUnits } from '#tests/support/shop.ts';
import { signIn } from '#tests/support/http.ts';
import type { WireRecorded } from '#tests/support/sold-offline.ts';

onEveryEngine(
  'a sale that was made without the server while a save of its cart was not answered',
  (start) => {
    let server: TestServer;
    let at: OfflineShop;

    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.close());
    beforeEach(async () => {
      at = await openOfflineShop(server);
    });

    const openDrafts = () =>
      server.database.reader
        .selectFrom('transactions')
        .select('id')
        .where('store_id', '=', at.shop.store.id)
        .where('status', '=', 'draft')
        .where('deleted_at', 'is', null)
        .execute();
    const statusOf = async (no: number) => (await at.unitRow(at.unit(no).id)).status;
    const idOf = (no: number) => at.unit(no).id;
    /** Makes a draft under a key, as a till whose answer is lost. */
    const made = async (unitIds: readonly number[], key: string, extra: object = {}, by = at.till) =>
      expectDone(await createDraft<WireTransaction>(by, unitIds, extra, { key }));

    it('becomes of the draft that the save made, and no other one is left', async () => {
      const key = randomUUID();
      const customer = await makeCustomer(server.database);
      const draft = await made([idOf(0), idOf(1)], key, { customer_id: customer.id });
      const recorded = await at.sold([0], { customer_id: customer.id, save_key: key });
      expect(recorded).toMatchObject({ transaction_id: draft.id, to_settle: false });
      expect(await openDrafts()).toEqual([]);
      expect(await Promise.all([statusOf(0), statusOf(1)])).toEqual(['sold', 'available']);
      expect(await at.stock()).toEqual({ units: 7, known: 8 });
    });

    it('sells the piece that the draft holds, and only that', async () => {
      const cable = await makeCable(server.database);
      const pieces = await makeUnits(server.database, {
        ...{ count: 3, store_id: at.shop.store.id, product_variation_id: cable.id },
        ...{ serial_number: null, imei: null },
      });
      const ids = pieces.map(({ id }) => id);
      const key = randomUUID();
      await made([ids[1] ?? 0], key);
      await at.sold([], { units: [{ id: null, product_variation_id: cable.id }], save_key: key });
      expect(await openDrafts()).toEqual([]);
      const rows = await Promise.all(ids.map(async (id) => (await at.unitRow(id)).status));
      expect(rows).toEqual(['available', 'sold', 'available']);
    });

    it('becomes of the draft as the save changed it', async () => {
      const { id, version } = await made([idOf(0)], randomUUID());
      const key = randomUUID();
      const change = {
        items: [idOf(0), idOf(1)].map((inventory_item_id) => ({ inventory_item_id })),
        version,
      };
      expectDone(await at.till.put(`/transactions/${id}`, change, { key }));
      const recorded = await at.sold([0, 1], { draft: { id, version }, save_key: key });
      expect(recorded).toMatchObject({ transaction_id: id, to_settle: false });
      expect(await openDrafts()).toEqual([]);
    });

    it('becomes of the draft as it was before a save that never came', async () => {
      const { id, version } = await made([idOf(0)], randomUUID());
      const recorded = await at.sold([0, 1], { draft: { id, version }, save_key: randomUUID() });
      expect(recorded).toMatchObject({ transaction_id: id, to_settle: false });
      expect(await openDrafts()).toEqual([]);
    });

    it('refuses a save that arrives later: it makes no draft and holds no unit', async () => {
      const key = randomUUID();
      expect(await at.sold([0], { save_key: key })).toMatchObject({ to_settle: false });
      for (let time = 0; time < 2; time += 1) {
        const late = await createDraft(at.till, [idOf(0), idOf(1)], {}, { key });
        expect(late).toMatchObject({ status: 422, body: { code: 'key_reused' } });
      }
      expect(await openDrafts()).toEqual([]);
      expect(await statusOf(1)).toBe('available');
    });

    it('waits for a save that is under way', async () => {
      const key = randomUUID();
      const filed = at.make([0], { save_key: key });
      const [saved, recorded] = await meet(
        server.location,
        `select 1 from inventory_items where id = ${idOf(0)}`,
        () => createDraft<WireTransaction>(at.till, [idOf(0)], {}, { key }),
        () => at.offline.send<WireRecorded>(filed),
      );
      expect(expectDone(recorded)).toMatchObject({ transaction_id: expectDone(saved).id, to_settle: false });
      expect(await openDrafts()).toEqual([]);
    });

    it('is recorded once, and its draft stays a sale, when it is sent again', async () => {
      const key = randomUUID();
      const draft = await made([idOf(0)], key);
      const filed = at.make([0], { save_key: key });
      const first = await at.send(filed);
      expect(await at.send(filed)).toEqual(first);
      expect(first.transaction_id).toBe(draft.id);
      // Another copy of the till’s folder may have sold the same cart: that is another sale.
      const again = await at.sold([0], { save_key: key });
      expect(again).toMatchObject({ to_settle: true });
      expect(again.transaction_id).not.toBe(draft.id);
    });

    it('leaves a draft that was saved or paid since, and another person’s, as it is', async () => {
      const [saved, paid, others] = [randomUUID(), randomUUID(), randomUUID()];
      const changed = await made([idOf(0)], saved);
      expectDone(await saveDraft<WireTransaction>(at.till, changed.id, [idOf(0), idOf(1)]));
      await at.sold([0], { save_key: saved });
      const draft = await made([idOf(2)], paid);
      await pay(at.till, draft.id, { method: 'cash', amount: 100 });
      await at.sold([3], { save_key: paid });
      const { email } = await makeStaff(server.database, { store_id: at.shop.store.id });
      const theirs = await made([idOf(4)], others, {}, await signIn(server.url, email));
      await at.sold([5], { save_key: others });
      const left = (await openDrafts()).map(({ id }) => id);
      expect(left.toSorted()).toEqual([changed.id, draft.id, theirs.id].toSorted());
    });
  },
);
