export const roles = [
  'admin',
  'store_manager',
  'regional_manager',
  'salesperson',
  'inventory_checker',
  'warehouse_staff',
  'customer_service',
  'finance',
  'auditor',
  'supplier_liaison',
  'tech_support',
  'repair_technician',
] as const;
export type Role = (typeof roles)[number];

/** Every permission with the roles that hold it by default; admin holds all of them, always. */
export const permissionTable = {
  'dashboard.view': ['store_manager', 'regional_manager', 'salesperson'],
  'products.view': [
    'store_manager',
    'regional_manager',
    'salesperson',
    'inventory_checker',
    'warehouse_staff',
  ],
  'products.create': ['store_manager'],
  'products.edit': ['store_manager'],
  'products.delete': [],
  'inventory.view': [
    'store_manager',
    'regional_manager',
    'salesperson',
    'inventory_checker',
    'warehouse_staff',
  ],
  'inventory.create': ['store_manager', 'warehouse_staff'],
  'inventory.edit': ['store_manager', 'inventory_checker', 'warehouse_staff'],
  'inventory.transfer': ['store_manager', 'regional_manager', 'warehouse_staff'],
  'inventory.update': [],
  'inventory.delete': [],
  'purchase_orders.update': [],
  'counts.close': ['store_manager'],
  'customers.view': ['store_manager', 'regional_manager', 'salesperson'],
  'customers.create': ['store_manager', 'salesperson'],
  'customers.edit': ['store_manager'],
  'customers.delete': [],
  'costs.view': ['store_manager', 'regional_manager', 'warehouse_staff'],
  'transactions.view': ['store_manager', 'regional_manager', 'salesperson'],
  'transactions.create': ['store_manager', 'salesperson'],
  'transactions.void': ['store_manager'],
  'transactions.refund': ['store_manager'],
  'transactions.all': ['regional_manager'],
  'payments.review': ['store_manager'],
  'shifts.view': ['store_manager', 'regional_manager'],
  'shifts.close': ['store_manager', 'salesperson'],
  'cash.move': ['store_manager'],
  'approvals.give': ['store_manager', 'regional_manager'],
  'loyalty.adjust': ['store_manager'],
  'pricing.override': ['store_manager'],
  'reports.view': ['regional_manager'],
  'stores.manage': ['regional_manager'],
  'stores.settings': ['store_manager', 'regional_manager'],
  'staff.manage': ['store_manager', 'regional_manager'],
  'qr.delete': ['store_manager'],
  'audit.view': [],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissionTable;

export const permissions = Object.keys(permissionTable) as Permission[];

/** What a person may do: the role's grants, as the server sends them with the staff record. */
export type Holder = { role: Role; permissions: readonly Permission[] };

/** The one question every guard and every hidden button asks. */
export function can(holder: Holder, permission: Permission): boolean {
  return holder.role === 'admin' || holder.permissions.includes(permission);
}

/** The permissions of a role before an admin changed its grants. */
export function defaultPermissions(role: Role): Permission[] {
  if (role === 'admin') return permissions;
  return permissions.filter((permission) => (permissionTable[permission] as readonly Role[]).includes(role));
}

/** Where an admin changed what a role may do. */
export type GrantChange = { permission: Permission; isGranted: boolean };

/** The permissions of a role, with what an admin granted and denied; nobody takes anything from admin. */
export function permissionsOf(role: Role, changes: readonly GrantChange[]): Permission[] {
  const defaults = defaultPermissions(role);
  if (role === 'admin') return defaults;
  const changed = new Map(changes.map(({ permission, isGranted }) => [permission, isGranted]));
  return permissions.filter((permission) => changed.get(permission) ?? defaults.includes(permission));
}

const RANKS: Partial<Record<Role, number>> = { admin: 3, regional_manager: 2, store_manager: 1 };
const rankOf = (role: Role) => RANKS[role] ?? 0;

/** Every role, the highest rank first. */
export const rolesByRank: readonly Role[] = roles.toSorted((a, b) => rankOf(b) - rankOf(a));

/** Whether somebody may make, change and deactivate people of a role: those below their own rank; an admin everybody. */
export function managesRole(manager: Role, role: Role): boolean {
  return manager === 'admin' || rankOf(manager) > rankOf(role);
}

/** What each role may do now. */
export type PermissionsOf = (role: Role) => readonly Permission[];

/**
 * What an admin granted a role beyond its defaults that is above somebody: they do not hold it, nor does a manager between
 * the two. Whoever made others of that role, or knew their password, would hold it after all.
 */
export function grantsAbove(manager: Role, role: Role, held: PermissionsOf): Permission[] {
  if (manager === 'admin') return [];
  const between = roles.filter((other) => managesRole(manager, other) && managesRole(other, role));
  const within = [manager, ...between].flatMap(held).concat(defaultPermissions(role));
  return held(role).filter((permission) => !within.includes(permission));
}

/** The roles that somebody may make others of: below their own rank, and with nothing that is above them. */
export function rolesGivenBy(manager: Role, held: PermissionsOf): Role[] {
  const manages = manager === 'admin' || held(manager).includes('staff.manage');
  return rolesByRank.filter(
    (role) => manages && managesRole(manager, role) && grantsAbove(manager, role, held).length === 0,
  );
}

/** Roles that see every store; everybody else sees their own stores only. */
export function seesAllStores(role: Role): boolean {
  return role === 'admin' || role === 'regional_manager';
}

/** Roles that set a till to full screen, and may leave it. */
export function managesTill(role: Role): boolean {
  return role === 'admin' || role === 'regional_manager' || role === 'store_manager';
}

/** `store_manager` as people read it: `Store Manager`. */
export function roleLabel(role: Role): string {
  return role
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
