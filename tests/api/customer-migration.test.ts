import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  customerWords,
  numberParts,
  phoneKey,
  productParts,
  searchKey,
  unitParts,
} from '#domain/search-key.ts';
import type { Database } from '#server/db/access.ts';
import * as people from '#server/db/migrations/0001-people.ts';
import * as catalogue from '#server/db/migrations/0002-catalogue.ts';
import * as sales from '#server/db/migrations/0003-sales.ts';
import * as books from '#server/db/migrations/0004-books.ts';
import * as afterTheSale from '#server/db/migrations/0005-after-the-sale.ts';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { findFewByCode } from '#server/db/search-codes.ts';
import { listCustomers } from '#server/modules/customers/customers.usecases.ts';
import { customerStats } from '#server/modules/customers/purchases.usecases.ts';
import { OPENING } from '#tests/support/server.ts';
import { engines, makeTestDatabase } from '#tests/support/test-databases.ts';

const DAY = 86_400_000;
/** More than are migrated at once. */
const OTHERS = 1100;
const FIRST_OTHER = 1000;

/** A database's tables as they were before; their columns are named where they are filled. */
type Before = Record<string, Record<string, unknown>>;

const until0005 = {
  '0001-people': people,
  '0002-catalogue': catalogue,
  '0003-sales': sales,
  '0004-books': books,
  '0005-after-the-sale': afterTheSale,
};

const customerAt = (id: number, name: string, phone: string, given: object = {}) => ({
  id,
  name,
  name_key: searchKey(name),
  phone,
  phone_key: phoneKey(phone),
  email: null as string | null,
  loyalty_points: 0,
  created_at: OPENING,
  deleted_at: null as number | null,
  ...given,
});

const ana = customerAt(1, 'Ána Peñaflor', '0917 123 4567', { email: 'ana.p@example.ph', loyalty_points: 55 });
const draftOnly = customerAt(2, 'Ben Drafts', '+63 918 765 4321');
const gone = customerAt(3, 'Gone Person', '0917 123 4567', { deleted_at: OPENING, email: 'gone@example.ph' });
const others = Array.from({ length: OTHERS }, (_, index) =>
  customerAt(FIRST_OTHER + index, `Other Number${index}`, `0999 ${String(index).padStart(7, '0')}`),
);

/** The second has the first one's name, its accent written apart. */
const oldGroups = ['Señores', 'Sen\u0303ores', 'SEÑORES (2)'].map((name, index) => ({
  id: index + 1,
  name,
  slug: `group-${index + 1}`,
  discount_percentage: 0,
}));

const saleAt = (id: number, customer_id: number | null, given: object) => ({
  id,
  store_id: 1,
  staff_id: 1,
  customer_id,
  status: 'completed',
  version: 1,
  claim_no: 0,
  draft_number: `OLD-D${String(id).padStart(6, '0')}`,
  subtotal: 1000,
  discount_amount: 0,
  taxable_amount: 1000,
  tax_rate: 0,
  prices_include_tax: 0,
  tax_amount: 0,
  total_amount: 1000,
  change_due: 0,
  points_earned: 0,
  balance_due: 0,
  refunded_amount: 0,
  copies_printed: 0,
  created_at: OPENING,
  created_by_id: 1,
  updated_at: OPENING,
  dated_at: OPENING,
  completed_at: null as number | null,
  ...given,
});

const oldSales = [
  saleAt(1, ana.id, { total_amount: 150_050, completed_at: OPENING - 3 * DAY }),
  saleAt(2, ana.id, { total_amount: 99_900, refunded_amount: 40_000, completed_at: OPENING - 2 * DAY }),
  saleAt(3, ana.id, {
    status: 'refunded',
    tax_amount: 455,
    total_amount: 5000,
    refunded_amount: 5000,
    completed_at: OPENING - DAY,
  }),
  saleAt(4, ana.id, { status: 'void', total_amount: 777_700, completed_at: OPENING }),
  saleAt(5, ana.id, { status: 'draft', total_amount: 888_800 }),
  saleAt(6, draftOnly.id, { status: 'draft' }),
  saleAt(7, null, { total_amount: 12_345, completed_at: OPENING }),
  saleAt(8, ana.id, {
    status: 'refunded',
    tax_amount: 545,
    total_amount: 6000,
    refunded_amount: 1500,
    change_due: 500,
    completed_at: OPENING - 4 * DAY,
  }),
];

