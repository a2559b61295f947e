import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { zReadings } from '#contract/z-readings.ts';
import { invoiceNumber } from '#domain/transactions.ts';
import { renewEpoch } from '#server/db/data-epoch.ts';
import { openDatabase } from '#server/db/open.ts';
import { invoiceProofs } from '#server/modules/stores/stores.public.ts';
import { createServer } from '#server/server.ts';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import { call, signIn } from '#tests/support/http.ts';
import { expectDone, openDraft, sell } from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCustomer, makeGroups, makeStaff, makeStore } from '#tests/support/shop.ts';
import {
  atDevice,
  close,
  count,
  deviceKey,
  makeTill,
  openShift,
  piecesOf,
  readX,
} from '#tests/support/shifts.ts';
import {
  byGcash,
  inCash,
  offlineTill,
  sendByHand,
  sha256,
  type FiledSale,
  type SoldUnit,
  type WireRecorded,
} from '#tests/support/sold-offline.ts';

type WireDay = z.input<typeof zReadings.day.response>;

onEveryEngine('what of a sale without the server waits for a manager', (start) => {
  let server: TestServer;
  let at: OfflineShop;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
  });

  const sellAt = async (price: number, more: object = {}) =>
    at.reasonsOf(await at.sold([], { units: [{ ...at.unit(), price, ...more }] }));

  describe('its prices', () => {
    it('other than the list’s, and below the lowest one', async () => {
      expect(await sellAt(95_000)).toEqual({
        price: 'Phone 1 was sold for ₱950.00, and its price was ₱1,000.00',
      });
      const discounts = [{ type: 'fixed' as const, value: 20_000, reason: 'Scratched' }];
      expect(await sellAt(100_000, { ...at.unit(1), discounts })).toEqual({
        below_floor: 'Phone 1 was sold for ₱800.00, below its lowest price of ₱900.00',
      });
    });

    it('not where the list was changed after the sale', async () => {
      const filed = at.offline.make(at.cart(), { at: at.cut + 10 * MINUTE, answeredAt: at.cut });
      server.clock.advance(30 * MINUTE);
      expectDone(await reprice(1200));
      const recorded = await at.send(filed);
      expect(recorded.to_settle).toBe(false);
    });

    it('where it was changed while the till could not hear of it', async () => {
      server.clock.advance(5 * MINUTE);
      expectDone(await reprice(1200));
      expect(await at.reasonsOf(await at.sold())).toEqual({
        price:
          'Phone 1 was sold for ₱1,000.00, and its price was ₱1,200.00. It was changed while the till could not hear of it',
      });
    });

    const reprice = (retail_price: number) =>
      at.manager.put(`/products/${at.shop.variation.product.id}/variations/${at.shop.variation.id}`, {
        retail_price,
      });

    it('not those of the customer’s group', async () => {
      const groups = await makeGroups(server.database).catch(() => null);
      const customer = await makeCustomer(server.database, {
        customer_group_id: groups?.member.id ?? (await memberGroup()),
      });
      const units = [{ ...at.unit(), price: 97_000 }];
      const recorded = await at.sold([], { customer_id: customer.id, units });
      expect(recorded.to_settle).toBe(false);
    });

    it('not where the customer left that group after the sale, but where they had left it before', async () => {
      await makeGroups(server.database).catch(() => null);
      const member = async () => makeCustomer(server.database, { customer_group_id: await memberGroup() });
      const [earlier, later] = [await member(), await member()];
      const leave = async ({ id }: { id: number }, customer_group_id: number | null = null) =>
        expectDone(await at.manager.put(`/customers/${id}`, { customer_group_id }));
      await leave(earlier);
      server.clock.advance(MINUTE);
      const cartOf = (no: number, customer_id: number) => ({
        ...at.cart([], { customer_id, units: [{ ...at.unit(no), price: 97_000 }] }),
      });
      const madeAt = server.clock.now();
      const made = [earlier, later].map(({ id }, no) =>
        at.offline.make(cartOf(no, id), { at: madeAt, answeredAt: madeAt }),
      );
      server.clock.advance(MINUTE);
      await leave(later);
      await leave(earlier, await memberGroup());
      const [of, ofLater] = [await at.send(made[0] as FiledSale), await at.send(made[1] as FiledSale)];
      expect(await at.reasonsOf(of)).toEqual({
        price: 'Phone 1 was sold for ₱970.00, and its price was ₱1,000.00',
      });
      expect(ofLater.to_settle).toBe(false);
    });

    const memberGroup = async () =>
      (
        await server.database.reader
          .selectFrom('customer_groups')
          .select('id')
          .where('slug', '=', 'member')
          .executeTakeFirstOrThrow()
      ).id;
  });

  describe('its tax', () => {
    const setTax = async (settings: object) => {
      const boss = await makeStaff(server.database, { store_id: at.shop.store.id, role: 'admin' });
      const admin = await signIn(server.url, boss.email);
      expectDone(await admin.put(`/stores/${at.shop.store.id}/settings`, { settings }));
    };

    it.each([
      [{ tax_rate: 0 }, '0 % tax on top'],
      [{ prices_include_tax: true }, '10 % tax in its prices'],
    ])('other than the store’s of that moment: %o', async (told, text) => {
      const recorded = await at.sold([0], told);
      expect(await at.reasonsOf(recorded)).toEqual({
        price: `It was sold with ${text}, and the store charged 10 % tax on top`,
      });
      expect(await at.shown(recorded.transaction_id)).toMatchObject({ total_amount: 1000 });
    });

    it('not where it was changed after the sale', async () => {
      const filed = at.make([0], {}, 10);
      server.clock.advance(30 * MINUTE);
      await setTax({ tax_rate: 12, prices_include_tax: true });
      expect((await at.send(filed)).to_settle).toBe(false);
    });

    it('where it was changed while the till could not hear of it', async () => {
      server.clock.advance(5 * MINUTE);
      await setTax({ tax_rate: 12 });
      expect(await at.reasonsOf(await at.sold())).toEqual({
        price:
          'It was sold with 10 % tax on top, and the store charged 12 % tax on top. It was changed while the till could not hear of it',
      });
    });

    it('where the store saved its settings for the first time meanwhile', async () => {
      await server.database.write((writer) =>
        writer
          .updateTable('stores')
          .set({ settings_json: null })
          .where('id', '=', at.shop.store.id)
          .execute(),
      );
      const filed = at.make([0], {}, 10);
      server.clock.advance(30 * MINUTE);
      await setTax({ tax_rate: 12, payment_methods: ['cash'], default_customer_group: 'regular' });
      expect(Object.keys(await at.reasonsOf(await at.send(filed)))).toEqual(['limit']);
    });
  });

  describe('its payments', () => {
    it.each([
      [
        { ...byGcash(110_000), status: 'completed' as const },
        'GCash payment of ₱1,100.00 is marked as received. Without the server it stays pending until it is verified',
      ],
      [{ ...byGcash(110_000), reference_number: null }, 'GCash payment of ₱1,100.00 has no reference'],
      [
        { ...byGcash(110_000), status: 'completed' as const, reference_number: ' - ' },
        'GCash payment of ₱1,100.00 has no reference',
      ],
    ])('are never received that nobody saw arrive: %o', async (payment, text) => {
      const recorded = await at.sold([0], { payments: [payment] });
      expect(await at.reasonsOf(recorded)).toEqual({ payment: text });
      expect((await at.shown(recorded.transaction_id)).payments).toMatchObject([
        { method: 'gcash', status: 'pending', amount: 1100, paid_at: null },
      ]);
    });

    it('keep no full card number, neither of the sale nor of its text', async () => {
      const card = { ...byGcash(110_000, '4111 1111-1111 1111'), method: 'card' as const };
      const open = { enabled: true, hours: 24, max_total: null, methods: ['cash' as const, 'card' as const] };
      at = await openOfflineShop(server, { rules: open });
      const kept = async (hash: string) =>
        (
          await server.database.reader
            .selectFrom('offline_sales')
            .select('body_json')
            .where('hash', '=', hash)
            .executeTakeFirstOrThrow()
        ).body_json;
      const filed = at.make([0], { payments: [card] });
      const recorded = await at.send(filed);
      expect(await at.reasonsOf(recorded)).toEqual({
        payment:
          'A card payment named a full card number. Only its last four digits are kept: enter the slip’s reference',
      });
      expect((await at.shown(recorded.transaction_id)).payments).toMatchObject([
        { method: 'card', status: 'pending', reference_number: '1111' },
      ]);
      expect(await kept(filed.hash)).toContain('1111');
      expect(await kept(filed.hash)).not.toMatch(/4111/);
      expect(expectDone(await at.offline.send(filed))).toEqual(recorded);
      // Nor of a text that cannot be read.
      const unread = at.make([1], { payments: [card], staff_id: 999_999_999 });
      expect((await at.send(unread)).state).toBe('kept');
      expect(await kept(unread.hash)).not.toMatch(/4111/);
    });

    it('have nothing in common without references', async () => {
      const payments = [
        { ...byGcash(60_000), reference_number: null },
        { ...byGcash(50_000), reference_number: '' },
      ];
      for (const no of [0, 1])
        expect(Object.keys(await at.reasonsOf(await at.sold([no], { payments })))).toEqual(['payment']);
    });

    it('by a method that the store does not take without the server are pending, too', async () => {
      const payment = { ...byGcash(110_000), method: 'card' as const, status: 'completed' as const };
      const recorded = await at.sold([0], { payments: [payment] });
      expect(Object.keys(await at.reasonsOf(recorded)).toSorted()).toEqual(['limit', 'payment']);
      expect((await at.shown(recorded.transaction_id)).payments).toMatchObject([{ status: 'pending' }]);
    });

    it('with one reference twice', async () => {
      const payments = [byGcash(60_000, 'G-22 33'), byGcash(50_000, 'g2233')];
      expect(await at.reasonsOf(await at.sold([0], { payments }))).toEqual({
        reference: 'Reference g2233 stands twice in this sale',
      });
    });
  });

  describe('the store’s limits', () => {
    it.each([
      [{ enabled: false }, 'The store does not sell without the server'],
      [{ max_total: 100_000 }, /^Its total is above the store’s largest of ₱1,000.00/],
      [{ methods: [] }, 'The store does not take Cash without the server'],
    ])('passed: %o', async (rules, text) => {
      at = await openOfflineShop(server, { rules });
      expect((await at.reasonsOf(await at.sold())).limit).toMatch(text);
    });

    it('passed by hours', async () => {
      at = await openOfflineShop(server, { rules: { hours: 2 } });
      const filed = at.offline.make(at.cart(), { at: at.cut + 2 * HOUR + 1, answeredAt: at.cut });
      server.clock.advance(3 * HOUR);
      expect((await at.reasonsOf(await at.send(filed))).limit).toBe(
        'It was made more than 2 h after the server had answered last',
      );
    });
  });

  describe('who sold it', () => {
    it.each([
      ['does not work here any more', { is_active: 0 as const }],
      ['may not sell', { role: 'warehouse_staff' as const }],
    ])('%s', async (why, changes) => {
      const person = await makeStaff(server.database, { store_id: at.shop.store.id, ...changes });
      expect(await at.reasonsOf(await at.sold([0], { staff_id: person.id }))).toEqual({
        staff: `${person.name}, who sold it, ${why}`,
      });
    });

    it('works at another store', async () => {
      const store = await makeStore(server.database);
      const person = await makeStaff(server.database, { store_id: store.id });
      expect(await at.reasonsOf(await at.sold([0], { staff_id: person.id }))).toEqual({
        staff: `${person.name}, who sold it, does not work at ${at.shop.store.name}`,
      });
    });
  });

  it('is nothing where its customer was deleted since', async () => {
    const customer = await makeCustomer(server.database, { deleted_at: at.cut });
    const recorded = await at.sold([0], { customer_id: customer.id });
    expect(recorded.to_settle).toBe(false);
    expect((await at.shown(recorded.transaction_id)).customer?.id).toBe(customer.id);
  });

  describe('its moment', () => {
    it.each([
      ['in the future', 3 * HOUR, 0],
      ['before the server answered last', 10 * MINUTE, 20 * MINUTE],
      ['before its till was made', -HOUR, -2 * HOUR],
    ])('%s', async (_what, made, answered) => {
      const filed = at.offline.make(at.cart(), { at: at.cut + made, answeredAt: at.cut + answered });
      server.clock.advance(HOUR);
      const recorded = await at.send(filed);
      expect((await at.reasonsOf(recorded)).moment).toMatch(
        /^Its till says that it was made on .*, which cannot be$/,
      );
      const { completed_at } = await at.shown(recorded.transaction_id);
      const moment = Date.parse(completed_at ?? '');
      expect(moment).toBeGreaterThanOrEqual(at.cut);
      expect(moment).toBeLessThanOrEqual(server.clock.now());
    });
  });

  describe('its moment, before its till told that it had not made it yet', () => {
    const report = (last_no: number, waiting: number) =>
      call(
        server.url,
        'POST',
        '/pos/offline-sales/report',
        { last_no, waiting },
        { Authorization: `Till ${at.offline.secret}` },
      );
    const dated = (no: number, minutes: number) =>
      at.offline.make(at.cart([no]), { at: at.cut + minutes * MINUTE, answeredAt: at.cut });

    it('is not certain, and it was made after that at the earliest', async () => {
      server.clock.advance(HOUR);
      expect((await report(0, 0)).status).toBe(200);
      const told = server.clock.now();
      server.clock.advance(HOUR);
      const recorded = await at.send(dated(0, 10));
      expect(Object.keys(await at.reasonsOf(recorded))).toEqual(['moment']);
      const { completed_at } = await at.shown(recorded.transaction_id);
      expect(Date.parse(completed_at ?? '')).toBe(told - MINUTE);
      // The same by hand, after the till sent all that it had.
      const again = expectDone(await sendByHand<WireRecorded>(at.manager, dated(1, 15)));
      expect(Object.keys(await at.reasonsOf(again)).toSorted()).toEqual(['by_hand', 'moment']);
    });

    it('is certain where it was under way then, or waited with others', async () => {
      const [first, second, third] = [dated(0, 10), dated(1, 20), dated(2, 59)];
      server.clock.advance(HOUR);
      expect((await report(2, 2)).status).toBe(200);
      server.clock.advance(HOUR);
      for (const [left, filed] of [first, second, third].entries())
        expect(expectDone(await at.offline.send(filed, { waiting: 2 - left }))).toMatchObject({
          to_settle: false,
        });
    });
  });

  describe('its moment, by what its till told before', () => {
    const report = async (last_no: number, waiting = 0) => {
      const Authorization = `Till ${at.offline.secret}`;
      const path = '/pos/offline-sales/report';
      expectDone(await call(server.url, 'POST', path, { last_no, waiting }, { Authorization }));
    };
    const soldAt = (no: number, moment: number) =>
      at.offline.make(at.cart([no]), { at: moment, answeredAt: moment });
    const send = async (filed: FiledSale, waiting = 0) =>
      expectDone(await at.offline.send(filed, { waiting }));
    /** Returns what the sales wait for, each by its codes. */
    const codesOf = async (sent: readonly WireRecorded[]) => {
      const listed = await at.listed(await signIn(server.url, at.boss.email));
      return sent.map(
        ({ transaction_id: id }) =>
          listed.find(({ transaction }) => transaction?.id === id)?.reasons.map(({ code }) => code) ?? [],
      );
    };

    it('is not certain where the till tells only now of sales of two days ago', async () => {
      await report(0);
      server.clock.advance(48 * HOUR);
      await report(0);
      const old = server.clock.now() - 40 * HOUR;
      server.clock.advance(10 * MINUTE);
      await report(5, 5);
      const forged = await send(soldAt(0, old), 4);
      expect(await codesOf([forged])).toEqual([['moment']]);
      const { completed_at } = await at.shown(forged.transaction_id, await signIn(server.url, at.boss.email));
      expect(Date.parse(completed_at ?? '')).toBe(server.clock.now() - 11 * MINUTE);
    });

    it('is certain after two days without the server, however often the till reports before it sends', async () => {
      await report(0);
      server.clock.advance(HOUR);
      const first = soldAt(0, server.clock.now());
      server.clock.advance(40 * HOUR);
      const second = soldAt(1, server.clock.now());
      server.clock.advance(HOUR);
      await report(2, 2);
      server.clock.advance(HOUR);
      const third = soldAt(2, server.clock.now() - 10 * MINUTE);
      await report(3, 3);
      await report(3, 3);
      server.clock.advance(HOUR);
      const sent = [await send(first, 2), await send(second, 1), await send(third)];
      expect(await codesOf(sent)).toEqual([[], [], []]);
    });

    it('is no earlier because the till took back what it told, and told it again', async () => {
      await report(4, 4);
      const told = server.clock.now();
      server.clock.advance(48 * HOUR);
      await report(0);
      server.clock.advance(10 * MINUTE);
      await report(4, 4);
      const forged = await send(soldAt(0, told + HOUR), 3);
      expect(await codesOf([forged])).toEqual([['moment']]);
    });

    it('is no earlier because the till told once that very many sales wait', async () => {
      const first = await send(soldAt(0, server.clock.now()), 1_000_000);
      const told = server.clock.now();
      const second = await send(soldAt(1, told));
      server.clock.advance(48 * HOUR);
      const third = await send(soldAt(2, server.clock.now()));
      const forged = await send(soldAt(3, told + HOUR));
      expect(await codesOf([first, second, third, forged])).toEqual([[], [], [], ['moment']]);
    });
  });

  describe('its moment, before the credential of its series was given', () => {
    const DAYS = 48 * HOUR;
    /** Gives the till another credential two days later. */
    const fresh = async () => {
      server.clock.advance(DAYS);
      const seller = atDevice(server.url, await signIn(server.url, at.shop.seller.email), at.key);
      return offlineTill(server.url, seller, at.shop.store.code);
    };
    const again = async () => signIn(server.url, at.boss.email);
    const momentOf = async ({ transaction_id }: WireRecorded) =>
      Date.parse((await at.shown(transaction_id, await again())).completed_at ?? '');
    const codesOf = async ({ transaction_id }: WireRecorded) =>
      (await at.listed(await again()))
        .find(({ transaction }) => transaction?.id === transaction_id)
        ?.reasons.map(({ code }) => code);

    it.each(['the till', 'a manager'])('is not certain, sent by %s', async (who) => {
      const till = await fresh();
      const given = server.clock.now();
      const filed = till.make(at.cart(), { at: at.cut + HOUR, answeredAt: at.cut + HOUR });
      const recorded = expectDone(
        who === 'the till' ? await till.send(filed) : await sendByHand<WireRecorded>(await again(), filed),
      );
      expect(await codesOf(recorded)).toContain('moment');
      expect(await momentOf(recorded)).toBe(given - MINUTE);
    });

    it('is as told for one of the series before', async () => {
      const filed = at.make([0], {}, 10);
      const till = await fresh();
      const recorded = expectDone(await till.send(filed));
      expect(await codesOf(recorded)).not.toContain('moment');
      expect(await momentOf(recorded)).toBe(at.cut + 10 * MINUTE);
    });

    it('is as told after a restore', async () => {
      const till = await fresh();
      const filed = till.make(at.cart(), { at: at.cut + HOUR, answeredAt: at.cut });
      const recorded = expectDone(await till.send(filed, { invoice_number: 'TST-1-000077' }));
      expect(await codesOf(recorded)).toEqual(['restored']);
      expect(await momentOf(recorded)).toBe(at.cut + HOUR);
    });
  });

  describe('its place among the others', () => {
    it('out of order, of another text, of another sale with its number, of another series', async () => {
      const [first, second, third] = [at.make([0]), at.make([1]), at.make([2])];
      expect(await at.reasonsOf(await at.send(second))).toEqual({
        order: `The sale before it, ${first.number}, has not come`,
      });
      expect((await at.send(first)).to_settle).toBe(false);
      expect((await at.send(third)).to_settle).toBe(false);
      const body = first.body
        .replace(`"inventory_item_id":${at.unit(0).id}`, `"inventory_item_id":${at.unit(3).id}`)
        .replaceAll(`"${at.unit(0).imei}"`, `"${at.unit(3).imei}"`);
      const other = await at.send({ ...first, body, hash: sha256(body) });
      expect(await at.reasonsOf(other)).toEqual({ order: 'Another text of this sale came before' });
      const fourth = at.make([4]);
      const again = await at.send({ ...fourth, number: third.number });
      expect(Object.values(await at.reasonsOf(again))).toEqual([
        'Its text names another sale than it was sent as',
        expect.stringMatching(/^It follows another sale|^Another sale came before/),
      ]);
      const foreign = at.make([5]);
      const number = foreign.number.replace('-T1A-', '-T7A-');
      expect((await at.reasonsOf(await at.send({ ...foreign, number }))).order).toContain(
        'is none of this till’s series',
      );
    });

    it('made at a till whose access has ended, sent by the till that its computer is now', async () => {
      const [first, second, third] = [at.make([0], {}, 10), at.make([1], {}, 11), at.make([2], {}, 12)];
      server.clock.advance(HOUR);
      expectDone(await at.manager.post(`/tills/${at.counter.id}/lost`, { reason: 'Stolen' }));
      expectDone(await sendByHand<WireRecorded>(at.manager, first));
      await makeTill(at.till, 'Counter 2');
      const next = await offlineTill(server.url, at.till, at.shop.store.code);
      const ended = 'It was made with an access that has ended';
      const recorded = expectDone(await next.send(second));
      expect(await at.reasonsOf(recorded)).toEqual({ ended });
      expect((await at.toSettle(recorded))?.till.code).toBe('T1');
      // It takes its own place again, and gets the next letter.
      expectDone(await atDevice(server.url, at.manager, at.key).post(`/tills/${at.counter.id}/adopt`));
      const again = await offlineTill(server.url, at.till, at.shop.store.code);
      expect(await at.reasonsOf(expectDone(await again.send(third)))).toEqual({ ended });
      const lost = (await at.listed()).filter(({ number }) => number === null);
      expect(lost.map(({ till }) => till.code)).toEqual(['T1']);
    });

    it('with another hash than its text has', async () => {
      const filed = at.make();
      const body = filed.body.replace('"buyer_name":null', '"buyer_name":"Ana"');
      expect(await at.reasonsOf(await at.send({ ...filed, body }))).toEqual({
        altered: 'Its text was changed after the till had written it',
      });
    });

    it('with a number that no engine holds', async () => {
      const filed = at.make();
      const number = filed.number.replace('X000001', 'X99999999999999999999');
      const recorded = await at.send({ ...filed, number });
      expect(recorded.state).toBe('recorded');
    });
  });

  it('a reference that another sale has', async () => {
    const payments = [byGcash(110_000, 'G-77 88')];
    expect((await at.sold([0], { payments })).to_settle).toBe(false);
    const { invoice_number } = await at.sold([1], { payments });
    expect(invoice_number).not.toBeNull();
    const [row] = await at.listed();
    expect(row?.reasons).toEqual([
      {
        code: 'reference',
        text: expect.stringMatching(/^Reference G-77 88 was used in TST-\d+-000001, too$/) as string,
      },
    ]);
  });

  describe('its shift', () => {
    const endShift = async (id: number, pesos: number) => {
      const manager = atDevice(server.url, at.manager, at.key);
      expectDone(await count(manager, id, piecesOf(pesos)));
      return expectDone(
        await close<{ cash: { difference: number } }>(manager, id, { reason: 'Counted at the office' }),
      );
    };

    it('was counted: it belongs to the next one, whose drawer agrees', async () => {
      const filed = at.offline.make(at.cart([0], { payments: [inCash(200_000)] }), {
        at: at.cut + 10 * MINUTE,
        answeredAt: at.cut,
      });
      server.clock.advance(HOUR);
      // 5,000 float and the 1,100 of the sale that nobody told of.
      await endShift(at.shift.id, 6100);
      const next = await openShift(at.till, 3000);
      const recorded = await at.send(filed);
      expect(await at.reasonsOf(recorded)).toEqual({
        shift: `Shift ${at.shift.number}, in which it was made, took no sales any more`,
      });
      const x = await readX(at.manager, next.id);
      expect(x.figures).toMatchObject({
        sales: { count: 1, total: 1100 },
        cash: { float: 3000, taken: 2000, change: 900, correction: -1100 },
      });
      const sale = await at.shown(recorded.transaction_id);
      expect(sale.completed_at).toBe(new Date(server.clock.now()).toISOString());
      const line = await server.database.reader
        .selectFrom('transaction_items')
        .select('warranty_from')
        .where('transaction_id', '=', sale.id)
        .executeTakeFirst();
      // What is recorded later is guaranteed from when it was sold.
      expect(line).toEqual({ warranty_from: at.cut + 10 * MINUTE });
      const old = expectDone(await at.manager.get<{ corrections: object[] }>(`/shifts/${at.shift.id}`));
      expect(old.corrections).toMatchObject([{ amount: -1100, kind: 'correction' }]);
      server.clock.advance(MINUTE);
      const counted = await endShift(next.id, 3000);
      expect(JSON.stringify(counted)).toContain('"difference":0');
      const day = expectDone(await at.manager.get<WireDay>('/store-day'));
      expect(day).toMatchObject({ agrees: true, total: { net: 1100 } });
    });

    it('was counted: a wallet’s payment needs no correction, then and when it is verified', async () => {
      const filed = at.make([0], { payments: [byGcash(60_000, 'LATE-1'), inCash(50_000)] }, 10);
      server.clock.advance(HOUR);
      await endShift(at.shift.id, 5500);
      const next = await openShift(at.till, 3000);
      const recorded = await at.send(filed);
      expect(Object.keys(await at.reasonsOf(recorded))).toEqual(['shift']);
      const figures = async () => (await readX(at.manager, next.id)).figures;
      expect(await figures()).toMatchObject({ cash: { float: 3000, taken: 500, correction: -500 } });
      const old = expectDone(await at.manager.get<{ corrections: object[] }>(`/shifts/${at.shift.id}`));
      expect(old.corrections).toMatchObject([{ amount: -500, kind: 'correction' }]);
      const { payments } = await at.shown(recorded.transaction_id);
      const wallet = payments.find(({ method }) => method === 'gcash');
      expectDone(await atDevice(server.url, at.manager, at.key).post(`/payments/${wallet?.id}/verify`, {}));
      expect(expectDone(await at.manager.get<WireDay>('/store-day'))).toMatchObject({
        agrees: true,
        total: { net: 1100 },
      });
      server.clock.advance(MINUTE);
      expect(JSON.stringify(await endShift(next.id, 3000))).toContain('"difference":0');
    });

    it('was counted, and none is open: its entries belong to the day alone', async () => {
      const filed = at.make();
      server.clock.advance(HOUR);
      await endShift(at.shift.id, 6100);
      const recorded = await at.send(filed);
      expect(Object.keys(await at.reasonsOf(recorded))).toEqual(['shift']);
      const day = expectDone(await at.manager.get<WireDay>('/store-day'));
      expect(day).toMatchObject({
        agrees: true,
        total: { net: 1100 },
        outside: { net: 1100, cash: { taken: 1100, correction: -1100 } },
      });
    });

    it('is not known', async () => {
      const recorded = await at.sold([0], { shift_id: 2_147_483_647 });
      expect(await at.reasonsOf(recorded)).toEqual({ shift: 'The shift in which it was made is not known' });
      expect((await readX(at.manager, at.shift.id)).figures).toMatchObject({
        sales: { count: 1 },
        cash: { taken: 1100, correction: 0 },
      });
    });

    it('was opened after it: it is recorded there now, and its cash stays', async () => {
      const filed = at.make([0], {}, 10);
      server.clock.advance(HOUR);
      const by = atDevice(server.url, at.manager, at.key);
      expectDone(await count(by, at.shift.id, piecesOf(5000)));
      expectDone(await close(by, at.shift.id));
      server.clock.advance(HOUR);
      const later = await openShift(at.till);
      const sale = JSON.parse(filed.body) as object;
      const body = JSON.stringify({ ...sale, shift_id: later.id });
      const recorded = await at.send({ ...filed, body, hash: sha256(body) });
      expect((await at.reasonsOf(recorded)).shift).toBe('The shift in which it was made is not known');
      expect(Date.parse((await at.shown(recorded.transaction_id)).completed_at ?? '')).toBe(
        server.clock.now(),
      );
      expect((await readX(at.manager, later.id)).figures).toMatchObject({
        sales: { count: 1 },
        cash: { taken: 1100, correction: 0 },
      });
    });

    it('is known by the moment, where the till had forgotten it', async () => {
      const recorded = await at.sold([0], { shift_id: null });
      expect(recorded.to_settle).toBe(false);
      const filed = at.make([1], { shift_id: null }, 10);
      server.clock.advance(HOUR);
      await endShift(at.shift.id, 6100);
      expect(await at.reasonsOf(await at.send(filed))).toEqual({
        shift: `Shift ${at.shift.number}, in which it was made, took no sales any more`,
      });
    });

    it('that is open takes it on the day of its moment', async () => {
      const filed = at.make();
      server.clock.advance(24 * HOUR);
      const recorded = await at.send(filed);
      expect(recorded.to_settle).toBe(false);
      const manager = await signIn(server.url, at.boss.email);
      const yesterday = expectDone(await manager.get<WireDay>('/store-day?date=' + dateOf(at.cut)));
      expect(yesterday).toMatchObject({ agrees: true, total: { net: 1100 }, report: { net_sales: 1100 } });
      const today = expectDone(await manager.get<WireDay>('/store-day'));
      expect(today).toMatchObject({ agrees: true, total: { net: 0 } });
    });

    const dateOf = (moment: number) =>
      new Date(moment).toLocaleDateString('en-CA', { timeZone: 'Asia/Manila' });
  });

  describe('a restored shop', () => {
    const numberOf = (no: number) => invoiceNumber(at.shop.store.code, no);
    const again = async (no: number, more: object = {}) => {
      const prove = await invoiceProofs(server.database.reader);
      const given = { invoice_number: numberOf(no), invoice_proof: prove(at.shop.store.id, no), ...more };
      return expectDone(await at.offline.send(at.make(), given));
    };
    const nextIds = () => server.database.reader.selectFrom('id_blocks').select('next_id').execute();
    const lastDraft = async () => {
      const series = server.database.reader.selectFrom('number_series').select('last_no');
      const ofStore = series.where('store_id', '=', at.shop.store.id).where('kind', '=', 'draft');
      return (await ofStore.executeTakeFirstOrThrow()).last_no;
    };

    it('gives the sale its number again, and goes on after it', async () => {
      const recorded = await again(40);
      expect(recorded.invoice_number).toBe(numberOf(40));
      expect(await at.reasonsOf(recorded)).toMatchObject({
        restored: `It was recorded before the data were restored, as ${numberOf(40)}`,
      });
      expect((await at.sold([1])).invoice_number).toBe(numberOf(41));
    });

    it('leaves a gap of ids and other numbers once in an epoch', async () => {
      const atFirst = await nextIds();
      await again(20);
      const [ids, draft] = [await nextIds(), await lastDraft()];
      expect(ids).not.toEqual(atFirst);
      for (const no of [21, 35, 30]) expect((await again(no)).invoice_number).toBe(numberOf(no));
      // The rest of the block of ids before is not used.
      expect((await nextIds())[0]?.next_id).toBeLessThan((ids[0]?.next_id ?? 0) + 100_000);
      expect(await lastDraft()).toBe(draft + 3);
      await server.database.write((writer) => renewEpoch(writer, server.clock.now() + 1));
      await again(50);
      expect(await lastDraft()).toBeGreaterThan(draft + 10_000);
    });

    it('gives it another one where that is taken', async () => {
      await at.sold();
      const recorded = await again(1);
      expect(recorded.invoice_number).toBe(numberOf(2));
      expect((await at.reasonsOf(recorded)).restored).toBe(
        `It was ${numberOf(1)} before the data were restored, a number that another sale has now`,
      );
    });

    it('leaves each number that no other sale took with its own sale', async () => {
      const prove = await invoiceProofs(server.database.reader);
      const proofOf = (no: number) => prove(at.shop.store.id, no);
      const report = (invoice_proof: string) =>
        call<{ epoch: number }>(
          server.url,
          'POST',
          '/pos/offline-sales/report',
          { last_no: 10, waiting: 5 },
          { Authorization: `Till ${at.offline.secret}`, 'X-Last-Invoice': invoice_proof },
        );
      at = await openOfflineShop(server, { units: 11 });
      // Ten were made, the first five of them sent; then the data were put back without a word, and two were sold online.
      const filed = Array.from({ length: 10 }, (_, no) => at.make([no]));
      for (const no of [0, 1]) {
        const sale = await sell(at.till, [at.unit(no).id]);
        expect(sale.transaction.invoice_number).toBe(numberOf(no + 1));
      }
      expectDone(await report('1.900.not-a-proof-of-this-shop'));
      expectDone(await report(proofOf(5)));
      const given = [];
      for (const [place, sale] of filed.entries()) {
        const no = place + 1;
        const before = no > 5 ? {} : { invoice_number: numberOf(no), invoice_proof: proofOf(no) };
        given.push(expectDone(await at.offline.send(sale, before)).invoice_number);
      }
      expect(given).toEqual([6, 7, 3, 4, 5, 8, 9, 10, 11, 12].map(numberOf));
      expect((await sell(at.till, [at.unit(10).id])).transaction.invoice_number).toBe(numberOf(13));
    });

    it('believes no number without its proof, and leaves no gap', async () => {
      const { invoice_proof } = await at.sold();
      const [ids, draft] = [await nextIds(), await lastDraft()];
      const told = [
        { invoice_proof: undefined },
        { invoice_proof: invoice_proof ?? '' },
        { invoice_proof: '' },
        { invoice_number: 'ELSE-000099' },
        { invoice_number: 'no number' },
        { invoice_number: numberOf(900_000) },
      ];
      for (const [place, more] of told.entries()) {
        const recorded = await again(40, more);
        expect(recorded.invoice_number).toBe(numberOf(place + 2));
        const said = 'invoice_number' in more ? more.invoice_number : numberOf(40);
        expect((await at.reasonsOf(recorded)).restored).toBe(
          `Its till says that it was ${said} before the data were restored, and does not prove it. It has the next number`,
        );
      }
      expect(await nextIds()).toEqual(ids);
      expect(await lastDraft()).toBe(draft + told.length);
    });
  });

  it('is recorded once, though two servers are sent it at once', async () => {
    const isAlone = server.database.engine === 'sqlite';
    const database = isAlone ? server.database : await openDatabase(server.location);
    const app = await createServer({ database, clock: server.clock.now });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const filed = at.make([0, 1, 2]);
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((no) => at.offline.send(filed, no % 2 ? { url } : {})),
    );
    await app.close();
    if (!isAlone) await database.close();
    const bodies = answers.map((answer) => expectDone(answer));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect((await readX(at.manager, at.shift.id)).figures.sales).toMatchObject({ count: 1, total: 3300 });
  });

  it('is settled by who sells first, where two tills send the same unit at once', async () => {
    const till = atDevice(server.url, at.manager, deviceKey());
    await makeTill(till, 'Counter 2');
    const second = await offlineTill(server.url, till, at.shop.store.code);
    const cart = at.cart([0], { shift_id: null });
    const filed = second.make(cart, { at: server.clock.now() });
    const [here, there] = await Promise.all([
      at.send(at.make([0])),
      second.send<WireRecorded>(filed).then(expectDone),
    ]);
    const all = await at.listed();
    const disputed = all.flatMap((row) => row.disputed);
    expect(disputed).toHaveLength(1);
    const other = disputed[0]?.other_sale?.transaction_id ?? 0;
    expect([here.transaction_id, there.transaction_id]).toContain(other);
  });

  it('frees what its till took out of the cart since the draft was saved', async () => {
    const draft = await openDraft(at.till, [at.unit().id, at.unit(1).id]);
    const recorded = await at.sold([0], { draft: { id: draft.id, version: draft.version } });
    expect(recorded).toMatchObject({ transaction_id: draft.id, to_settle: false });
    expect((await at.unitRow(at.unit(1).id)).status).toBe('available');
  });

  it('is recorded where its seller has another draft for the customer', async () => {
    const { id: customer_id } = await makeCustomer(server.database);
    const kept = await openDraft(at.till, [at.unit(1).id], { customer_id });
    const draft = await openDraft(at.till, [at.unit().id]);
    const chosen = await at.sold([0], { draft: { id: draft.id, version: draft.version }, customer_id });
    expect(chosen).toMatchObject({ transaction_id: draft.id, to_settle: false });
    expect(await at.shown(draft.id)).toMatchObject({ status: 'completed', customer: { id: customer_id } });

    // Begun by a colleague for the same customer.
    const begun = await openDraft(at.manager, [at.unit(2).id], { customer_id });
    const taken = await at.sold([2], { draft: { id: begun.id, version: begun.version }, customer_id });
    expect(await at.reasonsOf(taken)).toEqual({
      staff: `Its cart ${begun.transaction_number} is that of ${at.boss.name}`,
    });
    for (const { id } of [kept, begun]) expect(await at.shown(id)).toMatchObject({ status: 'draft' });
  });

  it('leaves a late completion of its draft to the sale that it is', async () => {
    const draft = await openDraft(at.till, [at.unit().id]);
    const recorded = await at.sold([0], { draft: { id: draft.id, version: draft.version } });
    const late = await at.till.post<{ transaction: { id: number } }>(`/transactions/${draft.id}/complete`, {
      payments: [{ method: 'cash', amount: draft.total_amount }],
      version: draft.version,
    });
    expect(expectDone(late).transaction.id).toBe(recorded.transaction_id);
    expect((await sell(at.till, [at.unit(1).id])).transaction.status).toBe('completed');
    expect((await readX(at.manager, at.shift.id)).figures.sales.count).toBe(2);
  });

  it('is a sale of its own where the one of its draft was voided since', async () => {
    const draft = await openDraft(at.till, [at.unit().id]);
    const payments = [{ method: 'cash', amount: draft.total_amount }];
    const sale = expectDone(
      await at.till.post<{ transaction: { id: number } }>(`/transactions/${draft.id}/complete`, { payments }),
    ).transaction;
    server.clock.advance(HOUR);
    const here = { headers: { 'X-Till': at.key } };
    expectDone(await at.manager.post(`/transactions/${sale.id}/void`, { reason: 'No answer' }, here));
    const filed = at.offline.make(at.cart([0], { draft: { id: draft.id, version: draft.version } }), {
      at: at.cut + 10 * MINUTE,
      answeredAt: at.cut,
    });
    const recorded = await at.send(filed);
    expect(recorded.transaction_id).not.toBe(sale.id);
    const reasons = await at.reasonsOf(recorded);
    expect(Object.keys(reasons)).toEqual(['unit', 'taken_back']);
    expect(reasons.taken_back).toMatch(/^The same sale was completed with the server as TST-\d+-000001, and/);
  });

  it('is a sale of its own where its draft has another number of a till already', async () => {
    const draft = await openDraft(at.till, [at.unit().id]);
    const of = { draft: { id: draft.id, version: draft.version } };
    const first = await at.sold([0], of);
    const again = at.cart([0], of);
    const second = await at.send(
      at.offline.make(
        { ...again, units: again.units.map((unit) => ({ ...unit, id: null })) },
        { at: server.clock.now() },
      ),
    );
    expect(first.transaction_id).toBe(draft.id);
    expect(second.transaction_id).not.toBe(draft.id);
    expect(second.to_settle).toBe(true);
  });

  describe('is a sale of its own, though its draft is completed with the same total and payments', () => {
    /** Sells a unit with the server, and returns the sale as a text names its draft. */
    const completed = async (by = at.till, key = randomUUID()) => {
      const draft = await openDraft(by, [at.unit().id]);
      const form = { payments: [{ method: 'cash', amount: draft.total_amount }] };
      expectDone(await by.post(`/transactions/${draft.id}/complete`, form, { key }));
      return { id: draft.id, version: draft.version };
    };
    const expectOwn = async (recorded: WireRecorded, draft: { id: number }) => {
      expect(recorded.transaction_id).not.toBe(draft.id);
      expect((await at.shown(draft.id)).offline).toBeNull();
      expect((await readX(at.manager, at.shift.id)).figures.sales.count).toBe(2);
    };

    it.each([
      ['another unit by its number', (): SoldUnit => ({ ...at.unit(1), id: null })],
      ['a unit without any number', (): SoldUnit => ({ ...at.unit(1), id: null, imei: null })],
      ['a number that is not its unit’s', (): SoldUnit => ({ ...at.unit(), imei: at.unit(1).imei })],
    ])('with %s', async (_what, unit) => {
      const draft = await completed();
      await expectOwn(await at.sold([], { units: [unit()], draft }), draft);
    });

    it('by another person', async () => {
      const colleague = await makeStaff(server.database, { store_id: at.shop.store.id });
      const draft = await completed(atDevice(server.url, await signIn(server.url, colleague.email), at.key));
      await expectOwn(await at.sold([0], { draft }), draft);
    });

    it.each([
      ['before the server answered last', HOUR, 2 * MINUTE],
      ['after it was made', -HOUR, -2 * MINUTE],
    ])('that was completed %s', async (_what, made, answered) => {
      const draft = await completed();
      const now = server.clock.now();
      server.clock.advance(2 * HOUR);
      const filed = at.offline.make(at.cart([0], { draft }), { at: now + made, answeredAt: now + answered });
      await expectOwn(await at.send(filed), draft);
    });

    it('by a request of another key than the one without an answer', async () => {
      const draft = await completed();
      await expectOwn(await at.sold([0], { draft, completion_key: randomUUID() }), draft);
    });

    it('by a request of another key, after the till ended its own, which was not done', async () => {
      const draft = await openDraft(at.till, [at.unit().id]);
      const own = randomUUID();
      const path = `/api/v1/transactions/${draft.id}/complete`;
      const ended = expectDone(
        await at.till.post<{ was_done: boolean }>('/requests/end', { key: own, method: 'POST', path }),
      );
      expect(ended.was_done).toBe(false);
      const form = { payments: [{ method: 'cash', amount: draft.total_amount }] };
      expectDone(await at.till.post(`/transactions/${draft.id}/complete`, form, { key: randomUUID() }));
      const { id, version } = draft;
      await expectOwn(await at.sold([0], { draft: { id, version }, completion_key: own }), draft);
    });

    it('but not by the request without an answer, which the server did long after the till gave it up', async () => {
      const draft = await openDraft(at.till, [at.unit().id]);
      const key = randomUUID();
      const of = { draft: { id: draft.id, version: draft.version }, completion_key: key };
      const filed = at.make([0], of);
      server.clock.advance(HOUR);
      const form = { payments: [{ method: 'cash', amount: draft.total_amount }] };
      expectDone(await at.till.post(`/transactions/${draft.id}/complete`, form, { key }));
      expect(await at.send(filed)).toMatchObject({ transaction_id: draft.id, to_settle: false });
      expect((await readX(at.manager, at.shift.id)).figures.sales.count).toBe(1);
    });

    it('but not by the request without an answer, in the same minute as the one before', async () => {
      const key = randomUUID();
      const draft = await completed(at.till, key);
      expect(await at.sold([0], { draft, completion_key: key })).toMatchObject({
        transaction_id: draft.id,
        to_settle: false,
      });
    });
  });

  it('is what the server itself fails to record, so that what comes after it can be sent', async () => {
    await sell(at.till, [at.unit(1).id]);
    // The next invoice number is taken: no sale can be recorded.
    const setLast = (last_no: number) =>
      server.database.write((writer) =>
        writer
          .updateTable('number_series')
          .set({ last_no })
          .where('store_id', '=', at.shop.store.id)
          .where('kind', '=', 'invoice')
          .execute(),
      );
    await setLast(0);
    const filed = at.make();
    for (let time = 0; time < 5; time += 1) expect((await at.offline.send(filed)).status).toBe(500);
    expect(await at.send(filed)).toMatchObject({ state: 'kept', to_settle: true, transaction_id: null });
    expect(await at.listed()).toMatchObject([{ number: filed.number, reasons: [{ code: 'unreadable' }] }]);
    await setLast(1);
    expect(await at.send(at.make([2]))).toMatchObject({ state: 'recorded', to_settle: false });
  });
});
