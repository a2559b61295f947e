import { z } from '#contract/zod.ts';
import type {
  ReturnableUnit,
  SupplierReturn,
  SupplierReturnItem,
  SupplierReturnRow,
} from '#contract/supplier-returns.ts';
import { whyNotReturnable } from '#domain/supplier-returns.ts';
import type { NamedReturn, ReturnedUnit, UnitToReturn } from './supplier-returns.repository.ts';

/** What the audit keeps of a return. */
export const notedReturn = z
  .object({
    supplier: z.string(),
    units: z.int(),
    came_back: z.int(),
    reference: z.string().nullable(),
    notes: z.string().nullable(),
  })
  .partial();

const unitFields = (unit: UnitToReturn) => ({
  inventory_item_id: unit.inventory_item_id,
  product_name: unit.product_name,
  variation_name: unit.variation_name,
  serial_number: unit.serial_number,
  imei: unit.imei,
  imei2: unit.imei2,
  qr_code: unit.qr_code,
  category: unit.category,
});

type Wanted = { storeId: number; supplierId: number | null; now: number };

/** A unit that could go back, with why it cannot; a hold that has lapsed holds nothing. */
export function presentReturnable(unit: UnitToReturn, { storeId, supplierId, now }: Wanted): ReturnableUnit {
  const hasLapsed = unit.status === 'locked' && (unit.lock_expires_at ?? 0) <= now;
  const status = hasLapsed ? 'available' : unit.status;
  const supplier =
    unit.supplier_id === null || unit.supplier_name === null
      ? null
      : { id: unit.supplier_id, name: unit.supplier_name };
  const place = {
    status,
    store: { id: unit.store_id, name: unit.store_name },
    locked_by: unit.locked_by,
    supplier,
  };
  return { ...unitFields(unit), status, supplier, problem: whyNotReturnable(place, storeId, supplierId) };
}

const presentItem = (unit: ReturnedUnit): SupplierReturnItem => ({
  ...unitFields(unit),
  was: unit.was,
  purchase_cost: unit.returned_cost,
  came_back_at: unit.came_back_at,
  came_back_by:
    unit.came_back_by_id === null ? null : { id: unit.came_back_by_id, name: unit.came_back_by_name ?? '' },
  came_back_as: unit.came_back_as,
});

export const presentRow = (row: NamedReturn): SupplierReturnRow => ({
  id: row.id,
  number: row.number,
  supplier: {
    id: row.supplier_id,
    name: row.supplier_name,
    is_deleted: row.supplier_deleted_at !== null,
  },
  store: { id: row.store_id, name: row.store_name },
  reference: row.reference,
  reason: row.reason,
  created_at: row.created_at,
  created_by: { id: row.created_by_id, name: row.creator_name },
  units_count: row.units_count,
  back_count: row.back_count,
});

/** A return with its units, in the order in which they were scanned. */
export const presentReturn = (row: NamedReturn, units: readonly ReturnedUnit[]): SupplierReturn => ({
  ...presentRow(row),
  notes: row.notes,
  total_cost: units.reduce((total, { returned_cost }) => total + (returned_cost ?? 0), 0),
  items: units.map(presentItem),
});
