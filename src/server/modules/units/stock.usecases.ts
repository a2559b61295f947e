import type { CatalogueVariation } from '#contract/pos.ts';
import type { Unit } from '#contract/shapes.ts';
import type { Reader } from '../../db/access.ts';
import { presentUnit } from './units.present.ts';
import * as stock from './stock.repository.ts';

type AtStore = { storeId: number; now: number };

/** What a till's card says of the stock of a variation. */
export type Stock = Pick<CatalogueVariation, 'availableQuantity' | 'is_identified' | 'held'>;

export const NO_STOCK: Stock = { availableQuantity: 0, is_identified: false, held: null };

/** What stands of some variations at a store, by variation. */
export async function stockOf(
  reader: Reader,
  variationIds: readonly number[],
  { storeId, now }: AtStore,
): Promise<Map<number, Stock>> {
  const at = { storeId, now };
  const inStock = await stock.countUnits(reader, variationIds, at);
  const without = inStock.filter(({ free }) => free === 0).map(({ id }) => id);
  const held = Map.groupBy(await stock.findHeld(reader, without, at), (unit) => unit.product_variation_id);
  return new Map(
    inStock.map(({ id, free, isIdentified }) => {
      const [first] = held.get(id) ?? [];
      const holder = first ? { locked_by: first.locked_by, locked_until: first.lock_expires_at } : null;
      return [id, { availableQuantity: free, is_identified: isIdentified, held: holder }];
    }),
  );
}

/** Up to `limit` units of each of some variations at a store, by variation. */
export async function unitsOf(
  reader: Reader,
  variationIds: readonly number[],
  { storeId, now, limit }: AtStore & { limit: number },
): Promise<Map<number, Unit[]>> {
  const rows = await stock.findUnitsInStore(reader, variationIds, { storeId, now, limit });
  const byVariation = Map.groupBy(rows, (row) => row.product_variation_id);
  return new Map([...byVariation].map(([id, units]) => [id, units.map((unit) => presentUnit(unit, now))]));
}
