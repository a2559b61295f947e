import { inventoryUnit, type InventoryUnit } from '#contract/inventory.ts';
import { namedOrNull } from '#domain/named.ts';
import { DAY } from '#domain/store-time.ts';
import { toShape } from '../../http/to-shape.ts';
import { presentUnit, presentVariation } from '../units/units.public.ts';
import type { DetailRow } from './inventory.repository.ts';

/** Presents the supplier of a unit, deleted or not. */
export const supplierOf = (
  id: number | null,
  name: string | null,
  deletedAt: number | null,
): InventoryUnit['supplier'] => {
  const supplier = namedOrNull(id, name);
  return supplier && { ...supplier, is_deleted: deletedAt !== null };
};

export const presentDetails = (row: DetailRow, now: number): InventoryUnit =>
  toShape(inventoryUnit, row, {
    ...presentUnit(row, now),
    store: { id: row.store_id, name: row.store_name },
    product_variation: presentVariation(row),
    supplier: supplierOf(row.supplier_id, row.supplier_name, row.supplier_deleted_at),
    created_by: namedOrNull(row.created_by_id, row.creator_name),
    age_days: Math.max(0, Math.floor(((row.sold_at ?? now) - row.created_at) / DAY)),
  });
