import { expect, it } from 'vitest';
import { freshnessOf } from './queries.ts';

const MINUTE = 60_000;

// The values of the specification.
it.each([
  ['staff', 'roles', 30],
  ['stores', 'list', 10],
  ['customers', 'list', 5],
  ['customers', 'groups', 30],
  ['customers', 'channels', 30],
  ['transactions', 'list', 0.5],
  ['staff', 'list', 5],
  ['staff', 'get', 5],
  ['suppliers', 'list', 1],
  ['products', 'list', 5],
  ['products', 'get', 5],
  ['products', 'findVariations', 5],
  ['products', 'stock', 5],
  ['manufacturers', 'list', 5],
  ['productTypes', 'list', 5],
])('%s.%s counts as fresh for %s minutes', (module, name, minutes) => {
  expect(freshnessOf(module, name)).toBe(minutes * MINUTE);
});
