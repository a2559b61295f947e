import { expect, it } from 'vitest';
import { defaultPermissions, type Role } from '#domain/permissions.ts';
import { menuFor } from './menu.ts';

const labels = (role: Role) =>
  menuFor({ role, permissions: defaultPermissions(role) }).map(({ label }) => label);

it('the menu leads everybody to the screens that they may open, and to no others', () => {
  const sales = ['Transactions', 'Customers', 'Pending Payments'];
  expect(labels('store_manager')).toEqual(['Dashboard', 'Point of Sale', ...sales, 'Reports']);
  expect(labels('salesperson')).toEqual(['Dashboard', 'Point of Sale', ...sales]);
  expect(labels('regional_manager')).toEqual(['Dashboard', ...sales, 'Reports']);
  expect(labels('warehouse_staff')).toEqual(['Dashboard']);
});
