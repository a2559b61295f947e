import type { z } from 'zod';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { offlineSales } from '#contract/offline-sales.ts';
import { openOfflineShop, type OfflineShop, type WireToSettle } from '#tests/support/offline-shop.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { sendByHand, sha256, type WireRecorded } from '#tests/support/sold-offline.ts';

type Detail = z.input<typeof offlineSales.get.response>;
type Summary = z.input<typeof offlineSales.summary.response>;
type Page = { data: WireToSettle[]; meta: { total: number; last_page: number } };

onEveryEngine('the list of sales to settle', (start) => {
  let server: TestServer;
  let at: OfflineShop;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
  });

  const page = async (query = ''): Promise<Page> =>
    expectDone(await at.manager.get<Page>(`/offline-sales?${query}`));
  const ids = async (query = '') => (await page(query)).data.map(({ id }) => id);
  const detail = async (id: number) => expectDone(await at.manager.get<Detail>(`/offline-sales/${id}`));
  const summary = async () => expectDone(await at.manager.get<Summary>('/offline-sales/summary'));
  const idOf = async ({ transaction_id }: WireRecorded) =>
    (await page()).data.find(({ transaction }) => transaction?.id === transaction_id)?.id ?? 0;
  /** Sells a phone by hand from the file: nothing of it is wrong but that. */
  const byHand = async (no: number) =>
    expectDone(await sendByHand<WireRecorded>(at.manager, at.make([no], {}, no)));
  /** Leaves a text that cannot be read. */
  const unreadable = async () => {
    const filed = at.make([7]);
    const body = filed.body.replace('"lines"', '"items"');
    return at.send({ ...filed, body, hash: sha256(body) });
  };
  const soldTwice = async (units: readonly number[] = [0]) => {
    server.clock.advance(MINUTE);
    const { transaction } = await sell(at.till, [at.unit(units[0]).id]);
    return { before: transaction, recorded: await at.sold(units) };
  };

  it('begins with disputed lines, then what was not recorded, each the oldest first, page by page', async () => {
    const [first, second] = [await byHand(1), await byHand(2)];
    const lower = [await idOf(first), await idOf(second)];
    await unreadable();
    const kept = (await page()).data.find(({ transaction }) => transaction === null)?.id;
    const { recorded } = await soldTwice();
    const order = [await idOf(recorded), kept, ...lower];
    expect(await ids()).toEqual(order);
    expect([...(await ids('per_page=3')), ...(await ids('per_page=3&page=2'))]).toEqual(order);
  });

  it('is narrowed by reason and till, the settled ones, too', async () => {
    await byHand(1);
    const { recorded } = await soldTwice();
    const id = await idOf(recorded);
    expect(await ids('reason=unit')).toEqual([id]);
    expect(await ids('reason=lost_till')).toEqual([]);
    expect((await page(`till_id=${at.counter.id}`)).meta.total).toBe(2);
    expect(await ids('till_id=2147483647')).toEqual([]);
    expectDone(await at.manager.post(`/offline-sales/${id}/settle`, { note: 'Looked' }));
    expect(await ids('reason=unit')).toEqual([]);
    expect(await ids('reason=unit&state=settled')).toEqual([id]);
    expect(await ids('reason=price&state=settled')).toEqual([]);
  });

  it('is counted, with what was settled this month', async () => {
    const before = await summary();
    expect(before).toMatchObject({ open: 0, settled_this_month: 0 });
    expect(before.tills.map(({ name }) => name)).toContain('Counter 1');
    const { recorded } = await soldTwice();
    expect(await summary()).toMatchObject({ open: 1, settled_this_month: 0 });
    expectDone(await at.manager.post(`/offline-sales/${await idOf(recorded)}/settle`, { note: 'Looked' }));
    expect(await summary()).toMatchObject({ open: 0, settled_this_month: 1 });
    server.clock.advance(32 * 24 * 60 * MINUTE);
    const again = await at.manager.get<Summary>('/offline-sales/summary');
    if (again.status === 200) expect(again.body).toMatchObject({ settled_this_month: 0 });
  });

  it('shows both sales side by side, and the units that may have left instead', async () => {
    const { before, recorded } = await soldTwice();
    await at.setUnit(2, { status: 'lost' });
    const id = await idOf(recorded);
    const [row] = (await page()).data;
    expect(row).toMatchObject({ items_count: 1, other_sale_at: before.completed_at });
    expect(row?.first_item).toBeTruthy();
    const shown = await detail(id);
    const [other] = shown.other_sales;
    expect(shown.sale).toMatchObject({
      transaction_id: recorded.transaction_id,
      is_offline: true,
      till: { code: at.counter.code },
      customer: null,
      payments: [{ method: 'cash', status: 'completed' }],
      items: [{ unit: null }],
    });
    expect(shown.sale?.recorded_at).not.toBe(shown.sale?.made_at);
    expect(other).toMatchObject({
      number: before.invoice_number,
      is_offline: false,
      till: { code: at.counter.code },
      items: [{ unit: `IMEI ${at.unit().imei}` }],
    });
    const codes = shown.choices.map(({ code }) => code);
    expect(codes).not.toContain(at.unit().imei);
    expect(codes).toContain(at.unit(1).imei);
    expect(shown.choices.at(-1)).toMatchObject({ code: at.unit(2).imei, status: 'lost' });
    const units = [{ transaction_item_id: shown.disputed[0]?.transaction_item_id, code: codes[0] }];
    expectDone(await at.manager.post(`/offline-sales/${id}/settle`, { units, note: 'Box' }));
    expect(await detail(id)).toMatchObject({ choices: [], sale: { items: [{ unit: `IMEI ${codes[0]}` }] } });
  });

  it('shows what was not recorded without a sale, and of its own store alone', async () => {
    await unreadable();
    const [row] = (await page()).data;
    expect(await detail(row?.id ?? 0)).toMatchObject({
      sale: null,
      other_sales: [],
      choices: [],
      items_count: 0,
      first_item: null,
    });
    const elsewhere = await openOfflineShop(server);
    expect((await elsewhere.manager.get(`/offline-sales/${row?.id}`)).status).toBe(404);
    expect((await elsewhere.till.get(`/offline-sales/${row?.id}`)).status).toBe(403);
  });

  it('puts a sale that its own seller voided behind the others', async () => {
    await sell(at.till, [at.unit().id]);
    const own = await at.sold([0], { staff_id: at.boss.id, shift_id: 2_147_483_647 });
    const { recorded } = await soldTwice([1]);
    const [first, second] = [await idOf(own), await idOf(recorded)];
    expect(await ids()).toEqual([first, second]);
    expectDone(
      await at.manager.post(
        `/transactions/${own.transaction_id}/void`,
        { reason: 'Brought back' },
        { headers: { 'X-Till': at.key } },
      ),
    );
    expect(await ids()).toEqual([second, first]);
    expect((await detail(first)).sale?.status).toBe('void');
  });
});
