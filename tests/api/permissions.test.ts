import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { money, fieldPermission } from '#contract/codecs.ts';
import { defineRoute } from '#contract/define-route.ts';
import { contract } from '#contract/index.ts';
import { defaultPermissions, permissions } from '#domain/permissions.ts';
import { roles, type Role } from '#domain/roles.ts';
import type { Database } from '#server/db/access.ts';
import { buildApp } from '#server/http/app.ts';
import { identify } from '#server/modules/staff/staff.public.ts';
import { call, signIn, type Answer, type Caller, type Refusal } from '#tests/support/http.ts';
import { applied, checked, csvOf } from '#tests/support/imports.ts';
import { ordered } from '#tests/support/purchase-orders.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { onEveryEngine, onOneEngine, type StartServer, type TestServer } from '#tests/support/server.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';

type Row = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** `till` is for tills by their own credentials, and no person. */
  who: 'anybody' | 'signed in' | 'till' | readonly Role[];
  /** A chain's pictures are requested in no store. */
  scope: 'store' | 'chain' | 'none';
};

// Written by hand from the specification's page of the API (its calls and its permission table), never derived from the
// contract under test.
const SEES_DASHBOARD: readonly Role[] = ['admin', 'store_manager', 'regional_manager', 'salesperson'];
const SEES_ALL_SALES: readonly Role[] = ['admin', 'regional_manager'];
const SEES_SALES: readonly Role[] = ['admin', 'store_manager', 'regional_manager', 'salesperson'];
const SELLS_OR_REVIEWS: readonly Role[] = ['admin', 'store_manager', 'salesperson'];
const REPORTS: readonly Role[] = ['admin', 'store_manager', 'regional_manager'];
const MANAGES_SALES: readonly Role[] = ['admin', 'store_manager'];
const SEES_CUSTOMERS: readonly Role[] = ['admin', 'store_manager', 'regional_manager', 'salesperson'];
const MAKES_CUSTOMERS: readonly Role[] = ['admin', 'store_manager', 'salesperson'];
const EDITS_CUSTOMERS: readonly Role[] = ['admin', 'store_manager'];
const ADJUSTS_POINTS: readonly Role[] = ['admin', 'store_manager'];
const SEES_PRODUCTS: readonly Role[] = [
  'admin',
  'store_manager',
  'regional_manager',
  'salesperson',
  'inventory_checker',
  'warehouse_staff',
];
const TRANSFERS: readonly Role[] = ['admin', 'store_manager', 'regional_manager', 'warehouse_staff'];
const COUNTS: readonly Role[] = ['admin', 'store_manager', 'inventory_checker', 'warehouse_staff'];
const CLOSES_COUNTS: readonly Role[] = ['admin', 'store_manager'];
const MAKES_PRODUCTS: readonly Role[] = ['admin', 'store_manager'];
const SEES_UNITS: readonly Role[] = SEES_PRODUCTS;
const IMPORTS: readonly Role[] = ['admin', 'store_manager', 'salesperson', 'warehouse_staff'];
const MAKES_UNITS: readonly Role[] = ['admin', 'store_manager', 'warehouse_staff'];
/** A seller needs an approval for it. */
const TRADES_IN: readonly Role[] = ['admin', 'store_manager', 'salesperson', 'warehouse_staff'];
const SEES_REGISTER: readonly Role[] = ['admin', 'store_manager', 'regional_manager', 'warehouse_staff'];
const PRINTS_SLIPS: readonly Role[] = [...SEES_REGISTER, 'salesperson'];
const DELETES_CODES: readonly Role[] = ['admin', 'store_manager'];
const EDITS_UNITS: readonly Role[] = ['admin', 'store_manager', 'inventory_checker', 'warehouse_staff'];
const SETS_STORES: readonly Role[] = ['admin', 'store_manager', 'regional_manager'];
const MANAGES_STAFF: readonly Role[] = ['admin', 'store_manager', 'regional_manager'];
const ADMIN: readonly Role[] = ['admin'];
const MANAGES_STORES: readonly Role[] = ['admin', 'regional_manager'];
const SEES_SHIFTS: readonly Role[] = ['admin', 'store_manager', 'regional_manager'];
const SEES_TILLS: readonly Role[] = ['admin', 'store_manager', 'regional_manager', 'salesperson'];
const SEES_MOVEMENTS: readonly Role[] = SEES_SHIFTS;
const MOVES_CASH: readonly Role[] = ['admin', 'store_manager'];
const SELLS: readonly Role[] = ['admin', 'store_manager', 'salesperson'];

/** Each role's permissions before an admin changes them: the specification's section 6, and the project's additions. */
const DEFAULTS: Partial<Record<Role, string[]>> = {
  store_manager: [
    ...['dashboard.view', 'products.view', 'products.create', 'products.edit', 'inventory.view'],
    ...['inventory.create', 'inventory.edit', 'inventory.transfer', 'customers.view', 'customers.create'],
    ...['customers.edit', 'transactions.view', 'transactions.create', 'transactions.void'],
    ...[
      'transactions.refund',
      'transactions.review',
      'payments.review',
      'loyalty.adjust',
      'pricing.override',
      'costs.view',
    ],
    ...['stores.settings', 'staff.manage', 'qr.delete', 'counts.close'],
    ...['shifts.view', 'shifts.close', 'cash.move', 'approvals.give'],
  ],
  regional_manager: [
    ...['dashboard.view', 'products.view', 'inventory.view', 'inventory.transfer', 'customers.view'],
    ...['transactions.view', 'transactions.all', 'reports.view', 'costs.view'],
    ...['stores.manage', 'stores.settings', 'staff.manage', 'shifts.view', 'approvals.give'],
  ],
  salesperson: [
    ...['dashboard.view', 'products.view', 'inventory.view', 'customers.view', 'customers.create'],
    ...['transactions.view', 'transactions.create', 'shifts.close'],
  ],
  inventory_checker: ['inventory.view', 'inventory.edit', 'products.view'],
  warehouse_staff: [
    ...['inventory.view', 'inventory.create', 'inventory.edit', 'inventory.transfer'],
    ...['products.view', 'costs.view'],
  ],
};

const row = (method: Row['method'], path: string, who: Row['who'], scope: Row['scope']): Row => ({
  method,
  path,
  who,
  scope,
});