/** Of sale 8: cash less its change was received, the rest never was; and it came back in two refunds. */
const oldPayments = [
  { id: 1, method: 'cash', amount: 2000, status: 'completed' },
  { id: 2, method: 'gcash', amount: 4500, status: 'failed' },
].map((payment) => ({ ...payment, transaction_id: 8, created_at: OPENING, created_by_id: 1 }));
const oldRefunds = [
  { id: 1, transaction_id: 8, amount: 1000 },
  { id: 2, transaction_id: 8, amount: 500 },
  { id: 3, transaction_id: 3, amount: 5000 },
].map((refund) => ({ ...refund, store_id: 1, reason: 'Old', refunded_by_id: 1, created_at: OPENING }));

const oldProduct = {
  id: 1,
  name: 'Old Phone',
  name_key: 'old phone',
  search_key: 'old phone op 1 acme',
  sku: 'OP-1',
  manufacturer_id: 1,
  product_type_id: 1,
  status: 'active',
  requires_serial: 1,
  created_at: OPENING,
};
const oldVariation = {
  id: 1,
  product_id: 1,
  name: 'Black',
  cost: 1,
  retail_price: 2,
  is_active: 1,
  created_at: OPENING,
};
const oldUnit = {
  id: 1,
  product_variation_id: 1,
  store_id: 1,
  status: 'available',
  category: 'new',
  serial_number: 'OLD-SN-77',
  created_at: OPENING,
};

/** Unit 2 is out with sale 1; unit 3 was sold by nobody knows whom. Unit 1 is in a draft, and came back from sale 3. */
const oldUnits = [
  oldUnit,
  { ...oldUnit, id: 2, status: 'sold', serial_number: 'OLD-2', imei: '490154203237518' },
  { ...oldUnit, id: 3, status: 'sold', serial_number: 'OLD-3' },
].map((unit) => ({ imei: null, ...unit }));
const oldLines = [
  { id: 1, transaction_id: 5, inventory_item_id: 1, live: 0 },
  { id: 2, transaction_id: 1, inventory_item_id: 2, live: 1 },
  { id: 3, transaction_id: 3, inventory_item_id: 1, live: 0 },
].map((line) => ({ ...line, position: 0, price: 2, discount_amount: 0, final_price: 2 }));

function connect({ dataDir, databaseUrl }: DatabaseLocation): Kysely<Before> {
  if (databaseUrl === undefined) {
    const database = new BetterSqlite(path.join(dataDir, 'tindahan.db'));
    return new Kysely({ dialect: new SqliteDialect({ database }) });
  }
  return new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }),
  });
}

