import type { Kysely } from 'kysely';
import { isHidden, MOVED, SOLD_OR_BACK, STANDING, unitTriggers } from './first-schema/stock.ts';
import { addColumns, runSql } from './sql.ts';
import { addTriggers, dropTriggers, type Trigger } from './triggers.ts';

/** Returns the condition that one of some columns changed. */
export const differs = (columns: readonly string[]) =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

const ALTERED = differs([
  'serial_number',
  'imei',
  'imei2',
  'qr_code',
  'category',
  'condition_rating',
  'own_price',
  'own_minimum_price',
]);

const PRICES = ['', 'used_', 'refurbished_'].flatMap((category) =>
  ['retail', 'member', 'wholesale', 'minimum'].map((name) => `${category}${name}_price`),
);

/** Notes the variations that a query selects by its condition as changed in the next version of the goods. */
export const goodsChanged = (condition: string) => `
  update goods_version set version = version + 1;
  insert into goods_changes (product_variation_id, changed)
    select id, (select version from goods_version) from product_variations where ${condition}
    on conflict (product_variation_id) do update set changed = excluded.changed;`;

const triggers: readonly Trigger[] = [
  ...unitTriggers('versioned'),
  {
    name: 'unit_altered',
    table: 'inventory_items',
    event: 'update',
    when: `(${ALTERED}) and new.status in ${STANDING} and not (${MOVED}) and not (${SOLD_OR_BACK}) and not (${isHidden('new')})`,
    statements: `
      update stock_of_stores set version = version + 1 where store_id = new.store_id;
      update stock_of_variations set changed = (select version from stock_of_stores where store_id = new.store_id)
        where store_id = new.store_id and product_variation_id = new.product_variation_id;`,
  },
  {
    name: 'variation_altered',
    table: 'product_variations',
    event: 'update',
    when: differs(['product_id', 'name', 'barcode', 'is_active', ...PRICES]),
    statements: goodsChanged('id = new.id'),
  },
  {
    name: 'product_altered',
    table: 'products',
    event: 'update',
    when: differs(['name']),
    statements: goodsChanged('product_id = new.id'),
  },
];

/**
 * Versions of what stands in a store for sale, so that tills can follow it: each change of a store's stock is the next
 * version of it, and its variation keeps which one; changes of products and variations have versions of their own, for
 * the whole chain. Writers of the same store commit in the order of its versions: they lock its row first.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'stock_of_stores', ['version bigint not null default 0']);
  await addColumns(database, 'stock_of_variations', ['changed bigint not null default 0']);
  await addColumns(database, 'data_version', ['epoch bigint not null default 0']);
  await runSql(
    database,
    `create index stock_changes on stock_of_variations(store_id, changed, product_variation_id);
     create table goods_version (id integer primary key, version bigint not null);
     insert into goods_version (id, version) values (1, 0);
     create table goods_changes (product_variation_id integer primary key, changed bigint not null);
     create index goods_in_order on goods_changes(changed, product_variation_id);
     update data_version set epoch = ${Date.now()}`,
  );
  await dropTriggers(database, unitTriggers('unversioned'));
  await addTriggers(database, triggers);
}