const table: readonly Row[] = [
  row('GET', '/health', 'anybody', 'chain'),
  row('GET', '/health/live', 'anybody', 'chain'),
  row('GET', '/health/ready', 'anybody', 'chain'),
  row('GET', '/setup', 'anybody', 'chain'),
  row('POST', '/setup', 'anybody', 'chain'),
  row('POST', '/staff/login', 'anybody', 'chain'),
  row('GET', '/staff/me', 'signed in', 'chain'),
  row('POST', '/staff/update-password', 'signed in', 'chain'),
  row('POST', '/auth/forgot-password', 'anybody', 'chain'),
  row('POST', '/auth/reset-password', 'anybody', 'chain'),
  row('GET', '/staff/sessions', 'signed in', 'chain'),
  row('DELETE', '/staff/sessions/:sessionId', 'signed in', 'chain'),
  row('DELETE', '/staff/sessions', 'signed in', 'chain'),
  row('GET', '/staff/roles', 'signed in', 'chain'),
  row('GET', '/staff', 'signed in', 'chain'),
  row('GET', '/staff/:staffId', 'signed in', 'chain'),
  // One's own, or with a permission that is checked once the person was found.
  row('GET', '/staff/:staffId/transactions', 'signed in', 'chain'),
  row('GET', '/staff/:staffId/activity', 'signed in', 'chain'),
  row('POST', '/staff', MANAGES_STAFF, 'chain'),
  row('GET', '/staff/me/pin', 'signed in', 'chain'),
  row('PUT', '/staff/me/pin', 'signed in', 'chain'),
  row('DELETE', '/staff/me/pin', 'signed in', 'chain'),
  row('POST', '/staff/me/badge', 'signed in', 'chain'),
  row('DELETE', '/staff/me/badge', 'signed in', 'chain'),
  row('GET', '/staff/switch', 'signed in', 'store'),
  row('POST', '/staff/switch', 'signed in', 'store'),
  row('POST', '/staff/unlock', 'signed in', 'store'),
  row('GET', '/staff/:staffId/pin', MANAGES_STAFF, 'chain'),
  row('DELETE', '/staff/:staffId/pin', MANAGES_STAFF, 'chain'),
  row('PUT', '/staff/:staffId', 'signed in', 'chain'),
  row('DELETE', '/staff/:staffId', MANAGES_STAFF, 'chain'),
  row('POST', '/staff/:staffId/reset-password', MANAGES_STAFF, 'chain'),
  // Each group as its list.
  row('POST', '/requests/end', 'signed in', 'chain'),
  row('GET', '/search', 'signed in', 'store'),
  row('GET', '/roles', ADMIN, 'chain'),
  row('PUT', '/roles/:role', ADMIN, 'chain'),
  row('DELETE', '/roles/:role', ADMIN, 'chain'),
  row('GET', '/stores', 'signed in', 'chain'),
  row('GET', '/stores/current', 'signed in', 'store'),
  row('POST', '/stores/switch', 'signed in', 'chain'),
  row('GET', '/stores/list', 'signed in', 'chain'),
  row('GET', '/stores/:storeId', 'signed in', 'chain'),
  row('POST', '/stores/create', MANAGES_STORES, 'chain'),
  row('PUT', '/stores/:storeId', MANAGES_STORES, 'chain'),
  row('DELETE', '/stores/:storeId', MANAGES_STORES, 'chain'),
  row('DELETE', '/stores/:storeId/unused', MANAGES_STORES, 'chain'),
  row('GET', '/stores/:storeId/open-work', MANAGES_STORES, 'chain'),
  row('GET', '/stores/:storeId/performance', SEES_SALES, 'chain'),
  row('GET', '/stores/:storeId/staff', 'signed in', 'chain'),
  row('GET', '/stores/:storeId/settings', SETS_STORES, 'chain'),
  row('PUT', '/stores/:storeId/settings', SETS_STORES, 'chain'),
  row('POST', '/stores/:storeId/settings/apply', SETS_STORES, 'chain'),
  row('GET', '/settings', 'signed in', 'chain'),
  row('PUT', '/settings', ADMIN, 'chain'),
  row('GET', '/settings/store-defaults', SETS_STORES, 'chain'),
  row('PUT', '/settings/store-defaults', ADMIN, 'chain'),
  row('GET', '/audit', ADMIN, 'store'),
  row('GET', '/audit/export', ADMIN, 'store'),
  row('GET', '/dashboard', SEES_DASHBOARD, 'store'),
  row('GET', '/dashboard/first-steps', 'signed in', 'chain'),
  row('GET', '/dashboard/chain', SEES_ALL_SALES, 'chain'),
  row('GET', '/pos/products', SELLS, 'store'),
  row('GET', '/pos/products/:productId', SELLS, 'store'),
  row('GET', '/pos/changes', SELLS, 'store'),
  row('POST', '/pos/scan', SELLS, 'store'),
  row('POST', '/pos/inventory/:itemId/lock', SELLS, 'store'),
  row('POST', '/pos/inventory/:itemId/unlock', SELLS, 'store'),
  row('POST', '/pos/variations/:variationId/lock-next', SELLS, 'store'),
  row('POST', '/pos/inventory/:itemId/price', MAKES_PRODUCTS, 'store'),
  row('POST', '/pos/inventory/:itemId/lock-paid-for', MANAGES_SALES, 'store'),
  row('POST', '/pos/no-sale', SELLS, 'store'),
  row('POST', '/pos/offline-sales', 'till', 'store'),
  row('POST', '/pos/offline-sales/report', 'till', 'store'),
  row('GET', '/offline-sales', MANAGES_SALES, 'store'),
  row('GET', '/offline-sales/summary', MANAGES_SALES, 'store'),
  row('GET', '/offline-sales/:offlineSaleId', MANAGES_SALES, 'store'),
  row('POST', '/offline-sales', MANAGES_SALES, 'store'),
  row('POST', '/offline-sales/:offlineSaleId/settle', MANAGES_SALES, 'store'),
  row('GET', '/customers', SEES_CUSTOMERS, 'chain'),
  row('GET', '/customers/:customerId', SEES_CUSTOMERS, 'chain'),
  row('POST', '/customers', MAKES_CUSTOMERS, 'store'),
  row('PUT', '/customers/:customerId', EDITS_CUSTOMERS, 'store'),
  row('DELETE', '/customers/:customerId', ADMIN, 'chain'),
  row('GET', '/customers/:customerId/stats', SEES_CUSTOMERS, 'chain'),
  row('GET', '/customers/:customerId/transactions', SEES_CUSTOMERS, 'chain'),
  row('GET', '/customers/:customerId/loyalty', SEES_CUSTOMERS, 'chain'),
  row('POST', '/customers/:customerId/add-points', ADJUSTS_POINTS, 'chain'),
  row('POST', '/customers/:customerId/deduct-points', ADJUSTS_POINTS, 'chain'),
  row('GET', '/customer-groups', SEES_CUSTOMERS, 'chain'),
  row('POST', '/customer-groups', ADMIN, 'chain'),
  row('PUT', '/customer-groups/:groupId', ADMIN, 'chain'),
  row('DELETE', '/customer-groups/:groupId', ADMIN, 'chain'),
  row('GET', '/signup-channels', SEES_CUSTOMERS, 'chain'),
  row('POST', '/signup-channels', ADMIN, 'chain'),
  row('PUT', '/signup-channels/:channelId', ADMIN, 'chain'),
  row('DELETE', '/signup-channels/:channelId', ADMIN, 'chain'),
  row('GET', '/product-types', SEES_PRODUCTS, 'chain'),
  row('GET', '/product-types/:productTypeId', SEES_PRODUCTS, 'chain'),
  row('POST', '/product-types', MAKES_PRODUCTS, 'chain'),
  row('PUT', '/product-types/:productTypeId', MAKES_PRODUCTS, 'chain'),
  row('DELETE', '/product-types/:productTypeId', ADMIN, 'chain'),
  row('GET', '/backups', ADMIN, 'chain'),
  row('POST', '/backups', ADMIN, 'chain'),
  row('POST', '/backups/places', ADMIN, 'chain'),
  row('POST', '/backups/buckets', ADMIN, 'chain'),
  row('PUT', '/backups/buckets/:placeId', ADMIN, 'chain'),
  row('DELETE', '/backups/places/:placeId', ADMIN, 'chain'),
  row('POST', '/backups/take-over', ADMIN, 'chain'),
  row('POST', '/backups/key', ADMIN, 'chain'),
  row('POST', '/backups/key-checks', ADMIN, 'chain'),
  row('GET', '/manufacturers', SEES_PRODUCTS, 'chain'),
  row('POST', '/manufacturers', MAKES_PRODUCTS, 'chain'),
  row('GET', '/manufacturers/:manufacturerId', SEES_PRODUCTS, 'chain'),
  row('PUT', '/manufacturers/:manufacturerId', MAKES_PRODUCTS, 'chain'),
  row('DELETE', '/manufacturers/:manufacturerId', ADMIN, 'chain'),
  row('GET', '/products', SEES_PRODUCTS, 'store'),
  row('GET', '/products/attributes', SEES_PRODUCTS, 'chain'),
  row('GET', '/product-variations', SEES_PRODUCTS, 'chain'),
  row('GET', '/product-variations/by-codes', SEES_PRODUCTS, 'chain'),
  row('GET', '/products/:productId', SEES_PRODUCTS, 'chain'),
  row('POST', '/products', MAKES_PRODUCTS, 'chain'),
  row('PUT', '/products/:productId', MAKES_PRODUCTS, 'chain'),
  row('DELETE', '/products/:productId', ADMIN, 'chain'),
  row('GET', '/products/:productId/variations', SEES_PRODUCTS, 'chain'),
  row('POST', '/products/:productId/variations', MAKES_PRODUCTS, 'chain'),
  row('PUT', '/products/:productId/variations/:variationId', MAKES_PRODUCTS, 'chain'),
  row('PUT', '/products/:productId/variations/:variationId/reorder-point', MAKES_PRODUCTS, 'store'),
  row('DELETE', '/products/:productId/variations/:variationId', ADMIN, 'chain'),
  row('PUT', '/products/:productId/photos/:photoId', MAKES_PRODUCTS, 'chain'),
  row('GET', '/products/:productId/stock', SEES_PRODUCTS, 'chain'),
  row('GET', '/products/:productId/history', SEES_PRODUCTS, 'chain'),
  row('GET', '/products/:productId/sales', SEES_SALES, 'chain'),
  row('GET', '/inventory', SEES_UNITS, 'store'),
  row('GET', '/inventory/summary', SEES_UNITS, 'store'),
  row('GET', '/inventory/low-stock', SEES_UNITS, 'store'),
  row('GET', '/inventory/low-stock/export', SEES_UNITS, 'store'),
  row('GET', '/inventory/export', SEES_UNITS, 'store'),
  row('GET', '/inventory/where-is', SEES_UNITS, 'chain'),
  row('GET', '/inventory/:itemId', SEES_UNITS, 'chain'),
  row('POST', '/inventory', MAKES_UNITS, 'store'),
  row('POST', '/inventory/trade-ins', TRADES_IN, 'store'),
  row('POST', '/inventory/:itemId/trade-in', TRADES_IN, 'store'),
  row('GET', '/trade-ins', SEES_REGISTER, 'store'),
  row('GET', '/trade-ins/register', SEES_REGISTER, 'store'),
  row('GET', '/trade-ins/:tradeInId', PRINTS_SLIPS, 'store'),
  row('POST', '/trade-ins/:tradeInId/clear', EDITS_UNITS, 'store'),
  row('POST', '/trade-ins/:tradeInId/give-back', MAKES_UNITS, 'store'),
  row('PUT', '/inventory/prices', MAKES_PRODUCTS, 'chain'),
  row('PUT', '/inventory/:itemId', EDITS_UNITS, 'chain'),
  row('DELETE', '/inventory/:itemId', ADMIN, 'chain'),
  row('GET', '/suppliers', SEES_UNITS, 'chain'),
  row('GET', '/suppliers/:supplierId', SEES_UNITS, 'chain'),
  row('GET', '/suppliers/:supplierId/stats', SEES_UNITS, 'chain'),
  row('POST', '/suppliers', MAKES_UNITS, 'chain'),
  // Granted to no other role at first.
  row('PUT', '/suppliers/:supplierId', ADMIN, 'chain'),
  row('DELETE', '/suppliers/:supplierId', ADMIN, 'chain'),
  row('GET', '/suppliers/:supplierId/transactions', SEES_UNITS, 'chain'),
  row('GET', '/supplier-returns', ADMIN, 'store'),
  row('GET', '/supplier-returns/lookup', ADMIN, 'store'),
  row('GET', '/supplier-returns/:returnId', ADMIN, 'chain'),
  row('POST', '/supplier-returns', ADMIN, 'store'),
  row('PUT', '/supplier-returns/:returnId', ADMIN, 'chain'),
  row('POST', '/supplier-returns/:returnId/receive', ADMIN, 'chain'),
  row('GET', '/supplier-transactions', SEES_UNITS, 'store'),
  row('GET', '/supplier-transactions/summary', SEES_UNITS, 'store'),
  row('GET', '/supplier-transactions/:orderId', SEES_UNITS, 'chain'),
  row('GET', '/supplier-transactions/:orderId/paper', SEES_UNITS, 'chain'),
  row('POST', '/supplier-transactions', MAKES_UNITS, 'chain'),
  row('POST', '/supplier-transactions/:orderId/email', MAKES_UNITS, 'chain'),
  row('POST', '/supplier-transactions/:orderId/items', ADMIN, 'chain'),
  row('PUT', '/supplier-transactions/:orderId/items/:itemId', ADMIN, 'chain'),
  row('DELETE', '/supplier-transactions/:orderId/items/:itemId', ADMIN, 'chain'),
  row('POST', '/supplier-transactions/:orderId/cancel', ADMIN, 'chain'),
  row('POST', '/supplier-transactions/:orderId/close', ADMIN, 'chain'),
  row('POST', '/supplier-transactions/:orderId/generate-qr-codes', MAKES_UNITS, 'chain'),
  row('GET', '/qr-codes/stats', MAKES_UNITS, 'store'),
  row('GET', '/qr-codes', MAKES_UNITS, 'store'),
  row('GET', '/qr-codes/batch', MAKES_UNITS, 'chain'),
  row('GET', '/qr-codes/:code', SEES_UNITS, 'chain'),
  row('GET', '/qr-codes/:code/linkable-units', MAKES_UNITS, 'chain'),
  row('POST', '/qr-codes/generate-batch', MAKES_UNITS, 'chain'),
  row('POST', '/qr-codes/download-batch', MAKES_UNITS, 'chain'),
  row('DELETE', '/qr-codes/delete-batch', DELETES_CODES, 'chain'),
  row('POST', '/qr-codes/:code/void', DELETES_CODES, 'chain'),
  row('POST', '/qr-codes/:code/create-and-link', MAKES_UNITS, 'store'),
  row('POST', '/supplier-transactions/:orderId/receive', ADMIN, 'chain'),
  row('GET', '/supplier-transactions/:orderId/lookup', ADMIN, 'chain'),
  row('GET', '/supplier-transactions/:orderId/receipts', SEES_UNITS, 'chain'),
  row('GET', '/goods-receipts/:receiptId', SEES_UNITS, 'chain'),
  row('GET', '/supplier-transactions/:orderId/expected-serials', SEES_UNITS, 'chain'),
  row('PUT', '/supplier-transactions/:orderId/expected-serials', MAKES_UNITS, 'chain'),
  row('PUT', '/supplier-transactions/:orderId/open-receipt', ADMIN, 'chain'),
  row('GET', '/inventory/transfers', TRANSFERS, 'store'),
  row('GET', '/inventory/transfers/lookup', TRANSFERS, 'store'),
  row('GET', '/inventory/transfers/:transferId', TRANSFERS, 'chain'),
  row('POST', '/inventory/transfers', TRANSFERS, 'store'),
  row('POST', '/inventory/transfers/:transferId/scans', TRANSFERS, 'store'),
  row('PUT', '/inventory/transfers/:transferId/items/:itemId', TRANSFERS, 'store'),
  row('POST', '/inventory/transfers/:transferId/receive', TRANSFERS, 'store'),
  row('POST', '/inventory/transfers/:transferId/settle', TRANSFERS, 'store'),
  row('POST', '/inventory/transfers/:transferId/cancel', TRANSFERS, 'store'),
  row('GET', '/inventory/counts', COUNTS, 'store'),
  row('POST', '/inventory/counts', COUNTS, 'store'),
  row('GET', '/inventory/counts/:countId', COUNTS, 'store'),
  row('GET', '/inventory/counts/:countId/scans', COUNTS, 'store'),
  row('POST', '/inventory/counts/:countId/scans', COUNTS, 'store'),
  row('GET', '/inventory/counts/:countId/quantities', COUNTS, 'store'),
  row('PUT', '/inventory/counts/:countId/quantities', COUNTS, 'store'),
  row('DELETE', '/inventory/counts/:countId/quantities/:variationId', COUNTS, 'store'),
  row('GET', '/inventory/counts/:countId/differences', CLOSES_COUNTS, 'store'),
  row('GET', '/inventory/counts/:countId/breakdown', CLOSES_COUNTS, 'store'),
  row('GET', '/inventory/counts/:countId/export', CLOSES_COUNTS, 'store'),
  row('POST', '/inventory/counts/:countId/close', CLOSES_COUNTS, 'store'),
  row('POST', '/inventory/counts/:countId/cancel', CLOSES_COUNTS, 'store'),
  row('GET', '/imports', IMPORTS, 'chain'),
  row('POST', '/imports/products', MAKES_PRODUCTS, 'chain'),
  row('POST', '/imports/prices', MAKES_PRODUCTS, 'chain'),
  row('POST', '/imports/inventory', MAKES_UNITS, 'store'),
  row('POST', '/imports/customers', MAKES_CUSTOMERS, 'store'),
  row('GET', '/imports/templates/:kind', IMPORTS, 'chain'),
  row('GET', '/imports/:importId', IMPORTS, 'chain'),
  row('GET', '/imports/:importId/rows', IMPORTS, 'chain'),
  row('GET', '/imports/:importId/export', IMPORTS, 'chain'),
  row('PUT', '/imports/:importId/columns', IMPORTS, 'chain'),
  row('POST', '/imports/:importId/apply', IMPORTS, 'chain'),
  row('POST', '/imports/:importId/cancel', IMPORTS, 'chain'),
  row('GET', '/imports/:importId/undo', IMPORTS, 'chain'),
  row('DELETE', '/imports/:importId', IMPORTS, 'chain'),
  row('POST', '/transactions', SELLS, 'store'),
  row('GET', '/transactions', SEES_SALES, 'store'),
  row('GET', '/transactions/export', SEES_SALES, 'store'),
  row('GET', '/transactions/drafts', SELLS, 'store'),
  row('GET', '/transactions/:transactionId', SEES_SALES, 'store'),
  row('GET', '/transactions/:transactionId/version', SELLS, 'store'),
  row('PUT', '/transactions/:transactionId', SELLS, 'store'),
  row('DELETE', '/transactions/:transactionId', SELLS, 'store'),
  row('POST', '/transactions/:transactionId/refresh-locks', SELLS, 'store'),
  row('POST', '/transactions/:transactionId/complete', SELLS, 'store'),
  row('GET', '/transactions/:transactionId/receipt', SEES_SALES, 'store'),
  row('POST', '/transactions/:transactionId/print-receipt', SEES_SALES, 'store'),
  row('POST', '/transactions/:transactionId/email-receipt', SEES_SALES, 'store'),
  row('POST', '/transactions/:transactionId/void', MANAGES_SALES, 'store'),
  row('POST', '/transactions/:transactionId/refund', MANAGES_SALES, 'store'),
  row('POST', '/transactions/:transactionId/payments', SELLS_OR_REVIEWS, 'store'),
  row('POST', '/exchanges', SELLS, 'store'),
  row('GET', '/payments/reference', SELLS_OR_REVIEWS, 'store'),
  row('GET', '/payments/pending', SEES_SALES, 'store'),
  row('GET', '/payments/daily-report', REPORTS, 'store'),
  row('GET', '/tills', SEES_TILLS, 'store'),
  row('POST', '/tills', SELLS, 'store'),
  row('POST', '/tills/:tillId/adopt', SEES_SHIFTS, 'store'),
  row('POST', '/tills/credential', SELLS, 'store'),
  row('DELETE', '/tills/:tillId/credential', SETS_STORES, 'store'),
  row('GET', '/staff/:staffId/tills', SETS_STORES, 'chain'),
  row('DELETE', '/staff/:staffId/tills', SETS_STORES, 'chain'),
  row('POST', '/tills/:tillId/lost', MANAGES_SALES, 'store'),
  row('GET', '/till-releases', SEES_SHIFTS, 'store'),
  row('POST', '/till-releases/check', 'signed in', 'store'),
  row('GET', '/till-releases/:sha256/file', 'signed in', 'store'),
  row('PUT', '/till-releases/all', ADMIN, 'chain'),
  row('PUT', '/till-releases/store', SETS_STORES, 'store'),
  row('PUT', '/tills/:tillId/version', SETS_STORES, 'store'),
  row('PUT', '/tills/:tillId', SETS_STORES, 'store'),
  row('DELETE', '/tills/:tillId', SETS_STORES, 'store'),
  row('GET', '/shifts', SEES_SHIFTS, 'store'),
  row('GET', '/shifts/current', SELLS, 'store'),
  row('GET', '/shifts/current/has-cash', SELLS, 'store'),
  row('GET', '/shifts/:shiftId', SEES_TILLS, 'store'),
  row('POST', '/shifts', SELLS, 'store'),
  row('POST', '/shifts/:shiftId/count', SELLS, 'store'),
  row('POST', '/shifts/:shiftId/resume', SELLS, 'store'),
  row('POST', '/shifts/:shiftId/close', SELLS, 'store'),
  row('GET', '/shifts/:shiftId/x-reading', SEES_TILLS, 'store'),
  row('POST', '/shifts/:shiftId/corrections', MOVES_CASH, 'store'),
  row('GET', '/cash-movements', SEES_MOVEMENTS, 'store'),
  row('POST', '/cash-movements', MOVES_CASH, 'store'),
  row('GET', '/z-readings', SEES_SHIFTS, 'store'),
  row('GET', '/z-readings/due', SEES_TILLS, 'store'),
  row('GET', '/z-readings/:readingId', SEES_TILLS, 'store'),
  row('POST', '/z-readings', SEES_TILLS, 'store'),
  row('POST', '/z-readings/:readingId/email', SEES_SHIFTS, 'store'),
  row('GET', '/store-day', SEES_SHIFTS, 'store'),
  row('GET', '/approvals/approvers', SEES_SALES, 'store'),
  row('POST', '/approvals', SEES_SALES, 'store'),
  row('POST', '/payments/:paymentId/verify', SELLS_OR_REVIEWS, 'store'),
  row('POST', '/payments/:paymentId/mark-failed', SELLS_OR_REVIEWS, 'store'),
  row('PUT', '/payments/:paymentId', SELLS_OR_REVIEWS, 'store'),
  row('GET', '/payments/transaction/:transactionId', SEES_SALES, 'store'),
  row('DELETE', '/payments/:paymentId', SELLS_OR_REVIEWS, 'store'),
  row('POST', '/media/upload', 'signed in', 'none'),
  row('GET', '/media/:mediaId', 'signed in', 'none'),
  row('DELETE', '/media/:mediaId', 'signed in', 'none'),
  // Last: it ends the walk's own sign-in.
  row('POST', '/staff/logout', 'signed in', 'chain'),
];

