import { expect, it } from 'vitest';
import { defaultPermissions } from '#domain/permissions.ts';
import type { Role } from '#domain/roles.ts';
import { fitMenu, groupedEntries } from './menu-groups.ts';
import { menuFor, type MenuEntry } from './menu.ts';

/** The menu's height in a window of 768 pixels. */
const SHORT = 768 - 56 - 35 - 4;
const NONE = { chosen: {}, current: undefined };
const GROUPS = { '': 2, Stock: 10, Sales: 4, Purchasing: 3, Company: 5 };
const entriesOf = (counts: Record<string, number>): MenuEntry[] =>
  Object.entries(counts).flatMap(([name, count]) =>
    Array.from({ length: count }, (_, no) => ({
      label: `${name} ${no}`,
      to: `/${name}-${no}`,
      icon: 'Home',
      ...(name ? { group: name } : {}),
    })),
  );
const fitted = (
  counts: Record<string, number>,
  height: number,
  preferences: Parameters<typeof fitMenu>[2] = NONE,
) => {
  const { entry, heading, open } = fitMenu(groupedEntries(entriesOf(counts)), height, preferences);
  return [entry, heading, ...open];
};
const ALL = ['Stock', 'Sales', 'Purchasing', 'Company'];

it('a menu shows all entries where they fit, closer together in a short window', () => {
  expect(fitted(GROUPS, SHORT)).toEqual([24, 24, ...ALL]);
  expect(fitted({ ...GROUPS, Company: 2 }, SHORT)).toEqual([27, 24, ...ALL]);
  expect(fitted(GROUPS, 1080)).toEqual([36, 32, ...ALL]);
  expect(fitted({ '': 2, Sales: 3 }, SHORT)).toEqual([36, 32, 'Sales']);
});

it('every entry that a manager has fits into a window of 768 pixels; of an admin’s the last group is folded', () => {
  const openTo = (role: Role) => {
    const menu = groupedEntries(menuFor({ role, permissions: defaultPermissions(role) }));
    const { entry, heading, open } = fitMenu(menu, SHORT, NONE);
    return [entry >= 24, heading, ...open];
  };
  expect(openTo('store_manager')).toEqual([true, 24, ...ALL]);
  expect(openTo('admin')).toEqual([true, 24, 'Stock', 'Sales', 'Purchasing']);
});

it('a menu that is longer has its last groups folded, but for what somebody wants and where they are', () => {
  const longer = { ...GROUPS, Stock: 12 };
  expect(fitted(longer, SHORT)).toEqual([24, 24, 'Stock', 'Sales', 'Purchasing']);
  expect(fitted(longer, SHORT, { chosen: {}, current: 'Company' })).toEqual([
    24,
    24,
    'Stock',
    'Sales',
    'Company',
  ]);
  expect(fitted(longer, SHORT, { chosen: { Sales: false }, current: 'Sales' })).toEqual([
    24,
    24,
    'Stock',
    'Purchasing',
    'Company',
  ]);
});
