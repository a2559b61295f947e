import { ApiError } from '#contract/errors.ts';
import {
  supplier as supplierShape,
  type Supplier,
  type SupplierChanges,
  type SupplierForm,
} from '#contract/suppliers.ts';
import type { Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import type { NoteChange } from '../../http/call.ts';
import { threeWayMerge } from '../../http/three-way-merge.ts';
import { requireSupplier } from './suppliers.guards.ts';
import { presentSupplier } from './suppliers.present.ts';
import {
  claimSupplier,
  insertSuppliers,
  markDeleted,
  updateSupplierRow,
  type SupplierRow,
} from './suppliers.repository.ts';

async function claim(writer: Writer, supplierId: number): Promise<SupplierRow> {
  const row = await claimSupplier(writer, supplierId);
  if (!row) throw new ApiError('supplier_not_found');
  return row;
}

/** Makes a supplier, active unless said otherwise; 422 for a code that is taken. */
export async function createSupplier(writer: Writer, form: SupplierForm, now: number): Promise<Supplier> {
  const id = writer.nextId();
  const columns = insertedColumns('suppliers', { is_active: true, ...form, id, created_at: now });
  await insertSuppliers(writer, [columns]);
  return requireSupplier(writer, id);
}

/**
 * Changes the fields that are named; null clears. With `known`, what the caller left as they knew it stays as somebody
 * else saved it. 404 `supplier_not_found`, 409 `supplier_changed` with the fields that both changed, 422 for a code that
 * is taken.
 */
export async function updateSupplier(
  writer: Writer,
  supplierId: number,
  { known = {}, ...changes }: SupplierChanges,
  noteChange: NoteChange,
): Promise<Supplier> {
  const row = await claim(writer, supplierId);
  const before = presentSupplier(row);
  const merged = threeWayMerge(changes, known, before, { code: 'supplier_changed' });
  const after = presentSupplier(await updateSupplierRow(writer, row, merged));
  noteChange(supplierShape, before, after);
  return after;
}

/** Takes a supplier off every list, whatever came from them: their units keep the name. 404 `supplier_not_found`. */
export async function deleteSupplier(
  writer: Writer,
  supplierId: number,
  now: number,
): Promise<{ name: string }> {
  const row = await claim(writer, supplierId);
  await markDeleted(writer, row, now);
  return { name: row.name };
}
