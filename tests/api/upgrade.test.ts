import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amountsOfLines } from '#domain/totals.ts';
import * as payoutRounding from '#server/db/migrations/0035-payout-rounding.ts';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { signIn } from '#tests/support/http.ts';
import { KEPT, keptDump, keptVersions } from '#tests/support/kept-versions.ts';
import { ask } from '#tests/support/postgres.ts';
import { runSql } from '#tests/support/run-sql.ts';
import {
  complete,
  expectDone,
  pay,
  saveDraft,
  sell,
  type WireSale,
  type WireTransaction,
  type WireTransactions,
} from '#tests/support/selling.ts';
import { HOUR, makeClock, onEveryEngine, OPENING } from '#tests/support/server.ts';
import { engines, makeTestDatabase } from '#tests/support/test-databases.ts';

describe.each(engines)('data of another version (%s)', (engine) => {
  let remove: () => Promise<void>;
  let location: DatabaseLocation;
  beforeEach(async () => {
    ({ location, remove } = await makeTestDatabase(engine));
    await (await openDatabase(location)).close();
  });
  afterEach(() => remove());

  it('is refused in words where the version was before 1.0.0', async () => {
    await runSql(
      location,
      `delete from kysely_migration;
      insert into kysely_migration (name, timestamp) values
        ('0001-people', '2026-01-01T00:00:00.000Z'), ('0002-catalogue', '2026-01-01T00:00:00.000Z')`,
    );
    await expect(openDatabase(location)).rejects.toThrow(
      /^This data was made by a version before 1\.0\.0, which this version cannot open\.\n.*empty data folder.*keep using the version/,
    );
  });

  it('is refused with its version where that was newer', async () => {
    await runSql(
      location,
      `insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2099-01-01T00:00:00.000Z')`,
    );
    await runSql(location, `update data_version set made_by = '9.4.0'`);
    await expect(openDatabase(location)).rejects.toThrow(
      /^This data was made by version 9\.4\.0, which this version, \d+\.\d+\.\d+, cannot open\.\nStart the newer version again/,
    );
    await runSql(location, 'drop table data_version');
    await expect(openDatabase(location)).rejects.toThrow(/^This data was made by a newer version/);
  });
});

it.each(engines)(
  'an upgrade whose last step fails leaves nothing of the steps before (%s)',
  async (engine) => {
    const { location, remove } = await makeTestDatabase(engine);
    try {
      await runSql(location, keptDump('1.0.0', engine));
      await runSql(location, 'alter table product_types add column scanned_numbers text');
      await expect(openDatabase(location)).rejects.toThrow(/scanned_numbers/);
      await runSql(location, 'alter table product_types drop column scanned_numbers');
      // What the earlier steps make is not there, nor marked as made.
      const steps =
        'create table draft_codes (at integer); alter table products add column scanned_numbers text';
      await runSql(location, steps);
      await runSql(location, 'drop table draft_codes; alter table products drop column scanned_numbers');
      await (await openDatabase(location)).close();
    } finally {
      await remove();
    }
  },
);

it.each(engines)(
  'what a sale of 1.0.0 owes for its returned lines is set by the upgrade (%s)',
  async (engine) => {
    const { location, remove } = await makeTestDatabase(engine);
    await runSql(location, keptDump('1.0.0', engine));
    // 110 in cash less 10 of change are shared by three lines, of which the first came back for 5, with 4 withheld.
    const sale = `(select id from transactions where status = 'completed')`;
    await runSql(
      location,
      `update transactions set change_due = 10, refunded_amount = 5 where id = ${sale};
    update transaction_items set final_price = 100, refunded_at = 1 where transaction_id = ${sale};
    insert into transaction_items
      (id, transaction_id, position, inventory_item_id, price, discount_amount, final_price, live)
      select id + place, transaction_id, place, inventory_item_id, 100, 0, 100, 0
      from transaction_items cross join (select 1000 as place union select 1001) as further
      where transaction_id = ${sale};
    update payments set amount = 110 where transaction_id = ${sale};
    insert into payments (id, transaction_id, method, amount, status, created_at, created_by_id, deleted_at)
      select 1000, transaction_id, 'gcash', 70, 'pending', 1, created_by_id, null from payments
      union all select 1001, transaction_id, 'cash', 80, 'completed', 1, created_by_id, 1 from payments;
    insert into refunds (id, transaction_id, store_id, amount, reason, refunded_by_id, created_at, withheld)
      select 1000, id, store_id, 5, 'Scratched', staff_id, 1, 4 from transactions where id = ${sale}`,
    );
    const database = await openDatabase(location);
    const owed = database.reader
      .selectFrom('transactions')
      .select(['status', 'owed_back'])
      .orderBy('owed_back');
    expect(await owed.execute()).toEqual([
      { status: 'draft', owed_back: 0 },
      { status: 'completed', owed_back: 34 - 5 - 4 },
    ]);
    await database.close();
    await remove();
  },
);

