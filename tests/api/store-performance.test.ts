import type { z } from 'zod';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { dailyReport } from '#contract/payments.ts';
import type { storePerformance } from '#contract/stores.ts';
import { addDays, addMonths } from '#domain/calendar-dates.ts';
import { startOfDate } from '#domain/store-time.ts';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { makeOrder } from '#tests/support/purchase-orders.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  expectDone,
  refundSale,
  sell,
  sellOnTrust,
  voidSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeShop, makeStaff, makeUnits, makeVariation, type Shop } from '#tests/support/shop.ts';

type Performance = z.input<typeof storePerformance>;
type Report = z.input<typeof dailyReport>;

const DAY = 24 * HOUR;

onEveryEngine('the performance of a store', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: SignedIn;
  let manager: SignedIn;
  let managerEmail: string;
  let unitNo: number;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  async function signInBoth() {
    till = await signIn(server.url, shop.seller.email);
    manager = await signIn(server.url, managerEmail);
  }
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 20 });
    const head = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    managerEmail = head.email;
    unitNo = 0;
    await signInBoth();
  });

  const nextUnits = (count: number) => {
    unitNo += count;
    return shop.units.slice(unitNo - count, unitNo).map(({ id }) => id);
  };
  const nextDay = async () => {
    server.clock.advance(DAY);
    await signInBoth();
  };
  const today = () => new Date(server.clock.now() + 8 * HOUR).toISOString().slice(0, 10);
  const path = () => `/stores/${shop.store.id}/performance`;
  const performance = async (query = '') => expectDone(await manager.get<Performance>(path() + query));
  const report = async (date: string) =>
    expectDone(await manager.get<Report>(`/payments/daily-report?date=${date}`));

  /** Makes three days with sales, and voids and refunds of the same and of earlier days; ₱1,100 a unit. */
  async function threeDays() {
    const days = [today()];
    const first = (await sell(till, nextUnits(2))).transaction;
    const second = (await sell(till, nextUnits(1))).transaction;
    const mistake = (await sell(till, nextUnits(1))).transaction;
    server.clock.advance(HOUR);
    expectDone(await voidSale<object>(manager, mistake.id, 'Wrong unit'));
    expectDone(
      await refundSale<object>(manager, first.id, { items: [{ id: first.transaction_items[0]?.id }] }),
    );
    await nextDay();
    days.push(today());
    const { sale: trusted } = await sellOnTrust(till, nextUnits(1));
    server.clock.advance(HOUR);
    expectDone(await voidSale<object>(manager, second.id, 'Wrong customer'));
    await nextDay();
    days.push(today());
    await sell(till, nextUnits(3));
    expectDone(await refundSale<object>(manager, trusted.id));
    return days;
  }

  it('keeps the day and hour of a sale when the store changes its time zone, in every list and report', async () => {
    const email = (await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' })).email;
    const admin = await signIn(server.url, email);
    const day = today();
    const { transaction: early } = await sell(till, nextUnits(1));
    const seen = async () => {
      const shown = await performance(`?from=${day}&to=${day}`);
      const { net_sales, by_hour } = await report(day);
      const query = `start_date=${day}&end_date=${day}`;
      const { total } = expectDone(await admin.get<{ total: number }>(`/transactions?${query}`));
      const { today: now } = expectDone(await admin.get<{ today: object }>('/dashboard'));
      const csv = expectDone(await admin.get<string>(`/transactions/export?${query}`));
      const lines = String(csv)
        .split('\n')
        .filter((line) => line.includes(early.invoice_number ?? '-'));
      return { shown: [shown.by_day, shown.by_hour], net_sales, by_hour, total, now, lines };
    };
    const before = await seen();
    expect(before).toMatchObject({ net_sales: 1100, total: 1 });
    // In New York it is still the day before: its days are counted from its next midnight on.
    expectDone(await admin.put(`/stores/${shop.store.id}`, { timezone: 'America/New_York' }));
    expect(await seen()).toEqual(before);
    await sell(till, nextUnits(1));
    expect(await report(day)).toMatchObject({ date: day, net_sales: 2200 });
    const receipt = expectDone(await admin.get<{ time_zone: string }>(`/transactions/${early.id}/receipt`));
    expect(receipt.time_zone).toBe('Asia/Manila');
    server.clock.advance(DAY);
    await signInBoth();
    await sell(till, nextUnits(1));
    // Ten in the morning in Manila, and nine in the evening before in New York.
    expect(await report(day)).toMatchObject({ net_sales: 3300 });
    expect((await performance(`?from=${day}&to=${day}`)).by_hour[21]).toEqual({ hour: 21, sales: 1100 });
  });

  it('counts each sale in the hour and on the day of its own zone, in the quarter of an hour of a change', async () => {
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const day = today();
    const next = addDays(day, 1);
    server.clock.advance(startOfDate(next, 'Asia/Manila') - 55 * MINUTE - server.clock.now());
    await signInBoth();
    const admin = await signIn(server.url, email);
    const moveTo = async (timezone: string) => {
      server.clock.advance(MINUTE);
      expectDone(await admin.put(`/stores/${shop.store.id}`, { timezone }));
      return (await sell(till, nextUnits(1))).transaction;
    };
    await sell(till, nextUnits(1));
    const sydney = await moveTo('Australia/Sydney');
    await moveTo('Asia/Tokyo');
    const hours = (...sold: number[]) =>
      Array.from({ length: 24 }, (_, hour) => ({ hour, sales: sold.includes(hour) ? 1100 : 0 }));
    expect(await report(day)).toMatchObject({ net_sales: 1100, by_hour: hours(23) });
    expect(await report(next)).toMatchObject({ net_sales: 2200, by_hour: hours(0, 2) });
    const days = `?from=${day}&to=${next}`;
    const row = (date: string, transactions: number) => ({ date, sales: transactions * 1100, transactions });
    expect(await performance(days)).toMatchObject({
      sales: { total: 3300 },
      by_day: [row(day, 1), row(next, 2)],
      by_hour: hours(0, 2, 23),
      by_hour_before: hours(23),
    });
    const csv = expectDone(
      await admin.get<string>(`/transactions/export?start_date=${day}&end_date=${next}&sort=date`),
    );
    expect(String(csv).match(/20\d\d-\d\d-\d\d \d\d:\d\d/g)).toEqual([
      `${day} 23:05`,
      `${next} 02:06`,
      `${next} 00:07`,
    ]);
    server.clock.advance(MINUTE);
    expectDone(await voidSale<object>(manager, sydney.id, 'Wrong unit'));
    expect((await report(next)).by_hour).toEqual(hours(0));
    expect(await performance(days)).toMatchObject({
      by_day: [row(day, 1), row(next, 1)],
      by_hour: hours(0, 23),
    });
    type Receipt = { time_zone: string; taken_back: { time_zone: string } };
    expect(expectDone(await admin.get<Receipt>(`/transactions/${sydney.id}/receipt`))).toMatchObject({
      time_zone: 'Australia/Sydney',
      taken_back: { time_zone: 'Asia/Tokyo' },
    });
  });

  it('compares a day that a change of zone made longer with no more than the day before', async () => {
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const admin = await signIn(server.url, email);
    const day = today();
    await sell(till, nextUnits(1));
    // Los Angeles has the same date 16 hours longer.
    expectDone(await admin.put(`/stores/${shop.store.id}`, { timezone: 'America/Los_Angeles' }));
    server.clock.advance(startOfDate(day, 'Asia/Manila') + 39 * HOUR - server.clock.now());
    await signInBoth();
    const { from, previous } = await performance();
    expect([from, previous]).toEqual([
      day,
      {
        from: addDays(day, -1),
        to: addDays(day, -1),
        until: new Date(startOfDate(day, 'Asia/Manila') - 1).toISOString(),
        sales: { total: 0, transaction_count: 0, average_transaction: 0 },
        by_day: [{ date: addDays(day, -1), sales: 0 }],
      },
    ]);
  });

  it('is net and agrees with the daily reports, day by day and hour by hour', async () => {
    const days = await threeDays();
    const shown = await performance(`?from=${days[0]}&to=${days[2]}`);
    const reports = await Promise.all(days.map(report));
    const counts = [1, 1, 1];
    expect(shown.by_day).toEqual(
      reports.map(({ date, net_sales }, day) => ({ date, sales: net_sales, transactions: counts[day] })),
    );
    expect(shown.by_day.map(({ sales }) => sales)).toEqual([2200, 0, 2200]);
    expect(shown.by_hour).toEqual(
      Array.from({ length: 24 }, (_, hour) => ({
        hour,
        sales: reports.reduce((sum, { by_hour }) => sum + (by_hour[hour]?.sales ?? 0), 0),
      })),
    );
    const [, , last] = reports;
    expect(shown.by_hour_before).toEqual(
      shown.by_hour.map(({ hour, sales }) => ({ hour, sales: sales - (last?.by_hour[hour]?.sales ?? 0) })),
    );
    // Five were sold, of which two were voided: one on its own day, one on the next. One came back whole, one in part.
    expect(shown.sales).toEqual({ total: 4400, transaction_count: 3, average_transaction: 2200 });
    expect(shown.inventory.total_items).toBe(20 - 4);
    expect(shown).toMatchObject({ from: days[0], to: days[2] });
  });

  it('is of today where nothing is said, as the dashboard has it, beside the day before', async () => {
    const days = await threeDays();
    const shown = await performance();
    const day = { total: 2200, transaction_count: 1, average_transaction: 3300 };
    expect(shown).toMatchObject({ from: days[2], to: days[2], sales: day });
    expect(shown.previous).toEqual({
      from: days[1],
      to: days[1],
      until: new Date(server.clock.now() - DAY).toISOString(),
      sales: { total: 0, transaction_count: 1, average_transaction: 1100 },
      by_day: [{ date: days[1], sales: 0 }],
    });
    const figures = await manager.get<{ today: { sales: number; transactions: number; average: number } }>(
      '/dashboard',
    );
    expect(figures.body.today).toMatchObject({ sales: 2200, transactions: 1, average: 3300 });
    expect(await performance(`?from=${days[1]}`)).toMatchObject({ from: days[1], to: days[1] });
  });

  it('of a day of refunds alone has no sale, and no average', async () => {
    const { transaction: sale } = await sell(till, nextUnits(2));
    await nextDay();
    expectDone(await refundSale<object>(manager, sale.id));
    const { sales, by_day } = await performance();
    expect(sales).toEqual({ total: -2200, transaction_count: 0, average_transaction: 0 });
    expect(by_day).toEqual([{ date: today(), sales: -2200, transactions: 0 }]);
  });

  it('compares an unfinished day with the same hours of the days before, and a finished one with the whole', async () => {
    const first = today();
    await sell(till, nextUnits(1));
    server.clock.advance(2 * HOUR);
    await sell(till, nextUnits(2));
    await nextDay();
    server.clock.advance(-HOUR);
    await sell(till, nextUnits(1));
    const { previous } = await performance();
    expect(previous).toEqual({
      from: first,
      to: first,
      until: new Date(server.clock.now() - DAY).toISOString(),
      sales: { total: 1100, transaction_count: 1, average_transaction: 1100 },
      // To its end, as a mark that today may still reach.
      by_day: [{ date: first, sales: 3300 }],
    });
    const second = today();
    await nextDay();
    expect((await performance(`?from=${second}`)).previous).toMatchObject({
      until: null,
      sales: { total: 3300, transaction_count: 2, average_transaction: 1650 },
      by_day: [{ date: first, sales: 3300 }],
    });
  });

  it('ranks what was sold by what it brought in, less what came back', async () => {
    const cheap = await makeVariation(server.database, {
      retail_price: 10_000,
      minimum_price: 9000,
      name: 'USB-C',
    });
    const cables = await makeUnits(server.database, {
      count: 4,
      store_id: shop.store.id,
      product_variation_id: cheap.id,
    });
    const phones = shop.variation;
    await sell(
      till,
      cables.map(({ id }) => id),
    );
    const mixed = await sell(till, nextUnits(2), {
      discounts: [{ type: 'percentage', value: 10, reason: 'Opening' }],
    });
    const row = (variation: typeof cheap, units_sold: number, revenue: number) => ({
      id: variation.id,
      product_id: variation.product_id,
      name: variation.product.name,
      variation: variation.name,
      units_sold,
      revenue,
    });
    const top = async (query = '') => (await performance(query)).top_products;
    expect(await top()).toEqual([row(phones, 2, 1980), row(cheap, 4, 440)]);
    expect((await performance()).products_sold).toBe(2);
    const sum = (await top()).reduce((total, { revenue }) => total + revenue, 0);
    expect(sum).toBe((await performance()).sales.total);
    const sold = today();
    await nextDay();
    const [first] = mixed.transaction.transaction_items;
    expectDone(await refundSale<object>(manager, mixed.transaction.id, { items: [{ id: first?.id }] }));
    expect(await top(`?from=${sold}&to=${today()}`)).toEqual([row(phones, 1, 990), row(cheap, 4, 440)]);
    expect(await top()).toEqual([]);
    expect(await top(`?from=${sold}`)).toEqual([row(phones, 2, 1980), row(cheap, 4, 440)]);
  });

  it('counts days by the store’s own clock', async () => {
    await server.database.write((writer) =>
      writer
        .updateTable('stores')
        .set({ timezone: 'America/Los_Angeles' })
        .where('id', '=', shop.store.id)
        .execute(),
    );
    await sell(till, nextUnits(1));
    const there = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Los_Angeles' });
    const shown = await performance();
    expect(shown).toMatchObject({ from: there.format(server.clock.now()), sales: { total: 1100 } });
  });

  it.each([
    ['?from=2026-11-22&to=2026-11-21', 'to', 'Ends before it starts'],
    ['?from=2025-01-01&to=2026-11-21', 'from', 'At most 366 days'],
    ['?from=21.11.2026', 'from', 'Invalid date'],
    ['?from=2026-02-30', 'from', 'Invalid date'],
    ['?days=7', 'days', 'This field is not known'],
  ])('is refused for %s', async (query, field, message) => {
    const refused = await manager.get(path() + query);
    expect([refused.status, refused.body.errors]).toEqual([422, { [field]: [message] }]);
  });

  it('of the first days that there are is nothing at all', async () => {
    const shown = await performance('?from=1900-01-01&to=1900-12-31');
    expect(shown.sales).toEqual({ total: 0, transaction_count: 0, average_transaction: 0 });
    expect(shown.by_day).toHaveLength(365);
  });

  it('is for those who see transactions', async () => {
    const { email } = await makeStaff(server.database, {
      store_id: shop.store.id,
      role: 'inventory_checker',
    });
    const checker = await signIn(server.url, email);
    expect((await checker.get(path())).body.code).toBe('forbidden');
  });

  it('keeps the day of an order, a warranty and an entry of the audit log when the time zone changes, too', async () => {
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    await server.database.write((writer) =>
      writer
        .updateTable('products')
        .set({ warranty_months: 12 })
        .where('id', '=', shop.variation.product_id)
        .execute(),
    );
    const day = today();
    // Eleven in the evening in Manila is the next day in Sydney.
    server.clock.advance(startOfDate(addDays(day, 1), 'Asia/Manila') - HOUR - server.clock.now());
    await signInBoth();
    const admin = await signIn(server.url, email);
    const order = await makeOrder(server.database, admin, shop);
    const [unitId = 0] = nextUnits(1);
    const { transaction: sale } = await sell(till, [unitId]);
    server.clock.advance(1);
    const seen = async () => {
      const get = async <T>(path: string) => expectDone(await admin.get<T>(path));
      const during = `start_date=${day}&end_date=${day}`;
      const orders = `/supplier-transactions?from_date=${day}&to_date=${day}`;
      const paper = await get<{ ordered_on: string }>(`/supplier-transactions/${order.id}/paper`);
      const sold = await get<WireTransaction>(`/transactions/${sale.id}`);
      const unit = await get<{ warranty: { until: string } }>(`/inventory/${unitId}`);
      const log = await get<string>(`/audit/export?area=transactions&store_id=${shop.store.id}&${during}`);
      return {
        orders: (await get<{ total: number }>(orders)).total,
        ordered_on: paper.ordered_on,
        until: [sold.transaction_items[0]?.warranty?.until, unit.warranty.until],
        log: String(log)
          .split('\r\n')
          .slice(1, -1)
          .map((line) => line.split(',')[0]),
      };
    };
    const before = await seen();
    expect(before).toMatchObject({ orders: 1, ordered_on: day });
    expect(new Set(before.log)).toEqual(new Set([`${day} 23:00`]));
    expect(before.until).toEqual([addMonths(day, 12), addMonths(day, 12)]);
    expectDone(await admin.put(`/stores/${shop.store.id}`, { timezone: 'Australia/Sydney' }));
    expect(await seen()).toEqual(before);
    expectDone(await admin.put(`/stores/${shop.store.id}`, { timezone: 'America/New_York' }));
    expect(await seen()).toEqual(before);
  });
});
