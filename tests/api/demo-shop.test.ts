import type { Selectable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isImei } from '#domain/barcodes.ts';
import { addDays } from '#domain/calendar-dates.ts';
import { customerForm } from '#contract/customers.ts';
import { changeDue, defaultStatus, needsReference, referenceKey } from '#domain/payments.ts';
import { roles } from '#domain/roles.ts';
import { floorPrice, priceForGroup, pricesOfUnit } from '#domain/pricing.ts';
import { balanceDue, paidAmount, refundShares } from '#domain/refunds.ts';
import { DAY, storeDate } from '#domain/store-time.ts';
import { netOfLines, pointsAfterRefund, saleTotals } from '#domain/totals.ts';
import type { Database } from '#server/db/access.ts';
import type { Tables } from '#server/db/tables.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { discountsIn } from '#server/modules/transactions/transactions.present.ts';
import { look, unitsIn, type WireCounts } from '#tests/support/counts.ts';
import { enterSales } from '#tests/support/sized-shop/enter-sales.ts';
import { call, DEMO_PASSWORD, signIn } from '#tests/support/http.ts';
import { runSql } from '#tests/support/run-sql.ts';
import { expectDone } from '#tests/support/selling.ts';
import {
  HOUR,
  makeClock,
  onEveryEngine,
  onOneEngine,
  OPENING,
  type TestServer,
} from '#tests/support/server.ts';

const TABLES = [
  'stores',
  'staff_stores',
  'customer_groups',
  'signup_channels',
  'customers',
  'loyalty_entries',
  'products',
  'product_variations',
  'inventory_items',
  'transactions',
  'transaction_items',
  'payments',
  'refunds',
  'refund_items',
  'refund_payouts',
  'transfers',
  'transfer_items',
  'stock_counts',
  'count_units',
  'number_series',
] as const;

const readAll = async (database: Database) => {
  const tables: Record<string, unknown[]> = {};
  for (const table of TABLES) tables[table] = await database.reader.selectFrom(table).selectAll().execute();
  return tables;
};

