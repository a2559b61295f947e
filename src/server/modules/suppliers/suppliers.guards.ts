import { ApiError } from '#contract/errors.ts';
import type { Supplier } from '#contract/suppliers.ts';
import type { Reader } from '../../db/access.ts';
import { presentSupplier } from './suppliers.present.ts';
import { findSupplier } from './suppliers.repository.ts';

/** Returns a supplier who is not deleted; 404 `supplier_not_found` for any other. */
export async function requireSupplier(reader: Reader, supplierId: number): Promise<Supplier> {
  const row = await findSupplier(reader, supplierId);
  if (!row) throw new ApiError('supplier_not_found');
  return presentSupplier(row);
}
