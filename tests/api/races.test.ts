import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  addPayment,
  complete,
  completeInCash,
  createDraft,
  findUnitRow,
  openDraft,
  openPaidDraft,
  type WireLock,
  type WireSale,
} from '#tests/support/selling.ts';
import { makeShop, makeStaff, makeUnits, makeVariation, type Shop } from '#tests/support/shop.ts';

const SESSIONS = 16;
const PEOPLE = 10;

onEveryEngine('sixteen sign-ins, some of the same person,', (start) => {
  let server: TestServer;
  let shop: Shop;
  let tills: Caller[];

  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 50 });
    const people = [];
    for (let no = 0; no < PEOPLE; no += 1) {
      people.push(await makeStaff(server.database, { store_id: shop.store.id }));
    }
    tills = [];
    for (let no = 0; no < SESSIONS; no += 1) {
      tills.push(await signIn(server.url, people[no % PEOPLE]?.email ?? ''));
    }
  });
  afterAll(() => server.close());

  const isHolder = async (till: Caller, unitId: number) =>
    (await till.post(`/pos/inventory/${unitId}/lock`)).status === 200;

  it('racing for each of 50 units at once: each unit has exactly one holder', async () => {
    const races = shop.units.map(async (unit, index) => {
      // Every till is first in line for some units.
      const order = tills.map((_, no) => tills[(no + index) % SESSIONS] as Caller);
      const answers = await Promise.all(
        order.map((till) => till.post<WireLock>(`/pos/inventory/${unit.id}/lock`)),
      );
      return { unit, order, answers };
    });
    for (const { unit, order, answers } of await Promise.all(races)) {
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([200, ...Array<number>(SESSIONS - 1).fill(409)]);
      const winner = answers.findIndex((answer) => answer.status === 200);
      expect(await findUnitRow(server.database, unit.id)).toMatchObject({
        status: 'locked',
        lock_token: answers[winner]?.body.lockToken,
      });
      expect(await isHolder(order[winner] as Caller, unit.id)).toBe(true);
      expect(await isHolder(order[(winner + 1) % SESSIONS] as Caller, unit.id)).toBe(false);
    }
  });

  it('scanning one barcode with 10 units left: ten get one each, six are told it is sold out', async () => {
    const variation = await makeVariation(server.database);
    const units = await makeUnits(server.database, {
      count: 10,
      store_id: shop.store.id,
      product_variation_id: variation.id,
    });
    const answers = await Promise.all(
      tills.map((till) =>
        till.post<WireLock & { code: string }>(`/pos/variations/${variation.id}/lock-next`),
      ),
    );
    const won = answers.filter((answer) => answer.status === 200);
    const wonIds = won.map((answer) => answer.body.inventoryItem.id);
    expect(wonIds.sort((a, b) => a - b)).toEqual(units.map((unit) => unit.id));
    const lost = answers.filter((answer) => answer.status !== 200);
    expect(lost.map((answer) => [answer.status, answer.body.code])).toEqual(
      Array(6).fill([409, 'out_of_stock']),
    );
  });
});

onEveryEngine('several tills and one unit', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  describe.each(['two tills', 'one person at two tills'])('%s completing', (who) => {
    it('drafts that hold the same expired unit make one sale', async () => {
      const shop = await makeShop(server.database, { units: 1 });
      const colleague = await makeStaff(server.database, { store_id: shop.store.id });
      const unitId = shop.units[0]?.id ?? 0;
      const here = await signIn(server.url, shop.seller.email);
      const there = await signIn(server.url, who === 'two tills' ? colleague.email : shop.seller.email);
      const first = await openDraft(here, [unitId]);
      server.clock.advance(6 * MINUTE);
      const second = await openDraft(there, [unitId]);
      server.clock.advance(6 * MINUTE);

      const answers = await Promise.all([
        completeInCash<WireSale & { inventory_item_ids?: number[] }>(here, first),
        completeInCash<WireSale & { inventory_item_ids?: number[] }>(there, second),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      const refused = answers.find((answer) => answer.status === 409);
      expect(refused?.body.inventory_item_ids).toEqual([unitId]);
      const live = await server.database.reader
        .selectFrom('transaction_items')
        .select('id')
        .where('inventory_item_id', '=', unitId)
        .where('live', '=', 1)
        .execute();
      expect(live).toHaveLength(1);
    });
  });

  it.each(['on a draft that is there', 'with a new draft'])(
    'money taken %s while the store is ended: the store stays, or nothing is taken',
    async (where) => {
      for (let round = 0; round < 10; round += 1) {
        const shop = await makeShop(server.database, { units: 2 });
        const till = await signIn(server.url, shop.seller.email);
        const owner = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
        const admin = await signIn(server.url, owner.email);
        const [first, second] = shop.units.map(({ id }) => id);
        const draft = await openDraft(till, [first ?? 0]);
        const cash = { method: 'cash', amount: 100 };
        const take = () =>
          where === 'with a new draft'
            ? createDraft(till, [second ?? 0], { payments: [cash] })
            : addPayment(till, draft.id, cash);
        const end = () => admin.delete(`/stores/${shop.store.id}`);
        const [taken, ended] =
          round % 2 ? await Promise.all([take(), end()]) : (await Promise.all([end(), take()])).reverse();
        const outcome = [taken?.status === 201, ended?.status === 200];
        expect(
          [
            [true, false],
            [false, true],
          ],
          JSON.stringify([taken?.body, ended?.body]),
        ).toContainEqual(outcome);
      }
    },
  );

  it('a payment deleted while the sale completes: either it counts or the sale is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const shop = await makeShop(server.database, { units: 1 });
      const till = await signIn(server.url, shop.seller.email);
      const draft = await openPaidDraft(till, [shop.units[0]?.id ?? 0]);
      const cash = await till.get<{ id: number }[]>(`/payments/transaction/${draft.id}`);
      const remove = () => till.delete(`/payments/${cash.body[0]?.id}`, { reason: 'Race' });
      const [completed, deleted] =
        round % 2
          ? await Promise.all([complete(till, draft.id), remove()])
          : (await Promise.all([remove(), complete(till, draft.id)])).reverse();
      expect([
        [200, 403],
        [422, 200],
      ]).toContainEqual([completed?.status, deleted?.status]);
    }
  });
});
