import type { Permission, Role } from './permissions.ts';

// What a shop understands of roles and permissions, for the screens that show and change them.

/** What a role is for, in one line. */
export const roleDescriptions: Record<Role, string> = {
  admin: 'Runs the whole chain: every store, every setting, every permission',
  store_manager: 'Runs a store: sales, refunds, stock, customers and its staff',
  regional_manager: 'Looks after all stores: reports, transfers, stores and their managers',
  salesperson: 'Sells at the till and serves customers',
  inventory_checker: 'Counts and corrects stock',
  warehouse_staff: 'Receives, keeps and transfers stock',
  customer_service: 'Helps customers after the sale',
  finance: 'Works with money and figures',
  auditor: 'Looks into what was done',
  supplier_liaison: 'Works with suppliers',
  tech_support: 'Helps with devices and programs',
  repair_technician: 'Repairs what customers bring in',
};

type PermissionWords = {
  label: string;
  /** What it opens. */
  opens: string;
  /** Without these it is of no use. */
  needs?: readonly Permission[];
};

/** Every permission by area, as it is told to whoever grants it. */
export const permissionAreas: readonly {
  area: string;
  permissions: Partial<Record<Permission, PermissionWords>>;
}[] = [
  {
    area: 'Dashboard and reports',
    permissions: {
      'dashboard.view': { label: 'See the dashboard’s figures', opens: 'Today’s sales and stock of a store' },
      'reports.view': { label: 'See reports', opens: 'Reports, with the daily report of each store' },
    },
  },
  {
    area: 'Selling',
    permissions: {
      'transactions.view': {
        label: 'See transactions',
        opens: 'Transactions, receipts and pending payments',
      },
      'transactions.create': { label: 'Sell', opens: 'Point of Sale: carts, payments, completing a sale' },
      'transactions.void': {
        label: 'Void sales',
        opens: 'Takes a whole sale back',
        needs: ['transactions.view'],
      },
      'transactions.refund': {
        label: 'Refund sales',
        opens: 'Takes items back and gives money back',
        needs: ['transactions.view'],
      },
      'transactions.all': {
        label: 'See all stores’ transactions',
        opens: 'View all stores; only for who works at all of them',
        needs: ['transactions.view'],
      },
      'payments.review': {
        label: 'Review payments',
        opens: 'Confirms, changes and fails payments of completed sales',
        needs: ['transactions.view'],
      },
      'shifts.close': {
        label: 'Open and close shifts',
        opens: 'The own drawer: its float, its count, X and Z readings',
        needs: ['transactions.create'],
      },
      'shifts.view': { label: 'See all shifts', opens: 'Shifts, readings and differences of a store' },
      'cash.move': {
        label: 'Move cash',
        opens: 'Pay-ins, pay-outs and drops to the safe',
        needs: ['transactions.create'],
      },
      'approvals.give': {
        label: 'Approve at the till',
        opens: 'Lets others do once, by PIN or badge, what this role may do and they may not',
      },
      'pricing.override': {
        label: 'Sell below the lowest price',
        opens: 'Discounts further than a product allows',
        needs: ['transactions.create'],
      },
    },
  },
  {
    area: 'Customers',
    permissions: {
      'customers.view': { label: 'See customers', opens: 'Customers and what they bought' },
      'customers.create': { label: 'Add customers', opens: 'New Customer', needs: ['customers.view'] },
      'customers.edit': { label: 'Change customers', opens: 'Edit Customer', needs: ['customers.view'] },
      'customers.delete': {
        label: 'Delete customers',
        opens: 'Takes customers off the list',
        needs: ['customers.view'],
      },
      'loyalty.adjust': {
        label: 'Adjust loyalty points',
        opens: 'Adds and deducts points by hand',
        needs: ['customers.view'],
      },
    },
  },
  {
    area: 'Products',
    permissions: {
      'products.view': { label: 'See products', opens: 'Products, manufacturers and types' },
      'products.create': {
        label: 'Add products',
        opens: 'New products and variations',
        needs: ['products.view'],
      },
      'products.edit': {
        label: 'Change products',
        opens: 'Names, prices and pictures',
        needs: ['products.view'],
      },
      'products.delete': {
        label: 'Delete products',
        opens: 'Takes products out of the catalogue',
        needs: ['products.view'],
      },
      'costs.view': { label: 'See costs', opens: 'What goods cost us, on products, units and orders' },
    },
  },
  {
    area: 'Stock and purchasing',
    permissions: {
      'inventory.view': { label: 'See stock', opens: 'Inventory, suppliers and purchase orders' },
      'inventory.create': {
        label: 'Add stock and orders',
        opens: 'New units, suppliers, purchase orders and QR codes',
        needs: ['inventory.view'],
      },
      'inventory.edit': {
        label: 'Correct stock',
        opens: 'Changes units, counts stock',
        needs: ['inventory.view'],
      },
      'counts.close': {
        label: 'Close stock counts',
        opens: 'Sees what a count did not find, and sets the stock by it',
        needs: ['inventory.view'],
      },
      'inventory.transfer': {
        label: 'Transfer stock',
        opens: 'Sends units to other stores and takes them in',
        needs: ['inventory.view'],
      },
      'inventory.update': {
        label: 'Receive goods',
        opens: 'Receives orders, changes suppliers, returns goods to them',
        needs: ['inventory.view'],
      },
      'inventory.delete': {
        label: 'Delete stock and suppliers',
        opens: 'Writes units off, deletes suppliers',
        needs: ['inventory.view'],
      },
      'purchase_orders.update': {
        label: 'Change orders',
        opens: 'Items of a purchase order, cancelling and closing it',
        needs: ['inventory.view'],
      },
      'qr.delete': {
        label: 'Delete QR codes',
        opens: 'Deletes a batch’s unused codes',
        needs: ['inventory.create'],
      },
    },
  },
  {
    area: 'Stores and staff',
    permissions: {
      'stores.manage': { label: 'Manage stores', opens: 'Adds, changes and deactivates stores' },
      'stores.settings': { label: 'Change store settings', opens: 'Hours, payment methods, tax, receipts' },
      'staff.manage': {
        label: 'Manage staff',
        opens: 'Adds and changes people of a lower rank; only managers have such',
      },
      'audit.view': { label: 'Read the audit log', opens: 'Who did what, at every store of the chain' },
    },
  },
];

/** Each permission with its words, in the order in which they are told. */
export const permissionWords = permissionAreas.flatMap(({ area, permissions }) =>
  (Object.entries(permissions) as [Permission, PermissionWords][]).map(([permission, said]) => ({
    ...said,
    permission,
    area,
  })),
);

/** What a permission lacks among those that are held, to be of use; empty for one that is not held. */
export function lackedBy(permission: Permission, held: readonly Permission[]): Permission[] {
  if (!held.includes(permission)) return [];
  const { needs = [] } = permissionWords.find((said) => said.permission === permission) ?? {};
  return needs.filter((needed) => !held.includes(needed));
}

export const permissionLabel = (permission: Permission): string =>
  permissionWords.find((said) => said.permission === permission)?.label ?? permission;

/** What three roles may do, for as long as nobody changed it; the others have no text. */
export const roleTexts: Partial<Record<Role, string>> = {
  admin: 'Full system access',
  store_manager: 'Dashboard, product, inventory, customer, transaction and store-level staff management',
  salesperson:
    'Dashboard, product viewing, inventory viewing, customer management and transaction processing',
};
