import type { Role } from './roles.ts';

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
