import { audit } from '#contract/audit.ts';
import { counts } from '#contract/counts.ts';
import { customers } from '#contract/customers.ts';
import { imports } from '#contract/imports.ts';
import { inventory } from '#contract/inventory.ts';
import { lowStockRoutes } from '#contract/low-stock.ts';
import { manufacturers } from '#contract/manufacturers.ts';
import { offlineSales } from '#contract/offline-sales.ts';
import { people } from '#contract/people.ts';
import { productTypes } from '#contract/product-types.ts';
import { products } from '#contract/products.ts';
import { purchaseOrders } from '#contract/purchase-orders.ts';
import { qrCodes } from '#contract/qr-codes.ts';
import { cashMovements, shifts } from '#contract/shifts.ts';
import { stores } from '#contract/stores.ts';
import { supplierReturns } from '#contract/supplier-returns.ts';
import { suppliers } from '#contract/suppliers.ts';
import { tradeIns } from '#contract/trade-ins.ts';
import { transactions } from '#contract/transactions.ts';
import { transfers } from '#contract/transfers.ts';
import { zReadings } from '#contract/z-readings.ts';
import { addDays, startOfMonth, type CalendarDate } from '#domain/calendar-dates.ts';
import type { ListRoute, ListRules } from '#renderer/lib/use-list.ts';

/** Days that the audit log shows without dates in its address. */
const AUDIT_DAYS = 7;

const listOf = <R extends ListRoute>(route: R, rules: ListRules<R>) => [route, rules] as const;

/** The lists that are pages, with what an address says of each: their pages read them, and the way there asks for them. */
export const lists = {
  audit: (today: CalendarDate) =>
    listOf(audit.list, {
      perPage: 20,
      defaults: { start_date: addDays(today, 1 - AUDIT_DAYS), end_date: today },
    }),
  cashMovements: listOf(cashMovements.list, { perPage: 20 }),
  counts: listOf(counts.list, { perPage: 20 }),
  customers: listOf(customers.list, { perPage: 15, without: ['phone'] }),
  imports: listOf(imports.list, { perPage: 20 }),
  inventory: listOf(inventory.list, { perPage: 20, defaults: { sort: 'age' }, without: ['store_id'] }),
  lowStock: listOf(lowStockRoutes.lowStock, { perPage: 20, defaults: { sort: '-missing' } }),
  manufacturers: listOf(manufacturers.list, { perPage: 20, defaults: { sort: 'name' } }),
  productTypes: listOf(productTypes.list, { perPage: 20, defaults: { sort: 'name' } }),
  products: listOf(products.list, {
    perPage: 20,
    defaults: { sort: 'name' },
    without: ['store_id', 'include'],
  }),
  purchaseOrders: listOf(purchaseOrders.list, { perPage: 20, defaults: { sort: '-created_at' } }),
  qrCodes: listOf(qrCodes.list, { perPage: [50, 25, 100, 200] }),
  salesToSettle: listOf(offlineSales.list, { perPage: 20, widening: ['state'] }),
  shifts: listOf(shifts.list, { perPage: 20 }),
  staff: listOf(people.list, { perPage: 10 }),
  stores: listOf(stores.directory, { perPage: 10 }),
  supplierReturns: listOf(supplierReturns.list, { perPage: 20 }),
  suppliers: listOf(suppliers.list, { perPage: 20 }),
  tradeIns: listOf(tradeIns.list, { perPage: 20, without: ['inventory_item_id'] }),
  transactions: ({ today, seesAll }: { today: CalendarDate; seesAll: boolean }) =>
    listOf(transactions.list, {
      perPage: 20,
      // The current month, if the address has no dates.
      defaults: { start_date: startOfMonth(today), end_date: today, sort: '-date' },
      widening: ['all_stores'],
      without: seesAll ? ['customer_id', 'staff_id'] : ['customer_id', 'staff_id', 'all_stores', 'store_id'],
    }),
  transfers: listOf(transfers.list, { perPage: 20 }),
  zReadings: listOf(zReadings.list, { perPage: 20 }),
};
