import { unit, productVariation, type Unit, type ProductVariation } from '#contract/shapes.ts';
import { toShape } from '../../http/to-shape.ts';
import type { UnitRow } from './units.repository.ts';

/** Presents a unit for the till; a lapsed hold shows as available. */
export function presentUnit(row: UnitRow, now: number): Unit {
  const isHeld = row.status === 'locked' && (row.lock_expires_at ?? 0) > now;
  return toShape(unit, row, {
    status: row.status === 'locked' && !isHeld ? 'available' : row.status,
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
