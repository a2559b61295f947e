import type { InventoryItem, ProductVariation } from '#contract/shapes.ts';
import type { UnitRow } from './inventory.repository.ts';

/** A unit as the till sees it; a hold that has lapsed shows as available. */
export function presentUnit(unit: UnitRow, now: number): InventoryItem {
  const isHeld = unit.status === 'locked' && (unit.lock_expires_at ?? 0) > now;
  return {
    id: unit.id,
    serial_number: unit.serial_number,
    imei: unit.imei,
    imei2: unit.imei2,
    qr_code: unit.qr_code,
    category: unit.category,
    condition_rating: unit.condition_rating,
    store_id: unit.store_id,
    status: unit.status === 'locked' && !isHeld ? 'available' : unit.status,
    locked_at: isHeld ? unit.locked_at : null,
    locked_by_id: isHeld ? unit.locked_by_id : null,
    locked_by: isHeld ? unit.locked_by : null,
    locked_until: isHeld ? unit.lock_expires_at : null,
  };
}

export function presentVariation(unit: UnitRow): ProductVariation {
  return {
    id: unit.product_variation_id,
    name: unit.variation_name,
    barcode: unit.barcode,
    retail_price: unit.retail_price,
    member_price: unit.member_price,
    wholesale_price: unit.wholesale_price,
    minimum_price: unit.minimum_price,
    image_url: unit.image_url ?? unit.product_image_url,
    product: { id: unit.product_id, name: unit.product_name, sku: unit.sku },
  };
}