/** The stores of the demo shop's people; `null` is every store. */
const WORKS_AT: Record<Role, string | null> = {
  admin: null,
  store_manager: 'MNL-01',
  regional_manager: null,
  salesperson: 'MNL-01',
  inventory_checker: 'WH-01',
  warehouse_staff: 'WH-01',
  customer_service: 'MNL-01',
  finance: 'MNL-01',
  auditor: 'MNL-01',
  supplier_liaison: 'MNL-01',
  tech_support: 'MNL-01',
  repair_technician: 'MNL-01',
};

const nameOf = ({ method, path }: Pick<Row, 'method' | 'path'>) => `${method} ${path}`;

type Outcome = 'served' | '401 unauthenticated' | '403 forbidden' | '403 foreign_store';

/** Returns if the guard let a request through; the result of the (empty) request behind it does not matter here. */
function outcomeOf({ status, body }: Answer<Refusal | undefined>): string {
  if (status >= 500) return `${status}`;
  const isGuard = status === 403 || (status === 401 && body?.code === 'unauthenticated');
  return isGuard ? `${status} ${body?.code}` : 'served';
}

type Identity = Role | 'nobody';
/** One of the person's own stores, a foreign one, or a missing one. */
type Place = 'own' | 'foreign' | 'missing';

function expectedFor(identity: Identity, place: Place, { who, scope }: Row): Outcome {
  if (who === 'anybody') return 'served';
  if (identity === 'nobody') return '401 unauthenticated';
  if (who === 'till') return '403 forbidden';
  if (who !== 'signed in' && !who.includes(identity)) return '403 forbidden';
  if (scope === 'none' || place === 'own') return 'served';
  return place === 'missing' || WORKS_AT[identity] !== null ? '403 foreign_store' : 'served';
}

