import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import { storeDate } from '#domain/store-time.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  findUnitRow,
  openDraft,
  openPaidDraft,
  refundSale,
  sell,
  sellOnTrust,
  voidSale,
  type WireReceipt,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCustomer, makeImei, makeSettings, makeStaff, makeUnits } from '#tests/support/shop.ts';
import { makeTwoStores, type TwoStores } from '#tests/support/two-stores.ts';
import { BROUGHT, paidInCash, SELLER } from '#tests/support/trade-ins.ts';
import { sent } from '#tests/support/transfers.ts';

type Unit = z.input<typeof inventory.tradeIn.response>;
type UnitHistory = z.input<typeof inventory.get.response>;
type WhereIs = z.input<typeof inventory.whereIs.response>;

const ROUNDS = 20;

let made = 700_000;
const freshImei = () => makeImei((made += 1));

onEveryEngine('a trade-in', (start) => {
  let server: TestServer;
  let stores: TwoStores;
  let warehouse: Caller;
  beforeAll(async () => {
    server = await start();
    stores = await makeTwoStores(server, 0);
    await server.database.write((writer) =>
      writer
        .updateTable('product_types')
        .set({ warranty_months: 12, warranty_months_used: 3 })
        .where('id', '=', stores.variation.product.product_type_id)
        .execute(),
    );
    await server.database.write((writer) =>
      writer
        .updateTable('product_variations')
        .set({ used_retail_price: 60_000 })
        .where('id', '=', stores.variation.id)
        .execute(),
    );
    await server.database.write((writer) =>
      writer
        .updateTable('stores')
        .set({ settings_json: makeSettings({ trade_ins: { hold: false } }) })
        .execute(),
    );
    await server.database.write((writer) =>
      writer
        .insertInto('role_grants')
        .values({ role: 'warehouse_staff', permission: 'costs.view', is_granted: 0 })
        .execute(),
    );
    const staff = await makeStaff(server.database, {
      store_id: stores.destination.id,
      role: 'warehouse_staff',
    });
    warehouse = await signIn(server.url, staff.email);
  });
  afterAll(() => server.close());

  const unit = async (fields: object = {}) => {
    const place = { store_id: stores.store.id, product_variation_id: stores.variation.id };
    const [row] = await makeUnits(server.database, { count: 1, ...place, ...fields });
    return row?.id ?? 0;
  };
  const soldUnit = async (by: Caller = stores.here) => {
    const unitId = await unit();
    const { transaction } = await sell(by, [unitId]);
    return { unitId, sale: transaction };
  };
  const bring = (unitId: number, fields: object = {}, by: Caller = stores.there) =>
    by.post<Unit>(`/inventory/${unitId}/trade-in`, { ...BROUGHT, ...fields });
  const bringNew = (fields: object = {}, by: Caller = stores.there) =>
    by.post<Unit>('/inventory/trade-ins', {
      product_variation_id: stores.variation.id,
      imei: freshImei(),
      ...BROUGHT,
      ...fields,
    });
  const history = async (id: number, by: Caller = stores.there) =>
    expectDone(await by.get<UnitHistory>(`/inventory/${id}`));
  const saleOf = async (id: number, by: Caller = stores.here) =>
    expectDone(await by.get<WireTransaction>(`/transactions/${id}`));
  const inStock = async (storeId: number) =>
    (
      await server.database.reader
        .selectFrom('stock_of_stores')
        .select('units')
        .where('store_id', '=', storeId)
        .executeTakeFirst()
    )?.units ?? 0;

  describe('of a unit that we sold, in whichever store', () => {
    it('brings its own record back into stock, used, with its history', async () => {
      const unitId = await unit({ purchase_cost: 70_000_00 });
      await sell(stores.here, [unitId]);
      const before = await inStock(stores.destination.id);
      server.clock.advance(MINUTE);
      const customer = await makeCustomer(server.database, { name: 'Ben Cruz' });
      const back = expectDone(
        await bring(unitId, {
          customer_id: customer.id,
          ...paidInCash(20_000),
          notes: 'Scratched',
        }),
      );
      expect(back).toMatchObject({
        id: unitId,
        status: 'available',
        category: 'used',
        condition_rating: 4,
        purchase_cost: 20_000,
        notes: 'Scratched',
        store: { id: stores.destination.id },
        supplier: null,
        created_by: { id: stores.receiver.id },
        sold_at: null,
        age_days: 0,
      });
      expect(await inStock(stores.destination.id)).toBe(before + 1);
      const { life: events, warranty, sale: out } = await history(unitId);
      expect([out, warranty?.state]).toEqual([null, 'ended']);
      expect(events.map(({ kind }) => kind)).toEqual(['traded_in', 'sold', 'received']);
      expect(events[0]).toMatchObject({
        by: { id: stores.receiver.id, name: stores.receiver.name },
        store: { id: stores.destination.id, name: stores.destination.name },
        brought_by: { customer: { id: customer.id, name: 'Ben Cruz' }, name: null },
        cost: { before: 70_000, after: 20_000 },
        changes: [
          { field: 'store', before: stores.store.name, after: stores.destination.name },
          { field: 'category', before: 'New', after: 'Used' },
          { field: 'condition_rating', before: null, after: '4' },
          { field: 'notes', before: null, after: 'Scratched' },
        ],
      });
      const found = expectDone(
        await stores.there.get<WhereIs>(`/inventory/where-is?code=${back.serial_number}`),
      );
      expect([found.unit?.status, found.warranty?.state]).toEqual(['available', 'ended']);
    });

    it('leaves its sale as it was, but for the line: its warranty has ended, also on a receipt that is printed again', async () => {
      const [one, two] = [await unit(), await unit()];
      const { transaction: sale } = await sell(stores.here, [one, two]);
      const receipt = async () =>
        expectDone(await stores.here.get<WireReceipt>(`/transactions/${sale.id}/receipt`));
      const before = await receipt();
      expect(before.lines.map(({ warranty }) => warranty?.months)).toEqual([12, 12]);
      expectDone(await bring(one));
      const after = await saleOf(sale.id);
      expect({ ...after, timeline: [], transaction_items: [] }).toEqual({
        ...sale,
        timeline: [],
        transaction_items: [],
      });
      const [back, stays] = after.transaction_items;
      expect(back).toMatchObject({ refunded_at: null, warranty: { months: 12, state: 'ended' } });
      expect(back?.traded_in_at).not.toBeNull();
      expect(stays?.warranty?.state).toBe('valid');
      const again = await receipt();
      const traded_in = storeDate(server.clock.now(), 'Asia/Manila');
      expect(again).toEqual({
        ...before,
        lines: [{ ...before.lines[0], warranty: null, traded_in }, before.lines[1]],
      });
    });

    it('is sold again at the till with the warranty of used ones, and both sales are told', async () => {
      const { unitId, sale } = await soldUnit();
      expectDone(await bring(unitId));
      const again = await sell(stores.there, [unitId]);
      expect(again.transaction.transaction_items[0]?.warranty).toMatchObject({ months: 3, state: 'valid' });
      const { imei } = await findUnitRow(server.database, unitId);
      const scanned = expectDone(await stores.there.post<{ data: object }>('/pos/scan', { code: imei }));
      expect(scanned.data).toMatchObject({ transaction_id: again.transaction.id });
      const { life: events } = await history(unitId);
      expect(events.map(({ kind }) => kind).filter((kind) => kind === 'sold')).toHaveLength(2);
      expect((await saleOf(sale.id)).transaction_items[0]?.warranty?.state).toBe('ended');
    });

    it('is kept with what was paid, to whom and from which line', async () => {
      const { unitId, sale } = await soldUnit();
      expectDone(await bring(unitId, paidInCash(12.5)));
      const row = await server.database.reader
        .selectFrom('trade_ins')
        .selectAll()
        .where('inventory_item_id', '=', unitId)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({
        store_id: stores.destination.id,
        staff_id: stores.receiver.id,
        transaction_item_id: sale.transaction_items[0]?.id,
        brought_by: 'Ana Reyes',
        paid: 12_50,
      });
    });

    it('is entered with its amount by those who do not see costs, and tells them no cost', async () => {
      const { unitId } = await soldUnit();
      const back = expectDone(await bring(unitId, {}, warehouse));
      expect(back).not.toHaveProperty('purchase_cost');
      const told = await history(unitId, warehouse);
      expect(JSON.stringify(told)).not.toContain('cost');
      // Its earlier cost is not its present cost.
      expect((await history(unitId)).purchase_cost).toBe(0);
    });

    it('keeps what was paid when something else of it is changed, by those who do not see it, too', async () => {
      const { unitId } = await soldUnit();
      expectDone(await bring(unitId, paidInCash(300)));
      expectDone(await stores.there.put(`/inventory/${unitId}`, { notes: 'Scratched' }));
      expectDone(await warehouse.put(`/inventory/${unitId}`, { condition_rating: 3 }));
      expect((await history(unitId)).purchase_cost).toBe(300);
    });

    it('is never new again while it stays: used or refurbished', async () => {
      const { unitId } = await soldUnit();
      expectDone(await bring(unitId));
      const change = (category: string) =>
        stores.there.put<{ errors?: object; category?: string }>(`/inventory/${unitId}`, { category });
      const { status, body } = await change('new');
      expect([status, body.errors]).toEqual([
        422,
        { category: ['This item was traded in. It is used or refurbished'] },
      ]);
      expect(expectDone(await change('refurbished')).category).toBe('refurbished');
      expect((await change('new')).status).toBe(422);
    });

    it('takes no customer from those who see none, and tells them none', async () => {
      const customer = await makeCustomer(server.database, { name: 'Secret Buyer' });
      const by = { customer_id: customer.id };
      const { unitId } = await soldUnit();
      const refused = await bring(unitId, by, warehouse);
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { errors: { customer_id: ['This field is not known'] } },
      ]);
      server.clock.advance(MINUTE);
      expectDone(await bring(unitId, by));
      const [brought] = (await history(unitId, warehouse)).life;
      expect(brought).toMatchObject({ kind: 'traded_in', brought_by: { name: null } });
      expect(JSON.stringify(brought)).not.toContain('Secret Buyer');
      expect((await history(unitId)).life[0]?.brought_by?.customer?.name).toBe('Secret Buyer');
    });

    it('asks for the amount, the seller and a rating', async () => {
      const { unitId } = await soldUnit();
      const wrong = async (fields: object) => {
        const { status, body } = await stores.there.post(`/inventory/${unitId}/trade-in`, fields);
        return [status, body.errors ?? body.code];
      };
      const { amount, ...unpaid } = BROUGHT;
      const { seller, ...unnamed } = BROUGHT;
      const { condition_rating, ...unrated } = BROUGHT;
      expect(await wrong(unpaid)).toEqual([422, { amount: ['Agreed amount is required'] }]);
      expect(await wrong({ ...unpaid, brought_by: 'Ana', purchase_cost: 5 })).toEqual([
        422,
        { amount: ['Agreed amount is required'] },
      ]);
      expect(await wrong({ ...BROUGHT, purchase_cost: 5 })).toEqual([
        422,
        { purchase_cost: ['What the item costs is the agreed amount'] },
      ]);
      expect(await wrong({ ...BROUGHT, brought_by: 'Ana' })).toEqual([
        422,
        { brought_by: ['Who brought it is the seller'] },
      ]);
      expect(await wrong(unnamed)).toEqual([
        422,
        { seller: ['Name, address and ID of the seller are required'] },
      ]);
      expect(await wrong({ ...BROUGHT, seller: { name: 'Ana' } })).toEqual([
        422,
        {
          'seller.address': ['Address is required'],
          'seller.id_type': ['Choose the ID'],
          'seller.id_number': ['ID number is required'],
        },
      ]);
      expect(await wrong(unrated)).toEqual([422, { condition_rating: ['Choose a rating from 1 to 5'] }]);
      expect(await wrong({ ...BROUGHT, customer_id: 999_999 })).toEqual([404, 'customer_not_found']);
      expect([amount, seller, condition_rating]).toEqual([0, SELLER, 4]);
    });
  });

  describe('of a unit that is not with a customer', () => {
    it('is refused while its sale is not paid: that would leave a debt which nobody can clear', async () => {
      const unitId = await unit();
      const { sale, payment } = await sellOnTrust(stores.here, [unitId]);
      const message = 'Its sale is not paid in full. Confirm its payments, or void or refund it instead';
      const refused = await bring(unitId);
      expect([refused.status, refused.body]).toMatchObject([409, { message }]);
      expectDone(await stores.here.post(`/payments/${payment.id}/mark-failed`, { reason: 'Never came' }));
      expect((await bring(unitId)).status).toBe(409);
      expectDone(await voidSale(stores.here, sale.id, 'Not paid'));
    });

    it('is refused, and says where it is', async () => {
      const { store, destination } = stores;
      const held = await unit();
      expectDone(await stores.here.post(`/pos/inventory/${held}/lock`));
      const away = await unit();
      await sent(stores.here, destination.id, [away]);
      const drafted = await unit();
      await openDraft(stores.here, [drafted]);
      const paid = await unit();
      await openPaidDraft(stores.here, [paid]);
      const voided = await soldUnit();
      expectDone(await voidSale(stores.here, voided.sale.id, 'Wrong one'));
      const refunded = await soldUnit();
      expectDone(await refundSale(stores.here, refunded.sale.id));
      const broken = await unit({ status: 'defective' });
      for (const [id, text] of [
        [await unit(), `It is in stock at ${store.name}`],
        [held, `It is in a cart at ${store.name}`],
        [drafted, `It is in a cart at ${store.name}`],
        [paid, `It is reserved for a draft with payments at ${store.name}`],
        [away, `It is on its way from ${store.name} to another store. Receive it there`],
        [voided.unitId, `It is in stock at ${store.name}`],
        [refunded.unitId, `It is in stock at ${store.name}`],
        [broken, `It stands at ${store.name} as defective`],
        [await unit({ status: 'lost' }), `It is marked as lost at ${store.name}. Mark it as found first`],
        [await unit({ status: 'returned' }), 'It went back to its supplier. It comes back by receiving it'],
      ] as const) {
        const { status, body } = await stores.there.post(`/inventory/${id}/trade-in`, BROUGHT);
        expect([status, body.code, body.message]).toEqual([409, 'illegal_state', text]);
      }
      expect((await bring(999_999)).status).toBe(404);
    });
  });

  describe('of a unit that was never ours', () => {
    it('makes a used unit of it, with who brought it', async () => {
      const imei = freshImei();
      const { status, body } = await bringNew({ imei, ...paidInCash(5_000) });
      expect(status).toBe(201);
      expect(body).toMatchObject({ imei, category: 'used', condition_rating: 4, purchase_cost: 5_000 });
      const { life: events, warranty } = await history(body.id);
      expect(warranty).toBeNull();
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({
        kind: 'traded_in',
        brought_by: { customer: null, name: 'Ana Reyes' },
      });
    });

    it('is refused with a number that a unit of ours has', async () => {
      const { unitId } = await soldUnit();
      const { imei } = await findUnitRow(server.database, unitId);
      const { status, body } = await stores.there.post('/inventory/trade-ins', {
        product_variation_id: stores.variation.id,
        imei,
        ...BROUGHT,
      });
      expect([status, body.code]).toEqual([422, 'number_taken']);
    });
  });

  describe('and the old sale', () => {
    it('can neither be voided nor give the unit back, also after it was sold again', async () => {
      const { unitId, sale } = await soldUnit();
      expectDone(await bring(unitId, {}, stores.here));
      const refusals = async () => {
        const lines = { items: [{ id: sale.transaction_items[0]?.id }] };
        const answers = [
          await voidSale(stores.here, sale.id, 'Same day'),
          await refundSale(stores.here, sale.id),
          await refundSale(stores.here, sale.id, lines),
        ];
        return answers.map(({ status, body }) => [status, body.code]);
      };
      const refused = Array.from({ length: 3 }, () => [409, 'illegal_state']);
      expect(await refusals()).toEqual(refused);
      expect((await findUnitRow(server.database, unitId)).status).toBe('available');
      const again = await sell(stores.here, [unitId]);
      expect(await refusals()).toEqual(refused);
      expect((await findUnitRow(server.database, unitId)).status).toBe('sold');
      // The new customer owns it.
      expectDone(await refundSale(stores.here, again.transaction.id));
      expect((await findUnitRow(server.database, unitId)).status).toBe('available');
    });

    it('gives back what is still with the customer, and stays completed', async () => {
      const [one, two] = [await unit(), await unit()];
      const { transaction: sale } = await sell(stores.here, [one, two]);
      expectDone(await bring(one));
      expectDone(await refundSale(stores.here, sale.id));
      const after = await saleOf(sale.id);
      expect(after.status).toBe('completed');
      expect(after.refunded_amount).toBe(sale.total_amount / 2);
      expect((await findUnitRow(server.database, one)).store_id).toBe(stores.destination.id);
      expect((await refundSale(stores.here, sale.id)).status).toBe(409);
    });

    it('counts among what was sold of its product', async () => {
      const { unitId, sale } = await soldUnit();
      expectDone(await bring(unitId));
      const sales = expectDone(
        await stores.here.get<{ data: { transaction_id: number }[] }>(
          `/products/${stores.variation.product.id}/sales`,
        ),
      );
      expect(sales.data.map(({ transaction_id }) => transaction_id)).toContain(sale.id);
    });
  });

  describe('that meets another call', () => {
    const race = async (round: number, ...calls: (() => Promise<{ status: number }>)[]) => {
      const order = round % 2 ? [...calls].reverse() : calls;
      const statuses = (await Promise.all(order.map((begin) => begin()))).map(({ status }) => status);
      return round % 2 ? statuses.reverse() : statuses;
    };

    it('of the same unit in another store: one has it', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { unitId } = await soldUnit();
        const outcome = await race(
          round,
          () => bring(unitId, {}, stores.here),
          () => bring(unitId),
        );
        const isHere = outcome[0] === 200;
        expect(outcome).toEqual(isHere ? [200, 409] : [409, 200]);
        const { store_id, status } = await findUnitRow(server.database, unitId);
        expect([store_id, status]).toEqual([isHere ? stores.store.id : stores.destination.id, 'available']);
      }
    });

    it('a refund or a void of its sale: one of them takes the unit back', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { unitId, sale } = await soldUnit();
        const takeBack = () =>
          round % 4 < 2 ? refundSale(stores.here, sale.id) : voidSale(stores.here, sale.id, 'Back');
        const outcome = await race(round, () => bring(unitId), takeBack);
        const isTraded = outcome[0] === 200;
        expect(outcome).toEqual(isTraded ? [200, 409] : [409, 200]);
        const { store_id, category } = await findUnitRow(server.database, unitId);
        expect([store_id, category]).toEqual(
          isTraded ? [stores.destination.id, 'used'] : [stores.store.id, 'new'],
        );
        expect((await saleOf(sale.id)).refunds).toHaveLength(isTraded || round % 4 >= 2 ? 0 : 1);
      }
    });

    it('and a sale of what came back: only one sale has the unit', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { unitId, sale } = await soldUnit();
        expectDone(await bring(unitId, {}, stores.here));
        const draft = await openPaidDraft(stores.here, [unitId]);
        const outcome = await race(
          round,
          () => complete(stores.here, draft.id),
          () => refundSale(stores.here, sale.id),
          () => bring(unitId),
        );
        expect(outcome.slice(0, 2)).toEqual([200, 409]);
        const lines = await server.database.reader
          .selectFrom('transaction_items')
          .select('live')
          .where('inventory_item_id', '=', unitId)
          .where('live', '=', 1)
          .execute();
        // Brought again after it was resold, or still out with that sale.
        const isBack = outcome[2] === 200;
        expect(lines).toHaveLength(isBack ? 0 : 1);
        expect((await findUnitRow(server.database, unitId)).status).toBe(isBack ? 'available' : 'sold');
      }
    });

    it('by two who bring one number that was never ours: one unit is made', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const imei = freshImei();
        const outcome = await race(
          round,
          () => bringNew({ imei }),
          () => bringNew({ imei2: imei }, stores.here),
        );
        expect(outcome.toSorted()).toEqual([201, 422]);
      }
    });
  });
});
