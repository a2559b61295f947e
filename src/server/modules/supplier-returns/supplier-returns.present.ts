import { z } from '#contract/zod.ts';
import type { UnitDeposit } from '#contract/shapes.ts';
import {
  returnableUnit,
  returnItem,
  returnRow,
  supplierReturn,
  type ReturnableUnit,
  type SupplierReturn,
  type SupplierReturnItem,
  type SupplierReturnRow,
} from '#contract/supplier-returns.ts';
import { namedOrNull } from '#domain/named.ts';
import { whyNotReturnable } from '#domain/supplier-returns.ts';
import { toShape } from '../../http/to-shape.ts';
import { statusNow } from '../units/units.public.ts';
import type { NamedReturn, ReturnedUnit, UnitToReturn } from './supplier-returns.repository.ts';

/** The audited fields of a return. */
export const notedReturn = z
  .object({
    supplier: z.string(),
    units: z.int(),
    came_back: z.int(),
    reference: z.string().nullable(),
    notes: z.string().nullable(),
  })
  .partial();

type Wanted = {
  storeId: number;
  supplierId: number | null;
  /** What was paid for units on drafts. */
  deposits: ReadonlyMap<number, UnitDeposit>;
  now: number;
};

/** Presents a unit that could be returned, with the reason if it cannot; a lapsed hold holds nothing. */
export function presentReturnable(
  unit: UnitToReturn,
  { storeId, supplierId, deposits, now }: Wanted,
): ReturnableUnit {
  const status = statusNow(unit, now);
  const supplier = namedOrNull(unit.supplier_id, unit.supplier_name);
  const place = {
    status,
    store: { id: unit.store_id, name: unit.store_name },
    locked_by: unit.locked_by,
    deposit: deposits.get(unit.inventory_item_id) ?? null,
    supplier,
  };
  const problem = whyNotReturnable(place, storeId, supplierId);
  return toShape(returnableUnit, unit, { status, supplier, problem });
}

const presentItem = (unit: ReturnedUnit): SupplierReturnItem =>
  toShape(returnItem, unit, {
    purchase_cost: unit.returned_cost,
    came_back_by:
      unit.came_back_by_id === null ? null : { id: unit.came_back_by_id, name: unit.came_back_by_name ?? '' },
  });

export const presentRow = (row: NamedReturn): SupplierReturnRow =>
  toShape(returnRow, row, {
    supplier: {
      id: row.supplier_id,
      name: row.supplier_name,
      is_deleted: row.supplier_deleted_at !== null,
    },
    store: { id: row.store_id, name: row.store_name },
    created_by: { id: row.created_by_id, name: row.creator_name },
  });

/** Presents a return with its units in scan order. */
export const presentReturn = (row: NamedReturn, units: readonly ReturnedUnit[]): SupplierReturn =>
  toShape(supplierReturn, row, {
    ...presentRow(row),
    total_cost: units
      .filter(({ never_left }) => never_left === null)
      .reduce((total, { returned_cost }) => total + (returned_cost ?? 0), 0),
    items: units.map(presentItem),
  });
