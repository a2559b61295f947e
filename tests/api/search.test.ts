import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { foundKinds, type search } from '#contract/search.ts';
import { receiptCode } from '#domain/barcodes.ts';
import type { Role } from '#domain/roles.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { makeOrder } from '#tests/support/purchase-orders.ts';
import { receiveSome, type WireReceiving } from '#tests/support/receiving.ts';
import { expectDone, openDraft, sell, type WireSale } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCustomer, makeStaff, makeSupplier, makeUnits } from '#tests/support/shop.ts';
import { sent } from '#tests/support/transfers.ts';
import { makeTwoStores, type TwoStores } from '#tests/support/two-stores.ts';

type Results = z.input<typeof search.find.response>;

onEveryEngine('a search of everything', (start) => {
  let server: TestServer;
  let shop: TwoStores;
  let sale: WireSale['transaction'];
  let customer: { id: number; name: string };
  beforeAll(async () => {
    server = await start();
    shop = await makeTwoStores(server, 4);
    const overrides = { name: 'Corazon Villareal', phone: '0917 845 3321' };
    customer = await makeCustomer(server.database, overrides);
    ({ transaction: sale } = await sell(shop.here, [shop.ids[0] ?? 0], { customer_id: customer.id }));
  });
  afterAll(() => server.close());

  const ask = (q: string, by: Caller = shop.here, storeId?: number) =>
    by.get<Results>(`/search?${new URLSearchParams({ q })}`, { storeId });
  const find = async (...asked: Parameters<typeof ask>) => expectDone(await ask(...asked));
  const kindsIn = (results: Results) => foundKinds.filter((kind) => results[kind]);
  const as = async (role: Role) => {
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role });
    return signIn(server.url, email);
  };

  it('finds a unit by a part of its numbers, names the one that has it, and leaves out those only called so', async () => {
    const numbers = { serial_number: 'GOTO-7788-A', imei: '356912104523416', imei2: '356912104529991' };
    const at = { store_id: shop.store.id, product_variation_id: shop.variation.id };
    const [unit] = await makeUnits(server.database, { count: 1, ...at, ...numbers });
    const detail = `${shop.variation.product.name} · ${shop.variation.name}`;
    const store = { id: shop.store.id, name: shop.store.name };
    const found = (title: string) => ({
      rows: [{ id: unit?.id, title, detail, status: 'available', store, is_yours: true }],
      total: 1,
      total_capped: false,
    });
    expect(await find('23416')).toEqual({ exact: null, units: found('IMEI 356912104523416') });
    expect((await find('9991')).units).toEqual(found('IMEI 356912104529991'));
    expect((await find('to-7788')).units).toEqual(found('SN GOTO-7788-A'));
    const exact = { kind: 'units', id: unit?.id };
    for (const whole of ['356912104523416', '35 691210 452341 6', '35691210452341', 'goto-7788-a'])
      expect([whole, (await find(whole)).exact]).toEqual([whole, exact]);
    const named = await find(shop.variation.product.name);
    expect([named.units, named.products?.rows[0]?.title]).toEqual([undefined, shop.variation.product.name]);
  });

  it('answers five rows of a kind, and how many there are', async () => {
    const at = { store_id: shop.store.id, product_variation_id: shop.variation.id };
    const numbers = ['', '-1', '-2', '-3', '-4', '-5', '-6'].map((end) => `MANY-4411${end}`);
    for (const serial_number of numbers)
      await makeUnits(server.database, { count: 1, ...at, serial_number, imei: null });
    const part = (await find('any-4411')).units;
    expect([part?.rows.length, part?.total]).toEqual([5, 7]);
    // The oldest one comes first by its whole number.
    const { units, exact } = await find('many-4411');
    expect([units?.rows.length, units?.total, units?.rows[0]?.title]).toEqual([5, 7, 'SN MANY-4411']);
    expect(exact).toEqual({ kind: 'units', id: units?.rows[0]?.id });
  });

  it('tells where the unit of another store is, by its whole number only', async () => {
    const at = { store_id: shop.destination.id, product_variation_id: shop.variation.id };
    const [unit] = await makeUnits(server.database, { count: 1, ...at, serial_number: 'FAR-9090-Z' });
    expect(await find('far-9090')).toEqual({ exact: null });
    expect(await find('far-9090-z')).toMatchObject({
      exact: { kind: 'units', id: unit?.id },
      units: { rows: [{ store: { name: shop.destination.name }, is_yours: false }], total: 1 },
    });
  });

  it('finds a sale by its invoice and a draft by its number, however written, and by the code on a receipt', async () => {
    const number = sale.invoice_number ?? '';
    const exact = { kind: 'transactions', id: sale.id };
    for (const q of [
      number,
      number.toLowerCase().replaceAll('-', ' '),
      receiptCode(number),
      `]Q1${receiptCode(number)}`,
    ])
      expect([q, (await find(q)).exact]).toEqual([q, exact]);
    expect((await find(number.slice(-5))).transactions?.rows).toContainEqual({
      id: sale.id,
      title: number,
      detail: customer.name,
      status: 'completed',
      store: { id: shop.store.id, name: shop.store.name },
      dated_at: expect.any(String) as string,
      total_amount: sale.total_amount,
    });
    const draft = await openDraft(shop.here, [shop.ids[1] ?? 0]);
    expect(await find(draft.draft_number)).toMatchObject({
      exact: { kind: 'transactions', id: draft.id },
      transactions: { rows: [{ detail: null, status: 'draft' }] },
    });
  });

  it('finds customers by name and phone, suppliers, orders by number and supplier, transfers, people', async () => {
    const found = { rows: [{ id: customer.id, title: customer.name, detail: '0917 845 3321' }], total: 1 };
    for (const q of ['villareal cora', '0917 845 3321', '8453321', '+63 917 845'])
      expect([q, (await find(q)).customers]).toMatchObject([q, found]);
    const supplier = await makeSupplier(server.database, { name: 'Quezon Wholesale', code: 'QZW-9' });
    expect((await find('quezon')).suppliers?.rows).toEqual([
      { id: supplier.id, title: supplier.name, detail: 'QZW-9', is_active: true },
    ]);
    const order = await makeOrder(server.database, shop.here, shop);
    expect(await find(order.transaction_number)).toMatchObject({
      exact: { kind: 'orders', id: order.id },
      orders: { rows: [{ detail: order.supplier.name, status: 'pending', total_quantity_ordered: 10 }] },
    });
    expect((await find(order.supplier.name)).orders?.rows[0]?.id).toBe(order.id);
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const admin = await signIn(server.url, email);
    const { receipt } = expectDone(await receiveSome<WireReceiving>(admin, order, 2));
    const came = { id: receipt.id, title: receipt.number, units_count: 2 };
    const whole = [receipt.number, receipt.number.toLowerCase().replaceAll('-', ' ')];
    for (const q of [...whole, receipt.number.replaceAll('-', '')])
      expect([q, await find(q)]).toMatchObject([
        q,
        { exact: { kind: 'receipts', id: receipt.id }, receipts: { rows: [came], total: 1 } },
      ]);
    expect((await find(receipt.number.slice(-6))).receipts?.rows).toMatchObject([came]);
    expect(await find(receipt.number, shop.there)).toEqual({ exact: null });
    const transfer = await sent(shop.here, shop.destination.id, [shop.ids[2] ?? 0]);
    expect(await find(transfer.number)).toMatchObject({
      exact: { kind: 'transfers', id: transfer.id },
      transfers: {
        rows: [{ detail: `${shop.store.name} → ${shop.destination.name}`, status: 'in_transit' }],
      },
    });
    const { staff } = await find(shop.manager.name);
    expect(staff?.rows[0]).toMatchObject({ id: shop.manager.id, role: 'store_manager', is_active: true });
    const others = (await find(shop.receiver.name)).staff?.rows ?? [];
    expect(others.map(({ id }) => id)).not.toContain(shop.receiver.id);
  });

  it('answers each kind to those who may see its list, and of their own stores', async () => {
    // No order's and no transfer's number ends so.
    const number = sale.draft_number;
    const asked = [number, customer.name, shop.variation.product.name, shop.units[3]?.imei ?? ''];
    const kindsFor = async (by: Caller) => {
      const found = await Promise.all(asked.map((q) => find(q, by)));
      return foundKinds.filter((kind) => found.some((results) => results[kind]));
    };
    expect(await kindsFor(await as('salesperson'))).toEqual([
      'units',
      'transactions',
      'customers',
      'products',
    ]);
    expect(await kindsFor(await as('inventory_checker'))).toEqual(['units', 'products']);
    expect(await kindsFor(await as('auditor'))).toEqual([]);
    // Of the chain's sales only those who may see all stores' find one of another store.
    expect((await find(number, shop.there)).transactions).toBeUndefined();
    const { email } = await makeStaff(server.database, { store_id: shop.destination.id, role: 'admin' });
    const admin = await signIn(server.url, email);
    expect((await find(number, admin)).exact).toEqual({ kind: 'transactions', id: sale.id });
    expect((await ask(number, shop.there, shop.store.id)).status).toBe(403);
  });

  it('looks for one and two characters among the beginnings of names alone', async () => {
    const results = await find('co');
    expect(results.customers?.rows.map(({ title }) => title)).toContain(customer.name);
    expect(
      kindsIn(results).filter((kind) => ['units', 'transactions', 'orders', 'transfers'].includes(kind)),
    ).toEqual([]);
  });

  it('answers a text that is no name and no number with nothing, and refuses none and a too long one', async () => {
    const NUL = '\u0000';
    for (const q of ['nothing like it 999', '---', '%', '1'.repeat(200)])
      expect([q, await find(q)]).toEqual([q, { exact: null }]);
    for (const q of [`a${NUL}b`, '\ud8001234', 'ab '.repeat(40)]) expect((await ask(q)).status).toBe(200);
    for (const q of ['', ' ', NUL, '1'.repeat(201)]) {
      const { status, body } = await ask(q);
      expect([q.length, status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([
        q.length,
        422,
        ['q'],
      ]);
    }
  });
});
