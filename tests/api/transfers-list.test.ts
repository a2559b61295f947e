import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeStaff } from '#tests/support/shop.ts';
import {
  cancel,
  receive,
  sent,
  settle,
  type WireTransfer,
  type WireTransfers,
} from '#tests/support/transfers.ts';
import { makeTwoStores, type TwoStores } from '#tests/support/two-stores.ts';

onEveryEngine('the list of transfers', (start) => {
  let server: TestServer;
  let stores: TwoStores;
  let made: Record<'waiting' | 'whole' | 'short' | 'cancelled' | 'back', WireTransfer>;

  beforeAll(async () => {
    server = await start();
    stores = await makeTwoStores(server, 6);
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = stores.ids;
    const later = async (ids: readonly number[]) => {
      server.clock.advance(MINUTE);
      return sent(stores.here, stores.destination.id, ids);
    };
    const waiting = await later([a]);
    const whole = await later([b]);
    expectDone(await receive<WireTransfer>(stores.there, whole.id, [b]));
    const short = await later([c, d]);
    expectDone(await receive<WireTransfer>(stores.there, short.id, [c]));
    expectDone(
      await settle<WireTransfer>(stores.here, short.id, [{ inventory_item_id: d, outcome: 'lost' }]),
    );
    const cancelled = await later([e]);
    expectDone(await cancel<WireTransfer>(stores.here, cancelled.id));
    server.clock.advance(MINUTE);
    const back = await sent(stores.there, stores.store.id, [b]);
    made = { waiting, whole, short, cancelled, back };
  });
  afterAll(() => server.close());

  const list = async (query = '', by = stores.here) =>
    expectDone(await by.get<WireTransfers>(`/inventory/transfers${query}`));
  const idsOf = ({ data }: WireTransfers) => data.map(({ id }) => id);
  const found = async (query: string) => idsOf(await list(query));

  it('shows what the store sent and what is sent to it, the newest first, twenty a page', async () => {
    const { back, cancelled, short, whole, waiting } = made;
    const all = await list();
    expect(idsOf(all)).toEqual([back.id, cancelled.id, short.id, whole.id, waiting.id]);
    expect([all.total, all.per_page]).toEqual([5, 20]);
    expect(idsOf(await list('', stores.there))).toEqual(idsOf(all));
    expect(all.data[2]).toMatchObject({ units_count: 2, received_count: 1, lost_count: 1 });
    expect(await found('?page=2&per_page=2')).toEqual([short.id, whole.id]);
  });

  it('narrows by direction, by status and to those with differences', async () => {
    const { back, cancelled, short, whole, waiting } = made;
    expect(await found('?direction=incoming')).toEqual([back.id]);
    expect(await found('?direction=outgoing')).toEqual([cancelled.id, short.id, whole.id, waiting.id]);
    expect(await found('?status=in_transit')).toEqual([back.id, waiting.id]);
    expect(await found('?status=in_transit&direction=outgoing')).toEqual([waiting.id]);
    expect(await found('?status=received')).toEqual([short.id, whole.id]);
    expect(await found('?status=cancelled')).toEqual([cancelled.id]);
    expect(await found('?status=differences')).toEqual([short.id]);
  });

  it('finds a transfer by any part of its number, and by a code of one of its units', async () => {
    const { short, back, whole } = made;
    expect(await found(`?search=${short.number}`)).toEqual([short.id]);
    // With letters of the store, which no code of a unit has.
    expect(await found(`?search=${short.number.slice(4)}`)).toEqual([short.id]);
    const imei = stores.units[1]?.imei ?? '';
    expect(await found(`?search=${imei}`)).toEqual([back.id, whole.id]);
    expect(await found(`?search=${imei}&direction=incoming`)).toEqual([back.id]);
    expect(await found('?search=nothing+has+this')).toEqual([]);
  });

  it('narrows to those of which a part has arrived, as long as the rest is on its way', async () => {
    const units = await stores.moreUnits(2);
    const ids = units.map(({ id }) => id);
    const part = await sent(stores.here, stores.destination.id, ids);
    expect(await found('?status=receiving')).toEqual([]);
    expectDone(await receive<WireTransfer>(stores.there, part.id, ids.slice(0, 1)));
    expect(await found('?status=receiving')).toEqual([part.id]);
    expect(await found(`?status=receiving&search=${part.number}`)).toEqual([part.id]);
    expect(await found('?status=receiving&direction=incoming')).toEqual([]);
    expect(idsOf(await list('?status=receiving', stores.there))).toEqual([part.id]);
    expectDone(await receive<WireTransfer>(stores.there, part.id, ids.slice(1)));
    expect(await found('?status=receiving')).toEqual([]);
  });

  it('shows nothing of it to a store that is at neither end', async () => {
    const others = await makeTwoStores(server, 0);
    expect(idsOf(await list('', others.here))).toEqual([]);
    expect(idsOf(await list(`?search=${made.short.number}`, others.here))).toEqual([]);
  });

  it('is for whoever may transfer', async () => {
    const seller = await makeStaff(server.database, { store_id: stores.store.id });
    const answer = await (await signIn(server.url, seller.email)).get('/inventory/transfers');
    expect(answer.status).toBe(403);
  });
});
