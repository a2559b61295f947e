import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import type { supplierReturns } from '#contract/supplier-returns.ts';
import type { suppliers } from '#contract/suppliers.ts';
import { signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import { makeOrder } from '#tests/support/purchase-orders.ts';
import { receive } from '#tests/support/receiving.ts';
import { expectDone, findUnitRow } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  makeShop,
  makeStaff,
  makeStore,
  makeSupplier,
  makeUnits,
  makeVariation,
  type Shop,
} from '#tests/support/shop.ts';
import { makeReturn, type WireReturn, type WireReturns } from '#tests/support/supplier-returns.ts';

type UnitHistory = z.input<typeof inventory.get.response>;
type Stats = z.input<typeof suppliers.stats.response>;
/** A refusal that names the problem of each unit. */
type Unreturnable = Refusal & { units?: { problem: string }[] };
type Found = z.input<typeof supplierReturns.lookUp.response>;

onEveryEngine('returns to suppliers', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let seller: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 1 });
    admin = await staffed('admin');
    seller = await staffed('salesperson');
  });
  afterAll(() => server.close());

  const staffed = async (role: 'admin' | 'salesperson', store_id = shop.store.id) => {
    const { email } = await makeStaff(server.database, { store_id, role });
    return signIn(server.url, email);
  };

  const units = (count: number, fields: object = {}) =>
    makeUnits(server.database, {
      count,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
      purchase_cost: 1_850_000,
      ...fields,
    });
  const idsOf = (made: readonly { id: number }[]) => made.map(({ id }) => id);
  const statusOf = async (unitId = 0) => (await findUnitRow(server.database, unitId)).status;
  const back = (returned: WireReturn, item_ids: number[], status = 'available') =>
    admin.post<WireReturn & Refusal>(`/supplier-returns/${returned.id}/receive`, { item_ids, status });

  it('takes units out of the stock, whole and defective ones, and keeps their records', async () => {
    const supplier = await makeSupplier(server.database);
    const fields = { supplier_id: supplier.id };
    const [whole] = await units(1, fields);
    const [broken] = await units(1, { ...fields, status: 'defective' });
    const made = await makeReturn(
      server.database,
      admin,
      idsOf([broken, whole].flatMap((unit) => unit ?? [])),
      {
        ...fields,
        reference: 'RMA-5521',
      },
    );
    expect(made).toMatchObject({
      number: expect.stringMatching(new RegExp(`^RS-${shop.store.code}-\\d{6}$`)),
      supplier: { id: supplier.id, is_deleted: false },
      reference: 'RMA-5521',
      reason: 'Dead on arrival',
      units_count: 2,
      back_count: 0,
      total_cost: 37_000,
      items: [
        { inventory_item_id: broken?.id, was: 'defective', imei: broken?.imei, came_back_at: null },
        { inventory_item_id: whole?.id, was: 'available' },
      ],
    });
    expect([await statusOf(whole?.id), await statusOf(broken?.id)]).toEqual(['returned', 'returned']);
    const stats = expectDone(await admin.get<Stats>(`/suppliers/${supplier.id}/stats`));
    expect([stats.total_inventory_items, stats.active_inventory_items]).toEqual([2, 0]);
    expect((await seller.post<Refusal>(`/pos/inventory/${whole?.id}/lock`)).status).toBe(409);
    const { life: history } = expectDone(await admin.get<UnitHistory>(`/inventory/${whole?.id}`));
    expect(history[0]).toMatchObject({
      kind: 'sent_back',
      reason: 'Dead on arrival',
      supplier: { id: supplier.id },
      supplier_return: { id: made.id, number: made.number },
    });
    const seen = expectDone(await seller.get<UnitHistory>(`/inventory/${whole?.id}`));
    expect(seen.life[0]).toMatchObject({ kind: 'sent_back', reason: null, by: null, supplier_return: null });
  });

  it('refuses all of them for one that cannot go, and says why', async () => {
    const other = await makeSupplier(server.database, { name: 'Luzon Mobile' });
    const [free] = idsOf(await units(1));
    const [theirs] = idsOf(await units(1, { supplier_id: other.id }));
    const [sold] = idsOf(await units(1, { status: 'sold' }));
    const [away] = idsOf(
      await units(1, { store_id: (await makeStore(server.database, { name: 'Cebu' })).id }),
    );
    const [held] = idsOf(await units(1));
    expectDone(await seller.post(`/pos/inventory/${held}/lock`));
    const { id: supplier_id } = await makeSupplier(server.database);
    const item_ids = [free, theirs, sold, away, held];
    const { status, body } = await admin.post<Unreturnable>('/supplier-returns', {
      supplier_id,
      item_ids,
      reason: 'Late',
    });
    expect([status, body.code]).toEqual([409, 'units_unavailable']);
    expect(body.units?.map(({ problem }) => problem)).toEqual([
      'It came from Luzon Mobile',
      'It was sold',
      'It stands at Cebu',
      expect.stringMatching(/ holds it at a till$/),
    ]);
    expect(await statusOf(free)).toBe('available');
  });

  it.each([
    [{ supplier_id: undefined }, 'supplier_id', 'Please select a supplier'],
    [{ item_ids: [] }, 'item_ids', 'Scan the units that go back'],
    [{ reason: ' ' }, 'reason', 'Reason required'],
  ])('is refused with %j', async (wrong, field, message) => {
    const { id: supplier_id } = await makeSupplier(server.database);
    const body = { supplier_id, item_ids: [1], reason: 'Late', ...wrong };
    expect((await admin.post<Refusal>('/supplier-returns', body)).body.errors).toEqual({
      [field]: [message],
    });
  });

  it('is refused to a supplier who was deleted, with the words for it', async () => {
    const supplier = await makeSupplier(server.database);
    const item_ids = idsOf(await units(1, { supplier_id: supplier.id }));
    expectDone(await admin.delete(`/suppliers/${supplier.id}`));
    const body = { supplier_id: supplier.id, item_ids, reason: 'Late' };
    expect((await admin.post<Refusal>('/supplier-returns', body)).body.errors).toEqual({
      supplier_id: [`${supplier.name} was deleted. Give its units another supplier first, or none`],
    });
  });

  it('goes once, whoever else returns the same unit', async () => {
    const [unit] = idsOf(await units(1));
    const { id: supplier_id } = await makeSupplier(server.database);
    const body = { supplier_id, item_ids: [unit], reason: 'Late' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.post<Unreturnable>('/supplier-returns', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.units?.[0]?.problem).toBe(
      'It went back to its supplier already',
    );
  });

  it('comes in again under its own serial, once, and may go again', async () => {
    const [one, two] = idsOf(await units(2));
    const made = await makeReturn(server.database, admin, [one ?? 0, two ?? 0]);
    const both = await Promise.all([back(made, [one ?? 0]), back(made, [one ?? 0])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await statusOf(one)).toBe('available');
    const after = expectDone(await back(made, [two ?? 0], 'defective'));
    expect([after.back_count, after.items.map((item) => item.came_back_as)]).toEqual([
      2,
      ['available', 'defective'],
    ]);
    expect(await statusOf(two)).toBe('defective');
    const again = await makeReturn(server.database, admin, [one ?? 0]);
    const { life: history } = expectDone(await admin.get<UnitHistory>(`/inventory/${one}`));
    expect(history.slice(0, 3).map(({ kind }) => kind)).toEqual(['sent_back', 'came_back', 'sent_back']);
    const { status, body } = await back(made, [one ?? 0]);
    expect([status, body.message]).toEqual([409, 'One of these units is not with the supplier any more']);
    expect(again.id).not.toBe(made.id);
  });

  it('is back, too, when it comes in again with an order', async () => {
    const [unit] = await units(1);
    const made = await makeReturn(server.database, admin, [unit?.id ?? 0]);
    const order = await makeOrder(server.database, admin, shop, 1);
    expectDone(
      await receive<object>(admin, order, [{ quantity_received: 1, serials: [unit?.serial_number] }]),
    );
    expect(await statusOf(unit?.id)).toBe('available');
    const after = expectDone(await admin.get<WireReturn>(`/supplier-returns/${made.id}`));
    expect([after.back_count, after.items[0]?.came_back_as]).toEqual([1, 'available']);
    expect((await back(made, [unit?.id ?? 0])).status).toBe(409);
  });

  it('is found by its number, its reference and its units, and by whether units are away', async () => {
    const store = await makeStore(server.database);
    const there = await staffed('admin', store.id);
    const [one, two] = await units(2, { store_id: store.id });
    const first = await makeReturn(server.database, there, [one?.id ?? 0], { reference: 'RMA-77120' });
    const second = await makeReturn(server.database, there, [two?.id ?? 0]);
    expectDone(await back(first, [one?.id ?? 0]));
    const found = async (query: object) =>
      expectDone(
        await there.get<WireReturns>(`/supplier-returns?${new URLSearchParams({ ...query })}`),
      ).data.map(({ id }) => id);
    expect(await found({})).toEqual([second.id, first.id]);
    expect(await found({ search: 'rma-77120' })).toEqual([first.id]);
    expect(await found({ search: second.number })).toEqual([second.id]);
    expect(await found({ search: one?.imei ?? '' })).toEqual([first.id]);
    expect(await found({ state: 'away' })).toEqual([second.id]);
    expect(await found({ state: 'back' })).toEqual([first.id]);
    expectDone(await there.put(`/supplier-returns/${second.id}`, { reference: 'CN-9', notes: 'Credited' }));
    expect(await found({ search: 'CN-9' })).toEqual([second.id]);
  });

  it('looks a unit up, and says why it cannot go; of a barcode, defective units come first', async () => {
    const [free] = await units(1);
    const [sold] = await units(1, { status: 'sold' });
    const look = async (code: string | null | undefined) =>
      expectDone(await admin.get<Found>(`/supplier-returns/lookup?code=${code}`)).data;
    expect(await look(free?.imei)).toMatchObject([{ inventory_item_id: free?.id, problem: null }]);
    expect(await look(sold?.imei)).toMatchObject([{ problem: 'It was sold' }]);
    expect((await admin.get<Refusal>('/supplier-returns/lookup?code=NOBODY')).status).toBe(404);
    const cable = await makeVariation(server.database);
    const place = { product_variation_id: cable.id };
    const [whole] = await units(1, place);
    const [broken] = await units(1, { ...place, status: 'defective' });
    expect((await look(cable.barcode)).map((unit) => unit.inventory_item_id)).toEqual([
      broken?.id,
      whole?.id,
    ]);
  });
});