/** Leaves a database as a shop's was before customers had words and figures of their own. */
async function fillAt0005(location: DatabaseLocation): Promise<void> {
  const before = connect(location);
  const provider = { getMigrations: () => Promise.resolve(until0005) };
  const { error } = await new Migrator({ db: before, provider }).migrateToLatest();
  if (error) throw error;
  const store = { id: 1, code: 'OLD', name: 'Old Store', timezone: 'Asia/Manila', name_key: 'old store' };
  await before
    .insertInto('stores')
    .values({ ...store, is_active: 1, is_warehouse: 0, created_at: OPENING })
    .execute();
  const person = { id: 1, name: 'Old Seller', name_key: 'old seller', email: 'old@shop.test' };
  await before
    .insertInto('staff')
    .values({
      ...person,
      password_hash: '-',
      role: 'salesperson',
      is_active: 1,
      must_change_password: 0,
      created_at: OPENING,
    })
    .execute();
  const everybody = [ana, draftOnly, gone, ...others];
  for (let start = 0; start < everybody.length; start += 100) {
    await before
      .insertInto('customers')
      .values(everybody.slice(start, start + 100))
      .execute();
  }
  await before.insertInto('customer_groups').values(oldGroups).execute();
  await before.insertInto('manufacturers').values({ id: 1, name: 'Acmé' }).execute();
  const type = { id: 1, name: 'Phone', slug: 'phone', requires_serial: 1 };
  await before.insertInto('product_types').values(type).execute();
  await before.insertInto('products').values(oldProduct).execute();
  await before.insertInto('product_variations').values(oldVariation).execute();
  await before.insertInto('inventory_items').values(oldUnits).execute();
  for (const sale of oldSales) await before.insertInto('transactions').values(sale).execute();
  await before.insertInto('transaction_items').values(oldLines).execute();
  await before
    .insertInto('payments')
    .values([...oldPayments, { ...oldPayments[0], id: 3, transaction_id: 3, amount: 5000 }])
    .execute();
  await before.insertInto('refunds').values(oldRefunds).execute();
  await before.destroy();
}