it.each(engines)(
  'each line of a sale of 1.0.0 gets its share of the net amount and the tax, and what it needs (%s)',
  async (engine) => {
    const { location, remove } = await makeTestDatabase(engine);
    await runSql(location, keptDump('1.0.0', engine));
    // Three lines that share unevenly, of a sale whose shares an engine could calculate, and of one far too large.
    const shared = (sale: string, price: number, first: number) =>
      `update transaction_items set final_price = ${price} where transaction_id = ${sale};
      insert into transaction_items
        (id, transaction_id, position, inventory_item_id, price, discount_amount, final_price, live)
        select ${first} + place, transaction_id, place, inventory_item_id, ${price}, 0, ${price}, 0
        from transaction_items cross join (select 1000 as place union select 1001) as further
        where transaction_id = ${sale} and position = 0;`;
    const saleOf = (status: string) => `(select max(id) from transactions where status = '${status}')`;
    const [sold, draft] = [saleOf('completed'), saleOf('draft')];
    await runSql(
      location,
      `delete from transaction_items where position > 0;
      ${shared(sold, 333, 10_000)}
      ${shared(draft, 2_000_000_001, 20_000)}
      update transactions set taxable_amount = 1000, tax_amount = 101 where id = ${sold};
      update transactions set taxable_amount = 6000000002, tax_amount = 5 where id = ${draft}`,
    );
    const database = await openDatabase(location);
    const { reader } = database;
    const sales = await reader.selectFrom('transactions').selectAll().execute();
    const lines = await reader.selectFrom('transaction_items').selectAll().orderBy('position').execute();
    const units = await reader.selectFrom('inventory_items').selectAll().execute();
    expect(sales.length).toBeGreaterThan(1);
    for (const sale of sales) {
      const own = lines.filter((line) => line.transaction_id === sale.id);
      expect(own.map(({ net_amount, tax_amount }) => ({ net_amount, tax_amount }))).toEqual(
        amountsOfLines({ ...sale, lines: own }),
      );
      const [first, ...copies] = own;
      const unit = units.find(({ id }) => id === first?.inventory_item_id);
      expect(first).toMatchObject({
        line_key: `u${unit?.id}`,
        kind: 'unit',
        product_variation_id: unit?.product_variation_id,
        unit_cost: sale.completed_at === null ? null : unit?.purchase_cost,
      });
      expect(copies.map(({ line_key }) => line_key)).toEqual(copies.map(({ id }) => `l${id}`));
    }
    await database.close();
    await remove();
  },
);

it.each(engines)(
  'used units in a draft of 1.0.0 keep the price that they have there (%s)',
  async (engine) => {
    const { location, remove } = await makeTestDatabase(engine);
    await runSql(location, keptDump('1.0.0', engine));
    const drafted = `select line.inventory_item_id from transaction_items as line
    inner join transactions as sale on sale.id = line.transaction_id where sale.status = 'draft'`;
    await runSql(
      location,
      `update inventory_items set category = 'used';
    update transaction_items set price = 12345 where inventory_item_id in (${drafted})`,
    );
    const database = await openDatabase(location);
    const units = database.reader
      .selectFrom('inventory_items')
      .select(['id', 'own_price'])
      .where('sold_at', 'is', null);
    const draftedIds = await database.reader
      .selectFrom('transaction_items as line')
      .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
      .select('line.inventory_item_id as id')
      .where('sale.status', '=', 'draft')
      .execute();
    expect(draftedIds.length).toBeGreaterThan(0);
    const isDrafted = new Set(draftedIds.map(({ id }) => id));
    for (const { id, own_price } of await units.execute())
      expect(own_price).toBe(isDrafted.has(id) ? 12345 : null);
    await database.close();
    await remove();
  },
);

/** Opens a database for one migration by itself. */
const openKysely = ({ dataDir, databaseUrl }: DatabaseLocation) =>
  new Kysely<unknown>({
    dialect:
      databaseUrl === undefined
        ? new SqliteDialect({ database: new BetterSqlite(path.join(dataDir, 'tindahan.db')) })
        : new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) }),
  });

