import { expect, it } from 'vitest';
import { z } from './zod.ts';
import { gatherLists, isOfLists, listEntries } from './query-lists.ts';

const shape = {
  search: z.string().optional(),
  attributes: z.record(z.string(), z.array(z.string())).optional(),
};

it('lists by name are put together as they are taken apart', () => {
  const attributes = { Color: ['Black', 'Blue'], 'RAM (GB)': ['8'] };
  const entries = listEntries('attributes', attributes);
  expect(entries[1]).toEqual(['attributes[Color][]', 'Blue']);
  expect(gatherLists(shape, [['search', 'x'], ...entries])).toEqual({ search: 'x', attributes });
  expect(gatherLists(shape, [['attributes[Color][]', ['Black', 'Blue']]])).toEqual({
    attributes: { Color: ['Black', 'Blue'] },
  });
});

it('a key that is none of a field’s lists stays as it is', () => {
  const odd = { 'search[x][]': 'a', 'other[x][]': 'b', 'attributes[x]': 'c', attributes: 'd' };
  expect(gatherLists(shape, Object.entries(odd))).toEqual(odd);
  expect([isOfLists('attributes[x][]', 'attributes'), isOfLists('attributes[x]', 'attributes')]).toEqual([
    true,
    false,
  ]);
});

it('no name reaches what every object has', () => {
  const { attributes } = gatherLists(shape, [['attributes[__proto__][]', 'x']]);
  expect(Object.keys(attributes as object)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});