onEveryEngine('the demo shop', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ demo: true });
  });
  afterAll(() => server.close());

  type Row<T extends (typeof TABLES)[number]> = Selectable<Tables[T]>;
  const read = new Map<string, Promise<unknown>>();
  /** Reads a table of the shop once: only the last test changes any of these. */
  const rows = async <T extends (typeof TABLES)[number]>(table: T) => {
    const reading = read.get(table) ?? server.database.reader.selectFrom(table).selectAll().execute();
    read.set(table, reading);
    return (await reading) as Row<T>[];
  };

  it('has three shops and a warehouse; Manila and Cebu saved 12 % tax, Davao never saved anything', async () => {
    const admin = await signIn(server.url, 'admin@demo.test');
    const { body } =
      await admin.get<
        { code: string; is_warehouse: boolean; timezone: string; settings: { tax_rate: number } | null }[]
      >('/stores');
    const byCode = new Map(body.map((store) => [store.code, store]));
    expect([...byCode.keys()].sort()).toEqual(['CEB-01', 'DVO-01', 'MNL-01', 'WH-01']);
    expect(byCode.get('MNL-01')?.settings?.tax_rate).toBe(12);
    expect(byCode.get('CEB-01')?.settings?.tax_rate).toBe(12);
    expect(byCode.get('DVO-01')?.settings).toBeNull();
    expect(body.filter((store) => store.is_warehouse).map((store) => store.code)).toEqual(['WH-01']);
    expect(new Set(body.map((store) => store.timezone))).toEqual(new Set(['Asia/Manila']));
  });

  it.each(roles)('has an account for the role %s', async (role) => {
    const { staff } = await signIn(server.url, `${role}@demo.test`, 'demo-pass-1');
    expect(staff).toMatchObject({ role, is_active: true, must_change_password: false });
    if (role === 'salesperson' || role === 'store_manager') {
      expect(staff.primary_store?.name).toMatch(/Makati/);
      expect(staff.store_ids).toHaveLength(1);
    }
    if (role === 'admin' || role === 'regional_manager') expect(staff.store_ids).toHaveLength(4);
  });

  it('has entered what it sold, as its sales, voids and refunds tell it', async () => {
    const entries = () =>
      server.database.reader
        .selectFrom('till_entries')
        .selectAll()
        .where('kind', 'in', ['sale', 'void', 'refund'])
        .orderBy('at')
        .orderBy('transaction_id')
        .execute();
    const withoutIds = (all: object[]) => all.map((entry) => ({ ...entry, id: null }));
    const before = await entries();
    expect(before.length).toBeGreaterThan(1000);
    await runSql(
      server.location,
      ["delete from till_entries where kind in ('sale', 'void', 'refund')", ...enterSales].join(';'),
    );
    expect(withoutIds(await entries())).toEqual(withoutIds(before));
  });

  it('has days of its stores that agree with their daily reports', async () => {
    const manager = await signIn(server.url, 'store_manager@demo.test');
    const today = storeDate(OPENING, 'Asia/Manila');
    for (const date of Array.from({ length: 8 }, (_, age) => addDays(today, -1 - age))) {
      const day = expectDone(
        await manager.get<{ agrees: boolean; report: { net_sales: number } }>(`/store-day?date=${date}`),
      );
      expect([date, day.agrees, day.report.net_sales > 0]).toEqual([date, true, true]);
    }
  });

  it('has at least 150 products and 400 variations, each with four prices in order', async () => {
    expect((await rows('products')).length).toBeGreaterThanOrEqual(150);
    const variations = await rows('product_variations');
    expect(variations.length).toBeGreaterThanOrEqual(400);
    for (const { retail_price, member_price, wholesale_price, minimum_price, cost } of variations) {
      const prices = [cost, minimum_price, wholesale_price, member_price, retail_price].map(Number);
      expect(prices).toEqual([...prices].sort((a, b) => a - b));
      expect(Math.min(...prices)).toBeGreaterThan(0);
    }
  });

  it('prices used and refurbished units of what has numbers alone: cases and cables are sold new', async () => {
    const units = await rows('inventory_items');
    const priced = new Map(
      (await rows('product_variations')).map((variation) => [
        variation.id,
        [variation.used_retail_price !== null, variation.refurbished_retail_price !== null],
      ]),
    );
    for (const { product_variation_id, serial_number } of units) {
      const hasNumber = serial_number !== null;
      expect(priced.get(product_variation_id)).toEqual([hasNumber, hasNumber]);
    }
  });

  it('has at least 3,000 units in stock, at every store', async () => {
    const units = (await rows('inventory_items')).filter((unit) => unit.status === 'available');
    expect(units.length).toBeGreaterThanOrEqual(3000);
    expect(new Set(units.map((unit) => unit.store_id)).size).toBe(4);
  });

  it('identifies most units, by IMEIs that pass Luhn and serial numbers that can be scanned, and some not', async () => {
    const units = await rows('inventory_items');
    const imeis = units.flatMap((unit) => unit.imei ?? []);
    expect(imeis.filter((imei) => !isImei(imei))).toEqual([]);
    expect(new Set(imeis).size).toBe(imeis.length);
    const serials = units.flatMap((unit) => unit.serial_number ?? []);
    expect(serials.filter((serial) => serial !== serial.toUpperCase().trim())).toEqual([]);
    const anonymous = units.filter((unit) => unit.imei === null && unit.serial_number === null);
    expect(anonymous.length).toBeGreaterThan(0);
    expect(anonymous.length).toBeLessThan(units.length / 2);
    expect(anonymous.some((unit) => unit.status === 'available')).toBe(true);
  });

  it('has 300 customers in the groups regular, member, vip and wholesale', async () => {
    const customers = await rows('customers');
    expect(customers).toHaveLength(300);
    const groups = await rows('customer_groups');
    expect(groups.map((group) => group.slug).sort()).toEqual(['member', 'regular', 'vip', 'wholesale']);
    expect(new Set(customers.map((customer) => customer.customer_group_id)).size).toBe(4);
  });

  it('knows of some customers how they came, where they live and when they were born, of others not', async () => {
    const channels = await rows('signup_channels');
    expect(channels.map((channel) => channel.name)).toEqual(['Walk-in', 'Facebook', 'Referral', 'Website']);
    const customers = await rows('customers');
    for (const field of ['email', 'address', 'birthday', 'notes', 'signup_channel_id'] as const) {
      const known = customers.filter((customer) => customer[field] !== null);
      expect(known.length, field).toBeGreaterThan(20);
      expect(known.length, field).toBeLessThan(customers.length);
    }
    const birthdays = customers.flatMap((customer) => customer.birthday ?? []);
    expect(birthdays.filter((date) => !customerForm.shape.birthday.safeParse(date).success)).toEqual([]);
    expect(birthdays.filter((date) => date > storeDate(OPENING, 'Asia/Manila'))).toEqual([]);
    const names = new Set(customers.map((customer) => customer.signup_channel_id));
    expect(names.size).toBe(5);
  });

  const isSale = (row: Row<'transactions'>) => row.status !== 'draft';
  /** Reads every transaction with its rows, lines in their order. */
  const readSales = async () => {
    const lines = Map.groupBy(await rows('transaction_items'), (line) => line.transaction_id);
    const payments = Map.groupBy(await rows('payments'), (payment) => payment.transaction_id);
    const refunds = Map.groupBy(await rows('refunds'), (refund) => refund.transaction_id);
    const [items, payouts] = [await rows('refund_items'), await rows('refund_payouts')];
    return (await rows('transactions')).map((row) => {
      const own = refunds.get(row.id) ?? [];
      const ids = own.map((refund) => refund.id);
      return {
        row,
        lines: (lines.get(row.id) ?? []).toSorted((a, b) => a.position - b.position),
        payments: payments.get(row.id) ?? [],
        refunds: own,
        returned: items.filter((item) => ids.includes(item.refund_id)),
        payouts: payouts.filter((payout) => ids.includes(payout.refund_id)),
      };
    });
  };
  type DemoSale = Awaited<ReturnType<typeof readSales>>[number];
  const returnedPlaces = ({ lines }: DemoSale) =>
    new Set(lines.flatMap((line, index) => (line.refunded_at === null ? [] : [index])));
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

  it('has sold on each of 60 days at each shop, with numbers without gaps', async () => {
    const sales = (await rows('transactions')).filter(isSale);
    const shops = [...Map.groupBy(sales, (sale) => sale.store_id).values()];
    expect(shops).toHaveLength(3);
    for (const own of shops) {
      const days = new Set(own.map((sale) => storeDate(sale.completed_at ?? 0, 'Asia/Manila')));
      expect(days.size).toBeGreaterThanOrEqual(60);
      const numbers = own.map((sale) => sale.invoice_no ?? 0).sort((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
    const times = sales.map((sale) => sale.completed_at ?? 0);
    expect(Math.max(...times)).toBeLessThan(OPENING);
    expect(Math.min(...times)).toBeGreaterThan(OPENING - 62 * DAY);
  });

  it('has totals that are those of the domain, for its prices, discounts and tax', async () => {
    for (const { row, lines } of await readSales()) {
      const priced = lines.map((line) => ({
        price: line.price,
        discounts: discountsIn(line.discounts_json),
      }));
      const tax = { rate: row.tax_rate, pricesIncludeTax: row.prices_include_tax === 1 };
      const {
        lines: lineTotals,
        cart_discount: _,
        ...totals
      } = saleTotals(priced, discountsIn(row.discounts_json), tax);
      expect(row).toMatchObject(totals);
      expect(lines).toMatchObject(lineTotals);
      expect(lines.map((line) => line.discount_reason !== null)).toEqual(
        lines.map((line) => line.discount_amount > 0),
      );
    }
  });

  it('has asked each customer the price of their group, and gone below no lowest price', async () => {
    const groups = new Map((await rows('customer_groups')).map((group) => [group.id, group.slug]));
    const customers = new Map((await rows('customers')).map((customer) => [customer.id, customer]));
    const units = new Map((await rows('inventory_items')).map((unit) => [unit.id, unit]));
    const variations = new Map((await rows('product_variations')).map((each) => [each.id, each]));
    for (const { row, lines } of await readSales()) {
      const customer = customers.get(row.customer_id ?? 0);
      const group = groups.get(customer?.customer_group_id ?? 0) ?? null;
      expect(customer?.created_at ?? 0).toBeLessThan(row.created_at);
      netOfLines({ ...row, lines }).forEach((net, index) => {
        const unit = units.get(lines[index]?.inventory_item_id ?? 0);
        const variation = variations.get(unit?.product_variation_id ?? 0);
        if (!unit || !variation) throw new Error('A line without its unit');
        expect(unit.store_id).toBe(row.store_id);
        const prices = pricesOfUnit({ ...variation, ...unit });
        if (!prices) throw new Error('A unit without a price');
        expect(lines[index]?.price).toBe(priceForGroup(prices, group));
        expect(net).toBeGreaterThanOrEqual(floorPrice(prices, group));
      });
    }
  });

  it('has given discounts with reasons, on lines and on carts', async () => {
    const sales = await readSales();
    const onLines = sales.flatMap(({ lines }) => lines.flatMap((line) => discountsIn(line.discounts_json)));
    const onCarts = sales.flatMap(({ row }) => discountsIn(row.discounts_json));
    expect(onLines.map((discount) => discount.reason)).toContain('Open box');
    expect(onCarts.map((discount) => discount.reason)).toContain('Loyal customer');
    const discounted = sales.filter(({ row }) => row.discount_amount > 0).length;
    expect(discounted).toBeGreaterThan(sales.length / 20);
    expect(discounted).toBeLessThan(sales.length / 4);
  });

  it('has payments that cover each sale, but for those that failed, whose balance is due', async () => {
    for (const sale of (await readSales()).filter(({ row }) => isSale(row))) {
      const { row, lines, payments } = sale;
      expect(sum(payments.map((payment) => payment.amount)) - row.change_due).toBe(row.total_amount);
      // A payment that failed since was pending when the change was given.
      const then = payments.map((payment) => ({ ...payment, status: 'completed' as const }));
      expect(row.change_due).toBe(changeDue(row.total_amount, then));
      const due = balanceDue({ ...row, lines }, payments, {
        change: row.change_due,
        returned: returnedPlaces(sale),
        refunded: row.refunded_amount,
      });
      expect(row.balance_due).toBe(row.status === 'completed' ? due : 0);
      const isFailed = payments.some((payment) => payment.status === 'failed');
      expect(row.balance_due > 0).toBe(isFailed);
    }
    const owing = Map.groupBy(
      (await rows('transactions')).filter((row) => row.balance_due > 0),
      (row) => row.store_id,
    );
    expect([...owing.values()].map((own) => own.length)).toEqual([3, 3, 3]);
  });

  it('has references wherever a method has one, and never one that reads like a card number', async () => {
    for (const payment of await rows('payments')) {
      const { reference_number: reference, reference_key } = payment;
      expect(reference !== null).toBe(needsReference(payment.method));
      expect(reference_key).toBe(reference === null ? null : referenceKey(reference));
      expect(reference_key ?? '').not.toMatch(/^\d{15,16}$/);
    }
    const keys = (await rows('payments')).flatMap((payment) => payment.reference_key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('waits at each shop for payments that are overdue, expected today, and later', async () => {
    const sales = new Map((await rows('transactions')).map((row) => [row.id, row]));
    const pending = (await rows('payments')).filter((payment) => payment.status === 'pending');
    const today = storeDate(OPENING, 'Asia/Manila');
    for (const own of Map.groupBy(pending, (each) => sales.get(each.transaction_id)?.store_id).values()) {
      const dates = own.map((payment) => payment.expected_date ?? '');
      expect(dates.filter((date) => date < today).length).toBeGreaterThan(0);
      expect(dates.filter((date) => date === today).length).toBeGreaterThan(0);
      expect(dates.filter((date) => date > today).length).toBeGreaterThan(0);
    }
    for (const payment of pending) {
      expect(defaultStatus(payment.method)).toBe('pending');
      expect([payment.paid_at, payment.verified_at]).toEqual([null, null]);
      const paidOn = storeDate(payment.created_at, 'Asia/Manila');
      expect((payment.expected_date ?? '') >= paidOn).toBe(true);
    }
  });

  it('has voided and refunded some sales of each shop, with their units and money back once', async () => {
    const units = new Map((await rows('inventory_items')).map((unit) => [unit.id, unit]));
    const sales = await readSales();
    for (const sale of sales.filter(({ row }) => isSale(row))) {
      const { row, lines, payments, refunds, returned, payouts } = sale;
      const isVoid = row.status === 'void';
      expect([row.voided_at, row.voided_by_id, row.void_reason].every((value) => value !== null)).toBe(
        isVoid,
      );
      for (const line of lines) {
        const item = returned.find((each) => each.transaction_item_id === line.id);
        expect(line.live).toBe(isVoid || item ? 0 : 1);
        expect(line.refund_id).toBe(item?.refund_id ?? null);
        const standing = isVoid ? 'available' : (item?.disposition ?? 'sold');
        expect(units.get(line.inventory_item_id)?.status).toBe(standing);
      }
      expect(row.refunded_amount).toBe(sum(refunds.map((refund) => refund.amount)));
      expect(row.refunded_amount).toBe(sum(returned.map((item) => item.amount)));
      expect(row.refunded_amount).toBe(sum(payouts.map((payout) => payout.amount)));
      const shares = refundShares({ ...row, lines }, paidAmount(payments, row.change_due));
      for (const index of returnedPlaces(sale)) {
        const item = returned.find((each) => each.transaction_item_id === lines[index]?.id);
        expect(item?.amount).toBe(shares[index]);
      }
      expect(row.status === 'refunded').toBe(lines.length > 0 && returned.length === lines.length);
      for (const { created_at } of refunds) {
        expect(created_at).toBeGreaterThan(row.completed_at ?? 0);
        expect(created_at).toBeLessThan(OPENING);
      }
    }
    for (const own of Map.groupBy(sales, ({ row }) => row.store_id).values()) {
      expect(own.filter(({ row }) => row.status === 'void')).toHaveLength(3);
      expect(own.filter(({ row }) => row.status === 'refunded')).toHaveLength(3);
      const partly = own.filter(({ row }) => row.status === 'completed' && row.refunded_amount > 0);
      expect(partly).toHaveLength(3);
    }
    expect(sales.some(({ returned }) => returned.some((item) => item.disposition === 'defective'))).toBe(
      true,
    );
  });

  it('has one live line for each sold unit', async () => {
    const sold = (await rows('inventory_items')).filter((unit) => unit.status === 'sold');
    const live = (await rows('transaction_items')).filter((line) => line.live === 1);
    expect(live.map((line) => line.inventory_item_id).sort()).toEqual(sold.map((unit) => unit.id).sort());
  });

  it('has given the points that its sales earned and kept, and can account for every balance', async () => {
    const entries = await rows('loyalty_entries');
    const bySale = Map.groupBy(entries, (entry) => entry.transaction_id);
    for (const sale of (await readSales()).filter(({ row }) => isSale(row))) {
      const { row, lines } = sale;
      const kept = row.status === 'void' ? 0 : pointsAfterRefund({ ...row, lines }, returnedPlaces(sale));
      expect(row.points_earned).toBe(row.customer_id === null ? 0 : kept);
      const own = bySale.get(row.id) ?? [];
      expect(own.every((entry) => entry.customer_id === row.customer_id)).toBe(true);
      expect(sum(own.map((entry) => entry.points))).toBe(row.points_earned);
    }
    const byCustomer = Map.groupBy(entries, (entry) => entry.customer_id);
    for (const customer of await rows('customers')) {
      const own = (byCustomer.get(customer.id) ?? []).toSorted((a, b) => a.id - b.id);
      let balance = 0;
      for (const entry of own) {
        balance += entry.points;
        expect(entry.balance).toBe(balance);
        expect(balance).toBeGreaterThanOrEqual(0);
      }
      expect(customer.loyalty_points).toBe(balance);
      expect(own.map((entry) => entry.created_at)).toEqual(
        own.map((entry) => entry.created_at).toSorted((a, b) => a - b),
      );
    }
    expect(entries.some((entry) => entry.transaction_id === null && entry.points < 0)).toBe(true);
  });

  it('holds a few drafts at each shop, of units that anybody can still buy', async () => {
    const units = new Map((await rows('inventory_items')).map((unit) => [unit.id, unit]));
    const drafts = (await readSales()).filter(({ row }) => !isSale(row));
    for (const own of Map.groupBy(drafts, ({ row }) => row.store_id).values()) {
      expect(own).toHaveLength(4);
      expect(own.filter(({ row }) => row.customer_id !== null)).toHaveLength(3);
    }
    for (const { row, lines, payments } of drafts) {
      expect([row.invoice_no, row.completed_at, row.points_earned, payments.length]).toEqual([
        null,
        null,
        0,
        0,
      ]);
      for (const line of lines) {
        const unit = units.get(line.inventory_item_id);
        expect([line.live, unit?.status, unit?.lock_token]).toEqual([0, 'available', null]);
      }
    }
  });

  it('goes on selling where its numbers ended', async () => {
    const transactions = await rows('transactions');
    const series = await rows('number_series');
    for (const [storeId, own] of Map.groupBy(transactions, (row) => row.store_id)) {
      const lastOf = (kind: 'draft' | 'invoice') =>
        series.find((row) => row.store_id === storeId && row.kind === kind)?.last_no;
      expect([lastOf('draft'), lastOf('invoice')]).toEqual([own.length, own.filter(isSale).length]);
      expect(new Set(own.map((row) => Number(row.draft_number.slice(-6))))).toEqual(
        new Set(own.map((_, index) => index + 1)),
      );
    }
  });

  it('has a count that was closed with a unit lost, and one that runs', async () => {
    const manager = await signIn(server.url, 'store_manager@demo.test');
    const { data } = expectDone(await manager.get<WireCounts>('/inventory/counts'));
    expect(data.map(({ number, status, lost }) => [number, status, lost])).toEqual([
      ['CT-MNL-01-000002', 'open', null],
      ['CT-MNL-01-000001', 'closed', 1],
    ]);
    const [running, closed] = await Promise.all(data.map(({ id }) => look(manager, id)));
    // Found and missing units are all units in stock, as all of them have a code.
    for (const { progress } of [running, closed].filter((count) => count !== undefined)) {
      expect(progress.found).toBeGreaterThan(3);
      expect(progress.found + (progress.missing ?? 0)).toBe(progress.expected);
    }
    expect(running?.progress.missing).toBeGreaterThan(3);
    expect(await unitsIn(manager, closed?.id ?? 0, 'missing')).toHaveLength(1);
    const series = await rows('number_series');
    expect(series.filter(({ kind }) => kind === 'count').map(({ last_no }) => last_no)).toEqual([2]);
  });

  it('has a transfer on its way, and one that arrived with a unit short', async () => {
    const manager = await signIn(server.url, 'store_manager@demo.test');
    const { body } = await manager.get<{ data: { number: string; status: string; lost_count: number }[] }>(
      '/inventory/transfers',
    );
    expect(body.data.map(({ number, status, lost_count }) => [number, status, lost_count])).toEqual([
      ['TR-WH-01-000001', 'in_transit', 0],
      ['TR-MNL-01-000001', 'received', 1],
    ]);
  });

  it('is the same for the same instant, and is filled once', async () => {
    const twin = await start();
    try {
      expect(await fillDemoShop(twin.database, OPENING)).toBe(true);
      expect(await readAll(twin.database)).toEqual(await readAll(server.database));
      expect(await fillDemoShop(twin.database, OPENING)).toBe(false);
    } finally {
      await twin.close();
    }
  });

  it('is never there without being asked for', async () => {
    const empty = await start();
    try {
      const tables = await readAll(empty.database);
      expect(Object.values(tables).flat()).toEqual([]);
      const answer = await call(empty.url, 'POST', '/staff/login', {
        email: 'admin@demo.test',
        password: DEMO_PASSWORD,
      });
      expect(answer.status).toBe(401);
    } finally {
      await empty.close();
    }
  });

  it('shows on the dashboard what was sold today and a week ago', async () => {
    const manager = await signIn(server.url, 'store_manager@demo.test');
    type Figures = {
      today: { sales: number; transactions: number };
      inventory: { items: number };
      now: string;
    };
    server.clock.advance(HOUR);
    const { body } = await manager.get<Figures>('/dashboard');
    const sales = await rows('transactions');
    const [ownStore] = manager.staff.store_ids;
    const isToday = (at: number | null) =>
      at !== null && storeDate(at, 'Asia/Manila') === storeDate(OPENING, 'Asia/Manila');
    const own = sales.filter((sale) => sale.store_id === ownStore);
    const sold = own.filter((sale) => isToday(sale.completed_at));
    const voided = own.filter((sale) => isToday(sale.voided_at));
    const refunds = (await rows('refunds')).filter(
      (refund) => refund.store_id === ownStore && isToday(refund.created_at),
    );
    const total = (list: { total_amount: number }[]) =>
      list.reduce((sum, sale) => sum + sale.total_amount, 0);
    const back = refunds.reduce((sum, { amount, written_off }) => sum + amount + written_off, 0);
    expect(body.today.transactions).toBe(sold.filter((sale) => !isToday(sale.voided_at)).length);
    expect(body.today.sales).toBe((total(sold) - total(voided) - back) / 100);
    expect(body.now).toBe(new Date(server.clock.now()).toISOString());
  });

  it('has drafts that a till can take up: every unit of them is there', async () => {
    const drafts = (await readSales()).filter(({ row }) => !isSale(row));
    const till = await signIn(server.url, 'store_manager@demo.test');
    const [first] = drafts.filter(({ row }) => row.store_id === till.staff.store_ids[0]);
    const holds = await till.post<{ locked: object[]; lost: object[] }>(
      `/transactions/${first?.row.id}/refresh-locks`,
      { resume: true },
    );
    expect(holds).toMatchObject({ status: 200, body: { lost: [] } });
    expect(holds.body.locked).toHaveLength(first?.lines.length ?? 0);
  });
});

onEveryEngine('the demo shop that is open', (start) => {
  // 3:17 AM in Manila.
  const now = Date.parse('2026-11-20T19:17:00Z');
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ clock: makeClock(now) });
    await fillDemoShop(server.database, now, { isOpen: true });
  });
  afterAll(() => server.close());

  type Figures = {
    today: { sales: number; transactions: number };
    by_hour: { sales: number }[];
    top_products: object[];
  };

  it('has sold today at every shop, at any hour, and nothing is below zero', async () => {
    const admin = await signIn(server.url, 'admin@demo.test');
    const { body: stores } = await admin.get<{ id: number; is_warehouse: boolean }[]>('/stores');
    for (const { id: storeId } of stores.filter((store) => !store.is_warehouse)) {
      const figures = expectDone(await admin.get<Figures>('/dashboard', { storeId }));
      expect(figures.today.transactions).toBeGreaterThanOrEqual(4);
      expect(figures.today.sales).toBeGreaterThan(0);
      expect(figures.by_hour.filter(({ sales }) => sales < 0)).toEqual([]);
      expect(figures.top_products.length).toBeGreaterThan(0);
    }
  });

  it('has nothing that is still to come', async () => {
    const read = server.database.reader;
    const sales = await read.selectFrom('transactions').select('completed_at').execute();
    const payments = await read.selectFrom('payments').select('verified_at').execute();
    const refunds = await read.selectFrom('refunds').select('created_at').execute();
    const moments = [
      ...sales.map(({ completed_at: at }) => at),
      ...payments.map(({ verified_at: at }) => at),
      ...refunds.map(({ created_at: at }) => at),
    ];
    expect(Math.max(...moments.map((at) => at ?? 0))).toBeLessThanOrEqual(now);
  });

  it('is in the middle of its day: open, an order and a transfer on their way, a count begun', async () => {
    const manager = await signIn(server.url, 'store_manager@demo.test');
    const store = expectDone(
      await manager.get<{ settings: { hours: Record<string, { open: string; close: string }> } }>(
        '/stores/current',
      ),
    );
    expect(store.settings.hours.saturday).toEqual({ open: '00:00', close: '12:00' });
    type List = { data: { status: string }[] };
    const states = async (path: string) =>
      expectDone(await manager.get<List>(path)).data.map(({ status }) => status);
    expect(await states('/supplier-transactions')).toEqual(expect.arrayContaining(['pending', 'partial']));
    expect(await states('/inventory/counts')).toContain('open');
    expect(await states('/inventory/transfers')).toContain('in_transit');
  });

  it('charges pesos on every screen, by its setting', async () => {
    const manager = await signIn(server.url, 'store_manager@demo.test');
    expect(expectDone(await manager.get<object>('/settings'))).toMatchObject({ pesos_everywhere: true });
  });
});

// Its rows are computed before any database has them.
onOneEngine('the demo shop', (start) => {
  it.each(['2026-02-28T16:00:00Z', '2027-01-01T03:00:00Z', '2026-11-20T20:00:00Z'])(
    'can be made at any hour: %s',
    async (instant) => {
      const other = await start({ clock: makeClock(Date.parse(instant)), demo: true });
      try {
        const admin = await signIn(other.url, 'admin@demo.test');
        expect((await admin.get('/dashboard')).status).toBe(200);
      } finally {
        await other.close();
      }
    },
  );
});
