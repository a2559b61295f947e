import { sql } from 'kysely';
import type { Reader } from '../../db/access.ts';
import { selectUnits, type UnitRow } from './inventory.repository.ts';

// What stands in a store, however much of it there is: of each variation a bounded number of rows is read.

type Asked = { storeId: number; now: number; limit: number };

/** Above every id. */
const LAST_ID = 2_147_483_647;

/** The ids of the first units of each variation that nobody holds, and of all that somebody holds or held. */
function firstIds(reader: Reader, variationIds: readonly number[], { storeId, limit }: Asked) {
  const bounded = reader
    .selectFrom('product_variations as variation')
    .select((eb) => [
      'variation.id',
      // Where the first ones end: a look into the index. Numbering all of them would read every one.
      eb.fn
        .coalesce(
          eb
            .selectFrom('inventory_items as unit')
            .select('unit.id')
            .whereRef('unit.product_variation_id', '=', 'variation.id')
            .where('unit.store_id', '=', storeId)
            .where('unit.status', '=', 'available')
            .orderBy('unit.id')
            .limit(1)
            .offset(limit - 1),
          sql<number>`${sql.lit(LAST_ID)}`,
        )
        .as('last'),
    ])
    .where('variation.id', 'in', variationIds);
  const free = reader
    .selectFrom(bounded.as('variation'))
    .innerJoin('inventory_items as unit', 'unit.product_variation_id', 'variation.id')
    .select('unit.id')
    .where('unit.store_id', '=', storeId)
    .where('unit.status', '=', 'available')
    .whereRef('unit.id', '<=', 'variation.last');
  const held = reader
    .selectFrom('inventory_items as unit')
    .select('unit.id')
    .where('unit.product_variation_id', 'in', variationIds)
    .where('unit.store_id', '=', storeId)
    .where('unit.status', '=', 'locked');
  return free.unionAll(held);
}

/** At most `limit` units of each variation that stand in a store, sellable ones first. */
export async function findUnitsInStore(
  reader: Reader,
  variationIds: readonly number[],
  asked: Asked,
): Promise<UnitRow[]> {
  if (variationIds.length === 0) return [];
  const rows = await selectUnits(reader)
    .where('item.id', 'in', firstIds(reader, variationIds, asked))
    .orderBy('item.id')
    .execute();
  const isHeld = (unit: UnitRow) => unit.status === 'locked' && (unit.lock_expires_at ?? 0) > asked.now;
  const ofVariations = Map.groupBy(rows, (unit) => unit.product_variation_id);
  return [...ofVariations.values()].flatMap((units) =>
    [...units.filter((unit) => !isHeld(unit)), ...units.filter(isHeld)].slice(0, asked.limit),
  );
}

/** How many units of each variation a store can sell now: what stands there less what is held; a lapsed hold is none. */
export async function countSellable(
  reader: Reader,
  variationIds: readonly number[],
  { storeId, now }: Asked,
): Promise<Map<number, number>> {
  if (variationIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('stock_of_variations as stock')
    .select((eb) => [
      'stock.product_variation_id as id',
      'stock.units',
      eb
        .selectFrom('inventory_items as unit')
        .select(sql<number>`cast(count(*) as integer)`.as('held'))
        .whereRef('unit.product_variation_id', '=', 'stock.product_variation_id')
        .where('unit.store_id', '=', storeId)
        .where('unit.status', '=', 'locked')
        .where('unit.lock_expires_at', '>', now)
        .as('held'),
    ])
    .where('stock.product_variation_id', 'in', variationIds)
    .where('stock.store_id', '=', storeId)
    .where('stock.units', '>', 0)
    .execute();
  return new Map(rows.map(({ id, units, held }) => [id, units - (held ?? 0)]));
}
