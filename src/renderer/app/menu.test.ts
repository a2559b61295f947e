import { expect, it } from 'vitest';
import { defaultPermissions } from '#domain/permissions.ts';
import { roles } from '#domain/roles.ts';
import { entryAt, groupedEntries, menuFor } from './menu.ts';
import { screens } from './screens.tsx';

/** Returns the roles that see an entry of the menu, or a tab with that label. */
const offeredTo = (entry: string) =>
  roles.filter((role) =>
    menuFor({ role, permissions: defaultPermissions(role) }).some(({ label, tabs }) =>
      [label, ...tabs.map((tab) => tab.label)].includes(entry),
    ),
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

it('an address belongs to one entry of the menu and one of its tabs, those that say most of it', () => {
  const entries = menuFor({ role: 'admin', permissions: [] });
  const placeOf = (pathname: string) => {
    const { entry, tab } = entryAt(entries, pathname) ?? {};
    return entry?.label === tab?.label ? entry?.label : `${entry?.label} > ${tab?.label}`;
  };
  expect(placeOf('/inventory')).toBe('Inventory');
  expect(placeOf('/inventory/417/edit')).toBe('Inventory');
  expect(placeOf('/inventory/where-is')).toBe('Inventory > Find a Unit');
  expect(placeOf('/inventory/transfers/3')).toBe('Transfers');
  expect(placeOf('/pos/12/payment')).toBe('Point of Sale');
  expect(placeOf('/shifts/12/count')).toBe('Store Day > Shifts');
  expect(placeOf('/shifts/cash-movements')).toBe('Store Day > Cash Movements');
  expect(placeOf('/z-readings/3')).toBe('Store Day > Z Readings');
  expect(placeOf('/imports/3')).toBe('Products > Imports');
  expect(placeOf('/goods-receipts/3')).toBe('Purchase Orders > undefined');
  expect(placeOf('/account')).toBe('Settings > My Account');
  expect(placeOf('/settings/store-defaults')).toBe('Settings');
  expect(placeOf('/device')).toBe('Settings > undefined');
  expect(screens.filter(({ path }) => entryAt(entries, path) === null)).toEqual([]);
  expect(
    entryAt(menuFor({ role: 'salesperson', permissions: [] }, {}, true), '/device')?.entry,
  ).toMatchObject({
    to: '/account',
    tabs: [{ label: 'My Account' }, { label: 'This Till' }],
  });
});

it('whoever may open a tab alone is led to it by its entry', () => {
  const entries = menuFor({ role: 'salesperson', permissions: ['customers.view', 'customers.create'] });
  const products = entries.find(({ label }) => label === 'Products');
  expect(products).toMatchObject({ to: '/imports', tabs: [{ label: 'Imports', to: '/imports' }] });
});

it('the menu has at most nineteen entries, in groups, the work of every day first', () => {
  const groups = groupedEntries(menuFor({ role: 'admin', permissions: [] }));
  expect(groups.map(({ name, entries }) => [name, ...entries.map(({ label }) => label)])).toEqual([
    [undefined, 'Dashboard', 'Point of Sale'],
    ['Stock', 'Products', 'Inventory', 'Transfers', 'Stock Counts'],
    ['Sales', 'Transactions', 'Customers', 'Pending Payments', 'Store Day'],
    ['Purchasing', 'Purchase Orders', 'Suppliers', 'Supplier Returns', 'QR Codes'],
    ['Company', 'Stores', 'Staff', 'Reports', 'Audit Log', 'Settings'],
  ]);
});
