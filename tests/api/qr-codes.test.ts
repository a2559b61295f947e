import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { audit } from '#contract/audit.ts';
import type { inventory } from '#contract/inventory.ts';
import type { qrCodes } from '#contract/qr-codes.ts';
import type { WireOrder } from '#tests/support/purchase-orders.ts';
import { makeOrder, ordered } from '#tests/support/purchase-orders.ts';
import { signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import {
  generated,
  type Generated,
  type WireBatch,
  type WireCode,
  type WireCodes,
  type WireStats,
} from '#tests/support/qr-codes.ts';
import { receive } from '#tests/support/receiving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  makeImei,
  makeShop,
  makeStaff,
  makeSupplier,
  makeUnits,
  makeVariation,
  type Shop,
} from '#tests/support/shop.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';

type AuditPage = z.input<typeof audit.list.response>;
type Unit = z.input<typeof inventory.create.response>;
type Units = z.input<typeof inventory.list.response>;
type Linkable = z.input<typeof qrCodes.linkable.response>;
type WhereIs = z.input<typeof inventory.whereIs.response>;
type UnitHistory = z.input<typeof inventory.get.response>;

let made = 970_000;
const freshImei = () => makeImei((made += 1));

onEveryEngine('QR codes', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  let warehouse: Caller;
  let admin: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 1, seller: { role: 'store_manager' } });
    manager = await signIn(server.url, shop.seller.email);
    const at = { store_id: shop.store.id };
    const packer = await makeStaff(server.database, { ...at, role: 'warehouse_staff' });
    warehouse = await signIn(server.url, packer.email);
    const chief = await makeStaff(server.database, { ...at, role: 'admin' });
    admin = await signIn(server.url, chief.email);
  });
  afterAll(() => server.close());

  const orderOf = (units: number, more: Partial<Shop> = {}) =>
    makeOrder(server.database, manager, { ...shop, ...more }, units);
  const order = async (id: number) =>
    expectDone(await manager.get<WireOrder>(`/supplier-transactions/${id}`));
  const code = async (text: string) => expectDone(await manager.get<WireCode>(`/qr-codes/${text}`));
  const form = (more: object = {}) => ({
    product_variation_id: shop.variation.id,
    category: 'new',
    imei: freshImei(),
    ...more,
  });
  const link = <T = Unit>(text: string, body: object) =>
    manager.post<T>(`/qr-codes/${text}/create-and-link`, body);

  describe('of an order', () => {
    it('are made in a batch of their own, counted, and listed with all that is known of them', async () => {
      const { id, transaction_number } = await orderOf(5);
      const before = expectDone(await manager.get<WireStats>('/qr-codes/stats'));
      const { batch, codes } = await generated(manager, id, 3, 'Shelf 4');
      expect(batch).toMatch(new RegExp(`^B-${shop.store.code}-\\d{6}$`));
      expect(new Set(codes).size).toBe(3);
      for (const one of codes) expect(one).toMatch(/^[2-9B-DF-HJKMNP-TV-Z]{8}$/);
      expect(await code(codes[0]?.toLowerCase() ?? '')).toMatchObject({
        qr_code: codes[0],
        type: 'pre_generated',
        status: 'unused',
        batch_code: batch,
        supplier_transaction: { id, transaction_number, status: 'pending' },
        store: { id: shop.store.id },
        inventory_item: null,
        generated_by: { id: shop.seller.id, name: shop.seller.name },
        void_reason: null,
      });
      const stats = expectDone(await manager.get<WireStats>('/qr-codes/stats'));
      expect([stats.total - before.total, stats.unused - before.unused]).toEqual([3, 3]);
      const shown = { batch_code: batch, count: 3, unused: 3, linked: 0, voided: 0, notes: 'Shelf 4' };
      expect(stats.recent_batches[0]).toMatchObject(shown);
      expect(expectDone(await manager.get<WireBatch>(`/qr-codes/batch?batch_code=${batch}`))).toMatchObject(
        shown,
      );
      const told = await order(id);
      expect(told.qr_codes_count).toBe(3);
      expect(told.history[0]).toMatchObject({ kind: 'codes_generated', quantity: 3 });
    });

    it('are never more than it has units', async () => {
      const { id } = await orderOf(3);
      const generate = (quantity: number) =>
        manager.post('/qr-codes/generate-batch', { supplier_transaction_id: id, quantity });
      const tooMany = await generate(4);
      expect([tooMany.status, tooMany.body.errors]).toEqual([
        422,
        { quantity: ['3 codes are left to generate for this order'] },
      ]);
      expectDone(await generate(2));
      expect((await generate(2)).body.errors).toEqual({
        quantity: ['1 code is left to generate for this order'],
      });
      const forOrder = `/supplier-transactions/${id}/generate-qr-codes`;
      expect(expectDone(await manager.post<Generated>(forOrder, { quantity: 1 }))).toMatchObject({
        quantity: 1,
      });
      const message = 'All QR codes have already been generated for this order';
      expect((await generate(1)).body).toMatchObject({
        message: message,
        errors: { supplier_transaction_id: [message] },
      });
      expect((await manager.post(forOrder, { quantity: 1 })).body.message).toBe(message);
    });

    it('are asked for a hundred at once, for an order that is named and yours', async () => {
      const { id } = await orderOf(150);
      const generate = (body: object) => manager.post('/qr-codes/generate-batch', body);
      expect((await generate({ quantity: 1 })).body.errors).toEqual({
        supplier_transaction_id: ['Please select a supplier transaction'],
      });
      for (const quantity of [0, 101, 1.5]) {
        const refused = await generate({ supplier_transaction_id: id, quantity });
        expect(Object.keys(refused.body.errors ?? {})).toEqual(['quantity']);
      }
      const first = await generated(manager, id, 100);
      const second = await generated(manager, id, 50);
      expect(new Set([...first.codes, ...second.codes]).size).toBe(150);
      const elsewhere = await makeShop(server.database, { seller: { role: 'store_manager' } });
      const stranger = await signIn(server.url, elsewhere.seller.email);
      const body = { supplier_transaction_id: id, quantity: 1 };
      expect((await stranger.post('/qr-codes/generate-batch', body)).body.code).toBe('order_not_found');
      const [one = ''] = first.codes;
      expect((await stranger.get(`/qr-codes/${one}`)).body).toMatchObject({
        code: 'qr_code_not_found',
        message: 'QR code not found',
      });
      expect((await stranger.get(`/qr-codes/batch?batch_code=${first.batch}`)).status).toBe(404);
      expect((await stranger.post(`/qr-codes/${one}/void`, { reason: 'Mine' })).status).toBe(404);
      const list = expectDone(await stranger.get<WireCodes>(`/qr-codes?batch_code=${first.batch}`));
      expect(list.total).toBe(0);
    });

    it('are listed by batch and by state, 50 on a page', async () => {
      const { id } = await orderOf(60);
      const { batch, codes } = await generated(manager, id, 60);
      expectDone(await manager.post(`/qr-codes/${codes[7]}/void`, { reason: 'Torn' }));
      const find = async (query: string) =>
        expectDone(await manager.get<WireCodes>(`/qr-codes?batch_code=${batch}${query}`));
      expect(await find('')).toMatchObject({ total: 60, per_page: 50, last_page: 2, from: 1, to: 50 });
      const last = await find('&page=2');
      expect(last.data.map(({ qr_code }) => qr_code)).toEqual(codes.slice(50));
      expect((await find('&status=voided')).data.map(({ qr_code }) => qr_code)).toEqual([codes[7]]);
      expect((await find('&status=unused')).total).toBe(59);
      expect((await find('X')).total).toBe(0);
      const newest = expectDone(await manager.get<WireCodes>('/qr-codes?per_page=25'));
      expect(newest).toMatchObject({ per_page: 25, data: { length: 25 } });
      expect(new Set(newest.data.map(({ batch_code }) => batch_code))).toEqual(new Set([batch]));
    });

    it('are none of an order that was cancelled, and of a closed one those of what came', async () => {
      const cancelled = await orderOf(2);
      expectDone(await admin.post(`/supplier-transactions/${cancelled.id}/cancel`, { reason: 'Sold out' }));
      const body = { supplier_transaction_id: cancelled.id, quantity: 1 };
      expect((await manager.post('/qr-codes/generate-batch', body)).body).toMatchObject({
        code: 'illegal_state',
        message: 'This order was cancelled',
      });
      const closed = await orderOf(3);
      const [first = '', second = ''] = (await generated(manager, closed.id, 2)).codes;
      expectDone(await link(first, form()));
      expectDone(await admin.post(`/supplier-transactions/${closed.id}/close`, { reason: 'No more of it' }));
      const one = { supplier_transaction_id: closed.id, quantity: 1 };
      expect((await manager.post('/qr-codes/generate-batch', one)).body.message).toBe(
        'All QR codes have already been generated for this order',
      );
      expectDone(await manager.post(`/qr-codes/${second}/void`, { reason: 'It never came' }));
    });
  });

  describe('a new unit with an unused code', () => {
    it('is received on the order, with its supplier and cost, and the code is linked', async () => {
      const { id, supplier, transaction_number } = await orderOf(2);
      const { codes } = await generated(manager, id, 2);
      const [one = '', other = ''] = codes;
      const unit = expectDone(await link(one, form()));
      expect(unit).toMatchObject({
        qr_code: one,
        store: { id: shop.store.id },
        supplier: { id: supplier.id },
        purchase_cost: 18_500,
      });
      expect(await code(one)).toMatchObject({
        status: 'linked',
        supplier_transaction: { status: 'partial' },
        inventory_item: {
          id: unit.id,
          product_variation: { name: shop.variation.name, product: { name: shop.variation.product.name } },
          is_yours: true,
        },
      });
      const told = await order(id);
      expect(told).toMatchObject({ status: 'partial', total_quantity_received: 1, qr_codes_count: 2 });
      expect(told.items[0]).toMatchObject({ quantity_received: 1, remaining_quantity: 1 });
      expect(told.history[0]).toMatchObject({ kind: 'received', quantity: 1 });
      const history = expectDone(await manager.get<UnitHistory>(`/inventory/${unit.id}`)).life;
      expect(history[0]).toMatchObject({ kind: 'received', order: { id, number: transaction_number } });
      // By the ordinary form, too; and callers who may not see costs can link as well.
      const typed = `${other.slice(0, 4).toLowerCase()} ${other.slice(4)}`;
      expect(await code(encodeURIComponent(typed))).toMatchObject({ qr_code: other, status: 'unused' });
      const added = expectDone(await warehouse.post<Unit>('/inventory', form({ qr_code: typed })));
      expect(added.qr_code).toBe(other);
      const scanned = await manager.post<{ type: string }>('/pos/scan', { code: typed });
      expect(expectDone(scanned).type).toBe('inventory');
      expect(await code(other)).toMatchObject({ status: 'linked' });
      expect(await order(id)).toMatchObject({ status: 'complete', total_quantity_received: 2 });
    });

    it('is refused where the code is not unused any more, and changes nothing', async () => {
      const { id } = await orderOf(3);
      const [linked = '', voided = ''] = (await generated(manager, id, 3)).codes;
      expectDone(await link(linked, form()));
      expectDone(await manager.post(`/qr-codes/${voided}/void`, { reason: 'Torn' }));
      expect((await link<{ code: string; message: string }>(linked, form())).body).toMatchObject({
        code: 'invalid_qr_code',
        message: 'This QR code is linked to an item already',
      });
      expect((await link<{ code: string; message: string }>(voided, form())).body).toMatchObject({
        code: 'invalid_qr_code',
        message: 'This QR code is voided: Torn',
      });
      const refused = async (qr_code: string) => {
        const answer = await manager.post('/inventory', form({ qr_code }));
        return [answer.status, answer.body.errors];
      };
      expect(await refused(linked)).toEqual([
        422,
        { qr_code: ['This QR code is linked to an item already'] },
      ]);
      expect(await refused(voided)).toEqual([422, { qr_code: ['This QR code is voided: Torn'] }]);
      expect((await link('NOSUCHCD', form())).status).toBe(404);
      expect(await order(id)).toMatchObject({ total_quantity_received: 1 });
    });

    it('is refused for what the order has nothing of to come', async () => {
      const { id, transaction_number } = await orderOf(1);
      const { codes } = await generated(manager, id, 1);
      const [one = ''] = codes;
      const other = await makeVariation(server.database);
      const answer = await link<{ errors: object }>(one, form({ product_variation_id: other.id }));
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { product_variation_id: [`Nothing of this is to come on ${transaction_number}`] },
      ]);
      const lacking = await link<{ errors: object }>(one, { category: 'new' });
      expect(lacking.body.errors).toEqual({ product_variation_id: ['Product variation is required'] });
      const numberless = await link<{ errors: object }>(one, form({ imei: null }));
      expect(numberless.body.errors).toEqual({
        serial_number: ['This product needs a serial number or an IMEI'],
      });
      expect(await code(one)).toMatchObject({ status: 'unused' });
      expect(await order(id)).toMatchObject({ total_quantity_received: 0 });
    });

    it('is refused once nothing of the order is to come', async () => {
      const { id } = await orderOf(2);
      const [first = '', second = ''] = (await generated(manager, id, 2)).codes;
      expectDone(await link(first, form()));
      expectDone(await admin.post(`/supplier-transactions/${id}/close`, { reason: 'No more of it' }));
      expect((await link<{ code: string }>(second, form())).body.code).toBe('illegal_state');
      expect((await manager.post('/inventory', form({ qr_code: second }))).body.code).toBe('illegal_state');
    });

    it('is refused in another store than the order is for', async () => {
      const there = await makeShop(server.database);
      const { id } = await orderOf(1);
      const [one = ''] = (await generated(manager, id, 1)).codes;
      const body = form({ store_id: there.store.id });
      const answer = await admin.post(`/qr-codes/${one}/create-and-link`, body);
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { qr_code: [`This QR code is for an order of ${shop.store.name}`] },
      ]);
    });
  });

  it('a unit that was received from the order gets a code, and is not counted twice', async () => {
    const { id } = await orderOf(2);
    const { codes } = await generated(manager, id, 2);
    const [first = '', second = ''] = codes;
    const unit = expectDone(await link(first, form()));
    const put = <T = { errors: object }>(text: string, unitId: number, more: object = {}) =>
      link<T>(text, { inventory_item_id: unitId, ...more });
    expect((await put(second, unit.id)).body.errors).toEqual({
      inventory_item_id: [`This item has the QR code ${first} already`],
    });
    const [stranger] = await makeUnits(server.database, {
      count: 1,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
    });
    const strangerId = stranger?.id ?? 0;
    expect((await put(second, strangerId)).body.errors).toEqual({
      inventory_item_id: ['This item was not received from the order of this QR code'],
    });
    const [item] = (await order(id)).items;
    const row = { supplier_transaction_item_id: item?.id, quantity_received: 1, category: 'new' };
    const came = await admin.post(`/supplier-transactions/${id}/receive`, {
      items: [{ ...row, serials: ['CAME-WITHOUT-LABEL'] }],
    });
    expectDone(came);
    const units = await manager.get<Units>('/inventory?search=CAME-WITHOUT-LABEL');
    const receivedId = expectDone(units).data[0]?.id ?? 0;
    const linkable = async (query = '') => {
      const path = `/qr-codes/${second}/linkable-units${query}`;
      const { data, total } = expectDone(await warehouse.get<Linkable>(path));
      return [data.map(({ serial_number }) => serial_number), total];
    };
    expect(await linkable()).toEqual([['CAME-WITHOUT-LABEL'], 1]);
    expect(await linkable('?number=came-without-label')).toEqual([['CAME-WITHOUT-LABEL'], 1]);
    expect(await linkable(`?number=${unit.imei}`)).toEqual([[], 0]);
    expect((await put(second, receivedId, { notes: 'More' })).status).toBe(422);
    expect(expectDone(await put<Unit>(second, receivedId))).toMatchObject({ qr_code: second });
    expect(await code(second)).toMatchObject({ status: 'linked', inventory_item: { id: receivedId } });
    expect(await linkable()).toEqual([[], 0]);
    expect(await order(id)).toMatchObject({ total_quantity_received: 2 });
    const history = expectDone(await manager.get<UnitHistory>(`/inventory/${receivedId}`)).life;
    expect(history[0]).toMatchObject({
      kind: 'changed',
      changes: [{ field: 'qr_code', before: null, after: second }],
    });
  });

  it('units that are received with labels of their order get them, and no others', async () => {
    const { id, items } = await orderOf(4);
    const [first = '', second = '', third = ''] = (await generated(manager, id, 3)).codes;
    const other = await orderOf(1);
    const [foreign = ''] = (await generated(manager, other.id, 1)).codes;
    expectDone(await manager.post(`/qr-codes/${third}/void`, { reason: 'Torn' }));
    const receiveWith = (serials: string[], qr_codes: string[]) => {
      const supplier_transaction_item_id = items[0]?.id;
      const row = { supplier_transaction_item_id, quantity_received: serials.length, category: 'new' };
      return admin.post(`/supplier-transactions/${id}/receive`, { items: [{ ...row, serials, qr_codes }] });
    };
    expectDone(await receiveWith(['LABELLED-1', 'LABELLED-2'], [first, second]));
    expect(await code(first)).toMatchObject({ status: 'linked', inventory_item: { is_yours: true } });
    expect(await code(second)).toMatchObject({ status: 'linked' });
    expect(await order(id)).toMatchObject({ total_quantity_received: 2 });
    for (const wrong of [foreign, third, first]) {
      const refused = await receiveWith(['LABELLED-3'], [wrong]);
      expect([refused.status, refused.body.code]).toEqual([422, 'number_taken']);
    }
    expect(await code(foreign)).toMatchObject({ status: 'unused' });
  });

  describe('a unit that went back to its supplier', () => {
    const labelled = async (serial: string) => {
      const made = await orderOf(1);
      const [label = ''] = (await generated(manager, made.id, 1)).codes;
      const unit = expectDone(await link(label, form({ serial_number: serial })));
      const away = { supplier_id: made.supplier.id, item_ids: [unit.id], reason: 'No sound' };
      expectDone(await admin.post('/supplier-returns', away));
      const next = await orderOf(2);
      const [fresh = ''] = (await generated(manager, next.id, 1)).codes;
      const came = (unit: object) => receive<Refusal>(admin, next, [{ quantity_received: 1, units: [unit] }]);
      return { order: made, label, unit, next, fresh, came };
    };

    it('comes in again with a new label, and its old one is voided', async () => {
      const { order: made, label, unit, fresh, came } = await labelled('CAME-BACK-1');
      expectDone(await came({ serial_number: 'CAME-BACK-1', qr_code: fresh }));
      expect(await code(fresh)).toMatchObject({ status: 'linked', inventory_item: { id: unit.id } });
      expect(await code(label)).toMatchObject({
        status: 'voided',
        inventory_item: null,
        void_reason: `Replaced by ${fresh}`,
      });
      expect(await order(made.id)).toMatchObject({ qr_codes_count: 0, total_quantity_received: 1 });
    });

    it('comes in again with its own label under its own serial number alone', async () => {
      const { label, unit, next, came } = await labelled('CAME-BACK-2');
      const refused = await came({ serial_number: 'ANOTHER-PHONE', qr_code: label });
      expect([refused.status, refused.body.code]).toEqual([422, 'number_taken']);
      expect(refused.body.errors?.['items.0.units.0.qr_code']?.[0]).toMatch(
        /has this QR code already\. It went back to its supplier, and comes in again only as CAME-BACK-2$/,
      );
      expect((await came({ imei: freshImei(), qr_code: label })).status).toBe(422);
      expect(await order(next.id)).toMatchObject({ total_quantity_received: 0 });
      expectDone(await came({ serial_number: 'CAME-BACK-2', qr_code: label }));
      expect(expectDone(await manager.get<UnitHistory>(`/inventory/${unit.id}`))).toMatchObject({
        status: 'available',
        serial_number: 'CAME-BACK-2',
        qr_code: label,
      });
    });
  });

  it('an unused code is voided with a reason, and another one may be made for it', async () => {
    const { id } = await orderOf(1);
    const { batch, codes } = await generated(manager, id, 1);
    const [one = ''] = codes;
    for (const body of [{}, { reason: '\u200b' }]) {
      const refused = await manager.post(`/qr-codes/${one}/void`, body);
      expect(refused.body.errors).toEqual({ reason: ['Reason required'] });
    }
    expect((await warehouse.post(`/qr-codes/${one}/void`, { reason: 'Torn' })).status).toBe(403);
    expect(
      expectDone(await manager.post<WireCode>(`/qr-codes/${one}/void`, { reason: 'Torn' })),
    ).toMatchObject({ status: 'voided', void_reason: 'Torn', voided_by: { id: shop.seller.id } });
    expect((await manager.post(`/qr-codes/${one}/void`, { reason: 'Again' })).body.code).toBe(
      'invalid_qr_code',
    );
    const shown = expectDone(await manager.get<WireBatch>(`/qr-codes/batch?batch_code=${batch}`));
    expect([shown.unused, shown.voided]).toEqual([0, 1]);
    const fresh = (await generated(manager, id, 1)).codes[0] ?? '';
    expect(fresh).not.toBe(one);
    expectDone(await link(fresh, form()));
    expect((await manager.post(`/qr-codes/${fresh}/void`, { reason: 'Late' })).body).toMatchObject({
      code: 'invalid_qr_code',
      message: 'This QR code is linked to an item already',
    });
  });

  it('only what is unused of a batch is deleted, by those who may', async () => {
    const { id } = await orderOf(4);
    const { batch, codes } = await generated(manager, id, 4);
    const [first = '', second = '', third = ''] = codes;
    expectDone(await link(first, form()));
    expectDone(await manager.post(`/qr-codes/${second}/void`, { reason: 'Torn' }));
    const body = { batch_code: batch };
    expect((await warehouse.delete('/qr-codes/delete-batch', body)).status).toBe(403);
    expect(expectDone(await manager.delete('/qr-codes/delete-batch', body))).toEqual({ deleted: 2, kept: 2 });
    expect((await manager.get(`/qr-codes/${third}`)).status).toBe(404);
    expect(await code(first)).toMatchObject({ status: 'linked' });
    expect(await order(id)).toMatchObject({ qr_codes_count: 1 });
    // By the address, too; a batch without codes does not exist.
    const whole = await generated(manager, id, 3);
    const answer = await manager.delete(`/qr-codes/delete-batch?batch_code=${whole.batch.toLowerCase()}`);
    expect(expectDone(answer)).toEqual({ deleted: 3, kept: 0 });
    const gone = await manager.get(`/qr-codes/batch?batch_code=${whole.batch}`);
    expect(gone.body.code).toBe('qr_batch_not_found');
  });

  it('a repeated deletion is answered alike, and its key is not taken for another batch', async () => {
    const { id } = await orderOf(4);
    const [one, other] = [await generated(manager, id, 2), await generated(manager, id, 2)];
    const remove = (batch: string) =>
      manager.delete<{ deleted?: number; code?: string }>(
        `/qr-codes/delete-batch?batch_code=${batch}`,
        undefined,
        { key: 'a-batch' },
      );
    expect((await remove(one.batch)).body.deleted).toBe(2);
    expect((await remove(one.batch)).body.deleted).toBe(2);
    expect((await remove(other.batch)).body.code).toBe('key_reused');
    expect((await manager.get(`/qr-codes/batch?batch_code=${other.batch}`)).status).toBe(200);
  });

  it('the log tells what was done to which code, and why', async () => {
    const { id, transaction_number } = await orderOf(2);
    const { batch, codes } = await generated(manager, id, 2);
    const [first = '', second = ''] = codes;
    expectDone(await manager.post(`/qr-codes/${first}/void`, { reason: 'Torn' }));
    expectDone(await link(second, form()));
    expectDone(await manager.delete('/qr-codes/delete-batch', { batch_code: batch }));
    const { data } = expectDone(await admin.get<AuditPage>('/audit?area=qrCodes&per_page=4'));
    expect(data.map(({ what, subject, reason }) => [what, subject?.name, reason])).toEqual([
      ['Deleted the unused QR codes of a batch', batch, null],
      ['Linked a QR code to an inventory item', second, null],
      ['Voided an unused QR code', first, 'Torn'],
      ['Generated a batch of QR codes', `${batch}, ${transaction_number}`, null],
    ]);
    expect(data[2]?.changes).toEqual([{ what: 'Status', before: 'Unused', after: 'Voided' }]);
  });

  describe('nothing is scanned as two things:', () => {
    it('no other field of a unit takes a code that was made, nor does a product', async () => {
      const { id, transaction_number } = await orderOf(1);
      const [one = ''] = (await generated(manager, id, 1)).codes;
      const message = `This is a QR code of ${transaction_number}`;
      const found = await manager.get<WhereIs>(`/inventory/where-is?code=${one.toLowerCase()}`);
      expect(expectDone(found)).toMatchObject({
        unit: null,
        label: { qr_code: one, status: 'unused', order_number: transaction_number },
      });
      const asSerial = await manager.post('/inventory', form({ serial_number: one }));
      expect([asSerial.status, asSerial.body.errors]).toEqual([422, { serial_number: [message] }]);
      const own = await manager.put(`/inventory/${shop.units[0]?.id}`, { qr_code: one });
      expect(own.body.errors).toEqual({ qr_code: [message] });
      const traded = {
        ...form({ qr_code: one }),
        category: undefined,
        ...BROUGHT,
      };
      expect((await manager.post('/inventory/trade-ins', traded)).body.errors).toEqual({
        qr_code: [message],
      });
      const path = `/products/${shop.variation.product.id}/variations`;
      const asBarcode = { name: 'Red', barcode: one, cost: 1, retail_price: 2 };
      expect((await manager.post(path, asBarcode)).body.errors).toEqual({ barcode: [message] });
    });

    it('a label stays with its unit, and goes with it', async () => {
      const supplier_id = (await makeSupplier(server.database)).id;
      const items = [{ product_variation_id: shop.variation.id, quantity_ordered: 2, unit_cost: 10 }];
      const { id } = await ordered(manager, { supplier_id, store_id: shop.store.id, items });
      const [one = ''] = (await generated(manager, id, 2)).codes;
      const unit = expectDone(await link(one, form()));
      const moved = await manager.put(`/inventory/${unit.id}`, { qr_code: null });
      expect(moved.body.errors).toEqual({ qr_code: ['This is the code of its label, and stays with it'] });
      expectDone(await manager.put(`/inventory/${unit.id}`, { notes: 'Box dented', qr_code: one }));
      expectDone(await admin.delete(`/inventory/${unit.id}`, { reason: 'Entered twice' }));
      expect(await code(one)).toMatchObject({
        status: 'voided',
        inventory_item: null,
        void_reason: 'Its item was deleted',
      });
      // As if it had never been entered: one more is outstanding, and gets a code.
      const after = await order(id);
      expect(after).toMatchObject({ status: 'pending', qr_codes_count: 1, total_quantity_received: 0 });
      expect(after.items[0]).toMatchObject({ quantity_received: 0, remaining_quantity: 2 });
      expect(after.history[0]).toMatchObject({
        kind: 'unit_deleted',
        quantity: 1,
        product_variation: { id: shop.variation.id },
        reason: 'Entered twice',
      });
      const [fresh = ''] = (await generated(manager, id, 1)).codes;
      expectDone(await link(fresh, form()));
    });
  });
});
