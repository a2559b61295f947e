import { contract, type Contract } from '#contract/index.ts';

/** What people call the areas of the API. */
const names: Record<keyof Contract, string> = {
  system: 'Server',
  setup: 'Set-up',
  account: 'Account',
  settings: 'Settings',
  staff: 'Staff and sign-ins',
  roles: 'Roles',
  stores: 'Stores',
  dashboard: 'Dashboard',
  customers: 'Customers',
  manufacturers: 'Manufacturers',
  products: 'Products',
  productTypes: 'Product types',
  inventory: 'Inventory',
  purchaseOrders: 'Purchase orders',
  supplierReturns: 'Supplier returns',
  suppliers: 'Suppliers',
  qrCodes: 'QR codes',
  counts: 'Stock counts',
  imports: 'Imports',
  pos: 'Till',
  transactions: 'Sales',
  payments: 'Payments',
  tills: 'Tills',
  shifts: 'Shifts',
  cashMovements: 'Cash in drawers',
  zReadings: 'Z readings',
  approvals: 'Approvals',
  transfers: 'Transfers',
  media: 'Pictures',
  audit: 'Audit log',
};

const changes = (area: keyof Contract) =>
  Object.values(contract[area]).some(({ method }) => method !== 'GET');

/** The areas in which something can be done, by name. */
export const auditAreas = (Object.keys(names) as (keyof Contract)[])
  .filter(changes)
  .map((id) => ({ id: id as string, name: names[id] }))
  .sort((a, b) => a.name.localeCompare(b.name));
