import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from '#contract/zod.ts';
import type { counts } from '#contract/counts.ts';
import { finishClosing } from '#server/modules/counts/close.usecases.ts';
import { findCountsOfUnit } from '#server/modules/counts/counts.public.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  cancel,
  close,
  closed,
  differences,
  look,
  scan,
  scanned,
  setQuantity,
  start as begin,
  started,
  unitsIn,
  type WireCount,
  type WireCounts,
  type WireQuantity,
  type WireScans,
} from '#tests/support/counts.ts';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { expectDone, findUnitRow, refundSale, sell, voidSale } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeStore, makeUnits, makeVariation } from '#tests/support/shop.ts';
import { makeReturn } from '#tests/support/supplier-returns.ts';
import { cancel as cancelTransfer, sent } from '#tests/support/transfers.ts';

onEveryEngine('stock counts', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  /** Makes a store with a manager, two counters, and some units. */
  async function makeCounted(count = 3) {
    const store = await makeStore(server.database);
    const people = await Promise.all(
      (['store_manager', 'inventory_checker', 'warehouse_staff'] as const).map((role) =>
        makeStaff(server.database, { store_id: store.id, role }),
      ),
    );
    const [manager, counter, other] = await Promise.all(people.map(({ email }) => signIn(server.url, email)));
    if (!manager || !counter || !other) throw new Error('Nobody signed in');
    const variation = await makeVariation(server.database);
    const more = (wanted: number, given: object = {}) =>
      makeUnits(server.database, {
        count: wanted,
        store_id: store.id,
        product_variation_id: variation.id,
        ...given,
      });
    const units = await more(count);
    return { store, manager, counter, other, variation, more, units, ids: units.map(({ id }) => id) };
  }

  const put = (unitId: number, status: Tables['inventory_items']['status'], store_id?: number) =>
    server.database.write((writer) =>
      writer
        .updateTable('inventory_items')
        .set({ status, ...(store_id === undefined ? {} : { store_id }) })
        .where('id', '=', unitId)
        .execute(),
    );
  const stands = async (unitId: number | undefined) => {
    const { status, store_id } = await findUnitRow(server.database, unitId ?? 0);
    return [status, store_id];
  };
  const laterThan = () => server.clock.advance(MINUTE);
  const outcomes = async (by: SignedIn, countId: number, codes: readonly (string | null | undefined)[]) =>
    (await scanned(by, countId, codes)).map(({ outcome }) => outcome);

  describe('starting', () => {
    it('numbers the counts of a store, and begins open with what stands there', async () => {
      const { store, counter, manager } = await makeCounted(4);
      const count = await started(counter);
      expect(count).toMatchObject({
        number: `CT-${store.code}-000001`,
        status: 'open',
        store: { id: store.id },
        product: null,
        category: null,
        progress: { found: 0, own: 0 },
      });
      expect((await look(manager, count.id)).progress).toMatchObject({ expected: 4, missing: 4 });
      await cancel(manager, count.id);
      expect((await started(counter)).number).toBe(`CT-${store.code}-000002`);
    });

    it('runs several counts, but not two of the same part', async () => {
      const { counter, variation } = await makeCounted();
      await started(counter);
      const refused = await begin(counter);
      expect([refused.status, refused.body.code]).toEqual([409, 'count_open']);
      await started(counter, { product_id: variation.product.id });
      expect((await begin(counter, { product_id: variation.product.id })).status).toBe(409);
      await started(counter, { product_id: variation.product.id, category: 'used' });
      await started(counter, { product_type_id: variation.product.product_type_id });
    });

    it('refuses a part that there is not, and a store that is not the caller’s', async () => {
      const { counter, variation } = await makeCounted();
      const another = await makeVariation(server.database);
      const foreign = await makeStore(server.database);
      expect((await begin(counter, { product_type_id: 999_999 })).body.errors).toHaveProperty(
        'product_type_id',
      );
      expect((await begin(counter, { product_id: 999_999 })).body.errors).toHaveProperty('product_id');
      const mixed = { product_id: variation.product.id, product_type_id: another.product.product_type_id };
      expect((await begin(counter, mixed)).body.errors).toHaveProperty('product_id');
      expect((await begin(counter, { store_id: foreign.id })).body.code).toBe('foreign_store');
    });
  });

  describe('scanning', () => {
    it('counts a unit by its serial number, either IMEI or its QR code, and once', async () => {
      const { counter, other, more } = await makeCounted(0);
      const [unit] = await more(1, { qr_code: 'QR-COUNT-1', imei2: '359999999999993' });
      const count = await started(counter);
      const [first] = await scanned(counter, count.id, [unit?.serial_number?.toLowerCase()]);
      expect(first).toMatchObject({ outcome: 'found', place: null, unit: { inventory_item_id: unit?.id } });
      server.clock.advance(MINUTE);
      const again = await scanned(other, count.id, [unit?.imei, unit?.imei2, unit?.qr_code]);
      for (const scanOf of again) {
        expect(scanOf).toMatchObject({
          outcome: 'already_counted',
          counted_by: { id: counter.staff.id },
          counted_at: first?.counted_at,
        });
      }
      expect((await look(other, count.id)).progress).toMatchObject({ found: 1, own: 0 });
    });

    it('says of what was not expected where it should be', async () => {
      const { store, counter, manager, ids, units, variation, more } = await makeCounted(5);
      const away = await makeStore(server.database);
      const [elsewhere, onItsWay, defective, lost, sold] = units;
      await put(ids[0] ?? 0, 'available', away.id);
      await put(ids[1] ?? 0, 'in_transit');
      await put(ids[2] ?? 0, 'defective');
      await put(ids[3] ?? 0, 'lost');
      await put(ids[4] ?? 0, 'sold');
      const [used] = await more(1, { category: 'used' });
      const count = await started(counter, { product_id: variation.product.id, category: 'new' });
      const codes = [elsewhere, onItsWay, defective, lost, sold, used].map((unit) => unit?.imei);
      const answers = await scanned(counter, count.id, [...codes, 'NOBODY-HAS-IT']);
      expect(answers.map(({ outcome, place }) => [outcome, place?.kind, place?.store.id])).toEqual([
        ['unexpected', 'other_store', away.id],
        ['unexpected', 'in_transit', store.id],
        ['unexpected', 'defective', store.id],
        ['unexpected', 'lost', store.id],
        ['unexpected', 'sold', store.id],
        ['unexpected', 'not_in_scope', store.id],
        ['unknown', undefined, undefined],
      ]);
      expect((await look(counter, count.id)).progress).toMatchObject({ found: 0, unexpected: 6, unknown: 1 });
      // Its transfer is cancelled, and so it is in no transit any more.
      const placeNow = async () => {
        const path = `/inventory/counts/${count.id}/differences?kind=unexpected`;
        const { data } = expectDone(
          await manager.get<{ data: { unit: { inventory_item_id: number } | null; place: object | null }[] }>(
            path,
          ),
        );
        return data.find(({ unit }) => unit?.inventory_item_id === ids[1])?.place;
      };
      expect(await placeNow()).toMatchObject({ kind: 'in_transit' });
      await put(ids[1] ?? 0, 'available', away.id);
      expect(await placeNow()).toMatchObject({ kind: 'other_store', store: { id: away.id } });
      await put(ids[1] ?? 0, 'available', store.id);
      expect(await placeNow()).toBeNull();
    });

    it('tells a unit that was sold while it ran from one that was sold before', async () => {
      const { counter, manager, ids, units } = await makeCounted(2);
      await sell(manager, [ids[0] ?? 0]);
      laterThan();
      const count = await started(counter);
      laterThan();
      await sell(manager, [ids[1] ?? 0]);
      expect(
        await outcomes(
          counter,
          count.id,
          units.map(({ imei }) => imei),
        ),
      ).toEqual(['unexpected', 'sold_meanwhile']);
    });

    it('does not grow by what was sold while it ran and is no part of it', async () => {
      const { counter, manager, ids, units } = await makeCounted(1);
      const another = await makeVariation(server.database);
      const count = await started(counter, { product_id: another.product.id });
      laterThan();
      await sell(manager, [ids[0] ?? 0]);
      const [answer] = await scanned(counter, count.id, [units[0]?.imei]);
      expect(answer).toMatchObject({ outcome: 'unexpected', place: { kind: 'not_in_scope' } });
      expect((await look(counter, count.id)).progress).toMatchObject({ found: 0, sold: 0, unexpected: 1 });
    });

    it('says whose barcode was scanned, and keeps it for no unknown code', async () => {
      const { counter, manager, variation } = await makeCounted(1);
      const count = await started(counter);
      const barcode = `48${count.id}${variation.id}`;
      await server.database.write((writer) =>
        writer.updateTable('product_variations').set({ barcode }).where('id', '=', variation.id).execute(),
      );
      expect(await scanned(counter, count.id, [barcode])).toMatchObject([
        {
          outcome: 'barcode',
          unit: null,
          variation: { id: variation.id, product: { name: variation.product.name } },
        },
      ]);
      expect((await look(counter, count.id)).progress).toMatchObject({ found: 0, unknown: 0, own: 0 });
      expect(await differences(manager, count.id, 'unknown')).toEqual([]);
    });

    it('counts the own scans of each, and lists what was scanned, so that one goes on later', async () => {
      const { counter, other, manager, units, variation } = await makeCounted(3);
      const count = await started(counter);
      const [one, two, three] = units.map(({ imei }) => imei);
      expect(expectDone(await scan<WireScans>(counter, count.id, [one])).own).toBe(1);
      expect(expectDone(await scan<WireScans>(counter, count.id, [two])).own).toBe(2);
      const [last_at, product_type] = [server.clock.now(), { id: variation.product.product_type_id }];
      laterThan();
      expect(expectDone(await scan<WireScans>(other, count.id, [three, one, 'NOTHING'])).own).toBe(1);
      const path = `/inventory/counts/${count.id}/scans`;
      const all = expectDone(await counter.get<WireScans>(path)).data;
      expect(all.map(({ unit }) => unit?.inventory_item_id).sort()).toEqual(units.map(({ id }) => id).sort());
      const unknown = expectDone(await counter.get<WireScans>(`${path}?kind=unknown`)).data;
      expect(unknown).toMatchObject([{ code: 'NOTHING', counted_by: { id: other.staff.id } }]);
      // When each scanned last, and what: a code that nothing has is not of any type.
      await scanned(other, count.id, ['NOTHING ELSE']);
      const at = (instant: number) => ({ last_at: new Date(instant).toISOString(), product_type });
      expect((await look(counter, count.id)).people).toMatchObject([
        { staff: { id: counter.staff.id, name: counter.staff.name }, units: 2, ...at(last_at) },
        { staff: { id: other.staff.id, name: other.staff.name }, units: 1, ...at(server.clock.now()) },
      ]);
      const person = expectDone(
        await manager.get<{ checked_items_count: number }>(`/staff/${counter.staff.id}`),
      );
      expect(person.checked_items_count).toBe(2);
    });

    it('answers a repeated call as before, and counts nothing twice', async () => {
      const { counter, units } = await makeCounted(1);
      const count = await started(counter);
      const send = () => scan<WireScans>(counter, count.id, [units[0]?.imei], { key: `scan-${count.id}` });
      const [first, second] = [await send(), await send()];
      expect(second.body).toEqual(first.body);
      expect((await look(counter, count.id)).progress).toMatchObject({ found: 1, own: 1 });
    });
  });

  it('is blind for whoever counts: what should be there is told to those who close', async () => {
    const { counter, manager, units } = await makeCounted(2);
    const count = await started(counter);
    const seen = await look(counter, count.id);
    expect(Object.keys(seen.progress).sort()).toEqual(
      ['found', 'own', 'quantities', 'sold', 'unexpected', 'unknown'].sort(),
    );
    expect(seen).not.toHaveProperty('settled');
    const path = `/inventory/counts/${count.id}`;
    expect((await counter.get(`${path}/differences?kind=missing`)).status).toBe(403);
    expect((await counter.get(`${path}/export`)).status).toBe(403);
    expect((await close(counter, count.id)).status).toBe(403);
    await scanned(counter, count.id, [units[0]?.imei]);
    expect(await unitsIn(manager, count.id, 'missing')).toEqual([units[1]?.id]);
  });

  it('tells whoever closes the progress by type and product, and first what is missing where others were found', async () => {
    const { counter, manager, units, variation, more } = await makeCounted(3);
    const untouched = await makeVariation(server.database, { product: { name: 'A first one' } });
    const [never] = await more(1, { product_variation_id: untouched.id });
    const count = await started(counter);
    await scanned(counter, count.id, [units[0]?.imei]);
    const path = `/inventory/counts/${count.id}/breakdown`;
    const { product_id, product } = variation;
    type Breakdown = z.input<typeof counts.breakdown.response>;
    const shown = async () => {
      const { data, product: asked } = expectDone(
        await manager.get<Breakdown>(`${path}?product_id=${product_id}`),
      );
      return [Object.fromEntries(data.map(({ product_type: { id }, ...type }) => [id, type])), asked];
    };
    const begun = { found: 1, missing: 2 };
    const types = {
      [product.product_type_id]: { ...begun, missing_so_far: 2 },
      [untouched.product.product_type_id]: { found: 0, missing: 1, missing_so_far: 0 },
    };
    expect(await shown()).toEqual([types, { id: product_id, ...begun }]);
    expect(expectDone(await manager.get<Breakdown>(path)).product).toBeNull();
    const missing = await differences(manager, count.id, 'missing');
    expect(
      missing.map(({ unit, others_counted }) => [unit?.inventory_item_id, unit?.product_id, others_counted]),
    ).toEqual([
      [units[1]?.id, product_id, true],
      [units[2]?.id, product_id, true],
      [never?.id, untouched.product_id, false],
    ]);
    expect((await counter.get(path)).status).toBe(403);
    await closed(manager, count.id);
    expect(await shown()).toEqual([types, { id: product_id, ...begun }]);
  });

  describe('closing', () => {
    it('makes missing units lost, brings others here, and only reports what was sold', async () => {
      const { store, counter, manager, ids, units, more } = await makeCounted(6);
      const away = await makeStore(server.database);
      const [there, gone, broken, far] = await more(4);
      await put(there?.id ?? 0, 'available', away.id);
      await put(gone?.id ?? 0, 'lost');
      await put(broken?.id ?? 0, 'defective', away.id);
      await put(far?.id ?? 0, 'in_transit', away.id);
      const count = await started(counter);
      laterThan();
      await sell(manager, [ids[4] ?? 0, ids[5] ?? 0]);
      await scanned(counter, count.id, [units[0]?.imei, units[1]?.imei, units[4]?.imei]);
      await scanned(counter, count.id, [there?.imei, gone?.imei, broken?.imei, far?.imei]);
      const done = await closed(manager, count.id);
      expect(done).toMatchObject({
        status: 'closed',
        reason: 'Yearly stock count',
        ended_by: { id: manager.staff.id },
        settled: { lost: 2, surplus: 0, moved: 2, brought_back: 1, sold_meanwhile: 2, held: 0 },
      });
      expect(await unitsIn(manager, count.id, 'missing')).toEqual([ids[2], ids[3]]);
      expect(await unitsIn(manager, count.id, 'sold')).toEqual([ids[4], ids[5]]);
      expect(await stands(ids[0])).toEqual(['available', store.id]);
      expect(await stands(ids[2])).toEqual(['lost', store.id]);
      expect(await stands(ids[4])).toEqual(['sold', store.id]);
      expect(await stands(there?.id)).toEqual(['available', store.id]);
      expect(await stands(gone?.id)).toEqual(['available', store.id]);
      expect(await stands(broken?.id)).toEqual(['defective', store.id]);
      expect(await stands(far?.id)).toEqual(['in_transit', away.id]);
      const settled = await differences(manager, count.id, 'unexpected');
      expect(settled.map(({ unit, settled: how }) => [unit?.inventory_item_id, how])).toEqual([
        [there?.id, 'moved'],
        [gone?.id, 'brought_back'],
        [broken?.id, 'moved'],
        [far?.id, 'none'],
      ]);
    });

    it('takes no unit for missing that came, came back or left while it ran, or that somebody holds', async () => {
      const { store, counter, manager, ids, more } = await makeCounted(6);
      const away = await makeStore(server.database);
      const [returned, received, moved, held, marked, missing] = ids;
      const sale = await sell(manager, [returned ?? 0]);
      await put(received ?? 0, 'in_transit', away.id);
      const count = await started(counter);
      laterThan();
      await refundSale(manager, sale.transaction.id, { reason: 'Returned' });
      await put(received ?? 0, 'available', store.id);
      await put(moved ?? 0, 'in_transit');
      await put(marked ?? 0, 'defective');
      const [fresh] = await more(1);
      expectDone(await manager.post<object>(`/pos/inventory/${held}/lock`));
      expect(await unitsIn(manager, count.id, 'missing')).toEqual([held, missing]);
      const done = await closed(manager, count.id);
      expect(done.settled).toMatchObject({ lost: 1, held: 1 });
      expect(await stands(missing)).toEqual(['lost', store.id]);
      expect(await stands(held)).toEqual(['locked', store.id]);
      expect(await stands(received)).toEqual(['available', store.id]);
      expect(await stands(fresh?.id)).toEqual(['available', store.id]);
      expect(await stands(moved)).toEqual(['in_transit', store.id]);
      expect(await stands(marked)).toEqual(['defective', store.id]);
      expect((await stands(returned))[0]).not.toBe('lost');
    });

    it('takes no unit for missing that another count found meanwhile', async () => {
      const { counter, manager, variation, units, ids } = await makeCounted(2);
      const whole = await started(counter);
      const part = await started(counter, { product_id: variation.product.id });
      laterThan();
      await scanned(counter, part.id, [units[0]?.serial_number]);
      expect(await unitsIn(manager, whole.id, 'missing')).toEqual([ids[1]]);
      expect((await closed(manager, whole.id)).settled).toMatchObject({ lost: 1 });
      expect((await stands(ids[0]))[0]).toBe('available');
    });

    it('brings nothing here that moved on after it was scanned', async () => {
      const { counter, manager, more } = await makeCounted(0);
      const [away, further] = [await makeStore(server.database), await makeStore(server.database)];
      const [first, second] = await more(2, { store_id: away.id });
      const count = await started(counter);
      await scanned(counter, count.id, [first?.imei, second?.imei]);
      await put(first?.id ?? 0, 'available', further.id);
      await put(second?.id ?? 0, 'sold');
      expect((await closed(manager, count.id)).settled).toMatchObject({ moved: 0 });
      expect(await stands(first?.id)).toEqual(['available', further.id]);
      expect(await stands(second?.id)).toEqual(['sold', away.id]);
    });

    it('brings nothing here that was sold, brought back, mended or lost again after it was scanned', async () => {
      const { store, counter, manager, more } = await makeCounted(0);
      const away = await makeShop(server.database, { seller: { role: 'store_manager' } });
      const there = await signIn(server.url, away.seller.email);
      const [sold, again, mended, lost] = (await more(4, { store_id: away.store.id })).map(
        ({ id, imei }) => ({ id, imei }),
      );
      const mark = async (id: number | undefined, status: string) =>
        expectDone(await there.put(`/inventory/${id}`, { status, reason: 'As found' }));
      await mark(lost?.id, 'lost');
      laterThan();
      const count = await started(counter);
      await scanned(counter, count.id, [sold?.imei, again?.imei, mended?.imei, lost?.imei]);
      laterThan();
      const { transaction } = await sell(there, [sold?.id ?? 0]);
      expectDone(await there.post(`/transactions/${transaction.id}/refund`, { reason: 'Too large' }));
      const second = await sell(there, [again?.id ?? 0]);
      expectDone(await there.post(`/transactions/${second.transaction.id}/void`, { reason: 'Mistake' }));
      await mark(mended?.id, 'defective');
      await mark(mended?.id, 'available');
      await mark(lost?.id, 'available');
      await mark(lost?.id, 'lost');
      laterThan();
      expect((await closed(manager, count.id)).settled).toMatchObject({ moved: 0, brought_back: 0 });
      for (const unit of [sold, again, mended]) {
        expect(await stands(unit?.id)).toEqual(['available', away.store.id]);
      }
      expect(await stands(lost?.id)).toEqual(['lost', away.store.id]);
      expect(store.id).not.toBe(away.store.id);
    });

    it('brings nothing here that was sent, or went to its supplier, and came back after it was scanned', async () => {
      const { counter, manager, more } = await makeCounted(0);
      const away = await makeCounted(0);
      const further = await makeStore(server.database);
      const boss = await makeStaff(server.database, { store_id: away.store.id, role: 'admin' });
      const admin = await signIn(server.url, boss.email);
      const [cancelled, returned] = await more(2, { store_id: away.store.id });
      const count = await started(counter);
      await scanned(counter, count.id, [cancelled?.imei, returned?.imei]);
      laterThan();
      const transfer = await sent(away.manager, further.id, [cancelled?.id ?? 0]);
      expectDone(await cancelTransfer(away.manager, transfer.id));
      const item_ids = [returned?.id ?? 0];
      const back = await makeReturn(server.database, admin, item_ids);
      const body = { item_ids, status: 'available' };
      expectDone(await admin.post(`/supplier-returns/${back.id}/receive`, body));
      laterThan();
      expect((await closed(manager, count.id)).settled).toMatchObject({ moved: 0 });
      for (const unit of [cancelled, returned]) {
        expect(await stands(unit?.id)).toEqual(['available', away.store.id]);
      }
    });

    it('brings nothing here that another count found, and lost again, after it was scanned', async () => {
      const { counter, manager, more } = await makeCounted(0);
      const away = await makeCounted(0);
      const [unit] = await more(1, { store_id: away.store.id });
      await put(unit?.id ?? 0, 'lost');
      const count = await started(counter);
      await scanned(counter, count.id, [unit?.imei]);
      laterThan();
      const found = await started(away.counter);
      await scanned(away.counter, found.id, [unit?.imei]);
      expect((await closed(away.manager, found.id)).settled).toMatchObject({ brought_back: 1 });
      laterThan();
      const empty = await started(away.counter);
      expect((await closed(away.manager, empty.id)).settled).toMatchObject({ lost: 1 });
      laterThan();
      expect((await closed(manager, count.id)).settled).toMatchObject({ brought_back: 0 });
      expect(await stands(unit?.id)).toEqual(['lost', away.store.id]);
    });

    it('brings nothing here that was scanned in another store’s count afterwards', async () => {
      const { counter, manager, more } = await makeCounted(0);
      const away = await makeCounted(0);
      const [unit] = await more(1, { store_id: away.store.id });
      const [count, later] = [await started(counter), await started(away.counter)];
      await scanned(counter, count.id, [unit?.imei]);
      laterThan();
      await scanned(away.counter, later.id, [unit?.imei]);
      expect((await closed(manager, count.id)).settled).toMatchObject({ moved: 0 });
      expect(await stands(unit?.id)).toEqual(['available', away.store.id]);
    });

    it('needs a reason, ends the scanning, and is told in the audit log under the count’s number', async () => {
      const { counter, manager, units } = await makeCounted(1);
      const count = await started(counter);
      expect((await close(manager, count.id, {}, ' ')).body.errors).toEqual({ reason: ['Reason required'] });
      await closed(manager, count.id);
      const late = await scan(counter, count.id, [units[0]?.imei]);
      expect([late.status, late.body.code, late.body.message]).toEqual([
        409,
        'illegal_state',
        `This count has already been closed by ${manager.staff.name}`,
      ]);
      expect((await cancel(manager, count.id)).status).toBe(409);
      expect((await close(manager, count.id)).status).toBe(409);
      const row = await server.database.reader
        .selectFrom('audit_log')
        .select(['store_id', 'details_json'])
        .where('action', '=', 'counts.close')
        .where('subject_id', '=', count.id)
        .executeTakeFirstOrThrow();
      expect(row.details_json).toContain('Yearly stock count');
      expect(row.details_json).toContain(count.number);
    });

    it('settles a number by what stood there when it was entered', async () => {
      const { store, counter, manager, variation, more } = await makeCounted(2);
      const bare = { serial_number: null, imei: null };
      const plain = await more(5, bare);
      const count = await started(counter);
      laterThan();
      const entered = expectDone(await setQuantity<WireQuantity>(counter, count.id, variation.id, 3));
      expect(entered).toMatchObject({ quantity: 3, counted_by: { id: counter.staff.id } });
      expect(entered).not.toHaveProperty('expected');
      await sell(manager, [plain[4]?.id ?? 0]);
      const [late] = await more(1, bare);
      expect(await differences(manager, count.id, 'quantities')).toMatchObject([
        { variation: { id: variation.id }, quantity: 3, expected: 5 },
      ]);
      expect((await closed(manager, count.id)).settled).toMatchObject({ lost: 2, surplus: 2 });
      const states = await Promise.all(plain.map(async ({ id }) => (await stands(id))[0]));
      expect(states.toSorted()).toEqual(['available', 'available', 'lost', 'lost', 'sold']);
      expect(await stands(late?.id)).toEqual(['available', store.id]);
    });

    it('loses what came after it began, too, where the number that was entered later lacks it', async () => {
      const { store, counter, manager, variation, more } = await makeCounted(0);
      const bare = { serial_number: null, imei: null };
      const plain = await more(3, bare);
      const count = await started(counter);
      laterThan();
      const { transaction } = await sell(manager, [plain[0]?.id ?? 0]);
      expectDone(await voidSale<object>(manager, transaction.id, 'Wrong cable'));
      const [late] = await more(1, bare);
      laterThan();
      await setQuantity(counter, count.id, variation.id, 0);
      laterThan();
      const [later] = await more(1, bare);
      expect((await closed(manager, count.id)).settled).toMatchObject({ surplus: 4 });
      for (const unit of [...plain, late]) expect(await stands(unit?.id)).toEqual(['lost', store.id]);
      expect(await stands(later?.id)).toEqual(['available', store.id]);
    });

    it('loses once what two counts lack of a number, or what somebody has marked lost since', async () => {
      const { manager, variation, more } = await makeCounted(0);
      const plain = await more(7, { serial_number: null, imei: null });
      const store = await started(manager);
      const part = await started(manager, { product_id: variation.product.id });
      laterThan();
      await setQuantity(manager, store.id, variation.id, 5);
      await setQuantity(manager, part.id, variation.id, 4);
      laterThan();
      const lost = { status: 'lost', reason: 'Box is empty' };
      expectDone(await manager.put<object>(`/inventory/${plain[6]?.id}`, lost));
      laterThan();
      expect((await closed(manager, store.id)).settled).toMatchObject({ surplus: 1 });
      laterThan();
      expect((await closed(manager, part.id)).settled).toMatchObject({ surplus: 1 });
      const states = await Promise.all(plain.map(async ({ id }) => (await stands(id))[0]));
      expect(states.filter((state) => state === 'available')).toHaveLength(4);
    });

    it('only reports more than there should be, and leaves alone what nobody entered', async () => {
      const { counter, manager, variation, more } = await makeCounted(0);
      const second = await makeVariation(server.database);
      const bare = { serial_number: null, imei: null };
      await more(2, bare);
      const [alone] = await more(1, { ...bare, product_variation_id: second.id });
      const count = await started(counter);
      await setQuantity(counter, count.id, variation.id, 9);
      await setQuantity(counter, count.id, variation.id, 4);
      expect((await closed(manager, count.id)).settled).toMatchObject({ lost: 0, surplus: 0 });
      expect(await differences(manager, count.id, 'quantities')).toMatchObject([
        { quantity: 4, expected: 2, settled: 'none' },
      ]);
      expect((await stands(alone?.id))[0]).toBe('available');
    });

    it('takes no number of what is scanned', async () => {
      const { counter } = await makeCounted(0);
      const phone = await makeVariation(server.database);
      const count = await started(counter);
      const refused = await setQuantity(counter, count.id, phone.id, 3);
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { product_variation_id: ['Each of these has a number of its own: scan them'] },
      ]);
    });

    it('leaves alone what was entered and taken back', async () => {
      const { counter, manager, variation, more } = await makeCounted(0);
      const [plain] = await more(1, { serial_number: null, imei: null });
      const count = await started(counter);
      await setQuantity(counter, count.id, variation.id, 0);
      const path = `/inventory/counts/${count.id}/quantities/${variation.id}`;
      expectDone(await counter.delete<object>(path));
      expect((await counter.delete(path)).body.code).toBe('not_found');
      expect((await look(counter, count.id)).progress.quantities).toBe(0);
      expect((await closed(manager, count.id)).settled).toMatchObject({ surplus: 0 });
      expect((await stands(plain?.id))[0]).toBe('available');
      expect((await counter.delete(path)).body.code).toBe('illegal_state');
    });

    it('goes on where a server died that wrote a part of it, and ends with each unit once', async () => {
      const { counter, manager, units } = await makeCounted(600);
      const count = await started(counter);
      await scanned(counter, count.id, [units[0]?.imei]);
      const answer = expectDone(await close<WireCount>(manager, count.id));
      expect(answer.status).toBe('closing');
      expect((await scan(counter, count.id, [units[1]?.imei])).body.code).toBe('illegal_state');
      expect((await close(manager, count.id)).status).toBe(409);
      await Promise.all([
        finishClosing(server.database, server.clock.now),
        finishClosing(server.database, server.clock.now),
      ]);
      expect(await look(manager, count.id)).toMatchObject({
        status: 'closed',
        settled: { lost: 599, held: 0 },
      });
      const lost = await server.database.reader
        .selectFrom('inventory_items')
        .select('id')
        .where('status', '=', 'lost')
        .where(
          'id',
          'in',
          units.map(({ id }) => id),
        )
        .execute();
      expect(lost).toHaveLength(599);
    });
  });

  it('is cancelled with a reason, changes no stock, and lets the part be counted again', async () => {
    const { store, counter, manager, ids } = await makeCounted(1);
    const count = await started(counter);
    expect((await cancel(counter, count.id)).status).toBe(403);
    const done = expectDone(await cancel<WireCount>(manager, count.id));
    expect(done).toMatchObject({ status: 'cancelled', reason: 'Wrong store', settled: null });
    expect(await stands(ids[0])).toEqual(['available', store.id]);
    await started(counter);
  });

  it('lists a store’s counts, the newest first, by their state, and shows none of another store', async () => {
    const { store, counter, manager } = await makeCounted(1);
    const stranger = await makeCounted(1);
    const first = await started(counter);
    await cancel(manager, first.id);
    laterThan();
    const second = await started(counter);
    const list = async (query = '') =>
      expectDone(await counter.get<WireCounts>(`/inventory/counts${query}`)).data.map(({ id }) => id);
    expect(await list()).toEqual([second.id, first.id]);
    expect(await list('?status=cancelled')).toEqual([first.id]);
    const foreign = await stranger.counter.get(`/inventory/counts/${second.id}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'count_not_found']);
    expect(foreign.body).not.toHaveProperty('store');
    // Whoever works there, too, is told where it is.
    const { email } = await makeStaff(server.database, { store_id: stranger.store.id, role: 'admin' });
    expect(await (await signIn(server.url, email)).get(`/inventory/counts/${second.id}`)).toMatchObject({
      status: 404,
      body: { code: 'count_not_found', store: { id: store.id } },
    });
    expect((await scan(stranger.counter, second.id, ['X'])).body.code).toBe('count_not_found');
  });

  it('writes its report as a file, one list after another', async () => {
    const { counter, manager, units, variation, more } = await makeCounted(2);
    await more(2, { serial_number: null, imei: null });
    const count = await started(counter);
    await scanned(counter, count.id, [units[0]?.imei, '=CMD()']);
    await setQuantity(counter, count.id, variation.id, 1);
    await closed(manager, count.id);
    const { body } = await manager.get<string>(`/inventory/counts/${count.id}/export`);
    const lines = body.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(new RegExp(`^Missing,.*${units[1]?.imei}.*Marked as lost$`));
    expect(lines[2]).toMatch(/^Unknown codes,/);
    expect(lines[2]).toContain(`'=CMD()`);
    expect(lines[3]).toMatch(/^Numbers,.*,2,1,.*Marked as lost$/);
  });

  it('tells a unit’s history which counts it was in', async () => {
    const { counter, manager, ids, units } = await makeCounted(2);
    const count = await started(counter);
    await scanned(counter, count.id, [units[0]?.imei]);
    await closed(manager, count.id);
    expect(await findCountsOfUnit(server.database.reader, ids[0] ?? 0)).toMatchObject([
      { number: count.number, kind: 'found', staff_id: counter.staff.id },
    ]);
    expect(await findCountsOfUnit(server.database.reader, ids[1] ?? 0)).toMatchObject([
      { number: count.number, kind: 'missing', settled: 'lost', ended_by_id: manager.staff.id },
    ]);
  });
});
