import { describe, expect, it } from 'vitest';
import { isReadRoute, placeOf, type Route } from './define-route.ts';
import { contract } from './index.ts';

const routes = Object.entries(contract).flatMap(([module, names]) =>
  Object.entries<Route>(names).map(([name, route]) => ({ area: module, name: `${module}.${name}`, route })),
);
const reads = new Set(routes.filter(({ route }) => isReadRoute(route)).map(({ name }) => name));

it('every route tells its place in the contract, by which its answers are kept', () => {
  const elsewhere = routes.filter(({ name, route }) => placeOf(route).join('.') !== name);
  expect(elsewhere.map(({ name }) => name)).toEqual([]);
});

describe('what a mutation invalidates', () => {
  it('is declared by every route that writes, and by no other', () => {
    const undeclared = routes.filter(({ route }) => isReadRoute(route) === Array.isArray(route.invalidates));
    expect(undeclared.map(({ name }) => name)).toEqual([]);
  });

  it('names areas, or reads that there are', () => {
    const unknown = routes.flatMap(({ name, route }) =>
      (route.invalidates ?? [])
        .filter((invalidated) => !(invalidated in contract) && !reads.has(invalidated))
        .map((invalidated) => `${name} invalidates ${invalidated}`),
    );
    expect(unknown).toEqual([]);
  });

  it('names the reads that show what a completed sale changes', () => {
    expect(contract.transactions.complete.invalidates).toEqual(
      expect.arrayContaining(['transactions', 'payments', 'pos.products', 'dashboard', 'customers']),
    );
  });
});
