import type { ComponentType } from 'react';
import { importPermissions } from '#domain/imports.ts';
import { can, type Holder, type Permission } from '#domain/permissions.ts';
import type { MenuIcon } from './menu-icons.ts';

/** The access to a screen: any signed-in person, an admin, or a holder of (any of) the permissions. */
export type Needed = 'signed_in' | 'admin' | Permission | readonly Permission[];

export type MenuPlace = {
  label: string;
  icon: MenuIcon;
  /** Entries of one group stand together under its name. */
  group?: string | undefined;
  /** Without this permission the screen only shows a refusal, so the menu does not offer it. */
  needs?: Permission | undefined;
};

/** A place among the tabs of an entry of the menu. */
export type TabPlace = {
  label: string;
  /** The path of the entry. */
  of: string;
};

/** A screen names the window as its entry in the menu, as its tab, or by a title of its own. */
type Titled = { title?: string; menu?: MenuPlace; tab?: TabPlace } & (
  | { menu: MenuPlace }
  | { tab: TabPlace }
  | { title: string }
);

export type Screen = Titled & {
  path: string;
  /** People without it are redirected to the dashboard. */
  permission: Needed;
  /** A second permission that is required too. */
  also?: Permission;
  /** True for a form of something new in the current store: an inactive store refuses it, and the page says so. */
  begins?: true;
  /** Loads the page, a chunk of its own. */
  load: () => Promise<ComponentType>;
  /** The entry of the menu that it belongs to, where its address does not say so. */
  under?: string;
  /** Belongs to the till, whose cart stays above it. */
  till?: true;
};

/** A screen's place in the side menu: its label and its icon. */
const inMenu = (label: string, icon: MenuIcon, group?: string, needs?: Permission): MenuPlace => ({
  label,
  icon,
  group,
  needs,
});

/** The properties that all screens of the till share. */
export const selling = { permission: 'transactions.create', till: true } as const;

/** The permissions of which any one allows an import. */
const IMPORTING = Object.values(importPermissions);

