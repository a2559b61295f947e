import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeInCash, findUnitRow, openDraft } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { cancel, look, receive, send, sent } from '#tests/support/transfers.ts';
import { makeTwoStores, type TwoStores } from '#tests/support/two-stores.ts';

const ROUNDS = 20;

onEveryEngine('transfers that meet', (start) => {
  let server: TestServer;
  let stores: TwoStores;
  beforeAll(async () => {
    server = await start();
    stores = await makeTwoStores(server, 0);
  });
  afterAll(() => server.close());

  const unit = async () => (await stores.moreUnits(1))[0]?.id ?? 0;
  const stands = async (unitId: number) => {
    const { status, store_id } = await findUnitRow(server.database, unitId);
    return [status, store_id];
  };
  /** Sends two calls at once, each first in turn; returns their statuses in the order given. */
  const race = async (round: number, ...calls: (() => Promise<{ status: number }>)[]) => {
    const order = round % 2 ? [...calls].reverse() : calls;
    const answers = await Promise.all(order.map((begin) => begin()));
    const statuses = answers.map(({ status }) => status);
    return round % 2 ? statuses.reverse() : statuses;
  };

  it('two receipts of the same unit: one takes it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const unitId = await unit();
      const { id } = await sent(stores.here, stores.destination.id, [unitId]);
      const take = () => receive(stores.there, id, [unitId]);
      expect((await race(round, take, take)).sort()).toEqual([200, 409]);
      expect(await look(stores.there, id)).toMatchObject({ status: 'received', received_count: 1 });
      expect(await stands(unitId)).toEqual(['available', stores.destination.id]);
    }
  });

  it('a receipt against a cancel: the unit stands where the winner says', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const unitId = await unit();
      const { id } = await sent(stores.here, stores.destination.id, [unitId]);
      const outcome = await race(
        round,
        () => receive(stores.there, id, [unitId]),
        () => cancel(stores.here, id),
      );
      const isReceived = outcome[0] === 200;
      expect(outcome).toEqual(isReceived ? [200, 409] : [409, 200]);
      expect((await look(stores.here, id)).status).toBe(isReceived ? 'received' : 'cancelled');
      expect(await stands(unitId)).toEqual([
        'available',
        isReceived ? stores.destination.id : stores.store.id,
      ]);
    }
  });

  it('a sale against a transfer of the same unit: it is sold or on its way, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const unitId = await unit();
      const draft = await openDraft(stores.here, [unitId]);
      server.clock.advance(6 * MINUTE);
      const outcome = await race(
        round,
        () => completeInCash(stores.here, draft),
        () => send(stores.here, stores.destination.id, [unitId]),
      );
      const isSold = outcome[0] === 200;
      expect(outcome).toEqual(isSold ? [200, 409] : [409, 201]);
      expect(await stands(unitId)).toEqual([isSold ? 'sold' : 'in_transit', stores.store.id]);
    }
  });

  it('two transfers that share a unit: one of them goes, whole', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [shared, one, two] = [await unit(), await unit(), await unit()];
      const outcome = await race(
        round,
        () => send(stores.here, stores.destination.id, [shared, one]),
        () => send(stores.here, stores.destination.id, [two, shared]),
      );
      const isFirst = outcome[0] === 201;
      expect(outcome).toEqual(isFirst ? [201, 409] : [409, 201]);
      const states = await Promise.all([shared, one, two].map(async (id) => (await stands(id))[0]));
      expect(states).toEqual(
        isFirst ? ['in_transit', 'in_transit', 'available'] : ['in_transit', 'available', 'in_transit'],
      );
    }
  });
});