/** Permissions that an admin grants and denies for the second walk. */
const GRANTS: { role: Role; permission: string; isGranted: boolean }[] = [
  { role: 'salesperson', permission: 'payments.review', isGranted: true },
  { role: 'salesperson', permission: 'transactions.void', isGranted: true },
  { role: 'salesperson', permission: 'customers.create', isGranted: false },
  { role: 'auditor', permission: 'transactions.view', isGranted: true },
  { role: 'auditor', permission: 'audit.view', isGranted: true },
  { role: 'auditor', permission: 'dashboard.view', isGranted: true },
  { role: 'store_manager', permission: 'transactions.refund', isGranted: false },
  { role: 'store_manager', permission: 'loyalty.adjust', isGranted: false },
  { role: 'regional_manager', permission: 'transactions.all', isGranted: false },
  { role: 'regional_manager', permission: 'dashboard.view', isGranted: false },
  { role: 'store_manager', permission: 'staff.manage', isGranted: false },
  { role: 'finance', permission: 'stores.manage', isGranted: true },
];

/** The roles of each call with these grants, by hand again; all other rows stay as they are. */
const GRANTED: Record<string, readonly Role[]> = {
  'GET /audit': ['admin', 'auditor'],
  'GET /audit/export': ['admin', 'auditor'],
  'GET /dashboard': ['admin', 'store_manager', 'salesperson', 'auditor'],
  'GET /dashboard/chain': ['admin'],
  'GET /transactions': [...SEES_SALES, 'auditor'],
  'GET /transactions/export': [...SEES_SALES, 'auditor'],
  'GET /products/:productId/sales': [...SEES_SALES, 'auditor'],
  'GET /transactions/:transactionId': [...SEES_SALES, 'auditor'],
  'GET /transactions/:transactionId/receipt': [...SEES_SALES, 'auditor'],
  'POST /transactions/:transactionId/print-receipt': [...SEES_SALES, 'auditor'],
  'POST /transactions/:transactionId/email-receipt': [...SEES_SALES, 'auditor'],
  'POST /transactions/:transactionId/void': ['admin', 'store_manager', 'salesperson'],
  'POST /transactions/:transactionId/refund': ['admin'],
  'GET /payments/pending': [...SEES_SALES, 'auditor'],
  'GET /stores/:storeId/performance': [...SEES_SALES, 'auditor'],
  'GET /payments/transaction/:transactionId': [...SEES_SALES, 'auditor'],
  'GET /payments/daily-report': [...REPORTS, 'salesperson'],
  'POST /customers': ['admin', 'store_manager'],
  'POST /imports/customers': ['admin', 'store_manager'],
  'GET /imports': ['admin', 'store_manager', 'warehouse_staff'],
  'GET /imports/templates/:kind': ['admin', 'store_manager', 'warehouse_staff'],
  'GET /imports/:importId': ['admin', 'store_manager', 'warehouse_staff'],
  'GET /imports/:importId/rows': ['admin', 'store_manager', 'warehouse_staff'],
  'GET /imports/:importId/export': ['admin', 'store_manager', 'warehouse_staff'],
  'PUT /imports/:importId/columns': ['admin', 'store_manager', 'warehouse_staff'],
  'POST /imports/:importId/apply': ['admin', 'store_manager', 'warehouse_staff'],
  'POST /imports/:importId/cancel': ['admin', 'store_manager', 'warehouse_staff'],
  'GET /imports/:importId/undo': ['admin', 'store_manager', 'warehouse_staff'],
  'DELETE /imports/:importId': ['admin', 'store_manager', 'warehouse_staff'],
  'POST /staff': ['admin', 'regional_manager'],
  'DELETE /staff/:staffId': ['admin', 'regional_manager'],
  'POST /staff/:staffId/reset-password': ['admin', 'regional_manager'],
  'GET /staff/:staffId/pin': ['admin', 'regional_manager'],
  'DELETE /staff/:staffId/pin': ['admin', 'regional_manager'],
  'GET /approvals/approvers': [...SEES_SALES, 'auditor'],
  'POST /approvals': [...SEES_SALES, 'auditor'],
  'POST /stores/create': ['admin', 'regional_manager', 'finance'],
  'PUT /stores/:storeId': ['admin', 'regional_manager', 'finance'],
  'DELETE /stores/:storeId': ['admin', 'regional_manager', 'finance'],
  'DELETE /stores/:storeId/unused': ['admin', 'regional_manager', 'finance'],
  'GET /stores/:storeId/open-work': ['admin', 'regional_manager', 'finance'],
  'POST /customers/:customerId/add-points': ['admin'],
  'POST /customers/:customerId/deduct-points': ['admin'],
};
const granted = table.map((entry): Row => ({ ...entry, who: GRANTED[nameOf(entry)] ?? entry.who }));

