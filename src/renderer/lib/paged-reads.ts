import { customers } from '#contract/customers.ts';
import { supplierOrders } from '#contract/purchase-orders.ts';
import { stores } from '#contract/stores.ts';
import { read } from './read.ts';

// Lists below a thing, which their page reads and the way to it asks for.

const PER_PAGE = 10;

export const loyaltyPage = (customerId: number, page: number) =>
  read(customers.loyalty, { params: { customerId }, query: { page, per_page: PER_PAGE } });

export const storeStaffPage = (storeId: number, page: number) =>
  read(stores.staff, { params: { storeId }, query: { page, per_page: PER_PAGE } });

export const supplierOrdersPage = (supplierId: number, page: number) =>
  read(supplierOrders.transactions, { params: { supplierId }, query: { page, per_page: PER_PAGE } });
