import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Enrolment, KeptSale } from '#bridge/offline-sales.ts';
import { openBackend } from '#main/connection/backend.ts';
import { openOffline } from '#main/offline/offline.ts';
import { openSalesFile } from '#main/offline/sales-file.ts';
import { startDroppingProxy } from '#tests/support/dropping-proxy.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { aCompletion, aShift, memorySecrets, newFolder } from '#tests/support/offline-sales.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';
import { atDevice, deviceKey, makeTill, readX, type WireCurrent } from '#tests/support/shifts.ts';

// The till's main process before the real server.

onEveryEngine('a till with sales of its own', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  let enrolment: Enrolment;
  let seller: { token: string };
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 4 });
    const admin = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    manager = await signIn(server.url, admin.email);
    const key = deviceKey();
    const by = await signIn(server.url, shop.seller.email);
    seller = by;
    const till = await makeTill(atDevice(server.url, by, key), 'Counter 1');
    enrolment = {
      store_id: shop.store.id,
      store_code: shop.store.code,
      till_id: till.id,
      till_code: till.code ?? '',
      till_name: till.name,
      till_key: key,
    };
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** The main process of a till whose sign-in is the seller’s. */
  function aTill(url = server.url, files = { folder: newFolder(), openSecret: memorySecrets() }) {
    const backend = openBackend({ url, trusted: null }, () => []);
    const offline = openOffline({
      ...files,
      openFile: openSalesFile,
      backend: () => backend,
      tillVersion: '1.1.0',
      readToken: () => seller.token,
      onChange: () => undefined,
      pauses: { first: 20, longest: 100, report: 100 },
    });
    closers.push(backend.leave, offline.stop);
    return offline;
  }
  const shown = async () => {
    const { data } = expectDone(
      await manager.get<{ data: { id: number; credential: object | null }[] }>('/tills'),
    );
    return data.find(({ id }) => id === enrolment.till_id)?.credential;
  };

  it('gets its credential, also after a lost answer, and another one where that was ended', async () => {
    const proxy = await startDroppingProxy(server.url);
    closers.push(proxy.close);
    const offline = aTill(proxy.url);
    const lost = proxy.dropNext('answer dropped', /tills\/credential/);
    expect((await offline.enrol(enrolment)).till).toBeNull();
    expect((await lost).status).toBe(200);
    const { till_key: _key, ...till } = enrolment;
    expect(await offline.enrol(enrolment)).toMatchObject({ till, is_ended: false });
    expect(await shown()).toMatchObject({ letter: 'A' });

    expectDone(await manager.delete(`/tills/${enrolment.till_id}/credential`));
    await expect.poll(async () => (await offline.state()).is_ended).toBe(true);
    expect((await offline.enrol(enrolment)).till).toEqual(till);
    expect(await shown()).toMatchObject({ letter: 'B' });
  });

  it('gets another one where the one whose answer was lost has ended', async () => {
    const proxy = await startDroppingProxy(server.url);
    closers.push(proxy.close);
    const offline = aTill(proxy.url);
    const lost = proxy.dropNext('answer dropped', /tills\/credential/);
    await offline.enrol(enrolment);
    await lost;
    expectDone(await manager.delete(`/tills/${enrolment.till_id}/credential`));
    expect((await offline.enrol(enrolment)).till).not.toBeNull();
    expect(await shown()).toMatchObject({ letter: 'B' });
  });

  /** The sale of a unit of the shop, by its seller. */
  function aSale(unit: Shop['units'][number]) {
    const { cart, ...rest } = aCompletion({
      store_id: shop.store.id,
      staff_id: shop.seller.id,
      shift_id: null,
    });
    const lines = cart.lines.map((line) => ({
      ...line,
      inventory_item_id: unit.id,
      product_variation_id: unit.product_variation_id,
      scanned_code: unit.imei,
      imei: unit.imei,
    }));
    return { ...rest, cart: { ...cart, lines } };
  }

  it('has them recorded once and in order, also where an answer is lost and the till is started anew', async () => {
    const proxy = await startDroppingProxy(server.url);
    closers.push(proxy.close);
    const files = { folder: newFolder(), openSecret: memorySecrets() };
    const offline = aTill(proxy.url, files);
    await offline.enrol(enrolment);
    offline.heard(server.clock.now());
    proxy.refuse();
    const made: KeptSale[] = [];
    for (const unit of shop.units.slice(0, 3)) {
      const result = await offline.complete(aSale(unit));
      if ('refused' in result) throw new Error(result.refused);
      made.push(result.sale);
    }
    expect((await offline.state()).waiting).toBe(3);
    const lost = proxy.dropNext('answer dropped', /pos\/offline-sales HTTP/);
    proxy.flow();
    expect((await lost).status).toBe(200);
    offline.stop();

    const again = aTill(proxy.url, files);
    await again.start();
    await expect.poll(async () => (await again.state()).waiting).toBe(0);
    expect((await again.state()).problem).toBeNull();
    const kept = (await again.sales()).toReversed();
    expect(kept.map(({ number, state }) => [number, state])).toEqual(
      made.map(({ number }) => [number, 'recorded']),
    );
    const invoices = kept.map(({ invoice_number }) => invoice_number ?? '');
    expect(invoices.toSorted()).toEqual(invoices);
    expect(new Set(invoices).size).toBe(3);
    for (const { receipt, invoice_number } of kept) {
      expect(JSON.parse(receipt)).toMatchObject({ invoice_number, total_amount: 100_000 });
    }
    const units = await server.database.reader
      .selectFrom('inventory_items')
      .select(['status'])
      .where('store_id', '=', shop.store.id)
      .orderBy('id')
      .execute();
    expect(units.map(({ status }) => status)).toEqual(['sold', 'sold', 'sold', 'available']);
  });

  it('hears that a manager settled its sale', async () => {
    const offline = aTill();
    await offline.enrol(enrolment);
    offline.heard(server.clock.now());
    const [unit] = shop.units;
    if (!unit) throw new Error('The shop has no unit');
    await sell(manager, [unit.id]);
    const made = await offline.complete(aSale(unit));
    if ('refused' in made) throw new Error(made.refused);
    const problem = async () => (await offline.sale({ key: made.sale.key }))?.problem;
    await expect.poll(problem).toBe('A manager settles it');
    const { data } = expectDone(await manager.get<{ data: { id: number }[] }>('/offline-sales?state=open'));
    expect(data).toHaveLength(1);
    expectDone(await manager.post(`/offline-sales/${data[0]?.id}/settle`, { note: 'Looked at the shelf' }));
    await expect.poll(problem).toBeNull();
  });

  it('has its shift opened first, at its moment and once, also where the answer is lost, and its sales in it', async () => {
    await server.database.write((writer) =>
      writer.updateTable('stores').set({ keeps_shifts: 1 }).where('id', '=', shop.store.id).execute(),
    );
    const proxy = await startDroppingProxy(server.url);
    closers.push(proxy.close);
    const files = { folder: newFolder(), openSecret: memorySecrets() };
    const offline = aTill(proxy.url, files);
    await offline.enrol(enrolment);
    offline.heard(server.clock.now());
    proxy.refuse();
    const { id, name } = shop.seller;
    const opened = await offline.openShift(
      aShift({ store_id: shop.store.id, staff: { id, name }, amount: 250_075, denominations: null }),
    );
    if ('refused' in opened) throw new Error(opened.refused);
    for (const unit of shop.units.slice(0, 2))
      expect(await offline.complete(aSale(unit))).toHaveProperty('sale');
    // The till's clock runs, the server's stands still: what is later than its now is not believed.
    server.clock.advance(MINUTE);
    expect(await offline.state()).toMatchObject({ waiting: 3, opening: opened.opening });
    const at = atDevice(server.url, manager, enrolment.till_key);
    const current = async () => expectDone(await at.get<WireCurrent>('/shifts/current')).shift;
    expect(await current()).toBeNull();
    const lost = proxy.dropNext('answer dropped', /pos\/offline-sales HTTP/);
    proxy.flow();
    expect((await lost).status).toBe(200);
    offline.stop();

    const again = aTill(proxy.url, files);
    await again.start();
    await expect.poll(async () => (await again.state()).waiting).toBe(0);
    const shift = await current();
    expect(shift).toMatchObject({
      opened_at: new Date(opened.opening.opened_at).toISOString(),
      opened_by: { id },
      float_amount: 2500.75,
      sales: 2,
      expected_cash: 4500.75,
    });
    expect((await again.state()).opening).toMatchObject({ state: 'recorded', shift_id: shift?.id });
    const kinds = (await again.sales()).map(({ kind, invoice_number }) => [kind, invoice_number]);
    expect(kinds.at(-1)).toEqual(['shift', shift?.number]);
    const x = await readX(at, shift?.id ?? 0);
    expect(x.figures).toMatchObject({
      sales: { count: 2 },
      cash: { float: 2500.75, taken: 3000, change: 1000 },
    });
  });
});
