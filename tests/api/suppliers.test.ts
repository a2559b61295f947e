import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { suppliers } from '#contract/suppliers.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { ordered, receiveOne } from '#tests/support/purchase-orders.ts';
import { expectDone, sell, voidSale } from '#tests/support/selling.ts';
import { onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeSupplier, makeUnits, type Shop } from '#tests/support/shop.ts';

type Supplier = z.input<typeof suppliers.get.response>;
type List = z.input<typeof suppliers.list.response>;
type Stats = z.input<typeof suppliers.stats.response>;

onEveryEngine('suppliers', (start) => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 6, seller: { role: 'store_manager' } });
    const staffed = async (role: 'admin' | 'salesperson') => {
      const { email } = await makeStaff(server.database, { store_id: shop.store.id, role });
      return signIn(server.url, email);
    };
    manager = await signIn(server.url, shop.seller.email);
    admin = await staffed('admin');
    seller = await staffed('salesperson');
  });
  afterAll(() => server.close());

  let made = 0;
  const form = (fields: object = {}) => {
    made += 1;
    return { name: `Distributor ${made}`, code: `DST-${made}`, ...fields };
  };
  const create = (fields: object = {}) => manager.post<Supplier>('/suppliers', form(fields));
  const show = async (id: number) => expectDone(await seller.get<Supplier>(`/suppliers/${id}`));
  const list = async (query: object) =>
    expectDone(await seller.get<List>(`/suppliers?${new URLSearchParams({ ...query })}`));
  const statsOf = async (id: number, by = manager) =>
    expectDone(await by.get<Stats>(`/suppliers/${id}/stats`));
  const unitsOf = (supplier_id: number, count: number, fields: object = {}) =>
    makeUnits(server.database, {
      count,
      supplier_id,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
      ...fields,
    });

  describe('one that is created', () => {
    it('keeps everything, its code in capitals, and is active', async () => {
      const answer = await create({
        name: '  Pacific Gadgets Inc. ',
        code: ' pac-01 ',
        contact_person: 'Liza Ramos',
        email: 'Orders@Pacific.PH',
        phone: '(02) 8123 4567 loc. 12',
        address: '12 Shaw Blvd., Mandaluyong',
        payment_terms: 'Net 30',
        notes: '',
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: answer.body.id,
        name: 'Pacific Gadgets Inc.',
        code: 'PAC-01',
        contact_person: 'Liza Ramos',
        email: 'orders@pacific.ph',
        phone: '(02) 8123 4567 loc. 12',
        address: '12 Shaw Blvd., Mandaluyong',
        payment_terms: 'Net 30',
        notes: null,
        is_active: true,
        created_at: new Date(OPENING).toISOString(),
      });
      expect(await show(answer.body.id)).toEqual(answer.body);
    });

    it('may begin inactive, with a name and a code alone', async () => {
      expect((await create({ is_active: false })).body).toMatchObject({ is_active: false, email: null });
    });

    it.each([
      [{ name: ' ' }, 'name', 'Supplier name is required'],
      [{ name: undefined }, 'name', 'Supplier name is required'],
      [{ code: '' }, 'code', 'Supplier code is required'],
      [{ email: 'orders@' }, 'email', 'Invalid email format'],
      [{ code: 'X'.repeat(21) }, 'code', 'Supplier code must be 20 characters or less'],
      [{ id: 7 }, 'id', 'This field is not known'],
    ])('is refused with %j', async (fields, field, message) => {
      const { status, body } = await manager.post('/suppliers', form(fields));
      expect([status, body.errors]).toEqual([422, { [field]: [message] }]);
    });

    it('is refused with a code that another one has in any case, until that one is deleted', async () => {
      const { body: first } = await create({ code: 'SAME-1' });
      const { status, body } = await manager.post('/suppliers', form({ code: 'same-1' }));
      expect([status, body.errors]).toEqual([422, { code: ['This code is taken'] }]);
      const { body: other } = await create();
      const wide = await manager.post('/suppliers', form({ code: 'ｓａｍｅ－１' }));
      expect([wide.status, wide.body.errors]).toEqual([422, { code: ['This code is taken'] }]);
      const refused = await admin.put(`/suppliers/${other.id}`, { code: 'Same-1' });
      expect([refused.status, refused.body.errors]).toEqual([422, { code: ['This code is taken'] }]);
      expectDone(await admin.delete(`/suppliers/${first.id}`));
      expect((await create({ code: 'SAME-1' })).status).toBe(201);
    });

    it('is one where many make the same at once', async () => {
      const same = form();
      const answers = await Promise.all(Array.from({ length: 6 }, () => manager.post('/suppliers', same)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422]);
      expect((await list({ search: same.code })).total).toBe(1);
    });
  });

  describe('one that is there', () => {
    it('is changed field by field; null and an empty text clear', async () => {
      const { body } = await create({ phone: '0917', notes: 'Ask for Ana', payment_terms: 'COD' });
      const changed = { ...body, name: 'Renamed Trading', phone: null, notes: null };
      const changes = { name: 'Renamed Trading', phone: null, notes: '' };
      expect(expectDone(await admin.put(`/suppliers/${body.id}`, changes))).toEqual(changed);
      expect(await show(body.id)).toEqual(changed);
    });

    it('is deactivated and activated by that alone', async () => {
      const { body } = await create();
      const put = async (is_active: boolean) =>
        expectDone(await admin.put<Supplier>(`/suppliers/${body.id}`, { is_active }));
      expect(await put(false)).toEqual({ ...body, is_active: false });
      expect(await put(true)).toEqual(body);
    });

    it('keeps what somebody else saved meanwhile, and refuses what both changed', async () => {
      const { body } = await create({ phone: '0917', address: null });
      const { name, phone, address } = body;
      const put = (changes: object) =>
        admin.put(`/suppliers/${body.id}`, { ...changes, known: { name, phone, address } });
      expectDone(await put({ phone: '0918' }));
      expectDone(await put({ name, phone: '0917', address: 'Ayala Avenue' }));
      expect(await show(body.id)).toMatchObject({ phone: '0918', address: 'Ayala Avenue' });
      const refused = await put({ phone: '0919' });
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({
          code: 'supplier_changed',
          errors: { phone: ['Somebody else changed this meanwhile'] },
        }),
      ]);
    });

    it('leaves in the audit log what became different', async () => {
      const { body } = await create({ payment_terms: 'COD' });
      const changes = { payment_terms: 'Net 30', name: body.name };
      expectDone(await admin.put(`/suppliers/${body.id}`, changes));
      expectDone(await admin.delete(`/suppliers/${body.id}`));
      type Events = { data: { what: string; subject: object; changes: object[] }[] };
      const { data } = expectDone(await admin.get<Events>('/audit?area=suppliers&per_page=3'));
      const subject = { name: body.name, path: `/suppliers/${body.id}` };
      expect(data).toEqual([
        expect.objectContaining({ what: 'Deleted a supplier', subject: expect.objectContaining(subject) }),
        expect.objectContaining({
          what: 'Changed a supplier',
          changes: [expect.objectContaining({ before: 'COD', after: 'Net 30' })],
        }),
        expect.objectContaining({ what: 'Created a supplier' }),
      ]);
    });

    it('is gone once it is deleted, active or not, and its units keep its name', async () => {
      const { body } = await create();
      const [unit] = await unitsOf(body.id, 1);
      expectDone(await admin.delete(`/suppliers/${body.id}`));
      const calls = [
        admin.get(`/suppliers/${body.id}`),
        admin.get(`/suppliers/${body.id}/stats`),
        admin.put(`/suppliers/${body.id}`, { is_active: false }),
        admin.delete(`/suppliers/${body.id}`),
      ];
      const answers = (await Promise.all(calls)).map((answer) => [answer.status, answer.body.message]);
      expect(answers).toEqual(Array.from({ length: 4 }, () => [404, 'Supplier not found']));
      expect((await list({ search: body.code })).data).toEqual([]);
      const { supplier } = expectDone(await seller.get<{ supplier: object }>(`/inventory/${unit?.id}`));
      expect(supplier).toEqual({ id: body.id, name: body.name, is_deleted: true });
    });
  });

  describe('as a list', () => {
    const named = ({ data }: List) => data.map(({ name }) => name);

    it('stand by name, 20 a page, narrowed by whether they are active', async () => {
      for (let no = 10; no < 35; no += 1) {
        await makeSupplier(server.database, {
          name: `Zeta ${no % 2 ? 'Ñandú' : 'nandu'} ${no}`,
          is_active: no < 33 ? 1 : 0,
        });
      }
      const all = await list({ search: 'zeta' });
      expect(all).toMatchObject({ total: 25, per_page: 20, last_page: 2 });
      expect(named(all).slice(0, 3)).toEqual(['Zeta nandu 10', 'Zeta Ñandú 11', 'Zeta nandu 12']);
      expect(named(await list({ search: 'zeta', page: 2 }))).toHaveLength(5);
      expect(named(await list({ search: 'zeta', active: false }))).toEqual([
        'Zeta Ñandú 33',
        'Zeta nandu 34',
      ]);
      expect((await list({ search: 'zeta', active: true })).total).toBe(23);
      const inactive = await list({ active: false, per_page: 100 });
      expect(inactive.data.every(({ is_active }) => !is_active)).toBe(true);
      const keys = named(await list({ per_page: 100 }));
      expect(keys.slice(-3)).toEqual(['Zeta nandu 32', 'Zeta Ñandú 33', 'Zeta nandu 34']);
    });

    it('are found by the words of what is known of them, and by parts of numbers', async () => {
      const { body } = await create({
        name: 'Cebú Mobile Wholesale',
        code: 'CMW-007',
        contact_person: 'Jun Abellana',
        email: 'sales@cebumobile.ph',
        phone: '0917 555 1234',
      });
      const text = ['cebu', 'whole mob', 'CMW-007', 'cmw007', '007', 'abel', 'sales@cebu', '@cebumobile.ph'];
      for (const search of [...text, '0917 555', '5551234', '+63 917-555']) {
        expect([search, named(await list({ search }))]).toEqual([search, [body.name]]);
      }
      for (const search of ['obile', 'cebu retail', 'CMW-008', '556 1234']) {
        expect([search, named(await list({ search }))]).toEqual([search, []]);
      }
      expectDone(await admin.put(`/suppliers/${body.id}`, { contact_person: 'Mia Go', phone: null }));
      expect(named(await list({ search: 'mia cebu' }))).toEqual([body.name]);
      expect(named(await list({ search: 'abellana' }))).toEqual([]);
      expect(named(await list({ search: '5551234' }))).toEqual([]);
    });
  });

  describe('their figures', () => {
    it('count what came, what stands in the stores, and what all of it cost', async () => {
      const { body } = await create();
      expect(await statsOf(body.id)).toEqual({
        total_inventory_items: 0,
        active_inventory_items: 0,
        open_orders: 0,
        total_value: 0,
      });
      const units = await unitsOf(body.id, 3, { purchase_cost: 18_500_00 });
      await unitsOf(body.id, 1, { purchase_cost: null });
      for (const status of ['defective', 'lost', 'in_transit', 'returned'] as const) {
        await unitsOf(body.id, 1, { status, purchase_cost: 100_50 });
      }
      const elsewhere = await makeShop(server.database, { units: 0 });
      await unitsOf(body.id, 1, { store_id: elsewhere.store.id, purchase_cost: 1_00 });
      const all = { total_inventory_items: 9, open_orders: 0, total_value: 55_903 };
      expect(await statsOf(body.id)).toEqual({ ...all, active_inventory_items: 5 });

      const { transaction } = await sell(manager, [units[0]?.id ?? 0]);
      expect(await statsOf(body.id)).toEqual({ ...all, active_inventory_items: 4 });
      expectDone(await voidSale(manager, transaction.id, 'Wrong phone'));
      expect(await statsOf(body.id)).toEqual({ ...all, active_inventory_items: 5 });
    });

    it('leave the value out for whoever may not see costs', async () => {
      const { body } = await create();
      await unitsOf(body.id, 1, { purchase_cost: 5_000_00 });
      expect(await statsOf(body.id, seller)).toEqual({
        total_inventory_items: 1,
        active_inventory_items: 1,
        open_orders: 0,
      });
    });

    it('count the orders of which something is still to come, in all stores', async () => {
      const { body } = await create();
      const place = async () =>
        ordered(admin, {
          supplier_id: body.id,
          store_id: shop.store.id,
          items: [{ product_variation_id: shop.variation.id, quantity_ordered: 2, unit_cost: 1 }],
        });
      const [ended, begun] = [await place(), await place()];
      await place();
      await receiveOne(server.database, begun);
      expectDone(await admin.post(`/supplier-transactions/${ended.id}/cancel`, { reason: 'Too dear' }));
      expect(await statsOf(body.id)).toMatchObject({ open_orders: 2 });
    });

    it('are exact where units of two come to two stores and change sides at once, each way round', async () => {
      const [a, b] = [await makeSupplier(server.database), await makeSupplier(server.database)];
      const { store } = await makeShop(server.database, { units: 0 });
      const given = { count: 12, product_variation_id: shop.variation.id, purchase_cost: 10_00 };
      const ofA = await makeUnits(server.database, { ...given, supplier_id: a.id, store_id: shop.store.id });
      const ofB = await makeUnits(server.database, { ...given, supplier_id: b.id, store_id: store.id });
      const move = (id: number, supplier_id: number) => ({
        id,
        changes: { supplier_id, purchase_cost: 7_00 },
      });
      const swaps = ofA.map((unit, place) => [move(unit.id, b.id), move(ofB[place]?.id ?? 0, a.id)]);
      await Promise.all(
        swaps.map((swap, place) =>
          server.database
            .write(async (writer) => {
              for (const { id, changes } of place % 2 ? swap.toReversed() : swap) {
                await writer.updateTable('inventory_items').set(changes).where('id', '=', id).execute();
              }
              if (place === 0) throw new Error('Rolled back');
            })
            .catch((error: unknown) => expect(error).toEqual(new Error('Rolled back'))),
        ),
      );
      const all = {
        total_inventory_items: 12,
        active_inventory_items: 12,
        open_orders: 0,
        total_value: 11 * 7 + 10,
      };
      expect([await statsOf(a.id), await statsOf(b.id)]).toEqual([all, all]);
    });

    it('follow a unit that changes its supplier or its cost, and one that is deleted', async () => {
      const { body: first } = await create();
      const { body: second } = await create();
      const [unit] = await unitsOf(first.id, 1, { purchase_cost: 100_00 });
      const put = async (changes: object) => expectDone(await admin.put(`/inventory/${unit?.id}`, changes));
      const both = async () =>
        Promise.all(
          [first, second].map(async ({ id }) => {
            const { total_inventory_items, active_inventory_items, total_value } = await statsOf(id);
            return [total_inventory_items, active_inventory_items, total_value];
          }),
        );
      await put({ purchase_cost: 120 });
      expect(await both()).toEqual([
        [1, 1, 120],
        [0, 0, 0],
      ]);
      await put({ supplier_id: second.id, purchase_cost: 80.5 });
      expect(await both()).toEqual([
        [0, 0, 0],
        [1, 1, 80.5],
      ]);
      await put({ supplier_id: null });
      expect((await both())[1]).toEqual([0, 0, 0]);
      await put({ supplier_id: first.id });
      expectDone(await admin.delete(`/inventory/${unit?.id}`, { reason: 'Entered by mistake' }));
      expect((await both())[0]).toEqual([0, 0, 0]);
    });
  });
});
