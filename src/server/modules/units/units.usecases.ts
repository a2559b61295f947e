import { ApiError } from '#contract/errors.ts';
import type { CatalogueVariation, Lock } from '#contract/pos.ts';
import type { Unit } from '#contract/shapes.ts';
import { pricesOfUnit } from '#domain/pricing.ts';
import { conditionText } from '#domain/units.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { holdFor, type Holder, unavailableUnits } from './holds.usecases.ts';
import * as stock from './stock.repository.ts';
import { presentUnit, presentVariation } from './units.present.ts';
import * as holds from './holds.repository.ts';
import * as units from './units.repository.ts';

type Hold = ReturnType<typeof holdFor>;

const lockOf = (row: units.UnitRow, { token, expiresAt, now }: Hold): Lock => ({
  inventoryItem: presentUnit(row, now),
  productVariation: presentVariation(row),
  lockToken: token,
  expires_at: expiresAt,
});

/** Returns the refusal of a used or refurbished unit without a price. */
export const priceMissing = (unit: units.UnitRow): ApiError =>
  new ApiError('price_missing', {
    message: `${unit.product_name} ${unit.variation_name} (${conditionText(unit)}) has no price yet`,
    details: { inventory_item_ids: [unit.id] },
  });

/** Locks a unit that was found; 409 `item_unavailable` names the holder, `price_missing` for one without a price. */
export async function lockFound(
  writer: Writer,
  unit: units.UnitRow,
  holder: Holder & { paidForToo?: boolean },
): Promise<Lock> {
  if (!pricesOfUnit(unit)) throw priceMissing(unit);
  const hold = holdFor(holder);
  const locked = await holds.lockOne(writer, { ...hold, unitId: unit.id });
  if (!locked) throw await unavailableUnits(writer, [unit.id], holder);
  return lockOf({ ...unit, ...locked, locked_by: holder.session.staff.name }, hold);
}

/**
 * Locks one unit that a manager lets go although it was paid for on a draft whose hold has ended; the money stands there.
 * Otherwise as `lockUnit`.
 */
export async function lockPaidFor(
  writer: Writer,
  unitId: number,
  { allowed, ...holder }: Allowed,
): Promise<Lock> {
  const [, unit] = await Promise.all([allowed, units.findUnit(writer, unitId, holder.storeId)]);
  if (!unit) throw new ApiError('code_not_found');
  return lockFound(writer, unit, { ...holder, paidForToo: true });
}

/** `allowed` is read beside what a lock needs; where it refuses, nothing stays locked. */
type Allowed = Holder & { allowed: Promise<unknown> };

/** Locks one unit; 404 for one that is not in the store, else as `lockFound`. */
export async function lockUnit(
  writer: Writer,
  unitId: number,
  { allowed, ...holder }: Allowed,
): Promise<Lock> {
  const [, unit] = await Promise.all([allowed, units.findUnit(writer, unitId, holder.storeId)]);
  if (!unit) throw new ApiError('code_not_found');
  return lockFound(writer, unit, holder);
}

/**
 * Picks and locks one free new unit of a variation; 409 `out_of_stock` if there is none, `item_unavailable` if those that
 * are left were paid for on drafts.
 */
export async function lockNext(
  writer: Writer,
  variationId: number,
  { allowed, ...holder }: Allowed,
): Promise<Lock> {
  for (;;) {
    const hold = holdFor(holder);
    const [, locked, product] = await Promise.all([
      allowed,
      holds.lockNextFree(writer, { ...hold, variationId }),
      units.findProductOf(writer, variationId),
    ]);
    if (locked && product)
      return lockOf({ ...product, ...locked, locked_by: holder.session.staff.name }, hold);
    // Another till may have taken the next one meanwhile.
    const wanted = { variationId, storeId: holder.storeId, now: holder.now };
    if (await units.findNextFree(writer, { ...wanted, paidForToo: false })) continue;
    const paidFor = await units.findNextFree(writer, { ...wanted, paidForToo: true });
    throw paidFor ? await unavailableUnits(writer, [paidFor.id], holder) : new ApiError('out_of_stock');
  }
}

/** Frees a unit that is in no draft yet; does nothing to one that another sign-in holds. */
export async function unlockUnit(
  writer: Writer,
  unitId: number,
  { session, storeId }: Holder,
): Promise<void> {
  await holds.unlockUnit(writer, unitId, storeId, session.id);
}

type AtStore = { storeId: number; now: number };

/** The stock of a variation for the till's card. */
export type Stock = Pick<
  CatalogueVariation,
  'availableQuantity' | 'not_new_quantity' | 'inventory_items_count' | 'is_identified' | 'held'
>;

export const NO_STOCK: Stock = {
  availableQuantity: 0,
  not_new_quantity: 0,
  inventory_items_count: 0,
  is_identified: false,
  held: null,
};

/** Returns the stock of some variations at a store, by variation. */
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
    inStock.map(({ id, free, notNew, units: count, isIdentified }) => {
      const [first] = held.get(id) ?? [];
      const holder = first ? { locked_by: first.locked_by, locked_until: first.lock_expires_at } : null;
      const counts = { availableQuantity: free, not_new_quantity: notNew, inventory_items_count: count };
      return [id, { ...counts, is_identified: isIdentified, held: holder }];
    }),
  );
}

/** Returns up to `limit` units of each of some variations at a store, by variation. */
export async function unitsOf(
  reader: Reader,
  variationIds: readonly number[],
  { storeId, now, limit }: AtStore & { limit: number },
): Promise<Map<number, Unit[]>> {
  const rows = await stock.findUnitsInStore(reader, variationIds, { storeId, now, limit });
  const byVariation = Map.groupBy(rows, (row) => row.product_variation_id);
  return new Map([...byVariation].map(([id, units]) => [id, units.map((unit) => presentUnit(unit, now))]));
}
