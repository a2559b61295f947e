import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as counts from '#tests/support/counts.ts';
import { signIn } from '#tests/support/http.ts';
import { meet } from '#tests/support/meet.ts';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeStaff, makeStore, makeSupplier } from '#tests/support/shop.ts';
import type { FiledSale, WireRecorded } from '#tests/support/sold-offline.ts';
import { makeReturn, type WireReturn } from '#tests/support/supplier-returns.ts';
import * as transfers from '#tests/support/transfers.ts';

onEveryEngine('a sale that was made without the server, and what is done meanwhile', (start) => {
  let server: TestServer;
  let at: OfflineShop;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
  });

  const statusOf = async (no: number) => (await at.unitRow(at.unit(no).id)).status;
  const unitHeld = (no: number) => `select 1 from inventory_items where id = ${at.unit(no).id}`;
  const record = (filed: FiledSale) => () => at.offline.send<WireRecorded>(filed);

  /** Records a sale of a unit that is in another sale, and of one more, and returns its disputed line. */
  const disputed = async () => {
    await sell(at.till, [at.unit(0).id]);
    server.clock.advance(MINUTE);
    const recorded = await at.sold([0, 2]);
    const row = await at.toSettle(recorded);
    if (!row) throw new Error('It waits for nobody');
    const line = row.disputed[0]?.transaction_item_id;
    return { recorded, id: row.id, units: [{ transaction_item_id: line, code: at.unit(1).imei }] };
  };
  type Disputed = Awaited<ReturnType<typeof disputed>>;
  const naming =
    ({ id, units }: Disputed) =>
    () =>
      at.manager.post<{ message: string }>(`/offline-sales/${id}/settle`, { note: 'On the shelf', units });
  const voiding =
    ({ recorded }: Disputed) =>
    () =>
      at.manager.post<{ status: string }>(
        `/transactions/${recorded.transaction_id}/void`,
        { reason: 'Brought back' },
        { headers: { 'X-Till': at.key } },
      );

  it('the unit that is named while the sale is voided is back in stock', async () => {
    const sale = await disputed();
    const [settled, voided] = await meet(server.location, unitHeld(1), naming(sale), voiding(sale));
    expect([settled.status, voided.status]).toEqual([200, 200]);
    expect(await statusOf(1)).toBe('available');
    expect(await at.stock()).toEqual({ units: 7, known: 8 });
  });

  it('no unit is named for a sale that is being voided', async () => {
    const sale = await disputed();
    const [voided, settled] = await meet(server.location, unitHeld(2), voiding(sale), naming(sale));
    expect(voided.status).toBe(200);
    expect(settled).toMatchObject({ status: 409, body: { message: 'This sale was settled meanwhile' } });
    expect(await statusOf(1)).toBe('available');
    expect(await at.stock()).toEqual({ units: 7, known: 8 });
  });

  describe('a unit that is sent to another store', () => {
    const numbers = () =>
      `select 1 from number_series where store_id = ${at.shop.store.id} and kind = 'transfer'`;
    /** Sends a transfer, so that its store has a series of numbers, and returns where others go. */
    const destination = async () => {
      const { id } = await makeStore(server.database);
      expectDone(await transfers.send(at.manager, id, [at.unit(7).id]));
      return id;
    };
    /** The unit was sold, and the transfer, of which it was all, is over. */
    const expectNeverLeft = async (transferId: number, no: number) => {
      const transfer = await transfers.look(at.manager, transferId);
      expect(transfer).toMatchObject({ status: 'cancelled', items: [{ state: 'returned' }] });
      expect(await statusOf(no)).toBe('sold');
    };
    const sending = (to: number, no: number) => () =>
      transfers.send<transfers.WireTransfer>(at.manager, to, [at.unit(no).id]);

    it('never left where its sale is recorded meanwhile', async () => {
      const to = await destination();
      const filed = at.make([0]);
      server.clock.advance(MINUTE);
      const [sent, recorded] = await meet(server.location, numbers(), sending(to, 0), record(filed));
      expect(expectDone(recorded)).toMatchObject({ to_settle: false });
      await expectNeverLeft(expectDone(sent).id, 0);
    });

    it('never left where it is named for a line meanwhile', async () => {
      const to = await destination();
      const sale = await disputed();
      const [sent, settled] = await meet(server.location, numbers(), sending(to, 1), naming(sale));
      expect(settled.status).toBe(200);
      await expectNeverLeft(expectDone(sent).id, 1);
    });
  });

  it('a unit that goes back to its supplier while its sale is recorded never left', async () => {
    const { email } = await makeStaff(server.database, { store_id: at.shop.store.id, role: 'admin' });
    const boss = await signIn(server.url, email);
    // The store has a series of numbers.
    await makeReturn(server.database, boss, [at.unit(7).id]);
    const { id: supplier_id } = await makeSupplier(server.database);
    const filed = at.make([0]);
    server.clock.advance(MINUTE);
    const numbers = `select 1 from number_series where store_id = ${at.shop.store.id} and kind = 'supplier_return'`;
    const returning = () =>
      boss.post<WireReturn>('/supplier-returns', {
        ...{ supplier_id, item_ids: [at.unit(0).id], reason: 'Dead on arrival' },
      });
    const [sent, recorded] = await meet(server.location, numbers, returning, record(filed));
    expect(await at.reasonsOf(expectDone(recorded))).toHaveProperty('supplier_return');
    expect(await statusOf(0)).toBe('sold');
    const returned = expectDone(await boss.get<WireReturn>(`/supplier-returns/${expectDone(sent).id}`));
    expect(returned).toMatchObject({ back_count: 1, items: [{ never_left: `Sold as ${filed.number}` }] });
  });

  describe('a unit that somebody has in hand while its earlier sale is recorded', () => {
    const expectDisputed = async (recorded: WireRecorded) => {
      expect((await at.reasonsOf(recorded)).unit).toMatch(
        /was counted, received or taken back after this sale/,
      );
      expect(await statusOf(0)).toBe('available');
    };

    it.each([
      ['before', 0],
      ['after', 5],
    ])('stays in stock where a count scans it that began %s the sale', async (_, minutes) => {
      const filed = at.make([0], {}, 2);
      server.clock.advance(minutes * MINUTE);
      const { id } = await counts.started(at.manager);
      await counts.scanned(at.manager, id, [at.unit(5).imei]);
      server.clock.advance(10 * MINUTE);
      const [scan, recorded] = await meet(
        server.location,
        `select 1 from count_tallies where count_id = ${id}`,
        () => counts.scan<counts.WireScans>(at.manager, id, [at.unit(0).imei]),
        record(filed),
      );
      expect(expectDone(scan).data).toMatchObject([{ outcome: 'found' }]);
      await expectDisputed(expectDone(recorded));
    });

    it('stays in stock where it is scanned among the units of a transfer', async () => {
      const { id: to } = await makeStore(server.database);
      const { email } = await makeStaff(server.database, { store_id: to, role: 'store_manager' });
      const there = await signIn(server.url, email);
      const filed = at.make([0]);
      const { id } = await transfers.sent(at.manager, to, [at.unit(1).id]);
      server.clock.advance(MINUTE);
      const [scan, recorded] = await meet(
        server.location,
        `select 1 from transfer_items where transfer_id = ${id}`,
        () => transfers.scan<transfers.WireScans>(there, id, [at.unit(0).imei, at.unit(1).imei]),
        record(filed),
      );
      expect(expectDone(scan).data).toMatchObject([{ outcome: 'extra' }, { outcome: 'scanned' }]);
      await expectDisputed(expectDone(recorded));
    });
  });
});
