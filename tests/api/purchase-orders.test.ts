import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { orderDocuments } from '#contract/order-document.ts';
import type { purchaseOrders } from '#contract/purchase-orders.ts';
import { DAY } from '#domain/store-time.ts';
import { signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import {
  makeOrder,
  ordered,
  receiveOne,
  type WireOrder,
  type WireOrders,
} from '#tests/support/purchase-orders.ts';
import { receiveSome } from '#tests/support/receiving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  makeShop,
  makeStaff,
  makeStore,
  makeSupplier,
  makeVariation,
  type Shop,
} from '#tests/support/shop.ts';

type WireOrderDocument = z.input<typeof orderDocuments.paper.response>;
type Summary = z.input<typeof purchaseOrders.summary.response>;

onEveryEngine('purchase orders', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let boss: Awaited<ReturnType<typeof makeStaff>>;
  let manager: Caller;
  /** Orders, but may not see costs. */
  let clerk: Caller;
  let supplier: Awaited<ReturnType<typeof makeSupplier>>;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 1, seller: { role: 'store_manager' } });
    supplier = await makeSupplier(server.database, { name: 'Pacific Gadgets 2', code: 'PAC-02' });
    manager = await signIn(server.url, shop.seller.email);
    boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, boss.email);
    const granted = ['inventory.view', 'inventory.create', 'purchase_orders.update'];
    expectDone(await admin.put('/roles/supplier_liaison', { permissions: granted }));
    const liaison = await makeStaff(server.database, { store_id: shop.store.id, role: 'supplier_liaison' });
    clerk = await signIn(server.url, liaison.email);
  });
  afterAll(() => server.close());

  const rowOf = (quantity_ordered = 10, unit_cost = 18_500, variation = shop.variation.id) => ({
    product_variation_id: variation,
    quantity_ordered,
    unit_cost,
  });
  const form = (fields: object = {}) => ({
    supplier_id: supplier.id,
    store_id: shop.store.id,
    items: [rowOf()],
    ...fields,
  });
  const order = (quantity = 10) => makeOrder(server.database, manager, shop, quantity);
  const refused = async (fields: object, by = manager) =>
    (await by.post<Refusal>('/supplier-transactions', form(fields))).body;
  const list = async (query: object, by = manager) =>
    expectDone(await by.get<WireOrders>(`/supplier-transactions?${new URLSearchParams({ ...query })}`));
  const pathOf = ({ id }: WireOrder, rest = '') => `/supplier-transactions/${id}${rest}`;
  const itemOf = ({ items }: WireOrder) => items[0]?.id ?? 0;

  describe('one that is placed', () => {
    it('takes ten at 18,500 pesos, 185,000 in all, under a number that the store counts', async () => {
      const first = await ordered(manager, { ...form(), notes: 'By Friday' });
      expect(first).toMatchObject({
        status: 'pending',
        is_closed: false,
        supplier: { id: supplier.id, name: 'Pacific Gadgets 2', is_deleted: false },
        store: { id: shop.store.id },
        created_by: { id: shop.seller.id },
        notes: 'By Friday',
        total_amount: 185_000,
        total_quantity_ordered: 10,
        total_quantity_received: 0,
        qr_codes_count: 0,
        closed: null,
        items: [
          {
            product_variation: { id: shop.variation.id, product: { requires_serial: true } },
            quantity_ordered: 10,
            quantity_received: 0,
            remaining_quantity: 10,
            unit_cost: 18_500,
            total_cost: 185_000,
          },
        ],
        history: [{ kind: 'created', by: { id: shop.seller.id }, quantity: 10 }],
      });
      const { supplier_id, store_id, items } = form();
      const aliased = { supplier: supplier_id, store: store_id, items };
      const second = expectDone(await manager.post<WireOrder>('/supplier-transactions', aliased));
      expect([second.supplier.id, second.store.id]).toEqual([supplier.id, shop.store.id]);
      const noOf = (number: string) => Number(number.slice(-6));
      expect(second.transaction_number).toBe(
        `PO-${shop.store.code}-${String(noOf(first.transaction_number) + 1).padStart(6, '0')}`,
      );
    });

    it.each([
      [{ supplier_id: undefined }, 'supplier_id', 'Please select a supplier'],
      [{ supplier_id: null }, 'supplier_id', 'Please select a supplier'],
      [{ store_id: undefined }, 'store_id', 'Please select a receiving store'],
      [{ items: undefined }, 'items', 'Please add at least one valid item'],
      [{ items: [] }, 'items', 'Please add at least one valid item'],
    ])('is refused with %j', async (fields, field, message) => {
      const { errors } = await refused(fields);
      expect(errors).toEqual({ [field]: [message] });
    });

    it.each([
      [{ quantity_ordered: 0 }, 'quantity_ordered', 'At least 1'],
      [{ quantity_ordered: 1.5 }, 'quantity_ordered', 'Type a whole number'],
      [{ unit_cost: 0 }, 'unit_cost', 'Above 0'],
      [{ unit_cost: 10.005 }, 'unit_cost', 'Amounts have at most two decimals'],
      [{ product_variation_id: null }, 'product_variation_id', 'Choose a product'],
    ])('names the row and the field of %j', async (wrong, field, message) => {
      const { errors } = await refused({ items: [rowOf(), { ...rowOf(), ...wrong }] });
      expect(errors).toEqual({ [`items.1.${field}`]: [message] });
    });

    it('goes to no inactive supplier, and takes no product that is sold no more', async () => {
      const inactive = await makeSupplier(server.database, { name: 'Closed Corp.', is_active: 0 });
      expect((await refused({ supplier_id: inactive.id })).errors).toEqual({
        supplier_id: ['Closed Corp. is inactive. Select another supplier'],
      });
      const gone = await makeVariation(server.database, { is_active: 0 });
      const { errors } = await refused({ items: [rowOf(), rowOf(1, 5, gone.id)] });
      expect(errors?.['items.1.product_variation_id']?.[0]).toMatch(/is inactive and cannot be ordered$/);
    });

    it('comes to no more than any amount may', async () => {
      const { errors } = await refused({ items: [rowOf(10_000, 100_000), rowOf(1, 1)] });
      expect(errors).toEqual({ items: ['At most 1,000,000,000 in one order'] });
    });

    it('is for one of the caller’s own stores', async () => {
      const other = await makeStore(server.database);
      const { status, body } = await manager.post<Refusal>(
        '/supplier-transactions',
        form({ store_id: other.id }),
      );
      expect([status, body.code]).toEqual([403, 'foreign_store']);
      const theirs = await ordered(admin, { ...form(), store_id: other.id });
      expect((await manager.get<Refusal>(pathOf(theirs))).status).toBe(404);
      expect((await manager.get<Refusal>(`/supplier-transactions?store_id=${other.id}`)).status).toBe(403);
    });

    it('costs what the product is known to, for whoever may see no costs, and shows them none', async () => {
      const known = await makeVariation(server.database, { cost: 1_234_50 });
      const { unit_cost: _, ...row } = rowOf(2, 0, known.id);
      const made = await ordered(clerk, { ...form(), items: [row] });
      expect(JSON.stringify(made)).not.toContain('cost');
      expect(made).not.toHaveProperty('total_amount');
      expect(made).not.toHaveProperty('received_amount');
      const seen = expectDone(await manager.get<WireOrder>(pathOf(made)));
      expect([seen.total_amount, seen.items[0]?.unit_cost]).toEqual([2469, 1234.5]);
      const said = await clerk.post<Refusal>('/supplier-transactions', form());
      expect(said.status).toBe(422);
      const free = await makeVariation(server.database, { cost: 0 });
      const { errors } = await refused(
        { items: [{ product_variation_id: free.id, quantity_ordered: 1 }] },
        clerk,
      );
      expect(errors).toEqual({ 'items.0.unit_cost': ['Unit cost is required'] });
    });
  });

  describe('its items', () => {
    it('are added, changed and removed while nothing came, and its sums follow', async () => {
      const made = await order();
      const more = await makeVariation(server.database);
      const added = expectDone(await admin.post<WireOrder>(pathOf(made, '/items'), rowOf(2, 99.95, more.id)));
      expect([added.total_quantity_ordered, added.total_amount]).toEqual([12, 185_199.9]);
      const changed = expectDone(
        await admin.put<WireOrder>(pathOf(made, `/items/${itemOf(made)}`), { quantity_ordered: 4 }),
      );
      expect([changed.total_quantity_ordered, changed.total_amount]).toEqual([6, 74_199.9]);
      expect(changed.items.map((item) => item.remaining_quantity)).toEqual([4, 2]);
      const left = expectDone(await admin.delete<WireOrder>(pathOf(made, `/items/${itemOf(made)}`)));
      expect(left.items.map((item) => item.product_variation.id)).toEqual([more.id]);
      expect(left.history.map((event) => [event.kind, event.quantity_before, event.quantity])).toEqual([
        ['item_removed', 4, null],
        ['item_changed', 10, 4],
        ['item_added', null, 2],
        ['created', null, 10],
      ]);
      const last = await admin.delete<Refusal>(pathOf(made, `/items/${itemOf(left)}`));
      expect([last.status, last.body.message]).toEqual([
        409,
        'An order keeps at least one item. Cancel it instead',
      ]);
    });

    it('keep their cost for whoever sees none', async () => {
      const made = await order();
      const path = pathOf(made, `/items/${itemOf(made)}`);
      expectDone(await clerk.put<WireOrder>(path, { quantity_ordered: 3 }));
      const { items } = expectDone(await manager.get<WireOrder>(pathOf(made)));
      expect(items[0]).toMatchObject({ quantity_ordered: 3, unit_cost: 18_500 });
    });
  });

  describe('one that is ended', () => {
    it('is cancelled with a reason, once, and nothing of it is to come', async () => {
      const made = await order(3);
      expect((await admin.post<Refusal>(pathOf(made, '/cancel'), {})).body.errors).toEqual({
        reason: ['Reason required'],
      });
      const both = await Promise.all(
        [1, 2].map(() => admin.post<WireOrder>(pathOf(made, '/cancel'), { reason: 'Sold out there' })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const after = expectDone(await manager.get<WireOrder>(pathOf(made)));
      expect(after).toMatchObject({
        status: 'complete',
        is_closed: true,
        closed: { reason: 'Sold out there', is_cancelled: true },
        items: [{ quantity_ordered: 3, remaining_quantity: 0 }],
        history: [{ kind: 'cancelled', quantity: 3, reason: 'Sold out there' }, { kind: 'created' }],
      });
      const { status, body } = await admin.post<Refusal>(pathOf(made, '/items'), rowOf());
      expect([status, body.message]).toEqual([409, 'This order was cancelled']);
    });

    it('keeps what came when the rest is closed, and is not cancelled any more', async () => {
      const made = await order(3);
      await receiveOne(server.database, made);
      const { status, body } = await admin.post<Refusal>(pathOf(made, '/cancel'), { reason: 'Late' });
      expect([status, body.message]).toEqual([409, 'Some of it was received. Close what is left instead']);
      const item = pathOf(made, `/items/${itemOf(made)}`);
      expect((await admin.put<Refusal>(item, { quantity_ordered: 9 })).status).toBe(409);
      const closed = expectDone(await admin.post<WireOrder>(pathOf(made, '/close'), { reason: 'Late' }));
      expect(closed).toMatchObject({
        status: 'complete',
        closed: { is_cancelled: false },
        total_quantity_received: 1,
        items: [{ quantity_received: 1, remaining_quantity: 0 }],
        history: [{ kind: 'closed', quantity: 2 }, { kind: 'created' }],
      });
    });

    it('is not closed while nothing came of it', async () => {
      const made = await order();
      const { status, body } = await admin.post<Refusal>(pathOf(made, '/close'), { reason: 'Late' });
      expect([status, body.message]).toEqual([409, 'Nothing of it was received. Cancel it instead']);
    });
  });

  describe('one that leaves the shop', () => {
    const mailsTo = (recipient: string) =>
      server.database.reader.selectFrom('outbox').selectAll().where('recipient', '=', recipient).execute();
    const toSupplier = async (by: Caller, supplierFields: object) => {
      const { id: supplier_id } = await makeSupplier(server.database, supplierFields);
      return ordered(by, { ...form(), supplier_id, notes: 'At the back door', items: [rowOf()] });
    };

    it('says on its document to whom it goes, what is wanted where, and what it costs to whoever sees costs', async () => {
      const made = await toSupplier(manager, {
        contact_person: 'Carmela',
        phone: '+63 2 8634',
        address: 'Pasig',
      });
      const document = expectDone(await manager.get<WireOrderDocument>(pathOf(made, '/paper')));
      expect(document).toMatchObject({
        transaction_number: made.transaction_number,
        ordered_on: made.created_at.slice(0, 10),
        ordered_by: shop.seller.name,
        is_cancelled: false,
        supplier: { contact_person: 'Carmela', phone: '+63 2 8634', address: 'Pasig', email: null },
        deliver_to: { name: shop.store.name },
        notes: 'At the back door',
        items: [{ sku: shop.variation.product.sku, quantity: 10, unit_cost: 18_500, total_cost: 185_000 }],
        total_quantity: 10,
        total_amount: 185_000,
      });
      const plain = expectDone(await clerk.get<WireOrderDocument>(pathOf(made, '/paper')));
      expect(plain.items).toMatchObject([{ quantity: 10 }]);
      expect(JSON.stringify(plain)).not.toMatch(/cost|amount/);
    });

    it('goes to its supplier by email, with costs from whoever sees them, and its history says so', async () => {
      const email = 'orders@carmela.test';
      const made = await toSupplier(manager, { email });
      expectDone(await manager.post(pathOf(made, '/email')));
      expectDone(await clerk.post(pathOf(made, '/email')));
      const [full, plain] = await mailsTo(email);
      expect(full?.subject).toContain(`Purchase order ${made.transaction_number} from`);
      for (const part of ['₱18,500.00', '₱185,000.00', 'At the back door', shop.store.name]) {
        expect(full?.text).toContain(part);
        expect(full?.html).toContain(part);
      }
      expect(`${plain?.text}${plain?.html}`).not.toContain('₱');
      expect(plain?.html).toContain(shop.variation.product.sku);
      const { history } = expectDone(await manager.get<WireOrder>(pathOf(made)));
      expect(history.slice(0, 2)).toMatchObject([
        { kind: 'mailed', reason: email },
        { kind: 'mailed', reason: email, by: { id: shop.seller.id } },
      ]);
      expectDone(await admin.post(pathOf(made, '/cancel'), { reason: 'Late' }));
      expectDone(await manager.post(pathOf(made, '/email')));
      expect((await mailsTo(email)).at(-1)?.subject).toMatch(/^CANCELLED: /);
    });

    it('asks for nothing more once its rest was closed, and names what is given up', async () => {
      const email = 'closed@carmela.test';
      const made = await toSupplier(manager, { email });
      await receiveOne(server.database, made);
      const ended = await admin.post<WireOrder>(pathOf(made, '/close'), { reason: 'Out of stock' });
      expect(expectDone(ended)).toMatchObject({ total_amount: 185_000, received_amount: 18_500 });
      expect(expectDone(await manager.get<WireOrderDocument>(pathOf(made, '/paper')))).toMatchObject({
        is_cancelled: false,
        is_closed: true,
        items: [{ quantity: 1, given_up: 9, unit_cost: 18_500, total_cost: 18_500 }],
        total_quantity: 1,
        total_amount: 18_500,
      });
      expectDone(await manager.post(pathOf(made, '/email')));
      const [mail] = await mailsTo(email);
      expect(mail?.subject).toMatch(/^CLOSED: /);
      expect(mail?.text).toContain('Given up: 9 units. Deliver no more of this order.');
      expect(mail?.text).not.toContain('We order what stands below');
    });

    it('goes to nobody without an address, and not without end', async () => {
      const made = await order();
      const { status, body } = await manager.post<Refusal>(pathOf(made, '/email'));
      expect([status, body.message]).toEqual([409, `${made.supplier.name} has no email address`]);
      const often = await toSupplier(manager, { email: 'often@supplier.test' });
      for (let sent = 0; sent < 30; sent += 1) expectDone(await manager.post(pathOf(often, '/email')));
      const refusal = await manager.post<Refusal>(pathOf(often, '/email'));
      expect([refusal.status, refusal.body.message]).toEqual([
        429,
        'Too many orders were sent. Try again later',
      ]);
    });
  });

  it('keeps a product that was ordered: deleting it only takes it off sale', async () => {
    const { id } = await makeVariation(server.database);
    const made = await ordered(manager, form({ items: [rowOf(1, 5, id)] }));
    const { product } = made.items[0]?.product_variation ?? { product: { id: 0 } };
    const gone = expectDone(await admin.delete<{ is_deleted: boolean }>(`/products/${product.id}`));
    expect(gone.is_deleted).toBe(false);
  });

  it('keeps the name of its supplier who is deleted, active or not, and is received all the same', async () => {
    for (const is_active of [true, false]) {
      const { id, name } = await makeSupplier(server.database);
      const made = await ordered(manager, { ...form(), supplier_id: id, items: [rowOf(1)] });
      expectDone(await admin.put(`/suppliers/${id}`, { is_active }));
      expectDone(await admin.delete(`/suppliers/${id}`));
      const after = expectDone(await manager.get<WireOrder>(pathOf(made)));
      expect(after.supplier).toMatchObject({ id, name, is_deleted: true });
      expectDone(await receiveSome<object>(admin, made, 1));
    }
  });

  describe('the list', () => {
    it('shows a store’s orders, the newest first, by number, supplier, status and day', async () => {
      const store = await makeStore(server.database);
      const from = async (name: string) => {
        const { id } = await makeSupplier(server.database, { name });
        return ordered(admin, { ...form(), store_id: store.id, supplier_id: id });
      };
      const first = await from('Northern Lights 2');
      server.clock.advance(DAY);
      admin = await signIn(server.url, boss.email);
      const second = await from('Southern Cross');
      const idsOf = async (query: object) =>
        (await list({ store_id: store.id, ...query }, admin)).data.map(({ id }) => id);
      expect(await idsOf({})).toEqual([second.id, first.id]);
      expect(await idsOf({ sort: 'created_at' })).toEqual([first.id, second.id]);
      expect(await idsOf({ search: second.transaction_number.toLowerCase() })).toEqual([second.id]);
      expect(await idsOf({ search: 'lights northern' })).toEqual([first.id]);
      expect(await idsOf({ search: 'northern lights 2' })).toEqual([first.id]);
      expect(await idsOf({ supplier_id: second.supplier.id })).toEqual([second.id]);
      const { product } = first.items[0]?.product_variation ?? { product: { id: 0 } };
      expect(await idsOf({ product_id: product.id })).toEqual([second.id, first.id]);
      expect(await idsOf({ product_id: product.id, search: 'cross' })).toEqual([second.id]);
      expect(await idsOf({ to_date: first.created_at.slice(0, 10) })).toEqual([first.id]);
      expect(await idsOf({ from_date: second.created_at.slice(0, 10) })).toEqual([second.id]);
      expectDone(await admin.post(pathOf(first, '/cancel'), { reason: 'Late' }));
      expect(await idsOf({ status: 'complete' })).toEqual([first.id]);
      // Nothing of it is outstanding any more.
      expect(await idsOf({ product_id: product.id })).toEqual([second.id]);
      expect(
        expectDone(await admin.get<Summary>(`/supplier-transactions/summary?store_id=${store.id}`)),
      ).toEqual({ pending: 1, partial: 0, complete: 1, units_to_come: 10, amount_to_come: 185_000 });
      const ofFirst = await admin.get<WireOrders>(`/suppliers/${first.supplier.id}/transactions`);
      expect(expectDone(ofFirst).data.map(({ id }) => id)).toEqual([first.id]);
    });
  });
});
