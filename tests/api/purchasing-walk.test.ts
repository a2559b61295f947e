import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import { signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import { makeOrder, type WireOrder } from '#tests/support/purchase-orders.ts';
import { generated, type WireCode } from '#tests/support/qr-codes.ts';
import {
  freshSerials,
  receive,
  type WireExpected,
  type WireLaid,
  type WireReceiving,
} from '#tests/support/receiving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';
import { makeReturn, type WireReturn } from '#tests/support/supplier-returns.ts';
import { readQrCodes } from '#tests/support/zbar.ts';

type Units = z.input<typeof inventory.list.response>;

/** Cuts a sheet into pictures of its rows. */
async function rowsOf(sheet: Uint8Array, rows: number): Promise<Buffer[]> {
  const { width, height } = await sharp(sheet).metadata();
  const rowHeight = Math.floor(height / rows);
  return Promise.all(
    Array.from({ length: rows }, (_, row) =>
      sharp(sheet)
        .extract({ left: 0, top: row * rowHeight, width, height: rowHeight })
        .png()
        .toBuffer(),
    ),
  );
}

// From the order to the shelf, step by step.
onEveryEngine('an order of ten', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let order: WireOrder;
  const serials = freshSerials(10);
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 0 });
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, email);
    order = await makeOrder(server.database, admin, shop, 10);
  });
  afterAll(() => server.close());

  const path = (rest: string) => `/supplier-transactions/${order.id}/${rest}`;
  const take = <T = WireReceiving>(some: readonly string[]) =>
    receive<T>(admin, order, [{ quantity_received: some.length, serials: some }]);
  const inStock = async () =>
    expectDone(
      await admin.get<Units>(
        `/inventory?status=available&product_variation_id=${shop.variation.id}&per_page=50`,
      ),
    );
  let codes: string[];
  let batch: string;

  it('comes to 185,000 pesos', () => {
    expect([order.total_amount, order.total_quantity_ordered]).toEqual([185_000, 10]);
  });

  it('gets ten labels and no eleventh, on a sheet of 4, 4 and 2 that a scanner reads', async () => {
    ({ codes, batch } = await generated(admin, order.id, 10));
    const more = { supplier_transaction_id: order.id, quantity: 1 };
    const { status, body } = await admin.post<Refusal>('/qr-codes/generate-batch', more);
    expect([status, body.message]).toEqual([422, 'All QR codes have already been generated for this order']);
    const answer = await fetch(`${server.url}/api/v1/qr-codes/download-batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ batch_code: batch, columns: 4 }),
    });
    const rows = await rowsOf(new Uint8Array(await answer.arrayBuffer()), 3);
    const read = await Promise.all(rows.map(readQrCodes));
    expect(read.map((row) => row.length)).toEqual([4, 4, 2]);
    expect(read.flat().sort()).toEqual([...codes].sort());
  });

  it('is announced with one serial number that never comes, and none of another that does', async () => {
    const text = [...serials.slice(0, 9), 'NEVER-CAME-1'].join('\n');
    const laid = expectDone(await admin.put<WireLaid>(path('expected-serials'), { text }));
    expect([laid.missing, laid.problems]).toEqual([10, []]);
  });

  it('takes nothing of six in which one is there twice, and then six', async () => {
    const six = serials.slice(0, 6);
    const twice = await take<Refusal>([...six.slice(0, 5), six[0] ?? '']);
    expect([twice.status, (await inStock()).total]).toEqual([422, 0]);
    const { items_created, order: after } = expectDone(await take(six));
    expect([items_created, after.status, after.total_quantity_received]).toEqual([6, 'partial', 6]);
  });

  it('takes no five of the four that remain, and four make it complete', async () => {
    const five = await take<Refusal>([...serials.slice(6), ...freshSerials(1)]);
    expect([five.status, (await inStock()).total]).toEqual([422, 6]);
    const { order: after } = expectDone(await take(serials.slice(6)));
    expect([after.status, after.items[0]?.remaining_quantity]).toEqual(['complete', 0]);
    const late = await take<Refusal>(freshSerials(1));
    expect(late.status).toBe(409);
  });

  it('says what is missing of the list, and what nobody announced', async () => {
    const { data, missing, unannounced } = expectDone(
      await admin.get<WireExpected>(path('expected-serials')),
    );
    expect([missing, unannounced]).toEqual([1, 1]);
    expect(data.filter((row) => row.inventory_item_id === null).map((row) => row.serial_number)).toEqual([
      'NEVER-CAME-1',
    ]);
  });

  it('links a label to a unit that came, and makes no eleventh of another one', async () => {
    const { data } = await inStock();
    const [label = '', other = ''] = codes;
    const inventory_item_id = data[0]?.id;
    expectDone(await admin.post(`/qr-codes/${label}/create-and-link`, { inventory_item_id }));
    expect(expectDone(await admin.get<WireCode>(`/qr-codes/${label}`))).toMatchObject({
      status: 'linked',
      inventory_item: { id: inventory_item_id },
    });
    const [serial_number] = freshSerials(1);
    const eleventh = await admin.post<Refusal>(`/qr-codes/${other}/create-and-link`, {
      product_variation_id: shop.variation.id,
      category: 'new',
      serial_number,
    });
    expect([eleventh.status, (await inStock()).total]).toEqual([409, 10]);
  });

  it('sends one back to its supplier, and has ten again when that comes back', async () => {
    const [unit] = (await inStock()).data;
    const returned = await makeReturn(server.database, admin, [unit?.id ?? 0], {
      supplier_id: order.supplier.id,
    });
    expect((await inStock()).total).toBe(9);
    const body = { item_ids: [unit?.id], status: 'available' };
    expectDone(await admin.post<WireReturn>(`/supplier-returns/${returned.id}/receive`, body));
    expect((await inStock()).total).toBe(10);
  });
});
