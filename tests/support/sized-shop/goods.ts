import type { Insertable } from 'kysely';
import { searchKey, unitText } from '#domain/search-key.ts';
import { DAY } from '#domain/store-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { demoCatalogue, type DemoProduct } from '#server/demo/catalogue.ts';
import type { Ids } from '#server/demo/demo-cart.ts';
import type { FilledVariation } from '#server/demo/fill-catalogue.ts';
import type { MakeUnit } from '#server/demo/fill-stock.ts';
import type { FilledStore } from '#server/demo/fill-stores.ts';
import type { SupplierOf } from '#server/demo/fill-suppliers.ts';
import { demoImei, demoSerial, type SeededRandom } from '#server/demo/random.ts';
import { imeiRowsOf } from '#server/modules/units/units.public.ts';
import type { BulkWriter } from './bulk-writer.ts';
import type { Counts } from './sizes.ts';

/** Names of series: the same phone of another series is another product. */
const SERIES = 'Aurora Bayani Coral Dalisay Ember Falcon Galing Horizon Indigo Jade Kidlat Luna'.split(' ');

/** Returns the demo shop's goods, and enough of other series to reach this many variations. */
export function catalogueOf(variations: number): DemoProduct[] {
  const products = [...demoCatalogue];
  let count = products.reduce((sum, product) => sum + product.variations.length, 0);
  for (let no = 0; count < variations; no += 1) {
    const model = demoCatalogue[no % demoCatalogue.length];
    if (!model) throw new Error('The demo shop sells nothing');
    const round = Math.floor(no / demoCatalogue.length) + 1;
    const series = `${SERIES[round % SERIES.length]} ${round}`;
    const kept = model.variations.slice(0, variations - count);
    const sku = `${model.sku}-${searchKey(series).replaceAll(' ', '').toUpperCase()}`;
    products.push({ ...model, name: `${model.name} ${series}`, sku, variations: kept });
    count += kept.length;
  }
  return products;
}

const SECOND_HAND = 0.04;

/** Makes units with codes of their own. */
export function stockMaker(ids: Ids, random: SeededRandom, supplierOf: SupplierOf): MakeUnit {
  const made = { imei: 0, serial: 0 };
  return (variation, store_id, status, created_at) => {
    const isIdentified = variation.identified !== 'none';
    const isSecondHand = isIdentified && random.chance(SECOND_HAND);
    return {
      id: ids.nextId(),
      product_variation_id: variation.id,
      store_id,
      status,
      category: isSecondHand ? random.pick(['used', 'refurbished'] as const) : 'new',
      condition_rating: isSecondHand ? random.integer(3, 5) : null,
      imei: variation.identified === 'imei' ? demoImei((made.imei += 1)) : null,
      serial_number: isIdentified ? demoSerial((made.serial += 1), variation.manufacturer) : null,
      qr_code: null,
      purchase_cost: variation.cost,
      supplier_id: isSecondHand ? null : supplierOf(variation.manufacturer),
      created_at,
    };
  };
}

/** Inserts units with their search codes. */
export async function writeUnits(
  writer: BulkWriter,
  units: readonly Insertable<Tables['inventory_items']>[],
) {
  await writer.insert(
    'inventory_items',
    units.map((unit) => ({ ...unit, sold_at: unit.status === 'sold' ? unit.created_at : null })),
  );
  await writer.insert('unit_imeis', units.flatMap(imeiRowsOf));
  await writer.insert(
    'unit_codes',
    units.map((unit) => ({ rowid: unit.id, code_text: unitText(unit) })),
  );
}

type World = {
  stores: readonly FilledStore[];
  variations: readonly FilledVariation[];
  stock: MakeUnit;
  random: SeededRandom;
  now: number;
};

/** True for goods bought in large numbers: cables and cases. */
export const isSmall = (variation: FilledVariation) => variation.identified === 'none';

/** Fills the stock: very many of one cable in the first store, a few of everything else here and there. */
export async function fillStock(
  writer: BulkWriter,
  { stores, variations, stock, random, now }: World,
  counts: Counts,
): Promise<void> {
  const [first] = stores;
  const small = variations.filter(isSmall);
  const [cable] = small;
  if (!first || !cable) throw new Error('There is no store, or no cable');
  let left = counts.stock;
  const put = async (variation: FilledVariation, store: FilledStore, wanted: number) => {
    const count = Math.min(left, wanted);
    left -= count;
    const arrived = now - random.integer(1, 90) * DAY;
    const units = Array.from({ length: count }, () => stock(variation, store.id, 'available', arrived));
    await writeUnits(writer, units);
  };
  await put(cable, first, counts.alike);
  for (const variation of variations) {
    await put(variation, random.pick(stores), random.integer(0, isSmall(variation) ? 8 : 3));
  }
  while (left > 0) await put(random.pick(small), random.pick(stores), random.integer(1, 60));
}
