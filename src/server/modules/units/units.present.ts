import { unit, productVariation, type Unit, type ProductVariation } from '#contract/shapes.ts';
import { pricesOfUnit } from '#domain/pricing.ts';
import type { UnitStatus } from '#domain/transactions.ts';
import { toShape } from '../../http/to-shape.ts';
import type { UnitRow } from './units.repository.ts';

type Hold = Pick<UnitRow, 'status' | 'lock_expires_at' | 'till_lock_until'>;

/** Returns a unit's status: a hold that has lapsed is none, and one for a draft's payments reserves it. */
export function statusNow({ status, lock_expires_at, till_lock_until }: Hold, now: number): UnitStatus {
  if (status !== 'locked') return status;
  if ((lock_expires_at ?? 0) <= now) return 'available';
  return till_lock_until === null ? 'locked' : 'reserved';
}

/** True if a unit is in a cart, or reserved for one. */
export const isHeldNow = (row: Hold, now: number): boolean =>
  ['locked', 'reserved'].includes(statusNow(row, now));

/** Presents a unit for the till; a lapsed hold shows as available. */
export function presentUnit(row: UnitRow, now: number): Unit {
  const isHeld = isHeldNow(row, now);
  return toShape(unit, row, {
    prices: pricesOfUnit(row),
    status: statusNow(row, now),
    locked_at: isHeld ? row.locked_at : null,
    locked_by_id: isHeld ? row.locked_by_id : null,
    locked_by: isHeld ? row.locked_by : null,
    locked_until: isHeld ? row.lock_expires_at : null,
  });
}

export const presentVariation = (unit: UnitRow): ProductVariation =>
  toShape(productVariation, unit, {
    id: unit.product_variation_id,
    name: unit.variation_name,
    image_url: unit.image_url ?? unit.product_image_url,
    product: { id: unit.product_id, name: unit.product_name, sku: unit.sku },
  });
