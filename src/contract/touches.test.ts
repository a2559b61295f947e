import { describe, expect, it } from 'vitest';
import { isLookUp, type Route } from './define-route.ts';
import { contract } from './index.ts';

const routes = Object.entries(contract).flatMap(([area, names]) =>
  Object.entries<Route>(names).map(([name, route]) => ({ area, name: `${area}.${name}`, route })),
);
const lookUps = new Set(routes.filter(({ route }) => isLookUp(route)).map(({ name }) => name));

describe('what a change touches', () => {
  it('is declared by every route that writes, and by no other', () => {
    const undeclared = routes.filter(({ route }) => isLookUp(route) === Array.isArray(route.touches));
    expect(undeclared.map(({ name }) => name)).toEqual([]);
  });

  it('names areas, or look-ups that there are', () => {
    const unknown = routes.flatMap(({ name, route }) =>
      (route.touches ?? [])
        .filter((touched) => !(touched in contract) && !lookUps.has(touched))
        .map((touched) => `${name} touches ${touched}`),
    );
    expect(unknown).toEqual([]);
  });

  it('names the look-ups that show what a completed sale changes', () => {
    expect(contract.transactions.complete.touches).toEqual(
      expect.arrayContaining(['transactions', 'payments', 'pos.products', 'dashboard', 'customers']),
    );
  });
});
