import {
  inventoryItem,
  productVariation,
  type InventoryItem,
  type ProductVariation,
} from '#contract/shapes.ts';
import { toShape } from '../../http/to-shape.ts';
import type { UnitRow } from './inventory.repository.ts';

/** A unit as the till sees it; a hold that has lapsed shows as available. */
export function presentUnit(unit: UnitRow, now: number): InventoryItem {
  const isHeld = unit.status === 'locked' && (unit.lock_expires_at ?? 0) > now;
  return toShape(inventoryItem, unit, {
    status: unit.status === 'locked' && !isHeld ? 'available' : unit.status,
    locked_at: isHeld ? unit.locked_at : null,
    locked_by_id: isHeld ? unit.locked_by_id : null,
    locked_by: isHeld ? unit.locked_by : null,
    locked_until: isHeld ? unit.lock_expires_at : null,
  });
}

export const presentVariation = (unit: UnitRow): ProductVariation =>
  toShape(productVariation, unit, {
    id: unit.product_variation_id,
    name: unit.variation_name,
    image_url: unit.image_url ?? unit.product_image_url,
    product: { id: unit.product_id, name: unit.product_name, sku: unit.sku },
  });
