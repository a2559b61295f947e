import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import type { products } from '#contract/products.ts';
import { DAY } from '#domain/store-time.ts';
import { forgetOpenReceipts } from '#server/modules/purchase-orders/purchase-orders.public.ts';
import { signIn, type Caller, type Refusal, type SignedIn } from '#tests/support/http.ts';
import { makeOrder, ordered, type WireOrder } from '#tests/support/purchase-orders.ts';
import {
  freshSerials,
  receive,
  receiveSome,
  type WireExpected,
  type WireLaid,
  type WireLookUp,
  type WireReceipt,
  type WireReceipts,
  type WireReceiving,
} from '#tests/support/receiving.ts';
import { generated } from '#tests/support/qr-codes.ts';
import { expectDone } from '#tests/support/selling.ts';
import { atDevice } from '#tests/support/shifts.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  makeCable,
  makeImei,
  makeShop,
  makeStaff,
  makeStore,
  makeSupplier,
  makeUnits,
  makeVariation,
  type Shop,
} from '#tests/support/shop.ts';
import type { WireReturn, WireReturns } from '#tests/support/supplier-returns.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';

type WireHistory = z.input<typeof inventory.get.response>;
type WireUnits = z.input<typeof inventory.list.response>;

onEveryEngine('receiving', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  /** Receives, but may not see costs. */
  let clerk: SignedIn;
  /** Sold by quantity, without an IMEI or serial number. */
  let cable: Awaited<ReturnType<typeof makeVariation>>;
  let supplierId: number;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 1 });
    ({ id: supplierId } = await makeSupplier(server.database));
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, boss.email);
    expectDone(
      await admin.put('/roles/supplier_liaison', { permissions: ['inventory.view', 'inventory.update'] }),
    );
    const liaison = await makeStaff(server.database, { store_id: shop.store.id, role: 'supplier_liaison' });
    clerk = await signIn(server.url, liaison.email);
    cable = await makeCable(server.database);
  });
  afterAll(() => server.close());

  const order = (quantity = 10, store = shop.store) =>
    makeOrder(server.database, admin, { store, variation: shop.variation }, quantity);
  const orderOf = async ({ id }: { id: number }, by = admin) =>
    expectDone(await by.get<WireOrder>(`/supplier-transactions/${id}`));
  const unitBySerial = async (serial: string) => {
    const found = await admin.get<WireUnits>(`/inventory?search=${serial}`);
    const [unit] = expectDone(found).data;
    return unit ? expectDone(await admin.get<WireHistory>(`/inventory/${unit.id}`)) : null;
  };
  const pathOf = ({ id }: { id: number }, rest: string) => `/supplier-transactions/${id}/${rest}`;
  const receiptsOf = async (made: { id: number }, by = admin) =>
    expectDone(await by.get<WireReceipts>(pathOf(made, 'receipts'))).data;

  describe('in two parts', () => {
    it('takes 6 of 10, then 4: partial, then complete, with two receipts and units that know theirs', async () => {
      const made = await order(10);
      const serials = freshSerials(6);
      const imeis = serials.map((_, at) => makeImei(810_000 + made.id * 10 + at));
      const first = expectDone(
        await receive<WireReceiving>(
          admin,
          made,
          [
            {
              quantity_received: 6,
              category: 'refurbished',
              condition_rating: 4,
              serials,
              imeis,
              notes: 'A',
            },
          ],
          { notes: 'By courier' },
        ),
      );
      expect(first).toMatchObject({
        items_created: 6,
        order: {
          status: 'partial',
          total_quantity_received: 6,
          items: [{ quantity_received: 6, remaining_quantity: 4 }],
          history: [
            { kind: 'received', quantity: 6, receipt: { id: first.receipt.id } },
            { kind: 'created' },
          ],
        },
        receipt: {
          number: `GR-${shop.store.code}-000001`,
          store: { id: shop.store.id },
          units_count: 6,
          total_cost: 111_000,
          notes: 'By courier',
          order: { id: made.id, transaction_number: made.transaction_number },
          items: [{ quantity_received: 6, unit_cost: 18_500 }],
        },
      });
      expect(first.receipt.items[0]?.units.map((unit) => [unit.serial_number, unit.imei])).toEqual(
        serials.map((serial, at) => [serial, imeis[at]]),
      );
      const unit = await unitBySerial(serials[2] ?? '');
      expect(unit).toMatchObject({
        status: 'available',
        category: 'refurbished',
        condition_rating: 4,
        notes: 'A',
        purchase_cost: 18_500,
        store: { id: shop.store.id },
        supplier: { id: made.supplier.id },
        product_variation: { id: shop.variation.id },
        life: [
          {
            kind: 'received',
            supplier: { id: made.supplier.id },
            receipt: {
              id: first.receipt.id,
              number: first.receipt.number,
              order: { id: made.id, transaction_number: made.transaction_number },
            },
          },
        ],
      });

      const file = expectDone(await admin.get<string>(`/inventory/export?search=${serials[2]}`));
      expect(file).toContain(',Supplier,Purchase order,Received,');
      expect(file).toContain(`,${made.transaction_number},`);

      const last = expectDone(await receiveSome<WireReceiving>(admin, made, 4));
      expect(last.order).toMatchObject({ status: 'complete', is_closed: false, total_quantity_received: 10 });
      expect((await receiptsOf(made)).map((row) => [row.number, row.units_count])).toEqual([
        [`GR-${shop.store.code}-000002`, 4],
        [`GR-${shop.store.code}-000001`, 6],
      ]);
      const { status, body } = await receiveSome(admin, made, 1);
      expect([status, body.message]).toEqual([409, 'This order is complete']);
    });

    it('refuses 5 of 4 on its row, also over two rows, and takes nothing', async () => {
      const made = await order(4);
      const serials = freshSerials(5);
      const over = await receive(admin, made, [{ quantity_received: 5, serials }]);
      expect([over.status, over.body.errors]).toEqual([
        422,
        { 'items.0.quantity_received': ['Only 4 remain to be received'] },
      ]);
      const twice = await receive(admin, made, [
        { quantity_received: 3, serials: serials.slice(0, 3) },
        { quantity_received: 2, category: 'used', serials: serials.slice(3) },
      ]);
      expect(twice.body.errors).toEqual({ 'items.1.quantity_received': ['Only 1 remains to be received'] });
      expect(await unitBySerial(serials[0] ?? '')).toBeNull();
      expect(await orderOf(made)).toMatchObject({ status: 'pending', total_quantity_received: 0 });
      expect(await receiptsOf(made)).toEqual([]);
    });
  });

  it('gives used units the price that was typed, for those who may change prices alone', async () => {
    const made = await order(2);
    const [serial = '', other = ''] = freshSerials(2);
    const used = (serials: string[]) => [
      { quantity_received: serials.length, category: 'used', own_price: 9500, serials },
    ];
    // Nobody but admins receives by default, and they may change prices.
    expectDone(await admin.put('/roles/finance', { permissions: ['inventory.view', 'inventory.update'] }));
    onTestFinished(async () => void expectDone(await admin.delete('/roles/finance')));
    const receiver = await makeStaff(server.database, { store_id: shop.store.id, role: 'finance' });
    const refused = await receive(await signIn(server.url, receiver.email), made, used([other]));
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { 'items.0.own_price': ['Only somebody who may change prices may change this'] } },
    });
    expectDone(await receive(admin, made, used([serial])));
    expect(await unitBySerial(serial)).toMatchObject({ own_price: 9500, prices: { retail_price: 9500 } });
  });

  it.each([
    ['no rows', [], 'items', 'Please specify quantities to receive'],
    ['rows of nothing', [{ quantity_received: 0 }], 'items', 'Please specify quantities to receive'],
    [
      '501 units',
      [{ quantity_received: 501 }],
      'items.0.quantity_received',
      'At most 500 units in one receipt',
    ],
    [
      '501 in two rows',
      [{ quantity_received: 300 }, { quantity_received: 201 }],
      'items',
      'At most 500 units in one receipt. Receive the rest with another one',
    ],
    [
      'an item of another order',
      [{ quantity_received: 1, supplier_transaction_item_id: 1, serials: ['X1'] }],
      'items.0.supplier_transaction_item_id',
      'This item is not in the order any more',
    ],
    [
      'units and lists',
      [{ quantity_received: 1, units: [{ serial_number: 'X2' }], serials: ['X2'] }],
      'items.0.units',
      'Name units, or lists of their numbers; not both',
    ],
    [
      'more units than it counts',
      [{ quantity_received: 1, serials: ['X3', 'X4'] }],
      'items.0.quantity_received',
      '2 units are named for a quantity of 1',
    ],
    [
      'a unit without a number',
      [{ quantity_received: 2, units: [{ serial_number: 'X5' }] }],
      'items.0.units.1.serial_number',
      'This product needs a serial number or an IMEI',
    ],
    [
      'a new unit with a rating',
      [{ quantity_received: 1, condition_rating: 3, serials: ['X6'] }],
      'items.0.condition_rating',
      'Only used and refurbished items have a condition rating',
    ],
    [
      'one IMEI twice in a unit',
      [{ quantity_received: 1, units: [{ imei: '123', imei2: '123' }] }],
      'items.0.units.0.imei2',
      'This is the first IMEI again',
    ],
    [
      'an IMEI that is the serial number, too',
      [{ quantity_received: 1, units: [{ serial_number: '123', imei: '123' }] }],
      'items.0.units.0.imei',
      'This is the serial number again',
    ],
    [
      'an IMEI with letters',
      [{ quantity_received: 1, imeis: ['12A'] }],
      'items.0.imeis.0',
      'An IMEI has digits only',
    ],
  ])('refuses %s, on its field', async (_, rows, field, message) => {
    const { status, body } = await receive(admin, await order(600), rows);
    expect([status, body.errors]).toEqual([422, { [field]: [message] }]);
  });

  it('refuses a row whose item was changed to another product since it was scanned, and takes nothing', async () => {
    const made = await order(2);
    const [item] = made.items;
    const seen = { product_variation_id: shop.variation.id, serials: freshSerials(1) };
    expectDone(
      await admin.put(pathOf(made, `items/${item?.id}`), {
        product_variation_id: cable.id,
        quantity_ordered: 2,
        unit_cost: 5,
      }),
    );
    const { status, body } = await receive(admin, made, [{ quantity_received: 1, ...seen }]);
    expect([status, body.errors]).toEqual([
      409,
      {
        'items.0.product_variation_id': [`This item was changed to ${cable.product.name}, ${cable.name}`],
      },
    ]);
    expect(await receiptsOf(made)).toEqual([]);
    const known = { product_variation_id: cable.id, quantity_received: 2 };
    expectDone(await receive(admin, made, [known]));
  });

  it('keeps for the next order what was scanned of each unit, and the product’s history tells who chose it', async () => {
    const { product_id } = shop.variation;
    const scannedOf = (made: WireOrder) => made.items[0]?.product_variation.product.scanned_numbers;
    const made = await order(3);
    expect(scannedOf(made)).toBe('serial_imei');
    const unit = (at: number) => ({ imei: makeImei(900_000 + made.id * 10 + at) });
    const row = { quantity_received: 1, category: 'new' };
    expectDone(await receive(clerk, made, [{ ...row, units: [unit(1)], scanned_numbers: 'imei' }]));
    expect(scannedOf(await orderOf(made))).toBe('imei');
    expect(scannedOf(await order(1))).toBe('imei');
    // Without a choice, and with the one that holds, nothing changes.
    expectDone(await receive(clerk, made, [{ ...row, units: [unit(2)] }]));
    expectDone(await receive(clerk, made, [{ ...row, units: [unit(3)], scanned_numbers: 'imei' }]));
    const product = `/products/${product_id}`;
    const { data } = expectDone(
      await admin.get<z.input<typeof products.history.response>>(`${product}/history`),
    );
    expect(data.filter(({ field }) => field === 'scanned_numbers')).toMatchObject([
      { before: null, after: 'IMEI', staff: { id: clerk.staff.id } },
    ]);
    expect(expectDone(await admin.get(product))).toMatchObject({ scanned_numbers: 'imei' });
    expectDone(await admin.put(product, { scanned_numbers: null }));
    expect(scannedOf(await orderOf(made))).toBe('serial_imei');
  });

  it('takes 500 units at once', async () => {
    const made = await order(600);
    const done = expectDone(await receiveSome<WireReceiving>(admin, made, 500));
    expect([done.items_created, done.order.items[0]?.remaining_quantity]).toEqual([500, 100]);
  });

  it('takes what needs no number by how many there are, and lets each unit differ from its row', async () => {
    const made = await ordered(admin, {
      supplier_id: supplierId,
      store_id: shop.store.id,
      items: [
        { product_variation_id: cable.id, quantity_ordered: 20, unit_cost: 150 },
        { product_variation_id: shop.variation.id, quantity_ordered: 2, unit_cost: 9000 },
      ],
    });
    const [serial = '', other = ''] = freshSerials(2);
    const done = expectDone(
      await receive<WireReceiving>(admin, made, [
        { quantity_received: 20 },
        {
          supplier_transaction_item_id: made.items[1]?.id,
          quantity_received: 2,
          category: 'used',
          condition_rating: 3,
          units: [
            { serial_number: serial, condition_rating: 5 },
            { serial_number: other, category: 'new' },
          ],
        },
      ]),
    );
    expect(done.order.status).toBe('complete');
    expect(done.receipt.items.map((item) => item.quantity_received)).toEqual([20, 2]);
    expect(await unitBySerial(serial)).toMatchObject({ category: 'used', condition_rating: 5 });
    expect(await unitBySerial(other)).toMatchObject({ category: 'new', condition_rating: null });
  });

  describe('a number that is taken', () => {
    it('refuses the whole, and names the row, the unit and who has it', async () => {
      const made = await order(10);
      const [unit] = await makeUnits(server.database, {
        count: 1,
        store_id: shop.store.id,
        product_variation_id: shop.variation.id,
      });
      const elsewhere = await makeStore(server.database);
      const [foreign] = await makeUnits(server.database, {
        count: 1,
        store_id: elsewhere.id,
        product_variation_id: shop.variation.id,
      });
      const theirs = await signIn(
        server.url,
        (await makeStaff(server.database, { store_id: shop.store.id, role: 'supplier_liaison' })).email,
      );
      const [fresh = '', next = ''] = freshSerials(2);
      const { status, body } = await receive(theirs, made, [
        {
          quantity_received: 4,
          units: [
            { serial_number: fresh },
            { serial_number: next, imei: unit?.imei },
            { imei2: foreign?.imei },
            { serial_number: fresh },
          ],
        },
      ]);
      const phone = `${shop.variation.product.name} 128 GB Black`;
      expect([status, body.code]).toEqual([422, 'number_taken']);
      expect(body.errors).toEqual({
        'items.0.units.1.imei': [`${phone}, ${shop.store.name}, has this IMEI already`],
        'items.0.units.2.imei2': [`${phone}, ${elsewhere.name}, has this IMEI already`],
        'items.0.units.3.serial_number': ['Unit 1 of row 1 has this, too'],
      });
      expect(body.taken_by).toEqual({ 'items.0.units.1.imei': unit?.id });
      expect(await unitBySerial(fresh)).toBeNull();
      expect((await orderOf(made)).total_quantity_received).toBe(0);
    });

    it('is taken in whatever width it is written', async () => {
      const [serial = ''] = freshSerials(1);
      const made = await order(2);
      expectDone(await receive(admin, made, [{ quantity_received: 1, serials: [serial] }]));
      const wide = serial.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
      const { status, body } = await receive(admin, made, [{ quantity_received: 1, serials: [wide] }]);
      expect([status, body.code]).toEqual([422, 'number_taken']);
    });

    it('may be one that went back to who had traded it in, which comes in by trade-in again', async () => {
      const [serial = ''] = freshSerials(1);
      const product_variation_id = shop.variation.id;
      const form = { ...BROUGHT, product_variation_id, serial_number: serial };
      const traded = await admin.post<{ trade_in: { id: number } }>('/inventory/trade-ins', form);
      expectDone(await admin.post(`/trade-ins/${expectDone(traded).trade_in.id}/give-back`));
      const made = await order(2);
      const { status, body } = await receive(admin, made, [{ quantity_received: 1, serials: [serial] }]);
      expect(status).toBe(422);
      expect(body.errors?.['items.0.serials.0']?.[0]).toMatch(
        /It was given back to its seller: take it in by Trade In$/,
      );
    });

    it('may be one that is sold, which comes in by trade-in, or a product’s barcode', async () => {
      const made = await order(10);
      const [sold] = await makeUnits(server.database, {
        count: 1,
        store_id: shop.store.id,
        product_variation_id: shop.variation.id,
        status: 'sold',
      });
      const { body } = await receive(admin, made, [
        { quantity_received: 2, serials: [sold?.serial_number, shop.variation.barcode] },
      ]);
      expect(body.errors?.['items.0.serials.0']?.[0]).toMatch(
        /has this serial number already\. It was sold: where a customer brings it back, take it in by Trade In$/,
      );
      expect(body.errors?.['items.0.serials.1']).toEqual([
        `This is the barcode of ${shop.variation.product.name}`,
      ]);
    });

    it('may be that of one which went back to its supplier: it comes in again on its own record', async () => {
      const elsewhere = await makeStore(server.database);
      const [gone] = await makeUnits(server.database, {
        count: 1,
        store_id: elsewhere.id,
        product_variation_id: shop.variation.id,
        category: 'used',
        notes: 'Battery swapped',
      });
      const away = { supplier_id: supplierId, item_ids: [gone?.id], reason: 'Swollen battery' };
      expectDone(await admin.post<WireReturn>('/supplier-returns', away, { storeId: elsewhere.id }));
      const made = await order(2);
      const other = await makeVariation(server.database);
      const wrong = await makeOrder(server.database, admin, { store: shop.store, variation: other }, 1);
      const serials = [gone?.serial_number];
      const refused = await receive(admin, wrong, [{ quantity_received: 1, serials }]);
      expect(refused.body.errors?.['items.0.serials.0']?.[0]).toMatch(
        /It went back to its supplier, and comes in again only as that product$/,
      );
      const imei2 = makeImei(770_000 + made.id);
      server.clock.advance(MINUTE);
      const done = expectDone(
        await receive<WireReceiving>(admin, made, [
          { quantity_received: 2, serials: [...serials, freshSerials(1)[0]], imei2s: [imei2] },
        ]),
      );
      expect(done.receipt.items[0]?.units[0]?.inventory_item_id).toBe(gone?.id);
      const history = expectDone(await admin.get<WireHistory>(`/inventory/${gone?.id}`));
      expect(history).toMatchObject({
        status: 'available',
        category: 'new',
        serial_number: gone?.serial_number,
        imei: gone?.imei,
        imei2,
        notes: 'Battery swapped',
        purchase_cost: 18_500,
        store: { id: shop.store.id },
        life: [
          { kind: 'came_back' },
          { kind: 'received', receipt: { id: done.receipt.id } },
          { kind: 'sent_back' },
          { kind: 'received', receipt: null },
        ],
      });
      expect(history.life[1]?.changes.map(({ field }) => field)).toEqual(['store', 'imei2', 'category']);
      const { data } = expectDone(
        await admin.get<WireReturns>('/supplier-returns', { storeId: elsewhere.id }),
      );
      expect(data.map((row) => row.back_count)).toEqual([1]);
      const again = await receive(admin, await order(1), [{ quantity_received: 1, serials }]);
      expect(again.body.code).toBe('number_taken');
    });
  });

  it('shows costs to those who may see them alone, and nothing of another store', async () => {
    const made = await order(3);
    const done = expectDone(await receiveSome<WireReceiving>(clerk, made, 2));
    expect(JSON.stringify(done)).not.toContain('cost');
    const path = `/goods-receipts/${done.receipt.id}`;
    expect(JSON.stringify(expectDone(await clerk.get<WireReceipt>(path)))).not.toContain('cost');
    expect((await receiptsOf(made, clerk))[0]).not.toHaveProperty('total_cost');
    expect((await receiptsOf(made))[0]?.total_cost).toBe(37_000);
    const elsewhere = await makeStore(server.database);
    const stranger = await makeStaff(server.database, { store_id: elsewhere.id, role: 'supplier_liaison' });
    const theirs = await signIn(server.url, stranger.email);
    expect((await theirs.get(path)).status).toBe(404);
    for (const rest of ['receipts', 'expected-serials', 'lookup?code=X']) {
      expect((await theirs.get(pathOf(made, rest))).status).toBe(404);
    }
    expect((await receiveSome(theirs, made, 1)).status).toBe(404);
    expect((await theirs.put(pathOf(made, 'expected-serials'), { text: 'X' })).status).toBe(404);
  });

  it('takes nothing into a store that is not active any more', async () => {
    const store = await makeStore(server.database);
    const made = await order(1, store);
    await server.database.write((writer) =>
      writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', store.id).execute(),
    );
    const boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const { body } = await receiveSome(await signIn(server.url, boss.email), made, 1);
    expect(body.code).toBe('store_inactive');
  });

  it('keeps that a unit came which was deleted since', async () => {
    const made = await order(1);
    const done = expectDone(await receiveSome<WireReceiving>(admin, made, 1));
    const unitId = done.receipt.items[0]?.units[0]?.inventory_item_id;
    expectDone(await admin.delete(`/inventory/${unitId}`, { reason: 'Twice' }));
    const after = expectDone(await admin.get<WireReceipt>(`/goods-receipts/${done.receipt.id}`));
    expect(after).toMatchObject({ units_count: 1, total_cost: 18_500 });
    expect(after.items[0]?.units).toMatchObject([
      { inventory_item_id: null, serial_number: null, status: null },
    ]);
    // The receipt records it; the order expects it again, as the same item.
    const open = await orderOf(made);
    expect(open).toMatchObject({ status: 'pending', total_quantity_received: 0 });
    const path = `/supplier-transactions/${made.id}/items/${made.items[0]?.id}`;
    expect((await admin.put<Refusal>(path, { quantity_ordered: 3 })).body.code).toBe('illegal_state');
    expectDone(await receiveSome(admin, made, 1));
    expect(await orderOf(made)).toMatchObject({ status: 'complete', total_quantity_received: 1 });
  });

  it('takes a deleted unit off a closed order as well, of which nothing is to come', async () => {
    const made = await order(3);
    const done = expectDone(await receiveSome<WireReceiving>(admin, made, 2));
    expectDone(await admin.post(pathOf(made, 'close'), { reason: 'No more of it' }));
    const [unit, other] = done.receipt.items[0]?.units ?? [];
    expectDone(await admin.delete(`/inventory/${unit?.inventory_item_id}`, { reason: 'Twice' }));
    const after = await orderOf(made);
    expect(after).toMatchObject({ status: 'complete', is_closed: true, total_quantity_received: 1 });
    expect(after.items[0]).toMatchObject({ quantity_received: 1, remaining_quantity: 0 });
    // The receipt shows the present state of its remaining units.
    const broken = { status: 'defective', reason: 'Cracked' };
    expectDone(await admin.put(`/inventory/${other?.inventory_item_id}`, broken));
    const receipt = expectDone(await admin.get<WireReceipt>(`/goods-receipts/${done.receipt.id}`));
    expect(receipt.items[0]?.units.map(({ status }) => status)).toEqual([null, 'defective']);
  });

  it('tells of a scanned code whether it is free, and whose it is', async () => {
    const made = await order(2);
    const [unit] = shop.units;
    const [gone] = await makeUnits(server.database, {
      count: 1,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
      status: 'returned',
    });
    const [announced = '', free = ''] = freshSerials(2);
    expectDone(await clerk.put(pathOf(made, 'expected-serials'), { text: announced }));
    const lookUp = async (code: string | null | undefined) => {
      const path = pathOf(made, `lookup?${new URLSearchParams({ code: code ?? '' })}`);
      return expectDone(await clerk.get<WireLookUp>(path));
    };
    expect(await lookUp(free)).toMatchObject({ outcome: 'free', message: null, announced: null });
    const [label = '', voided = ''] = (await generated(admin, made.id, 2)).codes;
    const foreign = (await generated(admin, (await order(1)).id, 1)).codes[0];
    expectDone(await admin.post(`/qr-codes/${voided}/void`, { reason: 'Torn' }));
    expect(await lookUp(label)).toMatchObject({ outcome: 'label', taken_by: null });
    expect(await lookUp(voided)).toMatchObject({
      outcome: 'taken',
      message: 'This QR code is voided: Torn',
    });
    expect(await lookUp(foreign)).toMatchObject({
      outcome: 'taken',
      message: expect.stringMatching(/^This is a QR code of PO-/) as string,
    });
    expect(await lookUp(` ${announced.toLowerCase()}`)).toMatchObject({
      code: announced,
      outcome: 'free',
      announced: { serial_number: announced },
    });
    const has = `${shop.variation.product.name} 128 GB Black, ${shop.store.name}, has this`;
    const taken = { outcome: 'taken', taken_by: unit?.id };
    expect(await lookUp(unit?.imei)).toMatchObject({ ...taken, message: `${has} IMEI already` });
    expect(await lookUp(unit?.serial_number)).toMatchObject({
      ...taken,
      message: `${has} serial number already`,
    });
    expect(await lookUp(gone?.serial_number)).toMatchObject({ outcome: 'returned', taken_by: gone?.id });
    const itemIds = made.items.map(({ id }) => id);
    expect(await lookUp(shop.variation.barcode)).toMatchObject({ outcome: 'product', item_ids: itemIds });
    expect(await lookUp(shop.variation.product.sku)).toMatchObject({ outcome: 'product', item_ids: itemIds });
    expect(await lookUp(cable.barcode)).toMatchObject({
      outcome: 'taken',
      message: `This is the barcode of ${cable.product.name}`,
      item_ids: [],
    });
  });

  it('knows an IMEI with and without its check digit: in stock, in the list, and of a unit that went back', async () => {
    const made = await order(10);
    const [unit] = shop.units;
    const [known, fresh, other] = [0, 1, 2].map((at) => makeImei(640_000_000 + made.id * 10 + at));
    const short = (imei = '') => imei.slice(0, -1);
    const laid = expectDone(
      await admin.put<WireLaid>(pathOf(made, 'expected-serials'), {
        text: `${short(fresh)}\n${other}\n${short(other)}\n${fresh}`,
      }),
    );
    expect(laid.problems.map(({ message }) => message)).toEqual([
      'Row 2 has this number, too',
      'Row 1 has this number, too',
    ]);
    const lookUp = async (code = '') =>
      expectDone(await clerk.get<WireLookUp>(pathOf(made, `lookup?code=${code}`)));
    const has = `${shop.variation.product.name} 128 GB Black, ${shop.store.name}, has this`;
    expect(await lookUp(short(unit?.imei ?? ''))).toMatchObject({
      outcome: 'taken',
      message: `${has} IMEI already, as ${unit?.imei}`,
      taken_by: unit?.id,
    });
    expect(await lookUp(fresh)).toMatchObject({ outcome: 'free', announced: { imei: short(fresh) } });
    expect(await lookUp(short(other))).toMatchObject({ outcome: 'free', announced: { imei: other } });
    const refused = await receive(clerk, made, [
      { quantity_received: 3, imeis: [short(unit?.imei ?? ''), fresh, short(fresh)] },
    ]);
    expect(refused.body.errors).toEqual({
      'items.0.imeis.0': [`${has} IMEI already, as ${unit?.imei}`],
      'items.0.imeis.2': ['Unit 2 of row 1 has this, too'],
    });
    // Away with 14 digits, it comes in again with all of them, by its second IMEI alone.
    const second = makeImei(640_000_009 + made.id * 10);
    const [gone] = await makeUnits(server.database, {
      count: 1,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
      imei: known,
      imei2: short(second),
    });
    const away = { supplier_id: supplierId, item_ids: [gone?.id], reason: 'Dead pixels' };
    expectDone(await admin.post<WireReturn>('/supplier-returns', away));
    const done = expectDone(
      await receive<WireReceiving>(clerk, made, [
        { quantity_received: 3, imeis: [second, fresh, short(other)] },
      ]),
    );
    expect(done.receipt.items[0]?.units).toMatchObject([
      { inventory_item_id: gone?.id, imei: known, imei2: second },
      { imei: fresh },
      { imei: short(other) },
    ]);
    const compared = expectDone(await clerk.get<WireExpected>(pathOf(made, 'expected-serials')));
    expect(compared).toMatchObject({ received: 2, missing: 0, unannounced: 1 });
  });

  describe('a list of what is announced', () => {
    const lay = async (made: { id: number }, text: string) =>
      expectDone(await admin.put<WireLaid>(pathOf(made, 'expected-serials'), { text }));
    const expectedOf = async (made: { id: number }) =>
      expectDone(await clerk.get<WireExpected>(pathOf(made, 'expected-serials')));

    it('is compared with what comes: come, missing, and come without being announced', async () => {
      const made = await order(10);
      const [one = '', two = '', three = ''] = freshSerials(3);
      const imei = makeImei(880_000 + made.id);
      const laid = await lay(
        made,
        `SKU;Serial No.;IMEI 1\n${shop.variation.product.sku};${one};${imei}\n;${two};`,
      );
      expect(laid).toMatchObject({ received: 0, missing: 2, unannounced: 0, problems: [] });
      expect(laid.data).toMatchObject([
        { product_variation: { id: shop.variation.id }, serial_number: one, imei, inventory_item_id: null },
        { product_variation: null, serial_number: two, imei: null },
      ]);
      // By its IMEI: the serial number was not scanned.
      const units = [{ imei }, { serial_number: three }];
      const done = expectDone(await receive<WireReceiving>(admin, made, [{ quantity_received: 2, units }]));
      const compared = await expectedOf(made);
      expect(compared).toMatchObject({ received: 1, missing: 1, unannounced: 1 });
      expect(compared.data.map((row) => row.inventory_item_id)).toEqual([
        done.receipt.items[0]?.units[0]?.inventory_item_id,
        null,
      ]);
    });

    it('is replaced as a whole, without the rows that have a problem', async () => {
      const made = await order(10);
      const [one = '', two = ''] = freshSerials(2);
      await lay(made, one);
      const imei = makeImei(890_000 + made.id);
      const laid = await lay(made, `${two}\t${imei}\n\n${two}\n3.56E+14, X\nA,B,C\n"${one}"`);
      expect(laid.data.map((row) => [row.serial_number, row.imei])).toEqual([
        [two, imei],
        [one, null],
      ]);
      expect(laid.problems).toEqual([
        { row: 3, text: two, message: 'Row 1 has this number, too' },
        {
          row: 4,
          text: '3.56E+14, X',
          message: 'This row has more cells than a unit has numbers. Name the columns in the first row',
        },
        {
          row: 5,
          text: 'A, B, C',
          message: 'This row has more cells than a unit has numbers. Name the columns in the first row',
        },
      ]);
      expect((await lay(made, '')).data).toEqual([]);
    });

    it.each([
      ['SKU,Serial\nNO-SUCH,X1', 'Row 2: No item of this order has this SKU or barcode'],
      ['Serial,IMEI\n,12A', 'Row 2: An IMEI has digits only'],
      ['Serial,IMEI\nSN-5,123', 'Row 2: An IMEI has 15 digits'],
      [
        'Serial,IMEI\n,3.56E+14',
        'Row 2: A spreadsheet shortened this number. Format its column as text, and copy it again',
      ],
      ['SKU,Serial,Notes\n,,Late', 'Row 2: No serial number or IMEI in this row'],
    ])('is refused where no row is good: %j', async (text, message) => {
      const { status, body } = await admin.put<Refusal>(pathOf(await order(1), 'expected-serials'), { text });
      expect([status, body.errors]).toEqual([422, { text: [message] }]);
    });
  });

  describe('what is scanned and not received', () => {
    const tell = (by: Caller, made: WireOrder, quantity: number) =>
      by.put<WireOrder>(pathOf(made, 'open-receipt'), {
        items: quantity === 0 ? [] : [{ supplier_transaction_item_id: made.items[0]?.id, quantity }],
      });

    it('is seen by others in the order and in its list, with who has it since when, until it is received', async () => {
      const made = await order(10);
      const begun = server.clock.now();
      expect(expectDone(await tell(clerk, made, 1)).open_receipts).toHaveLength(1);
      server.clock.advance(MINUTE);
      expectDone(await tell(clerk, made, 4));
      const open = {
        by: { name: expect.any(String) as string },
        begun_at: new Date(begun).toISOString(),
        seen_at: new Date(begun + MINUTE).toISOString(),
        units_count: 4,
        items: [{ supplier_transaction_item_id: made.items[0]?.id, quantity: 4 }],
      };
      expect(expectDone(await tell(admin, made, 2))).toMatchObject({
        units_scanned: 6,
        total_quantity_received: 0,
        open_receipts: [open, { units_count: 2 }],
      });
      const listed = expectDone(
        await admin.get<{ data: WireOrder[] }>(`/supplier-transactions?search=${made.transaction_number}`),
      );
      expect(listed.data).toMatchObject([{ id: made.id, units_scanned: 6 }]);
      const received = await receive<WireReceiving>(clerk, made, [
        { quantity_received: 4, serials: freshSerials(4) },
      ]);
      expect(expectDone(received).order).toMatchObject({
        units_scanned: 2,
        open_receipts: [{ units_count: 2 }],
        items: [{ remaining_quantity: 6 }],
      });
      expect(expectDone(await tell(admin, made, 0))).toMatchObject({ units_scanned: 0, open_receipts: [] });
      expect(expectDone(await tell(admin, made, 0)).open_receipts).toEqual([]);
    });

    it('is told apart by computer where two of them share an account, and is received at one without the other', async () => {
      const made = await order(5);
      const [front, back] = [atDevice(server.url, clerk), atDevice(server.url, clerk)];
      const [serial = ''] = freshSerials(1);
      expectDone(await tell(front, made, 2));
      const items = [{ supplier_transaction_item_id: made.items[0]?.id, quantity: 3 }];
      expect(
        expectDone(await back.put<WireOrder>(pathOf(made, 'open-receipt'), { items, codes: [serial] })),
      ).toMatchObject({
        units_scanned: 5,
        open_receipts: expect.arrayContaining([
          expect.objectContaining({ is_here: false, units_count: 2 }),
          expect.objectContaining({ is_here: true, units_count: 3 }),
        ]) as object,
      });
      const scannedBy = async (by: Caller) =>
        expectDone(await by.get<WireLookUp>(pathOf(made, `lookup?code=${serial}`))).scanned_by;
      expect(await scannedBy(front)).toMatchObject({ name: expect.any(String) as string });
      expect(await scannedBy(back)).toBeNull();
      expectDone(await receive(back, made, [{ quantity_received: 3, serials: freshSerials(3) }]));
      expect(await orderOf(made)).toMatchObject({ units_scanned: 2, open_receipts: [{ units_count: 2 }] });
      expect(expectDone(await tell(front, made, 0)).open_receipts).toEqual([]);
    });

    it('warns others who scan one of its codes for the same order, and refuses nothing', async () => {
      const made = await order(4);
      const [serial = '', other = ''] = freshSerials(2);
      const imei = makeImei(815_001);
      const items = [{ supplier_transaction_item_id: made.items[0]?.id, quantity: 1 }];
      const tellCodes = (codes: string[]) =>
        clerk.put<WireOrder>(pathOf(made, 'open-receipt'), { items, codes });
      const { open_receipts, ...told } = expectDone(await tellCodes([serial, imei]));
      expect(JSON.stringify({ open_receipts, told })).not.toContain(serial);
      const by = open_receipts[0]?.by;
      const byWhom = async (code: string, caller = admin, where = made) =>
        expectDone(await caller.get<WireLookUp>(pathOf(where, `lookup?code=${code}`)));
      const elsewhere = await order(1);
      for (const code of [serial, imei, imei.slice(0, 14)]) {
        expect(await byWhom(code)).toMatchObject({ outcome: 'free', scanned_by: by });
        expect((await byWhom(code, clerk)).scanned_by).toBeNull();
        expect((await byWhom(code, admin, elsewhere)).scanned_by).toBeNull();
      }
      expect((await byWhom(other)).scanned_by).toBeNull();
      expectDone(await tell(clerk, made, 1));
      expect((await byWhom(serial)).scanned_by).toBeNull();
      expectDone(await tellCodes(Array.from({ length: 2_000 }, (_, at) => `${serial}-${at}`)));
      expect((await byWhom(`${serial}-1999`)).scanned_by).toEqual(by);
      expect((await tellCodes(Array.from({ length: 2_001 }, String))).status).toBe(422);
      expect((await tellCodes([''])).status).toBe(422);
      // Of control characters, none is kept.
      expectDone(await tellCodes(['A\u0000B', serial]));
      expectDone(await receive(admin, made, [{ quantity_received: 1, serials: [serial] }]));
    });

    it('holds nothing: others receive and cancel, and it is told of after that, too', async () => {
      const made = await order(2);
      expectDone(await tell(clerk, made, 2));
      expectDone(await receive(admin, made, [{ quantity_received: 2, serials: freshSerials(2) }]));
      expect(expectDone(await tell(clerk, made, 2))).toMatchObject({
        status: 'complete',
        units_scanned: 2,
        items: [{ remaining_quantity: 0 }],
      });
    });

    it('is forgotten a week after its computer last told of it', async () => {
      const made = await order(2);
      expectDone(await tell(clerk, made, 2));
      const told = server.clock.now();
      const forget = (now: number) => server.database.write((writer) => forgetOpenReceipts(writer, now));
      await forget(told + 7 * DAY - 1);
      expect((await orderOf(made)).units_scanned).toBe(2);
      await forget(told + 7 * DAY);
      expect(await orderOf(made)).toMatchObject({ units_scanned: 0, open_receipts: [] });
    });

    it('is of an order of the caller’s stores, and counts whole units', async () => {
      const elsewhere = await order(1, await makeStore(server.database));
      expect((await tell(clerk, elsewhere, 1)).status).toBe(404);
      const made = await order(1);
      for (const quantity of [-1, 0.5, 501]) {
        expect((await tell(clerk, made, quantity)).status, String(quantity)).toBe(422);
      }
    });
  });
});