/** Every screen behind the sign-in, with who may open it and its place in the menu. */
export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/dashboard.tsx')).DashboardPage,
    menu: inMenu('Dashboard', 'Home'),
  },
  {
    ...selling,
    path: '/pos',
    load: async () => (await import('#renderer/routes/pos.tsx')).PosPage,
    menu: inMenu('Point of Sale', 'Cart'),
  },
  {
    ...selling,
    path: '/pos/payment',
    title: 'Complete Payment',
    load: async () => (await import('#renderer/routes/payment.tsx')).PaymentPage,
  },
  {
    path: '/pos/shift',
    title: 'Close shift',
    permission: 'shifts.close',
    load: async () => (await import('#renderer/routes/close-shift.tsx')).CloseShiftPage,
  },
  {
    ...selling,
    path: '/pos/trade-in',
    title: 'Trade In',
    load: async () => (await import('#renderer/routes/trade-in.tsx')).TillTradeInPage,
  },
  {
    ...selling,
    path: '/pos/:transactionId/trade-in',
    title: 'Trade In',
    load: async () => (await import('#renderer/routes/trade-in.tsx')).DraftTradeInPage,
  },
  {
    ...selling,
    path: '/pos/:transactionId',
    title: 'Point of Sale',
    load: async () => (await import('#renderer/routes/pos.tsx')).PosPage,
  },
  {
    ...selling,
    path: '/pos/:transactionId/payment',
    title: 'Complete Payment',
    load: async () => (await import('#renderer/routes/payment.tsx')).PaymentPage,
  },
  {
    path: '/products',
    permission: 'products.view',
    load: async () => (await import('#renderer/routes/products.tsx')).ProductsPage,
    menu: inMenu('Products', 'Box', 'Stock'),
  },
  {
    path: '/products/new',
    title: 'New Product',
    permission: 'products.view',
    also: 'products.create',
    load: async () => (await import('#renderer/routes/product-form.tsx')).NewProductPage,
  },
  {
    path: '/products/:productId',
    title: 'Products',
    permission: 'products.view',
    load: async () => (await import('#renderer/routes/product.tsx')).ProductPage,
  },
  {
    path: '/products/:productId/edit',
    title: 'Edit Product',
    permission: 'products.view',
    also: 'products.edit',
    load: async () => (await import('#renderer/routes/product-form.tsx')).EditProductPage,
  },
  {
    path: '/inventory',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/inventory.tsx')).InventoryPage,
    menu: inMenu('Inventory', 'BoxMultiple', 'Stock'),
  },
  {
    path: '/inventory/create',
    title: 'New Item',
    permission: 'inventory.view',
    also: 'inventory.create',
    begins: true,
    load: async () => (await import('#renderer/routes/unit-form.tsx')).NewUnitPage,
  },
  {
    path: '/inventory/where-is',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/where-is.tsx')).WhereIsPage,
    tab: { of: '/inventory', label: 'Find a Unit' },
  },
  {
    path: '/inventory/trade-in',
    title: 'Trade In',
    permission: 'inventory.view',
    also: 'inventory.create',
    begins: true,
    load: async () => (await import('#renderer/routes/trade-in.tsx')).TradeInPage,
  },
  {
    path: '/inventory/trade-ins',
    permission: ['inventory.create', 'costs.view'],
    load: async () => (await import('#renderer/routes/trade-ins.tsx')).TradeInsPage,
    tab: { of: '/inventory', label: 'Trade-ins' },
  },
  {
    path: '/inventory/low-stock',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/low-stock.tsx')).LowStockPage,
    tab: { of: '/inventory', label: 'Low Stock' },
  },
  {
    path: '/inventory/:inventoryId',
    title: 'Inventory',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/unit.tsx')).UnitPage,
  },
  {
    path: '/inventory/:inventoryId/edit',
    title: 'Edit Item',
    permission: 'inventory.view',
    also: 'inventory.edit',
    load: async () => (await import('#renderer/routes/unit-form.tsx')).EditUnitPage,
  },
  {
    path: '/inventory/transfers',
    permission: 'inventory.transfer',
    load: async () => (await import('#renderer/routes/transfers.tsx')).TransfersPage,
    menu: inMenu('Transfers', 'ArrowSwap', 'Stock'),
  },
  {
    path: '/inventory/transfers/new',
    title: 'New Transfer',
    permission: 'inventory.transfer',
    load: async () => (await import('#renderer/routes/new-transfer.tsx')).NewTransferPage,
  },
  {
    path: '/inventory/transfers/:transferId',
    title: 'Transfers',
    permission: 'inventory.transfer',
    load: async () => (await import('#renderer/routes/transfer.tsx')).TransferPage,
  },
  {
    path: '/inventory/counts',
    permission: ['inventory.edit', 'counts.close'],
    load: async () => (await import('#renderer/routes/counts.tsx')).CountsPage,
    menu: inMenu('Stock Counts', 'ClipboardCheckmark', 'Stock'),
  },
  {
    path: '/inventory/counts/:countId',
    title: 'Stock Counts',
    permission: ['inventory.edit', 'counts.close'],
    load: async () => (await import('#renderer/routes/count.tsx')).CountPage,
  },
  {
    path: '/manufacturers',
    permission: 'products.view',
    load: async () => (await import('#renderer/routes/manufacturers.tsx')).ManufacturersPage,
    tab: { of: '/products', label: 'Manufacturers' },
  },
  {
    path: '/product-types',
    permission: 'products.view',
    load: async () => (await import('#renderer/routes/product-types.tsx')).ProductTypesPage,
    tab: { of: '/products', label: 'Product Types' },
  },
  {
    path: '/imports',
    permission: IMPORTING,
    load: async () => (await import('#renderer/routes/imports.tsx')).ImportsPage,
    tab: { of: '/products', label: 'Imports' },
  },
  {
    path: '/imports/:importId',
    title: 'Imports',
    permission: IMPORTING,
    load: async () => (await import('#renderer/routes/import.tsx')).ImportPage,
  },
  {
    path: '/transactions',
    permission: 'transactions.view',
    load: async () => (await import('#renderer/routes/transactions.tsx')).TransactionsPage,
    menu: inMenu('Transactions', 'Receipt', 'Sales'),
  },
  {
    path: '/transactions/to-settle',
    permission: 'transactions.review',
    load: async () => (await import('#renderer/routes/sales-to-settle.tsx')).SalesToSettlePage,
    tab: { of: '/transactions', label: 'Sales to Settle' },
  },
  {
    path: '/transactions/:transactionId',
    title: 'Transactions',
    permission: 'transactions.view',
    load: async () => (await import('#renderer/routes/transaction.tsx')).TransactionPage,
  },
  {
    path: '/customers',
    permission: 'customers.view',
    load: async () => (await import('#renderer/routes/customers.tsx')).CustomersPage,
    menu: inMenu('Customers', 'People', 'Sales'),
  },
  {
    path: '/customers/new',
    title: 'New Customer',
    permission: 'customers.view',
    also: 'customers.create',
    begins: true,
    load: async () => (await import('#renderer/routes/customer-form.tsx')).NewCustomerPage,
  },
  {
    path: '/customers/:customerId',
    title: 'Customers',
    permission: 'customers.view',
    load: async () => (await import('#renderer/routes/customer.tsx')).CustomerPage,
  },
  {
    path: '/customers/:customerId/edit',
    title: 'Edit Customer',
    permission: 'customers.view',
    also: 'customers.edit',
    load: async () => (await import('#renderer/routes/customer-form.tsx')).EditCustomerPage,
  },
  {
    path: '/payments/pending',
    permission: 'transactions.view',
    load: async () => (await import('#renderer/routes/pending-payments.tsx')).PendingPaymentsPage,
    menu: inMenu('Pending Payments', 'WalletCreditCard', 'Sales'),
  },
  {
    path: '/store-day',
    permission: 'shifts.view',
    load: async () => (await import('#renderer/routes/store-day.tsx')).StoreDayPage,
    menu: inMenu('Store Day', 'CalendarDay', 'Sales'),
  },
  {
    path: '/shifts',
    permission: 'shifts.view',
    load: async () => (await import('#renderer/routes/shifts.tsx')).ShiftsPage,
    tab: { of: '/store-day', label: 'Shifts' },
  },
  {
    path: '/shifts/cash-movements',
    permission: 'shifts.view',
    load: async () => (await import('#renderer/routes/cash-movements.tsx')).CashMovementsPage,
    tab: { of: '/store-day', label: 'Cash Movements' },
  },
  {
    path: '/shifts/tills',
    permission: 'shifts.view',
    load: async () => (await import('#renderer/routes/tills.tsx')).TillsPage,
    tab: { of: '/store-day', label: 'Tills' },
  },
  {
    path: '/shifts/:shiftId',
    title: 'Shifts',
    permission: 'shifts.view',
    load: async () => (await import('#renderer/routes/shift.tsx')).ShiftPage,
  },
  {
    path: '/shifts/:shiftId/count',
    title: 'Close shift',
    permission: 'shifts.view',
    also: 'shifts.close',
    load: async () => (await import('#renderer/routes/count-shift.tsx')).CountShiftPage,
  },
  {
    path: '/z-readings',
    permission: 'shifts.view',
    load: async () => (await import('#renderer/routes/z-readings.tsx')).ZReadingsPage,
    tab: { of: '/store-day', label: 'Z Readings' },
  },
  {
    path: '/z-readings/:readingId',
    title: 'Z Readings',
    permission: 'shifts.view',
    load: async () => (await import('#renderer/routes/z-reading.tsx')).ZReadingPage,
  },
  {
    path: '/purchase-orders',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/purchase-orders.tsx')).PurchaseOrdersPage,
    menu: inMenu('Purchase Orders', 'ClipboardTaskListLtr', 'Purchasing'),
  },
  {
    path: '/purchase-orders/create',
    title: 'New Purchase Order',
    permission: 'inventory.view',
    also: 'inventory.create',
    load: async () => (await import('#renderer/routes/new-purchase-order.tsx')).NewPurchaseOrderPage,
  },
  {
    path: '/purchase-orders/:orderId',
    title: 'Purchase Orders',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/purchase-order.tsx')).PurchaseOrderPage,
  },
  {
    path: '/purchase-orders/:orderId/receive',
    title: 'Receive Items',
    permission: 'inventory.view',
    also: 'inventory.update',
    load: async () => (await import('#renderer/routes/receive-order.tsx')).ReceiveOrderPage,
  },
  {
    path: '/goods-receipts/:receiptId',
    title: 'Goods Receipts',
    under: '/purchase-orders',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/goods-receipt.tsx')).GoodsReceiptPage,
  },
  {
    path: '/suppliers',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/suppliers.tsx')).SuppliersPage,
    menu: inMenu('Suppliers', 'VehicleTruckProfile', 'Purchasing'),
  },
  {
    // The page itself refuses people who may not create or change suppliers.
    path: '/suppliers/create',
    title: 'New Supplier',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/supplier-form.tsx')).NewSupplierPage,
  },
  {
    path: '/suppliers/:supplierId',
    title: 'Suppliers',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/supplier.tsx')).SupplierPage,
  },
  {
    path: '/suppliers/:supplierId/edit',
    title: 'Edit Supplier',
    permission: 'inventory.view',
    load: async () => (await import('#renderer/routes/supplier-form.tsx')).EditSupplierPage,
  },
  {
    path: '/supplier-returns',
    permission: 'inventory.update',
    load: async () => (await import('#renderer/routes/supplier-returns.tsx')).SupplierReturnsPage,
    menu: inMenu('Supplier Returns', 'ArrowExit', 'Purchasing'),
  },
  {
    path: '/supplier-returns/new',
    title: 'New Return',
    permission: 'inventory.update',
    load: async () => (await import('#renderer/routes/new-supplier-return.tsx')).NewSupplierReturnPage,
  },
  {
    path: '/supplier-returns/:returnId',
    title: 'Supplier Returns',
    permission: 'inventory.update',
    load: async () => (await import('#renderer/routes/supplier-return.tsx')).SupplierReturnPage,
  },
  {
    // The page itself refuses people who may not create codes.
    path: '/qr-codes',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/qr-codes.tsx')).QrCodesPage,
    menu: inMenu('QR Codes', 'QrCode', 'Purchasing', 'inventory.create'),
  },
  {
    path: '/stores',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/stores.tsx')).StoresPage,
    menu: inMenu('Stores', 'BuildingShop', 'Company'),
  },
  {
    path: '/stores/new',
    title: 'New Store',
    permission: 'stores.manage',
    load: async () => (await import('#renderer/routes/store-form.tsx')).NewStorePage,
  },
  {
    path: '/stores/:storeId',
    title: 'Stores',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/store.tsx')).StorePage,
  },
  {
    path: '/stores/:storeId/edit',
    title: 'Edit Store',
    permission: 'stores.manage',
    load: async () => (await import('#renderer/routes/store-form.tsx')).EditStorePage,
  },
  {
    path: '/stores/:storeId/staff',
    title: 'Staff of a store',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/store-staff.tsx')).StoreStaffPage,
  },
  {
    path: '/stores/:storeId/settings',
    title: 'Store settings',
    // The page itself refuses people who may not change the settings.
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/store-settings.tsx')).StoreSettingsPage,
  },
  {
    path: '/staff',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/staff.tsx')).StaffPage,
    menu: inMenu('Staff', 'PeopleTeam', 'Company'),
  },
  {
    path: '/staff/new',
    title: 'New Staff Member',
    permission: 'staff.manage',
    load: async () => (await import('#renderer/routes/staff-form.tsx')).NewStaffPage,
  },
  {
    path: '/staff/:staffId',
    title: 'Staff',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/staff-member.tsx')).StaffMemberPage,
  },
  {
    path: '/staff/:staffId/edit',
    title: 'Edit Staff Member',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/staff-form.tsx')).EditStaffPage,
  },
  {
    path: '/staff/:staffId/reset-password',
    title: 'Reset Password',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/reset-password.tsx')).ResetPasswordPage,
  },
  {
    path: '/roles',
    permission: 'admin',
    load: async () => (await import('#renderer/routes/roles.tsx')).RolesPage,
    tab: { of: '/staff', label: 'Roles' },
  },
  {
    path: '/reports',
    permission: ['reports.view', 'payments.review'],
    load: async () => (await import('#renderer/routes/reports.tsx')).ReportsPage,
    menu: inMenu('Reports', 'DataTrending', 'Company'),
  },
  {
    path: '/audit',
    permission: 'audit.view',
    load: async () => (await import('#renderer/routes/audit.tsx')).AuditPage,
    menu: inMenu('Audit Log', 'ClipboardTextLtr', 'Company'),
  },
  {
    path: '/settings',
    permission: 'admin',
    load: async () => (await import('#renderer/routes/settings.tsx')).SettingsPage,
    menu: inMenu('Settings', 'Settings', 'Company'),
  },
  {
    path: '/settings/backups',
    permission: 'admin',
    load: async () => (await import('#renderer/routes/backups.tsx')).BackupsPage,
    tab: { of: '/settings', label: 'Backups' },
  },
  {
    path: '/settings/store-defaults',
    title: 'Defaults of new stores',
    permission: 'admin',
    load: async () => (await import('#renderer/routes/store-defaults.tsx')).StoreDefaultsPage,
  },
  {
    path: '/account',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/account.tsx')).AccountPage,
    tab: { of: '/settings', label: 'My Account' },
  },
  {
    path: '/device',
    permission: 'signed_in',
    load: async () => (await import('#renderer/routes/device.tsx')).DevicePage,
    tab: { of: '/settings', label: 'This Till' },
  },
];

/** Returns the page's name in the window's title. */
export const titleOf = (screen: Screen): string => screen.title ?? labelOf(screen);

/** Returns the label of a screen's entry in the menu, or of its tab. */
export const labelOf = ({ menu, tab }: Screen): string => menu?.label ?? tab?.label ?? '';

/** Returns the list that a screen's page belongs to: the longest path of the menu and its tabs above its own. */
export function listOf({ path }: Screen): { to: string; label: string } {
  const above = screens.filter((screen) => labelOf(screen) && path.startsWith(`${screen.path}/`));
  const [list] = above.sort((one, other) => other.path.length - one.path.length);
  return list ? { to: list.path, label: labelOf(list) } : { to: '/dashboard', label: 'Dashboard' };
}

export function mayOpen(holder: Holder, { permission, also }: Pick<Screen, 'permission' | 'also'>): boolean {
  if (also !== undefined && !can(holder, also)) return false;
  if (permission === 'signed_in') return true;
  if (permission === 'admin') return holder.role === 'admin';
  return [permission].flat().some((one: Permission) => can(holder, one));
}
