import { supplier, type Supplier } from '#contract/suppliers.ts';
import { toShape } from '../../http/to-shape.ts';
import type { SupplierRow } from './suppliers.repository.ts';

export const presentSupplier = (row: SupplierRow): Supplier => toShape(supplier, row);
