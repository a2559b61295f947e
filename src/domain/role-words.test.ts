import { expect, it } from 'vitest';
import { permissions, permissionsOf, rolesByRank } from './permissions.ts';
import { lackedBy, permissionLabel, permissionWords } from './role-words.ts';

it('tells every permission once', () => {
  const told = permissionWords.map(({ permission }) => permission);
  expect(told.toSorted()).toEqual(permissions.toSorted());
  const labels = permissionWords.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
});

it('says what a permission needs to be of use', () => {
  expect(lackedBy('customers.edit', ['customers.edit'])).toEqual(['customers.view']);
  expect(lackedBy('customers.edit', ['customers.edit', 'customers.view'])).toEqual([]);
  expect(lackedBy('customers.edit', [])).toEqual([]);
  expect(permissionLabel('costs.view')).toBe('See costs');
});

it('finds nothing lacking in what roles may do by default', () => {
  for (const role of rolesByRank) {
    const held = permissionsOf(role, []);
    expect(held.flatMap((permission) => lackedBy(permission, held))).toEqual([]);
  }
});
