import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../db/access.ts';
import { compiledRows } from '../../db/compiled-query.ts';
import { selectUnits, turnOf, type UnitRow } from './units.repository.ts';

// Stock of a store, whatever its size: a bounded number of rows is read for each variation.

type Asked = { storeId: number; now: number; limit: number };

/** Above every id. */
const LAST_ID = 2_147_483_647;

/** Selects the first free units of each variation; new ones (turn 0) and others (1) are ordered separately. */
function freeIds(reader: Reader, turn: number, variationIds: readonly number[], { storeId, limit }: Asked) {
  const bounded = reader
    .selectFrom('product_variations as variation')
    .select((eb) => [
      'variation.id',
      // The last of the first ones, by an index lookup: numbering the units would read them all.
      eb.fn
        .coalesce(
          eb
            .selectFrom('inventory_items as unit')
            .select('unit.id')
            .whereRef('unit.product_variation_id', '=', 'variation.id')
            .where('unit.store_id', '=', storeId)
            .where('unit.status', '=', sql.lit('available'))
            .where(turnOf('unit'), '=', sql.lit(turn))
            .orderBy('unit.id')
            .limit(1)
            .offset(limit - 1),
          sql<number>`${sql.lit(LAST_ID)}`,
        )
        .as('last'),
    ])
    .where('variation.id', 'in', variationIds);
  return reader
    .selectFrom(bounded.as('variation'))
    .innerJoin('inventory_items as unit', 'unit.product_variation_id', 'variation.id')
    .select('unit.id')
    .where('unit.store_id', '=', storeId)
    .where('unit.status', '=', sql.lit('available'))
    .where(turnOf('unit'), '=', sql.lit(turn))
    .whereRef('unit.id', '<=', 'variation.last');
}

/** Selects the first free units of each variation, and all that are or were held. */
function firstIds(reader: Reader, variationIds: readonly number[], asked: Asked) {
  const held = reader
    .selectFrom('inventory_items as unit')
    .select('unit.id')
    .where('unit.product_variation_id', 'in', variationIds)
    .where('unit.store_id', '=', asked.storeId)
    .where('unit.status', '=', sql.lit('locked'));
  return held
    .unionAll(freeIds(reader, 0, variationIds, asked))
    .unionAll(freeIds(reader, 1, variationIds, asked));
}

/** Finds at most `limit` units of each variation in a store, sellable ones first. */
export async function findUnitsInStore(
  reader: Reader,
  variationIds: readonly number[],
  asked: Asked,
): Promise<UnitRow[]> {
  if (variationIds.length === 0) return [];
  const rows = await selectUnits(reader)
    .where('unit.id', 'in', firstIds(reader, variationIds, asked))
    .orderBy('unit.id')
    .execute();
  const isHeld = (unit: UnitRow) => unit.status === 'locked' && (unit.lock_expires_at ?? 0) > asked.now;
  const ofVariations = Map.groupBy(rows, (unit) => unit.product_variation_id);
  return [...ofVariations.values()].flatMap((units) =>
    [...units.filter((unit) => !isHeld(unit)), ...units.filter(isHeld)].slice(0, asked.limit),
  );
}

type AtStore = { storeId: number; now: number };

/** The number of units, free and held each, that are checked for codes of their own. */
const LOOKED_AT = 20;

const carriesCode = (storeId: number, status: 'available' | 'locked') => sql<boolean>`exists (select 1 from (
    select imei, serial_number from inventory_items as unit
    where unit.product_variation_id = stock.product_variation_id and unit.store_id = ${storeId}
      and unit.status = ${sql.lit(status)}
    order by ${turnOf('unit')}, unit.id limit ${sql.lit(LOOKED_AT)}) as looked_at
  where imei is not null or serial_number is not null)`;

/** Counts used and refurbished units; worded like the index of the order of sale. */
const countNotNew = (storeId: number, isIts: RawBuilder<unknown>) => sql<number>`(
  select count(*) from inventory_items as unit
  where unit.product_variation_id = stock.product_variation_id and unit.store_id = ${storeId}
    and ${turnOf('unit')} = 1 and ${isIts})`;

const inStock = compiledRows((reader: Reader, variationIds: readonly number[], { storeId, now }: AtStore) =>
  reader
    .selectFrom('stock_of_variations as stock')
    .select((eb) => [
      'stock.product_variation_id as id',
      'stock.units',
      eb
        .selectFrom('inventory_items as unit')
        .select(sql<number>`cast(count(*) as integer)`.as('held'))
        .whereRef('unit.product_variation_id', '=', 'stock.product_variation_id')
        .where('unit.store_id', '=', storeId)
        .where('unit.status', '=', sql.lit('locked'))
        .where('unit.lock_expires_at', '>', now)
        .as('held'),
      sql<number>`cast(${countNotNew(storeId, sql`status = 'available'`)}
        + ${countNotNew(storeId, sql`status = 'locked' and lock_expires_at <= ${now}`)} as integer)`.as(
        'not_new',
      ),
      sql<number>`case when ${carriesCode(storeId, 'available')} or ${carriesCode(storeId, 'locked')}
        then 1 else 0 end`.as('identified'),
    ])
    .where('stock.product_variation_id', 'in', variationIds)
    .where('stock.store_id', '=', storeId)
    .where('stock.units', '>', 0),
);

export type StockRow = {
  id: number;
  /** Units in stock, held ones too. */
  units: number;
  /** Units for sale now: stock minus held units; lapsed holds do not count. */
  free: number;
  /** Used and refurbished ones among the free ones. */
  notNew: number;
  /** True if a unit carries an IMEI or a serial number. */
  isIdentified: boolean;
};

/** Counts some variations' units in stock at a store; no row for a variation with none. */
export async function countUnits(
  reader: Reader,
  variationIds: readonly number[],
  at: AtStore,
): Promise<StockRow[]> {
  if (variationIds.length === 0) return [];
  const rows = await inStock(reader, variationIds, at);
  return rows.map(({ id, units, held, not_new, identified }) => ({
    id,
    units,
    free: units - (held ?? 0),
    notNew: not_new ?? 0,
    isIdentified: identified === 1,
  }));
}

const heldUnits = compiledRows((reader: Reader, variationIds: readonly number[], { storeId, now }: AtStore) =>
  reader
    .selectFrom('inventory_items as unit')
    .leftJoin('staff as holder', 'holder.id', 'unit.locked_by_id')
    .select(['unit.product_variation_id', 'holder.name as locked_by', 'unit.lock_expires_at'])
    .where('unit.product_variation_id', 'in', variationIds)
    .where('unit.store_id', '=', storeId)
    .where('unit.status', '=', sql.lit('locked'))
    .where('unit.lock_expires_at', '>', now)
    .orderBy('unit.id'),
);

/** Finds the held units of some variations in a store with their holders, oldest record first. */
export async function findHeld(reader: Reader, variationIds: readonly number[], at: AtStore) {
  return variationIds.length === 0 ? [] : heldUnits(reader, variationIds, at);
}
