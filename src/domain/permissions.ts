import { managesRole, roles, rolesByRank, type Role } from './roles.ts';

type Facts<Needed> = {
  label: string;
  /** Explains it to the admin who grants it. */
  opens: string;
  /** The permissions without which it has no use. */
  needs?: readonly Needed[];
  /** The roles that hold it until an admin changes them; admin always holds all. */
  defaultRoles: readonly Role[];
};

/** Every permission by area, in the order of the roles page. */
const permissionTable = {
  'Dashboard and reports': {
    'dashboard.view': {
      label: 'See the dashboard’s figures',
      opens: 'Today’s sales and stock of a store',
      defaultRoles: ['store_manager', 'regional_manager', 'salesperson'],
    },
    'reports.view': {
      label: 'See reports',
      opens: 'Reports, with the daily report of each store',
      defaultRoles: ['regional_manager'],
    },
  },
  Selling: {
    'transactions.view': {
      label: 'See transactions',
      opens: 'Transactions, receipts and pending payments',
      defaultRoles: ['store_manager', 'regional_manager', 'salesperson'],
    },
    'transactions.create': {
      label: 'Sell',
      opens: 'Point of Sale: carts, payments, completing a sale',
      defaultRoles: ['store_manager', 'salesperson'],
    },
    'transactions.void': {
      label: 'Void sales',
      opens: 'Takes a whole sale back',
      needs: ['transactions.view'],
      defaultRoles: ['store_manager'],
    },
    'transactions.refund': {
      label: 'Refund sales',
      opens: 'Takes items back and gives money back',
      needs: ['transactions.view'],
      defaultRoles: ['store_manager'],
    },
    'transactions.all': {
      label: 'See all stores’ transactions',
      opens: 'View all stores; only for who works at all of them',
      needs: ['transactions.view'],
      defaultRoles: ['regional_manager'],
    },
    'transactions.review': {
      label: 'Settle offline sales',
      opens: 'Sales to Settle: what was sold without the server and is not clear',
      needs: ['transactions.view'],
      defaultRoles: ['store_manager'],
    },
    'payments.review': {
      label: 'Review payments',
      opens: 'Confirms, changes and fails payments of completed sales',
      needs: ['transactions.view'],
      defaultRoles: ['store_manager'],
    },
    'shifts.close': {
      label: 'Open and close shifts',
      opens: 'The own drawer: its float, its count, X and Z readings',
      needs: ['transactions.create'],
      defaultRoles: ['store_manager', 'salesperson'],
    },
    'shifts.view': {
      label: 'See all shifts',
      opens: 'Shifts, readings and differences of a store',
      defaultRoles: ['store_manager', 'regional_manager'],
    },
    'cash.move': {
      label: 'Move cash',
      opens: 'Pay-ins, pay-outs and drops to the safe',
      needs: ['transactions.create'],
      defaultRoles: ['store_manager'],
    },
    'approvals.give': {
      label: 'Approve at the till',
      opens: 'Lets others do once, by PIN or badge, what this role may do and they may not',
      defaultRoles: ['store_manager', 'regional_manager'],
    },
    'pricing.override': {
      label: 'Sell below the lowest price',
      opens: 'Discounts further than a product allows',
      needs: ['transactions.create'],
      defaultRoles: ['store_manager'],
    },
  },
  Customers: {
    'customers.view': {
      label: 'See customers',
      opens: 'Customers and what they bought',
      defaultRoles: ['store_manager', 'regional_manager', 'salesperson'],
    },
    'customers.create': {
      label: 'Add customers',
      opens: 'New Customer',
      needs: ['customers.view'],
      defaultRoles: ['store_manager', 'salesperson'],
    },
    'customers.edit': {
      label: 'Change customers',
      opens: 'Edit Customer',
      needs: ['customers.view'],
      defaultRoles: ['store_manager'],
    },
    'customers.delete': {
      label: 'Delete customers',
      opens: 'Takes customers off the list',
      needs: ['customers.view'],
      defaultRoles: [],
    },
    'loyalty.adjust': {
      label: 'Adjust loyalty points',
      opens: 'Adds and deducts points by hand',
      needs: ['customers.view'],
      defaultRoles: ['store_manager'],
    },
  },
  Products: {
    'products.view': {
      label: 'See products',
      opens: 'Products, manufacturers and types',
      defaultRoles: [
        'store_manager',
        'regional_manager',
        'salesperson',
        'inventory_checker',
        'warehouse_staff',
      ],
    },
    'products.create': {
      label: 'Add products',
      opens: 'New products and variations',
      needs: ['products.view'],
      defaultRoles: ['store_manager'],
    },
    'products.edit': {
      label: 'Change products',
      opens: 'Names, prices and pictures',
      needs: ['products.view'],
      defaultRoles: ['store_manager'],
    },
    'products.delete': {
      label: 'Delete products',
      opens: 'Takes products out of the catalogue',
      needs: ['products.view'],
      defaultRoles: [],
    },
    'costs.view': {
      label: 'See costs',
      opens: 'What goods cost us, on products, units and orders',
      defaultRoles: ['store_manager', 'regional_manager', 'warehouse_staff'],
    },
  },
  'Stock and purchasing': {
    'inventory.view': {
      label: 'See stock',
      opens: 'Inventory, suppliers and purchase orders',
      defaultRoles: [
        'store_manager',
        'regional_manager',
        'salesperson',
        'inventory_checker',
        'warehouse_staff',
      ],
    },
    'inventory.create': {
      label: 'Add stock and orders',
      opens: 'New units, suppliers, purchase orders and QR codes',
      needs: ['inventory.view'],
      defaultRoles: ['store_manager', 'warehouse_staff'],
    },
    'inventory.edit': {
      label: 'Correct stock',
      opens: 'Changes units, counts stock',
      needs: ['inventory.view'],
      defaultRoles: ['store_manager', 'inventory_checker', 'warehouse_staff'],
    },
    'counts.close': {
      label: 'Close stock counts',
      opens: 'Sees what a count did not find, and sets the stock by it',
      needs: ['inventory.view'],
      defaultRoles: ['store_manager'],
    },
    'inventory.transfer': {
      label: 'Transfer stock',
      opens: 'Sends units to other stores and takes them in',
      needs: ['inventory.view'],
      defaultRoles: ['store_manager', 'regional_manager', 'warehouse_staff'],
    },
    'inventory.update': {
      label: 'Receive goods',
      opens: 'Receives orders, changes suppliers, returns goods to them',
      needs: ['inventory.view'],
      defaultRoles: [],
    },
    'inventory.delete': {
      label: 'Delete stock and suppliers',
      opens: 'Writes units off, deletes suppliers',
      needs: ['inventory.view'],
      defaultRoles: [],
    },
    'purchase_orders.update': {
      label: 'Change orders',
      opens: 'Items of a purchase order, cancelling and closing it',
      needs: ['inventory.view'],
      defaultRoles: [],
    },
    'qr.delete': {
      label: 'Delete QR codes',
      opens: 'Deletes a batch’s unused codes',
      needs: ['inventory.create'],
      defaultRoles: ['store_manager'],
    },
  },
  'Stores and staff': {
    'stores.manage': {
      label: 'Manage stores',
      opens: 'Adds, changes and deactivates stores',
      defaultRoles: ['regional_manager'],
    },
    'stores.settings': {
      label: 'Change store settings',
      opens: 'Hours, payment methods, tax, receipts',
      defaultRoles: ['store_manager', 'regional_manager'],
    },
    'staff.manage': {
      label: 'Manage staff',
      opens: 'Adds and changes people of a lower rank; only managers have such',
      defaultRoles: ['store_manager', 'regional_manager'],
    },
    'audit.view': {
      label: 'Read the audit log',
      opens: 'Who did what, at every store of the chain',
      defaultRoles: [],
    },
  },
} as const satisfies Record<string, Record<string, Facts<string>>>;