it('a server of 1.0.0 goes on beside the first new one: no table wants columns of it that it does not know', async () => {
  const { location, remove } = await makeTestDatabase('postgresql');
  const columns = () =>
    ask(
      location.databaseUrl ?? '',
      `select table_name as on_table, table_name || '.' || column_name as name,
        is_nullable = 'NO' and column_default is null as is_wanted
        from information_schema.columns where table_schema = 'public' order by name`,
    ) as Promise<{ on_table: string; name: string; is_wanted: boolean }[]>;
  await runSql(location, keptDump('1.0.0', 'postgresql'));
  const before = await columns();
  await (await openDatabase(location)).close();
  const isNew = ({ on_table, name }: (typeof before)[number]) =>
    before.some((column) => column.on_table === on_table) && !before.some((column) => column.name === name);
  const wanted = (await columns()).filter((column) => column.is_wanted && isNew(column));
  // A trigger fills these: see the next test.
  expect(wanted.map(({ name }) => name)).toEqual([
    'transaction_items.line_key',
    'transaction_items.net_amount',
    'transaction_items.tax_amount',
  ]);
  await remove();
});

it('lines that a server of 1.0.0 saves beside the first new one get what it does not know', async () => {
  const { location, remove } = await makeTestDatabase('postgresql');
  await runSql(location, keptDump('1.0.0', 'postgresql'));
  const database = await openDatabase(location);
  const { reader } = database;
  const draft = await reader
    .selectFrom('transactions')
    .select('id')
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow();
  const units = await reader
    .selectFrom('inventory_items')
    .selectAll()
    .where('status', '<>', 'sold')
    .orderBy('id')
    .execute();
  expect(units.length).toBeGreaterThan(1);
  const inserted = units.map(
    ({ id }, place) => `(${90_000 + place}, ${draft.id}, ${place}, ${id}, 333, 0, 333, 0)`,
  );
  // As 1.0.0 saves a cart, and as it completes one.
  await runSql(
    location,
    `delete from transaction_items where transaction_id = ${draft.id};
    insert into transaction_items (id, transaction_id, position, inventory_item_id, price, discount_amount, final_price, live)
      values ${inserted.join()};
    update transactions set taxable_amount = 999, tax_amount = 101 where id = ${draft.id}`,
  );
  await runSql(location, `update transaction_items set live = 1 where transaction_id = ${draft.id}`);
  const lines = await reader
    .selectFrom('transaction_items')
    .select(['line_key', 'kind', 'product_variation_id', 'net_amount', 'tax_amount', 'unit_cost'])
    .where('transaction_id', '=', draft.id)
    .orderBy('position')
    .execute();
  const shares = amountsOfLines({
    taxable_amount: 999,
    tax_amount: 101,
    lines: units.map(() => ({ final_price: 333 })),
  });
  expect(lines).toEqual(
    units.map((unit, place) => ({
      line_key: `u${unit.id}`,
      kind: 'unit',
      product_variation_id: unit.product_variation_id,
      unit_cost: unit.purchase_cost,
      ...shares[place],
    })),
  );
  await database.close();
  await remove();
});

it.each(engines)('payouts for trade-ins are told from what they were rounded up by (%s)', async (engine) => {
  const { location, remove } = await makeTestDatabase(engine);
  await runSql(location, keptDump('1.0.0', engine));
  await (await openDatabase(location)).close();
  // As it was before: 1,000.10 in cash, 40,000.10 of which 38,000 pay for a sale, which is undone, and 500.10 by a wallet.
  const tradeIns = [
    ['TI-1', 100_010, null, 'cash', 100_025],
    ['TI-2', 4_000_010, 5000, 'cash', 200_025],
    ['TI-3', 50_010, null, 'gcash', 50_010],
  ] as const;
  const of = (values: readonly (string | number | null)[]) =>
    values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ');
  const entries = [
    ['TI-1', 1, 'cash', 100_025],
    ['TI-2', 1, 'cash', 200_025],
    ['TI-2', -1, 'cash', -200_025],
    ['TI-3', 1, 'gcash', 50_010],
  ] as const;
  await runSql(
    location,
    [
      'alter table till_entries drop column cash_rounding',
      `insert into payments (id, transaction_id, method, amount, status, created_at, created_by_id)
        select 5000, transaction_id, 'trade_in', 3800000, 'completed', 1, created_by_id from payments limit 1`,
      ...tradeIns.flatMap((values, place) => [
        `insert into unit_events (id, inventory_item_id, at, kind)
          select ${6000 + place}, min(id), 1, 'traded_in' from inventory_items`,
        `insert into trade_ins
          (id, inventory_item_id, store_id, staff_id, traded_in_at, number, paid, payment_id, payout_method, payout_amount)
          select ${6000 + place}, min(id), min(store_id), (select min(id) from staff), 1, ${of(values)} from inventory_items`,
      ]),
      ...entries.map(
        ([number, quantity, method, amount], place) => `insert into till_entries
          (id, store_id, at, kind, staff_id, discount, tax, written_off, reason, quantity, method, amount)
          select ${7000 + place}, min(id), 1, 'trade_in', (select min(id) from staff), 0, 0, 0,
          ${of([number, quantity, method, amount])} from stores`,
      ),
    ].join(';'),
  );
  const kysely = openKysely(location);
  await payoutRounding.up(kysely);
  await kysely.destroy();
  const database = await openDatabase(location);
  const rounded = database.reader
    .selectFrom('till_entries')
    .select(['reason', 'amount', 'cash_rounding'])
    .where('kind', '=', 'trade_in')
    .orderBy('id');
  expect((await rounded.execute()).map((row) => Object.values(row))).toEqual([
    ['TI-1', 100_025, 15],
    ['TI-2', 200_025, 15],
    ['TI-2', -200_025, -15],
    ['TI-3', 50_010, 0],
  ]);
  const others = database.reader.selectFrom('till_entries').select('id').where('cash_rounding', '<>', 0);
  expect(await others.execute()).toHaveLength(3);
  await database.close();
  await remove();
});