const grantedRows = granted.filter((entry) => nameOf(entry) in GRANTED);

const NO_SUCH_ID = '999999999';

async function storesByCode({ reader }: Database): Promise<Map<string, number>> {
  const stores = await reader.selectFrom('stores').select(['id', 'code']).execute();
  return new Map(stores.map((store) => [store.code, store.id]));
}

const identities = ['nobody', ...roles] as const;

/** Calls every row of the table, in a demo shop of the suite's own. */
function walksIn(start: StartServer) {
  let server: TestServer;
  let storeIds: Map<string, number>;

  beforeAll(async () => {
    server = await start({ demo: true });
    storeIds = await storesByCode(server.database);
  });
  afterAll(() => server.close());

  const send = (caller: Caller | null, { method, path }: Row, storeId: number) => {
    const named = path
      .replace(':role', 'tech_support')
      .replace(':kind', 'no_kind')
      .replaceAll(/:\w+/g, NO_SUCH_ID);
    // An empty file has the same permissions as a full one.
    const address = path.endsWith('/export') ? `${named}?search=${NO_SUCH_ID}` : named;
    const headers = { 'X-Store-Id': String(storeId) };
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    if (!caller) return call<Refusal | undefined>(server.url, method, address, body, headers);
    const authorization = { ...headers, Authorization: `Bearer ${caller.token}` };
    return call<Refusal | undefined>(server.url, method, address, body, authorization);
  };

  async function walk(rows: readonly Row[], identity: Identity, place: Place) {
    const home = identity === 'nobody' ? 'MNL-01' : (WORKS_AT[identity] ?? 'MNL-01');
    const codes = { own: home, foreign: 'CEB-01', missing: 'NOT-01' };
    const storeId = storeIds.get(codes[place]) ?? Number(NO_SUCH_ID);
    const caller = identity === 'nobody' ? null : await signIn(server.url, `${identity}@demo.test`);
    const outcomes: Record<string, string> = {};
    for (const entry of rows) outcomes[nameOf(entry)] = outcomeOf(await send(caller, entry, storeId));
    return outcomes;
  }

  const expectWalk = async (rows: readonly Row[], identity: Identity, place: Place) => {
    const expected = rows.map((entry) => [nameOf(entry), expectedFor(identity, place, entry)]);
    expect(await walk(rows, identity, place)).toEqual(Object.fromEntries(expected));
  };

  const tryTable = (places: readonly Place[], who: readonly Identity[] = identities) =>
    describe.each(places)('at a store that is %s', (place) => {
      it.each(who)('%s may call exactly what the table says', (identity) =>
        expectWalk(table, identity, place),
      );
    });

  const tryOtherGrants = (place: Place, who: readonly Identity[] = identities) =>
    describe(`with other grants at a store that is ${place}`, () => {
      type Grants = { role: Role; permissions: string[] };
      // The walks end the sign-ins of their callers.
      const signInAdmin = () => signIn(server.url, 'admin@demo.test');
      beforeAll(async () => {
        const admin = await signInAdmin();
        const before = expectDone(await admin.get<Grants[]>('/roles'));
        for (const { role, permissions } of before) {
          const changes = GRANTS.filter((grant) => grant.role === role);
          if (changes.length === 0) continue;
          const changed = changes.map(({ permission }) => permission);
          const given = changes.filter(({ isGranted }) => isGranted).map(({ permission }) => permission);
          const kept = permissions.filter((permission) => !changed.includes(permission));
          expectDone(await admin.put<Grants>(`/roles/${role}`, { permissions: [...kept, ...given] }));
        }
      });
      afterAll(async () => {
        const admin = await signInAdmin();
        for (const role of new Set(GRANTS.map((grant) => grant.role))) {
          expectDone(await admin.delete<Grants>(`/roles/${role}`));
        }
      });

      // Whoever was granted and denied nothing could only have become able to call what was granted to others.
      const isChanged = (identity: Identity) => GRANTS.some(({ role }) => role === identity);
      it.each(who)('%s may call exactly what was granted', (identity) =>
        expectWalk(isChanged(identity) ? granted : grantedRows, identity, place),
      );
    });

  return {
    tryTable,
    tryOtherGrants,
    send,
    server: () => server,
    storeId: (code: string) => storeIds.get(code) ?? 0,
  };
}

