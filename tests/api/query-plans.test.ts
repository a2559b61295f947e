import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { countUncounted } from '#server/modules/counts/scope.repository.ts';
import { findMissing } from '#server/modules/counts/settle.repository.ts';
import { salesOfProduct } from '#server/modules/products/products.usecases.ts';
import type { Session } from '#server/http/call.ts';
import { identify } from '#server/modules/staff/staff.public.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import { planOf, statementsOf } from '#tests/support/query-plans.ts';
import { OPENING } from '#tests/support/server.ts';
import { fillSizedShop } from '#tests/support/sized-shop/fill-sized-shop.ts';
import { questionsOf, type Question } from '#tests/support/list-questions.ts';
import { LEAST_SIZE } from '#tests/support/sized-shop/sizes.ts';
import { makeTestDatabase } from '#tests/support/test-databases.ts';

/** Tables that grow with sales, purchases or sign-ups. */
const GROWING =
  'transactions|transaction_items|payments|inventory_items|customers|products|product_variations|loyalty_entries|refunds|audit_log|search_words|transfers|transfer_items|low_stock|reorder_points|stock_of_variations|suppliers|stock_counts|count_units|purchase_orders|purchase_order_items|qr_codes|qr_batches|unit_imeis|variation_attributes';
/** The aliases of these tables in queries. */
const ALIASES =
  'audited|draft|line|item|unit|variation|product|entry|waiting|transfer|transit|low|stock|own|order|code|batch|label|attribute|other|another';

/** Matches a scan of every row of a growing table, or of one of its indexes. */
const SCANS = new RegExp(`^SCAN (${GROWING}|${ALIASES})( |$)`);
/** Exceptions: bounded, or with few rows only: pending payments, held units, deleted customers, IMEIs of several units. */
const BOUNDED = [
  'SCAN inventory_items USING INDEX held_units',
  'SCAN unit USING INDEX held_units',
  'SCAN payments USING INDEX pending_payments',
  'SCAN customers USING COVERING INDEX customers_there',
  'SCAN customers USING INDEX customers_there',
  'SCAN customers USING INDEX customers_gone',
  'SCAN codes VIRTUAL TABLE INDEX',
  'SCAN unit_imeis USING COVERING INDEX imeis_twice',
  'SCAN products USING INDEX products_',
  'SCAN products USING COVERING INDEX products_',
  'SCAN suppliers USING COVERING INDEX suppliers_by_name',
  // Found by their SKUs.
  'SCAN products USING COVERING INDEX sqlite_autoindex_products_1',
  // Unfiltered: it ends with the page, and with the cap of the count.
  'SCAN audit_log USING COVERING INDEX audit_by_time',
];

/** Matches a look at all rows of a store or supplier. */
const READS_ALL_OF_ONE = new RegExp(
  `^SEARCH (${GROWING}|${ALIASES}|shifts) USING .*\\((store_id|from_store_id|to_store_id|supplier_id)=\\?\\)`,
);
/** Exceptions: figures of a store's orders, of a supplier, and of used units, which are counted anew. */
const COUNTED_ANEW = [
  'SEARCH purchase_orders USING COVERING INDEX orders_by_status',
  'SEARCH inventory_items USING COVERING INDEX unsold_of_supplier',
  'SEARCH unit USING INDEX units_priced_by_list',
];

/** Sales leave most of the log's events, and a store's own are found among them: docs/decisions/audit-log.md. */
const READ_BY_TIME = /^\/audit\?(area=transactions|store_id=\d+)$/;

const named = (_: string, whose: string) => (whose === 'store' ? 'store_id=STORE' : 'staff_id=SELLER');

