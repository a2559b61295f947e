import type { RouteInput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import {
  type Supplier,
  type SupplierChanges,
  type SupplierForm,
  type suppliers,
  supplier as supplierShape,
  type SupplierStats,
} from '#contract/suppliers.ts';
import { supplierTerms } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { pageAnswer, pagePlace, readPage } from '../../db/paging.ts';
import type { NoteChange } from '../../http/call.ts';
import { threeWayMerge } from '../../http/three-way-merge.ts';
import { requireSupplier } from './suppliers.guards.ts';
import { presentSupplier } from './suppliers.present.ts';
import {
  claimSupplier,
  countUnits,
  insertSuppliers,
  markDeleted,
  searchSuppliers,
  type SupplierRow,
  suppliersOf,
  suppliersThere,
  updateSupplierRow,
} from './suppliers.repository.ts';

const PAGE_SIZE = 20;

/** Returns one page of suppliers by name; searches names, codes, contacts, emails and phone numbers. */
export async function listSuppliers(
  reader: Reader,
  { search = '', active, ...query }: RouteInput<typeof suppliers.list>['query'],
) {
  const place = pagePlace(query, PAGE_SIZE);
  const terms = supplierTerms(search);
  if (!terms) {
    const rowsOf = (ids: readonly number[]) => ({ execute: () => suppliersOf(reader, ids) });
    return readPage(reader, { ids: suppliersThere(reader, active), rowsOf }, place, presentSupplier);
  }
  const { ids, capped } = await searchSuppliers(reader, terms, active);
  const rows = await suppliersOf(reader, ids.slice(place.offset, place.offset + place.perPage));
  return pageAnswer(rows.map(presentSupplier), { count: ids.length, capped }, place);
}

/** Returns a supplier's totals over all stores of the chain. 404 `supplier_not_found`. */
export async function supplierStats(reader: Reader, supplierId: number): Promise<SupplierStats> {
  await requireSupplier(reader, supplierId);
  return countUnits(reader, supplierId);
}

async function claim(writer: Writer, supplierId: number): Promise<SupplierRow> {
  const row = await claimSupplier(writer, supplierId);
  if (!row) throw new ApiError('supplier_not_found');
  return row;
}

/** Creates a supplier, active by default; 422 for a code that is taken. */
export async function createSupplier(writer: Writer, form: SupplierForm, now: number): Promise<Supplier> {
  const id = writer.nextId();
  const columns = insertedColumns('suppliers', { is_active: true, ...form, id, created_at: now });
  await insertSuppliers(writer, [columns]);
  return requireSupplier(writer, id);
}

/**
 * Changes the named fields; null clears. With `known`, a three-way merge: unchanged fields keep what others saved. 404
 * `supplier_not_found`, 409 `supplier_changed` with the fields that both sides changed, 422 for a code that is taken.
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

/** Removes a supplier from every list; units that came from them keep the name. 404 `supplier_not_found`. */
export async function deleteSupplier(
  writer: Writer,
  supplierId: number,
  now: number,
): Promise<{ name: string }> {
  const row = await claim(writer, supplierId);
  await markDeleted(writer, row, now);
  return { name: row.name };
}
