import { sql, type Kysely } from 'kysely';
import { table } from './table.ts';
import { addTriggers, type Trigger } from './triggers.ts';

// Counts that screens show are kept by triggers: whoever changes a row, in whatever way, changes them with it.

/** Of a variation, as many units or fewer are few (see stockLevel of the domain). */
const FEW = 5;
const STANDING = `('available', 'locked')`;

async function makeTables(database: Kysely<unknown>): Promise<void> {
  await table(database, 'stock_of_stores', {
    required: { store_id: 'integer', units: 'integer', low: 'integer', out: 'integer' },
  })
    .addPrimaryKeyConstraint('stock_of_stores_key', ['store_id'])
    .execute();
  await table(database, 'stock_of_variations', {
    required: { store_id: 'integer', product_variation_id: 'integer', units: 'integer', known: 'integer' },
  })
    .addPrimaryKeyConstraint('stock_of_variations_key', ['product_variation_id', 'store_id'])
    .execute();
  await table(database, 'stock_of_products', {
    required: { store_id: 'integer', product_id: 'integer', name_key: 'text', units: 'integer' },
  })
    .addPrimaryKeyConstraint('stock_of_products_key', ['product_id', 'store_id'])
    .execute();
  // Which products stand in a store, by name: the first ones of the till's cards.
  await sql`create index products_standing on stock_of_products(store_id, name_key, product_id)
    where units > 0`.execute(database);
  await table(database, 'chain_counts', { required: { name: 'text', count: 'integer' } })
    .addPrimaryKeyConstraint('chain_counts_key', ['name'])
    .execute();
}

/** Counts all rows that there are. */
const countAll: readonly string[] = [
  ...['stock_of_stores', 'stock_of_variations', 'stock_of_products', 'chain_counts'].map(
    (name) => `delete from ${name}`,
  ),
  `insert into stock_of_variations (store_id, product_variation_id, units, known)
    select store_id, product_variation_id, sum(case when status in ${STANDING} then 1 else 0 end), count(*)
    from inventory_items group by store_id, product_variation_id`,
  `insert into stock_of_products (store_id, product_id, name_key, units)
    select stock.store_id, product.id, product.name_key, sum(stock.units)
    from stock_of_variations stock
      join product_variations variation on variation.id = stock.product_variation_id
      join products product on product.id = variation.product_id
    group by stock.store_id, product.id, product.name_key`,
  `insert into stock_of_stores (store_id, units, low, out)
    select store_id, sum(units), sum(case when units between 1 and ${FEW} then 1 else 0 end),
      sum(case when units = 0 then 1 else 0 end)
    from stock_of_variations group by store_id`,
  `insert into chain_counts (name, count)
    select 'customers', count(*) from customers where deleted_at is null`,
];

export const standsAs = (row: 'new' | 'old') => `(case when ${row}.status in ${STANDING} then 1 else 0 end)`;
const isFew = (units: string) => `(case when ${units} between 1 and ${FEW} then 1 else 0 end)`;
const isNone = (units: string, known: string) =>
  `(case when ${units} = 0 and ${known} > 0 then 1 else 0 end)`;

/**
 * The statements for a unit that is sold where it stood, or comes back there: what counts it is there already. The store's
 * row is taken by a statement of its own: the next one then sees what others have committed while this one waited.
 */
export function soldStatements(): string {
  const after = `units + ${standsAs('new')} - ${standsAs('old')}`;
  const own = 'store_id = new.store_id and product_variation_id = new.product_variation_id';
  const ofVariation = (level: string) => `(select ${level} from stock_of_variations where ${own})`;
  return `
    update stock_of_stores set units = ${after} where store_id = new.store_id;
    update stock_of_stores set
      low = low + ${ofVariation(`${isFew(`(${after})`)} - ${isFew('units')}`)},
      out = out + ${ofVariation(`${isNone(`(${after})`, 'known')} - ${isNone('units', 'known')}`)}
      where store_id = new.store_id;
    update stock_of_variations set units = ${after} where ${own};
    update stock_of_products set units = ${after} where store_id = new.store_id and product_id =
      (select product_id from product_variations where id = new.product_variation_id);`;
}

/**
 * The statements that count one unit more (`sign` is +) or less. The store's row comes first: it is what others wait for
 * who change the same counts, so that two never wait for each other in a circle.
 */
