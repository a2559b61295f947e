import { afterAll, beforeAll, expect, it } from 'vitest';
import { close, look, scan, started, type WireScans } from '#tests/support/counts.ts';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { completeInCash, expectDone, findUnitRow, openDraft } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeStaff, makeStore, makeUnits, makeVariation } from '#tests/support/shop.ts';

const ROUNDS = 12;

onEveryEngine('counts that meet', (start) => {
  let server: TestServer;
  let storeId: number;
  let variationId: number;
  let manager: SignedIn;
  let counters: SignedIn[];
  beforeAll(async () => {
    server = await start();
    storeId = (await makeStore(server.database)).id;
    variationId = (await makeVariation(server.database)).id;
    const roles = ['store_manager', 'inventory_checker', 'warehouse_staff'] as const;
    const people = await Promise.all(
      roles.map((role) => makeStaff(server.database, { store_id: storeId, role })),
    );
    const [first, ...others] = await Promise.all(people.map(({ email }) => signIn(server.url, email)));
    if (!first) throw new Error('Nobody signed in');
    manager = first;
    counters = others;
  });
  afterAll(() => server.close());

  const makeOne = async () => {
    const place = { store_id: storeId, product_variation_id: variationId };
    const [unit] = await makeUnits(server.database, { count: 1, ...place });
    if (!unit) throw new Error('No unit was made');
    return unit;
  };
  const statusOf = async (unitId: number) => (await findUnitRow(server.database, unitId)).status;
  /** Sends two calls at once, each first in turn; returns their answers in the order given. */
  const race = async <T>(round: number, one: () => Promise<T>, two: () => Promise<T>): Promise<[T, T]> => {
    if (round % 2) {
      const [second, first] = await Promise.all([two(), one()]);
      return [first, second];
    }
    return Promise.all([one(), two()]);
  };

  it('two closings: one of them closes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const unit = await makeOne();
      const { id } = await started(manager);
      const answers = await race(
        round,
        () => close(manager, id),
        () => close(manager, id),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await look(manager, id)).settled).toMatchObject({ lost: 1 });
      expect(await statusOf(unit.id)).toBe('lost');
    }
  });

  it('two who scan one unit: one finds it, the other hears by whom it was counted', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const unit = await makeOne();
      const { id } = await started(manager);
      const [first, second] = counters;
      if (!first || !second) throw new Error('Nobody counts');
      const answers = await race(
        round,
        () => scan<WireScans>(first, id, [unit.imei]),
        () => scan<WireScans>(second, id, [unit.serial_number]),
      );
      const scans = answers.map((answer) => expectDone(answer).data[0]);
      expect(scans.map((one) => one?.outcome).sort()).toEqual(['already_counted', 'found']);
      expect(new Set(scans.map((one) => one?.counted_by.id)).size).toBe(1);
      expect((await look(manager, id)).progress).toMatchObject({ found: 1 });
      expect((await close(manager, id)).status).toBe(200);
    }
  });

  it('a scan against a closing: the unit is found, or the scan is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const unit = await makeOne();
      const { id } = await started(manager);
      const [scanning, closing] = await race(
        round,
        () => scan(manager, id, [unit.imei]),
        () => close(manager, id),
      );
      expect(closing.status).toBe(200);
      expect(await statusOf(unit.id)).toBe(scanning.status === 200 ? 'available' : 'lost');
      if (scanning.status === 200) {
        await server.database.write((writer) =>
          writer.updateTable('inventory_items').set({ status: 'sold' }).where('id', '=', unit.id).execute(),
        );
      }
    }
  });

  it('a sale against a closing: the unit is sold or lost, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const unit = await makeOne();
      const draft = await openDraft(manager, [unit.id]);
      server.clock.advance(6 * MINUTE);
      const { id } = await started(manager);
      const [sale, closing] = await race(
        round,
        () => completeInCash(manager, draft),
        () => close(manager, id),
      );
      expect(closing.status).toBe(200);
      const isSold = sale.status === 200;
      if (!isSold) expect(sale.body.code).toBe('item_unavailable');
      expect(await statusOf(unit.id)).toBe(isSold ? 'sold' : 'lost');
      expect((await look(manager, id)).settled).toMatchObject({ lost: isSold ? 0 : 1 });
    }
  });

  it('a unit that is marked defective, or sent away, against a closing: it is never lost after that', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const unit = await makeOne();
      const { id } = await started(manager);
      const status = round % 3 ? 'defective' : 'in_transit';
      const mark = () =>
        server.database.write((writer) =>
          writer
            .updateTable('inventory_items')
            .set({ status })
            .where('id', '=', unit.id)
            .where('status', '=', 'available')
            .returning('id')
            .executeTakeFirst(),
        );
      const [marked, closing] = await race<unknown>(round, mark, () => close(manager, id));
      expect((closing as { status: number }).status).toBe(200);
      expect(await statusOf(unit.id)).toBe(marked ? status : 'lost');
      expect((await look(manager, id)).settled).toMatchObject({ lost: marked ? 0 : 1 });
    }
  });
});
