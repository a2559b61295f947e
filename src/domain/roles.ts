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

/** A role's purpose, in one line. */
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

/** The permissions of three roles in words, shown while they are unchanged; the other roles have none. */
export const roleTexts: Partial<Record<Role, string>> = {
  admin: 'Full system access',
  store_manager: 'Dashboard, product, inventory, customer, transaction and store-level staff management',
  salesperson:
    'Dashboard, product viewing, inventory viewing, customer management and transaction processing',
};

const RANKS: Partial<Record<Role, number>> = { admin: 3, regional_manager: 2, store_manager: 1 };
const rankOf = (role: Role) => RANKS[role] ?? 0;

/** Every role, highest rank first. */
export const rolesByRank: readonly Role[] = roles.toSorted((a, b) => rankOf(b) - rankOf(a));

/** True if a role may create, change and deactivate people of another: those below its rank; an admin everyone. */
export function managesRole(manager: Role, role: Role): boolean {
  return manager === 'admin' || rankOf(manager) > rankOf(role);
}

/** True for roles that see every store; others see only their own stores. */
export function seesAllStores(role: Role): boolean {
  return role === 'admin' || role === 'regional_manager';
}

/** True for roles that may set a till to full screen, and leave it. */
export function managesTill(role: Role): boolean {
  return role === 'admin' || role === 'regional_manager' || role === 'store_manager';
}

/** Returns a role's display text: `Store Manager` for `store_manager`. */
export function roleLabel(role: Role): string {
  return role
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