describe('the plans of what lists, finds, counts and reports', () => {
  let dataDir: string;
  let remove = () => Promise.resolve();
  let session: Session;
  beforeAll(async () => {
    const made = await makeTestDatabase('sqlite', 'tables');
    ({ dataDir } = made.location);
    ({ remove } = made);
    await fillSizedShop(made.location, LEAST_SIZE);
    const database = await openDatabase(made.location);
    const { id } = await database.reader
      .selectFrom('staff')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow();
    const { token } = await signInDirectly(database, id, OPENING);
    const found = await identify(database.reader, token, OPENING);
    if (!found) throw new Error('Nobody is signed in');
    session = found;
    await database.close();
  });
  afterAll(() => remove());

  /** Returns the statements of some questions, except those that look up their subjects. */
  async function statementsFor(isAsked: (question: Question) => boolean): Promise<string[]> {
    const ask = (those: (question: Question) => boolean) =>
      statementsOf(dataDir, async ({ reader }) => {
        const { lists } = await questionsOf(reader, session);
        for (const question of Object.values(lists).flat()) if (those(question)) await question.ask(reader);
      });
    const before = new Set(await ask(() => false));
    return (await ask(isAsked)).filter((text) => !before.has(text));
  }

  let asked: Promise<string[]> | undefined;
  const allStatements = () => (asked ??= statementsFor(({ path }) => !READ_BY_TIME.test(path)));

  it('read no table that grows from its beginning to its end', async () => {
    const statements = await allStatements();
    expect(statements.length).toBeGreaterThan(50);
    const found = statements.flatMap((text) =>
      planOf(dataDir, text)
        .filter((step) => SCANS.test(step) && !BOUNDED.some((one) => step.startsWith(one)))
        .map((step) => `${step} for ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('read all rows of a store or supplier for no single ones of them', async () => {
    const statements = (await allStatements()).filter((text) => !/ limit /.test(text));
    expect(statements.length).toBeGreaterThan(20);
    const found = statements.flatMap((text) =>
      planOf(dataDir, text)
        .filter((step) => READS_ALL_OF_ONE.test(step))
        .filter((step) => !COUNTED_ANEW.some((one) => step.startsWith(one)))
        .map((step) => `${step} for ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('find the sales of a product by its units, and the few low ones of a filter by this filter', async () => {
    const sales = await statementsFor(({ path }) => /^\/products\/\d+\/sales$/.test(path));
    const [ids = ''] = sales.filter((text) => /"newest".* limit /.test(text));
    const steps = planOf(dataDir, ids);
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH line USING INDEX sold_lines_of_unit /));
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH sale USING INTEGER PRIMARY KEY/));
    const low = await statementsFor(({ path }) => /low-stock.*level=few&sort=missing$/.test(path));
    const pages = low.filter((text) => / offset /.test(text)).map((text) => planOf(dataDir, text)[0]);
    expect(pages.length).toBeGreaterThan(0);
    for (const step of pages) expect(step).toMatch(/^SEARCH low USING INDEX sqlite_autoindex_low_stock_1 /);
  });

  it('find the products with two attributes by the rarer one, and then by their ids', async () => {
    const isAsked = ({ path }: Question) => (path.match(/attributes/g) ?? []).length === 2;
    const statements = await statementsFor(
      (question) => isAsked(question) && /product_type/.test(question.path),
    );
    const [having = ''] = statements.filter((text) => text.startsWith('select distinct'));
    expect(planOf(dataDir, having)).toEqual([
      expect.stringMatching(/^SEARCH attribute USING COVERING INDEX attributes_by_value /),
      expect.stringMatching(/^SEARCH other (EXISTS )?USING COVERING INDEX attributes_by_value /),
    ]);
    const pages = statements.filter((text) => text.includes('"products"."product_type_id" + 0'));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages)
      expect(planOf(dataDir, page)).toContainEqual(
        expect.stringMatching(/^SEARCH products USING INTEGER PRIMARY KEY/),
      );
  });

  it('find the few IMEIs that several units have in an index of their own', async () => {
    const statements = await statementsFor(({ path }) => /summary$|imei_twice/.test(path));
    const asked = statements.filter((text) => text.includes('"duplicate_no"'));
    expect(asked.length).toBeGreaterThan(1);
    for (const text of asked)
      expect(planOf(dataDir, text).join()).toMatch(/unit_imeis USING COVERING INDEX imeis_twice/);
  });

  it.each([
    ['/transactions', 'transactions_dated'],
    ['/transactions?sort=-total', 'transactions_by_total'],
    ['/transactions?staff=joel', 'transactions_of_staff'],
    ['/transactions?status=void', 'transactions_void'],
    ['/transactions?status=refunded', 'transactions_refunded'],
    ['/transactions?status=draft', 'drafts_in_store'],
  ])('find the page of %s in the order of the index %s', async (path, index) => {
    const statements = await statementsFor((question) => question.path === path);
    const page = statements.filter((text) => text.includes('"merged"'));
    expect(page).toHaveLength(1);
    const steps = planOf(dataDir, page[0] ?? '');
    const found = steps.findIndex(
      (step) => step.startsWith('SEARCH sale USING') && step.includes(` ${index} `),
    );
    expect(steps).toContainEqual(expect.stringContaining(` ${index} `));
    // The next step would be sorting.
    expect(steps[found + 1]).not.toMatch(/TEMP B-TREE/);
  });

  it.each([
    ['/inventory/transfers', ['transfers_out', 'transfers_in']],
    ['/inventory/transfers?direction=outgoing', ['transfers_out']],
    ['/inventory/transfers?direction=incoming&status=in_transit', ['transfers_in_by_status']],
    ['/inventory/transfers?status=received', ['transfers_out_by_status', 'transfers_in_by_status']],
    ['/inventory/transfers?status=differences', ['transfers_out_differing', 'transfers_in_differing']],
  ])('find the page of %s in the order of the indexes %s', async (path, indexes) => {
    const page = (await statementsFor((question) => question.path === path)).filter((text) =>
      text.includes('"merged"'),
    );
    expect(page).toHaveLength(1);
    const steps = planOf(dataDir, page[0] ?? '').filter((step) => step.startsWith('SEARCH transfer '));
    expect(steps.map((step) => / INDEX (\w+) /.exec(step)?.[1])).toEqual(indexes);
  });

  it.each([
    ['/inventory/counts', 'counts_of_store'],
    ['/inventory/counts?status=open', 'counts_by_status'],
  ])('find the page of %s in the order of the index %s', async (path, index) => {
    const statements = await statementsFor((question) => question.path === path);
    const [page = ''] = statements.filter((text) => / limit /.test(text) && /"stock_counts"/.test(text));
    const steps = planOf(dataDir, page);
    expect(steps).toEqual([expect.stringContaining(`stock_counts USING COVERING INDEX ${index} `)]);
  });

  it.each([
    ['a store', {}, 'units_unsold'],
    ['a type', { product_type_id: 1 }, 'units_unsold'],
    ['what is used', { category: 'used' as const }, 'units_second_hand'],
    ['a product', { product_id: 1 }, 'items_by_variation'],
  ])('find what a count of %s misses by the index that is least to read', async (_, part, index) => {
    const scope = { product_type_id: null, product_id: null, category: null, ...part };
    const count = { id: 1, store_id: 1, no: 1, started_at: OPENING, ...scope };
    const statements = await statementsOf(dataDir, async ({ reader }) => {
      await countUncounted(reader, count);
      await findMissing(reader, count, OPENING, 250);
    });
    const plans = statements
      .filter((text) => text.includes('"count_units"'))
      .map((text) => planOf(dataDir, text));
    expect(plans).toHaveLength(2);
    for (const steps of plans) {
      const unit = steps.find((step) => / item /.test(step));
      expect(unit).toMatch(new RegExp(`^SEARCH item USING .*INDEX ${index} `));
      expect(steps.filter((step) => SCANS.test(step))).toEqual([]);
    }
    // The next units to settle are not sorted: a batch reads no more than it writes.
    if (index === 'units_unsold') expect(plans[1]).not.toContainEqual(expect.stringMatching(/TEMP B-TREE/));
  });

  it.each([
    ['/supplier-transactions', 'orders_of_store'],
    ['/supplier-transactions?sort=created_at', 'orders_of_store'],
    ['/supplier-transactions?status=pending', 'orders_by_status'],
    ['/supplier-transactions?supplier_id=SUPPLIER', 'orders_of_store_by_supplier'],
    ['/suppliers/SUPPLIER/transactions', 'orders_of_supplier'],
  ])('find the page of %s in the order of the index %s', async (path, index) => {
    const isAsked = (question: Question) =>
      question.path.replace(/(supplier_id=|suppliers\/)\d+/, '$1SUPPLIER') === path;
    const statements = await statementsFor(isAsked);
    const pages = statements.filter((text) => / offset /.test(text) && /"purchase_orders"/.test(text));
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      expect(planOf(dataDir, page)).toEqual([
        expect.stringMatching(new RegExp(`^SEARCH order USING .*INDEX ${index} `)),
      ]);
    }
  });

  it('find the orders that a product is to come by through its own open items', async () => {
    const statements = await statementsFor(({ path }) => /transactions\?product_id=/.test(path));
    const [page = ''] = statements.filter((text) => / offset /.test(text));
    expect(planOf(dataDir, page).join()).toMatch(/SEARCH item USING .*INDEX order_items_of_variation /);
  });

  it.each([
    ['/audit', 'audit_by_time'],
    ['/audit?start_date=2026-11-01&end_date=2026-11-07', 'audit_by_time'],
    ['/audit?store_id=STORE', 'audit_by_time'],
    ['/audit?area=transactions', 'audit_by_time'],
    ['/audit?staff_id=SELLER', 'audit_of_staff'],
    ['/audit?area=customers', 'audit_beside_sales'],
  ])('find the page of %s by the index %s', async (path, index) => {
    const isAsked = (question: Question) => question.path.replace(/(store|staff)_id=\d+/, named) === path;
    const page = (await statementsFor(isAsked)).filter((text) => / order by "at" desc.* offset /.test(text));
    expect(page).toHaveLength(1);
    expect(planOf(dataDir, page[0] ?? '')[0]).toMatch(new RegExp(`audit_log USING .*INDEX ${index}`));
  });

  it('find the receipts of a sale that went out again by an index that its own rows are not in', async () => {
    const statements = await statementsFor(({ path }) => /^\/transactions\/\d+$/.test(path));
    const events = statements.filter((text) => text.includes('"audit_log"'));
    expect(events).toHaveLength(1);
    expect(planOf(dataDir, events[0] ?? '')[0]).toMatch(/audit_log USING INDEX audit_of_receipts/);
  });

  it('find what still points to a unit that is deleted by indexes that have all of it, but for the lines of sales', () => {
    const connection = new BetterSqlite(path.join(dataDir, 'tindahan.db'), { readonly: true });
    const pointing = connection
      .prepare<[], { child: string; field: string; index: string | null }>(
        `select child.name as child, link."from" as field, (
            select own.name from pragma_index_list(child.name) as own, pragma_index_info(own.name) as part
              where own.partial = 0 and part.seqno = 0 and part.name = link."from" limit 1) as "index"
          from sqlite_master as child, pragma_foreign_key_list(child.name) as link
          where child.type = 'table' and link."table" = 'inventory_items'`,
      )
      .all();
    connection.close();
    expect(pointing.length).toBeGreaterThan(3);
    // An index of the draft's lines would slow each save: units are seldom deleted, drafts are saved with every scan.
    expect(pointing.filter(({ index }) => index === null).map(({ child }) => child)).toEqual([
      'transaction_items',
    ]);
  });

  it.each([
    ['/inventory', ['units_unsold', 'units_sold']],
    ['/inventory?sort=-age', ['units_unsold', 'units_sold']],
    ['/inventory?category=used', ['units_second_hand', 'units_second_hand']],
    ['/inventory?min_age=60&status=available&sort=-age', ['units_unsold']],
    ['/inventory?status=sold', ['units_sold']],
    ['/inventory?status=defective', ['units_aside']],
    ['/inventory?supplier_id=SUPPLIER', ['unsold_of_supplier', 'units_of_supplier']],
    ['/inventory?supplier_id=SUPPLIER&sort=-age', ['unsold_of_supplier', 'units_of_supplier']],
    ['/inventory?supplier_id=SUPPLIER&status=available&sort=-age', ['unsold_of_supplier']],
    ['/inventory?supplier_id=SUPPLIER&status=sold', ['units_of_supplier']],
  ])('find the page of %s in the order of the indexes %j', async (path, indexes) => {
    const isAsked = (question: Question) =>
      question.path.replace(/supplier_id=\d+/, 'supplier_id=SUPPLIER') === path;
    const statements = await statementsFor(isAsked);
    const [page = ''] = statements.filter((text) => text.includes('"merged"'));
    const steps = planOf(dataDir, page);
    const found = steps.flatMap((step, place) => (step.startsWith('SEARCH unit USING') ? [place] : []));
    expect(found.map((place) => /INDEX (\w+)/.exec(steps[place] ?? '')?.[1])).toEqual(indexes);
    for (const place of found) expect(steps[place + 1] ?? '').not.toMatch(/TEMP B-TREE/);
  });

  it('count what stands in the stores of a supplier by indexes, and read what it cost where that is kept', async () => {
    const statements = await statementsFor(({ path }) => /^\/suppliers\/\d+\/stats$/.test(path));
    const plans = statements
      .filter((text) => /count\(\*\)|supplier_totals/.test(text))
      .map((text) => planOf(dataDir, text)[0]);
    expect(plans.toSorted()).toEqual([
      expect.stringMatching(/SEARCH inventory_items USING COVERING INDEX aside_of_supplier/),
      expect.stringMatching(/SEARCH inventory_items USING COVERING INDEX unsold_of_supplier/),
      expect.stringMatching(/SEARCH purchase_orders USING COVERING INDEX orders_open/),
      expect.stringMatching(/SEARCH supplier_totals USING INTEGER PRIMARY KEY/),
    ]);
  });

  it.each([
    ['/products?stock=in', /^SEARCH stock USING COVERING INDEX products_standing /],
    ['/inventory?product_variation_id=ID', /^SEARCH unit USING INDEX items_by_variation /],
  ])('find the few rows of %s by what names them', async (asked, step) => {
    const statements = await statementsFor(({ path: at }) => at.replace(/_id=\d+/, '_id=ID') === asked);
    const [page = ''] = statements.filter((text) => / limit .* offset /.test(text));
    expect(planOf(dataDir, page)).toContainEqual(expect.stringMatching(step));
    expect(planOf(dataDir, page).join()).not.toMatch(/SCAN products|units_(un)?sold/);
  });

  it.each([
    ['?sort=-missing', 'low_by_spare'],
    ['?sort=missing', 'low_by_spare'],
    ['?sort=name', 'low_by_name'],
    ['?product_type_id=TYPE&sort=name', 'low_of_type'],
    ['?manufacturer_id=MAKER&sort=-name', 'low_of_maker'],
    ['?level=few&sort=name', 'low_by_level'],
  ])('find the page of what is low by %s in the order of the index %s', async (query, index) => {
    const idless = (path: string) =>
      path.replace(/type_id=\d+/, 'type_id=TYPE').replace(/er_id=\d+/, 'er_id=MAKER');
    const statements = await statementsFor(({ path }) => idless(path) === `/inventory/low-stock${query}`);
    const page = statements.filter((text) => / order by "low".* offset /.test(text));
    expect(page).toHaveLength(1);
    expect(planOf(dataDir, page[0] ?? '')).toEqual([
      expect.stringMatching(new RegExp(`^SEARCH low USING COVERING INDEX ${index} `)),
    ]);
  });

  it.each([
    ['/transactions?status=void', /transactions_void/],
    ['/transactions?status=refunded', /transactions_refunded/],
    ['/transactions?status=draft', /drafts_in_store/],
    ['/dashboard', /drafts_in_store/],
  ])('count those of one state for %s in an index of their own', async (path, index) => {
    const statements = await statementsFor((question) => question.path === path);
    const counts = statements.filter((text) => /count\(\*\)/.test(text) && /"status" = '/.test(text));
    const plans = counts.map((text) => planOf(dataDir, text).join());
    expect(plans.filter((plan) => / transactions| sale /.test(plan) && !/pending/.test(plan))).toEqual([
      expect.stringMatching(index),
    ]);
  });

  it('find the sales of a product of which thousands came since', async () => {
    const { reader, close } = await openDatabase({ dataDir });
    const sold = await reader
      .selectFrom('inventory_items as unit')
      .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
      .select(['unit.product_variation_id as id', 'unit.store_id', 'variation.product_id'])
      .where('unit.sold_at', '>', 0)
      .limit(1)
      .executeTakeFirstOrThrow();
    const ask = () => salesOfProduct(reader, sold.product_id, {}, session.staff.store_ids);
    const before = await ask();
    expect(before.total).toBeGreaterThan(0);
    const connection = new BetterSqlite(path.join(dataDir, 'tindahan.db'));
    connection
      .prepare(
        `with recursive unit(id) as (select 90000001 union all select id + 1 from unit where id < 90002500)
          insert into inventory_items (id, product_variation_id, store_id, status, category, created_at)
          select id, ?, ?, 'available', 'new', ? from unit`,
      )
      .run(sold.id, sold.store_id, OPENING);
    connection.close();
    expect(await ask()).toEqual(before);
    await close();
  });
});
