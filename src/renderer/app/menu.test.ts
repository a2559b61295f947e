import { expect, it } from 'vitest';
import { defaultPermissions } from '#domain/permissions.ts';
import { roles } from '#domain/roles.ts';
import { entryAt, menuFor } from './menu.ts';

const offeredTo = (entry: string) =>
  roles.filter((role) =>
    menuFor({ role, permissions: defaultPermissions(role) }).some(({ label }) => label === entry),
  );

it('the menu leads everybody to the screens that they may open, and nobody else there', () => {
  expect(offeredTo('Dashboard')).toEqual(roles);
  expect(offeredTo('Point of Sale')).toEqual(['admin', 'store_manager', 'salesperson']);
  const sales = ['admin', 'store_manager', 'regional_manager', 'salesperson'];
  expect(offeredTo('Transactions')).toEqual(sales);
  expect(offeredTo('Customers')).toEqual(sales);
  expect(offeredTo('Pending Payments')).toEqual(sales);
  for (const entry of ['Store Day', 'Shifts', 'Z Readings']) {
    expect([entry, offeredTo(entry)]).toEqual([entry, ['admin', 'store_manager', 'regional_manager']]);
  }
  const goods = [...sales, 'inventory_checker', 'warehouse_staff'];
  for (const entry of ['Manufacturers', 'Purchase Orders', 'Suppliers']) {
    expect([entry, offeredTo(entry)]).toEqual([entry, goods]);
  }
  expect(offeredTo('Supplier Returns')).toEqual(['admin']);
  expect(offeredTo('QR Codes')).toEqual(['admin', 'store_manager', 'warehouse_staff']);
  expect(offeredTo('Stores')).toEqual(roles);
  expect(offeredTo('Reports')).toEqual(['admin', 'store_manager', 'regional_manager']);
});

it('an address belongs to one entry of the menu, the one that says most of it', () => {
  const entries = menuFor({ role: 'admin', permissions: [] });
  const labelAt = (pathname: string) => entryAt(entries, pathname)?.label;
  expect(labelAt('/inventory')).toBe('Inventory');
  expect(labelAt('/inventory/417/edit')).toBe('Inventory');
  expect(labelAt('/inventory/where-is')).toBe('Find a Unit');
  expect(labelAt('/pos/12/payment')).toBe('Point of Sale');
  expect(labelAt('/shifts/12/count')).toBe('Shifts');
  expect(labelAt('/z-readings/3')).toBe('Z Readings');
  expect(labelAt('/account')).toBeUndefined();
});
