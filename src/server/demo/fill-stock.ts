import type { Insertable } from 'kysely';
import { applyRate } from '#domain/money.ts';
import { DAY } from '#domain/store-time.ts';
import type { Writer } from '../db/access.ts';
import type { Tables } from '../db/tables.ts';
import { insertUnits } from '../modules/units/units.public.ts';
import type { FilledVariation } from './fill-catalogue.ts';
import type { FilledStore } from './fill-stores.ts';
import type { SupplierOf } from './fill-suppliers.ts';
import { demoImei, demoSerial, type SeededRandom } from './random.ts';

export type MakeUnit = (
  variation: FilledVariation,
  storeId: number,
  status: 'available' | 'sold',
  created_at: number,
) => Insertable<Tables['inventory_items']>;

/** Share of the stocked variations with used or refurbished units, for goods with numbers. */
const SECOND_HAND = 0.04;
/** What such a unit cost, of the cost of a new one, in basis points. */
const SECOND_HAND_COST = 7500;

/** The number at which second IMEIs start; a third of the phones have none. */
const SECOND_IMEIS = 500_000;

/** Makes units one after another, each with its own IMEI or serial number if its product type has one. */
function unitMaker(writer: Writer, random: SeededRandom, supplierOf: SupplierOf): MakeUnit {
  let made = 0;
  return (variation, store_id, status, created_at) => {
    made += 1;
    const isIdentified = variation.identified !== 'none';
    const isSecondHand = isIdentified && random.chance(SECOND_HAND);
    return {
      id: writer.nextId(),
      product_variation_id: variation.id,
      store_id,
      status,
      category: isSecondHand ? random.pick(['used', 'refurbished'] as const) : 'new',
      condition_rating: isSecondHand ? random.integer(3, 5) : null,
      imei: variation.identified === 'imei' ? demoImei(made) : null,
      imei2: variation.identified === 'imei' && made % 3 !== 0 ? demoImei(SECOND_IMEIS + made) : null,
      serial_number: isIdentified ? demoSerial(made, variation.manufacturer) : null,
      purchase_cost: isSecondHand ? applyRate(variation.cost, SECOND_HAND_COST) : variation.cost,
      // Used units were traded in by customers.
      supplier_id: isSecondHand ? null : supplierOf(variation.manufacturer),
      created_at,
    };
  };
}

/** Returns the number of units of a variation in a store today. */
function unitsOf(variation: FilledVariation, store: FilledStore, random: SeededRandom): number {
  if (variation.identified === 'none')
    return random.chance(0.6) ? random.integer(2, 5 * variation.popularity) : 0;
  const chances = { 1: 0.3, 2: 0.45, 3: 0.75 } as const;
  if (!random.chance(chances[variation.popularity])) return 0;
  return random.integer(1, store.warehouse ? 3 : 1 + variation.popularity);
}

export async function fillStock(
  writer: Writer,
  input: {
    stores: FilledStore[];
    variations: FilledVariation[];
    supplierOf: SupplierOf;
    random: SeededRandom;
    now: number;
  },
): Promise<MakeUnit> {
  const { stores, variations, supplierOf, random, now } = input;
  const makeUnit = unitMaker(writer, random, supplierOf);
  const units = stores.flatMap((store) =>
    variations.flatMap((variation) =>
      Array.from({ length: unitsOf(variation, store, random) }, () =>
        makeUnit(variation, store.id, 'available', now - random.integer(1, 90) * DAY),
      ),
    ),
  );
  await insertUnits(writer, units);
  return makeUnit;
}
