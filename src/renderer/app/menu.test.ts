import { expect, it } from 'vitest';
import { defaultPermissions, roles } from '#domain/permissions.ts';
import { menuFor } from './menu.ts';

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
  expect(offeredTo('Manufacturers')).toEqual([
    'admin',
    'store_manager',
    'regional_manager',
    'salesperson',
    'inventory_checker',
    'warehouse_staff',
  ]);
  expect(offeredTo('Stores')).toEqual(roles);
  expect(offeredTo('Reports')).toEqual(['admin', 'store_manager', 'regional_manager']);
});