describe.each(engines)('a database of before, brought up to date (%s)', (engine) => {
  let remove: () => Promise<void>;
  let location: DatabaseLocation;
  let database: Database;
  beforeEach(async () => {
    ({ location, remove } = await makeTestDatabase(engine));
    await fillAt0005(location);
    database = await openDatabase(location);
  });
  afterEach(async () => {
    await database.close();
    await remove();
  });

  const found = async (query: { search?: string; phone?: string }) =>
    (await listCustomers(database.reader, query)).data.map(({ name }) => name);

  it('knows what every customer bought', async () => {
    expect(await customerStats(database.reader, ana.id)).toEqual({
      total_spent: 150_050 + 59_900,
      total_transactions: 4,
      last_transaction: OPENING - DAY,
    });
    const nothing = { total_spent: 0, total_transactions: 0, last_transaction: null };
    expect(await customerStats(database.reader, draftOnly.id)).toEqual(nothing);
    expect(await customerStats(database.reader, others[0]?.id ?? 0)).toEqual(nothing);
  });

  it('takes off with the last refund of a sale what was never paid for it', async () => {
    const refunds = await database.reader.selectFrom('refunds').selectAll().orderBy('id').execute();
    expect(refunds.map(({ written_off }) => written_off)).toEqual([0, 4500, 0]);
  });

  it('knows of every refund how much of it was tax, and of all of a sale no more than its tax', async () => {
    const refunds = await database.reader.selectFrom('refunds').selectAll().orderBy('id').execute();
    expect(refunds.map(({ tax }) => tax)).toEqual([91, 545 - 91, 455]);
  });

  it('finds every customer by name, phone and e-mail, and the deleted ones by nothing', async () => {
    for (const search of ['ana penaflor', 'PEÑA', '0917-123', '+63 917 123 4567', 'ana.p@', '@example']) {
      expect([search, await found({ search })]).toEqual([search, [ana.name]]);
    }
    expect(await found({ phone: '(0918) 765-4321' })).toEqual([draftOnly.name]);
    for (const search of ['gone', 'gone@example.ph']) expect(await found({ search })).toEqual([]);
    const last = others.at(-1);
    expect(await found({ search: last?.name ?? '' })).toEqual([last?.name]);
    expect(await found({ search: last?.phone ?? '' })).toEqual([last?.name]);
  });

  it('holds for each customer the words that a new one gets, and keeps the rest of their row', async () => {
    for (const customer of [ana, draftOnly, ...others.slice(490, 510), ...others.slice(-2)]) {
      const words = await database.reader
        .selectFrom('search_words')
        .select('word')
        .where('kind', '=', 'customer')
        .where('subject_id', '=', customer.id)
        .execute();
      expect(words.map(({ word }) => word).sort()).toEqual(customerWords(customer).sort());
    }
    const goneWords = await database.reader
      .selectFrom('search_words')
      .select('word')
      .where('subject_id', '=', gone.id)
      .execute();
    expect(goneWords).toEqual([]);
    const rows = await database.reader.selectFrom('customers').selectAll().orderBy('id').execute();
    expect(rows).toHaveLength(OTHERS + 3);
    expect(rows[0]).toMatchObject(ana);
    expect(rows[2]).toMatchObject(gone);
  });

  it('has no two groups of one name: the later one has a number behind it, and its slug still', async () => {
    const groups = await database.reader.selectFrom('customer_groups').selectAll().orderBy('id').execute();
    expect(groups.map(({ name, slug }) => [name, slug])).toEqual([
      ['Señores', 'group-1'],
      ['Sen\u0303ores (3)', 'group-2'],
      ['SEÑORES (2)', 'group-3'],
    ]);
    expect(groups.map((group) => group.unique_name)).toEqual(['señores', 'señores (3)', 'señores (2)']);
  });

  it('finds sales, units, products and variations by any part of their codes', async () => {
    const { reader } = database;
    expect(await findFewByCode(reader, 'transaction_codes', numberParts('old-d3') ?? [])).toEqual([3]);
    expect(await findFewByCode(reader, 'transaction_codes', numberParts('OLD') ?? [])).toHaveLength(8);
    expect(await findFewByCode(reader, 'unit_codes', unitParts('sn77'))).toEqual([1]);
    expect(await findFewByCode(reader, 'product_codes', productParts('hone acme op'))).toEqual([1]);
    expect(await findFewByCode(reader, 'product_codes', productParts('oldphone'))).toEqual([1]);
    const { id } = await reader.selectFrom('product_variations').select('id').executeTakeFirstOrThrow();
    expect(await findFewByCode(reader, 'variation_codes', productParts('hone op'))).toEqual([id]);
  });

  it('knows when each unit was sold, which has which IMEI, and that no warranty was promised', async () => {
    const { reader } = database;
    const units = await reader
      .selectFrom('inventory_items')
      .select(['id', 'sold_at'])
      .orderBy('id')
      .execute();
    expect(units.map(({ sold_at }) => sold_at)).toEqual([null, OPENING - 3 * DAY, OPENING]);
    expect(await reader.selectFrom('unit_imeis').selectAll().execute()).toEqual([
      { imei: '490154203237518', inventory_item_id: 2 },
    ]);
    const lines = await reader
      .selectFrom('transaction_items')
      .select('warranty_months')
      .orderBy('id')
      .execute();
    expect(lines.map(({ warranty_months }) => warranty_months)).toEqual([null, 0, 0]);
  });

  it('is not changed by being opened again', async () => {
    const read = () => database.reader.selectFrom('customers').selectAll().orderBy('id').execute();
    const before = await read();
    await database.close();
    database = await openDatabase(location);
    expect(await read()).toEqual(before);
  });
});

it('a database where trigrams may not be switched on says what its owner has to do', async () => {
  const { location, remove } = await makeTestDatabase('postgresql');
  const url = new URL(location.databaseUrl ?? '');
  const asOwner = async (database: string, statement: string) => {
    const owner = new pg.Client({
      connectionString: Object.assign(new URL(url), { pathname: database }).href,
    });
    await owner.connect();
    await owner.query(statement);
    await owner.end();
  };
  const guest = `guest_of_${url.pathname.slice(1)}`;
  const asGuest = { ...location, databaseUrl: Object.assign(new URL(url), { username: guest }).href };
  await asOwner(url.pathname, `create role ${guest} login; grant create on schema public to ${guest}`);
  await expect(openDatabase(asGuest)).rejects.toThrow('Let its owner run "create extension pg_trgm"');
  await asOwner(url.pathname, 'create extension pg_trgm');
  await (await openDatabase(asGuest)).close();
  await remove();
  await asOwner('/postgres', `drop role ${guest}`);
});
