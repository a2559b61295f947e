import { ApiError } from '#contract/errors.ts';
import type { Customer } from '#contract/customers.ts';
import type { Reader } from '../../db/access.ts';
import { presentCustomer } from './customers.present.ts';
import { findCustomer } from './customers.repository.ts';

/** The customer of a sale, who may have been deleted since. */
export type SaleCustomer = Customer & { is_deleted: boolean };

/** Finds the customer of a sale, deleted or not; null for a walk-in. */
export async function saleCustomer(reader: Reader, customerId: number | null): Promise<SaleCustomer | null> {
  const row = customerId === null ? undefined : await findCustomer(reader, customerId);
  return row ? { ...presentCustomer(row), is_deleted: row.deleted_at !== null } : null;
}

/** Finds a customer who can be sold to; 404 `customer_not_found` for one that is unknown or deleted. */
export async function requireCustomer(reader: Reader, customerId: number): Promise<SaleCustomer> {
  const customer = await saleCustomer(reader, customerId);
  if (!customer || customer.is_deleted) throw new ApiError('customer_not_found');
  return customer;
}
