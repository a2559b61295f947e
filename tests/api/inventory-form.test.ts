import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, findUnitRow, saveDraft, openDraft, sell, voidSale } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  makeImei,
  makeShop,
  makeStaff,
  makeStore,
  makeUnits,
  makeVariation,
  type Shop,
} from '#tests/support/shop.ts';

type Unit = z.input<typeof inventory.create.response>;
type UnitHistory = z.input<typeof inventory.get.response>;

let made = 900_000;
const freshImei = () => makeImei((made += 1));

onEveryEngine('an inventory item', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  let admin: Caller;
  let boss: { id: number; name: string; email: string };
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 30, seller: { role: 'store_manager' } });
    manager = await signIn(server.url, shop.seller.email);
    boss = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    admin = await signIn(server.url, boss.email);
  });
  afterAll(() => server.close());

  const form = (fields: object = {}) => ({
    product_variation_id: shop.variation.id,
    category: 'new',
    imei: freshImei(),
    ...fields,
  });
  const create = (fields: object = {}, by = manager) => by.post<Unit>('/inventory', form(fields));
  const refusal = async (fields: object, by = manager) => {
    const { status, body } = await by.post('/inventory', { ...form(), ...fields });
    return [status, body.errors];
  };
  const freeUnit = async () => {
    const [unit] = await makeUnits(server.database, {
      count: 1,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
    });
    return unit?.id ?? 0;
  };
  const history = async (id: number, by = manager) =>
    expectDone(await by.get<UnitHistory>(`/inventory/${id}`));

  describe('that is created', () => {
    it('keeps everything, in the store that somebody works in', async () => {
      const [imei, imei2] = [freshImei(), freshImei()];
      const answer = await create({
        category: 'used',
        serial_number: ' f2lx-01 ',
        imei: `${imei.slice(0, 6)} ${imei.slice(6)}`,
        imei2,
        qr_code: 'qr-000-001',
        condition_rating: 4,
        purchase_cost: 41_500.5,
        notes: '  Small scratch  ',
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        status: 'available',
        category: 'used',
        condition_rating: 4,
        serial_number: 'F2LX-01',
        imei,
        imei2,
        qr_code: 'QR-000-001',
        purchase_cost: 41_500.5,
        notes: 'Small scratch',
        store: { id: shop.store.id, name: shop.store.name },
        created_by: { id: shop.seller.id, name: shop.seller.name },
        age_days: 0,
      });
      expect((await history(answer.body.id)).life).toEqual([
        expect.objectContaining({
          kind: 'received',
          by: { id: shop.seller.id, name: shop.seller.name },
          store: { id: shop.store.id, name: shop.store.name },
        }),
      ]);
    });

    it('is found by the till by its second IMEI', async () => {
      const imei2 = freshImei();
      const { body } = await create({ imei2 });
      const scanned = expectDone(
        await manager.post<{ type: string; data: { id: number; imei2: string } }>('/pos/scan', {
          code: imei2,
        }),
      );
      expect(scanned).toMatchObject({ type: 'inventory', data: { id: body.id, imei2 } });
    });

    it.each([
      [{ product_variation_id: null }, 'product_variation_id', 'Product variation is required'],
      [{ product_variation_id: 999_999 }, 'product_variation_id', 'This product variation does not exist'],
      [{ category: undefined }, 'category', 'Category is required'],
      [{ category: 'broken' }, 'category', 'Category is required'],
      [{ imei: '35678910452342A' }, 'imei', 'An IMEI has digits only'],
      [{ imei: '3567891045234251' }, 'imei', 'An IMEI has at most 15 digits'],
      [{ imei2: '3567891045234251' }, 'imei2', 'An IMEI has at most 15 digits'],
      [{ imei: null }, 'serial_number', 'This product needs a serial number or an IMEI'],
      [{ imei: '123', imei2: '123' }, 'imei2', 'This is the first IMEI again'],
      [{ serial_number: '123', imei: '123' }, 'imei', 'This is the serial number again'],
      [
        { condition_rating: 4 },
        'condition_rating',
        'Only used and refurbished items have a condition rating',
      ],
      [{ category: 'used', condition_rating: 6 }, 'condition_rating', 'Choose a rating from 1 to 5'],
      [{ category: 'used', condition_rating: 0 }, 'condition_rating', 'Choose a rating from 1 to 5'],
      [{ purchase_cost: -1 }, 'purchase_cost', 'Invalid amount'],
      [{ supplier_id: 999_999 }, 'supplier_id', 'This supplier does not exist'],
      [{ status: 'sold' }, 'status', 'This field is not known'],
    ])('is refused with %j', async (fields, field, message) => {
      expect(await refusal(fields)).toEqual([422, { [field]: [message] }]);
    });

    it('may have an IMEI whose last digit does not fit', async () => {
      expect((await create({ imei: '356789104523420' })).status).toBe(201);
    });

    it('needs no number where neither its product nor its kind asks for one', async () => {
      const cable = await makeVariation(server.database, { product: { requires_serial: 0 } });
      const fields = { product_variation_id: cable.id, imei: null };
      expect((await refusal(fields))[0]).toBe(422);
      await server.database.write((writer) =>
        writer
          .updateTable('product_types')
          .set({ requires_serial: 0 })
          .where('id', '=', cable.product.product_type_id)
          .execute(),
      );
      expect((await create(fields)).status).toBe(201);
      expect((await create(fields)).status).toBe(201);
    });

    it('is refused with a number that another unit has, which is named and linked to', async () => {
      const [imei, imei2] = [freshImei(), freshImei()];
      const { body: other } = await create({ imei, imei2, serial_number: 'TAKEN-1', qr_code: 'TAKEN-QR' });
      const name = `${shop.variation.product.name} ${shop.variation.name}, ${shop.store.name}`;
      const refused = await manager.post('/inventory', {
        ...form({ imei: imei2, imei2: imei, serial_number: 'taken-1', qr_code: 'taken-qr' }),
      });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        code: 'number_taken',
        message: `${name}, has this serial number already`,
        errors: {
          serial_number: [`${name}, has this serial number already`],
          imei: [`${name}, has this IMEI already`],
          imei2: [`${name}, has this IMEI already`],
          qr_code: [`${name}, has this QR code already`],
        },
        taken_by: { serial_number: other.id, imei: other.id, imei2: other.id, qr_code: other.id },
      });
    });

    it('is refused with the IMEI of another unit without its check digit, or with another one, and cannot have both', async () => {
      const [whole, second] = [freshImei(), freshImei()];
      const [short, shortSecond] = [whole.slice(0, -1), second.slice(0, -1)];
      const { body: other } = await create({ imei: whole, imei2: shortSecond });
      const has = `${shop.variation.product.name} ${shop.variation.name}, ${shop.store.name}, has this IMEI already`;
      const misread = `${short}${(Number(whole.at(-1)) + 1) % 10}`;
      for (const [fields, errors] of [
        [{ imei: short }, { imei: [`${has}, as ${whole}`] }],
        [{ imei2: misread }, { imei2: [`${has}, as ${whole}`] }],
        [{ imei: second }, { imei: [`${has}, as ${shortSecond}`] }],
        [
          { imei: null, serial_number: short },
          {
            serial_number: [`${has.replace('has this IMEI already', 'has this as its IMEI')}, ${whole}`],
          },
        ],
      ] as const) {
        const { status, body } = await manager.post('/inventory', form(fields));
        const [field = ''] = Object.keys(errors);
        expect([status, body.code, body.errors, body.taken_by]).toEqual([
          422,
          'number_taken',
          errors,
          { [field]: other.id },
        ]);
      }
      expect(await refusal({ imei: '35000000000001', imei2: '350000000000019' })).toEqual([
        422,
        { imei2: ['This is the first IMEI again'] },
      ]);
      // Its own unit completes it.
      const done = expectDone(await manager.put<Unit>(`/inventory/${other.id}`, { imei2: second }));
      expect([done.imei, done.imei2]).toEqual([whole, second]);
      expectDone(await manager.put(`/inventory/${other.id}`, { imei: second, imei2: whole }));
      const taken = await manager.put(`/inventory/${await freeUnit()}`, { imei2: shortSecond });
      expect(taken.body.errors).toEqual({ imei2: [`${has}, as ${second}`] });
    });

    it('is refused with a number that a unit has in another of its fields, or by which a product is scanned', async () => {
      const imei = freshImei();
      const { body: other } = await create({ imei, serial_number: 'CROSS-1' });
      const { product, barcode, name } = shop.variation;
      const of = `${product.name} ${name}, ${shop.store.name}`;
      const refused = await manager.post(
        '/inventory',
        form({ imei: null, serial_number: imei, qr_code: 'cross-1' }),
      );
      expect(refused.body).toMatchObject({
        errors: {
          serial_number: [`${of}, has this as its IMEI`],
          qr_code: [`${of}, has this as its serial number`],
        },
        taken_by: { serial_number: other.id, qr_code: other.id },
      });
      // In groups, as on a box, it is the same number.
      const groups = [imei.slice(0, 2), imei.slice(2, 8), imei.slice(8, 14), imei.slice(14)];
      const again = [422, { serial_number: [`${of}, has this as its IMEI`] }];
      for (const between of ['-', ' ', '/'])
        expect(await refusal({ serial_number: groups.join(between) })).toEqual(again);
      expect(await refusal({ serial_number: barcode, qr_code: product.sku })).toEqual([
        422,
        {
          serial_number: [`This is the barcode of ${product.name}`],
          qr_code: [`This is the SKU of ${product.name}`],
        },
      ]);
      const own = await create({ imei: null, serial_number: 'CROSS-2', qr_code: 'cross-2' });
      expect(own.status).toBe(201);
    });

    it('is not linked to a unit of a store that is not the caller’s', async () => {
      const foreign = await makeShop(server.database, { units: 1 });
      const { status, body } = await manager.post('/inventory', form({ imei: foreign.units[0]?.imei }));
      expect(status).toBe(422);
      expect(body.errors?.imei?.[0]).toContain(foreign.store.name);
      expect(body.taken_by).toEqual({});
    });

    it('goes to another store of one’s own, and to no other', async () => {
      const foreign = await makeStore(server.database);
      expect((await create({ store_id: foreign.id })).status).toBe(403);
      const there = await create({ store_id: foreign.id }, admin);
      expect(there.body.store.id).toBe(foreign.id);
      const closed = await makeStore(server.database, { is_active: 0 });
      const again = await signIn(server.url, boss.email);
      const refused = await again.post('/inventory', form({ store_id: closed.id }));
      expect([refused.status, refused.body.code]).toEqual([409, 'store_inactive']);
    });

    it('is made once by two who give it one IMEI at once, the one as its first and the other as its second', async () => {
      for (let round = 0; round < 12; round += 1) {
        const imei = freshImei();
        // The one may have read it without its check digit, or both with different ones.
        const [one, two] =
          round < 4 ? [imei, imei] : [imei.slice(0, -1), round < 8 ? imei : `${imei.slice(0, -1)}0`];
        const answers = await Promise.all([
          manager.post('/inventory', form({ imei: one })),
          admin.post('/inventory', form({ imei2: two }), { storeId: shop.store.id }),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
        const refused = answers.find(({ status }) => status === 422);
        const field = refused === answers[0] ? 'imei' : 'imei2';
        expect(refused?.body.errors).toHaveProperty(field);
        expect(refused?.body.taken_by).toHaveProperty(field);
      }
    });

    it('is made once by two who give it one number at once, as its serial number, its IMEI or its QR code', async () => {
      for (let round = 0; round < 8; round += 1) {
        const number = freshImei();
        const other = round % 2 === 0 ? { imei: number } : { qr_code: number, serial_number: `SN-${number}` };
        const answers = await Promise.all([
          manager.post('/inventory', form({ imei: null, serial_number: number })),
          admin.post('/inventory', form({ imei: null, ...other }), { storeId: shop.store.id }),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
      }
    });
  });

  describe('that is changed', () => {
    it('keeps what became different, and its history tells it', async () => {
      const id = await freeUnit();
      const [imei, imei2] = [freshImei(), freshImei()];
      const before = (await history(id)).imei;
      const changed = expectDone(
        await manager.put<Unit>(`/inventory/${id}`, {
          imei,
          imei2,
          category: 'refurbished',
          condition_rating: 5,
          purchase_cost: 100,
          notes: 'Checked',
        }),
      );
      expect(changed).toMatchObject({ imei, imei2, category: 'refurbished', purchase_cost: 100 });
      const [event] = (await history(id)).life;
      expect(event).toMatchObject({
        kind: 'changed',
        by: { id: shop.seller.id, name: shop.seller.name },
        cost: { before: null, after: 100 },
        changes: [
          { field: 'imei', before, after: imei },
          { field: 'imei2', before: null, after: imei2 },
          { field: 'category', before: 'New', after: 'Refurbished' },
          { field: 'condition_rating', before: null, after: '5' },
          { field: 'notes', before: null, after: 'Checked' },
        ],
      });
      const found = await manager.get<{ total: number }>(`/inventory?search=${imei2.slice(3)}`);
      expect(found.body.total).toBe(1);
      const old = await manager.get<{ total: number }>(`/inventory?search=${before}`);
      expect(old.body.total).toBe(0);
      // Its former number is free for others.
      expect((await create({ imei: before })).status).toBe(201);
      expect((await refusal({ imei2: imei }))[0]).toBe(422);
    });

    it('may share an IMEI from before that was refused: it says so, keeps it, and no third one gets it', async () => {
      const imei = freshImei();
      const short = imei.slice(0, -1);
      const units = [await freeUnit(), await freeUnit()];
      await server.database.write(async (writer) => {
        for (const [at, own] of [short, imei].entries()) {
          const id = units[at] ?? 0;
          await writer.updateTable('inventory_items').set({ imei: own }).where('id', '=', id).execute();
          await writer
            .updateTable('unit_imeis')
            .set({ imei: own, imei_key: short, duplicate_no: at })
            .where('inventory_item_id', '=', id)
            .execute();
        }
      });
      for (const [at, id] of units.entries()) {
        const other = { id: units[1 - at], store: { name: shop.store.name }, is_yours: true };
        expect((await history(id)).same_imei).toMatchObject([other]);
        expectDone(await manager.put(`/inventory/${id}`, { notes: 'Seen', serial_number: `BEFORE-${id}` }));
        const found = await manager.get<{ unit: { id: number } }>(
          `/inventory/where-is?code=${at === 0 ? short : imei}`,
        );
        expect(found.body.unit.id).toBe(id);
      }
      const [one = 0, two = 0] = units;
      const twice = async (query = '') =>
        expectDone(
          await manager.get<{ data: { id: number }[] }>(`/inventory?imei_twice=true${query}`),
        ).data.map(({ id }) => id);
      const counted = async () =>
        expectDone(await manager.get<{ imei_twice: number }>('/inventory/summary')).imei_twice;
      expect([(await twice()).toSorted(), await counted()]).toEqual([units.toSorted(), 2]);
      expect(await twice(`&search=BEFORE-${one}`)).toEqual([one]);
      expect(await twice('&search=nothing-has-it')).toEqual([]);
      expect((await refusal({ imei2: `${short}${(Number(imei.at(-1)) + 1) % 10}` }))[0]).toBe(422);
      // Deleted or corrected, it is that of one unit again.
      expectDone(await admin.delete(`/inventory/${one}`, { reason: 'Twice' }));
      expect((await history(two)).same_imei).toEqual([]);
      expect([await twice(), await counted()]).toEqual([[], 0]);
      expect((await refusal({ imei: short }))[0]).toBe(422);
      expectDone(await manager.put(`/inventory/${two}`, { imei: short }));
      expectDone(await manager.put(`/inventory/${two}`, { imei: freshImei() }));
      expect((await create({ imei })).status).toBe(201);
    });

    it('loses its rating where it becomes new, and may not lose every number', async () => {
      const { body } = await create({ category: 'used', condition_rating: 3 });
      const changed = expectDone(await manager.put<Unit>(`/inventory/${body.id}`, { category: 'new' }));
      expect(changed.condition_rating).toBeNull();
      const refused = await manager.put(`/inventory/${body.id}`, { imei: null });
      expect(refused.body.errors).toEqual({
        serial_number: ['This product needs a serial number or an IMEI'],
      });
    });

    it('of before its product asked for a number is changed and lost without one', async () => {
      const [old] = await makeUnits(server.database, {
        count: 1,
        store_id: shop.store.id,
        product_variation_id: shop.variation.id,
        serial_number: null,
        imei: null,
      });
      expectDone(await manager.put(`/inventory/${old?.id}`, { notes: 'No label' }));
      expectDone(await manager.put(`/inventory/${old?.id}`, { status: 'lost', reason: 'Gone' }));
      const refused = await manager.put(`/inventory/${old?.id}`, { imei: null });
      expect(refused.status).toBe(422);
    });

    it('is made defective and repaired, lost and found, each with a reason', async () => {
      const id = await freeUnit();
      const stock = () =>
        server.database.reader
          .selectFrom('stock_of_stores')
          .select('units')
          .where('store_id', '=', shop.store.id)
          .executeTakeFirstOrThrow();
      const { units: before } = await stock();
      const set = (status: string, reason?: string) =>
        manager.put<Unit>(`/inventory/${id}`, { status, ...(reason && { reason }) });

      const refused = await manager.put(`/inventory/${id}`, { status: 'defective' });
      expect([refused.status, refused.body.errors]).toEqual([422, { reason: ['Reason required'] }]);
      const alone = await manager.put(`/inventory/${id}`, {
        notes: 'Dropped',
        reason: 'Fell from the shelf',
      });
      expect([alone.status, alone.body.errors]).toEqual([
        422,
        { reason: ['A reason is kept with a change of status alone'] },
      ]);
      // Only a supplier return sends a unit back to its supplier.
      expect((await set('returned', 'Swollen battery')).status).toBe(422);
      expect(expectDone(await set('defective', 'Cracked')).status).toBe('defective');
      expect((await stock()).units).toBe(before - 1);
      const twice = await manager.put(`/inventory/${id}`, { status: 'lost', reason: 'Gone' });
      expect([twice.status, twice.body.message]).toEqual([
        409,
        'Make this item available first, then choose its state',
      ]);
      expect(expectDone(await set('available', 'New screen')).status).toBe('available');
      expect(expectDone(await set('lost', 'Not on the shelf')).status).toBe('lost');
      const again = await manager.put(`/inventory/${id}`, { status: 'lost', reason: 'Stolen, I think' });
      expect([again.status, again.body]).toMatchObject([409, { message: 'This item is already lost' }]);
      // Sending the unchanged state as well asks for nothing.
      expect(expectDone(await set('lost')).status).toBe('lost');
      expect(expectDone(await set('available', 'Behind the counter')).status).toBe('available');
      expect((await stock()).units).toBe(before);
      expect((await history(id)).life.map(({ kind, reason }) => [kind, reason])).toEqual([
        ['found', 'Behind the counter'],
        ['lost', 'Not on the shelf'],
        ['repaired', 'New screen'],
        ['defective', 'Cracked'],
        ['received', null],
      ]);
    });

    it('stays as it is while it is in a cart, sold, on its way or with its supplier, which is said', async () => {
      const held = await freeUnit();
      expectDone(await admin.post(`/pos/inventory/${held}/lock`, {}, { storeId: shop.store.id }));
      const refused = await manager.put(`/inventory/${held}`, { notes: 'x' });
      expect(refused.body).toMatchObject({ code: 'item_unavailable', locked_by: boss.name });
      expect(refused.body.message).toContain(`${boss.name}’s cart until`);

      const sold = await freeUnit();
      await sell(manager, [sold]);
      const unitIn = async (status: 'in_transit' | 'returned') => {
        const place = { store_id: shop.store.id, product_variation_id: shop.variation.id };
        const [unit] = await makeUnits(server.database, { count: 1, status, ...place });
        return unit?.id;
      };
      for (const [id, text] of [
        [sold, 'This item is sold. Void or refund its sale first'],
        [await unitIn('in_transit'), 'This item is on its way to another store. Receive it first'],
        [await unitIn('returned'), 'This item went back to its supplier'],
      ]) {
        const [broken, back] = [
          { status: 'defective', reason: 'x' },
          { status: 'available', reason: 'x' },
        ];
        for (const body of [{ notes: 'x' }, broken, back]) {
          const { status, body: said } = await manager.put(`/inventory/${id}`, body);
          expect([status, said.code, said.message]).toEqual([409, 'illegal_state', text]);
        }
      }
    });

    it('is either held at the till or made defective, never both', async () => {
      for (let round = 0; round < 12; round += 1) {
        const id = await freeUnit();
        const lock = () => manager.post(`/pos/inventory/${id}/lock`);
        const mark = () => admin.put(`/inventory/${id}`, { status: 'defective', reason: 'Race' });
        const [locked, marked] =
          round % 2
            ? await Promise.all([lock(), mark()])
            : (await Promise.all([mark(), lock()])).toReversed();
        expect([
          [200, 409],
          [409, 200],
        ]).toContainEqual([locked?.status, marked?.status]);
        const row = await findUnitRow(server.database, id);
        expect(row.status).toBe(locked?.status === 200 ? 'locked' : 'defective');
        expect(row.lock_token === null).toBe(row.status === 'defective');
      }
    });

    it('takes no cost from whoever may not see it, and shows none, in its history neither', async () => {
      const checker = await makeStaff(server.database, {
        store_id: shop.store.id,
        role: 'inventory_checker',
      });
      const by = await signIn(server.url, checker.email);
      const { body } = await create({ purchase_cost: 77_123 });
      expectDone(await manager.put(`/inventory/${body.id}`, { purchase_cost: 77_124 }));
      const refused = await by.put(`/inventory/${body.id}`, { purchase_cost: 1 });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { purchase_cost: ['This field is not known'] },
      ]);
      expect(JSON.stringify(await history(body.id, by))).not.toMatch(/cost|7712/);
      const audit = await server.database.reader
        .selectFrom('audit_log')
        .select('details_json')
        .where('subject_id', '=', body.id)
        .execute();
      expect(JSON.stringify(audit)).not.toMatch(/cost/);
    });
  });

  describe('that is deleted', () => {
    it('is gone with its numbers, where no sale has had it', async () => {
      const { body } = await create({ serial_number: 'MISTAKE-1', imei2: freshImei() });
      const without = await admin.delete(`/inventory/${body.id}`);
      expect([without.status, without.body.errors]).toEqual([422, { reason: ['Reason required'] }]);
      expect((await manager.delete(`/inventory/${body.id}`, { reason: 'x' })).status).toBe(403);
      expectDone(await admin.delete(`/inventory/${body.id}`, { reason: 'Typed twice' }));
      expect((await manager.get(`/inventory/${body.id}`)).status).toBe(404);
      const again = await create({ serial_number: 'MISTAKE-1', imei: body.imei, imei2: body.imei2 });
      expect(again.status).toBe(201);
    });

    it('stays where a sale or a held draft refers to it', async () => {
      const sold = await freeUnit();
      const sale = await sell(manager, [sold]);
      expectDone(await voidSale(manager, sale.transaction.id, 'Wrong'));
      const refused = await admin.delete(`/inventory/${sold}`, { reason: 'x' });
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        409,
        'in_use',
        'A sale has had this item. Mark it as lost or defective instead',
      ]);
      const drafted = await freeUnit();
      const draft = await openDraft(manager, [drafted]);
      expectDone(await manager.post(`/transactions/${draft.id}/refresh-locks`, { leave: true }));
      const kept = await admin.delete(`/inventory/${drafted}`, { reason: 'x' });
      expect([kept.status, kept.body.code]).toEqual([409, 'in_use']);
      expectDone(await saveDraft(manager, draft.id, []));
      expectDone(await admin.delete(`/inventory/${drafted}?reason=Typed+twice`));
    });
  });
});
