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