// Of the permissions, an engine stores the person, the role's grants, and the stores: one walk with each, and a call that
// is served everywhere.
onEveryEngine('permissions', (start) => {
  const walks = walksIn(start);
  walks.tryTable(['own'], ['admin']);
  walks.tryOtherGrants('foreign', [...new Set(GRANTS.map(({ role }) => role))]);

  // By hand from the specification: the only calls before a temporary password is changed.
  const BEFORE_PASSWORD_CHANGE = ['GET /staff/me', 'POST /staff/logout', 'POST /staff/update-password'];

  it('whoever still has to change a temporary password may call three routes, whatever their role', async () => {
    const owe = (must_change_password: 0 | 1) =>
      walks
        .server()
        .database.write((writer) =>
          writer
            .updateTable('staff')
            .set({ must_change_password })
            .where('email', '=', 'admin@demo.test')
            .execute(),
        );
    await owe(1);
    const newcomer = await signIn(walks.server().url, 'admin@demo.test');
    const isLogout = (entry: Row) => nameOf(entry) === 'POST /staff/logout';
    const routes = table
      .filter(({ who }) => who !== 'anybody' && who !== 'till')
      .toSorted((a, b) => +isLogout(a) - +isLogout(b));
    const served: string[] = [];
    for (const entry of routes) {
      const { status, body } = await walks.send(newcomer, entry, walks.storeId('MNL-01'));
      if (body?.code !== 'password_change_required') served.push(nameOf(entry));
      else expect(status, nameOf(entry)).toBe(403);
    }
    await owe(0);
    expect(served.toSorted()).toEqual(BEFORE_PASSWORD_CHANGE);
  });

  it.each(['admin', 'salesperson'])('%s is refused at a store that does not exist', async (who) => {
    const caller = await signIn(walks.server().url, `${who}@demo.test`);
    for (const storeId of ['999999', '', 'MNL-01', '1,2', '-1', '1e0', '0x1', '1.0']) {
      const answer = await caller.get('/pos/products', { headers: { 'X-Store-Id': storeId } });
      expect(answer.body.code).toBe('foreign_store');
    }
  });

  it('works in the primary store where no store is named', async () => {
    const caller = await signIn(walks.server().url, 'salesperson@demo.test');
    const answer = await caller.get<{ code: string }>('/stores/current');
    expect(answer.body.code).toBe('MNL-01');
  });

  it('shows a person their own stores, and switches between those only', async () => {
    const seller = await signIn(walks.server().url, 'salesperson@demo.test');
    const own = await seller.get<{ code: string }[]>('/stores');
    expect(own.body.map((store) => store.code)).toEqual(['MNL-01']);
    const refused = await seller.post('/stores/switch', { store_id: walks.storeId('CEB-01') });
    expect(refused.body.code).toBe('foreign_store');
    const regional = await signIn(walks.server().url, 'regional_manager@demo.test');
    expect((await regional.get<unknown[]>('/stores')).body).toHaveLength(4);
    expect((await regional.post('/stores/switch', { store_id: walks.storeId('CEB-01') })).status).toBe(200);
  });
});