export function unitStatements(row: 'new' | 'old', sign: '+' | '-'): string {
  const own = `store_id = ${row}.store_id and product_variation_id = ${row}.product_variation_id`;
  const ofVariation = (level: string) => `(select ${level} from stock_of_variations where ${own})`;
  const after = `units ${sign} ${standsAs(row)}`;
  return `
    insert into stock_of_stores (store_id, units, low, out) values (${row}.store_id, 0, 0, 0)
      on conflict do nothing;
    update stock_of_stores set units = ${after} where store_id = ${row}.store_id;
    insert into stock_of_variations (store_id, product_variation_id, units, known)
      values (${row}.store_id, ${row}.product_variation_id, 0, 0) on conflict do nothing;
    update stock_of_stores set
      low = low + ${ofVariation(`${isFew(after)} - ${isFew('units')}`)},
      out = out + ${ofVariation(`${isNone(after, `(known ${sign} 1)`)} - ${isNone('units', 'known')}`)}
      where store_id = ${row}.store_id;
    update stock_of_variations set units = ${after}, known = known ${sign} 1 where ${own};
    insert into stock_of_products (store_id, product_id, name_key, units)
      select ${row}.store_id, product.id, product.name_key, 0 from product_variations variation
        join products product on product.id = variation.product_id
        where variation.id = ${row}.product_variation_id
      on conflict do nothing;
    update stock_of_products set ${`units = ${after}`} where store_id = ${row}.store_id and product_id =
      (select product_id from product_variations where id = ${row}.product_variation_id);`;
}

/** What a product's own change does. */
const RENAMED = `update stock_of_products set name_key = new.name_key where product_id = new.id;`;

const MOVED_TO_PRODUCT = `
  update stock_of_products set units = units - coalesce((select stock.units from stock_of_variations stock
      where stock.store_id = stock_of_products.store_id and stock.product_variation_id = new.id), 0)
    where product_id = old.product_id;
  insert into stock_of_products (store_id, product_id, name_key, units)
    select stock.store_id, product.id, product.name_key, stock.units from stock_of_variations stock
      join products product on product.id = new.product_id
      where stock.product_variation_id = new.id
    on conflict (product_id, store_id) do update set units = stock_of_products.units + excluded.units;`;

const customerStatement = (by: string) =>
  `update chain_counts set count = count ${by} where name = 'customers';`;
const there = (row: 'new' | 'old') => `(case when ${row}.deleted_at is null then 1 else 0 end)`;

export const MOVED = `old.store_id <> new.store_id or old.product_variation_id <> new.product_variation_id`;
/** Locks come and go without a unit leaving its place: they count nothing. */
export const SOLD_OR_BACK = `not (${MOVED}) and (old.status in ${STANDING}) <> (new.status in ${STANDING})`;

const triggers: readonly Trigger[] = [
  { name: 'unit_came', table: 'inventory_items', event: 'insert', statements: unitStatements('new', '+') },
  {
    name: 'unit_sold_or_back',
    table: 'inventory_items',
    event: 'update',
    when: SOLD_OR_BACK,
    statements: soldStatements(),
  },
  {
    name: 'unit_moved',
    table: 'inventory_items',
    event: 'update',
    when: MOVED,
    statements: unitStatements('old', '-') + unitStatements('new', '+'),
  },
  { name: 'unit_went', table: 'inventory_items', event: 'delete', statements: unitStatements('old', '-') },
  {
    name: 'product_renamed',
    table: 'products',
    event: 'update',
    when: 'old.name_key <> new.name_key',
    statements: RENAMED,
  },
  {
    name: 'variation_moved',
    table: 'product_variations',
    event: 'update',
    when: 'old.product_id <> new.product_id',
    statements: MOVED_TO_PRODUCT,
  },
  {
    name: 'customer_came',
    table: 'customers',
    event: 'insert',
    when: 'new.deleted_at is null',
    statements: customerStatement('+ 1'),
  },
  {
    name: 'customer_changed',
    table: 'customers',
    event: 'update',
    when: '(old.deleted_at is null) <> (new.deleted_at is null)',
    statements: customerStatement(`+ ${there('new')} - ${there('old')}`),
  },
  {
    name: 'customer_went',
    table: 'customers',
    event: 'delete',
    when: 'old.deleted_at is null',
    statements: customerStatement('- 1'),
  },
];

/** What stands in each store, of each variation and each product, and how many customers there are. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await makeTables(database);
  for (const text of countAll) await sql.raw(text).execute(database);
  await addTriggers(database, triggers);
}
