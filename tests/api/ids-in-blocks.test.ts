import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { findKeyCheck, insertKeyCheck } from '#server/modules/backups/backups.repository.ts';
import { createServer } from '#server/server.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { csvOf, upload, type WireImport, type WireImports } from '#tests/support/imports.ts';
import { makeOrder } from '#tests/support/purchase-orders.ts';
import { receive, receiveSome, type WireReceipts, type WireReceiving } from '#tests/support/receiving.ts';
import { expectDone, refundSale, sell, type WireTransaction } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeReturn } from '#tests/support/supplier-returns.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';
import { makeImei, makeShop, makeStaff, makeUnits, type Shop } from '#tests/support/shop.ts';

type WhereIs = z.input<typeof inventory.whereIs.response>;
type TradedIn = z.input<typeof inventory.tradeIn.response>;

// The second server has the later block of ids: what is done there first has higher ids than what is done here next.
onEveryEngine('of two servers with ids of their own, what happened last', (start) => {
  let server: TestServer;
  let second: { app: FastifyInstance; database: Database };
  let shop: Shop;
  let here: Caller;
  let there: Caller;
  beforeAll(async () => {
    server = await start();
    const { location, clock } = server;
    const database = await openDatabase(location, () => 0);
    const app = await createServer({ database, clock: clock.now, dataDir: location.dataDir });
    second = { app, database };
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    shop = await makeShop(server.database);
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    [here, there] = [await signIn(server.url, email), await signIn(`http://127.0.0.1:${port}`, email)];
  });
  afterAll(async () => {
    await second.app.close();
    await second.database.close();
    await server.close();
  });
  beforeEach(() => server.clock.advance(MINUTE));

  const newUnits = (count: number) =>
    makeUnits(server.database, {
      count,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
    });

  it('is the sale that a unit is out with', async () => {
    const [unit] = await newUnits(1);
    const { transaction: first } = await sell(there, [unit?.id ?? 0]);
    server.clock.advance(MINUTE);
    expectDone(await refundSale(there, first.id));
    server.clock.advance(MINUTE);
    const { transaction: last } = await sell(here, [unit?.id ?? 0]);
    expect(last.id).toBeLessThan(first.id);
    const code = unit?.imei ?? '';
    const found = expectDone(await here.get<WhereIs>(`/inventory/where-is?code=${code}`));
    expect(found.sale).toMatchObject({ id: last.id });
  });

  it('is the trade-in of a unit that came back again, not the one that was given back', async () => {
    const taken = await there.post<TradedIn>('/inventory/trade-ins', {
      product_variation_id: shop.variation.id,
      imei: makeImei(910_001),
      ...BROUGHT,
    });
    const { id, imei, trade_in: first } = expectDone(taken);
    expectDone(await there.post(`/trade-ins/${first?.id}/give-back`));
    const isGivenBack = async () =>
      expectDone(await here.get<WhereIs>(`/inventory/where-is?code=${imei}`)).was_given_back;
    expect(await isGivenBack()).toBe(true);
    server.clock.advance(MINUTE);
    const again = expectDone(await here.post<TradedIn>(`/inventory/${id}/trade-in`, BROUGHT));
    expect(again.trade_in?.id).toBeLessThan(first?.id ?? 0);
    expectDone(await here.post(`/trade-ins/${again.trade_in?.id}/clear`, { reference: 'PNP-1' }));
    await makeReturn(server.database, here, [id]);
    expect(await isGivenBack()).toBe(false);
  });

  it('is the delivery that a unit came with, and the first of its order’s receipts', async () => {
    const serial = 'BLOCKS-0001';
    const row = { quantity_received: 1, serials: [serial] };
    const [first, last] = [
      await makeOrder(server.database, here, shop),
      await makeOrder(server.database, here, shop),
    ];
    expectDone(await receive<WireReceiving>(there, first, [row]));
    const { unit } = expectDone(await here.get<WhereIs>(`/inventory/where-is?code=${serial}`));
    server.clock.advance(MINUTE);
    await makeReturn(server.database, there, [unit?.id ?? 0], {
      supplier_id: first.supplier.id,
    });
    server.clock.advance(MINUTE);
    expectDone(await receive<WireReceiving>(here, last, [row]));
    const file = expectDone(await here.get<string>(`/inventory/export?search=${serial}`));
    expect(file).toContain(last.transaction_number);

    server.clock.advance(MINUTE);
    expectDone(await receiveSome<WireReceiving>(here, first, 1));
    const receipts = expectDone(await here.get<WireReceipts>(`/supplier-transactions/${first.id}/receipts`));
    const times = receipts.data.map(({ received_at }) => received_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(times).toHaveLength(2);
  });

  it('is the last of a sale’s refunds', async () => {
    const units = await newUnits(3);
    const { transaction: sale } = await sell(
      here,
      units.map(({ id }) => id),
    );
    for (const [place, by] of [there, here].entries()) {
      server.clock.advance(MINUTE);
      expectDone(await refundSale(by, sale.id, { items: [{ id: sale.transaction_items[place]?.id }] }));
    }
    const { refunds } = expectDone(await here.get<WireTransaction>(`/transactions/${sale.id}`));
    const times = refunds.map(({ created_at }) => created_at);
    expect(times).toHaveLength(2);
    expect(times).toEqual(times.toSorted());
  });

  it('is the first of the imports', async () => {
    // Its column is matched by hand first: no server begins to check it.
    const bring = async (by: Caller, name: string) =>
      expectDone(
        await upload<WireImport>(
          by,
          'customers',
          csvOf([
            ['Whose', 'Number'],
            [name, '0917 000 0001'],
          ]),
        ),
      );
    const first = await bring(there, 'Blocks One');
    server.clock.advance(MINUTE);
    const last = await bring(here, 'Blocks Two');
    expect(last.id).toBeLessThan(first.id);
    const { data } = expectDone(await here.get<WireImports>('/imports'));
    expect(data.map(({ id }) => id)).toEqual([last.id, first.id]);
  });

  it('is the last check of the backups’ key', async () => {
    const { id } = shop.seller;
    const now = server.clock.now();
    await second.database.write((writer) => insertKeyCheck(writer, id, now));
    await server.database.write((writer) => insertKeyCheck(writer, id, now + MINUTE));
    expect(await findKeyCheck(server.database.reader)).toMatchObject({ at: now + MINUTE });
  });
});
