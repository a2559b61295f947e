import type { Trigger } from '../triggers.ts';
import { pointOf } from './low-stock.ts';

// Triggers keep the counts that screens show, for every way of changing a row.

export const STANDING = `('available', 'locked')`;

const standsAs = (row: 'new' | 'old') => `(case when ${row}.status in ${STANDING} then 1 else 0 end)`;

/** What else the statements set: since 0031 the version of a store's stock, and the version that a variation changed in. */
export type Versioned = 'versioned' | 'unversioned';

const nextVersion = (versioned: Versioned) => (versioned === 'versioned' ? ', version = version + 1' : '');

const changedNow = (versioned: Versioned, row: 'new' | 'old') =>
  versioned === 'versioned'
    ? `, changed = (select version from stock_of_stores where store_id = ${row}.store_id)`
    : '';

/**
 * Returns the statements for a unit that is sold at its place or comes back there. A statement of its own locks the
 * store's row: the next one then sees what others committed meanwhile.
 */
function soldStatements(versioned: Versioned): string {
  const after = `units + ${standsAs('new')} - ${standsAs('old')}`;
  return `
    update stock_of_stores set units = ${after}${nextVersion(versioned)} where store_id = new.store_id;
    update stock_of_variations set units = ${after}${changedNow(versioned, 'new')}
      where store_id = new.store_id and product_variation_id = new.product_variation_id;
    update stock_of_products set units = ${after} where store_id = new.store_id and product_id =
      (select product_id from product_variations where id = new.product_variation_id);`;
}

/**
 * Returns the statements that count one unit more (`sign` is +) or less. They lock the store's row first, so that writers
 * of the same counts never deadlock.
 */
function unitStatements(row: 'new' | 'old', sign: '+' | '-', versioned: Versioned): string {
  const units = `units ${sign} ${standsAs(row)}`;
  const known = `stock_of_variations.known ${sign} 1`;
  const point = pointOf(`${row}.product_variation_id`, `${row}.store_id`, `(${known})`);
  return `
    insert into stock_of_stores (store_id, units, low, out) values (${row}.store_id, 0, 0, 0)
      on conflict do nothing;
    update stock_of_stores set units = ${units}${nextVersion(versioned)} where store_id = ${row}.store_id;
    insert into stock_of_variations (store_id, product_variation_id, units, known)
      values (${row}.store_id, ${row}.product_variation_id, 0, 0) on conflict do nothing;
    update stock_of_variations set units = ${units}, known = ${known}, reorder_point =
        case when (${known} > 0) = (stock_of_variations.known > 0) then reorder_point else ${point} end${changedNow(versioned, row)}
      where store_id = ${row}.store_id and product_variation_id = ${row}.product_variation_id;
    insert into stock_of_products (store_id, product_id, name_key, units)
      select ${row}.store_id, product.id, product.name_key, 0 from product_variations variation
        join products product on product.id = variation.product_id
        where variation.id = ${row}.product_variation_id
      on conflict do nothing;
    update stock_of_products set units = ${units} where store_id = ${row}.store_id and product_id =
      (select product_id from product_variations where id = ${row}.product_variation_id);`;
}

/** Updates the stock when a product is renamed. */
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

const goodsTriggers: readonly Trigger[] = [
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
];

export const MOVED = `old.store_id <> new.store_id or old.product_variation_id <> new.product_variation_id`;
/** Locks come and go without moving a unit: they count nothing. */
export const SOLD_OR_BACK = `not (${MOVED}) and (old.status in ${STANDING}) <> (new.status in ${STANDING})`;
/** True for a unit that an import has written and does not show yet: its `sold_at` is 0. */
export const isHidden = (row: 'new' | 'old') => `coalesce(${row}.sold_at, 1) = 0`;

/** Returns the triggers for units; hidden units of an import count nowhere until they are shown. */
export const unitTriggers = (versioned: Versioned): readonly Trigger[] =>
  [
    {
      name: 'unit_came',
      event: 'insert' as const,
      when: `not (${isHidden('new')})`,
      statements: unitStatements('new', '+', versioned),
    },
    {
      name: 'unit_shown',
      event: 'update' as const,
      when: `${isHidden('old')} and not (${isHidden('new')})`,
      statements: unitStatements('new', '+', versioned),
    },
    {
      name: 'unit_sold_or_back',
      event: 'update' as const,
      when: `${SOLD_OR_BACK} and not (${isHidden('old')})`,
      statements: soldStatements(versioned),
    },
    {
      name: 'unit_moved',
      event: 'update' as const,
      when: MOVED,
      statements: unitStatements('old', '-', versioned) + unitStatements('new', '+', versioned),
    },
    { name: 'unit_went', event: 'delete' as const, statements: unitStatements('old', '-', versioned) },
  ].map((trigger) => ({ ...trigger, table: 'inventory_items' }));

export const stockTriggers: readonly Trigger[] = [...goodsTriggers, ...unitTriggers('unversioned')];