// The rest of the table does not depend on the engine.
onOneEngine('permissions', (start) => {
  const walks = walksIn(start);
  walks.tryTable(
    ['own'],
    identities.filter((identity) => identity !== 'admin'),
  );
  // Those with any permission, and one of the six without: of the caller only the store is different.
  const mostRoles = roles.filter((role) => (DEFAULTS[role] ?? []).length > 0);
  walks.tryTable(['foreign'], ['admin', ...mostRoles, 'finance']);
  // Those who work in every store, in one, in none of the till's, and nobody.
  walks.tryTable(['missing'], ['nobody', 'admin', 'store_manager', 'warehouse_staff']);
  walks.tryOtherGrants('own');
});

const SEES_COSTS: readonly Role[] = ['admin', 'store_manager', 'regional_manager', 'warehouse_staff'];

/** A call that every role may make, with a cost in its answer and body. */
const probe = {
  cost: defineRoute({
    method: 'PUT',
    path: '/cost',
    summary: 'Try',
    permission: 'signed_in',
    scope: 'chain',
    invalidates: [],
    body: z.strictObject({ cost: fieldPermission('costs.view', money) }),
    response: z.object({ items: z.array(z.object({ cost: fieldPermission('costs.view', money) })) }),
  }),
};

onEveryEngine('costs', (start) => {
  let server: TestServer;
  let app: FastifyInstance;
  let storeIds: Map<string, number>;
  beforeAll(async () => {
    server = await start({ demo: true });
    const { database, clock } = server;
    storeIds = await storesByCode(database);
    app = await buildApp({
      contract: { probe },
      handlers: { probe: { cost: () => Promise.resolve(() => Promise.resolve({ items: [{ cost: 500 }] })) } },
      database,
      clock: clock.now,
      identify: (token, now) => identify(database.reader, token, now),
      version: '0.0.0',
      shopId: 'a-shop',
    });
  });
  afterAll(() => server.close());

  it.each(roles)('are shown to and taken from %s exactly where the table says', async (role) => {
    const { token } = await signIn(server.url, `${role}@demo.test`);
    const put = (payload: object) =>
      app.inject({
        method: 'PUT',
        url: '/api/v1/cost',
        payload,
        headers: { authorization: `Bearer ${token}` },
      });
    const mayHave = SEES_COSTS.includes(role);
    expect((await put({})).json()).toEqual({ items: [mayHave ? { cost: 5 } : {}] });
    expect((await put({ cost: 5 })).statusCode).toBe(mayHave ? 200 : 422);
  });

  // No code, number or price of the shop looks like it, in pesos, in centavos or as display text.
  const MARKED = /71,?236\.?4\d/;
  const marked = (at: number) => (7_123_640 + at) / 100;
  const LARGE = 99_999;

  /** Puts a different cost in every place that the shop stores one; returns the address of each read that has them. */
  async function spreadCosts(manager: Caller) {
    const named = async (path: string) =>
      expectDone(await manager.get<{ data: { id: number }[] }>(path)).data[0]?.id ?? 0;
    type Made = { id: number };
    type Costly = Made & { sku: string; product_variations: [Made] };
    const product = expectDone(
      await manager.post<Costly>('/products', {
        name: 'Marked Phone',
        sku: 'MARKED-1',
        product_type_id: await named('/product-types'),
        manufacturer_id: await named('/manufacturers'),
        variation: { name: 'One', barcode: 'MARKED-BAR', cost: marked(1), retail_price: LARGE },
      }),
    );
    const [{ id: variationId }] = product.product_variations;
    expectDone(await manager.put(`/products/${product.id}/variations/${variationId}`, { cost: marked(2) }));
    const supplierId = await named('/suppliers?active=true');
    const goods = { product_variation_id: variationId, supplier_id: supplierId };
    const unit = expectDone(
      await manager.post<Made>('/inventory', {
        ...goods,
        category: 'new',
        serial_number: 'MARKED-SN',
        purchase_cost: marked(3),
      }),
    );
    expectDone(await manager.put(`/inventory/${unit.id}`, { purchase_cost: marked(4) }));
    const { transaction } = await sell(manager, [unit.id]);
    // What is paid for a trade-in is money of the till.
    expectDone(await manager.post(`/inventory/${unit.id}/trade-in`, BROUGHT));
    expectDone(await manager.put(`/inventory/${unit.id}`, { purchase_cost: marked(5) }));
    const order = (unit_cost: number) =>
      ordered(manager, {
        supplier_id: supplierId,
        store_id: storeIds.get('MNL-01') ?? 0,
        items: [{ product_variation_id: variationId, quantity_ordered: 1, unit_cost }],
      });
    // The value of incoming units is made a round sum, to which the cost is added.
    const coming = expectDone(
      await manager.get<{ amount_to_come: number }>('/supplier-transactions/summary'),
    );
    await order((10_000_000 - (Math.round(coming.amount_to_come * 100) % 10_000_000)) / 100);
    const { id: orderId } = await order(marked(6));
    const point = `/products/${product.id}/variations/${variationId}/reorder-point`;
    expectDone(await manager.put(point, { reorder_point: 9 }));
    const prices = [
      ['SKU', 'Cost', 'Retail price'],
      [product.sku, marked(7).toFixed(2), String(LARGE)],
      ['NOT-THERE', marked(8).toFixed(2), '1'],
    ];
    const { id: importId } = await checked(manager, 'prices', csvOf(prices));
    await applied(manager, importId, { good_only: true });

    const ids: Record<string, number> = {
      productId: product.id,
      itemId: unit.id,
      supplierId,
      orderId,
      importId,
      transactionId: transaction.id,
    };
    const queries: Record<string, string> = {
      '/products': '?search=marked&include=variations',
      '/search': '?q=marked-sn',
      '/pos/products': '?search=marked',
      '/product-variations': '?search=marked',
      '/product-variations/by-codes': '?codes=marked-bar',
      '/inventory/low-stock': '?search=marked',
      '/inventory': '?search=marked-sn',
      '/inventory/export': '?search=marked-sn',
      '/inventory/where-is': '?code=marked-sn',
      '/inventory/transfers/lookup': '?code=marked-sn',
      '/supplier-transactions': `?supplier_id=${supplierId}`,
      '/imports/:importId/rows': '?state=bad',
      '/audit': '?per_page=1000',
    };
    return ({ path }: Row) => {
      const address = path.replace(':kind', 'prices').replaceAll(/:(\w+)/g, (_, name: string) => {
        return String(ids[name] ?? NO_SUCH_ID);
      });
      return address + (queries[path] ?? '');
    };
  }

  it('are in no answer, history, file, preview or log for whoever may do all but see them', async () => {
    const admin = await signIn(server.url, 'admin@demo.test');
    const role = 'tech_support';
    const allBut = permissions.filter((permission) => permission !== 'costs.view');
    expectDone(await admin.put(`/roles/${role}`, { permissions: allBut }));
    const manager = await signIn(server.url, 'store_manager@demo.test');
    const addressOf = await spreadCosts(manager);
    const tellsCosts = async (by: Caller) => {
      const told: string[] = [];
      for (const entry of table.filter(({ method }) => method === 'GET')) {
        const { body } = await by.get<unknown>(addressOf(entry));
        if (MARKED.test(JSON.stringify(body) ?? '')) told.push(entry.path);
      }
      return told;
    };
    expect(await tellsCosts(manager)).toEqual([
      '/products',
      '/product-variations',
      '/product-variations/by-codes',
      '/products/:productId',
      '/products/:productId/variations',
      '/products/:productId/history',
      '/inventory',
      '/inventory/low-stock',
      '/inventory/export',
      '/inventory/:itemId',
      '/suppliers/:supplierId/transactions',
      '/supplier-transactions',
      '/supplier-transactions/summary',
      '/supplier-transactions/:orderId',
      '/supplier-transactions/:orderId/paper',
      '/imports/:importId',
      '/imports/:importId/rows',
      '/imports/:importId/export',
      '/transactions/:transactionId',
    ]);
    expect(await tellsCosts(await signIn(server.url, `${role}@demo.test`))).toEqual([]);
    expectDone(await admin.delete(`/roles/${role}`));
  });
});

describe('the table of permissions', () => {
  it.each(roles.filter((role) => role !== 'admin'))('has what %s may do by default', (role) => {
    expect(defaultPermissions(role).sort()).toEqual((DEFAULTS[role] ?? []).sort());
  });

  it('names rows that there are where it is changed', () => {
    expect(table.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(GRANTED)));
  });

  it('has every route of the contract, and no other', () => {
    const declared = Object.values(contract).flatMap((module) => Object.values(module).map(nameOf));
    expect(table.map(nameOf).sort()).toEqual(declared.sort());
  });
});