type Table = typeof permissionTable;
export type Permission = { [Group in keyof Table]: keyof Table[Group] }[keyof Table];

/** The table, typed so that `needs` holds known permissions. */
const permissionGroups: Record<string, Partial<Record<Permission, Facts<Permission>>>> = permissionTable;

/** The table as a list: each permission with its area. */
export const permissionList = Object.entries(permissionGroups).flatMap(([group, listed]) =>
  (Object.entries(listed) as [Permission, Facts<Permission>][]).map(([permission, facts]) => ({
    ...facts,
    permission,
    group,
  })),
);

export const permissions = permissionList.map(({ permission }) => permission);

const factsOf = new Map(permissionList.map((listed) => [listed.permission, listed]));

/** A person's permissions: the grants of their role, sent by the server with the staff record. */
export type Holder = { role: Role; permissions: readonly Permission[] };

/** True if a person has a permission; used by every guard and every hidden button. */
export function can(holder: Holder, permission: Permission): boolean {
  return holder.role === 'admin' || holder.permissions.includes(permission);
}

/** Returns the permissions of a role before any changes by an admin. */
export function defaultPermissions(role: Role): Permission[] {
  if (role === 'admin') return permissions;
  return permissions.filter((permission) => factsOf.get(permission)?.defaultRoles.includes(role));
}

/** An admin's change of a role's grants. */
type GrantChange = { permission: Permission; isGranted: boolean };

/** Returns the permissions of a role after an admin's grants and denials; admin always keeps all. */
export function permissionsOf(role: Role, changes: readonly GrantChange[]): Permission[] {
  const defaults = defaultPermissions(role);
  if (role === 'admin') return defaults;
  const changed = new Map(changes.map(({ permission, isGranted }) => [permission, isGranted]));
  return permissions.filter((permission) => changed.get(permission) ?? defaults.includes(permission));
}

/** Returns the missing permissions that a held one needs; empty if it is not held. */
export function lackedBy(permission: Permission, held: readonly Permission[]): Permission[] {
  if (!held.includes(permission)) return [];
  const { needs = [] } = factsOf.get(permission) ?? {};
  return needs.filter((needed) => !held.includes(needed));
}

export const permissionLabel = (permission: Permission): string =>
  factsOf.get(permission)?.label ?? permission;

/** Returns the current permissions of a role. */
export type PermissionsOf = (role: Role) => readonly Permission[];

/**
 * Returns the grants of a role beyond its defaults that neither the manager's role nor a manager role between the two
 * holds: by assigning the role, or knowing its holder's password, the manager would get them.
 */
export function grantsAbove(manager: Role, role: Role, held: PermissionsOf): Permission[] {
  if (manager === 'admin') return [];
  const between = roles.filter((other) => managesRole(manager, other) && managesRole(other, role));
  const within = [manager, ...between].flatMap(held).concat(defaultPermissions(role));
  return held(role).filter((permission) => !within.includes(permission));
}

/** Returns the roles that a person may assign: below their own rank, and without grants that they lack. */
export function rolesGivenBy(manager: Role, held: PermissionsOf): Role[] {
  const manages = manager === 'admin' || held(manager).includes('staff.manage');
  return rolesByRank.filter(
    (role) => manages && managesRole(manager, role) && grantsAbove(manager, role, held).length === 0,
  );
}