it.each(engines)('IMEIs of one phone that 1.0.0 took twice stay after the upgrade (%s)', async (engine) => {
  const { location, remove } = await makeTestDatabase(engine);
  await runSql(location, keptDump('1.0.0', engine));
  const imeis = ['35678910452342', '356789104523420', '356789104523425', '3567891045234', '49015420323751'];
  await runSql(
    location,
    imeis
      .map((imei) => `insert into unit_imeis select '${imei}', min(id) from inventory_items`)
      .toReversed()
      .join(';'),
  );
  const database = await openDatabase(location);
  const rows = await database.reader
    .selectFrom('unit_imeis')
    .select(['imei', 'imei_key', 'duplicate_no'])
    .where('imei', 'in', imeis)
    .orderBy('imei')
    .execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['3567891045234', '3567891045234', 0],
    ['35678910452342', '35678910452342', 0],
    ['356789104523420', '35678910452342', 1],
    ['356789104523425', '35678910452342', 2],
    ['49015420323751', '49015420323751', 0],
  ]);
  await database.close();
  await remove();
});

onEveryEngine('the shop that was kept of version', (start) => {
  it.each(keptVersions)('%s shows its sale, finishes its draft and sells on', async (version) => {
    const server = await start({ version, clock: makeClock(OPENING + HOUR) });
    const till = await signIn(server.url, KEPT.seller);
    const unitOf = async (serial: string) => {
      const row = await server.database.reader
        .selectFrom('inventory_items')
        .select(['id', 'status'])
        .where('serial_number', '=', serial)
        .executeTakeFirstOrThrow();
      return row;
    };

    const list = async (query: string) =>
      expectDone(await till.get<WireTransactions>(`/transactions?${query}`)).data;
    const [sale, ...others] = await list('status=completed');
    expect(others).toEqual([]);
    expect(sale).toMatchObject({ status: 'completed', customer: { name: KEPT.customer } });
    const detail = expectDone(await till.get<WireTransaction>(`/transactions/${sale?.id}`));
    const sold = await unitOf(KEPT.serials.sold);
    expect(sold.status).toBe('sold');
    expect(detail.transaction_items.map(({ inventory_item_id }) => inventory_item_id)).toEqual([sold.id]);
    expect(detail.payments).toMatchObject([
      { method: 'cash', status: 'completed', amount: detail.total_amount },
    ]);
    // Found by the words and codes that were stored with them.
    expect(await list(`search=${encodeURIComponent(detail.invoice_number?.slice(-4) ?? '')}`)).toHaveLength(
      1,
    );
    const customers = await till.get<{ data: { name: string }[] }>('/customers?search=penaflor');
    expect(expectDone(customers).data.map(({ name }) => name)).toEqual([KEPT.customer]);

    const [draft] = await list('status=draft');
    const drafted = await unitOf(KEPT.serials.drafted);
    // The upgrade ended the hold on its unit.
    expectDone(await saveDraft(till, draft?.id ?? 0, [drafted.id]));
    await pay(till, draft?.id ?? 0, { method: 'cash', amount: draft?.total_amount });
    expectDone(await complete<WireSale>(till, draft?.id ?? 0));
    const left = await unitOf(KEPT.serials.left);
    const next = (await sell(till, [left.id])).transaction;
    expect(next.invoice_number).toBe(`${KEPT.storeCode}-000003`);
    for (const serial of Object.values(KEPT.serials)) expect((await unitOf(serial)).status).toBe('sold');
    const counts = server.database.reader.selectFrom('stock_of_stores').select('units');
    expect(await counts.execute()).toEqual([{ units: 0 }]);
    await server.close();
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
