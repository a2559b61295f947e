import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tables } from '#server/db/tables.ts';
import { approvedBy, PIN, setPin } from '#tests/support/approvals.ts';
import type { SignedIn } from '#tests/support/http.ts';
import { signIn } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  complete,
  createDraft,
  expectDone,
  openDraft,
  openPaidDraft,
  sell,
  type WireLock,
  type WireScan,
} from '#tests/support/selling.ts';
import { makeCable, makeCustomer, makeGroups, makeStaff, makeUnits, type Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';

const NO_PRICE = (id: number) => ({
  status: 409,
  body: { code: 'price_missing', inventory_item_ids: [id] },
});
const NOT_APPROVED = { status: 403, body: { code: 'approval_invalid' } };

onEveryEngine('prices by condition', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: SignedIn;
  let manager: SignedIn;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ shop, till, manager } = await openShop(server));
  });

  const setList = (prices: Partial<Tables['product_variations']>, at = shop.variation.id) =>
    server.database.write((writer) =>
      writer.updateTable('product_variations').set(prices).where('id', '=', at).execute(),
    );
  const makeUsed = async (given: Partial<Tables['inventory_items']> = {}) => {
    const [made] = await makeUnits(server.database, {
      count: 1,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
      category: 'used',
      condition_rating: 4,
      ...given,
    });
    if (!made) throw new Error('A unit was made');
    return made;
  };
  const lock = (id: number) => till.post<WireLock>(`/pos/inventory/${id}/lock`);

  it('a used unit without a price is neither held, scanned nor sold, and is told apart in the list', async () => {
    const used = await makeUsed();
    expect(await lock(used.id)).toMatchObject(NO_PRICE(used.id));
    expect(await till.post('/pos/scan', { code: used.imei })).toMatchObject({
      ...NO_PRICE(used.id),
      body: { message: `${shop.variation.product.name} 128 GB Black (Used, 4 of 5) has no price yet` },
    });
    expect(await createDraft(till, [used.id])).toMatchObject(NO_PRICE(used.id));
    // The refused save holds nothing.
    expect(
      expectDone(await manager.get<{ status: string; prices: null }>(`/inventory/${used.id}`)),
    ).toMatchObject({ status: 'available', prices: null });
    const list = await manager.get<{ data: { id: number }[] }>('/inventory?without_price=1');
    expect(expectDone(list).data.map(({ id }) => id)).toEqual([used.id]);
    expect(expectDone(await manager.get('/inventory/summary'))).toMatchObject({ without_price: 1 });
    await setList({ used_retail_price: 60_000 });
    expect(expectDone(await manager.get('/inventory/summary'))).toMatchObject({ without_price: 0 });
    expect(expectDone(await lock(used.id)).inventoryItem.prices).toMatchObject({ retail_price: 600 });
  });

  it('sells at its category’s price, says so on the receipt, and keeps saying so', async () => {
    await setList({ used_retail_price: 60_000, used_minimum_price: 55_000 });
    const used = await makeUsed();
    const { transaction, receipt } = await sell(till, [used.id, shop.units[0]?.id ?? 0]);
    expect(transaction).toMatchObject({
      subtotal: 1600,
      transaction_items: [
        { price: 600, category: 'used', condition_rating: 4 },
        { price: 1000, category: 'new', condition_rating: null },
      ],
    });
    expect(receipt.lines).toMatchObject([{ condition: 'Used, 4 of 5' }, {}]);
    expect(receipt.lines[1]).not.toHaveProperty('condition');
    // It comes back in trade, in another condition: what was sold stays as it was sold.
    expectDone(await manager.post(`/inventory/${used.id}/trade-in`, { ...BROUGHT, condition_rating: 2 }));
    const again = expectDone(
      await manager.get<{ lines: { condition?: string }[] }>(`/transactions/${transaction.id}/receipt`),
    );
    expect(again.lines[0]).toMatchObject({ condition: 'Used, 4 of 5' });
  });

  it('its lowest price is the category’s, else its price', async () => {
    await setList({ used_retail_price: 60_000 });
    const used = await makeUsed();
    const off = (value: number) => [
      { inventory_item_id: used.id, discounts: [{ type: 'fixed', value, reason: 'Scratch' }] },
    ];
    expect(await createDraft(till, [], { items: off(0.01) })).toMatchObject({
      status: 422,
      body: { code: 'price_floor' },
    });
    await setList({ used_minimum_price: 50_000 });
    expect(await createDraft(till, [], { items: off(100.01) })).toMatchObject({ status: 422 });
    expectDone(await createDraft(till, [], { items: off(100) }));
  });

  it('customer groups pay the price of used units, unless the category has prices for them', async () => {
    const groups = await makeGroups(server.database);
    const member = await makeCustomer(server.database, { customer_group_id: groups.member.id });
    await setList({ used_retail_price: 60_000, used_minimum_price: 50_000 });
    const used = await makeUsed();
    const price = async () => {
      const draft = await openDraft(till, [used.id], { customer_id: member.id });
      expectDone(await till.delete(`/transactions/${draft.id}`, { reason: 'Only asked' }));
      return draft.transaction_items[0]?.price;
    };
    expect(await price()).toBe(600);
    await setList({ used_member_price: 58_000 });
    expect(await price()).toBe(580);
    expectDone(await manager.put(`/inventory/${used.id}`, { own_price: 550 }));
    expect(await price()).toBe(550);
  });

  it('a list that contradicts itself is refused, also by a change of one of its prices', async () => {
    const change = (body: object) =>
      manager.put(`/products/${shop.variation.product_id}/variations/${shop.variation.id}`, body);
    const refused = (field: string, message: string) => ({
      status: 422,
      body: { errors: { [field]: [message] } },
    });
    expect(await change({ used_member_price: 500 })).toMatchObject(
      refused('used_retail_price', 'Retail price is required beside other prices'),
    );
    expectDone(await change({ used_retail_price: 600, used_minimum_price: 550 }));
    expect(await change({ used_retail_price: 549.99 })).toMatchObject(
      refused('used_minimum_price', 'Minimum price should not exceed retail price'),
    );
    expect(await change({ used_retail_price: null, retail_price: 1001 })).toMatchObject(
      refused('used_retail_price', 'Retail price is required beside other prices'),
    );
    expectDone(await change({ used_retail_price: null, used_minimum_price: null }));
  });

  it('a price that changed in mid-sale is refused until the customer was told', async () => {
    await setList({ used_retail_price: 60_000 });
    const used = await makeUsed();
    const draft = await openPaidDraft(till, [used.id]);
    await setList({ used_retail_price: 65_000 });
    expect(await complete(till, draft.id)).toMatchObject({ status: 422, body: { code: 'total_changed' } });
  });

  describe('a price of its own', () => {
    it('is kept with its history, and refused below its minimum or from others', async () => {
      const used = await makeUsed();
      const change = (body: object, by = manager) => by.put(`/inventory/${used.id}`, body);
      expect(await change({ own_minimum_price: 500 })).toMatchObject({
        status: 422,
        body: { errors: { own_price: ['Retail price is required beside other prices'] } },
      });
      expect(await change({ own_price: 0 })).toMatchObject({
        status: 422,
        body: { errors: { own_price: ['Type a price above 0'] } },
      });
      expect(await change({ own_price: 500, own_minimum_price: 500.01 })).toMatchObject({
        status: 422,
        body: { errors: { own_minimum_price: ['Minimum price should not exceed retail price'] } },
      });
      expectDone(await change({ own_price: 500, own_minimum_price: 450 }));
      const { life } = expectDone(
        await manager.get<{ life: { kind: string; changes: object[] }[] }>(`/inventory/${used.id}`),
      );
      expect(life.find(({ kind }) => kind === 'changed')?.changes).toEqual([
        { field: 'own_price', before: null, after: '₱500.00' },
        { field: 'own_minimum_price', before: null, after: '₱450.00' },
      ]);
      // A trade-in begins another stay, which what was agreed for the last one does not bind.
      await sell(till, [used.id]);
      expect(
        expectDone(await manager.post(`/inventory/${used.id}/trade-in`, { ...BROUGHT, condition_rating: 3 })),
      ).toMatchObject({ own_price: null, own_minimum_price: null, prices: null });
    });

    it('and a category that changes the price need products.edit', async () => {
      await setList({ used_retail_price: 60_000 });
      const used = await makeUsed();
      const keeper = await makeStaff(server.database, {
        store_id: shop.store.id,
        role: 'inventory_checker',
      });
      const by = await signIn(server.url, keeper.email);
      const REFUSED = 'Only somebody who may change prices may change this';
      expect(await by.put(`/inventory/${used.id}`, { own_price: 1 })).toMatchObject({
        status: 422,
        body: { errors: { own_price: [REFUSED] } },
      });
      expect(await by.put(`/inventory/${shop.units[0]?.id}`, { category: 'used' })).toMatchObject({
        status: 422,
        body: { errors: { category: [REFUSED] } },
      });
      expectDone(await by.put(`/inventory/${used.id}`, { condition_rating: 2 }));
    });

    it('is given at the till with a manager’s approval, for this unit alone', async () => {
      expectDone(await setPin(manager));
      const [used, other] = [await makeUsed(), await makeUsed()];
      const give = (id: number, own_price: number, options = {}) =>
        till.post(`/pos/inventory/${id}/price`, { own_price }, options);
      expect(await give(used.id, 500)).toMatchObject({ status: 403 });
      const by = {
        act: 'unit_price',
        subject_id: used.id,
        amount: 500,
        staff_id: manager.staff.id,
        pin: PIN,
      };
      const approved = await approvedBy(till, by);
      expect(await give(other.id, 500, approved)).toMatchObject(NOT_APPROVED);
      expect(await give(used.id, 0, approved)).toMatchObject({ status: 422 });
      expectDone(await give(used.id, 500, approved));
      expect(expectDone(await lock(used.id)).inventoryItem).toMatchObject({ own_price: 500 });
      expect(await lock(other.id)).toMatchObject(NO_PRICE(other.id));
    });

    it('is given at the till as the manager approved it, and as no other', async () => {
      expectDone(await setPin(manager));
      const used = await makeUsed();
      const give = (own_price: number, options: object) =>
        till.post(`/pos/inventory/${used.id}/price`, { own_price }, options);
      const by = { act: 'unit_price', subject_id: used.id, staff_id: manager.staff.id, pin: PIN };
      expect(await give(500, await approvedBy(till, by))).toMatchObject(NOT_APPROVED);
      const approved = await approvedBy(till, { ...by, amount: 500 });
      expect(await give(499.99, approved)).toMatchObject(NOT_APPROVED);
      expect(await lock(used.id)).toMatchObject(NO_PRICE(used.id));
      expectDone(await give(500, approved));
      const given = await server.database.reader
        .selectFrom('audit_log')
        .select('details_json')
        .where('store_id', '=', shop.store.id)
        .where('action', '=', 'approvals.give')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(given.details_json).toContain('"Give this item a price: ₱500.00"');
    });

    it('is not given at the till to a unit that has a price: a price is lowered in the office', async () => {
      expectDone(await setPin(manager));
      await setList({ used_retail_price: 60_000 });
      const priced = [await makeUsed(), shop.units[0]];
      for (const unit of priced) {
        const subject_id = unit?.id ?? 0;
        const by = { act: 'unit_price', subject_id, amount: 0.01, staff_id: manager.staff.id, pin: PIN };
        const give = (from: SignedIn, options = {}) =>
          from.post(`/pos/inventory/${subject_id}/price`, { own_price: 0.01 }, options);
        const refused = { status: 409, body: { code: 'illegal_state' } };
        expect(await give(till, await approvedBy(till, by))).toMatchObject(refused);
        expect(await give(manager)).toMatchObject(refused);
        expect(expectDone(await lock(subject_id)).inventoryItem).toMatchObject({ own_price: null });
      }
    });

    it('is given to several at once, all or none', async () => {
      const [one, two] = [await makeUsed(), await makeUsed()];
      const items = (second: object) => ({
        items: [
          { inventory_item_id: two.id, own_price: 400 },
          { inventory_item_id: one.id, ...second },
        ],
      });
      expect(
        await manager.put('/inventory/prices', items({ own_price: 500, own_minimum_price: 600 })),
      ).toMatchObject({
        status: 422,
        body: { errors: { 'items.1.own_minimum_price': ['Minimum price should not exceed retail price'] } },
      });
      expect(await lock(two.id)).toMatchObject(NO_PRICE(two.id));
      expectDone(await manager.put('/inventory/prices', items({ own_price: 500 })));
      expectDone(await lock(two.id));
      expect(await till.put('/inventory/prices', items({ own_price: 1 }))).toMatchObject({ status: 403 });
      // In a cart now.
      expect(await manager.put('/inventory/prices', items({ own_price: 1 }))).toMatchObject({ status: 409 });
    });
  });

  it('a card takes new units, and its barcode tells that there are used ones, too', async () => {
    const cable = await makeCable(server.database);
    await setList({ used_retail_price: 5_000 }, cable.id);
    const at = { count: 1, store_id: shop.store.id, product_variation_id: cable.id, imei: null };
    const [used] = await makeUnits(server.database, { ...at, category: 'used', serial_number: null });
    const next = () => till.post<WireLock>(`/pos/variations/${cable.id}/lock-next`);
    const scan = async () => {
      const found = expectDone(await till.post<WireScan>('/pos/scan', { code: cable.barcode }));
      return found.type === 'product' ? found.data.variations[0] : null;
    };
    expect(await next()).toMatchObject({ status: 409, body: { code: 'out_of_stock' } });
    expect(await scan()).toMatchObject({ availableQuantity: 1, not_new_quantity: 1, used_retail_price: 50 });
    const [fresh] = await makeUnits(server.database, { ...at, serial_number: null });
    expect(await scan()).toMatchObject({ availableQuantity: 2, not_new_quantity: 1 });
    expect(expectDone(await next()).inventoryItem.id).toBe(fresh?.id);
    expect(expectDone(await lock(used?.id ?? 0)).inventoryItem.prices).toMatchObject({ retail_price: 50 });
    expect(await scan()).toMatchObject({ availableQuantity: 0, not_new_quantity: 0 });
  });

  it('an older till prices a used unit by its variation, which has the unit’s price in its answers', async () => {
    await setList({ used_retail_price: 60_000, used_minimum_price: 50_000 });
    const used = await makeUsed();
    const older = { headers: { 'X-Tindahan-Client': '1.0.0' } };
    const found = expectDone(await till.post<WireLock>(`/pos/inventory/${used.id}/lock`, undefined, older));
    expect(found.productVariation).toMatchObject({
      retail_price: 600,
      member_price: null,
      minimum_price: 500,
    });
  });
});
