import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import {
  expectDone,
  openDraft,
  sell,
  type WireRefunded,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { atDevice } from '#tests/support/shifts.ts';
import { makeCable } from '#tests/support/shop.ts';
import type { WireRecorded } from '#tests/support/sold-offline.ts';

type Life = { life: { kind: string; reason: string | null }[] };

onEveryEngine('a line without the server that is settled without its unit', (start) => {
  let server: TestServer;
  let at: OfflineShop;
  /** The number of the sale that has the phone. */
  let other = '';

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
  });

  /** Sells phones of which another till sold the first online before. */
  const soldTwice = async (units: readonly number[] = [0]): Promise<WireRecorded> => {
    server.clock.advance(MINUTE);
    other = (await sell(at.till, [at.unit().id])).transaction.invoice_number ?? '';
    return at.sold(units);
  };
  const settle = async (recorded: WireRecorded, codes: readonly (string | null)[] = []) => {
    const row = await at.toSettle(recorded);
    const units = codes.map((code, place) => {
      return { transaction_item_id: row?.disputed[place]?.transaction_item_id, code };
    });
    expectDone(
      await at.manager.post(`/offline-sales/${row?.id}/settle`, { units, note: 'Looked at the shelf' }),
    );
    return recorded;
  };
  const lineOf = async (recorded: WireRecorded, no = 0) => {
    const line = (await at.shown(recorded.transaction_id)).transaction_items[no];
    if (!line) throw new Error('The sale has no such line');
    return line;
  };
  const here = () => ({ headers: { 'X-Till': at.key } });
  const undo = async <T>({ transaction_id }: WireRecorded, way: 'void' | 'refund', body: object = {}) =>
    expectDone(
      await at.manager.post<T>(
        `/transactions/${transaction_id}/${way}`,
        { reason: 'Brought back', ...body },
        here(),
      ),
    );

  describe('though it had numbers', () => {
    it('gives the money back and no unit to stock, whatever is said of where it goes', async () => {
      const recorded = await settle(await soldTwice());
      const before = await at.stock();
      const { id, inventory_item_id, without_unit } = await lineOf(recorded);
      expect(without_unit).toBe('accepted');
      const items = [{ id, disposition: 'defective' }];
      const { transaction, refund } = await undo<WireRefunded>(recorded, 'refund', { items });
      expect(refund).toMatchObject({ amount: 1100, items: [{ disposition: 'none' }] });
      expect(transaction.status).toBe('refunded');
      expect(await at.stock()).toEqual(before);
      expect(await at.unitRow(inventory_item_id)).toMatchObject({ status: 'sold', sold_at: 0 });
      expect(await at.unitRow(at.unit().id)).toMatchObject({ status: 'sold' });
    });

    it('gives back the other units of its sale', async () => {
      const recorded = await settle(await soldTwice([0, 1]));
      const before = await at.stock();
      await undo(recorded, 'refund');
      expect(await at.stock()).toEqual({ ...before, units: before.units + 1 });
      expect((await at.unitRow(at.unit(1).id)).status).toBe('available');
    });

    it('gives no unit to stock when its sale is voided', async () => {
      const recorded = await settle(await soldTwice([0, 1]));
      const before = await at.stock();
      await undo(recorded, 'void');
      expect(await at.stock()).toEqual({ ...before, units: before.units + 1 });
    });

    it.each([false, true])('is exchanged, under its warranty: %s', async (is_warranty) => {
      const recorded = await settle(await soldTwice());
      const before = await at.stock();
      const { id } = await lineOf(recorded);
      const counter = atDevice(server.url, at.manager, at.key);
      const draft = await openDraft(counter, [at.unit(2).id]);
      const exchange = { transaction_id: recorded.transaction_id, items: [{ id }], draft_id: draft.id };
      const { transaction, returned } = expectDone(
        await counter.post<{ transaction: WireTransaction; returned: WireTransaction }>('/exchanges', {
          ...exchange,
          is_warranty,
          reason: 'Does not charge',
        }),
      );
      expect(transaction).toMatchObject({
        status: 'completed',
        exchange_of: { amount: 1100, items: [{ disposition: 'none' }] },
      });
      expect(returned.status).toBe('refunded');
      expect(await at.stock()).toEqual({ ...before, units: before.units - 1 });
    });
  });

  it('comes back as no unit, where it was told without its number and others have theirs', async () => {
    const before = await at.stock();
    const recorded = await settle(
      await at.sold([], { units: [{ id: null, product_variation_id: at.shop.variation.id }] }),
    );
    expect((await lineOf(recorded)).without_unit).not.toBeNull();
    const { refund } = await undo<WireRefunded>(recorded, 'refund');
    expect(refund.items).toMatchObject([{ disposition: 'none' }]);
    expect(await at.stock()).toEqual(before);
  });

  it('comes back as a piece of the stock, where pieces have no numbers', async () => {
    const cable = await makeCable(server.database);
    const recorded = await settle(
      await at.sold([], { units: [{ id: null, product_variation_id: cable.id }] }),
    );
    const { inventory_item_id, without_unit } = await lineOf(recorded);
    expect(without_unit).toBeNull();
    const { refund } = await undo<WireRefunded>(recorded, 'refund');
    expect(refund.items).toMatchObject([{ disposition: 'available' }]);
    expect(await at.unitRow(inventory_item_id)).toMatchObject({ status: 'available', sold_at: null });
  });

  describe('is told', () => {
    it('by the sale while it waits: why, what was scanned, and which sale has the unit', async () => {
      const recorded = await soldTwice();
      const { offline, transaction_items } = await at.shown(recorded.transaction_id);
      expect(transaction_items[0]?.without_unit).toBe('to_settle');
      expect(offline).toMatchObject({
        to_settle: true,
        reasons: [{ code: 'unit', text: expect.stringContaining(`is in sale ${other}, too`) as string }],
        disputed: [
          {
            numbers: `IMEI ${at.unit().imei}`,
            other_sale: { invoice_number: other },
            settled: null,
          },
        ],
        settled_at: null,
        settled_by: null,
      });
    });

    it('by the sale once it is settled: how, by whom and when', async () => {
      const named = await settle(await soldTwice([0, 0]), [at.unit(3).imei, null]);
      const { offline, transaction_items: lines } = await at.shown(named.transaction_id);
      expect(offline).toMatchObject({
        to_settle: false,
        disputed: [{ settled: 'named' }, { settled: 'accepted' }],
        settled_by: { id: at.boss.id, name: at.boss.name },
        settled_at: new Date(server.clock.now()).toISOString(),
        note: 'Looked at the shelf',
      });
      expect(lines.map(({ without_unit }) => without_unit)).toEqual([null, 'accepted']);
    });

    it('by its papers and its line: the number that the customer had on the first one', async () => {
      const recorded = await soldTwice([0, 0]);
      const told = at.unit().imei;
      const printed = async () => {
        const path = `/transactions/${recorded.transaction_id}/receipt`;
        const { lines } = expectDone(await at.manager.get<NonNullable<WireRecorded['receipt']>>(path));
        return lines.map(({ imei }) => imei);
      };
      expect(recorded.receipt?.lines.map(({ imei }) => imei)).toEqual([told, told]);
      expect(await printed()).toEqual([told, told]);
      await settle(recorded, [at.unit(3).imei, null]);
      expect(await printed()).toEqual([at.unit(3).imei, told]);
      const { transaction_items: lines } = await at.shown(recorded.transaction_id);
      expect(lines.map(({ told_numbers }) => told_numbers?.imei)).toEqual([undefined, told]);
    });

    it('by a sale that was voided instead', async () => {
      const recorded = await soldTwice();
      await undo(recorded, 'void');
      expect((await at.shown(recorded.transaction_id)).offline).toMatchObject({
        to_settle: false,
        disputed: [{ settled: null }],
        settled_by: { id: at.boss.id },
        note: 'Voided: Brought back',
      });
    });

    it('by the history of the unit that it did not get', async () => {
      await soldTwice();
      const { life } = expectDone(await at.manager.get<Life>(`/inventory/${at.unit().id}`));
      expect(life.find(({ kind }) => kind === 'sold_twice')?.reason).toMatch(
        new RegExp(`^${at.offline.number(1)}\\. .* is in sale ${other}, too$`),
      );
    });
  });

  it('is settled by the text alone that told of it', async () => {
    const recorded = await soldTwice();
    const { transaction_id } = recorded;
    const row = await server.database.reader
      .selectFrom('offline_sales')
      .selectAll()
      .where('transaction_id', '=', transaction_id)
      .executeTakeFirstOrThrow();
    await server.database.write((writer) =>
      writer
        .insertInto('offline_sales')
        .values({ ...row, id: writer.nextId(), hash: 'e'.repeat(64), disputed_json: '[]' })
        .execute(),
    );
    const both = (await at.listed()).filter(({ transaction }) => transaction?.id === transaction_id);
    const second = both.find(({ disputed }) => disputed.length === 0);
    expectDone(await at.manager.post(`/offline-sales/${second?.id}/settle`, { note: 'Sent twice' }));
    expect((await lineOf(recorded)).without_unit).toBe('to_settle');
    expect((await at.shown(transaction_id)).offline).toMatchObject({ to_settle: true, note: 'Sent twice' });
  });
});
