import type { Trigger } from '../triggers.ts';

// Triggers keep low stock as they keep the counts (stock.ts), for every change of a unit, product, type or reorder point.

/** The default reorder point, for a variation without one of its own or its type's: low once it is sold out. */
const SOLD_OUT = 1;

/**
 * The reorder point of a variation in a store: its own there, else its type's if the store ever had a unit of it; 0,
 * which is never low, for discontinued ones.
 */
export const pointOf = (variation: string, store: string, known: string) => `coalesce((
  select case when variation.is_active = 0 or product.status <> 'active' then 0
      when own.reorder_point is not null then own.reorder_point
      when ${known} > 0 then coalesce(type.reorder_point, ${SOLD_OUT}) else 0 end
    from product_variations variation join products product on product.id = variation.product_id
      join product_types type on type.id = product.product_type_id
      left join reorder_points own on own.product_variation_id = variation.id and own.store_id = ${store}
    where variation.id = ${variation}), 0)`;

const KEPT_POINT = pointOf(
  'stock_of_variations.product_variation_id',
  'stock_of_variations.store_id',
  'stock_of_variations.known',
);

const isOut = (units: string) => `(case when ${units} = 0 then 1 else 0 end)`;

/** The columns of low stock, from `stock` and its variation. */
const insertLow = (stock: string) => `
  insert into low_stock (store_id, product_variation_id, spare, is_out, name_key, product_type_id, manufacturer_id)
    select ${stock}.store_id, variation.id, ${stock}.units - ${stock}.reorder_point, ${isOut(`${stock}.units`)},
      product.name_key, product.product_type_id, product.manufacturer_id
    from product_variations variation join products product on product.id = variation.product_id`;

const WAS_LOW = 'old.units < old.reorder_point';
const IS_LOW = 'new.units < new.reorder_point';
const ITS_ROW = 'store_id = new.store_id and product_variation_id = new.product_variation_id';

const countLow = (low: string, out: string) =>
  `update stock_of_stores set low = low ${low}, out = out ${out} where store_id = new.store_id;`;

/** Triggers that update low stock when a variation's stock or reorder point changes. */
const lowTriggers: readonly Trigger[] = [
  {
    name: 'stock_ran_low',
    table: 'stock_of_variations',
    event: 'update',
    atOnce: true,
    when: `not (${WAS_LOW}) and ${IS_LOW}`,
    statements: `${insertLow('new')} where variation.id = new.product_variation_id;
      ${countLow('+ 1', `+ ${isOut('new.units')}`)}`,
  },
  {
    name: 'stock_recovered',
    table: 'stock_of_variations',
    event: 'update',
    atOnce: true,
    when: `${WAS_LOW} and not (${IS_LOW})`,
    statements: `delete from low_stock where ${ITS_ROW};
      ${countLow('- 1', `- ${isOut('old.units')}`)}`,
  },
  {
    name: 'stock_still_low',
    table: 'stock_of_variations',
    event: 'update',
    atOnce: true,
    when: `${WAS_LOW} and ${IS_LOW} and old.units - old.reorder_point <> new.units - new.reorder_point`,
    statements: `update low_stock set spare = new.units - new.reorder_point where ${ITS_ROW};`,
  },
  {
    name: 'stock_low_or_out',
    table: 'stock_of_variations',
    event: 'update',
    atOnce: true,
    when: `${WAS_LOW} and ${IS_LOW} and (old.units = 0) <> (new.units = 0)`,
    statements: `update low_stock set is_out = ${isOut('new.units')} where ${ITS_ROW};
      ${countLow('+ 0', `+ ${isOut('new.units')} - ${isOut('old.units')}`)}`,
  },
];

/** Locks the rows of all stores first for a change that affects all of them, as a unit's change locks its store's. */
const TAKE_STORES = 'update stock_of_stores set low = low;';

const differ = (columns: readonly string[]) =>
  columns.map((column) => `old.${column} <> new.${column}`).join(' or ');

const judgeAnew = (variations: string) => `
  update stock_of_variations set reorder_point = ${KEPT_POINT}
    where product_variation_id in (${variations}) and reorder_point <> ${KEPT_POINT};`;

/** Triggers for changes of a product or a variation itself. */
const goodsTriggers: readonly Trigger[] = [
  {
    name: 'product_kept_otherwise',
    table: 'products',
    event: 'update',
    when: differ(['name_key', 'status', 'product_type_id', 'manufacturer_id']),
    statements: `${TAKE_STORES}
      ${judgeAnew('select id from product_variations where product_id = new.id')}
      update low_stock set name_key = new.name_key, product_type_id = new.product_type_id,
          manufacturer_id = new.manufacturer_id
        where product_variation_id in (select id from product_variations where product_id = new.id);`,
  },
  {
    name: 'variation_kept_otherwise',
    table: 'product_variations',
    event: 'update',
    when: differ(['is_active', 'product_id']),
    statements: `${TAKE_STORES} ${judgeAnew('new.id')}
      update low_stock set
          name_key = (select name_key from products where id = new.product_id),
          product_type_id = (select product_type_id from products where id = new.product_id),
          manufacturer_id = (select manufacturer_id from products where id = new.product_id)
        where product_variation_id = new.id;`,
  },
  {
    name: 'type_reordered_otherwise',
    table: 'product_types',
    event: 'update',
    when: 'coalesce(old.reorder_point, -1) <> coalesce(new.reorder_point, -1)',
    statements: `${TAKE_STORES}
      update stock_of_variations set reorder_point = coalesce(new.reorder_point, ${SOLD_OUT})
        where known > 0
          and product_variation_id in (select variation.id from products product
            join product_variations variation on variation.product_id = product.id
            where product.product_type_id = new.id and product.status = 'active' and variation.is_active = 1)
          and not exists (select 1 from reorder_points own
            where own.product_variation_id = stock_of_variations.product_variation_id
              and own.store_id = stock_of_variations.store_id);`,
  },
];

const pointStatements = (row: 'new' | 'old') => `
  insert into stock_of_stores (store_id, units, low, out) values (${row}.store_id, 0, 0, 0)
    on conflict do nothing;
  update stock_of_stores set low = low where store_id = ${row}.store_id;
  insert into stock_of_variations (store_id, product_variation_id, units, known)
    values (${row}.store_id, ${row}.product_variation_id, 0, 0) on conflict do nothing;
  update stock_of_variations set reorder_point = ${KEPT_POINT}
    where store_id = ${row}.store_id and product_variation_id = ${row}.product_variation_id;`;

const pointTriggers: readonly Trigger[] = [
  { name: 'point_set', event: 'insert' as const, statements: pointStatements('new') },
  { name: 'point_changed', event: 'update' as const, statements: pointStatements('new') },
  { name: 'point_taken_away', event: 'delete' as const, statements: pointStatements('old') },
].map((trigger) => ({ ...trigger, table: 'reorder_points' }));

export const lowStockTriggers: readonly Trigger[] = [...lowTriggers, ...goodsTriggers, ...pointTriggers];
