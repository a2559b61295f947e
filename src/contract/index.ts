import { audit } from './audit.ts';
import { account } from './account.ts';
import { approvals, cashiers, pins } from './approvals.ts';
import { counts } from './counts.ts';
import { customers } from './customers.ts';
import { dashboard } from './dashboard.ts';
import { imports } from './imports.ts';
import { inventory } from './inventory.ts';
import { lowStockRoutes } from './low-stock.ts';
import { manufacturers } from './manufacturers.ts';
import { media } from './media.ts';
import { orderPapers } from './order-paper.ts';
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
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { staff } from './staff.ts';
import { storeSettingsRoutes } from './store-settings.ts';
import { stores } from './stores.ts';
import { supplierReturns } from './supplier-returns.ts';
import { suppliers } from './suppliers.ts';
import { system } from './system.ts';
import { transactions } from './transactions.ts';
import { zReadings } from './z-readings.ts';
import { transfers } from './transfers.ts';

/** The whole API, area by area: the one definition that server, client and documents follow. */
export const contract = {
  system,
  setup,
  settings,
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
  purchaseOrders: { ...purchaseOrders, ...orderPapers, ...receiving },
  supplierReturns,
  inventory: { ...inventory, ...lowStockRoutes },
  qrCodes,
  counts,
  imports,
  pos,
  transactions,
  payments,
  tills,
  shifts,
  cashMovements,
  zReadings,
  approvals,
  transfers,
  media,
  audit,
};
export type Contract = typeof contract;

/** What each area is about, for whoever reads the API's document. */
export const areas: Record<keyof Contract, string> = {
  system: 'Whether the server runs, and which clients it serves',
  setup: 'A new chain: its first store and its first admin',
  settings: 'What holds for every store of the chain',
  staff: 'Signing in and out, your own account, and who works at your stores',
  roles: 'What each role may do',
  account: 'A forgotten password, and your own sign-ins',
  stores: 'The stores of the chain, and what those that you work in come to',
  dashboard: 'Today’s figures of a store',
  customers: 'Customers, their loyalty points, groups and signup channels',
  manufacturers: 'Who makes the products that the shop sells',
  productTypes: 'What kinds of products the shop sells',
  products: 'What the shop sells: products, their variations, prices and attributes',
  suppliers: 'Who the shop buys from, and what came from each',
  purchaseOrders: 'What is ordered from suppliers, what of it has come, and what is to come',
  supplierReturns: 'Units that went back to their suppliers, and what of them came in again',
  inventory:
    'Units with their serial numbers and IMEIs: what stands where, what became of each, and what runs low',
  qrCodes: 'Codes on labels that are printed before the goods of an order come',
  counts: 'Stock counts: what of a store was found, what was not, and what became of it',
  imports: 'Products, prices, units and customers from CSV files: checked first, then imported',
  pos: 'What a till needs before a sale: products, scans, and holds on units',
  transactions: 'Drafts, completed sales and their receipts, voids and refunds',
  payments: 'Payments of a sale, pending payments, and the day’s report',
  tills: 'The tills of a store: which device is which',
  shifts: 'Who has a drawer from when to when, and what was in it',
  cashMovements: 'Cash that was put into drawers and taken out, beside what sales do',
  zReadings: 'A till’s days, closed with readings that never reset, and a store’s day till by till',
  approvals: 'What a manager lets somebody do who may not do it alone, once',
  transfers: 'Units on their way between stores: sent, received, settled',
  media: 'Pictures: screenshots of payments, photos of products, and the shop’s logo',
  audit: 'Who did what, when and where',
};
