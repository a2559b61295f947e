import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '#tests/support/http.ts';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import { expectDone, openDraft, openPaidDraft, sell, type WireHolds } from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCable, makeStaff, makeStore, makeUnits } from '#tests/support/shop.ts';
import { sha256, type WireRecorded } from '#tests/support/sold-offline.ts';
import { makeReturn, type WireReturn } from '#tests/support/supplier-returns.ts';

type Life = { life: { kind: string; reason: string | null; at: string }[] };

onEveryEngine('the units of a sale that was made without the server', (start) => {
  let server: TestServer;
  let at: OfflineShop;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
  });

  const lineOf = async (recorded: WireRecorded, no = 0) =>
    (await at.shown(recorded.transaction_id)).transaction_items[no];
  const life = async (no = 0) => expectDone(await at.manager.get<Life>(`/inventory/${at.unit(no).id}`)).life;
  /** The server's person for everything, at the same store. */
  const admin = async () => {
    const { email } = await makeStaff(server.database, { store_id: at.shop.store.id, role: 'admin' });
    return signIn(server.url, email);
  };

  describe('are taken whatever is recorded of them', () => {
    it.each([
      ['lost', 'Marked as lost at'],
      ['defective', 'Defective at'],
      ['on_hold', 'On hold at'],
      ['returned', 'Went back to its supplier'],
      ['in_transit', 'In transit'],
    ] as const)('as %s', async (status, text) => {
      await at.setUnit(0, { status });
      const recorded = await at.sold();
      expect(recorded.to_settle).toBe(false);
      expect(await at.unitRow(at.unit().id)).toMatchObject({ status: 'sold', store_id: at.shop.store.id });
      expect((await lineOf(recorded))?.inventory_item_id).toBe(at.unit().id);
      const event = (await life()).find(({ kind }) => kind === 'sold_without_server');
      expect(event?.reason).toContain(text);
      expect(event?.at).toBe(new Date(at.cut + 10 * MINUTE).toISOString());
      expect(await at.stock()).toEqual({ units: 7, known: 8 });
    });

    it('as standing at another store', async () => {
      const elsewhere = await makeStore(server.database);
      await at.setUnit(0, { store_id: elsewhere.id });
      expect(await at.stock()).toEqual({ units: 7, known: 7 });
      const recorded = await at.sold();
      expect(await at.reasonsOf(recorded)).toEqual({
        other_store: `Phone 1 is an item of ${elsewhere.name}`,
      });
      expect((await life()).find(({ kind }) => kind === 'sold_without_server')?.reason).toContain(
        `Stands at ${elsewhere.name} until then`,
      );
      expect(await at.stock()).toEqual({ units: 7, known: 8 });
    });

    it('as hidden by an import, and as sold in no sale', async () => {
      await at.setUnit(0, { status: 'sold', sold_at: 0 });
      await at.setUnit(1, { status: 'sold', sold_at: at.cut - HOUR });
      const recorded = await at.sold([0, 1]);
      expect(recorded.to_settle).toBe(false);
      for (const no of [0, 1]) expect((await at.unitRow(at.unit(no).id)).sold_at).toBe(at.cut + 10 * MINUTE);
    });

    it('as held in a colleague’s cart, which is told', async () => {
      const colleague = await makeStaff(server.database, { store_id: at.shop.store.id });
      const other = await signIn(server.url, colleague.email);
      const draft = await openDraft(other, [at.unit().id, at.unit(1).id]);
      expect(await at.sold()).toMatchObject({ to_settle: false });
      const holds = expectDone(await other.post<WireHolds>(`/transactions/${draft.id}/refresh-locks`, {}));
      expect(holds.lost).toMatchObject([
        { inventory_item_id: at.unit().id, message: 'Sold at Counter 1 without the server' },
      ]);
      expect(holds.locked.map(({ inventory_item_id: id }) => id)).toEqual([at.unit(1).id]);
    });

    it('as in a saved cart, which is told when it is opened', async () => {
      const draft = await openDraft(at.till, [at.unit().id, at.unit(1).id]);
      expectDone(await at.till.post(`/transactions/${draft.id}/refresh-locks`, { leave: true }));
      expect(await at.sold()).toMatchObject({ to_settle: false });
      const holds = expectDone(
        await at.till.post<WireHolds>(`/transactions/${draft.id}/refresh-locks`, { resume: true }),
      );
      expect(holds.lost).toMatchObject([
        { inventory_item_id: at.unit().id, message: 'Sold at Counter 1 without the server' },
      ]);
      const payments = [{ method: 'cash', amount: 5000 }];
      const completed = await at.till.post(`/transactions/${draft.id}/complete`, { payments });
      expect(completed).toMatchObject({ status: 409, body: { code: 'item_unavailable' } });
    });

    it('as reserved for a paid draft, whose money stays', async () => {
      const draft = await openPaidDraft(at.till, [at.unit().id]);
      const recorded = await at.sold();
      expect(await at.reasonsOf(recorded)).toEqual({
        reserved: `Phone 1 was reserved for ${draft.draft_number}, whose payments stand`,
      });
      expect(await at.shown(draft.id)).toMatchObject({
        status: 'draft',
        payments: [{ status: 'completed' }],
      });
    });

    it('as reserved for a paid draft, also once its hold has lapsed', async () => {
      const draft = await openPaidDraft(at.till, [at.unit().id]);
      const filed = at.make([0], {}, 10);
      server.clock.advance(30 * HOUR);
      const { transaction_id } = await at.send(filed);
      const boss = await signIn(server.url, at.boss.email);
      const row = (await at.listed(boss)).find(({ transaction }) => transaction?.id === transaction_id);
      expect(row?.reasons).toEqual([
        { code: 'reserved', text: `Phone 1 was reserved for ${draft.draft_number}, whose payments stand` },
      ]);
    });

    it('as a draft that was changed since has them: the sale is another one', async () => {
      const draft = await openDraft(at.till, [at.unit().id]);
      expectDone(
        await at.till.put(`/transactions/${draft.id}`, {
          items: [{ inventory_item_id: at.unit().id }, { inventory_item_id: at.unit(1).id }],
        }),
      );
      const recorded = await at.sold([0], { draft: { id: draft.id, version: draft.version } });
      expect(recorded.to_settle).toBe(false);
      expect(recorded.transaction_id).not.toBe(draft.id);
      expect(await at.shown(draft.id)).toMatchObject({ status: 'draft' });
    });

    it('as in transit, where the transfer’s line never left', async () => {
      const boss = await admin();
      const to = await makeStore(server.database);
      server.clock.advance(20 * MINUTE);
      const sent = expectDone(
        await boss.post<{ id: number }>('/inventory/transfers', {
          to_store_id: to.id,
          item_ids: [0, 1].map((no) => at.unit(no).id),
        }),
      );
      const recorded = await at.sold();
      expect(recorded.to_settle).toBe(false);
      const transfer = expectDone(await boss.get<object>(`/inventory/transfers/${sent.id}`));
      expect(transfer).toMatchObject({ status: 'in_transit', returned_count: 1 });
      const kinds = (await life()).map(({ kind }) => kind);
      expect(kinds).toContain('never_left');
      expect(kinds).toContain('sold_without_server');
    });

    it('as with its supplier, where the return has it no more and its credit is lower', async () => {
      const boss = await admin();
      for (const no of [0, 1]) await at.setUnit(no, { purchase_cost: 1_850_000 });
      server.clock.advance(20 * MINUTE);
      const sent = await makeReturn(server.database, boss, [at.unit().id, at.unit(1).id]);
      expect(sent.total_cost).toBe(37_000);
      const recorded = await at.sold();
      const number = (await at.toSettle(recorded))?.number;
      expect(await at.reasonsOf(recorded)).toEqual({
        supplier_return: `Phone 1 was in return ${sent.number} to ${sent.supplier.name}, and is out of it now. Check the supplier’s credit`,
      });
      const returned = expectDone(await boss.get<WireReturn>(`/supplier-returns/${sent.id}`));
      expect(returned).toMatchObject({ total_cost: 18_500, units_count: 2, back_count: 1 });
      expect(returned.items[0]).toMatchObject({
        never_left: `Sold as ${number}`,
        came_back_at: sent.created_at,
        came_back_as: null,
      });
      expect(returned.items[1]).toMatchObject({ never_left: null, came_back_at: null });
      expect((await lineOf(recorded))?.inventory_item_id).toBe(at.unit().id);
      const { life: events } = expectDone(await boss.get<Life>(`/inventory/${at.unit().id}`));
      expect(events.find(({ kind }) => kind === 'never_left')?.reason).toBe(`Sold as ${number}`);
      expect(events.map(({ kind }) => kind)).not.toContain('came_back');
      const back = (no: number) =>
        boss.post(`/supplier-returns/${sent.id}/receive`, {
          item_ids: [at.unit(no).id],
          status: 'available',
        });
      expect((await back(0)).status).toBe(409);
      expect((await back(1)).status).toBe(200);
    });
  });

  it('are not expected by a count that began after they had left', async () => {
    type Counted = { id: number; progress: { expected: number } };
    const begin = async () => expectDone(await at.manager.post<Counted>('/inventory/counts', {}));
    const filed = at.make([0, 1, 2], {}, 10);
    await at.setUnit(2, { status: 'lost' });
    server.clock.advance(20 * MINUTE);
    const count = await begin();
    expect(count.progress.expected).toBe(7);
    const later = at.offline.make(at.cart([3]), { at: server.clock.now() + MINUTE });
    server.clock.advance(HOUR);
    expect((await at.send(filed)).to_settle).toBe(false);
    expect((await at.offline.send(later)).status).toBe(200);
    const shown = async () => expectDone(await at.manager.get<Counted>(`/inventory/counts/${count.id}`));
    expect((await shown()).progress.expected).toBe(5);
    // What stood there and was sold meanwhile is told as such.
    const codes = [4, 5, 6, 7].map((no) => at.unit(no).imei);
    expectDone(await at.manager.post(`/inventory/counts/${count.id}/scans`, { codes }));
    expectDone(await at.manager.post(`/inventory/counts/${count.id}/close`, { reason: 'Done' }));
    expect(await shown()).toMatchObject({
      progress: { expected: 5, found: 4 },
      settled: { lost: 0, sold_meanwhile: 1 },
    });
  });

  describe('are not taken, and the line is disputed', () => {
    const disputed = async (recorded: WireRecorded) => {
      const row = await at.toSettle(recorded);
      expect(row?.disputed).toHaveLength(1);
      const line = await lineOf(recorded);
      expect(line?.inventory_item_id).not.toBe(at.unit().id);
      expect(line?.inventory_item).toMatchObject({ serial_number: null, imei: null });
      return row;
    };

    it('where another live sale has them, which is named', async () => {
      server.clock.advance(5 * MINUTE);
      const { transaction } = await sell(at.till, [at.unit().id]);
      const recorded = await at.sold();
      const row = await disputed(recorded);
      expect(row?.reasons).toEqual([
        { code: 'unit', text: `Phone 1 is in sale ${transaction.invoice_number}, too` },
      ]);
      expect(row?.disputed[0]).toMatchObject({
        name: 'Phone 1',
        scanned_code: at.unit().imei,
        other_sale: { transaction_id: transaction.id, invoice_number: transaction.invoice_number },
      });
      expect(recorded.invoice_number).not.toBeNull();
    });

    it('at a price of their own, which is no other price', async () => {
      await server.database.write((writer) =>
        writer
          .updateTable('inventory_items')
          .set({ own_price: 95_000, own_minimum_price: 85_000 })
          .where('id', '=', at.unit().id)
          .execute(),
      );
      await at.sold([], { units: [{ ...at.unit(), price: 95_000 }] });
      const discounts = [{ type: 'fixed' as const, value: 10_000, reason: 'Scratched' }];
      const again = await at.sold([], { units: [{ ...at.unit(), price: 95_000, discounts }] });
      expect((await disputed(again))?.reasons.map(({ code }) => code)).toEqual(['unit']);
    });

    it('where another one was scanned, by its number or by its code', async () => {
      const label = async (no: number, qr_code: string) => {
        await at.setUnit(no, { qr_code });
        return qr_code;
      };
      const [imei, other] = [at.unit().imei, at.unit(1).imei];
      const own = await label(0, `QR-${imei}`);
      const foreign = await label(1, `QR-${other}`);
      const sell = async (line: object, id: number | null = at.unit().id) => {
        const filed = at.offline.make(at.cart([], { units: [{ ...at.unit(), id }] }), {
          at: at.cut + MINUTE,
          change: (wire) => ({
            ...wire,
            lines: (wire['lines'] as object[]).map((each) => ({ ...each, ...line })),
          }),
        });
        return at.reasonsOf(expectDone(await at.offline.send(filed, { waiting: 9 })));
      };
      for (const line of [
        { imei: other, scanned_code: null },
        { imei: null, scanned_code: other },
        { imei: null, scanned_code: foreign },
      ])
        expect(await sell(line)).toEqual({
          unit: `Phone 1 was scanned as ${line.imei ?? line.scanned_code}, and its line names ${imei}`,
        });
      expect(await sell({}, 2_147_483_647)).toEqual({
        unit: `Phone 1 was scanned as ${imei}, and its line names no item that is known here`,
      });
      const cable = await makeCable(server.database);
      expect((await sell({ product_variation_id: cable.id })).unit).toBe(
        'Phone 1 was sold, and its line names an item of another product or variation',
      );
      expect((await at.unitRow(at.unit().id)).status).toBe('available');
      // Its own label, and its IMEI without the check digit.
      expect(await sell({ imei: imei?.slice(0, 14), scanned_code: own })).toEqual({});
    });

    it.each(['void', 'refund'] as const)('where they were sold after it, with a %s since', async (way) => {
      server.clock.advance(20 * MINUTE);
      const { transaction } = await sell(at.till, [at.unit().id]);
      server.clock.advance(MINUTE);
      const headers = { 'X-Till': at.key };
      expectDone(
        await at.manager.post(`/transactions/${transaction.id}/${way}`, { reason: 'Wrong' }, { headers }),
      );
      const recorded = await at.sold();
      expect((await disputed(recorded))?.reasons[0]?.text).toBe(
        'Phone 1 was counted, received or taken back after this sale',
      );
      expect((await at.unitRow(at.unit().id)).status).toBe('available');
    });

    it('where the unit that is named stood in for another one', async () => {
      await sell(at.till, [at.unit().id]);
      const first = await at.sold();
      const [line] = (await at.shown(first.transaction_id)).transaction_items;
      const ghost = line?.inventory_item_id ?? 0;
      const here = { headers: { 'X-Till': at.key } };
      expectDone(
        await at.manager.post(`/transactions/${first.transaction_id}/void`, { reason: 'Wrong' }, here),
      );
      const units = [{ id: ghost, product_variation_id: at.shop.variation.id }];
      const recorded = await at.sold([], { units });
      expect((await at.reasonsOf(recorded)).unit).toMatch(/names no item that is known here$/);
      const [other] = (await at.shown(recorded.transaction_id)).transaction_items;
      expect(other?.inventory_item_id).not.toBe(ghost);
      expect(await at.unitRow(ghost)).toMatchObject({ status: 'sold', sold_at: 0 });
    });

    it('where they were counted after it, but not where before it', async () => {
      const count = expectDone(await at.manager.post<{ id: number }>('/inventory/counts', {}));
      expectDone(await at.manager.post(`/inventory/counts/${count.id}/scans`, { codes: [at.unit(1).imei] }));
      server.clock.advance(20 * MINUTE);
      expectDone(await at.manager.post(`/inventory/counts/${count.id}/scans`, { codes: [at.unit().imei] }));
      const filed = at.make([1], {}, 15);
      const late = await at.sold();
      await disputed(late);
      expect(await at.send(filed)).toMatchObject({ to_settle: false });
    });

    it('where they stand twice in one sale, or in two', async () => {
      const twice = await at.sold([0, 0]);
      expect((await at.toSettle(twice))?.reasons.map(({ text }) => text)).toEqual([
        'Phone 2 stands twice in this sale',
      ]);
      const again = await at.sold([0]);
      expect((await at.toSettle(again))?.disputed[0]?.other_sale?.transaction_id).toBe(twice.transaction_id);
    });

    it('and count in sales, but nowhere in stock, lists, counts or the till’s copy', async () => {
      await sell(at.till, [at.unit().id]);
      const before = await at.stock();
      const recorded = await at.sold();
      expect(await at.stock()).toEqual(before);
      const standIn = (await lineOf(recorded))?.inventory_item_id ?? 0;
      const listed = expectDone(await at.manager.get<{ data: { id: number }[] }>('/inventory?per_page=100'));
      expect(listed.data.map(({ id }) => id)).not.toContain(standIn);
      const sold = expectDone(
        await at.manager.get<{ data: { id: number }[] }>('/inventory?per_page=100&status=sold'),
      );
      expect(sold.data.map(({ id }) => id)).not.toContain(standIn);
      expect((await at.manager.get(`/inventory/${standIn}`)).status).toBe(404);
      const changes = expectDone(await at.till.get<object>('/pos/changes'));
      expect(JSON.stringify(changes)).not.toContain(`"id":${standIn},`);
      const count = expectDone(
        await at.manager.post<{ progress: { expected: number } }>('/inventory/counts', {}),
      );
      expect(count.progress.expected).toBe(7);
      const dashboard = expectDone(
        await at.manager.get<{ today: object; sales_to_settle: number }>('/dashboard'),
      );
      expect(dashboard).toMatchObject({
        today: { sales: 2200, transactions: 2 },
        sales_to_settle: 1,
        inventory: { items: 7 },
      });
      const report = expectDone(await at.manager.get<object>('/payments/daily-report'));
      expect(report).toMatchObject({ net_sales: 2200 });
      const csv = expectDone(await at.manager.get<string>('/transactions/export'));
      expect(csv).toContain(recorded.invoice_number);
      const productSales = expectDone(
        await at.manager.get<{ data: object[] }>(`/products/${at.shop.variation.product.id}/sales`),
      );
      expect(productSales.data).toHaveLength(2);
    });
  });

  it('are sold twice where two copies of a till’s folder sell the same saved cart', async () => {
    const cable = await makeCable(server.database);
    const [, left] = await makeUnits(server.database, {
      ...{ count: 2, store_id: at.shop.store.id, product_variation_id: cable.id },
      ...{ serial_number: null, imei: null },
    });
    const piece = { id: null, product_variation_id: cable.id };
    for (const { units, why } of [
      { units: [at.unit()], why: { unit: expect.stringMatching(/^Phone 1 is in sale .*, too$/) as string } },
      { units: [piece], why: {} },
    ]) {
      const { id, version } = await openDraft(at.till, units[0]?.id ? [units[0].id] : [left?.id ?? 0]);
      const one = at.make([], { units, draft: { id, version } });
      const key = randomUUID();
      const body = JSON.stringify({ ...(JSON.parse(one.body) as object), key });
      const first = await at.send(one);
      expect(first).toMatchObject({ transaction_id: id, to_settle: false });
      const second = await at.send({ key, number: one.number, hash: sha256(body), body });
      expect(second.transaction_id).not.toBe(first.transaction_id);
      expect(await at.reasonsOf(second)).toEqual({
        ...why,
        order: expect.stringContaining(one.number) as string,
      });
    }
  });

  describe('without numbers', () => {
    it('are those in online carts, too, where no free one is left: the second of two sales alone is disputed', async () => {
      const cable = await makeCable(server.database);
      const [inCart] = await makeUnits(server.database, {
        ...{ count: 1, store_id: at.shop.store.id, product_variation_id: cable.id },
        ...{ serial_number: null, imei: null },
      });
      const draft = await openDraft(at.till, [inCart?.id ?? 0]);
      const piece = { id: null, product_variation_id: cable.id };
      const [first, second] = [at.make([], { units: [piece] }), at.make([], { units: [piece] })];
      const recorded = await at.send(first);
      expect(recorded.to_settle).toBe(false);
      expect((await lineOf(recorded))?.inventory_item_id).toBe(inCart?.id);
      expect(await at.reasonsOf(await at.send(second))).toEqual({
        unit: 'No Phone 1 was left in the store’s stock',
      });
      const completed = await at.till.post(`/transactions/${draft.id}/complete`, {
        payments: [{ method: 'cash', amount: 10_000 }],
      });
      expect(completed.status).toBe(409);
    });

    it('are any free pieces of the store, the oldest first, and disputed where none is left', async () => {
      const cable = await makeCable(server.database);
      const pieces = await makeUnits(server.database, {
        count: 2,
        store_id: at.shop.store.id,
        product_variation_id: cable.id,
        serial_number: null,
        imei: null,
      });
      const piece = { id: null, product_variation_id: cable.id };
      const recorded = await at.sold([], { units: [piece, piece, piece] });
      const { transaction_items: lines } = await at.shown(recorded.transaction_id);
      expect(lines.slice(0, 2).map(({ inventory_item_id: id }) => id)).toEqual(pieces.map(({ id }) => id));
      expect(await at.reasonsOf(recorded)).toEqual({ unit: 'No Phone 3 was left in the store’s stock' });
    });

    it('are those of the price that was asked, before others', async () => {
      const cable = await makeCable(server.database);
      const of = {
        store_id: at.shop.store.id,
        product_variation_id: cable.id,
        serial_number: null,
        imei: null,
      };
      const [opened] = await makeUnits(server.database, { count: 1, own_price: 95_000, ...of });
      const [plain] = await makeUnits(server.database, { count: 1, ...of });
      const asked = async (price: number) => {
        const recorded = await at.sold([], { units: [{ id: null, product_variation_id: cable.id, price }] });
        expect(recorded.to_settle).toBe(false);
        return (await lineOf(recorded))?.inventory_item_id;
      };
      const list = cable.retail_price;
      expect(await asked(list)).toBe(plain?.id);
      expect(await asked(95_000)).toBe(opened?.id);
      const [last] = await makeUnits(server.database, { count: 1, own_price: 95_000, ...of });
      // None of that price is left: it costs what the list says.
      expect(await asked(list)).toBe(last?.id);
    });

    it('are the one that the draft of the cart holds, before others', async () => {
      const cable = await makeCable(server.database);
      const [other, held] = await makeUnits(server.database, {
        count: 2,
        store_id: at.shop.store.id,
        product_variation_id: cable.id,
        serial_number: null,
        imei: null,
      });
      const draft = await openDraft(at.till, [held?.id ?? 0]);
      const piece = { id: null, product_variation_id: cable.id };
      const filed = at.make([], { units: [piece], draft: { id: draft.id, version: draft.version } });
      const recorded = await at.send(filed);
      expect(recorded).toMatchObject({ transaction_id: draft.id, to_settle: false });
      expect((await lineOf(recorded))?.inventory_item_id).toBe(held?.id);
      expect((await at.unitRow(other?.id)).status).toBe('available');
    });

    it('stand for a unit that exists no more', async () => {
      const cable = await makeCable(server.database);
      const [piece] = await makeUnits(server.database, {
        count: 1,
        store_id: at.shop.store.id,
        product_variation_id: cable.id,
        serial_number: null,
        imei: null,
      });
      const recorded = await at.sold([], { units: [{ id: 2_147_483_647, product_variation_id: cable.id }] });
      expect(recorded.to_settle).toBe(false);
      expect((await lineOf(recorded))?.inventory_item_id).toBe(piece?.id);
    });

    it('are not lost in a count that had missed them before they were recorded', async () => {
      const cable = await makeCable(server.database);
      const pieces = await makeUnits(server.database, {
        count: 3,
        store_id: at.shop.store.id,
        product_variation_id: cable.id,
        serial_number: null,
        imei: null,
      });
      const count = expectDone(await at.manager.post<{ id: number }>('/inventory/counts', {}));
      server.clock.advance(20 * MINUTE);
      expectDone(
        await at.manager.put(`/inventory/counts/${count.id}/quantities`, {
          product_variation_id: cable.id,
          quantity: 2,
        }),
      );
      await at.sold([], { units: [{ id: null, product_variation_id: cable.id }] });
      expectDone(await at.manager.post(`/inventory/counts/${count.id}/close`, { reason: 'Done' }));
      const states = await server.database.reader
        .selectFrom('inventory_items')
        .select('status')
        .where(
          'id',
          'in',
          pieces.map(({ id }) => id),
        )
        .execute();
      expect(states.map(({ status }) => status).toSorted()).toEqual(['available', 'available', 'sold']);
    });

    it('are the ones that a count has missed since, whose loss is corrected', async () => {
      const cable = await makeCable(server.database);
      const pieces = await makeUnits(server.database, {
        count: 3,
        store_id: at.shop.store.id,
        product_variation_id: cable.id,
        serial_number: null,
        imei: null,
      });
      const ids = pieces.map(({ id }) => id);
      const count = expectDone(await at.manager.post<{ id: number }>('/inventory/counts', {}));
      server.clock.advance(20 * MINUTE);
      expectDone(
        await at.manager.put(`/inventory/counts/${count.id}/quantities`, {
          product_variation_id: cable.id,
          quantity: 2,
        }),
      );
      expectDone(await at.manager.post(`/inventory/counts/${count.id}/close`, { reason: 'Done' }));
      const lost = await server.database.reader
        .selectFrom('inventory_items')
        .select('id')
        .where('status', '=', 'lost')
        .where('id', 'in', ids)
        .execute();
      expect(lost).toHaveLength(1);
      const recorded = await at.sold([], { units: [{ id: null, product_variation_id: cable.id }] });
      expect((await lineOf(recorded))?.inventory_item_id).toBe(lost[0]?.id);
      const left = await server.database.reader
        .selectFrom('inventory_items')
        .select('status')
        .where('id', 'in', ids)
        .where('status', '=', 'available')
        .execute();
      expect(left).toHaveLength(2);
      const { life: events } = expectDone(await at.manager.get<Life>(`/inventory/${lost[0]?.id}`));
      expect(events.find(({ kind }) => kind === 'sold_without_server')?.reason).toMatch(/by count CT-/);
    });
  });
});
