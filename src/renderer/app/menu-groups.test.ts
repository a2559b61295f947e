import { Home20Filled, Home20Regular } from '@fluentui/react-icons';
import { expect, it } from 'vitest';
import { fitMenu, groupedEntries } from './menu-groups.ts';
import { menuFor } from './menu.ts';

/** What a window of 768 pixels leaves for the menu. */
const SHORT = 768 - 56 - 35 - 8;
const NONE = { chosen: {}, current: undefined };
const admin = menuFor({ role: 'admin', permissions: [] });
const another = (label: string, group: string) => ({
  label,
  group,
  to: `/${label}`,
  icon: Home20Regular,
  iconSelected: Home20Filled,
});
const longer = [
  ...admin.slice(0, 8),
  another('labels', 'Stock'),
  ...admin.slice(8, 15),
  ...['orders', 'returns', 'claims'].map((label) => another(label, 'Purchasing')),
  ...admin.slice(15),
];
const open = (entries: typeof admin, height: number, wishes: Parameters<typeof fitMenu>[2] = NONE) => {
  const fitted = fitMenu(groupedEntries(entries), height, wishes);
  return [fitted.density, ...fitted.open];
};

it('a menu shows all entries where they fit, closer together in a short window', () => {
  expect(open(admin, SHORT)).toEqual(['tight', 'Stock', 'Sales', 'Purchasing', 'Company']);
  expect(open(admin, 1080 - 99)).toEqual(['roomy', 'Stock', 'Sales', 'Purchasing', 'Company']);
  const seller = menuFor({ role: 'salesperson', permissions: ['customers.view', 'transactions.create'] });
  expect(open(seller, SHORT)[0]).toBe('roomy');
});

it('a menu that is longer has its last groups folded, but for what somebody wants and where they are', () => {
  expect(open(longer, SHORT)).toEqual(['tight', 'Stock', 'Sales', 'Purchasing']);
  expect(open(longer, SHORT, { chosen: {}, current: 'Company' })).toEqual([
    'tight',
    'Company',
    'Stock',
    'Sales',
  ]);
  expect(open(longer, SHORT, { chosen: { Stock: false }, current: 'Stock' })).toEqual([
    'roomy',
    'Sales',
    'Purchasing',
    'Company',
  ]);
});
