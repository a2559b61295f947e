import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import {
  expectDone,
  findUnitRow,
  refundSale,
  sell,
  voidSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';
import { makeImei, makeShop, makeStaff, makeUnits, type Shop } from '#tests/support/shop.ts';

type UnitHistory = z.input<typeof inventory.get.response>;
type TradedIn = z.input<typeof inventory.tradeIn.response>;

onEveryEngine('what a unit cost, and when it came', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;

  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database);
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    manager = await signIn(server.url, email);
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.advance(MINUTE));

  const newUnit = async () => {
    const place = { store_id: shop.store.id, product_variation_id: shop.variation.id };
    const [unit] = await makeUnits(server.database, { count: 1, ...place, purchase_cost: 70_000 });
    return unit?.id ?? 0;
  };
  const costIn = async (saleId: number) => {
    const sale = expectDone(await manager.get<WireTransaction>(`/transactions/${saleId}`));
    return sale.transaction_items[0]?.cost;
  };
  const history = async (unitId: number) =>
    expectDone(await manager.get<UnitHistory>(`/inventory/${unitId}`));

  it.each([
    ['a refund', (saleId: number) => refundSale(manager, saleId)],
    ['a void', (saleId: number) => voidSale(manager, saleId, 'Wrong phone')],
  ])('stays with its sale after %s, whatever the unit costs later', async (_, takeBack) => {
    const unit = await newUnit();
    const { transaction: sale } = await sell(manager, [unit]);
    expectDone(await takeBack(sale.id));
    expectDone(await manager.put(`/inventory/${unit}`, { purchase_cost: 650 }));
    expect(await costIn(sale.id)).toBe(700);
    const { transaction: next } = await sell(manager, [unit]);
    expect([await costIn(sale.id), await costIn(next.id)]).toEqual([700, 650]);
  });

  it('is corrected of a sold unit by who sees costs, with a line in its history, and nothing else of it', async () => {
    const unit = await newUnit();
    const { transaction: sale } = await sell(manager, [unit]);
    server.clock.advance(MINUTE);
    expectDone(await manager.put(`/inventory/${unit}`, { purchase_cost: 720.5 }));
    expect(await costIn(sale.id)).toBe(720.5);
    const { status, life } = await history(unit);
    expect([status, life[0]?.kind, life[0]?.cost]).toEqual([
      'sold',
      'changed',
      { before: 700, after: 720.5 },
    ]);
    const more = await manager.put(`/inventory/${unit}`, { purchase_cost: 1, notes: 'Late' });
    expect(more).toMatchObject({ status: 409, body: { code: 'illegal_state' } });

    const { email } = await makeStaff(server.database, {
      store_id: shop.store.id,
      role: 'inventory_checker',
    });
    expectDone(
      await manager.put('/roles/inventory_checker', { permissions: ['inventory.view', 'inventory.edit'] }),
    );
    const checker = await signIn(server.url, email);
    const blind = await checker.put(`/inventory/${unit}`, { purchase_cost: 1 });
    expect(blind.status).toBeGreaterThanOrEqual(400);
    expect(await costIn(sale.id)).toBe(720.5);
    expectDone(await manager.delete('/roles/inventory_checker'));
  });

  it('is as before, and the unit came as before, once a trade-in is given back', async () => {
    const unit = await newUnit();
    await sell(manager, [unit]);
    const { created_at, created_by_id } = await findUnitRow(server.database, unit);
    server.clock.advance(MINUTE);
    const { trade_in } = expectDone(await manager.post<TradedIn>(`/inventory/${unit}/trade-in`, BROUGHT));
    expect((await findUnitRow(server.database, unit)).created_at).toBeGreaterThan(created_at);
    server.clock.advance(MINUTE);
    expectDone(await manager.post(`/trade-ins/${trade_in?.id}/give-back`));
    expect(await findUnitRow(server.database, unit)).toMatchObject({
      status: 'sold',
      purchase_cost: 70_000,
      created_at,
      created_by_id,
    });
  });

  it('is with its seller, not with a supplier, once what was never ours is given back', async () => {
    const imei = makeImei(940_001);
    const bought = { product_variation_id: shop.variation.id, imei, ...BROUGHT };
    const { id, trade_in } = expectDone(await manager.post<TradedIn>('/inventory/trade-ins', bought));
    expectDone(await manager.post(`/trade-ins/${trade_in?.id}/give-back`));
    const message = 'This item was given back to its seller';
    expect(await manager.put(`/inventory/${id}`, { notes: 'Gone' })).toMatchObject({
      status: 409,
      body: { message },
    });
    expect(await manager.post('/pos/scan', { code: imei })).toMatchObject({ status: 409, body: { message } });
  });
});
