import { sql } from 'kysely';
import { categoryPriceNames } from '#domain/pricing.ts';
import type { Reader } from '../../db/access.ts';
import { compiledRow, compiledRows } from '../../db/compiled-query.ts';

/** A place in the order of changes: behind this variation's change in this version. */
export type ChangePlace = { version: number; variationId: number };

/** The versions of a store's stock and of the chain's goods now, and the epoch of the data. */
export const findVersions = compiledRow((reader: Reader, storeId: number) =>
  reader
    .selectFrom('goods_version')
    .innerJoin('data_version', (join) => join.onTrue())
    .select((eb) => [
      'goods_version.version as goods',
      'data_version.epoch',
      eb.fn
        .coalesce(
          eb.selectFrom('stock_of_stores').select('version').where('store_id', '=', storeId),
          sql<number>`0`,
        )
        .as('stock'),
    ]),
);

/** Finds the next variations whose units changed in a store, in order; those without units only after a version. */
export const findStockChanges = compiledRows(
  (
    reader: Reader,
    storeId: number,
    { after, emptyAfter, limit }: { after: ChangePlace; emptyAfter: number; limit: number },
  ) =>
    reader
      .selectFrom('stock_of_variations')
      .select(['product_variation_id as id', 'changed as version', 'units'])
      .where('store_id', '=', storeId)
      .where(sql<boolean>`(changed, product_variation_id) > (${after.version}, ${after.variationId})`)
      .where((eb) => eb.or([eb('units', '>', 0), eb('changed', '>', emptyAfter)]))
      .orderBy('changed')
      .orderBy('product_variation_id')
      .limit(limit),
);

/** Finds the next variations in stock in a store whose name, barcode or prices changed, in order. */
export const findGoodsChanges = compiledRows(
  (reader: Reader, storeId: number, { after, limit }: { after: ChangePlace; limit: number }) =>
    reader
      .selectFrom('goods_changes as change')
      .innerJoin('stock_of_variations as stock', (join) =>
        join
          .onRef('stock.product_variation_id', '=', 'change.product_variation_id')
          .on('stock.store_id', '=', storeId),
      )
      .select(['change.product_variation_id as id', 'change.changed as version', 'stock.units'])
      .where(
        sql<boolean>`(change.changed, change.product_variation_id) > (${after.version}, ${after.variationId})`,
      )
      .where('stock.units', '>', 0)
      .orderBy('change.changed')
      .orderBy('change.product_variation_id')
      .limit(limit),
);

/** Finds variations with their product's name and warranty, and all their prices. */
export const findVariations = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select([
      'variation.id',
      'variation.product_id',
      'variation.name',
      'variation.barcode',
      'variation.is_active',
      'variation.retail_price',
      'variation.member_price',
      'variation.wholesale_price',
      'variation.minimum_price',
      ...categoryPriceNames.map((name) => `variation.${name}` as const),
      'product.name as product_name',
      ...(['warranty_months', 'warranty_months_used'] as const).map((months) =>
        sql<number>`coalesce(${sql.ref(`product.${months}`)}, ${sql.ref(`type.${months}`)}, 0)`.as(months),
      ),
    ])
    .where('variation.id', 'in', ids)
    .execute();

/** Finds the units of variations that stand in a store for sale, held ones too, by id. */
export async function findUnits(reader: Reader, variationIds: readonly number[], storeId: number) {
  const unitsThat = (status: 'available' | 'locked') =>
    reader
      .selectFrom('inventory_items')
      .select([
        'id',
        'product_variation_id',
        'serial_number',
        'imei',
        'imei2',
        'qr_code',
        'category',
        'condition_rating',
        'own_price',
        'own_minimum_price',
      ])
      .where('product_variation_id', 'in', variationIds)
      .where('store_id', '=', storeId)
      // Literal, for the partial indexes of free and held units.
      .where('status', '=', sql.lit(status));
  return unitsThat('available').unionAll(unitsThat('locked')).orderBy('id').execute();
}

/** Finds the units of a store that somebody holds. */
export const findHolds = compiledRows((reader: Reader, storeId: number, now: number) =>
  reader
    .selectFrom('inventory_items as unit')
    .innerJoin('staff', 'staff.id', 'unit.locked_by_id')
    .leftJoin('transactions as draft', (join) =>
      join.onRef('draft.id', '=', 'unit.locked_for_draft').on('unit.till_lock_until', 'is not', null),
    )
    .select([
      'unit.id as inventory_item_id',
      'staff.name as locked_by',
      'unit.lock_expires_at as until',
      'draft.draft_number as reserved_for',
    ])
    .where('unit.status', '=', sql.lit('locked'))
    .where('unit.store_id', '=', storeId)
    .where('unit.lock_expires_at', '>', now),
);
