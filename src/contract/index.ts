import { audit } from './audit.ts';
import { account } from './account.ts';
import { approvals, cashiers, pins } from './approvals.ts';
import { backups } from './backups.ts';
import { counts } from './counts.ts';
import { customers } from './customers.ts';
import { dashboard } from './dashboard.ts';
import { exchangeRoutes } from './exchanges.ts';
import type { ContractModule } from './define-route.ts';
import { imports } from './imports.ts';
import { inventory } from './inventory.ts';
import { lowStockRoutes } from './low-stock.ts';
import { manufacturers } from './manufacturers.ts';
import { media } from './media.ts';
import { offlineSales } from './offline-sales.ts';
import { orderDocuments } from './order-document.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { pos } from './pos.ts';
import { productTypes } from './product-types.ts';
import { products } from './products.ts';
import { purchaseOrders, supplierOrders } from './purchase-orders.ts';
import { qrCodes } from './qr-codes.ts';
import { receiving } from './receiving.ts';
import { roles } from './roles.ts';
import { cashMovements, shifts, tills } from './shifts.ts';
import { requests } from './requests.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { staff } from './staff.ts';
import { storeSettingsRoutes } from './store-settings.ts';
import { stores } from './stores.ts';
import { supplierReturns } from './supplier-returns.ts';
import { suppliers } from './suppliers.ts';
import { system } from './system.ts';
import { tillReleases } from './till-releases.ts';
import { tradeIns } from './trade-ins.ts';
import { transactions } from './transactions.ts';
import { zReadings } from './z-readings.ts';
import { transfers } from './transfers.ts';

/** The whole API by module: the single definition for server, client and documents. */
export const contract = {
  system,
  setup,
  settings,
  backups,
  staff: { ...staff, ...people, ...pins, ...cashiers },
  roles,
  account,
  stores: { ...stores, ...storeSettingsRoutes },
  dashboard,
  customers,
  manufacturers,
  productTypes,
  products,
  suppliers: { ...suppliers, ...supplierOrders },
  purchaseOrders: { ...purchaseOrders, ...orderDocuments, ...receiving },
  supplierReturns,
  inventory: { ...inventory, ...lowStockRoutes },
  qrCodes,
  counts,
  imports,
  pos,
  tradeIns,
  transactions: { ...transactions, ...exchangeRoutes },
  offlineSales,
  payments,
  tills,
  tillReleases,
  shifts,
  cashMovements,
  zReadings,
  approvals,
  transfers,
  media,
  audit,
  requests,
  search,
} satisfies Record<string, ContractModule>;
export type Contract = typeof contract;
