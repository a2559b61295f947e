import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import { DAY } from '#domain/store-time.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import {
  complete,
  completeInCash,
  expectDone,
  openDraft,
  openPaidDraft,
  refundSale,
  sell,
  voidSale,
  type WireReceipt,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCustomer, makeShop, makeStaff, makeUnits, type Shop } from '#tests/support/shop.ts';

type WhereIs = z.input<typeof inventory.whereIs.response>;
type UnitHistory = z.input<typeof inventory.get.response>;

onEveryEngine('where a unit is, and its warranty', (start) => {
  let server: TestServer;
  let shop: Shop;
  let other: Shop;
  let manager: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 1, seller: { role: 'store_manager' } });
    other = await makeShop(server.database, { units: 1 });
    manager = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  const whereIs = async (code: string, by = manager) =>
    expectDone(await by.get<WhereIs>(`/inventory/where-is?${new URLSearchParams({ code })}`));
  const promise = (months: { product?: object; type?: object }) =>
    server.database.write(async (writer) => {
      const { id, product_type_id } = shop.variation.product;
      const none = { warranty_months: null, warranty_months_used: null };
      await writer
        .updateTable('products')
        .set({ ...none, ...months.product })
        .where('id', '=', id)
        .execute();
      await writer
        .updateTable('product_types')
        .set({ ...none, ...months.type })
        .where('id', '=', product_type_id)
        .execute();
    });
  const unitWith = async (fields: object = {}) => {
    const [unit] = await makeUnits(server.database, {
      count: 1,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
      ...fields,
    });
    if (!unit) throw new Error('No unit was made');
    return { ...unit, code: unit.imei ?? '' };
  };

  it('is found by its serial number, either IMEI or QR code, however it is written', async () => {
    const unit = await unitWith({
      serial_number: 'WHERE-0001',
      imei: '356789104523425',
      imei2: '356789104523433',
      qr_code: 'WHERE-QR',
    });
    const byImei = [
      '356789104523425',
      '35 678910 452343 3',
      '35678910452342',
      '35-678910-452343',
      '35/678910/452343/3',
      '356789104523420',
    ];
    for (const code of ['where-0001', ...byImei, ' WHERE-QR ']) {
      expect([code, (await whereIs(code)).unit]).toEqual([
        code,
        expect.objectContaining({
          id: unit.id,
          status: 'available',
          qr_code: 'WHERE-QR',
          store: { id: shop.store.id, name: shop.store.name },
          is_yours: true,
        }),
      ]);
    }
  });

  it('is nowhere for a number that the chain never had, and for no part of one', async () => {
    expect(await whereIs('WHERE-000')).toEqual({
      code: 'WHERE-000',
      unit: null,
      label: null,
      warranty: null,
      sale: null,
      was_given_back: false,
    });
    const empty = await manager.get('/inventory/where-is?code=%20');
    expect([empty.status, empty.body.message]).toEqual([422, 'Type a serial number or an IMEI']);
  });

  it('tells of another store’s unit its store, state and warranty, and nobody who bought or sold it', async () => {
    const customer = await makeCustomer(server.database);
    const there = await signIn(server.url, other.seller.email);
    const unit = other.units[0];
    const code = unit?.imei ?? '';
    expect((await whereIs(code)).unit).toMatchObject({ store: { name: other.store.name }, is_yours: false });
    const { transaction } = await sell(there, [unit?.id ?? 0], { customer_id: customer.id });

    const found = await whereIs(code);
    expect(found.unit).toMatchObject({ status: 'sold', store: { name: other.store.name } });
    expect(found.warranty).toMatchObject({ state: 'none' });
    expect(found.sale).toBeNull();
    expect(JSON.stringify(found)).not.toContain(customer.name);

    expect((await whereIs(code, there)).sale).toMatchObject({
      id: transaction.id,
      number: transaction.invoice_number,
      customer: { id: customer.id, name: customer.name },
      staff: { id: other.seller.id, name: other.seller.name },
    });
    const checker = await makeStaff(server.database, { store_id: other.store.id, role: 'inventory_checker' });
    const withoutSales = await signIn(server.url, checker.email);
    expect((await whereIs(code, withoutSales)).sale).toBeNull();
    const history = expectDone(await withoutSales.get<UnitHistory>(`/inventory/${unit?.id}`));
    expect(history.sale).toBeNull();
    expect(history.life[0]).toMatchObject({ kind: 'sold', by: null, sale: null });
    expect(JSON.stringify(history)).not.toContain(customer.name);
  });

  it.each([
    ['its product', { product: { warranty_months: 12 }, type: { warranty_months: 6 } }, 'new', 12],
    ['its type', { type: { warranty_months: 6, warranty_months_used: 3 } }, 'new', 6],
    ['its type, used', { type: { warranty_months: 6, warranty_months_used: 3 } }, 'used', 3],
    ['its type, refurbished as used', { type: { warranty_months_used: 3 } }, 'refurbished', 3],
    ['its product, used', { product: { warranty_months: 12, warranty_months_used: 1 } }, 'used', 1],
    ['a product that has none', { product: { warranty_months: 0 }, type: { warranty_months: 6 } }, 'new', 0],
    ['nobody', {}, 'new', 0],
  ])('is sold with the months of %s', async (_of, months, category, expected) => {
    await promise(months);
    const unit = await unitWith({ category, own_price: 500_00 });
    const { transaction } = await sell(manager, [unit.id]);
    expect(transaction.transaction_items[0]?.warranty?.months).toBe(expected);
    const read = expectDone(await manager.get<WireTransaction>(`/transactions/${transaction.id}`));
    expect(read.transaction_items[0]?.warranty?.months).toBe(expected);
  });

  it('runs from completion, is printed on each line, and tells how many days are left', async () => {
    await promise({ product: { warranty_months: 12 } });
    const unit = await unitWith();
    const draft = await openPaidDraft(manager, [unit.id]);
    expect(draft.transaction_items[0]?.warranty).toBeNull();
    const { transaction, receipt } = expectDone(await complete<WireSale>(manager, draft.id));
    // 21 November 2026 in Manila.
    const warranty = { months: 12, state: 'valid', until: '2027-11-21', days_left: 365 };
    expect(transaction.transaction_items[0]?.warranty).toEqual(warranty);
    expect(receipt.lines[0]?.warranty).toEqual({ months: 12, until: '2027-11-21' });
    // A new warranty of the product does not change past sales.
    await promise({ product: { warranty_months: 1 } });
    expect((await whereIs(unit.code)).warranty).toEqual(warranty);
    const history = expectDone(await manager.get<UnitHistory>(`/inventory/${unit.id}`));
    expect(history.warranty).toEqual(warranty);
    expect(history.sale).toMatchObject({ id: transaction.id });
    expect(history.life.map(({ kind }) => kind)).toEqual(['sold', 'received']);

    server.clock.advance(365 * DAY);
    const fresh = await signIn(server.url, shop.seller.email);
    expect((await whereIs(unit.code, fresh)).warranty).toEqual({ ...warranty, days_left: 0 });
    server.clock.advance(DAY);
    const later = await signIn(server.url, shop.seller.email);
    expect((await whereIs(unit.code, later)).warranty).toEqual({
      ...warranty,
      state: 'expired',
      days_left: null,
    });
    manager = later;
  });

  it('ends with a refund or a void, and is printed no more', async () => {
    await promise({ product: { warranty_months: 12 } });
    const [refunded, voided] = [await unitWith(), await unitWith()];
    const first = await sell(manager, [refunded.id]);
    expectDone(await refundSale(manager, first.transaction.id));
    const second = await sell(manager, [voided.id]);
    expectDone(await voidSale(manager, second.transaction.id, 'Wrong item'));
    for (const [unit, sale, kind, reason] of [
      [refunded, first, 'refunded', 'Defective'],
      [voided, second, 'voided', 'Wrong item'],
    ] as const) {
      expect((await whereIs(unit.code)).warranty).toMatchObject({ state: 'ended', days_left: null });
      const receipt = expectDone(
        await manager.get<WireReceipt>(`/transactions/${sale.transaction.id}/receipt`),
      );
      expect(receipt.lines[0]?.warranty).toBeNull();
      const history = expectDone(await manager.get<UnitHistory>(`/inventory/${unit.id}`));
      expect(history.sale).toBeNull();
      expect(history.life[0]).toMatchObject({ kind, reason, sale: { id: sale.transaction.id } });
    }
    // After a resale the last sale counts.
    await promise({ product: { warranty_months: 6 } });
    await sell(manager, [refunded.id]);
    expect((await whereIs(refunded.code)).warranty).toMatchObject({ state: 'valid', months: 6 });
  });

  it('is with its last buyer, also where an earlier cart made the later sale', async () => {
    await promise({ product: { warranty_months: 12 } });
    const [ana, ben] = [await makeCustomer(server.database), await makeCustomer(server.database)];
    const unit = await unitWith();
    const firstCart = await openDraft(manager, [unit.id], { customer_id: ben.id });
    // Nobody holds a cart's item for longer.
    server.clock.advance(6 * MINUTE);
    const { transaction: refunded } = await sell(manager, [unit.id], { customer_id: ana.id });
    server.clock.advance(MINUTE);
    expectDone(await refundSale(manager, refunded.id));
    server.clock.advance(MINUTE);
    expectDone(await manager.post(`/transactions/${firstCart.id}/refresh-locks`, { resume: true }));
    const { transaction: sale } = expectDone(await completeInCash<WireSale>(manager, firstCart));

    const found = await whereIs(unit.code);
    expect(found.sale).toMatchObject({ id: sale.id, customer: { id: ben.id } });
    expect(found.warranty).toMatchObject({ state: 'valid' });
    const history = expectDone(await manager.get<UnitHistory>(`/inventory/${unit.id}`));
    expect(history.sale).toMatchObject({ id: sale.id, customer: { id: ben.id } });
    expect(history.warranty).toMatchObject({ state: 'valid' });
  });
});
