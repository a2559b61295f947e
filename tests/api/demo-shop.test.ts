import type { Selectable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isImei } from '#domain/barcodes.ts';
import { roles } from '#domain/permissions.ts';
import { DAY, storeDate } from '#domain/store-time.ts';
import type { Database } from '#server/db/access.ts';
import type { Tables } from '#server/db/tables.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { call, DEMO_PASSWORD, signIn } from '#tests/support/http.ts';
import { HOUR, makeClock, onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';

const TABLES = [
  'stores',
  'staff_stores',
  'customer_groups',
  'customers',
  'products',
  'product_variations',
  'inventory_items',
  'transactions',
  'transaction_items',
  'payments',
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

  const rows = async <T extends (typeof TABLES)[number]>(table: T) =>
    (await server.database.reader.selectFrom(table).selectAll().execute()) as unknown as Selectable<
      Tables[T]
    >[];

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

  it('has sold on each of 60 days at each shop, with numbers without gaps', async () => {
    const sales = await rows('transactions');
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

  it('has books that add up: lines, totals, payments, and one live line for each sold unit', async () => {
    const lines = Map.groupBy(await rows('transaction_items'), (line) => line.transaction_id);
    const payments = Map.groupBy(await rows('payments'), (payment) => payment.transaction_id);
    for (const sale of await rows('transactions')) {
      const own = lines.get(sale.id) ?? [];
      expect(own.reduce((sum, line) => sum + line.final_price, 0)).toBe(sale.subtotal - sale.discount_amount);
      expect(sale.taxable_amount + sale.tax_amount).toBe(sale.total_amount);
      const paid = (payments.get(sale.id) ?? []).reduce((sum, payment) => sum + payment.amount, 0);
      expect(paid - sale.change_due).toBe(sale.total_amount);
    }
    const sold = (await rows('inventory_items')).filter((unit) => unit.status === 'sold');
    const live = [...lines.values()].flat().filter((line) => line.live === 1);
    expect(live.map((line) => line.inventory_item_id).sort()).toEqual(sold.map((unit) => unit.id).sort());
  });

  it('goes on selling where its numbers ended', async () => {
    const { id } = await server.database.reader
      .selectFrom('stores')
      .select('id')
      .where('code', '=', 'MNL-01')
      .executeTakeFirstOrThrow();
    const own = (await rows('transactions')).filter((sale) => sale.store_id === id);
    const series = (await rows('number_series')).filter((row) => row.store_id === id);
    expect(series.map((row) => row.last_no)).toEqual([own.length, own.length]);
  });

  it('is the same for the same instant, and is filled once', async () => {
    const twin = await start({ demo: true });
    try {
      expect(await readAll(twin.database)).toEqual(await readAll(server.database));
      expect(await fillDemoShop(twin.database, OPENING)).toBe(false);
    } finally {
      await twin.close();
    }
  });

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
    const today = sales.filter(
      (sale) =>
        sale.store_id === ownStore &&
        storeDate(sale.completed_at ?? 0, 'Asia/Manila') === storeDate(OPENING, 'Asia/Manila'),
    );
    expect(body.today.transactions).toBe(today.length);
    expect(body.today.sales).toBe(today.reduce((sum, sale) => sum + sale.total_amount, 0) / 100);
    expect(body.now).toBe(new Date(server.clock.now()).toISOString());
  });
});
