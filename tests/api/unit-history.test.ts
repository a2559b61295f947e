import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import * as counts from '#tests/support/counts.ts';
import { expectDone, refundSale, sell } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeStaff, makeVariation } from '#tests/support/shop.ts';
import * as transfers from '#tests/support/transfers.ts';
import { makeTwoStores, type TwoStores } from '#tests/support/two-stores.ts';

type Unit = z.input<typeof inventory.create.response>;
type UnitHistory = z.input<typeof inventory.get.response>;
type Event = UnitHistory['life'][number];

onEveryEngine('the history of a unit', (start) => {
  let server: TestServer;
  let stores: TwoStores;
  let both: Caller;
  let seller: Caller;
  beforeAll(async () => {
    server = await start();
    stores = await makeTwoStores(server, 0);
    const admin = await makeStaff(server.database, { store_id: stores.store.id, role: 'admin' });
    both = await signIn(server.url, admin.email);
    seller = await signIn(server.url, stores.seller.email);
  });
  afterAll(() => server.close());

  let no = 0;
  const received = async (product_variation_id = stores.variation.id) => {
    no += 1;
    const form = { product_variation_id, category: 'new', serial_number: `LIFE-${no}` };
    return expectDone(await stores.here.post<Unit>('/inventory', form));
  };
  const history = async (id: number, by = both): Promise<Event[]> =>
    expectDone(await by.get<UnitHistory>(`/inventory/${id}`)).life;
  const later = () => server.clock.advance(MINUTE);
  const named = ({ id, name }: { id: number; name: string }) => ({ id, name });

  it('tells everything that happened in its order, by whom, where and why, the newest first', async () => {
    const { store, destination, manager, receiver } = stores;
    const { id } = await received();
    later();
    const transfer = await transfers.sent(stores.here, destination.id, [id]);
    later();
    expectDone(await transfers.receive(stores.there, transfer.id, [id]));
    later();
    const back = await transfers.sent(stores.there, store.id, [id]);
    later();
    expectDone(await transfers.cancel(stores.there, back.id, 'Wrong box'));
    later();
    const { transaction: sale } = await sell(stores.there, [id]);
    later();
    const items = [{ id: sale.transaction_items[0]?.id, disposition: 'defective' }];
    expectDone(await refundSale(stores.there, sale.id, { items }));
    later();
    expectDone(await stores.there.put(`/inventory/${id}`, { status: 'available', reason: 'New screen' }));
    later();
    expectDone(await stores.there.post(`/pos/inventory/${id}/lock`));

    const [here, there] = [named(store), named(destination)];
    const [sender, other] = [named(manager), named(receiver)];
    const out = { id: transfer.id, number: transfer.number, from_store: here, to_store: there };
    const cancelled = { id: back.id, number: back.number, from_store: there, to_store: here };
    expect(await history(id)).toMatchObject([
      { kind: 'locked', by: other, store: there },
      { kind: 'repaired', by: other, store: there, reason: 'New screen' },
      { kind: 'refunded', by: other, store: there, went_to: 'defective', sale: { id: sale.id } },
      { kind: 'sold', by: other, store: there, sale: { number: sale.invoice_number } },
      { kind: 'transfer_cancelled', by: other, store: there, transfer: cancelled },
      { kind: 'sent', by: other, store: there, transfer: cancelled },
      { kind: 'arrived', by: other, store: there, transfer: out },
      { kind: 'sent', by: sender, store: here, transfer: out },
      { kind: 'received', by: sender, store: here },
    ]);
  });

  it('tells what became of it on the way: damaged, lost, or never sent', async () => {
    const { destination } = stores;
    const [damaged, lost, stayed] = [await received(), await received(), await received()];
    const ids = [damaged.id, lost.id, stayed.id];
    const { id } = await transfers.sent(stores.here, destination.id, ids);
    later();
    expectDone(
      await transfers.mark(stores.there, id, damaged.id, { condition: 'damaged', reason: 'Cracked' }),
    );
    expectDone(await transfers.receive(stores.there, id, [damaged.id]));
    expectDone(
      await transfers.settle(stores.here, id, [
        { inventory_item_id: lost.id, outcome: 'lost' },
        { inventory_item_id: stayed.id, outcome: 'returned' },
      ]),
    );
    const last = async (unit: Unit) => (await history(unit.id))[0];
    expect(await last(damaged)).toMatchObject({
      kind: 'arrived_damaged',
      reason: 'Cracked',
      store: named(destination),
    });
    expect(await last(lost)).toMatchObject({
      kind: 'lost_on_way',
      reason: 'Not in the box',
      store: named(stores.store),
    });
    expect(await last(stayed)).toMatchObject({ kind: 'never_left', store: named(stores.store) });
  });

  it('tells the counts that it was scanned in, and what they did with it', async () => {
    const { store, destination, manager, receiver } = stores;
    const variation = await makeVariation(server.database);
    const [found, missing, moved] = [
      await received(variation.id),
      await received(variation.id),
      await received(variation.id),
    ];
    later();
    const scope = { product_id: variation.product.id };
    const own = await counts.started(stores.here, scope);
    later();
    await counts.scanned(stores.here, own.id, [found.serial_number]);
    const elsewhere = await counts.started(stores.there, scope);
    await counts.scanned(stores.there, elsewhere.id, [moved.serial_number]);
    later();
    await counts.closed(stores.there, elsewhere.id);
    await counts.closed(stores.here, own.id);
    const count = { id: own.id, number: own.number };
    expect(await history(found.id)).toMatchObject([
      { kind: 'counted', by: named(manager), store: named(store), count },
      { kind: 'received' },
    ]);
    expect(await history(missing.id)).toMatchObject([
      { kind: 'count_lost', by: named(manager), count, reason: 'Yearly stock count' },
      { kind: 'received' },
    ]);
    expect(await history(moved.id)).toMatchObject([
      { kind: 'count_moved', by: named(receiver), store: named(destination) },
      { kind: 'counted', by: named(receiver), store: named(destination), count: { id: elsewhere.id } },
      { kind: 'received' },
    ]);
    later();
    // The unit is found after all.
    const again = await counts.started(stores.here, scope);
    await counts.scanned(stores.here, again.id, [missing.serial_number]);
    later();
    await counts.closed(stores.here, again.id);
    expect((await history(missing.id)).map(({ kind }) => kind)).toEqual([
      'count_found',
      'counted',
      'count_lost',
      'received',
    ]);
  });

  it('names transfers, counts, sales and who made them to those alone who may see them', async () => {
    const { id, serial_number } = await received();
    later();
    const transfer = await transfers.sent(stores.here, stores.destination.id, [id]);
    expectDone(await transfers.cancel(stores.here, transfer.id));
    later();
    const count = await counts.started(stores.here, { product_id: stores.variation.product.id });
    await counts.scanned(stores.here, count.id, [serial_number]);
    expectDone(await counts.cancel(stores.here, count.id));
    const { name } = stores.manager;
    expect((await history(id))[0]).toMatchObject({
      kind: 'counted_in_vain',
      by: { name },
      count: { id: count.id },
    });
    const told = await history(id, seller);
    expect(told.map(({ kind, by }) => [kind, by === null])).toEqual([
      ['counted_in_vain', true],
      ['transfer_cancelled', true],
      ['sent', true],
      ['received', false],
    ]);
    expect(told[0]?.count).toBeNull();
    expect(told[1]).toMatchObject({ reason: null, transfer: { id: null, number: null } });
  });
});
