import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transfersOfUnit } from '#server/modules/transfers/transfers.public.ts';
import { signIn, type Refusal } from '#tests/support/http.ts';
import { expectDone, findUnitRow, openDraft, sell, type WireScan } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeStaff, makeStore, makeUnits } from '#tests/support/shop.ts';
import {
  cancel,
  look,
  mark,
  receive,
  scan,
  scanned,
  send,
  sent,
  settle,
  type WireTransfer,
  type WireTransferableUnit,
} from '#tests/support/transfers.ts';
import { makeTwoStores, type TwoStores } from '#tests/support/two-stores.ts';

onEveryEngine('transfers', (start) => {
  let server: TestServer;
  let stores: TwoStores;
  beforeAll(async () => {
    server = await start();
    stores = await makeTwoStores(server, 0);
  });
  afterAll(() => server.close());

  const fresh = (count: number) => stores.moreUnits(count);
  const idsOf = (units: readonly { id: number }[]) => units.map(({ id }) => id);
  const row = (unitId: number) => findUnitRow(server.database, unitId);
  const stands = async (unitId: number) => {
    const { status, store_id } = await row(unitId);
    return [status, store_id];
  };
  const statesOf = ({ items }: WireTransfer) => items.map(({ state }) => state);
  const put = (transferId: number, unitId: number, body: object) =>
    mark<WireTransfer>(stores.there, transferId, unitId, body);

  describe('sending', () => {
    it('takes units of the store out of its stock, under a number that the store counts', async () => {
      const units = await fresh(2);
      const first = await sent(stores.here, stores.destination.id, idsOf(units));
      const [one, two] = units;
      expect(first).toMatchObject({
        status: 'in_transit',
        from_store: { id: stores.store.id },
        to_store: { id: stores.destination.id, name: stores.destination.name },
        sent_by: { id: stores.manager.id },
        units_count: 2,
        received_count: 0,
      });
      expect(first.items.map((item) => [item.inventory_item_id, item.imei, item.state])).toEqual([
        [one?.id, one?.imei, 'in_transit'],
        [two?.id, two?.imei, 'in_transit'],
      ]);
      expect(await stands(one?.id ?? 0)).toEqual(['in_transit', stores.store.id]);
      const [further] = await fresh(1);
      const second = await sent(stores.here, stores.destination.id, [further?.id ?? 0]);
      const noOf = (number: string) => Number(number.slice(-6));
      expect(second.number).toBe(
        `TR-${stores.store.code}-${String(noOf(first.number) + 1).padStart(6, '0')}`,
      );
    });

    it('takes a unit whose hold has lapsed, and none that a till holds', async () => {
      const [held, lapsed] = idsOf(await fresh(2));
      const till = await signIn(server.url, stores.seller.email);
      expectDone(await till.post<object>(`/pos/inventory/${lapsed}/lock`));
      server.clock.advance(6 * MINUTE);
      expectDone(await till.post<object>(`/pos/inventory/${held}/lock`));
      const refused = await send(stores.here, stores.destination.id, [held ?? 0, lapsed ?? 0]);
      expect([refused.status, refused.body.code, refused.body.inventory_item_ids]).toEqual([
        409,
        'units_unavailable',
        [held],
      ]);
      expect(refused.body.units).toEqual([
        { inventory_item_id: held, problem: `${stores.seller.name} holds it at a till` },
      ]);
      expect(await stands(lapsed ?? 0)).toEqual(['locked', stores.store.id]);
      await sent(stores.here, stores.destination.id, [lapsed ?? 0]);
      expect(await row(lapsed ?? 0)).toMatchObject({ status: 'in_transit', locked_by_id: null });
    });

    it('says of each unit that is not there where it is, and sends none of the others', async () => {
      const [free, sold, moving, defective] = await fresh(4);
      const till = await signIn(server.url, stores.seller.email);
      await sell(till, [sold?.id ?? 0]);
      const way = await sent(stores.here, stores.destination.id, [moving?.id ?? 0]);
      await server.database.write((writer) =>
        writer
          .updateTable('inventory_items')
          .set({ status: 'defective' })
          .where('id', '=', defective?.id ?? 0)
          .execute(),
      );
      const [elsewhere] = await makeUnits(server.database, {
        count: 1,
        store_id: stores.destination.id,
        product_variation_id: stores.variation.id,
      });
      const wanted = idsOf([free, sold, moving, defective, elsewhere].map((unit) => ({ id: unit?.id ?? 0 })));
      const { status, body } = await send(stores.here, stores.destination.id, wanted);
      expect(status).toBe(409);
      expect(body.units).toEqual([
        { inventory_item_id: sold?.id, problem: 'It was sold' },
        {
          inventory_item_id: moving?.id,
          problem: `It is in transit to ${stores.destination.name} (${way.number})`,
        },
        { inventory_item_id: defective?.id, problem: 'It is defective' },
        { inventory_item_id: elsewhere?.id, problem: `It stands at ${stores.destination.name}` },
      ]);
      expect(body.message).toContain(`IMEI ${sold?.imei}: It was sold`);
      expect(await stands(free?.id ?? 0)).toEqual(['available', stores.store.id]);
    });

    it('goes to another active store only', async () => {
      const [unit] = idsOf(await fresh(1));
      const closed = await makeStore(server.database, { is_active: 0 });
      for (const [to, message] of [
        [stores.store.id, 'Choose another store than the one that sends'],
        [closed.id, `${closed.name} is inactive and receives nothing`],
        [999_999, 'Choose the store that it goes to'],
      ] as const) {
        const { status, body } = await send(stores.here, to, [unit ?? 0]);
        expect([status, body.errors]).toEqual([422, { to_store_id: [message] }]);
      }
    });

    it.each([
      ['no unit', []],
      ['the same unit twice', [7, 7]],
    ])('refuses %s', async (_, unitIds) => {
      const { status, body } = await send(stores.here, stores.destination.id, unitIds);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['item_ids']]);
    });

    it('leaves a store that is not active any more', async () => {
      const store = await makeStore(server.database);
      const [unit] = await makeUnits(server.database, {
        count: 1,
        store_id: store.id,
        product_variation_id: stores.variation.id,
      });
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', store.id).execute(),
      );
      const admin = await makeStaff(server.database, { store_id: store.id, role: 'admin' });
      const caller = await signIn(server.url, admin.email);
      const answer = await send(caller, stores.destination.id, [unit?.id ?? 0], { storeId: store.id });
      expect(answer.status).toBe(201);
    });

    it('is done once under one key', async () => {
      const [unit] = idsOf(await fresh(1));
      const key = `transfer-${unit}`;
      const first = await send<WireTransfer>(stores.here, stores.destination.id, [unit ?? 0], { key });
      const again = await send<WireTransfer>(stores.here, stores.destination.id, [unit ?? 0], { key });
      expect(again.body).toEqual(first.body);
    });
  });

  describe('a unit in transit', () => {
    it('is sold at neither end: the tills say where it goes to', async () => {
      const [unit] = await fresh(1);
      const { number } = await sent(stores.here, stores.destination.id, [unit?.id ?? 0]);
      const text = `This item is in transit to ${stores.destination.name} (${number})`;
      for (const till of [stores.here, stores.there]) {
        const { status, body } = await till.post('/pos/scan', { code: unit?.imei });
        expect([status, body.message]).toEqual([409, text]);
      }
      expect((await stores.here.post(`/pos/inventory/${unit?.id}/lock`)).status).toBe(409);
      const draft = await stores.here.post('/transactions', {
        items: [{ inventory_item_id: unit?.id }],
      });
      expect(draft.status).toBe(409);
    });

    it('leaves a draft that had it, which cannot be completed any more', async () => {
      const [unit] = idsOf(await fresh(1));
      const draft = await openDraft(stores.here, [unit ?? 0]);
      server.clock.advance(6 * MINUTE);
      await sent(stores.here, stores.destination.id, [unit ?? 0]);
      const body = { payments: [{ method: 'cash', amount: draft.total_amount }] };
      const { status, body: refusal } = await stores.here.post(`/transactions/${draft.id}/complete`, body);
      expect([status, refusal.code]).toEqual([409, 'item_unavailable']);
    });

    it('is sold where it was received', async () => {
      const [unit] = await fresh(1);
      const { id } = await sent(stores.here, stores.destination.id, [unit?.id ?? 0]);
      expectDone(await receive<WireTransfer>(stores.there, id, [unit?.id ?? 0]));
      const scan = expectDone(await stores.there.post<WireScan>('/pos/scan', { code: unit?.imei }));
      expect(scan.type).toBe('inventory');
      await sell(stores.there, [unit?.id ?? 0]);
    });
  });

  describe('receiving', () => {
    it('notes who saw which unit, and takes into stock what was scanned, once', async () => {
      const units = await fresh(3);
      const [first, second, third] = units;
      const { id } = await sent(stores.here, stores.destination.id, idsOf(units));
      const seen = await scanned(stores.there, id, [first?.imei ?? null, second?.serial_number ?? null]);
      expect(seen.map(({ outcome, item }) => [outcome, item?.scanned_by?.name])).toEqual([
        ['scanned', stores.receiver.name],
        ['scanned', stores.receiver.name],
      ]);
      expect(await stands(first?.id ?? 0)).toEqual(['in_transit', stores.store.id]);

      const colleague = await makeStaff(server.database, {
        store_id: stores.destination.id,
        role: 'warehouse_staff',
      });
      const other = await signIn(server.url, colleague.email);
      const [again] = await scanned(other, id, [first?.imei ?? null]);
      expect([again?.outcome, again?.item?.scanned_by?.name]).toEqual(['again', stores.receiver.name]);

      const partly = expectDone(await receive<WireTransfer>(other, id));
      expect(partly).toMatchObject({ status: 'in_transit', received_count: 2, ended_at: null });
      expect(await stands(first?.id ?? 0)).toEqual(['available', stores.destination.id]);
      expect(await stands(third?.id ?? 0)).toEqual(['in_transit', stores.store.id]);
      expect((await scanned(other, id, [first?.imei ?? null]))[0]?.outcome).toBe('settled');
      const twice = await receive(stores.there, id, [first?.id ?? 0]);
      expect([twice.status, twice.body.code, twice.body.inventory_item_ids]).toEqual([
        409,
        'illegal_state',
        [first?.id],
      ]);
      const nothing = await receive(stores.there, id);
      expect([nothing.status, nothing.body.message]).toEqual([409, 'Nothing was scanned yet']);

      await scanned(stores.there, id, [third?.imei ?? null]);
      const whole = expectDone(await receive<WireTransfer>(stores.there, id));
      expect(whole).toMatchObject({
        status: 'received',
        received_count: 3,
        ended_by: { id: stores.receiver.id },
      });
      expect((await receive(stores.there, id)).body.message).toBe('This transfer has already been received');
    });

    it('takes a damaged unit in as defective, with the reason', async () => {
      const [unit] = await fresh(1);
      const { id } = await sent(stores.here, stores.destination.id, [unit?.id ?? 0]);
      await scanned(stores.there, id, [unit?.imei ?? null]);
      const unsaid = await mark(stores.there, id, unit?.id ?? 0, { condition: 'damaged' });
      expect([unsaid.status, unsaid.body.errors]).toEqual([422, { reason: ['Reason required'] }]);
      expectDone(await put(id, unit?.id ?? 0, { condition: 'damaged', reason: 'Cracked screen' }));
      const whole = expectDone(await receive<WireTransfer>(stores.there, id));
      expect(whole).toMatchObject({ status: 'received', defective_count: 1, received_count: 0 });
      expect(whole.items[0]).toMatchObject({ state: 'defective', reason: 'Cracked screen' });
      expect(await stands(unit?.id ?? 0)).toEqual(['defective', stores.destination.id]);
      const late = await mark(stores.there, id, unit?.id ?? 0, { condition: 'good' });
      expect(late.body.code).toBe('illegal_state');
    });

    it('takes a scan back', async () => {
      const [unit] = await fresh(1);
      const { id } = await sent(stores.here, stores.destination.id, [unit?.id ?? 0]);
      await scanned(stores.there, id, [unit?.imei ?? null]);
      expectDone(await put(id, unit?.id ?? 0, { condition: 'expected' }));
      expect((await look(stores.there, id)).items[0]).toMatchObject({ scanned_at: null, scanned_by: null });
      expect((await receive(stores.there, id)).status).toBe(409);
    });

    it('shows a unit that is not in the transfer with where it should be, and does not take it', async () => {
      const [inside, extra] = await fresh(2);
      const { id } = await sent(stores.here, stores.destination.id, [inside?.id ?? 0]);
      const [seen] = await scanned(stores.there, id, [extra?.imei ?? null]);
      expect(seen).toMatchObject({
        outcome: 'extra',
        item: { state: 'extra', place: { status: 'available', store: { id: stores.store.id } } },
      });
      expectDone(await put(id, extra?.id ?? 0, { condition: 'extra', reason: 'Set aside for the next van' }));
      expectDone(await receive<WireTransfer>(stores.there, id, [inside?.id ?? 0]));
      const shown = await look(stores.here, id);
      expect([statesOf(shown), shown.extra_count, shown.units_count]).toEqual([['received', 'extra'], 1, 1]);
      expect(shown.items[1]?.reason).toBe('Set aside for the next van');
      expect(await stands(extra?.id ?? 0)).toEqual(['available', stores.store.id]);
    });

    it('forgets a unit again that was scanned by mistake', async () => {
      const [inside, extra] = await fresh(2);
      const { id } = await sent(stores.here, stores.destination.id, [inside?.id ?? 0]);
      await scanned(stores.there, id, [extra?.imei ?? null]);
      expectDone(await put(id, extra?.id ?? 0, { condition: 'expected' }));
      expect(statesOf(await look(stores.there, id))).toEqual(['in_transit']);
    });

    it('takes the next piece without numbers by its barcode, until all of them are scanned', async () => {
      const [labelled, ...plain] = await makeUnits(server.database, {
        count: 3,
        store_id: stores.store.id,
        product_variation_id: stores.variation.id,
        serial_number: null,
        imei: null,
        qr_code: null,
      });
      const [numbered] = await fresh(1);
      const qr_code = `QR-${labelled?.id}`;
      await server.database.write((writer) =>
        writer
          .updateTable('inventory_items')
          .set({ qr_code })
          .where('id', '=', labelled?.id ?? 0)
          .execute(),
      );
      const ids = [...idsOf([numbered, labelled].flatMap((unit) => unit ?? [])), ...idsOf(plain)];
      const { id } = await sent(stores.here, stores.destination.id, ids);
      const { barcode } = stores.variation;
      const results = await scanned(stores.there, id, [barcode, barcode, barcode, barcode]);
      expect(results.map(({ outcome, item }) => [outcome, item?.inventory_item_id])).toEqual([
        ...idsOf(plain).map((unitId) => ['scanned', unitId]),
        ['scanned', labelled?.id],
        ['all_scanned', plain[0]?.id],
      ]);
      const { items } = expectDone(await receive<WireTransfer>(stores.there, id));
      expect(items.map(({ state }) => state)).toEqual(['in_transit', 'received', 'received', 'received']);
      expect(await scanned(stores.there, id, [barcode])).toMatchObject([{ outcome: 'all_scanned' }]);
    });

    it('takes no unit with a number of its own by a barcode', async () => {
      const [unit] = await fresh(1);
      const { id } = await sent(stores.here, stores.destination.id, [unit?.id ?? 0]);
      const { barcode } = stores.variation;
      expect(await scanned(stores.there, id, [barcode])).toEqual([
        { code: barcode, outcome: 'barcode', item: null },
      ]);
    });

    it('says of a code that no unit has that it is unknown', async () => {
      const [unit] = await fresh(1);
      const { id } = await sent(stores.here, stores.destination.id, [unit?.id ?? 0]);
      expect(await scanned(stores.there, id, ['NO-SUCH-CODE'])).toEqual([
        { code: 'NO-SUCH-CODE', outcome: 'unknown', item: null },
      ]);
    });

    it('is done where it goes to, and nowhere else', async () => {
      const [unit] = await fresh(1);
      const { id } = await sent(stores.here, stores.destination.id, [unit?.id ?? 0]);
      const refused = await scan(stores.here, id, [unit?.imei ?? null]);
      expect([refused.status, refused.body.message]).toEqual([
        409,
        `Only ${stores.destination.name} can do this`,
      ]);
      expect((await receive(stores.here, id, [unit?.id ?? 0])).status).toBe(409);
      expect((await cancel(stores.there, id)).body.message).toBe(`Only ${stores.store.name} can do this`);
      const stranger = await makeTwoStores(server, 0);
      expect((await receive(stranger.there, id, [unit?.id ?? 0])).body.code).toBe('transfer_not_found');
      expect((await stranger.there.get(`/inventory/transfers/${id}`)).status).toBe(404);
    });
  });

  describe('what did not arrive', () => {
    it('is settled by the sender with a reason: lost, or back in its stock', async () => {
      const [arrived, lost, kept] = await fresh(3);
      const { id } = await sent(
        stores.here,
        stores.destination.id,
        idsOf([arrived, lost, kept].map((unit) => ({ id: unit?.id ?? 0 }))),
      );
      expectDone(await receive<WireTransfer>(stores.there, id, [arrived?.id ?? 0]));
      const settled = expectDone(
        await settle<WireTransfer>(stores.here, id, [
          { inventory_item_id: lost?.id ?? 0, outcome: 'lost' },
          { inventory_item_id: kept?.id ?? 0, outcome: 'returned' },
        ]),
      );
      expect(settled).toMatchObject({
        status: 'received',
        received_count: 1,
        lost_count: 1,
        returned_count: 1,
        ended_by: { id: stores.manager.id },
      });
      expect(settled.items[1]).toMatchObject({ state: 'lost', reason: 'Not in the box' });
      expect(await stands(lost?.id ?? 0)).toEqual(['lost', stores.store.id]);
      expect(await stands(kept?.id ?? 0)).toEqual(['available', stores.store.id]);
    });

    it('is not settled once it was scanned or received, nor without a reason', async () => {
      const [seen, open] = await fresh(2);
      const { id } = await sent(stores.here, stores.destination.id, [seen?.id ?? 0, open?.id ?? 0]);
      await scanned(stores.there, id, [seen?.imei ?? null]);
      const request = [{ inventory_item_id: seen?.id ?? 0, outcome: 'lost' as const }];
      const refused = await settle(stores.here, id, request);
      expect([refused.status, refused.body.inventory_item_ids]).toEqual([409, [seen?.id]]);
      const unsaid = await settle(
        stores.here,
        id,
        [{ inventory_item_id: open?.id ?? 0, outcome: 'lost' }],
        ' ',
      );
      expect([unsaid.status, unsaid.body.errors]).toEqual([422, { reason: ['Reason required'] }]);
      expect((await settle(stores.there, id, request)).status).toBe(409);
    });

    it('is settled, or taken back whole, when where it goes to ended after it was scanned there', async () => {
      const store = await makeStore(server.database);
      const { email } = await makeStaff(server.database, { store_id: store.id, role: 'store_manager' });
      const there = await signIn(server.url, email);
      const [one, two, three, extra] = await fresh(4);
      const way = await sent(stores.here, store.id, [one?.id ?? 0, two?.id ?? 0]);
      const back = await sent(stores.here, store.id, [three?.id ?? 0]);
      await scanned(there, way.id, [one?.imei ?? null]);
      await scanned(there, back.id, [three?.imei ?? null, extra?.imei ?? null]);
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', store.id).execute(),
      );
      expect((await look(stores.here, way.id)).items.map(({ scanned_at }) => scanned_at)).toEqual([
        null,
        null,
      ]);
      const request = { inventory_item_id: one?.id ?? 0, outcome: 'returned' as const };
      expectDone(await settle<WireTransfer>(stores.here, way.id, [request]));
      expectDone(await cancel<WireTransfer>(stores.here, back.id));
      for (const unit of [one, three, extra]) {
        expect(await stands(unit?.id ?? 0)).toEqual(['available', stores.store.id]);
      }
    });
  });

  describe('cancelling', () => {
    it('gives every unit back while nothing is received', async () => {
      const units = await fresh(2);
      const { id } = await sent(stores.here, stores.destination.id, idsOf(units));
      const cancelled = expectDone(await cancel<WireTransfer>(stores.here, id));
      expect(cancelled).toMatchObject({ status: 'cancelled', cancel_reason: 'Sent by mistake' });
      expect(statesOf(cancelled)).toEqual(['cancelled', 'cancelled']);
      for (const unit of units) expect(await stands(unit.id)).toEqual(['available', stores.store.id]);
      expect((await receive(stores.there, id, idsOf(units))).body.message).toBe(
        'This transfer was cancelled',
      );
      await sent(stores.here, stores.destination.id, idsOf(units));
    });

    it('is refused once a unit was received, or seen where it goes to', async () => {
      const [one, two] = await fresh(2);
      const { id } = await sent(stores.here, stores.destination.id, [one?.id ?? 0, two?.id ?? 0]);
      await scanned(stores.there, id, [one?.imei ?? null]);
      expect((await cancel(stores.here, id)).status).toBe(409);
      expectDone(await receive<WireTransfer>(stores.there, id));
      const refused = await cancel(stores.here, id);
      expect(refused.body.message).toBe('Part of this transfer has already been received');
    });
  });

  describe('looking up what could be sent', () => {
    const find = (code: string | null) =>
      stores.here.get<{ data: WireTransferableUnit[] } & Refusal>(
        `/inventory/transfers/lookup?code=${encodeURIComponent(code ?? '')}`,
      );

    it('finds a unit by its IMEI, serial number or QR code, wherever it is', async () => {
      const [unit] = await makeUnits(server.database, {
        count: 1,
        store_id: stores.destination.id,
        product_variation_id: stores.variation.id,
        qr_code: 'QR-LOOKUP-1',
      });
      for (const code of [unit?.imei, unit?.serial_number, unit?.qr_code]) {
        const { data } = expectDone(await find(code ?? null));
        expect(data).toMatchObject([
          { inventory_item_id: unit?.id, place: { store: { id: stores.destination.id } } },
        ]);
      }
    });

    it('offers the next free units of a barcode', async () => {
      const free = await fresh(2);
      const { data } = expectDone(await find(stores.variation.barcode));
      expect(data.map((unit) => unit.inventory_item_id)).toEqual(
        expect.arrayContaining(free.map(({ id }) => id)),
      );
      expect(new Set(data.map(({ place }) => place.status))).toEqual(new Set(['available']));
    });

    it('knows no code that nothing has, nor that of a unit which an import has not shown yet', async () => {
      const place = { store_id: stores.store.id, product_variation_id: stores.variation.id };
      const [hidden] = await makeUnits(server.database, { count: 1, ...place, status: 'sold', sold_at: 0 });
      for (const code of ['NOTHING-HAS-IT', hidden?.imei ?? '']) {
        const { status, body } = await find(code);
        expect([status, body.code]).toEqual([404, 'code_not_found']);
      }
    });
  });

  it('tells the history of a unit', async () => {
    const [unit] = idsOf(await fresh(1));
    const first = await sent(stores.here, stores.destination.id, [unit ?? 0]);
    expectDone(await cancel<WireTransfer>(stores.here, first.id));
    server.clock.advance(MINUTE);
    const second = await sent(stores.here, stores.destination.id, [unit ?? 0]);
    expectDone(await receive<WireTransfer>(stores.there, second.id, [unit ?? 0]));
    expect(await transfersOfUnit(server.database.reader, unit ?? 0)).toMatchObject([
      { number: first.number, state: 'cancelled', sent_by_name: stores.manager.name },
      {
        number: second.number,
        state: 'received',
        from_store_name: stores.store.name,
        to_store_name: stores.destination.name,
        settled_by_name: stores.receiver.name,
      },
    ]);
  });

  it('keeps in the audit what was sent, received and settled', async () => {
    const [one, two] = idsOf(await fresh(2));
    const { id, number } = await sent(stores.here, stores.destination.id, [one ?? 0, two ?? 0]);
    expectDone(await receive<WireTransfer>(stores.there, id, [one ?? 0]));
    expectDone(
      await settle<WireTransfer>(stores.here, id, [{ inventory_item_id: two ?? 0, outcome: 'lost' }]),
    );
    const admin = await makeStaff(server.database, { store_id: stores.store.id, role: 'admin' });
    const log = expectDone(
      await (
        await signIn(server.url, admin.email)
      ).get<{
        data: { what: string; subject: object; reason: string | null; changes: object[] }[];
      }>('/audit?area=transfers'),
    );
    expect(log.data.slice(0, 3)).toMatchObject([
      {
        what: 'Settled what did not arrive',
        subject: { name: number, path: `/inventory/transfers/${id}` },
        reason: 'Not in the box',
        changes: [
          { what: 'Status', before: 'In transit', after: 'Received' },
          { what: 'Lost', before: '0', after: '1' },
        ],
      },
      { what: 'Received units of a transfer', changes: [{ what: 'Received', before: '0', after: '1' }] },
      { what: 'Sent units to another store', subject: { name: number } },
    ]);
  });
});
