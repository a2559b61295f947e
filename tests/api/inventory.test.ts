import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import { DAY } from '#domain/store-time.ts';
import { unitStarts } from '#domain/search-key.ts';
import { findByCode } from '#server/db/search-codes.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import {
  makeImei,
  makeShop,
  makeStaff,
  makeStore,
  makeUnits,
  makeVariation,
  type Shop,
} from '#tests/support/shop.ts';

type List = z.input<typeof inventory.list.response>;
type Summary = z.input<typeof inventory.summary.response>;

onEveryEngine('the inventory of a store', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 3, seller: { role: 'store_manager' } });
    manager = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  const list = async (query: object, by = manager) =>
    expectDone(await by.get<List>(`/inventory?${new URLSearchParams({ ...query })}`));
  const idsFor = async (query: object) => (await list(query)).data.map(({ id }) => id);
  const unitsOf = (given: object, count = 1, variation = shop.variation.id) =>
    makeUnits(server.database, {
      count,
      store_id: shop.store.id,
      product_variation_id: variation,
      ...given,
    });

  /** Searches the codes of a store's units, the newest first; reads at most so many hits. */
  const searchStore = (storeId: number, parts: readonly string[], read: number) => {
    const item = sql`inventory_items where store_id = ${storeId}`;
    return findByCode(server.database.reader, {
      table: 'unit_codes',
      parts,
      direction: 'desc',
      newestFirst: true,
      read,
      placeOf: sql`(select created_at from ${item} and id = hit.id)`,
      first: {
        lists: 1,
        rows: (limit) => sql`select id, created_at as place from ${item} order by id desc limit ${limit}`,
      },
    });
  };

  it('is searched for what many have, none of them among the newest', async () => {
    const store = await makeStore(server.database);
    const place = { store_id: store.id };
    for (let no = 0; no < 14; no += 1) await unitsOf({ ...place, serial_number: `QCAN${1000 + no}` });
    await unitsOf(place, 50);
    const { found, capped } = await searchStore(store.id, ['qcan'], 10);
    expect([found.length, capped]).toEqual([11, true]);
  });

  it('is searched for what few begin with, few or none of them among the newest', async () => {
    const store = await makeStore(server.database);
    const place = { store_id: store.id };
    const begins = async (start: string, count: number) => {
      const made = [];
      for (let no = 0; no < count; no += 1)
        made.push(
          ...(await unitsOf({ ...place, serial_number: `${start}-${1000 + made.length}-${store.id}` })),
        );
      return made.map(({ id }) => id);
    };
    const [rare] = await unitsOf({ ...place, serial_number: 'ZK-1' });
    const oldest = await begins('ZV', 3);
    await unitsOf(place, 90);
    const recent = await begins('ZW', 35);
    await unitsOf(place, 45);
    const searched = async (start: string) => {
      const { found, capped } = await searchStore(store.id, unitStarts(start), 40);
      return [found.map(({ id }) => id), capped];
    };
    expect(await searched('zk')).toEqual([[rare?.id], false]);
    // Enough are looked through to be taken for many: the oldest are found all the same.
    expect(await searched('z')).toEqual([[...recent.toReversed(), ...oldest.toReversed(), rare?.id], false]);
  });

  it('is listed a page of 20 at a time, the newest first or the oldest', async () => {
    const ages = Array.from({ length: 24 }, (_, index) => index + 1);
    const variation = await makeVariation(server.database);
    const made = [];
    for (const age of ages)
      made.push(...(await unitsOf({ created_at: OPENING - age * DAY }, 1, variation.id)));
    const inOrder = made.map(({ id }) => id);
    const own = { product_variation_id: variation.id };

    const first = await list(own);
    expect(first).toMatchObject({ total: 24, per_page: 20, last_page: 2, total_capped: false });
    expect(first.data.map(({ id }) => id)).toEqual(inOrder.slice(0, 20));
    expect(first.data.map(({ age_days }) => age_days)).toEqual(ages.slice(0, 20));
    expect(await idsFor({ ...own, page: 2 })).toEqual(inOrder.slice(20));
    expect(await idsFor({ ...own, sort: '-age' })).toEqual(inOrder.toReversed().slice(0, 20));
    expect(await idsFor({ ...own, min_age: 20, max_age: 22 })).toEqual(inOrder.slice(19, 22));
    expect(await idsFor({ ...own, max_age: 2 })).toEqual(inOrder.slice(0, 2));
    expect(await idsFor({ product_id: variation.product.id, min_age: 24 })).toEqual(inOrder.slice(23));
  });

  it('shows each unit with its product, store and state', async () => {
    const [unit] = shop.units;
    const { data } = await list({ search: unit?.imei ?? '' });
    expect(data).toEqual([
      expect.objectContaining({
        id: unit?.id,
        imei: unit?.imei,
        imei2: null,
        serial_number: unit?.serial_number,
        status: 'available',
        store: { id: shop.store.id, name: shop.store.name },
        product_variation: expect.objectContaining({ id: shop.variation.id, name: shop.variation.name }),
      }),
    ]);
  });

  it('is found by words of the product, of the variation, SKU and barcode where no number has them', async () => {
    const named = { name: '64 GB Teal', product: { name: 'Kalesa Phone' } };
    const variation = await makeVariation(server.database, named);
    const [first, second] = await unitsOf({ created_at: OPENING - DAY }, 2, variation.id);
    const [sold] = await unitsOf({ status: 'sold', created_at: OPENING - 2 * DAY }, 1, variation.id);
    const ids = [second?.id, first?.id, sold?.id];
    for (const search of ['kalesa', 'TEAL kal', variation.product.sku, variation.barcode]) {
      expect([search, await idsFor({ search })]).toEqual([search, ids]);
    }
    expect(await idsFor({ search: 'kalesa', status: 'sold' })).toEqual([sold?.id]);
    expect(await idsFor({ search: 'kalesa', sort: '-age' })).toEqual(ids.toReversed());
    expect((await list({ search: 'kalesa', per_page: 2 })).total).toBe(3);
    expect(await idsFor({ search: 'kalesa red' })).toEqual([]);
    const lines = expectDone(await manager.get<string>('/inventory/export?search=kalesa+teal')).trim();
    expect(lines.split('\r\n')).toHaveLength(4);
    // A number sorts before a word.
    const [numbered] = await unitsOf({ serial_number: 'XKALESAX' });
    expect(await idsFor({ search: 'kalesa' })).toEqual([numbered?.id]);
  });

  it('is found by any part of a serial number, of either IMEI and of a QR code', async () => {
    const [unit] = await unitsOf({
      serial_number: 'F2LX-K8Q1Q0',
      imei: '356789104523425',
      imei2: '356789104599912',
      qr_code: 'QR-0001-7788',
    });
    // Numbered units of other tests have up to four digits.
    const parts = ['f2lxk8', 'K8Q1Q0', '04523', '4523425', '599912', '3567891045999', 'qr-0001', '17788'];
    for (const search of parts) expect([search, await idsFor({ search })]).toEqual([search, [unit?.id]]);
    const [short] = await unitsOf({ serial_number: 'R-2' });
    expect(await idsFor({ search: 'r-2' })).toEqual([short?.id]);
    for (const search of ['nothing-like-it', '999', 'K8Q1Q1']) {
      expect([search, await idsFor({ search })]).toEqual([search, []]);
    }
    for (const search of ['35 678910 452342', '35-678910-452342-5', '35/678910/459991']) {
      expect([search, await idsFor({ search })]).toEqual([search, [unit?.id]]);
    }
    expect(await idsFor({ search: '04523', status: 'sold' })).toEqual([]);
    expect(await idsFor({ search: '04523', sort: '-age', category: 'new' })).toEqual([unit?.id]);
  });

  it('is found by the first one to three characters of any number, beside what is called so', async () => {
    const named = { name: '8 GB', barcode: '5550985076', product: { name: 'Zed Phone' } };
    const variation = await makeVariation(server.database, named);
    const [called] = await unitsOf({ created_at: OPENING - 3 * DAY }, 1, variation.id);
    const [serial] = await unitsOf({ serial_number: 'ZED-A1', created_at: OPENING - DAY });
    const [split] = await unitsOf({ serial_number: 'Z-ED2', status: 'sold', created_at: OPENING - 2 * DAY });
    const [imei] = await unitsOf({ imei: '098765000000001', imei2: '076540000000002', qr_code: 'ZY-1' });
    const ids = [serial?.id, split?.id, called?.id];
    for (const search of ['ZED', 'zed', 'ZE']) {
      expect([search, await idsFor({ search })]).toEqual([search, ids]);
    }
    expect(await idsFor({ search: 'z-e' })).toEqual([serial?.id, split?.id]);
    expect(await idsFor({ search: 'zed', sort: '-age' })).toEqual(ids.toReversed());
    expect(await idsFor({ search: 'zed', status: 'sold' })).toEqual([split?.id]);
    expect(await list({ search: 'zed', per_page: 2, page: 2 })).toMatchObject({ total: 3, from: 3, to: 3 });
    // Names and codes of other tests' goods are counted up: none begins with a zero. The barcode has both within.
    for (const search of ['098', '09', '076', '0 7', 'zy']) {
      expect([search, await idsFor({ search })]).toEqual([search, [imei?.id]]);
    }
    expect(await idsFor({ search: 'z' })).toEqual([imei?.id, ...ids]);
    for (const [search, rows] of [
      ['zed', 3],
      ['098', 1],
    ]) {
      const lines = expectDone(await manager.get<string>(`/inventory/export?search=${search}`)).trim();
      expect([search, lines.split('\r\n').length - 1]).toEqual([search, rows]);
    }
    const [mark] = await unitsOf({ serial_number: '#' });
    expect(await idsFor({ search: '#' })).toEqual([mark?.id]);
    expect(await idsFor({ search: '%' })).toEqual([]);
  });

  it('is narrowed by state and category; a hold that has lapsed counts as available', async () => {
    const variation = await makeVariation(server.database);
    const own = { product_variation_id: variation.id };
    const [held, sold, free] = await unitsOf({}, 3, variation.id);
    const [used] = await unitsOf({ category: 'used', condition_rating: 4 }, 1, variation.id);
    const [broken] = await unitsOf({ status: 'defective' }, 1, variation.id);
    const [gone] = await unitsOf({ status: 'lost' }, 1, variation.id);
    const [away] = await unitsOf({ status: 'in_transit' }, 1, variation.id);
    const ids = (...units: ({ id: number } | undefined)[]) => units.map((unit) => unit?.id ?? 0).toSorted();
    const found = async (query: object) => (await idsFor({ ...own, ...query })).toSorted();

    await sell(manager, [sold?.id ?? 0]);
    expectDone(await manager.post(`/pos/inventory/${held?.id}/lock`));
    expect(await found({ status: 'locked' })).toEqual(ids(held));
    expect(await found({ status: 'available' })).toEqual(ids(free, used));
    expect(await found({ status: 'sold' })).toEqual(ids(sold));
    expect(await found({ status: 'defective' })).toEqual(ids(broken));
    expect(await found({ status: 'lost' })).toEqual(ids(gone));
    expect(await found({ status: 'in_transit' })).toEqual(ids(away));
    expect(await found({ category: 'used' })).toEqual(ids(used));
    expect(await found({})).toEqual(ids(held, sold, free, used, broken, gone, away));
    const row = (await list({ ...own, status: 'locked' })).data[0];
    expect(row).toMatchObject({ status: 'locked', locked_by: shop.seller.name });

    server.clock.advance(6 * MINUTE);
    expect(await found({ status: 'locked' })).toEqual([]);
    expect(await found({ status: 'available' })).toEqual(ids(held, free, used));
  });

  it('counts what stands there, is held, defective, lost and on its way', async () => {
    const other = await makeShop(server.database, { units: 4, seller: { role: 'store_manager' } });
    const own = { store_id: other.store.id, product_variation_id: other.variation.id };
    for (const status of ['defective', 'on_hold', 'lost', 'in_transit'] as const) {
      await makeUnits(server.database, { count: status.length, status, ...own });
    }
    const there = await signIn(server.url, other.seller.email);
    expectDone(await there.post(`/pos/inventory/${other.units[0]?.id}/lock`));
    expect(expectDone(await there.get<Summary>('/inventory/summary'))).toEqual({
      available: 3,
      locked: 1,
      reserved: 0,
      defective: 9,
      on_hold: 7,
      lost: 4,
      in_transit: 10,
      imei_twice: 0,
      without_price: 0,
    });
  });

  describe('of several stores', () => {
    it('is each store’s own, and refuses a store that is not the caller’s', async () => {
      const foreign = await makeShop(server.database, { units: 2 });
      expect((await list({})).data.every(({ store_id }) => store_id === shop.store.id)).toBe(true);
      const refused = await manager.get(`/inventory?store_id=${foreign.store.id}`);
      expect([refused.status, refused.body.code]).toEqual([403, 'foreign_store']);
      const refusedFile = await manager.get(`/inventory/export?store_id=${foreign.store.id}`);
      expect(refusedFile.status).toBe(403);

      const admin = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
      const everywhere = await signIn(server.url, admin.email);
      const there = await list({ store_id: foreign.store.id }, everywhere);
      expect(there.data.map(({ id }) => id).toSorted()).toEqual(foreign.units.map(({ id }) => id).toSorted());
      const unit = foreign.units[0]?.id;
      const hidden = await manager.get(`/inventory/${unit}`);
      expect([hidden.status, hidden.body.code]).toEqual([404, 'item_not_found']);
      expect((await everywhere.get(`/inventory/${unit}`)).status).toBe(200);
    });
  });

  describe('as a file', () => {
    it('has every unit that matches, and costs for those alone who may see them', async () => {
      const store = await makeStore(server.database);
      const boss = await makeStaff(server.database, { store_id: store.id, role: 'store_manager' });
      const seller = await makeStaff(server.database, { store_id: store.id, role: 'salesperson' });
      const own = { store_id: store.id, product_variation_id: shop.variation.id };
      await makeUnits(server.database, { count: 300, ...own });
      await makeUnits(server.database, {
        count: 1,
        ...own,
        imei: makeImei(77_001),
        imei2: makeImei(77_002),
        purchase_cost: 1_234_550,
        notes: '=1+1',
      });
      const fileOf = async (email: string, query = '') =>
        expectDone(await (await signIn(server.url, email)).get<string>(`/inventory/export${query}`)).split(
          '\r\n',
        );

      const rows = await fileOf(boss.email);
      expect(rows).toHaveLength(303);
      expect(rows[0]).toContain('Serial number,IMEI,IMEI 2,QR code');
      expect(rows[0]).toContain('Purchase cost');
      const [, found] = await fileOf(boss.email, `?search=${makeImei(77_002)}`);
      expect(found).toContain(`${makeImei(77_001)},${makeImei(77_002)}`);
      expect(found).toContain('12345.50');
      expect(found).toContain("'=1+1");

      const [heading, plain] = await fileOf(seller.email, `?search=${makeImei(77_002)}`);
      expect(heading).not.toContain('Cost');
      expect(plain).not.toContain('12345');
    });
  });
});
